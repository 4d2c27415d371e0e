// The books side by side, as many as the window has room for: one line for each thing that they decide.

import { Clauses } from "../core/clause.js";
import { html, useState } from "../core/html.js";
import { useLoad } from "../core/load.js";
import { priced } from "../core/money.js";
import { Problems } from "../core/problems.js";
import { say } from "../core/words.js";

/** @import { DifferenceLine, Differences as Compared } from "../types/api.js" */
/** @import { Load } from "../core/load.js" */

/** How many books stand side by side without scrolling. */
const room = () => Math.max(2, Math.floor((Math.min(innerWidth, 1100) - 170) / 170));

/** @param {{ first: string | undefined }} props The book that is compared with the others. */
export function Differences({ first }) {
  /** @type {Load<Compared>} */
  const { data, error, reload } = useLoad("/api/books/differences");
  const [all, setAll] = useState(true);
  const [chosen, setChosen] = useState(/** @type {string[] | null} */ (null));
  if (error) return html`<${Problems} error=${error} onRetry=${reload} />`;
  if (!data) return html`<p class="loading" aria-busy="true">${say("learn.reading")}</p>`;
  const ids = data.books.map((book) => book.id);
  const compared =
    chosen ?? ids.toSorted((one, other) => Number(other === first) - Number(one === first)).slice(0, room());
  const shown = ids.map((_, place) => place).filter((place) => compared.includes(ids[place]));
  /** @param {DifferenceLine} line */
  const differs = (line) => new Set(shown.map((place) => line.cells[place].text)).size > 1;
  /** Whether it is about any of them. @param {DifferenceLine} line */
  const says = (line) => shown.some((place) => line.cells[place].text !== "\u2013");
  /** @param {string} id */
  const toggle = (id) => setChosen(compared.includes(id) ? compared.filter((one) => one !== id) : [...compared, id]);
  return html`<section aria-labelledby="differences-title" data-testid="differences">
    <h2 id="differences-title">${say("learn.differ")}</h2>
    <fieldset class="which"><legend>${say("learn.compare")}</legend>${data.books.map(
      (book) => html`<label class="inline"
      key=${book.id}><input type="checkbox" checked=${compared.includes(book.id)}
        disabled=${shown.length === 2 && compared.includes(book.id)} onChange=${() => toggle(book.id)} />
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
        .filter((line) => (all ? says(line) : differs(line)))
        .map(
          (line) => html`<tr key=${line.label}
        class=${differs(line) ? "differs" : ""}><th scope="row">${line.label}</th>
        ${shown.map(
          (place) => html`<td key=${place}>${priced(line.cells[place].text)}
          ${" "}<${Clauses} ids=${line.cells[place].clauses} /></td>`,
        )}</tr>`,
        )}</tbody></table></div>
    <p class="soft small">${say("learn.stock_tables")}</p>
  </section>`;
}
