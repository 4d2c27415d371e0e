// A table of one's own, as most people want it.

import { decimal, typed } from "../core/money.js";

/** @import { Book } from "../types/api.js" */

/** @typedef {typeof DEFAULTS} Choices what most people choose */
export const DEFAULTS = { name: "", bots: 0, plays: "exact", buyIn: "500.00" };

/** The middle seat, with bots on some of the others. @param {Book} book @param {Choices} choices */
export const seatedAt = (book, choices) => ({
  target: book.id,
  bots: Array.from({ length: Math.min(choices.bots, book.positions - 1) }, () => ({ plays: choices.plays })),
  seat: Math.ceil(book.positions / 2),
  buy_in: decimal(typed(choices.buyIn) ?? 0),
});
