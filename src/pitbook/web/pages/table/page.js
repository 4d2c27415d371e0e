// A player's place at a table: what is on the felt, what may be done now, what was said and paid.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../core/html.js";
import { useKeys } from "../core/keys.js";
import { useLater } from "../core/later.js";
import { useTable } from "../core/live.js";
import { useLoad } from "../core/load.js";
import { Problems } from "../core/problems.js";
import { go } from "../core/router.js";
import { useSeeds } from "../core/seeds.js";
import { acceptInvitation, ensureSession } from "../core/session.js";
import { useSettings } from "../core/settings.js";
import { openSettings } from "../core/settings_place.js";
import { useStyle } from "../core/style.js";
import { say } from "../core/words.js";
import { BettingRail, useWagers } from "./betting.js";
import { Coach, useCoachMode } from "./coach.js";
import { Company } from "./company.js";
import { Closing, DecisionRail } from "./deciding.js";
import { Felt } from "./felt.js";
import { GuideOffer, useGuide } from "./guide_offer.js";
import { Meters } from "./meters.js";
import { holderOf, linesOf, maySit, me, myLastSeats, myResult, mySeats, roundOnShow, statusWords } from "./model.js";
import { Alarms } from "./seeds.js";
import { useShow } from "./show.js";
import { Side } from "./side.js";
import { play } from "./sound.js";
import { useTelling } from "./telling.js";

/** @import { ApiError } from "../core/api.js" */
/** @import { Command, Layout, View } from "../types/api.js" */
/** @import { Load } from "../core/load.js" */
/** @import { Bets } from "./betting.js" */
/** @import { Wanted } from "./dialogs.js" */
/** @import { OnShow } from "./model.js" */
/** @import { SeatBets } from "./seat.js" */

/**
 * An invitation is redeemed before the first look, and does not stay in the address.
 * @param {string} table
 * @param {string | undefined} invitation
 */
function useInvited(table, invitation) {
  const [state, setState] = useState({ ready: !invitation, error: /** @type {Error | null} */ (null) });
  useEffect(() => {
    if (!invitation) return;
    ensureSession()
      .then(() => acceptInvitation(invitation))
      .then(
        () => {
          go(`/table/${table}`, { replace: true });
          setState({ ready: true, error: null });
        },
        (error) => setState({ ready: false, error }),
      );
  }, []);
  return state;
}

/** Tells the shell's style which page it frames. @param {string} name */
function usePageName(name) {
  useLayoutEffect(() => {
    document.documentElement.dataset.page = name;
    return () => {
      delete document.documentElement.dataset.page;
    };
  }, []);
}

/** @param {{ params: { table: string }, query: Record<string, string> }} props */
export function Page({ params, query }) {
  const { table } = params;
  usePageName("table");
  const [invitation] = useState(query.invitation);
  const [guided] = useState(query.guide !== undefined);
  const [turn, setTurn] = useState(0);
  const styled = useStyle(import.meta.url, "../style/table.css");
  const invited = useInvited(table, invitation);
  /** @type {Load<Layout>} */
  const layout = useLoad(invited.ready ? `/api/tables/${encodeURIComponent(table)}/layout` : null, turn);
  const live = useTable(invited.ready ? table : null, "player", turn);
  const again = () => setTurn((count) => count + 1);
  const error = invited.error || layout.error || (live.ended ? live.error : null);
  if (error) return html`<${Problems} error=${error} onRetry=${again} />`;
  const here = styled && live.view && layout.data;
  if (!here) return html`<p class="loading" aria-busy="true">${say("table.coming", { table })}</p>`;
  return html`<${Table} live=${live} layout=${layout.data} again=${again} guided=${guided} />`;
}

const COLUMN = matchMedia("(min-width: 1200px) and (min-height: 600px)");

/** Whether there is a column beside the felt, as the style has it. */
function useColumn() {
  const [found, setFound] = useState(COLUMN.matches);
  useEffect(() => {
    const changed = () => setFound(COLUMN.matches);
    COLUMN.addEventListener("change", changed);
    return () => COLUMN.removeEventListener("change", changed);
  }, []);
  return found;
}

