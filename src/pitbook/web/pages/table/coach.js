// The coach: off, before the decision, after it, or after the round, as far as the table allows.

import { Outlook } from "../coach/outlook.js";
import { WhatIf } from "../coach/what_if.js";
import { Cards, cardNames } from "../core/card.js";
import { html, useRef, useState } from "../core/html.js";
import { useLoad } from "../core/load.js";
import { figures, money } from "../core/money.js";
import { actionName } from "../core/names.js";
import { compose, say } from "../core/words.js";
import { mySeats } from "./model.js";

/** @import { Advice as Advised, Ask, JudgedDecision, Exact, Review as Reviewed, View, Worth } from "../types/api.js" */
/** @import { Load } from "../core/load.js" */
/** @import { Key } from "../core/words.js" */
/** @import { OnShow } from "./model.js" */

/** @type {Record<string, Key>} */
const MODES = {
  off: "coach.off",
  after_round: "coach.after_round",
  after: "coach.after",
  before: "coach.before",
};
const KEPT = "pitbook-coach";
const FIRST = "after"; // on a first visit: one decides, and then learns what it was worth

/** @param {string} mode */
const speaks = (mode) => say("coach.speaks", { when: say(MODES[mode]) });

/** @param {Exact} value */
export const inUnits = (value) => `${value.decimal < 0 ? "\u2212" : "+"}${Math.abs(value.decimal).toFixed(3)}`;

function remembered() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/**
 * What the player chose, or the nearest thing that the table allows.
 * @param {string[]} allowed
 * @returns {[string, (mode: string) => void]}
 */
export function useCoachMode(allowed) {
  const [wanted, setWanted] = useState(() => remembered() || FIRST);
  /** @param {string} mode */
  const choose = (mode) => {
    setWanted(mode);
    try {
      localStorage.setItem(KEPT, mode);
    } catch {
      // A browser that keeps nothing forgets the choice, no more.
    }
  };
  const nearest = wanted !== "off" && allowed.includes("after_round") ? "after_round" : "off";
  return [allowed.includes(wanted) ? wanted : nearest, choose];
}

/** @param {{ actions: Record<string, Worth>, units: string, best: string, chosen?: string }} props */
function Values({ actions, units, best, chosen }) {
  const rows = Object.entries(actions).sort((one, two) => two[1].value.decimal - one[1].value.decimal);
  return html`<table class="values"><caption class="unseen">${say("coach.values_caption", { units })}</caption>
    <tbody>${rows.map(
      ([action, { value }]) => html`<tr class=${action === best ? "best" : ""}>
    <th scope="row">${actionName(action)}${action === best && html` <span class="tag">${say("coach.best")}</span>`}${
      action === chosen && html` <span class="tag yours">${say("coach.yours")}</span>`
    }</th>
    <td>${inUnits(value)}</td></tr>`,
    )}</tbody></table>`;
}

/** @param {{ table: string, ask: Ask, turn: string }} props */
function Advice({ table, ask, turn }) {
  /** @type {Load<Advised>} */
  const { data, error } = useLoad(`/api/tables/${encodeURIComponent(table)}/advice`, turn);
  if (error) return html`<p class="soft small">${error.message}</p>`;
  if (!data || data.street !== ask.street)
    return html`<p class="soft small" aria-busy="true">${say("coach.working")}</p>`;
  return html`<div data-testid="coach-advice">
    <p>${compose("coach.worth_most", { action: html`<b>${actionName(data.best)}</b>` })} ${figures(data.why)}</p>
    <${Outlook} outlook=${data.outlook} />
    <${Values} actions=${data.actions} units=${data.units} best=${data.best} />
    <p class="soft small">${say("coach.exact", { units: data.units })}</p>
  </div>`;
}

/**
 * round, place: of a round that is over, for what if; null before.
 * @param {{ decision: JudgedDecision, round?: string | null, place?: number }} props
 */
