// Chips: a disc with its amount. The colour follows the largest chip that fits, the number says the rest.
import { html } from "../core/html.js";
import { cents, short } from "../core/money.js";

/** @import { Wagering } from "../types/api.js" */

const VALUES = [50, 100, 500, 2500, 10000, 50000, 100000];
const MOST_IN_TRAY = 5;

/** @param {number} amount */
const kind = (amount) => VALUES.filter((value) => value <= amount).pop() || VALUES[0];

/**
 * The chips that are of use here: no finer than the unit, no larger than the largest wager.
 * @param {Wagering} wagering
 */
export function tray(wagering) {
  const most = Math.max(...wagering.wagers.map((wager) => cents(wager.most)));
  return VALUES.filter((value) => value >= cents(wagering.chip_unit) && value <= most).slice(-MOST_IN_TRAY);
}

/** @param {{ amount: number, moved?: string }} props */
export function Chip({ amount, moved = "" }) {
  const text = short(amount);
  return html`<span class="chip chip-${kind(amount)} ${moved} ${text.length > 4 ? "long" : ""}">${text}</span>`;
}
