// A playing card, readable when small and when another lies over its right half: rank and suit stand at the left.
// Suits differ in shape and in colour (four colours), so either is enough.
import { html } from "./html.js";
import { say } from "./words.js";

/** @import { Key } from "./words.js" */

/** @type {Record<string, Key>} */
const RANKS = {
  A: "card.ace",
  K: "card.king",
  Q: "card.queen",
  J: "card.jack",
  T: "card.ten",
  9: "card.nine",
  8: "card.eight",
  7: "card.seven",
  6: "card.six",
  5: "card.five",
  4: "card.four",
  3: "card.three",
  2: "card.two",
};
/** @type {Record<string, Key>} */
const SUITS = { s: "card.spades", h: "card.hearts", d: "card.diamonds", c: "card.clubs" };
// Drawn in a box of 20 by 20.
/** @type {Record<string, string>} */
export const SHAPES = {
  s: "M10 1C8 5 1.5 8 1.5 12.6a4 4 0 0 0 7 2.4c-.2 1.8-.9 3-2.3 4h7.6c-1.4-1-2.1-2.2-2.3-4a4 4 0 0 0 7-2.4C18.5 8 12 5 10 1Z",
  h: "M10 18.5C7 14.5 1.2 11.5 1.2 6.6A4.5 4.5 0 0 1 10 5a4.5 4.5 0 0 1 8.8 1.6c0 4.9-5.8 7.9-8.8 11.9Z",
  d: "M10 .8 17.2 10 10 19.2 2.8 10Z",
  c: "M10 1.2a4.3 4.3 0 0 1 3.6 6.7 4.3 4.3 0 1 1-2.3 7.1c.2 1.8.9 3 2.3 4H6.4c1.4-1 2.1-2.2 2.3-4a4.3 4.3 0 1 1-2.3-7.1A4.3 4.3 0 0 1 10 1.2Z",
};

export const HIDDEN = "hidden";

/** @param {string | null} card */
export function cardName(card) {
  if (!card) return say("card.none");
  if (card === HIDDEN) return say("card.hidden");
  return say("card.name", { rank: say(RANKS[card[0]]), suit: say(SUITS[card[1]]) });
}

/** "Ah Kd" in words, for people who listen. @param {(string | null)[]} cards */
export const cardNames = (cards) => cards.map(cardName).join(", ");

/**
 * @param {object} props
 * @param {string | null} props.card "As", "hidden", or null for the place where one will lie
 * @param {"up" | "down"} [props.face] "down" hides a known card
 * @param {string} [props.size]
 * @param {boolean} [props.dim]
 * @param {boolean} [props.rises]
 */
export function Card({ card, face = "up", size = "", dim = false, rises = false }) {
  const classes = `card ${size} ${dim ? "dim" : ""} ${rises ? "rises" : ""}`;
  if (!card) return html`<span class="${classes} empty" aria-hidden="true"></span>`;
  if (card === HIDDEN || face === "down") {
    return html`<span class="${classes} back" role="img" aria-label=${say("card.hidden")}></span>`;
  }
  const [rank, suit] = card;
  return html`<svg class="${classes} face suit-${suit}" viewBox="0 0 50 70" role="img" aria-label=${cardName(card)}
    data-card=${card}>
    <rect class="paper" x=".75" y=".75" width="48.5" height="68.5" rx="6" />
    <text class="rank" x="15" y="29" text-anchor="middle" textLength=${rank === "T" ? 24 : null}
      lengthAdjust="spacingAndGlyphs">${rank === "T" ? "10" : rank}</text>
    <path class="suit index" d=${SHAPES[suit]} transform="translate(6 34) scale(.9)" />
    <path class="suit pip" d=${SHAPES[suit]} transform="translate(20 38) scale(1.35)" />
  </svg>`;
}

/**
 * @param {object} props
 * @param {(string | null)[]} props.cards
 * @param {string} [props.size]
 * @param {boolean} [props.dim]
 * @param {string | null} [props.label]
 * @param {(string | null)[]} [props.rising] the cards that make the winning hand
 */
export function Cards({ cards, size = "", dim = false, label = null, rising = [] }) {
  return html`<span class="cards" role=${label ? "group" : null} aria-label=${label}>
    ${cards.map(
      (card, place) => html`<${Card} key=${`${place}${card}`} card=${card} size=${size} dim=${dim}
      rises=${rising.includes(card)} />`,
    )}
  </span>`;
}
