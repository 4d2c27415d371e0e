// What if: the same hand played the other way, once its round is over. It says on which cards that rests.

import { announce } from "../core/announce.js";
import { get, post } from "../core/api.js";
import { Cards } from "../core/card.js";
import { html, useState } from "../core/html.js";
import { cents, money } from "../core/money.js";
import { actionName } from "../core/names.js";
import { Problems } from "../core/problems.js";
import { useStyle } from "../core/style.js";
import { capital, compose, say } from "../core/words.js";
import { plain } from "../odds/exact.js";
import { brief } from "./outlook.js";

/** @import { JudgedDecision, DrillResult, DrillWhatIf as Drilled, WhatIf as Found, Worth } from "../types/api.js" */

/** @typedef {{ found: Found | Drilled | null, error: Error | null, busy: string | null }} Answered */

/** @param {string} net */
const tone = (net) => (cents(net) > 0 ? "win" : cents(net) < 0 ? "lose" : "");

/** @param {{ found: Found, replayed: NonNullable<Found["replayed"]> }} props */
function Replayed({ found, replayed }) {
  const { words, hand, dealer_hand: dealer } = replayed;
  const told =
    dealer === null ? say("what_if.with_own", { words, hand }) : say("what_if.with_cards", { words, hand, dealer });
  return html`<div class="what-if-told" data-testid="what-if-actual">
    <p>${told}</p>
    <p class="what-if-cards">${
      replayed.board.length > 0 &&
      html`<${Cards} cards=${replayed.board} size="small"
      label=${say("history.board")} /> `
    }${dealer !== null && html`<${Cards} cards=${replayed.dealer} size="small" label=${say("what_if.dealer_cards")} />`}</p>
    <dl class="what-if-sums"><div><dt>${say("what_if.as_played")}</dt><dd class=${tone(replayed.net_was)}>
      ${money(replayed.net_was, { sign: true })}</dd></div><div><dt>${actionName(found.instead)}</dt>
      <dd class=${tone(replayed.net)}>${money(replayed.net, { sign: true })}</dd></div>
      <div><dt>${say("what_if.difference")}</dt><dd class=${tone(replayed.difference)}>${money(replayed.difference, { sign: true })}</dd>
      </div></dl>
    <p class="soft small">${say("what_if.proves_nothing", {
      action: actionName(found.instead).toLowerCase(),
      value: plain(found.value.decimal, 3),
      units: found.units,
      was: plain(found.value_was.decimal, 3),
    })}</p>
  </div>`;
}

const MOST = 8;

/**
 * Every net of the main game with its share; rare ones at either end are put together.
 * @param {{ found: Found | Drilled }} props
 */
function Distribution({ found }) {
  const rows = [...(found.distribution ?? [])]
    .sort((one, two) => two.share.decimal - one.share.decimal)
    .slice(0, MOST)
    .sort((one, two) => two.net.decimal - one.net.decimal);
  const rest = 1 - rows.reduce((sum, { share }) => sum + share.decimal, 0);
  const most = Math.max(...rows.map(({ share }) => share.decimal));
  return html`<div class="what-if-told" data-testid="what-if-distribution">
    <p>${compose("what_if.over_all", {
      action: html`<b>${actionName(found.instead)}</b>`,
      number: plain(found.value.decimal, 4),
      units: found.units,
    })}</p>
    <table class="grid nets"><thead><tr><th scope="col">${capital(found.units)}</th><th scope="col">${say("what_if.how_often")}</th></tr></thead>
      <tbody>${rows.map(
        ({ net, share }) => html`<tr key=${net.fraction}><th scope="row" class="number">
        ${net.decimal > 0 ? "+" : ""}${plain(net.decimal, Number.isInteger(net.decimal) ? 0 : 2)}</th>
        <td title=${share.fraction}><span class="bar ${net.decimal > 0 ? "up" : net.decimal < 0 ? "down" : ""}"
          style="width:${(share.decimal / most) * 60}%" aria-hidden="true"></span> ${brief(share)}</td></tr>`,
      )}
        ${rest > 1e-9 && html`<tr><th scope="row" class="number">${say("what_if.others")}</th><td>${brief({ decimal: rest })}</td></tr>`}</tbody></table>
  </div>`;
}

/**
 * @param {object} props
 * @param {string[]} props.actions
 * @param {(action: string) => Promise<Found | Drilled>} props.ask gets what would have come of one
 */
function Asked({ actions, ask }) {
  const styled = useStyle(import.meta.url, "./what_if.css");
  const [state, setState] = useState(/** @type {Answered} */ ({ found: null, error: null, busy: null }));
  /** @param {string} action */
  const choose = (action) => {
    setState({ found: null, error: null, busy: action });
    ask(action).then(
      (found) => {
        setState({ found, error: null, busy: null });
        announce(
          "replayed" in found && found.replayed
            ? found.replayed.words
            : say("what_if.worth", { number: plain(found.value.decimal, 3), units: found.units }),
        );
      },
      (error) => setState({ found: null, error, busy: null }),
    );
  };
  if (!styled || !actions.length) return null;
  return html`<div class="what-if" data-testid="what-if"><p class="row"><span class="soft">${say("what_if.title")}</span>
    ${actions.map(
      (action) => html`<button type="button" key=${action} class="plain"
      aria-pressed=${state.found?.instead === action} aria-busy=${state.busy === action}
      data-testid="what-if-${action}" onClick=${() => choose(action)}>${actionName(action)}</button>`,
    )}</p>
    <${Problems} error=${state.error} />
    ${
      state.found &&
      ("replayed" in state.found && state.found.replayed
        ? html`<${Replayed} found=${state.found} replayed=${state.found.replayed} />`
        : html`<${Distribution} found=${state.found} />`)
    }
  </div>`;
}

/** @param {Record<string, Worth>} actions @param {string} chosen */
const others = (actions, chosen) => Object.keys(actions).filter((action) => action !== chosen);

/**
 * A decision of a round that is over; place: among the caller's decisions in it.
 * @param {{ round: string, place: number, decision: JudgedDecision }} props
 */
export function WhatIf({ round, place, decision }) {
  /** @param {string} action */
  const ask = (action) =>
    get(
      `/api/rounds/${encodeURIComponent(round)}/what-if?${new URLSearchParams({
        decision: String(place),
        action,
      })}`,
    );
  return html`<${Asked} actions=${others(decision.actions, decision.action)} ask=${ask} />`;
}

/** A drill that was answered: what was done is worth a look too. @param {{ answer: DrillResult }} props */
export function DrillWhatIf({ answer }) {
  /** @param {string} action */
  const ask = (action) => post("/api/drill/what-if", { answered: answer.answered, action });
  return html`<${Asked} key=${answer.answered} actions=${Object.keys(answer.actions)} ask=${ask} />`;
}
