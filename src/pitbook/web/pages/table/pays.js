// The paytables of the wagers on offer, with the line that has just been won.

import { Clauses } from "../core/clause.js";
import { html } from "../core/html.js";
import { priced } from "../core/money.js";
import { say } from "../core/words.js";

/** @import { PaidLine, PaySchedule } from "../types/api.js" */

/**
 * A settled line says what it was paid for; a line of a paytable says what it is for, in the same names. A fixed sum is
 * for a wager of one amount: it was won if it is what was paid.
 * @param {string} wager
 * @param {{ on: string | null, pays: string, amount: string | null }} line
 * @param {PaidLine[]} settled
 */
export const isWon = (wager, line, settled) =>
  settled.some(
    (one) =>
      one.wager === wager &&
      line.on !== null &&
      (one.hand === line.on || one.reason === line.on) &&
      (line.amount === null ? one.pays === line.pays : one.payout === line.amount),
  );

/** @param {{ schedules: PaySchedule[], lines?: PaidLine[], clauses?: boolean }} props */
export function Paytables({ schedules, lines = [], clauses = false }) {
  return html`<div class="paytables">${schedules.map(
    (schedule) => html`<div class="schedule" key=${schedule.title}>
    <h3>${schedule.title}${clauses && html` <${Clauses} ids=${schedule.clauses} />`}</h3>
    <table><tbody>${schedule.lines.map((line) => {
      const won = isWon(schedule.wager, line, lines);
      return html`<tr class=${won ? "won" : ""}><th scope="row">${line.when}${
        won && html`<span class="unseen">, ${say("table.won")}</span>`
      }</th><td>${priced(line.pays)}</td></tr>`;
    })}</tbody></table>
    ${clauses && schedule.notes.map((note) => html`<p class="soft small">${priced(note.text)}</p>`)}
  </div>`,
  )}</div>`;
}
