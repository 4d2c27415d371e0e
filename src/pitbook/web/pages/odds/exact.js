// Exact numbers as people read them; the fraction itself stands under the rounded one when it is asked for.
import { createContext, html, useContext } from "../core/html.js";
/** @import { Exact as ExactNumber } from "../types/api.js" */

export const ShowFractions = createContext(false);

const MINUS = "\u2212";
/** @param {string} text */
const signed = (text) => text.replace("-", MINUS);

/** @param {number} number */
export const percent = (number, places = 4) => signed(`${(number * 100).toFixed(places)} %`);
/** @param {number} number */
export const plain = (number, places = 4) => signed(number.toFixed(places));

/** 30940 -> "30,940"; with a decimal where it is small. @param {number} number */
export function many(number) {
  const places = number < 100 && !Number.isInteger(number) ? 1 : 0;
  return number.toLocaleString("en-US", { minimumFractionDigits: places, maximumFractionDigits: places });
}

/** A rare share needs more digits than a common one. @param {number} number */
export function share(number) {
  if (number === 0) return "0 %";
  const places = Math.min(10, Math.max(3, 2 - Math.floor(Math.log10(Math.abs(number) * 100))));
  return percent(number, places);
}

/** @param {{ of: ExactNumber | null | undefined, as?: (decimal: number) => string }} props */
export function Exact({ of, as = percent }) {
  const fractions = useContext(ShowFractions);
  if (!of) return "\u2013";
  return html`<span class="exact"><span>${as(of.decimal)}</span>
    ${fractions && html`<span class="fraction">${grouped(of.fraction)}</span>`}</span>`;
}

/** "-840983767/35658730800" -> "−840,983,767 / 35,658,730,800" @param {string} fraction */
export function grouped(fraction) {
  /** @param {string} digits */
  const part = (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ",");
  const [above, below] = signed(fraction).split("/");
  return below ? `${part(above)} / ${part(below)}` : part(above);
}
