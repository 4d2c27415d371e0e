// Settlement line by line, seat by seat in the order of settlement: what, why, how much, and the clause.

import { AsRead, Clauses } from "../core/clause.js";
import { html } from "../core/html.js";
import { cents, money, priced } from "../core/money.js";
import { sentence, words } from "../core/names.js";
import { say } from "../core/words.js";

/** @import { Line, Total } from "../types/api.js" */

/** @type {Record<string, import("../core/words.js").Key>} */
const RESULTS = {
  win: "lines.wins",
  lose: "lines.loses",
  push: "lines.pushes",
  forfeit: "lines.forfeited",
  void: "lines.returned",
  adjust: "lines.limited",
};
/** @param {string} result */
const tone = (result) => (result === "win" ? "win" : result === "lose" || result === "forfeit" ? "lose" : "");

/** Lines of one seat that follow each other. @param {Line[]} lines */
function turns(lines) {
  /** @type {{ seat: number, lines: Line[] }[]} */
  const found = [];
  for (const line of lines) {
    const last = found[found.length - 1];
    if (last?.seat === line.seat) last.lines.push(line);
    else found.push({ seat: line.seat, lines: [line] });
  }
  return found;
}

/** @param {{ line: Line }} props */
function Why({ line }) {
  const said = line.hand ? `${words(line.hand)}, ${line.why}` : line.why;
  return html`<span class="why">${sentence(said)} <${Clauses} ids=${line.clauses} /><${AsRead} names=${line.readings} /></span>`;
}

/**
 * @param {object} props
 * @param {Line[]} props.lines
 * @param {Record<string, string>} [props.names] by seat
 * @param {Record<string, Total>} [props.totals] by seat
 */
export function Lines({ lines, names = {}, totals = {} }) {
  if (!lines?.length) return html`<p class="soft">${say("lines.none")}</p>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${say("lines.title")} data-testid="settlement">
    <table class="grid lines"><thead><tr>
      <th scope="col">${say("bet.wager")}</th><th scope="col" class="number">${say("lines.stake")}</th>
      <th scope="col">${say("lines.result")}</th><th scope="col" class="number">${say("settlement.returned")}</th></tr></thead>
    ${turns(lines).map(
      ({ seat, lines: own }) => html`<tbody key=${`${seat} ${own[0].wager}`}>
      <tr class="turn"><th scope="rowgroup" colspan="4">${say("settlement.seat", { seat })}${names[seat] && ` · ${names[seat]}`}
        ${
          totals[seat] &&
          html` <span class=${cents(totals[seat].net) < 0 ? "lose" : "win"}>
          ${money(totals[seat].net, { sign: true })}</span>`
        }</th></tr>
      ${own.map(
        (line) => html`<tr key=${line.wager}><td>${words(line.wager)}</td><td class="number">
        ${money(line.stake)}</td>
        <td><b class=${tone(line.result)}>${say(RESULTS[line.result])}</b>${
          line.pays &&
          html` <span>
          ${priced(line.pays)}</span>`
        }<${Why} line=${line} /></td>
        <td class="number">${line.returned && money(line.returned)}</td></tr>`,
      )}</tbody>`,
    )}</table></div>`;
}
