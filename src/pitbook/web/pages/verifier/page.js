// The page of the verifier: takes files and text, and shows what was checked.

import { examine, LARGEST, TOO_LARGE } from "./documents.js";
import { verifySignature } from "./ed25519.js";
import { sha512 } from "./sha512.js";
import { moment } from "./vouching.js";

/** @import { Given, Section } from "./documents.js" */
/** @import { Receipt, ReceiptEvent } from "./receipt.js" */
/** @import { Line } from "./vouching.js" */

/** @param {string} id */
const at = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** A field of the page. @param {string} id */
const field = (id) => /** @type {HTMLInputElement} */ (at(id));
/** @type {Given[]} */
const taken = [];

/**
 * An element with text or further elements in it; nothing that was handed in is ever read as HTML.
 * @param {string} name
 * @param {object} properties
 * @param {...(string | Node)} inside
 */
function element(name, properties = {}, ...inside) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...inside);
  return made;
}

/** @param {Line} check */
function checkLine({ what, holds, expected, found = "" }) {
  const line = element("li", { className: holds ? "holds" : "fails" });
  line.append(element("b", {}, `${holds ? "✓ Holds" : "✗ Does not hold"}: `), what);
  if (expected !== undefined) {
    line.append(
      element(
        "dl",
        {},
        element("dt", {}, "Expected"),
        element("dd", {}, expected),
        element("dt", {}, "Found"),
        element("dd", {}, found),
      ),
    );
  }
  return line;
}

/** @param {ReceiptEvent} event */
const eventLine = ({ time, type, actor, data }) =>
  `${moment(time / 1_000_000)}  ${String(type).replaceAll("_", " ")}  ${actor}  ${JSON.stringify(data)}`;

/** What a receipt shows of its round. @param {Receipt} receipt */
function shown({ cards, events, hidden }) {
  const lines = [
    ...cards.map(({ place, seat, cards: dealt }) => `${place}${seat === null ? "" : ` ${seat}`}: ${dealt}`),
    ...events.map(eventLine),
  ];
  return element(
    "details",
    {},
    element(
      "summary",
      {},
      `What it shows: ${cards.length} places with cards, ${events.length} events; ${hidden} parts are hidden`,
    ),
    element("ul", { className: "told" }, ...lines.map((line) => element("li", {}, line))),
  );
}

/** @param {Section} section */
function sectionOf(section) {
  const made = element(
    "section",
    { className: "panel" },
    element("h2", {}, section.title),
    element("ul", { className: "checks" }, ...section.checks.map(checkLine)),
  );
  if (section.receipt) made.append(shown(section.receipt));
  return made;
}

/** The texts that were handed in. What is pasted may have lost its last line feed, or come with empty lines around it. */
function texts() {
  const pasted = field("pasted").value.trim();
  return [...taken, ...(pasted ? [{ name: "What you pasted", text: `${pasted}\n` }] : [])];
}

/** @param {{ holds: boolean, number: number, wrong: number }} found */
function words({ holds, number, wrong }) {
  if (holds) return `Everything holds: ${number} checks.`;
  return `This does not hold: ${wrong} of ${number} ${number === 1 ? "check" : "checks"}.`;
}

function check(asked = false) {
  const given = texts();
  at("taken").replaceChildren(
    ...taken.map((one) => {
      const remove = element(
        "button",
        {
          type: "button",
          className: "plain",
          onclick: () => {
            taken.splice(taken.indexOf(one), 1);
            check();
            at("files").focus();
          },
        },
        "Remove",
      );
      remove.setAttribute("aria-label", `Remove ${one.name}`);
      return element("li", {}, one.name, remove);
    }),
  );
  const found = given.length
    ? examine(given, { keys: field("keys").value, quorum: field("quorum").value, noted: field("noted").value.trim() })
    : null;
  at("verdict").className = found && !found.holds ? "fails" : "";
  at("verdict").textContent = found ? words(found) : asked ? "Give a file, or paste a text, first." : "";
  at("results").replaceChildren(...(found ? found.sections.map(sectionOf) : []));
}

/** A file as text; what is too large is not read. @param {File} file @returns {Promise<Given>} */
async function read(file) {
  if (file.size > LARGEST) return { name: file.name, problem: TOO_LARGE };
  try {
    const bytes = await file.arrayBuffer();
    return { name: file.name, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { name: file.name, problem: "This can't be read as a text." };
  }
}

/** @param {FileList | null | undefined} files */
async function take(files) {
  taken.push(...(await Promise.all(Array.from(files ?? [], read))));
  check();
}

at("files").addEventListener("change", async () => {
  await take(field("files").files);
  field("files").value = "";
});
at("pasted").addEventListener("input", () => check());
for (const id of ["keys", "quorum", "noted"]) at(id).addEventListener("change", () => check());
at("check").addEventListener("click", () => check(true));
at("clear").addEventListener("click", () => {
  taken.length = 0;
  for (const id of ["pasted", "keys", "quorum", "noted"]) field(id).value = "";
  check();
  at("files").focus();
});

addEventListener("dragover", (event) => {
  event.preventDefault();
  at("drop").classList.add("over");
});
addEventListener("dragleave", () => at("drop").classList.remove("over"));
addEventListener("drop", (event) => {
  event.preventDefault();
  at("drop").classList.remove("over");
  take(event.dataTransfer?.files);
});

/** For those who would rather call it than click. */
Object.assign(window, { pitbook: { examine, sha512, verifySignature } });
