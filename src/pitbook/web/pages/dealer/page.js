// The dealer's and the floorperson's view: run the table by hand, step by step, as the book has it.

import { announce } from "../core/announce.js";
import { Clauses } from "../core/clause.js";
import { html, useEffect, useRef, useState } from "../core/html.js";
import { useTable } from "../core/live.js";
import { useLoad } from "../core/load.js";
import { money } from "../core/money.js";
import { approval, words } from "../core/names.js";
import { Problems } from "../core/problems.js";
import { go, Link } from "../core/router.js";
import { useSeeds } from "../core/seeds.js";
import { acceptInvitation, ensureSession, useSession } from "../core/session.js";
import { useStyle } from "../core/style.js";
import { say } from "../core/words.js";
import { Felt } from "../table/felt.js";
import { Meters } from "../table/meters.js";
import { holderOf } from "../table/model.js";
import { Alarms } from "../table/seeds.js";
import { Arrange } from "./arrange.js";
import { Guests } from "./guests.js";
import { Irregularity } from "./irregularity.js";
import { May } from "./may.js";
import { Paid } from "./paid.js";
import { NextStep } from "./step.js";

/** @import { ApiError } from "../core/api.js" */
/** @import { Load } from "../core/load.js" */
/** @import { Command, Layout, RoundWithScript, SessionDocument, View } from "../types/api.js" */
/** @import { Role } from "../core/live.js" */

/**
 * @typedef {Required<View>} DealerView with what only dealer and floorperson see
 * @typedef {(command: Command) => Promise<boolean>} Run whether it was done
 * @typedef {{ view: DealerView, run: Run, busy: boolean }} Props
 */

/** Commands one at a time; true when one was done. @param {(command: Command) => Promise<unknown>} send */
function useCommands(send) {
  const [state, setState] = useState(
    /** @type {{ busy: boolean, error: Error | null }} */ ({ busy: false, error: null }),
  );
  /** @type {Run} */
  const run = async (command) => {
    setState({ busy: true, error: null });
    try {
      await send(command);
      setState({ busy: false, error: null });
      return true;
    } catch (error) {
      setState({ busy: false, error: /** @type {Error} */ (error) });
      return false;
    }
  };
  return { ...state, run, dismiss: () => setState((before) => ({ ...before, error: null })) };
}

/** @param {{ round: RoundWithScript | null }} props */
function Script({ round }) {
  const list = useRef(/** @type {HTMLOListElement | null} */ (null));
  const number = round ? round.script.length : 0;
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
    if (number) announce(round?.script[number - 1].words);
  }, [number, round?.round]);
  if (!round || !number) return null;
  return html`<section class="panel" aria-labelledby="script-title"><h2
    id="script-title">${say("dealer.done_in", { round: round.round })}</h2>
    <ol class="dealt-script" ref=${list} tabindex="0" aria-label=${say("dealer.done")}>
      ${round.script.map(
        (line, place) => html`<li key=${place}><span class="by">${words(line.by)}${" "}
      </span>${line.words} <${Clauses} ids=${line.clauses} /></li>`,
      )}</ol></section>`;
}

/** @param {{ view: DealerView, connected: boolean }} props */
function Head({ view, connected }) {
  const cards = say(view.source === "entered" ? "dealer.entered" : "dealer.virtual");
  const facts = [
    view.title,
    approval(view.submission.approved),
    cards,
    say(view.dealing === "house" ? "dealer.house_deals" : "dealer.dealer_deals"),
  ];
  if (view.inventory) facts.push(say("dealer.inventory", { amount: money(view.inventory) }));
  const playing = view.decks.find((deck) => deck.in_play);
  if (view.decks.length > 1 && playing)
    facts.push(say("dealer.deck_in_play", { back: words(playing.back).toLowerCase() }));
  return html`<div class="dealer-head"><h1>${say(view.role === "floor" ? "dealer.floor_at" : "dealer.at", { table: view.table })}</h1>
    <p class="soft" data-testid="facts">${facts.filter(Boolean).join(" · ")}</p>
    <${Meters} meters=${view.meters} />
    <p><${Link} to="/table/${view.table}">${say("list.to_table")}<//> · <${Link} to="/table/${view.table}/history">${say("dealer.past")}<//>
      </p>
    ${view.status !== "open" && html`<p class="waits">${say(view.status === "closed" ? "status.closed" : "status.closing")}</p>`}${
      !connected &&
      html`<p
      class="waits" role="status">${say("dealer.lost")}</p>`
    }</div>`;
}