export function ReviewedDecision({ decision, round = null, place = 0 }) {
  const wrong = decision.cost.decimal > 0;
  const made = actionName(decision.action).toLowerCase();
  const better = actionName(decision.best).toLowerCase();
  const cost = decision.cost.decimal.toFixed(3);
  return html`<li class=${wrong ? "mistake" : "right"}>
    <p><span class="tag ${wrong ? "cost" : "fine"}">${wrong ? "✗" : "✓"}</span>${" "}
      <b>${decision.when}</b>: ${compose(wrong ? "coach.was_better" : "coach.was_best", {
        made,
        better: html`<b>${better}</b>`,
        cost,
        units: decision.units,
        money: money(decision.cost_money),
      })} ${figures(decision.why)}</p>
    <details><summary aria-label=${say("coach.values_with", { cards: cardNames(decision.cards) })}>${say("coach.values")}</summary>
      <${Cards} cards=${[...decision.cards, ...decision.board, ...decision.up]} size="small" />
      <${Values} actions=${decision.actions} units=${decision.units} best=${decision.best} chosen=${decision.action} />
      <${Outlook} outlook=${decision.outlook} /></details>
    ${round && html`<${WhatIf} round=${round} place=${place} decision=${decision} />`}
  </li>`;
}

/**
 * shown: the table has shown how the round ended; mode: when the coach speaks.
 * @param {{ round: string, turn: string | number, shown: boolean, mode: string }} props
 */
function Review({ round, turn, shown, mode }) {
  /** @type {Load<Reviewed>} */
  const { data, error, loading } = useLoad(`/api/rounds/${encodeURIComponent(round)}/review`, turn);
  const first = useRef(turn);
  if (error) return html`<p class="soft small">${error.message}</p>`;
  if (!data?.decisions.length) {
    const due = loading && (shown || turn !== first.current);
    const none = shown ? say("coach.no_decisions") : speaks(mode);
    return html`<p class="soft small" aria-busy=${due}>${due ? say("coach.looking") : none}</p>`;
  }
  return html`<ol class="review" data-testid="coach-review">
    ${data.decisions.map(
      (decision, place) => html`<${ReviewedDecision} key=${place}
      decision=${decision} round=${shown ? round : null} place=${place} />`,
    )}</ol>`;
}

/** How many decisions have been made on this page: a question that is asked no more is answered. @param {View} view */
function useDecided({ ask, round }) {
  const asked = ask && round ? `${round.round} ${ask.seat} ${ask.street}` : null;
  const before = useRef(asked);
  const made = useRef(0);
  if (before.current !== null && before.current !== asked) made.current += 1;
  before.current = asked;
  return made.current;
}

/** The round whose decisions may be reviewed now. @param {View} view @param {string} mode @param {OnShow} on @param {boolean} playing */
function reviewed(view, mode, on, playing) {
  if (on.over) return playing && mode === "after_round" ? null : on.round.round;
  return view.round?.no_more_bets && mode !== "after_round" ? view.round.round : null;
}

/** @param {{ view: View, mode: string, on: OnShow, playing: boolean }} props */
function Says({ view, mode, on, playing }) {
  const decided = useDecided(view);
  if (mode === "off") return null;
  if (view.ask && view.round && mode === "before") {
    const turn = `${view.round.round}-${view.ask.seat}-${view.ask.street}`;
    return html`<${Advice} table=${view.table} ask=${view.ask} turn=${turn} />`;
  }
  const round = reviewed(view, mode, on, playing);
  if (round)
    return html`<${Review} key=${round} round=${round} turn=${decided} shown=${on.over && !playing} mode=${mode} />`;
  return html`<p class="soft small">${speaks(mode)}</p>`;
}

/** @param {{ view: View, on: OnShow, playing: boolean, mode: string, choose: (mode: string) => void }} props */
export function Coach({ view, on, playing, mode, choose }) {
  const allowed = view.coach.mode_allowed;
  if (allowed.length < 2 || !mySeats(view).length) return null;
  return html`<section class="coach panel" aria-labelledby="coach-title">
    <header><h2 id="coach-title">${say("coach.title")}</h2>
      <label class="inline"><span class="unseen">${say("coach.when")}</span><select data-testid="coach-mode" value=${mode}
        onChange=${(event) => choose(event.target.value)}>
        ${allowed.map((one) => html`<option value=${one}>${say(MODES[one])}</option>`)}</select></label></header>
    <${Says} view=${view} mode=${mode} on=${on} playing=${playing} />
  </section>`;
}
