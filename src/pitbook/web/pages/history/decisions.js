// One's own decisions in a past round: what each was worth, what it cost, and what if.

import { Situation, Worth } from "../coach/decision.js";
import { Outlook } from "../coach/outlook.js";
import { WhatIf } from "../coach/what_if.js";
import { html } from "../core/html.js";
import { useLoad } from "../core/load.js";
import { figures } from "../core/money.js";
import { actionName } from "../core/names.js";
import { useSession } from "../core/session.js";
import { useStyle } from "../core/style.js";
import { say } from "../core/words.js";

/** @import { JudgedDecision, Review } from "../types/api.js" */
/** @import { Load } from "../core/load.js" */

/** @param {{ round: string, decision: JudgedDecision, place: number }} props */
function Made({ round, decision, place }) {
  const wrong = decision.cost.decimal > 0;
  return html`<li class="panel"><h3>${wrong ? "✗" : "✓"} ${decision.when}: ${actionName(decision.action)}</h3>
    <${Situation} cards=${decision.cards} board=${decision.board} up=${decision.up} size="small" />
    ${wrong && html`<p class="lose">${say("decision.cost", { number: decision.cost.decimal.toFixed(4), units: decision.units })}</p>`}
    <p>${figures(decision.why)}</p>
    <${Outlook} outlook=${decision.outlook} />
    <${Worth} actions=${decision.actions} units=${decision.units} best=${decision.best} chosen=${decision.action} />
    <${WhatIf} round=${round} place=${place} decision=${decision} /></li>`;
}

/** The viewer's own decisions; null until they are known. @param {string} round */
export function useReview(round) {
  const known = useSession()?.player;
  /** @type {Load<Review>} */
  const { data } = useLoad(known ? `/api/rounds/${encodeURIComponent(round)}/review` : null);
  return data;
}

/** @param {{ round: string, review: Review | null }} props */
export function OwnDecisions({ round, review }) {
  const styled = useStyle(import.meta.url, "../coach/coach.css");
  if (!styled || !review?.decisions.length) return null;
  return html`<section class="coach-page" aria-labelledby="own-title" data-testid="own-decisions">
    <h2 id="own-title">${say("decision.yours")}</h2><ol class="own-decisions">
    ${review.decisions.map(
      (decision, place) => html`<${Made} key=${place} round=${round} decision=${decision}
      place=${place} />`,
    )}</ol></section>`;
}
