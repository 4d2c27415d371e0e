// How a hand stands: won, tied and lost shares, what beats it, and the outs on a grid of all 52 cards.

import { cardName } from "../core/card.js";
import { html } from "../core/html.js";
import { words } from "../core/names.js";
import { useStyle } from "../core/style.js";
import { say } from "../core/words.js";
import { share } from "../odds/exact.js";

/** @import { DealCounts, Outlook as Outlooks } from "../types/api.js" */

const RANKS = [..."AKQJT98765432"];
const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
/** @type {Record<string, import("../core/words.js").Key>} */
const SUIT_NAMES = { s: "card.spades", h: "card.hearts", d: "card.diamonds", c: "card.clubs" };
const PARTS = /** @type {const} */ ([
  ["win", "result.wins"],
  ["tie", "outlook.ties"],
  ["lose", "result.loses"],
]);

/** One decimal; what is neither nothing nor all never looks like it. @param {{ decimal: number }} share */
export function brief({ decimal }) {
  if (decimal === 0 || decimal === 1) return `${decimal * 100} %`;
  if (decimal < 0.0005) return say("outlook.under");
  if (decimal >= 0.9995) return say("outlook.over");
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
      title=${outlook[part].fraction}>${say(verb)} <b>${brief(outlook[part])}</b></li>`,
    )}
      ${
        outlook.qualifies &&
        html`<li title=${outlook.qualifies.fraction}>${say("outlook.qualifies")}${" "}
        <b>${brief(outlook.qualifies)}</b></li>`
      }</ul>
  </div>`;
}

/**
 * Colour runs from losing to winning; outs have a frame, cards that can't come are empty.
 * @param {{ card: string, deals: DealCounts | undefined, out: string | undefined, base: number }} props
 */
function Cell({ card, deals, out, base }) {
  const name = cardName(card);
  if (!deals) return html`<td class="gone"><span class="unseen">${say("outlook.known", { card: name })}</span></td>`;
  const won = deals.win / (deals.win + deals.tie + deals.lose);
  const tone = won > base ? "up" : won < base ? "down" : "";
  const strength = Math.min(1, Math.abs(won - base) * 3).toFixed(2);
  return html`<td class="${tone} ${out ? "out" : ""}" style="--strength:${strength}"
    title=${say("outlook.card_wins", { card: name, share: share(won) }) + (out ? `, ${out}` : "")} data-card=${card}>
    <span aria-hidden="true">${card[0] === "T" ? "10" : card[0]}</span>
    <span class="unseen">${say("outlook.card_wins", { card: name, share: `${Math.round(won * 100)} %` })}${out ? `, ${out}` : ""}</span></td>`;
}

/** @param {{ outlook: Outlooks }} props */
function Grid({ outlook }) {
  const outs = new Map(
    outlook.outs.flatMap(({ hand, cards }) => cards.map((card) => /** @type {[string, string]} */ ([card, hand]))),
  );
  const own = outlook.whose === "player";
  return html`<table class="outs-grid"><caption class="soft small">${say(own ? "outlook.each_board" : "outlook.each_dealer")}
    ${outs.size > 0 && html` <b>${say(own ? "outlook.framed" : "outlook.framed_dealer")}</b>`}</caption><tbody>
    ${Object.entries(SUITS).map(
      ([suit, sign]) => html`<tr key=${suit} class="suit-${suit}"><th
      scope="row"><span aria-hidden="true">${sign}</span><span class="unseen">${say(SUIT_NAMES[suit])}</span>
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
  return html`<p class="small"><b>${say(outlook.whose === "player" ? "outlook.your_outs" : "outlook.dealer_outs", { number })}</b>
    ${" "}${outlook.outs.map(({ hand, cards }) => say("outlook.for_hand", { number: cards.length, hand })).join(", ")}.
    ${outlook.completed && ` ${say("outlook.draw_comes", { share: brief(outlook.completed) })}`}</p>`;
}

/** @param {{ outlook: Outlooks }} props */
function BeatenBy({ outlook }) {
  if (!outlook.beaten_by.length) return null;
  const most = [...outlook.beaten_by].sort((one, two) => two.share.decimal - one.share.decimal).slice(0, 4);
  const hands = most.map(({ hand, share: often }) => `${words(hand).toLowerCase()} ${brief(often)}`).join(", ");
  return html`<p class="small">${say("outlook.beaten_by", { hands })}</p>`;
}

/** With `open` the grid is shown at once. @param {{ outlook: Outlooks, open?: boolean }} props */
export function Outlook({ outlook, open = false }) {
  const styled = useStyle(import.meta.url, "./outlook.css");
  if (!styled) return null;
  if (!outlook.whose && !outlook.beaten_by.length)
    return html`<div class="outlook" data-testid="outlook"><${Shares} outlook=${outlook} />
      <p class="soft small">${say("outlook.counted", { deals: outlook.deals.toLocaleString("en-US") })}</p></div>`;
  return html`<div class="outlook" data-testid="outlook"><${Shares} outlook=${outlook} />
    <details open=${open}><summary>${say(outlook.whose ? "outlook.outs_and" : "outlook.beats")}</summary>
      <${Outs} outlook=${outlook} />
      ${outlook.whose && html`<div class="scroll"><${Grid} outlook=${outlook} /></div>`}
      <${BeatenBy} outlook=${outlook} />
      <p class="soft small">${say("outlook.counted", { deals: outlook.deals.toLocaleString("en-US") })}</p>
    </details></div>`;
}
