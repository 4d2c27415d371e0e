// Cards that lie on a physical table, typed ("Ah Kd") or picked; what lies there already can't be picked.

import { Card, cardName, HIDDEN } from "../core/card.js";
import { html, useEffect, useRef } from "../core/html.js";
import { sentence } from "../core/names.js";
import { say } from "../core/words.js";

/** @import { RoundOnTable } from "../types/api.js" */

const RANKS = [..."AKQJT98765432"];
const SUITS = [..."shdc"];
/** @type {Record<string, string>} */
const SYMBOLS = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** "10h, kd" -> ["Th", "Kd"]; null for a text that is not made of cards. @param {string} text */
export function readCards(text) {
  const clean = text.replaceAll("10", "T").replace(/[\s,;]+/g, "");
  if (!/^([2-9TJQKA][cdhs])*$/i.test(clean)) return null;
  return (clean.match(/../g) || []).map((card) => card[0].toUpperCase() + card[1].toLowerCase());
}

/** Every card that lies face up somewhere in the round. @param {RoundOnTable | null} round */
export function cardsOnTable(round) {
  if (!round) return [];
  const seats = Object.values(round.seats).flatMap((seat) => seat.cards);
  const cards = [...round.board, ...round.dealer, ...round.extra, ...round.set_aside, ...seats];
  return cards.filter((card) => card !== HIDDEN);
}

/**
 * @param {object} props
 * @param {number} props.number
 * @param {string[]} props.taken
 * @param {string} props.text
 * @param {(text: string) => void} props.onText
 * @param {() => void} props.onEnter
 */
export function CardPicker({ number, taken, text, onText, onEnter }) {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => field.current?.focus(), [number]);
  const chosen = readCards(text);
  const list = chosen || [];
  /** @param {string} card */
  const pick = (card) => onText((list.includes(card) ? list.filter((one) => one !== card) : [...list, card]).join(" "));
  const doubtful = list.filter((card, place) => taken.includes(card) || list.indexOf(card) !== place);
  let problem = chosen === null ? say("picker.like") : "";
  if (doubtful.length) problem = sentence(say("picker.there", { cards: doubtful.map(cardName).join(", ") }));
  return html`<div class="picker"><label><span>${say("picker.shown", { count: number })}</span>
      <input ref=${field} value=${text} autocomplete="off" autocapitalize="off" spellcheck="false" size="24"
        data-testid="cards-typed" aria-invalid=${Boolean(problem)}
        onInput=${(event) => onText(event.target.value)} onKeyDown=${(event) => event.key === "Enter" && onEnter()} />
          </label>
    <p class="picked" aria-live="polite">${list.map(
      (card) => html`<${Card} key=${card} card=${card}
      size="small" />`,
    )} <span class="soft">${say("picker.of", { picked: list.length, number })}</span>${
      problem &&
      html` <span class="lose">
      ${problem}</span>`
    }</p>
    <div class="deck-grid" role="group" aria-label=${say("picker.pick")}>${SUITS.flatMap((suit) =>
      RANKS.map((rank) => {
        const card = rank + suit;
        const on = list.includes(card);
        return html`<button type="button" key=${card} class=${`suit-${suit}`} aria-label=${cardName(card)}
        aria-pressed=${on} disabled=${taken.includes(card) || (!on && list.length >= number)}
        onClick=${() => pick(card)}>
        <b>${rank === "T" ? "10" : rank}</b><span aria-hidden="true">${SYMBOLS[suit]}</span>
          </button>`;
      }),
    )}</div></div>`;
}

/** @param {string} text @param {number} number @param {string[]} taken */
export const complete = (text, number, taken) => {
  const list = readCards(text);
  if (list === null || list.length !== number || new Set(list).size !== number) return false;
  return !list.some((card) => taken.includes(card));
};
