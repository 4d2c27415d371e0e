// The past rounds of a table, newest first, so many at a time: cards, hands, what you decided and what it cost.

import { announce } from "../core/announce.js";
import { get } from "../core/api.js";
import { Cards, HIDDEN } from "../core/card.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../core/html.js";
import { cents, money } from "../core/money.js";
import { actionName, words } from "../core/names.js";
import { Problems } from "../core/problems.js";
import { go, Link } from "../core/router.js";
import { useStyle } from "../core/style.js";
import { compose, say } from "../core/words.js";
import { moment } from "./proof.js";

/** @import { ListedRound, RoundsPage } from "../types/api.js" */

const PAGE = 30;
/** @type {Record<string, import("../core/words.js").Key>} */
const ONLY = {
  "": "list.all",
  mine: "list.mine",
  won: "list.won",
  lost: "list.lost",
  mistakes: "list.mistakes",
  void: "list.void",
};
const UNKNOWN = "unknown"; // a card that nobody has entered

/** @param {{ net: string | null }} props */
function Net({ net }) {
  if (net === null) return html`<span class="soft">${say("list.not_in")}</span>`;
  const tone = cents(net) > 0 ? "win" : cents(net) < 0 ? "lose" : "";
  return html`<span class="net ${tone}">${money(net, { sign: true })}</span>`;
}

/** @param {string[]} cards */
const faced = (cards) => cards.map((card) => (card === UNKNOWN ? HIDDEN : card));

/** @param {{ name: string, cards: string[], note?: string | null, dim?: boolean }} props */
function Place({ name, cards, note, dim = false }) {
  if (!cards.length) return null;
  return html`<div class="dealt-place"><span class="soft small">${name}</span><${Cards} cards=${faced(cards)} size="small"
    dim=${dim} label=${name} />${note && html`<span class="small">${words(note)}</span>`}</div>`;
}

/** @param {{ round: ListedRound }} props */
function Hands({ round }) {
  const seats = round.own_seats.length ? round.own_seats.map(String) : Object.keys(round.hands).slice(0, 1);
  return seats.map((seat) => {
    const hand = round.hands[seat];
    if (!hand) return null;
    const name = round.own_seats.length
      ? seats.length > 1
        ? say("list.you_seat", { seat })
        : say("seat.you")
      : round.seats[seat];
    return html`<${Place} key=${seat} name=${hand.folded ? say("list.folded", { name }) : name} cards=${hand.cards}
      note=${hand.hand} dim=${hand.folded} />`;
  });
}

/** @param {{ round: ListedRound }} props */
function Decisions({ round }) {
  if (!round.decisions.length) return null;
  return html`<ul class="made">${round.decisions.map((made, place) => {
    const wrong = made.cost.decimal > 0;
    return html`<li key=${place} class=${wrong ? "wrong" : "right"}>${wrong ? "✗" : "✓"} ${compose(
      wrong ? "list.was_better" : "list.made",
      {
        street: made.when,
        made: actionName(made.action).toLowerCase(),
        better: html`<b>${actionName(made.best).toLowerCase()}</b>`,
        number: made.cost.decimal.toFixed(3),
        units: made.units,
      },
    )}</li>`;
  })}</ul>`;
}

/** @param {{ round: ListedRound }} props */
function Round({ round }) {
  const others = Object.values(round.seats).length - round.own_seats.length;
  return html`<li class="past panel"><div class="past-head"><h2><${Link} to="/round/${round.round}"
    data-testid="round-${round.round}">${say("replay.round", { round: round.round })}<//>${
      round.void &&
      html` <span class="badge quiet"
    title=${words(round.void)}>${say("list.is_void")}</span>`
    }</h2><${Net} net=${round.net} /></div>
    <p class="soft small when">${moment(round.opened)}${others > 0 && ` · ${Object.values(round.seats).join(", ")}`}</p>
    <div class="dealt"><${Hands} round=${round} /><${Place} name=${say("history.board")} cards=${round.board} />
      <${Place} name=${say("page.dealer")} cards=${round.dealer} note=${round.dealer_hand} /></div>
    <${Decisions} round=${round} />
    ${round.cost_money && cents(round.cost_money) > 0 && html`<p class="small lose">${say("list.cost", { amount: money(round.cost_money) })}</p>`}
  </li>`;
}

