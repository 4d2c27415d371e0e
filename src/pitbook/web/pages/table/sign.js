// The sign: what every wager pays and how much may be wagered, from the same rules that settle it.

import { Clauses } from "../core/clause.js";
import { html } from "../core/html.js";
import { priced } from "../core/money.js";
import { say } from "../core/words.js";
import { Paytables } from "./pays.js";
/** @import { Layout, PaidLine } from "../types/api.js" */

/** @param {{ layout: Layout, table: string, lines: PaidLine[] }} props */
export function Sign({ layout, table, lines }) {
  const { schedules, limits, notes } = layout.sign;
  const query = `table=${encodeURIComponent(table)}`;
  return html`<div class="sign">
    <${Paytables} schedules=${schedules} lines=${lines} clauses />
    <div class="schedule"><h3>${say("sign.limits")}</h3><table><tbody>${limits.map(
      (limit) => html`<tr><th scope="row">${limit.label}
      </th><td>${priced(limit.text)}</td></tr>`,
    )}</tbody></table></div>
    ${notes.map((note) => html`<p class="small">${priced(note.text)}</p>`)}
    ${layout.inscriptions.map((one) => html`<p class="small">${priced(one.text)} <${Clauses} ids=${one.clauses} /></p>`)}
    <p class="small"><a href="/print/sign?${query}" target="_blank" rel="noopener">${say("sign.print")}</a> · <a
      href="/print/layout?${query}" target="_blank" rel="noopener">${say("sign.print_layout")}</a></p>
  </div>`;
}
