// The dealer's script of the round: each thing that was done, by whom, with its clause on demand.

import { Clauses } from "../core/clause.js";
import { html } from "../core/html.js";
import { words } from "../core/names.js";
/** @import { NextStep, RoundWithScript } from "../types/api.js" */

/** @param {{ round: RoundWithScript | null, open: boolean, steps: NextStep[] }} props */
export function Script({ round, open, steps }) {
  const done = round ? round.script : [];
  const next = steps.filter((step) => step.must);
  return html`<section class="script" aria-labelledby="script-title">
    <h3 id="script-title">The dealer's script${round ? `, round ${round.number}` : ""}</h3>
    ${
      !done.length &&
      html`<p class="soft small">${open ? "Wagers are open." : "The dealer prepares the cards."} The dealer's
      steps will stand here.</p>`
    }
    <ol>${done.map(
      (line, place) => html`<li key=${place}>
      ${line.by !== "dealer" && html`<span class="by">${words(line.by)}: </span>`}${line.words} <${Clauses}
        ids=${line.clauses} /></li>`,
    )}</ol>
    ${next.length > 0 && html`<p class="next small"><b>Next:</b> ${next[0].words}</p>`}
  </section>`;
}
