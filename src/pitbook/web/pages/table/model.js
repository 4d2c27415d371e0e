// What the page makes of a view: pure functions, no drawing.
import { cents, money, sum } from "../core/money.js";
import { shown, words } from "../core/names.js";
import { say } from "../core/words.js";
import { actionWords, either } from "./offered.js";
/** @import { Holder } from "./seat.js" */
/** @import { Ask, Layout, PaidLine, RoundOnTable, RoundWithScript, SeatInRound, TablePlayer, View } from "../types/api.js" */

/**
 * @typedef {{ round: RoundWithScript, over: true } | { round: RoundWithScript | null, over: false }} OnShow
 */

/** @param {View} view */
export const mySeats = (view) => view.you.seats;
/** The seats that one had in the round that ended last: another player may have one of them now. @param {View} view */
export const myLastSeats = (view) => view.you.last_seats;
/** @param {View} view */
export const me = (view) => (view.you.player === null ? null : (view.players[view.you.player] ?? null));
/** @param {View} view @param {number} seat @returns {[string, TablePlayer] | null} */
export const seatHolder = (view, seat) =>
  Object.entries(view.players).find(([, player]) => player.seats.includes(seat)) || null;

/** @param {View} view @param {number} seat @returns {Holder | null} */
export function holderOf(view, seat) {
  const found = seatHolder(view, seat);
  return found && { ...found[1], name: found[1].name || shown(found[0]), you: mySeats(view).includes(seat) };
}

/**
 * A first seat anywhere; then a box beside one's own, as far as the house allows more than one.
 * @param {View} view
 * @param {Layout} layout
 * @param {number} seat
 */
export function maySit(view, layout, seat) {
  if (view.status !== "open") return false;
  const seats = mySeats(view);
  if (!seats.length) return true;
  const beside = seats.some((own) => Math.abs(own - seat) === 1);
  return seats.length < layout.adjacent_boxes && beside && view.wagering.open;
}

/** @param {View} view @param {RoundWithScript | null} round */
const playedIn = (view, round) => round !== null && mySeats(view).some((seat) => round.seats[String(seat)]);

/**
 * The next round opens as soon as one ends; the one just settled stays on show until the player turns to the next.
 * Who sits down meanwhile and had no part in it sees the next at once.
 * @param {View} view
 * @param {string | null} putAway
 * @returns {OnShow}
 */
export function roundOnShow(view, putAway) {
  const last = view.last_round;
  const fresh = !view.round || (!view.round.no_more_bets && !playedIn(view, view.round));
  const concerned = last && (!mySeats(view).length || myLastSeats(view).some((seat) => last.seats[String(seat)]));
  if (concerned && fresh && putAway !== last.round) return { round: last, over: true };
  return { round: view.round, over: false };
}

/** Every line of a seat that has been settled so far, and what it comes to. @param {SeatInRound} seat */
export function totals(seat) {
  const lines = seat.settled;
  const returned = sum(lines.map((line) => line.returned));
  const staked = sum(Object.values(seat.wagers));
  return { lines, returned, staked, net: returned - staked };
}

/** @param {RoundWithScript} round @param {number[]} seats */
export function myResult(round, seats) {
  const found = seats.map((seat) => round.seats[String(seat)]).filter((seat) => seat?.settled.length);
  if (!found.length) return null;
  const all = found.map(totals);
  /** @param {"net" | "staked" | "returned"} what */
  const sumOf = (what) => all.reduce((sofar, one) => sofar + one[what], 0);
  return { net: sumOf("net"), staked: sumOf("staked"), returned: sumOf("returned") };
}

/**
 * The cards of the hand that has won against the other, once the wagers of a seat are settled.
 * @param {RoundOnTable | null} round
 * @param {number[]} seats
 */
export function winningCards(round, seats) {
  if (!round) return [];
  for (const number of seats) {
    const seat = round.seats[String(number)];
    if (!seat) continue;
    const reasons = seat.settled.map((line) => line.reason);
    if (reasons.includes("beats_dealer")) return seat.hand_cards;
    if (reasons.includes("loses_to_dealer")) return round.dealer_hand_cards;
  }
  return [];
}

