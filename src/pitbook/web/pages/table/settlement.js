// What was paid, line by line: what, why, how much, by which clause; then the totals.

import { AsRead, Clauses } from "../core/clause.js";
import { html } from "../core/html.js";
import { cents, money } from "../core/money.js";
import { say } from "../core/words.js";
import { myResult, voidWords } from "./model.js";

/** @import { PaidLine, RoundWithScript, SeatInRound } from "../types/api.js" */

/** @param {{ line: PaidLine }} props */
export function SettlementLine({ line }) {
  const net = cents(line.returned) - (line.result === "adjust" ? 0 : cents(line.stake));
  return html`<li class="settled is-${line.result}">
    <span class="what">${line.words}</span>
    <span class="much ${net > 0 ? "win" : net < 0 ? "lose" : ""}">${money(
      line.result === "adjust" ? line.payout : net,
      { sign: true },
    )}</span>
    <span class="why"><${Clauses} ids=${line.clauses} /><${AsRead} names=${line.readings} /></span>
  </li>`;
}

/**
 * @param {object} props
 * @param {RoundWithScript} props.round
 * @param {number[]} props.seats
 * @param {boolean} props.over
 * @param {boolean} props.playing
 * @param {() => void} props.skip
 */
export function Settlement({ round, seats, over, playing, skip }) {
  /** @type {[number, SeatInRound][]} */
  const mine = seats.flatMap((seat) => {
    const state = round.seats[String(seat)];
    return state?.settled.length ? [[seat, state]] : [];
  });
  if (!mine.length && !round.void) return null;
  const result = over ? myResult(round, seats) : null;
  return html`<section class="settlement" data-testid="settlement" aria-labelledby="settlement-title">
    <h3 id="settlement-title">${say("settlement.of", { round: round.round })}</h3>
    ${round.void && html`<p class="void">${voidWords(round.void)}</p>`}
    ${mine.map(
      ([seat, state]) => html`<div key=${seat}>
      ${mine.length > 1 && html`<h4>${say("settlement.seat", { seat })}</h4>`}
      <ol>${state.settled.map((line, place) => html`<${SettlementLine} key=${place} line=${line} />`)}</ol>
    </div>`,
    )}
    ${
      result
        ? html`<dl class="totals"><div><dt>${say("settlement.wagered")}</dt><dd>${money(result.staked)}</dd></div><div>
      <dt>${say("settlement.returned")}</dt><dd>${money(result.returned)}</dd></div>
      <div class="net-row"><dt>${say("settlement.net")}</dt><dd class=${result.net > 0 ? "win" : result.net < 0 ? "lose" : ""}>
        ${money(result.net, { sign: true })}</dd></div></dl>`
        : playing && html`<button type="button" class="plain" onClick=${skip}>${say("settlement.show_all")}</button>`
    }
  </section>`;
}
