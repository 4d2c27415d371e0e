// The dealer's script of the round: each thing that was done, by whom, with its clause on demand.

import { Clauses } from "../core/clause.js";
import { html } from "../core/html.js";
import { memo } from "../core/memo.js";
import { words } from "../core/names.js";
import { compose, say } from "../core/words.js";

/** @import { NextStep, RoundWithScript, Sentence } from "../types/api.js" */

/** @param {{ line: Sentence }} props */
const DrawnLine = ({ line }) => html`<li>
  ${line.by !== "dealer" && html`<span class="by">${words(line.by)}: </span>`}${line.words} <${Clauses} ids=${line.clauses} /></li>`;
const Line = memo(DrawnLine);

/** @param {{ round: RoundWithScript | null, open: boolean, steps: NextStep[] }} props */
export function Script({ round, open, steps }) {
  const done = round ? round.script : [];
  const next = steps.filter((step) => step.must);
  return html`<section class="script" aria-labelledby="script-title">
    <h3 id="script-title">${round ? say("script.of_round", { number: round.number }) : say("script.title")}</h3>
    ${
      !done.length &&
      html`<p class="soft small">${say(open ? "script.open" : "status.preparing")} ${say("script.here")}</p>`
    }
    <ol>${done.map((line, place) => html`<${Line} key=${place} line=${line} />`)}</ol>
    ${next.length > 0 && html`<p class="next small">${compose("script.next", { next: html`<b>${say("script.next_word")}</b>`, step: next[0].words })}</p>`}
  </section>`;
}