/**
 * Every line of some seats that has been settled.
 * @param {RoundOnTable | null} round
 * @param {number[]} seats
 * @returns {PaidLine[]}
 */
export const linesOf = (round, seats) => seats.flatMap((seat) => round?.seats[String(seat)]?.settled ?? []);

/** @param {string} cause */
export const voidWords = (cause) => say("status.void", { cause: words(cause).toLowerCase() });

/** @param {RoundWithScript} round @param {number[]} seats */
export function resultWords(round, seats) {
  const result = myResult(round, seats);
  if (round.void) return voidWords(round.void) + (result && result.net === 0 ? ` ${say("status.wagers_back")}` : "");
  if (!result) return say("status.over");
  if (result.net > 0) return say("status.won", { amount: money(result.net) });
  if (result.net < 0) return say("status.lost", { amount: money(-result.net) });
  return say("status.even");
}

/** @param {Ask} ask @param {number} boxes */
function decisionWords(ask, boxes) {
  const actions = either(ask.actions.map(actionWords));
  const turn = say(boxes > 1 ? "status.turn_at" : "status.turn", { seat: ask.seat, actions });
  return turn + shortOfChips(ask);
}

/** What the chips that are left do not cover. @param {Ask} ask */
function shortOfChips(ask) {
  const beyond = ask.beyond_chips;
  if (!beyond.length) return "";
  return ` ${say("status.not_covered", { action: actionWords(beyond[beyond.length - 1]) })}`;
}

/** @param {View} view @param {RoundWithScript} round */
function others(view, round) {
  const [seat] = round.to_act;
  const holder = seat ? seatHolder(view, seat) : null;
  return holder ? say("status.decides", { name: holder[1].name, seat }) : say("status.dealer_works");
}

/**
 * One sentence: where the table is now, and what is asked of you.
 * @param {View} view
 * @param {OnShow} on
 */
export function statusWords(view, on) {
  if (view.status === "closed") return say("status.closed");
  if (view.ask) return decisionWords(view.ask, mySeats(view).length);
  if (view.round?.no_more_bets) return others(view, view.round);
  if (on.over) return resultWords(on.round, myLastSeats(view));
  if (!mySeats(view).length) return say("status.watching");
  if (view.you.ready) return say("status.ready");
  if (view.wagering.open) {
    if (view.dealing !== "house" && playedIn(view, view.round)) return say("status.placed");
    return say(view.dealing === "house" ? "status.place_deal" : "status.place");
  }
  return say(view.status === "closing" ? "status.closing" : "status.preparing");
}

/** "Progressive Payout" -> "Prog. Payout", where there is little room. @param {string} word */
const briefWord = (word) => (word.length > 8 ? `${word.slice(0, 4)}.` : word);
/** @param {string} label */
export const briefLabel = (label) => label.split(" ").map(briefWord).join(" ");

/**
 * "flush, ace high, kickers king, queen, ten, three" -> "flush, ace high": what is said at a glance.
 * @param {string | null} hand
 */
export const briefHand = (hand) => (hand ? hand.replace(/, (kickers? .*|[a-z]+ kicker)$/, "") : "");

/**
 * What the player wagered before the deal in the round that ended last: for "repeat". What equals another wager and is
 * not there any more was taken back.
 * @param {View} view
 * @param {number} seat
 * @returns {Record<string, number> | null}
 */
export function lastWagers(view, seat) {
  const before = myLastSeats(view).includes(seat) ? view.last_round?.seats[String(seat)] : null;
  if (!before) return null;
  /** @type {[string, number][]} */
  const found = view.wagering.wagers.flatMap(({ name, equal_to }) => {
    const amount = before.wagers[name] ?? before.wagers[equal_to ?? name];
    return amount === undefined ? [] : [[name, cents(amount)]];
  });
  return found.length ? Object.fromEntries(found) : null;
}
