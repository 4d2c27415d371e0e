// The sign: what every wager pays and how much may be wagered, from the same rules that settle it.
import { html } from "../core/html.js";
import { Clauses } from "../core/clause.js";

export function Sign({ layout, table }) {
  const { schedules, limits, notes } = layout.sign;
  const query = `table=${encodeURIComponent(table)}`;
  return html`<div class="sign">
    ${schedules.map((schedule) => html`<div class="schedule" key=${schedule.title}>
      <h3>${schedule.title}${schedule.table && html` <small class="soft">table ${schedule.table}</small>`} <${Clauses}
        ids=${schedule.clauses} /></h3>
      <table><tbody>${schedule.lines.map((line) => html`<tr><th scope="row">${line.when}</th><td>${line.pays}</td>
        </tr>`)}</tbody></table>
      ${schedule.notes.map((note) => html`<p class="soft small">${note.text || note}</p>`)}
    </div>`)}
    <div class="schedule"><h3>Limits</h3><table><tbody>${limits.map((limit) => html`<tr><th scope="row">${limit.label}
      </th><td>${limit.text}</td></tr>`)}</tbody></table></div>
    ${notes.map((note) => html`<p class="small">${note.text || note}</p>`)}
    ${layout.inscriptions.map((one) => html`<p class="small">${one.text} <${Clauses} ids=${one.clauses} /></p>`)}
    <p class="small"><a href="/print/sign?${query}" target="_blank" rel="noopener">Print the sign</a> · <a
      href="/print/layout?${query}" target="_blank" rel="noopener">Print the layout</a></p>
  </div>`;
}