/**
 * @typedef {{ rounds: ListedRound[] | null, before: number | null, more: boolean, error: Error | null, busy: boolean }} Listed
 */

/** @param {{ table: string, only: string }} props */
function List({ table, only }) {
  const path = `/api/tables/${encodeURIComponent(table)}/rounds?limit=${PAGE}${only ? `&only=${only}` : ""}`;
  const [state, setState] = useState(
    /** @type {Listed} */ ({ rounds: null, before: null, more: false, error: null, busy: false }),
  );
  const list = useRef(/** @type {HTMLOListElement | null} */ (null));
  // When the last page has come the button is gone: who used it goes on at the first round that is new.
  const [goOn, setGoOn] = useState(/** @type {number | null} */ (null));
  /** @param {number | null} before */
  const load = (before) => {
    setState((known) => ({ ...known, error: null, busy: true }));
    return get(before === null ? path : `${path}&before=${before}`).then(
      (/** @type {RoundsPage} */ found) => {
        setState((known) => ({
          rounds: [...(known.rounds || []), ...found.rounds],
          before: found.before,
          more: found.more,
          error: null,
          busy: false,
        }));
        return found;
      },
      (error) => {
        setState((known) => ({ ...known, error, busy: false }));
        return null;
      },
    );
  };
  useEffect(() => {
    load(null);
  }, []);
  useLayoutEffect(() => {
    if (goOn !== null) list.current?.children[goOn]?.querySelector("a")?.focus();
  }, [goOn]);
  const older = async () => {
    if (state.busy || !state.rounds) return;
    const from = state.rounds.length;
    const found = await load(state.before);
    if (!found) return;
    announce(say(found.more ? "list.older_came" : "list.oldest_came", { count: found.rounds.length }));
    if (!found.more) setGoOn(from);
  };
  const { rounds, more, busy, error } = state;
  /** @param {string} name */
  const to = (name) =>
    go(`/table/${encodeURIComponent(table)}/history${name ? `?only=${name}` : ""}`, { replace: true });
  return html`<div class="history-page"><h1>${say("list.title", { table })}</h1>
    <p class="soft">${say("list.about")} <${Link} to="/table/${table}">${say("list.to_table")}<//></p>
    <p><label><span>${say("list.show")}</span><select value=${only} data-testid="history-only"
      onChange=${(event) => to(event.target.value)}>${Object.entries(ONLY).map(
        ([name, label]) => html`<option
        value=${name} selected=${name === only}>${say(label)}</option>`,
      )}</select></label></p>
    <${Problems} error=${error} onRetry=${() => load(state.before)} />
    ${
      rounds === null
        ? !error && html`<p class="loading" aria-busy="true">${say("replay.loading")}</p>`
        : rounds.length === 0
          ? html`<p class="panel">${say(only ? "list.no_such" : "list.none")}</p>`
          : html`<ol class="rounds" ref=${list} data-testid="rounds">
          ${rounds.map((round) => html`<${Round} key=${round.round} round=${round} />`)}</ol>`
    }
    ${
      more &&
      html`<p><button type="button" onClick=${older} aria-disabled=${busy} aria-busy=${busy}
      data-testid="older-rounds">${say("list.older")}</button> <span class="soft">${say("list.shown", { count: rounds?.length ?? 0 })}</span></p>`
    }
  </div>`;
}

/** @param {{ params: { table: string }, query: Record<string, string> }} props */
export function Page({ params, query }) {
  const only = query.only || "";
  const styled = useStyle(import.meta.url, "./history.css");
  if (!styled) return html`<p class="loading" aria-busy="true">${say("shell.loading")}</p>`;
  return html`<${List} key=${`${params.table} ${only}`} table=${params.table} only=${only} />`;
}