/** The decision that is asked now, by name. @param {View} view */
const askedNow = ({ ask, round }) => (ask && round ? `${round.round}${ask.seat}${ask.street}` : null);

/**
 * The shuffle before a round, the player's turn, and a round that was won.
 * @param {View} view
 * @param {OnShow} on
 */
function useTableSounds(view, on) {
  const asked = askedNow(view);
  const dealt = !on.over && on.round?.no_more_bets ? on.round.round : null;
  const result = on.over ? myResult(on.round, myLastSeats(view)) : null;
  const won = on.over && result && result.net > 0 ? on.round.round : null;
  useEffect(() => {
    if (asked) play("turn");
  }, [asked]);
  useEffect(() => {
    if (dealt) play("shuffle");
  }, [dealt]);
  useEffect(() => {
    if (won) play("win");
  }, [won]);
}

/**
 * When a decision is asked, the player's own cards lie above the buttons, wherever the page was scrolled to.
 * @param {{ current: HTMLElement | null }} page
 * @param {string | null} asked
 * @param {unknown} drawing what it lies on
 */
function useHandInView(page, asked, drawing) {
  useEffect(() => {
    if (!asked) return undefined;
    const show = () => {
      const cards = page.current?.querySelector(".seat.mine.acting .held");
      /** @type {HTMLElement | null | undefined} */
      const foot = page.current?.querySelector(".foot");
      if (!cards || !foot) return;
      const { top, bottom } = cards.getBoundingClientRect();
      const hidden = bottom - (innerHeight - foot.offsetHeight);
      if (hidden > 0 || top < 0) scrollBy({ top: hidden > 0 ? hidden + 4 : top - 4, behavior: "instant" });
    };
    show();
    addEventListener("resize", show);
    return () => removeEventListener("resize", show);
  }, [asked, drawing]);
}

/**
 * The keyboard goes where the action is: on entering the table, and whenever the buttons below the felt become others.
 * It is not taken from somebody who is at another part of the page.
 * @param {{ current: HTMLElement | null }} place
 * @param {string} now
 */
function useFocusAtAction(place, now) {
  useEffect(() => {
    const here = document.activeElement;
    const nowhere = !here || here === document.body || here.id === "main";
    if (nowhere || place.current?.contains(here)) place.current?.focus({ preventScroll: true });
  }, [now]);
}

/**
 * @param {object} props
 * @param {View} props.view
 * @param {number[]} props.seats
 * @param {Bets} props.bets
 * @param {boolean} props.busy
 * @param {boolean} props.placed
 * @param {() => void} props.change
 * @param {() => void} props.touch
 * @param {(how?: { again?: boolean }) => void} props.deal
 * @param {() => void} props.buyIn
 * @param {(action: string, amount?: string) => void} props.choose
 */
function Rail({ view, seats, bets, busy, placed, change, touch, deal, buyIn, choose }) {
  if (view.ask) {
    return html`<${DecisionRail} key=${askedNow(view)} ask=${view.ask} choose=${choose} busy=${busy} />`;
  }
  const mayBet = bets.wager && mySeats(view).length > 0 && view.wagering.open;
  if (mayBet && placed) {
    return html`<div class="rail waiting"><${Closing} deadline=${view.wagering.deadline} />
      <p class="soft">${say("table.lie_on_felt")}</p>
      <button type="button" data-testid="change" disabled=${busy} onClick=${change}>${say("table.change")}</button></div>`;
  }
  if (mayBet) {
    return html`<${BettingRail} view=${view} seats=${seats} bets=${bets} wager=${bets.wager} touch=${touch} deal=${deal} buyIn=${buyIn}
      busy=${busy} />`;
  }
  const seated = mySeats(view).length > 0;
  const says = say(seated ? "table.buttons_back" : "table.free_seats");
  return html`<div class="rail waiting"><p class="soft">${says}</p></div>`;
}

/**
 * @param {{ live: Omit<ReturnType<typeof useTable>, "view"> & { view: View }, layout: Layout, again: () => void, guided: boolean }} props
 */