/** @param {{ table: string, as: Role }} props */
function Dealer({ table, as }) {
  const { connected, error, send, dismiss, ended, ...live } = useTable(table, as);
  const view = /** @type {DealerView | null} */ (live.view);
  const commands = useCommands(send);
  const alarms = useSeeds(view, send);
  /** @type {Load<Layout>} */
  const layout = useLoad(view ? `/api/tables/${encodeURIComponent(table)}/layout` : null);
  if (ended || (!view && error))
    return html`<${Problems} error=${error} /><p><${Link} to="/">${say("shell.to_tables")}<//></p>`;
  if (!view) return html`<p class="loading" aria-busy="true">${say("table.coming", { table })}</p>`;
  const shown = view.round || view.last_round;
  const acting = view.waiting_for ? view.waiting_for.seat : null;
  const props = { view, run: commands.run, busy: commands.busy || !connected };
  return html`<div class="dealer-page"><${Head} view=${view} connected=${connected} />
    <${Alarms} said=${alarms} />
    <${Problems} error=${commands.error} onDismiss=${commands.dismiss} /><${Problems} error=${error}
      onDismiss=${dismiss} />
    <div class="dealer-columns"><div><${NextStep} ...${props} />
        ${
          shown && layout.data
            ? html`<section class="panel" aria-label=${say("dealer.layout")}><h2>
          ${say(view.round ? "replay.round" : "dealer.last_round", { round: shown.round })}</h2><${Felt}
          layout=${layout.data} source=${`/api/tables/${encodeURIComponent(table)}/felt`} round=${shown}
          holder=${(seat) => holderOf(view, seat)} acting=${acting} /><${Paid} view=${view} round=${shown} /></section>`
            : null
        }
        <${Script} round=${shown} /></div>
      <div><${Guests} ...${props} /><${May} ...${props} /><${Irregularity} ...${props} /><${Arrange} ...${props} />
        </div></div>
  </div>`;
}

/**
 * An invitation in the address makes whoever opens it a dealer or a floorperson first.
 * @param {Record<string, string>} query
 */
function useInvitation(query) {
  const [state, setState] = useState({ waiting: Boolean(query.invitation), error: /** @type {Error | null} */ (null) });
  useEffect(() => {
    if (!query.invitation) return;
    ensureSession()
      .then(() => acceptInvitation(query.invitation))
      .then(
        () => {
          setState({ waiting: false, error: null });
          go(location.pathname, { replace: true });
        },
        (error) => setState({ waiting: false, error }),
      );
  }, []);
  return state;
}

/**
 * Who was invited as a floorperson only looks as one; everybody else as a dealer.
 * @param {SessionDocument} session
 * @param {string} table
 * @returns {Role}
 */
function roleOf(session, table) {
  const granted = session.grants?.[table] ?? [];
  return granted.includes("floor") && !granted.includes("dealer") ? "floor" : "dealer";
}

/** @param {{ params: { table: string }, query: Record<string, string> }} props */
export function Page({ params, query }) {
  const styled = useStyle(import.meta.url, "./dealer.css");
  const { waiting, error } = useInvitation(query);
  const session = useSession();
  if (!styled || waiting || session === null)
    return html`<p class="loading" aria-busy="true">${say("shell.loading")}</p>`;
  if (error) return html`<${Problems} error=${error} />`;
  return html`<${Dealer} table=${params.table} as=${roleOf(session, params.table)} />`;
}
