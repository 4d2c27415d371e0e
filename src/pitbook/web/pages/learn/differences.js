// The books side by side: one line for each thing that they decide; on a narrow screen, one book against another.

import { Clauses } from "../core/clause.js";
import { html, useState } from "../core/html.js";
import { useLoad } from "../core/load.js";
import { Problems } from "../core/problems.js";
import { say } from "../core/words.js";
/** @import { DifferenceLine, Differences as Compared } from "../types/api.js" */
/** @import { Load } from "../core/load.js" */

export function Differences() {
  /** @type {Load<Compared>} */
  const { data, error, reload } = useLoad("/api/books/differences");
  const [all, setAll] = useState(true);
  // A phone has room for two at once; the others are a tap away.
  const [hidden, setHidden] = useState(() => (matchMedia("(max-width: 600px)").matches ? [2, 3] : []));
  if (error) return html`<${Problems} error=${error} onRetry=${reload} />`;
  if (!data) return html`<p class="loading" aria-busy="true">${say("learn.reading")}</p>`;
  const shown = data.books.map((_, place) => place).filter((place) => !hidden.includes(place));
  /** @param {DifferenceLine} line */
  const differs = (line) => new Set(shown.map((place) => line.cells[place].text)).size > 1;
  /** @param {number} place */
  const toggle = (place) =>
    setHidden(hidden.includes(place) ? hidden.filter((one) => one !== place) : [...hidden, place]);
  return html`<section aria-labelledby="differences-title" data-testid="differences">
    <h2 id="differences-title">${say("learn.differ")}</h2>
    <fieldset class="which"><legend>${say("learn.compare")}</legend>${data.books.map(
      (book, place) => html`<label class="inline"
      key=${book.id}><input type="checkbox" checked=${!hidden.includes(place)}
        disabled=${shown.length === 2 && !hidden.includes(place)} onChange=${() => toggle(place)} />
      <span>${book.title}</span></label>`,
    )}
      <label class="inline"><input type="checkbox" checked=${!all} onChange=${() => setAll(!all)} />
        <span>${say("learn.only_differs")}</span></label></fieldset>
    <div class="panel scroll" tabindex="0" role="region" aria-label=${say("learn.side_by_side")}>
      <table class="grid differences"><thead><tr><td></td>${shown.map(
        (place) => html`<th scope="col"
        key=${data.books[place].id}>${data.books[place].title}</th>`,
      )}</tr></thead>
      <tbody>${data.lines
        .filter((line) => all || differs(line))
        .map(
          (line) => html`<tr key=${line.label}
        class=${differs(line) ? "differs" : ""}><th scope="row">${line.label}</th>
        ${shown.map(
          (place) => html`<td key=${place}>${line.cells[place].text}
          ${" "}<${Clauses} ids=${line.cells[place].clauses} /></td>`,
        )}</tr>`,
        )}</tbody></table></div>
    <p class="soft small">${say("learn.stock_tables")}</p>
  </section>`;
}
