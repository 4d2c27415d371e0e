// How a hand stands: won, tied and lost shares, what beats it, and the outs on a grid of all 52 cards.

import { cardName } from "../core/card.js";
import { html } from "../core/html.js";
import { words } from "../core/names.js";
import { useStyle } from "../core/style.js";
import { share } from "../odds/exact.js";

/** @import { Deals, Outlook as Outlooks } from "../types/api.js" */

const RANKS = [..."AKQJT98765432"];
const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
/** @type {["win" | "tie" | "lose", string][]} */
const PARTS = [
  ["win", "wins"],
  ["tie", "ties"],
  ["lose", "loses"],
];

/** One decimal; what is neither nothing nor all never looks like it. @param {{ decimal: number }} share */
export function brief({ decimal }) {
  if (decimal === 0 || decimal === 1) return `${decimal * 100} %`;
  if (decimal < 0.0005) return "under 0.1 %";
  if (decimal >= 0.9995) return "over 99.9 %";
  return `${(decimal * 100).toFixed(1)} %`;
}

/** @param {{ outlook: Outlooks }} props */
function Shares({ outlook }) {
  const some = PARTS.filter(([part]) => outlook[part].decimal > 0);
  return html`<div class="shares">
    <div class="share-bar" aria-hidden="true">${some.map(
      ([part]) => html`<span key=${part} class="is-${part}"
      style="flex-grow:${outlook[part].decimal}"></span>`,
    )}</div>
    <ul>${some.map(
      ([part, verb]) => html`<li key=${part} class="is-${part}"
      title=${outlook[part].fraction}>${verb} <b>${brief(outlook[part])}</b></li>`,
    )}
      ${
        outlook.qualifies &&
        html`<li title=${outlook.qualifies.fraction}>dealer qualifies${" "}
        <b>${brief(outlook.qualifies)}</b></li>`
      }</ul>
  </div>`;
}

/**
 * Colour runs from losing to winning; outs have a frame, cards that can't come are empty.
 * @param {{ card: string, deals: Deals | undefined, out: string | undefined, base: number }} props
 */
function Cell({ card, deals, out, base }) {
  const name = cardName(card);
  if (!deals) return html`<td class="gone"><span class="unseen">${name} is known</span></td>`;
  const won = deals.win / (deals.win + deals.tie + deals.lose);
  const tone = won > base ? "up" : won < base ? "down" : "";
  const strength = Math.min(1, Math.abs(won - base) * 3).toFixed(2);
  return html`<td class="${tone} ${out ? "out" : ""}" style="--strength:${strength}"
    title="${name}: ${share(won)} won${out ? `, ${out}` : ""}" data-card=${card}>
    <span aria-hidden="true">${card[0] === "T" ? "10" : card[0]}</span>
    <span class="unseen">${name}: ${Math.round(won * 100)} % won${out ? `, ${out}` : ""}</span></td>`;
}

/** @param {{ outlook: Outlooks }} props */
function Grid({ outlook }) {
  const outs = new Map(
    outlook.outs.flatMap(({ hand, cards }) => cards.map((card) => /** @type {[string, string]} */ ([card, hand]))),
  );
  const comes = outlook.whose === "player" ? "to the board" : "to the dealer";
  return html`<table class="outs-grid"><caption class="soft small">Each card, if it comes ${comes}: green wins more,
    red less${outs.size > 0 && html`; framed: <b>${outlook.whose === "player" ? "your" : "the dealer's"} outs</b>`}.
    </caption><tbody>
    ${Object.entries(SUITS).map(
      ([suit, sign]) => html`<tr key=${suit} class="suit-${suit}"><th
      scope="row"><span aria-hidden="true">${sign}</span><span class="unseen">${cardName(`A${suit}`).split(" ")[2]}</span>
      </th>${RANKS.map(
        (rank) => html`<${Cell} key=${rank} card=${rank + suit} deals=${outlook.cards[rank + suit]}
        out=${outs.get(rank + suit)} base=${outlook.win.decimal} />`,
      )}</tr>`,
    )}</tbody></table>`;
}

/** @param {{ outlook: Outlooks }} props */
function Outs({ outlook }) {
  if (!outlook.outs.length) return null;
  const number = outlook.outs.reduce((sum, { cards }) => sum + cards.length, 0);
  return html`<p class="small"><b>${outlook.whose === "player" ? "Your outs" : "The dealer's outs"}: ${number}.</b>
    ${" "}${outlook.outs.map(({ hand, cards }) => `${cards.length} for ${hand}`).join(", ")}.
    ${outlook.completed && ` A draw comes in ${brief(outlook.completed)} of the time.`}</p>`;
}

/** @param {{ outlook: Outlooks }} props */
function BeatenBy({ outlook }) {
  if (!outlook.beaten_by.length) return null;
  const most = [...outlook.beaten_by].sort((one, two) => two.share.decimal - one.share.decimal).slice(0, 4);
  return html`<p class="small">Most often beaten by: ${most
    .map(({ hand, share: often }) => `${words(hand).toLowerCase()} ${brief(often)}`)
    .join(", ")}.</p>`;
}

/** With `open` the grid is shown at once. @param {{ outlook: Outlooks, open?: boolean }} props */
export function Outlook({ outlook, open = false }) {
  const styled = useStyle(import.meta.url, "./outlook.css");
  if (!styled) return null;
  return html`<div class="outlook" data-testid="outlook"><${Shares} outlook=${outlook} />
    <details open=${open}><summary>${outlook.whose ? "Outs and what beats you" : "What beats you"}</summary>
      <${Outs} outlook=${outlook} />
      ${outlook.whose && html`<div class="scroll"><${Grid} outlook=${outlook} /></div>`}
      <${BeatenBy} outlook=${outlook} />
      <p class="soft small">Counted over all ${outlook.deals.toLocaleString("en-US")} deals that are possible.</p>
    </details></div>`;
}