function Table({ live, layout, again, guided }) {
  const { send, connected } = live;
  const { view, playing, skip } = useShow(live.view);
  const seats = mySeats(view);
  const [putAway, setPutAway] = useState(/** @type {string | null} */ (null));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(/** @type {Error | null} */ (null));
  const [dialog, setDialog] = useState(/** @type {Wanted | null} */ (null));
  const [changing, setChanging] = useState(/** @type {string | null} */ (null)); // the round whose placed wagers are being changed
  const on = roundOnShow(view, putAway);
  const concerned = on.over ? myLastSeats(view) : seats;
  const { round } = on;
  const bets = useWagers(view, seats);
  const alarms = useSeeds(live.view, send);
  const allowed = view.coach.mode_allowed;
  const [mode, setMode] = useCoachMode(allowed);
  const status = statusWords(view, on);
  /** @param {Error} error */
  const notLoaded = (error) => {
    setDialog(null);
    setProblem(error);
  };
  const spoken = useLater(() => import("./spoken.js"), useSettings().spoken, notLoaded);
  const guide = useGuide(guided);
  const guidance = useLater(() => import("./guide.js"), guide.state === "on", notLoaded);
  const dialogs = useLater(() => import("./dialogs.js"), dialog !== null, notLoaded);
  const column = useColumn();
  const page = useRef(/** @type {HTMLElement | null} */ (null));
  const move = useRef(/** @type {HTMLElement | null} */ (null));
  const [drawing, setDrawing] = useState(/** @type {unknown} */ (null));
  useHandInView(page, askedNow(view), drawing);
  useFocusAtAction(move, askedNow(view) ?? (view.wagering.open ? "wagers" : "wait"));
  useTelling(playing ? "" : status, round, concerned);
  useTableSounds(view, on);
  useKeys([" ", "Enter", "Escape"].map((key) => ({ key, run: skip, off: !playing })));

  const touch = () => view.last_round && setPutAway(view.last_round.round);
  /** @param {Command} command @param {number | null} [expected] */
  async function tell(command, expected = null) {
    setBusy(true);
    setProblem(null);
    try {
      await send(command, expected);
      return true;
    } catch (caught) {
      const error = /** @type {ApiError} */ (caught);
      setProblem(error.kind === "conflict" ? new Error(say("table.moved_on")) : error);
      return false;
    } finally {
      setBusy(false);
    }
  }
  // again: the wagers of the last round, whatever lies on the felt now.
  async function deal({ again: same = false } = {}) {
    const amounts = same ? bets.lastAmounts : bets.amounts;
    const wagered = seats.filter((seat) => Object.keys(amounts(seat)).length);
    const last = wagered[wagered.length - 1];
    for (const seat of wagered.slice(0, -1)) {
      if (!(await tell({ do: "place_wagers", seat, wagers: amounts(seat) }))) return;
    }
    const wagers = { seat: last, wagers: amounts(last) };
    const round = live.view.round?.round ?? null;
    const byHouse = view.dealing === "house";
    if (await tell(byHouse ? { do: "ready", ...wagers, round } : { do: "place_wagers", ...wagers })) {
      if (guide.state === "offered") guide.end(); // who deals is not new here
      if (same) bets.repeat();
      bets.forget();
      setChanging(null);
      touch();
    }
  }
  /** @param {number} seat */
  const sit = (seat) => (seats.length ? tell({ do: "sit", seat }) : setDialog({ way: "sit", seat }));
  // A decision is for the table as it is on show: pressed in another tab too, it does not count for the next street.
  /** @param {string} action @param {string | null} [amount] */
  const choose = (action, amount = null) =>
    view.ask && tell({ do: "decide", seat: view.ask.seat, action, ...(amount ? { amount } : {}) }, view.version);
  const betting = view.wagering.open && !view.ask;
  const next = view.round;
  const placed = betting && next !== null && changing !== next.round && seats.some((seat) => next.seats[String(seat)]);
  /** @param {number} seat @returns {SeatBets | null} */
  const betsOf = (seat) => {
    if (!betting || placed) return null;
    return {
      settled: on.over,
      draft: bets.draftOf(seat),
      offered: new Set(bets.wagers.map((wager) => wager.name)),
      selected: bets.seat === seat && bets.wager ? bets.wager.name : null,
      place: (name) => {
        touch();
        bets.place(name, seat);
      },
      takeBack: (name) => {
        touch();
        bets.takeBack(name, seat);
      },
    };
  };

  const guiding =
    guidance &&
    seats.length > 0 &&
    html`<${guidance.GuidedHand} view=${view} on=${on} playing=${playing} seats=${concerned} end=${guide.end} />`;
  const offered = guide.state === "offered" && betting && seats.length > 0 && !placed && !view.last_round;
  return html`<div class="table-page" ref=${page}>
    <div class="play">
      <div class="bar"><h1 class="table-name">${view.table}<span class="unseen">, ${view.title}</span></h1>
        <${Meters} meters=${view.meters} />
        ${offered && html`<${GuideOffer} guide=${guide} />`}
        <span class="connection ${connected ? "on" : "off"}" role="status">
          ${say(connected ? "table.live" : "table.lost")}</span>
        <button type="button" class="plain pays-button" data-testid="pays"
          onClick=${() => setDialog({ way: "pays" })}>${say("table.pays")}</button>
        <button type="button" class="plain pays-button" data-testid="settings" aria-label=${say("settings.title")}
          onClick=${openSettings}>⚙</button></div>
      ${!column && guiding}
      ${
        spoken
          ? html`<${spoken.Spoken} view=${view} layout=${layout} on=${on} seats=${seats} concerned=${concerned} bets=${bets}
            betting=${betting && seats.length > 0 && bets.wager !== null} busy=${busy || !connected} status=${status}
            touch=${touch} deal=${deal} choose=${choose} open=${(way) => setDialog({ way })}
            canSit=${(seat) => maySit(view, layout, seat)} sit=${sit} />`
          : html`<${Felt} layout=${layout} source=${`/api/tables/${encodeURIComponent(view.table)}/felt`} round=${round}
        holder=${(seat) => holderOf(view, seat)} acting=${view.round?.to_act[0] ?? null}
        onClick=${playing ? skip : null} onDrawn=${setDrawing} seats=${seats} bets=${betsOf}
        canSit=${(seat) => maySit(view, layout, seat)} onSit=${sit} />`
      }
      <div class="foot ${view.ask ? "asking" : ""}">
        <p class="status ${view.ask ? "asked" : on.over ? "result" : ""}" data-testid="status">
          ${status}</p>
        <${Alarms} said=${alarms} />
        <${Problems} error=${problem || live.error} onDismiss=${() => {
          setProblem(null);
          live.dismiss();
        }} />
        ${
          !spoken &&
          html`<div class="move" role="group" tabindex="-1" ref=${move}
          aria-label=${say(view.ask ? "table.your_decision" : "table.your_wagers")}><${Rail} view=${view} seats=${seats} placed=${placed} change=${() => setChanging(view.round?.round ?? null)} bets=${bets}
          busy=${busy || !connected || !drawing} touch=${touch} deal=${deal} choose=${choose}
          buyIn=${() => setDialog({ way: "buy_in" })} /></div>`
        }
      </div>
    </div>
    <div class="beside">
      <${Company} view=${view} />
      ${column && guiding}
      <${Coach} view=${view} on=${on} playing=${playing} mode=${mode} choose=${setMode} />
      <${Side} view=${view} layout=${layout} on=${on} round=${round} playing=${playing} skip=${skip} send=${send}
        seats=${concerned} ask=${(way) => setDialog({ way })} guide=${guide.begin} />
    </div>
    ${
      dialogs &&
      html`<${dialogs.TableDialog} dialog=${dialog} view=${view} layout=${layout} lines=${linesOf(round, concerned)} send=${send}
      again=${again} onClose=${() => setDialog(null)} />`
    }
    ${!me(view) && html`<p class="unseen">${say("table.watching")}</p>`}
  </div>`;
}
