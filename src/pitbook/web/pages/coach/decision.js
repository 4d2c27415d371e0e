// A decision and what every action in it is worth: used by the session page and by the drill.

import { Cards } from "../core/card.js";
import { html } from "../core/html.js";
import { actionName } from "../core/names.js";
import { say } from "../core/words.js";
import { Exact, plain } from "../odds/exact.js";
/** @import { Worth as ActionWorth } from "../types/api.js" */

/** @param {{ cards: string[], board: string[], up: string[], size?: string }} props */
export function Situation({ cards, board, up, size = "" }) {
  const seen = up.length ? up : board;
  return html`<div class="situation"><div><h3>${say("seat.your_cards")}</h3><${Cards} cards=${cards} size=${size} label=${say("seat.your_cards")} />
    </div>
    ${
      seen.length > 0 &&
      html`<div><h3>${say(up.length ? "decision.up_card" : "history.board")}</h3><${Cards}
      cards=${seen} size=${size} label=${say(up.length ? "decision.up_card" : "history.board")} /></div>`
    }</div>`;
}

/** @param {{ actions: Record<string, ActionWorth>, units: string, best: string, chosen: string }} props */
export function Worth({ actions, units, best, chosen }) {
  const rows = Object.entries(actions).sort((one, other) => other[1].value.decimal - one[1].value.decimal);
  return html`<table class="grid worth"><thead class="unseen"><tr><th scope="col">${say("decision.action")}</th><th
    scope="col">${say("decision.worth", { units })}</th></tr></thead><tbody>
    ${rows.map(
      ([action, { value }]) => html`<tr key=${action} class=${action === best ? "best" : ""}><th scope="row">
      ${actionName(action)}
      ${action === best && html` <span class="badge">${say("coach.best")}</span>`}${
        action === chosen &&
        html` <span
        class="badge quiet">${say("coach.yours")}</span>`
      }</th>
      <td class="number"><${Exact} of=${value} as=${(number) => say("decision.units", { number: plain(number, 4), units })} /></td></tr>`,
    )}</tbody>
        </table>`;
}
