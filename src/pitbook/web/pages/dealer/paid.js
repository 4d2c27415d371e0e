// What each seat was paid in a round, and what goes back to it in all.

import { html } from "../core/html.js";
import { money, sum } from "../core/money.js";
import { say } from "../core/words.js";
import { holderOf } from "../table/model.js";

/** @import { RoundOnTable, View } from "../types/api.js" */

/** @param {{ view: View, round: RoundOnTable }} props */
export function Paid({ view, round }) {
  const paid = Object.entries(round.seats).filter(([, seat]) => seat.settled.length > 0);
  return html`<ul class="paid">${paid.map(
    ([number, seat]) => html`<li key=${number} data-testid="paid-seat-${number}">
      <h3>${say("seat.label", { number, whose: holderOf(view, Number(number))?.name ?? say("seat.free") })}</h3>
      ${seat.settled.map((line) => html`<p class=${line.result === "win" ? "win" : ""}>${line.words}</p>`)}
      <p>${say("paid.back", { amount: money(sum(seat.settled.map((line) => line.returned))) })}</p></li>`,
  )}</ul>`;
}
