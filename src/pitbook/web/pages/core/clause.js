// The clause behind something: a small button that shows what the book says there, in our words.

import { get } from "./api.js";
import { html, useState } from "./html.js";
import { words } from "./names.js";
import { say } from "./words.js";

/** @typedef {import("../types/api.js").Clause | { problem: string }} Found */

/** @type {Map<string, Promise<import("../types/api.js").Clause>>} */
const known = new Map();

/** @param {string} id */
function fetchClause(id) {
  let asked = known.get(id);
  if (!asked) {
    const [book, ...rest] = id.split(" ");
    asked = get(`/api/clauses/${encodeURIComponent(book)}/${encodeURIComponent(rest.join(" "))}`);
    asked.catch(() => known.delete(id));
    known.set(id, asked);
  }
  return asked;
}

/** "md-heads-up-holdem 10.B(1)" -> "10.B(1)" @param {string} id */
export const brief = (id) => id.slice(id.indexOf(" ") + 1);

/** @param {{ id: string, found: Found | null }} props */
function Said({ id, found }) {
  const says = found === null ? say("clause.looking") : "problem" in found ? found.problem : found.says;
  const readings = found !== null && "readings" in found ? found.readings : [];
  return html`<p class="clause-text"><b>${id}</b> ${says}
    ${readings.map((reading) => html`<span class="reading">${say("clause.read_as", { says: reading.says })}</span>`)}</p>`;
}

/** @param {{ ids: string[] | null | undefined }} props */
export function Clauses({ ids }) {
  const [open, setOpen] = useState(false);
  const [found, setFound] = useState(/** @type {Record<string, Found>} */ ({}));
  if (!ids?.length) return null;
  const toggle = () => {
    setOpen(!open);
    if (open) return;
    for (const id of ids) {
      fetchClause(id).then(
        (clause) => setFound((before) => ({ ...before, [id]: clause })),
        (error) => setFound((before) => ({ ...before, [id]: { problem: error.message } })),
      );
    }
  };
  const label = ids.length === 1 ? brief(ids[0]) : `${brief(ids[0])} +${ids.length - 1}`;
  return html`<span class="clauses">
    <button type="button" class="clause" aria-expanded=${open} aria-label=${say("clause.label", { ids: ids.map(brief).join(", ") })}
      onClick=${toggle}>§ ${label}</button>
    ${
      open &&
      html`<span class="clause-box">${ids.map(
        (id) => html`<${Said} key=${id} id=${id}
      found=${found[id] || null} />`,
      )}</span>`
    }
  </span>`;
}

/** The readings that decided a line, where the book can be read in two ways. @param {{ names?: string[] }} props */
export function AsRead({ names }) {
  if (!names?.length) return null;
  return html`<small class="soft"> ${say("clause.as_read", { names: names.map(words).join(", ").toLowerCase() })}</small>`;
}
