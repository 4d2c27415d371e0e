// What went wrong, in sentences, each with its clause.
import { html } from "./html.js";
import { Clauses } from "./clause.js";
import { sentence } from "./names.js";

// The value that a problem is about, where its sentence does not name it.
const Unnamed = ({ problem }) => problem.value && !problem.message.includes(problem.value)
  && html`<span class="given">(${problem.value})</span> `;

export function Problems({ error, onDismiss = null, onRetry = null }) {
  if (!error) return null;
  const problems = error.problems || [{ message: String(error.message || error), clause: null }];
  return html`<div class="problems" role="alert" data-testid="problems">
    <ul>${problems.map((problem) => html`<li>${sentence(problem.message)} <${Unnamed} problem=${problem} />
      ${problem.clause && html`<${Clauses} ids=${[problem.clause]} />`}</li>`)}</ul>
    <span class="problem-buttons">
      ${onRetry && html`<button type="button" class="plain" onClick=${onRetry}>Try again</button>`}
      ${onDismiss && html`<button type="button" class="plain" onClick=${onDismiss} aria-label="Dismiss">✕</button>`}
    </span>
  </div>`;
}
