// Between two views the dealer may have done many things. This lists them as they were done, by the dealer's script:
// beats, each a view of the table as it is at that moment, and how long it stays. Nothing is in a beat that has not
// been shown yet: no card that is not turned up, no chip that is not paid, no stack that counts it.
import { HIDDEN } from "../core/card.js";
import { cents, decimal } from "../core/money.js";
import { mySeats } from "./model.js";
import { BEAT, LONGEST_DEAL } from "./timing.js";

/** @import { Did, RoundWithScript, SeatInRound, TablePlayer, View } from "../types/api.js" */

/**
 * @typedef {{ view: View, pause: number }} Beat
 * @typedef {{ count: number, up: Set<number> }} Lying cards at one place, and which of them are turned up
 * @typedef {Lying & { lines: number, wagers: Record<string, string>, folded: boolean }} SeatLying
 */

/** @type {Record<string, "board" | "dealer" | "extra">} */
const PLACES = { board: "board", dealer: "dealer", extra: "extra" };
/** @param {string[]} cards */
const upOf = (cards) => new Set(cards.flatMap((card, place) => (card === HIDDEN ? [] : [place])));
/** @param {View} view @param {string} id */
const roundIn = (view, id) => [view.round, view.last_round].find((round) => round?.round === id) || null;
/** @param {string[]} amounts */
const sum = (amounts) => amounts.reduce((total, amount) => total + cents(amount), 0);

/**
 * The lines of the script that are new: the round's own begin when wagers are closed.
 * @param {RoundWithScript} seen @param {RoundWithScript} end
 */
function newLines(seen, end) {
  if (seen.no_more_bets) return seen.script.length <= end.script.length ? seen.script.length : end.script.length;
  const closed = end.script.findIndex((line) => line.did?.do === "no_more_bets");
  return closed < 0 ? end.script.length : closed;
}

// What lies on the table at a moment.
class Moment {
  /** @type {number | null} */
  acting = null;
  /** What a seat was at the last beat: who did nothing since stays the same object, and is not drawn again.
   * @type {Record<string, { at: string, seat: SeatInRound }>} */
  last = {};

  /** @param {View} before @param {View} after @param {RoundWithScript} seen @param {RoundWithScript} end */
  constructor(before, after, seen, end) {
    this.before = before;
    this.after = after;
    this.end = end;
    this.mine = new Set(mySeats(before).map(String));
    /** @param {string[]} cards @returns {Lying} */
    const lying = (cards) => ({ count: cards.length, up: upOf(cards) });
    this.places = { board: lying(seen.board), dealer: lying(seen.dealer), extra: lying(seen.extra) };
    /** @type {Record<string, SeatLying>} */
    this.seats = Object.fromEntries(
      Object.entries(end.seats).map(([number, { wagers }]) => {
        const was = seen.seats[number];
        const cards = was ? was.cards : [];
        const lines = was ? was.settled.length : 0;
        return [number, { ...lying(cards), lines, wagers: { ...wagers }, folded: Boolean(was?.folded) }];
      }),
    );
    this.announced = Boolean(seen.dealer_hand);
    this.burned = seen.burned;
    this.script = newLines(seen, end);
    for (const { did } of end.script.slice(this.script).reverse()) if (did) this.put(did, false);
  }

  /** @param {Did} did @returns {Lying | undefined} */
  at(did) {
    return did.to === "player" ? this.seats[String(did.seat)] : this.places[PLACES[did.to ?? ""]];
  }

  /**
   * The chips of a decision: as they lie after it, or as they lay before.
   * @param {Did} did @param {boolean} after
   */
  put({ seat, answered }, after) {
    if (!answered?.wager) return;
    const { wagers } = this.seats[String(seat)];
    // A wager may be added to at several decisions: then only the last amount comes or goes.
    const there = cents(wagers[answered.wager] ?? "0.00");
    const left = there + (answered.takes_back === after ? -1 : 1) * cents(answered.amount);
    if (left > 0) wagers[answered.wager] = decimal(left);
    else delete wagers[answered.wager];
  }

  /** @param {string} number @param {SeatInRound} seat @returns {SeatInRound} */
  seat(number, seat) {
    const shown = this.seats[number];
    const cards = seat.cards.slice(0, shown.count).map((card, place) => (shown.up.has(place) ? card : HIDDEN));
    const complete = !cards.includes(HIDDEN) && cards.length === seat.cards.length && this.boardIsComplete();
    const at = [cards, Object.entries(shown.wagers), shown.folded, complete, shown.lines].join("|");
    if (this.last[number]?.at !== at) {
      const now = {
        ...seat,
        cards,
        wagers: { ...shown.wagers },
        folded: shown.folded,
        hand: complete ? seat.hand : null,
        hand_cards: complete ? seat.hand_cards : [],
        settled: seat.settled.slice(0, shown.lines),
      };
      this.last[number] = { at, seat: now };
    }
    return this.last[number].seat;
  }

  boardIsComplete() {
    return this.places.board.up.size === upOf(this.end.board).size;
  }

  /** @param {"board" | "dealer" | "extra"} place */
  cards(place) {
    const { count, up } = this.places[place];
    return this.end[place].slice(0, count).map((card, index) => (up.has(index) ? card : HIDDEN));
  }

