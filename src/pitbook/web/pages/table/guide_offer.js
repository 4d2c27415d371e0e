// Whether a guided first hand is offered, on, or neither.
import { html, useState } from "../core/html.js";
import { say } from "../core/words.js";

/**
 * @typedef {object} Guide
 * @property {"offered" | "on" | "off"} state
 * @property {() => void} begin
 * @property {() => void} end it is not offered again
 */

const KEPT = "pitbook-guide";

function wasAnswered() {
  try {
    return localStorage.getItem(KEPT) !== null;
  } catch {
    return false;
  }
}

/**
 * It is offered until somebody has taken or declined it.
 * @param {boolean} wanted somebody came to be guided
 * @returns {Guide}
 */
export function useGuide(wanted) {
  const [state, setState] = useState(/** @type {Guide["state"]} */ (wanted ? "on" : wasAnswered() ? "off" : "offered"));
  /** @param {Guide["state"]} next */
  const answer = (next) => {
    setState(next);
    try {
      localStorage.setItem(KEPT, "answered");
    } catch {
      // A browser that keeps nothing offers it again, no more.
    }
  };
  return { state, begin: () => answer("on"), end: () => answer("off") };
}

/** @param {{ guide: Guide }} props */
export function GuideOffer({ guide }) {
  return html`<p class="offer" data-testid="guide-offer"><span>${say("guide.new_here")}</span>
    <button type="button" data-testid="guide-begin" onClick=${guide.begin}>${say("guide.begin")}</button>
    <button type="button" class="plain" data-testid="guide-decline" onClick=${guide.end}>${say("guide.decline")}</button></p>`;
}
