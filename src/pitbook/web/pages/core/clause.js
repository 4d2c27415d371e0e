// The clause behind something: a small button that shows what the book says there, in our words.
import { html, useState } from "./html.js";
import { get } from "./api.js";
import { words } from "./names.js";

const known = new Map();

function fetchClause(id) {
  if (!known.has(id)) {
    const [book, ...rest] = id.split(" ");
    const asked = get(`/api/clauses/${encodeURIComponent(book)}/${encodeURIComponent(rest.join(" "))}`);
    asked.catch(() => known.delete(id));
    known.set(id, asked);
  }
  return known.get(id);
}

// "md-heads-up-holdem 10.B(1)" -> "10.B(1)"
export const brief = (id) => id.slice(id.indexOf(" ") + 1);

function Said({ id, found }) {
  const says = found === null ? "Looking it up." : found.problem || found.says;
  const readings = (found && found.readings) || [];
  return html`<p class="clause-text"><b>${id}</b> ${says}
    ${readings.map((reading) => html`<span class="reading">Read as: ${reading.says || reading}</span>`)}</p>`;
}

export function Clauses({ ids }) {
  const [open, setOpen] = useState(false);
  const [found, setFound] = useState({});
  if (!ids || !ids.length) return null;
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
    <button type="button" class="clause" aria-expanded=${open} aria-label="Clause ${ids.map(brief).join(", ")}"
      onClick=${toggle}>§ ${label}</button>
    ${open && html`<span class="clause-box">${ids.map((id) => html`<${Said} key=${id} id=${id}
      found=${found[id] || null} />`)}</span>`}
  </span>`;
}

// The readings that decided a line, where the book can be read in two ways.
export function AsRead({ names }) {
  if (!names || !names.length) return null;
  return html`<small class="soft"> as read: ${names.map(words).join(", ").toLowerCase()}</small>`;
}
