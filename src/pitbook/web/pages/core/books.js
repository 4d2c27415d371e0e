// The books in the one order in which every page lists them; a page without a chosen book shows the first.

import { useMemo } from "./html.js";
import { useLoad } from "./load.js";

/** @import { Book } from "../types/api.js" */
/** @import { Load } from "./load.js" */

/**
 * Regulators' books first: before all the one that others rest on, last those that rest on another.
 * @param {Book[]} books
 */
export function inOrder(books) {
  const leant = new Set(books.map((book) => book.rests_on));
  /** @param {Book} book */
  const rank = (book) => (leant.has(book.id) ? 0 : book.rests_on ? 2 : 1);
  return [...books].sort((one, two) => rank(one) - rank(two));
}

/** @returns {Load<Book[]>} */
export function useBooks() {
  const load = useLoad("/api/books");
  const data = useMemo(() => load.data && inOrder(load.data), [load.data]);
  return { ...load, data };
}
