// The page of the verifier: takes files and text, and shows what was checked.

import { verifySignature } from "./ed25519.js";
import { LARGEST, TOO_LARGE, examine } from "./documents.js";
import { sha512 } from "./sha512.js";

const at = (id) => document.getElementById(id);
const taken = [];

/** An element with text or further elements in it; nothing that was handed in is ever read as HTML. */
function element(name, properties = {}, ...inside) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...inside);
  return made;
}

function checkLine({ what, holds, expected, found }) {
  const line = element("li", { className: holds ? "holds" : "fails" });
  line.append(element("b", {}, `${holds ? "✓ Holds" : "✗ Does not hold"}: `), what);
  if (expected !== undefined) {
    line.append(element("dl", {}, element("dt", {}, "Expected"), element("dd", {}, expected),
      element("dt", {}, "Found"), element("dd", {}, found)));
  }
  return line;
}

const eventLine = ({ time, type, actor, data }) => `${new Date(time / 1000).toISOString()}  ${type.replaceAll("_", " ")}`
  + `  ${actor}  ${JSON.stringify(data)}`;

/** What a receipt shows of its round. */
function shown({ cards, events, hidden }) {
  const lines = [...cards.map(({ place, seat, cards: dealt }) => `${place}${seat === null ? "" : ` ${seat}`}: ${dealt}`),
    ...events.map(eventLine)];
  return element("details", {}, element("summary", {}, `What it shows: ${cards.length} places with cards, ${events.length
    } events; ${hidden} parts are hidden`), element("ul", { className: "told" }, ...lines.map((line) => element("li", {}, line))));
}

function sectionOf(section) {
  const made = element("section", { className: "panel" }, element("h2", {}, section.title),
    element("ul", { className: "checks" }, ...section.checks.map(checkLine)));
  if (section.kind === "receipt") made.append(shown(section));
  return made;
}

/** The texts that were handed in. What is pasted may have lost its last line feed, or come with empty lines around it. */
function texts() {
  const pasted = at("pasted").value.trim();
  return [...taken, ...(pasted ? [{ name: "What you pasted", text: `${pasted}\n` }] : [])];
}

function words({ holds, number, wrong }) {
  if (holds) return `Everything holds: ${number} checks.`;
  return `This does not hold: ${wrong} of ${number} ${number === 1 ? "check" : "checks"}.`;
}

function check(asked = false) {
  const given = texts();
  at("taken").replaceChildren(...taken.map((one) => {
    const remove = element("button", { type: "button", className: "plain", onclick: () => {
      taken.splice(taken.indexOf(one), 1);
      check();
      at("files").focus();
    } }, "Remove");
    remove.setAttribute("aria-label", `Remove ${one.name}`);
    return element("li", {}, one.name, remove);
  }));
  const found = given.length ? examine(given, { keys: at("keys").value, quorum: at("quorum").value,
    noted: at("noted").value.trim() }) : null;
  at("verdict").className = found && !found.holds ? "fails" : "";
  at("verdict").textContent = found ? words(found) : asked ? "Give a file, or paste a text, first." : "";
  at("results").replaceChildren(...(found ? found.sections.map(sectionOf) : []));
}

/** A file as text; what is too large is not read. */
async function read(file) {
  if (file.size > LARGEST) return { name: file.name, problem: TOO_LARGE };
  try {
    const bytes = await file.arrayBuffer();
    return { name: file.name, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { name: file.name, problem: "This can't be read as a text." };
  }
}

async function take(files) {
  taken.push(...await Promise.all(Array.from(files, read)));
  check();
}

at("files").addEventListener("change", async () => {
  await take(at("files").files);
  at("files").value = "";
});
at("pasted").addEventListener("input", () => check());
for (const id of ["keys", "quorum", "noted"]) at(id).addEventListener("change", () => check());
at("check").addEventListener("click", () => check(true));
at("clear").addEventListener("click", () => {
  taken.length = 0;
  for (const id of ["pasted", "keys", "quorum", "noted"]) at(id).value = "";
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
  take(event.dataTransfer.files);
});

/** For those who would rather call it than click. */
window.pitbook = { examine, sha512, verifySignature };
