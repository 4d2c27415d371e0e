// The words of the table, each in a sentence, with the clauses of the books that define it.

import { Clauses } from "../core/clause.js";
import { html, useState } from "../core/html.js";
import { useLoad } from "../core/load.js";
import { Problems } from "../core/problems.js";
import { say } from "../core/words.js";
/** @import { Glossary as Words } from "../types/api.js" */
/** @import { Load } from "../core/load.js" */

export function Glossary() {
  /** @type {Load<Words>} */
  const { data, error, reload } = useLoad("/api/glossary");
  const [sought, setSought] = useState("");
  if (error) return html`<${Problems} error=${error} onRetry=${reload} />`;
  if (!data) return html`<p class="loading" aria-busy="true">${say("shell.loading")}</p>`;
  const wanted = sought.trim().toLowerCase();
  const found = data.terms.filter((term) => `${term.name} ${term.says}`.toLowerCase().includes(wanted));
  return html`<section aria-labelledby="glossary-title" data-testid="glossary">
    <h2 id="glossary-title">${say("learn.glossary")}</h2>
    <label class="which"><span>${say("learn.look_for")}</span><input type="search" value=${sought}
      onInput=${(event) => setSought(event.target.value)} /></label>
    <p class="unseen" role="status">${wanted && say("learn.found", { count: found.length })}</p>
    <dl class="glossary">${found.map(
      (term) => html`<div class="panel" key=${term.name}><dt>${term.name}</dt>
      <dd>${term.says} <${Clauses} ids=${term.clauses} /></dd></div>`,
    )}</dl>
    ${found.length === 0 && html`<p class="soft">${say("learn.no_word")}</p>`}
  </section>`;
}
