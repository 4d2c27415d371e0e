// What went wrong, in sentences, each with its clause.

import { ApiError } from "./api.js";
import { Clauses } from "./clause.js";
import { html } from "./html.js";
import { sentence } from "./names.js";
import { Link } from "./router.js";
import { say } from "./words.js";

/** @typedef {import("./api.js").Problem} Problem */
/** @import { Book } from "../types/api.js" */

/** The value that a problem is about, where its sentence does not name it. @param {{ problem: Problem }} props */
const Unnamed = ({ problem }) =>
  problem.value && !problem.message.includes(problem.value) && html`<span class="given">(${problem.value})</span> `;

/**
 * That an address names a book that does not exist, and which one is shown instead.
 * @param {{ target: string | null | undefined, books: Book[], shown: Book }} props
 */
export const NoSuchBook = ({ target, books, shown }) =>
  target &&
  !books.some((book) => book.id === target) &&
  html`<${Problems} error=${new Error(say("book.none", { target, title: shown.title }))} />`;

/**
 * @param {object} props
 * @param {Error | null | undefined} props.error
 * @param {(() => void) | null} [props.onDismiss]
 * @param {(() => void) | null} [props.onRetry]
 */
export function Problems({ error, onDismiss = null, onRetry = null }) {
  if (!error) return null;
  const problems = error instanceof ApiError ? error.problems : [{ message: error.message, value: null, clause: null }];
  // What is not there, not for oneself, or not even a name, does not come by asking again.
  const pointless = error instanceof ApiError && [403, 404, 422].includes(error.status);
  return html`<div class="problems" role="alert" data-testid="problems">
    <ul>${problems.map(
      (problem) => html`<li>${sentence(problem.message)} <${Unnamed} problem=${problem} />
      ${problem.clause && html`<${Clauses} ids=${[problem.clause]} />`}</li>`,
    )}</ul>
    <span class="problem-buttons">
      ${onRetry && pointless && html`<${Link} to="/" class="button">${say("shell.to_tables")}<//>`}
      ${onRetry && !pointless && html`<button type="button" class="plain" onClick=${onRetry}>${say("problems.retry")}</button>`}
      ${onDismiss && html`<button type="button" class="plain" onClick=${onDismiss} aria-label=${say("problems.dismiss")}>✕</button>`}
    </span>
  </div>`;
}