  // A stack holds what is not on the felt yet, and not what is not paid yet.
  /** @param {TablePlayer} player */
  stack(player) {
    const held = player.seats.map(String).filter((number) => this.end.seats[number]);
    const notYet = held.reduce((total, number) => {
      const seat = this.end.seats[number];
      const shown = this.seat(number, seat);
      const staked = sum(Object.values(seat.wagers)) - sum(Object.values(shown.wagers));
      return total + staked - sum(seat.settled.slice(this.seats[number].lines).map((line) => line.returned));
    }, 0);
    return decimal(cents(player.stack) + notYet);
  }

  /** @returns {View} */
  view() {
    const { before, after, end } = this;
    const seats = Object.fromEntries(
      Object.entries(end.seats).map(([number, seat]) => [number, this.seat(number, seat)]),
    );
    const round = {
      ...end,
      seats,
      board: this.cards("board"),
      dealer: this.cards("dealer"),
      extra: this.cards("extra"),
      burned: this.burned,
      void: null,
      no_more_bets: true,
      seed: null,
      dealer_hand: this.announced ? end.dealer_hand : null,
      dealer_hand_cards: this.announced ? end.dealer_hand_cards : [],
      to_act: this.acting ? [this.acting] : [],
      script: end.script.slice(0, this.script),
    };
    const players = Object.fromEntries(
      Object.entries(after.players).map(([name, player]) => [name, { ...player, stack: this.stack(player) }]),
    );
    return {
      ...before,
      players,
      round,
      ask: null,
      steps: [],
      waiting_for: null,
      wagering: { ...after.wagering, open: false, deadline: null },
    };
  }
}

/** @type {Record<string, (now: Moment, did: Did) => Generator<number | "card", void>>} */
const STEPS = {
  deal: function* deal(now, did) {
    const place = now.at(did);
    if (!place) return;
    for (let card = 0; card < did.cards; card += 1) {
      if (did.face_up) place.up.add(place.count);
      place.count += 1;
      yield did.to === "board" && did.face_up ? BEAT.street : "card";
    }
  },
  burn: function* burn(now, did) {
    now.burned += did.cards;
    yield BEAT.burn;
  },
  turn_up: function* turnUp(now, did) {
    const { up, count } = now.places.board;
    for (let left = did.cards, place = 0; left > 0 && place < count; place += 1) {
      if (up.has(place)) continue;
      up.add(place);
      left -= 1;
      yield BEAT.street;
    }
  },
  decide: function* decide(now, did) {
    const number = String(did.seat);
    now.acting = did.seat;
    if (!now.mine.has(number)) yield BEAT.decision;
    now.put(did, true);
    if (did.answered?.folds) now.seats[number].folded = true;
    now.acting = null;
    if (now.mine.has(number)) yield BEAT.own;
  },
  reveal_dealer: function* reveal(now) {
    now.places.dealer.up = new Set(now.end.dealer.keys());
    yield BEAT.dealer;
  },
  turn_up_extra: function* turnUpExtra(now) {
    now.places.extra.up = new Set(now.end.extra.keys());
    yield BEAT.announce;
  },
  announce_dealer: function* announce(now) {
    now.announced = true;
    yield BEAT.announce;
  },
  turn_up_hand: function* turnUpHand(now, did) {
    const seat = now.seats[String(did.seat)];
    seat.up = new Set(now.end.seats[String(did.seat)].cards.keys());
    if (!now.mine.has(String(did.seat))) yield BEAT.hand;
  },
  settle: function* settle(now, did) {
    const number = String(did.seat);
    const lines = now.end.seats[number].settled.length;
    if (!now.mine.has(number)) {
      now.seats[number].lines = lines;
      yield BEAT.settled;
      return;
    }
    while (now.seats[number].lines < lines) {
      now.seats[number].lines += 1;
      yield BEAT.line;
    }
  },
};

/**
 * [{view, pause}], without the last view itself.
 * @param {View} before
 * @param {View} after
 * @returns {Beat[]}
 */
export function beatsBetween(before, after) {
  const seen = before.round;
  const end = seen && roundIn(after, seen.round);
  if (!seen || !end?.no_more_bets) return [];
  const now = new Moment(before, after, seen, end);
  const lines = end.script.slice(now.script);
  const dealt = lines.reduce((count, { did }) => count + (did?.do === "deal" ? did.cards : 0), 0);
  const card = Math.min(BEAT.card, LONGEST_DEAL / Math.max(1, dealt));
  /** @type {Beat[]} */
  const beats = [];
  /** @param {number} pause */
  const show = (pause) => beats.push({ view: now.view(), pause });
  for (const [place, { did }] of lines.entries()) {
    now.script += 1;
    const step = did && STEPS[did.do];
    if (!step) continue;
    for (const pause of step(now, did)) show(pause === "card" ? card : pause);
    const next = lines[place + 1];
    if (did.do === "deal" && next?.did?.do !== "deal" && look(now)) show(BEAT.look);
  }
  return beats;
}

/** The player looks at the cards when all are dealt. @param {Moment} now */
function look(now) {
  let looked = false;
  for (const number of now.mine) {
    const shown = now.seats[number];
    const all = now.end.seats[number]?.cards ?? [];
    if (!shown || shown.up.size >= all.length || all.length !== shown.count) continue;
    shown.up = new Set(all.keys());
    looked = true;
  }
  return looked;
}
