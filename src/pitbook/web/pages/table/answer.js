// What the spoken table answers: sentences made of the view and of the book's own words.
import { cardNames, HIDDEN } from "../core/card.js";
import { cents, money, priced } from "../core/money.js";
import { say } from "../core/words.js";
import { optionWords } from "./command.js";
import { linesOf, me, resultWords, statusWords } from "./model.js";
import { limitWords } from "./offered.js";

/** @import { Layout, RoundWithScript, View } from "../types/api.js" */
/** @import { OnShow } from "./model.js" */

/**
 * @typedef {object} Situation
 * @property {View} view
 * @property {Layout} layout
 * @property {OnShow} on
 * @property {number[]} seats those of the viewer in the round on show
 * @property {Record<string, number> | null} draft what lies ready to be dealt, in cents; null while wagers are closed
 */

/** @param {string | undefined} hand */
const orNothing = (hand) => (hand ? `, ${hand}` : "");

/** @param {string[]} cards */
function laid(cards) {
  const open = cards.filter((card) => card !== HIDDEN);
  const down = cards.length - open.length;
  const hidden = down ? [say("answer.face_down", { count: down })] : [];
  return [...(open.length ? [cardNames(open)] : []), ...hidden].join(", ") || say("answer.no_cards_yet");
}

/** @param {Situation} now */
function handWords({ on: { round }, seats }) {
  const mine = seats.flatMap((seat) => round?.seats[String(seat)] ?? []);
  if (!mine.length) return say("answer.no_cards");
  return mine
    .map((seat) => {
      const cards = laid(seat.cards) + orNothing(seat.hand ?? "");
      return say(seat.folded ? "answer.folded_cards" : "telling.your_cards", { cards });
    })
    .join(" ");
}

/**
 * @param {Layout} layout
 * @param {RoundWithScript | null} round
 * @param {"community" | "dealer" | "extra"} place
 */
function areaWords(layout, round, place) {
  const area = layout.cards.find((one) => one.place === place);
  if (!area) return null;
  const cards = { community: round?.board, dealer: round?.dealer, extra: round?.extra }[place] ?? [];
  const hand = place === "dealer" ? orNothing(round?.dealer_hand ?? "") : "";
  return `${area.label}: ${laid(cards)}${hand}.`;
}

/** @param {Layout} layout @param {Record<string, number>} amounts */
export function wagerWords(layout, amounts) {
  const label = (/** @type {string} */ name) => layout.areas.find((area) => area.wager === name)?.label ?? name;
  const each = Object.entries(amounts).map(([name, amount]) => `${label(name)} ${money(amount)}`);
  const total = Object.values(amounts).reduce((sum, amount) => sum + amount, 0);
  return each.length ? say("answer.wagers", { wagers: each.join(", "), total: money(total) }) : say("answer.no_wagers");
}

/** @param {Situation} now */
function placedWords({ layout, on, seats, draft }) {
  if (draft) return wagerWords(layout, draft);
  const wagers = seats.flatMap((seat) => Object.entries(on.round?.seats[String(seat)]?.wagers ?? {}));
  return wagerWords(layout, Object.fromEntries(wagers.map(([name, amount]) => [name, cents(amount)])));
}

/** @param {Layout} layout @param {string} name */
function payWords(layout, name) {
  const all = layout.sign.schedules;
  const found = all.filter((one) => name && one.title.toLowerCase().includes(name));
  if (!found.length) return say("answer.say_pays", { titles: all.map((one) => one.title).join(", ") });
  return found
    .map((one) => `${one.title}: ${one.lines.map((line) => `${line.when}, ${priced(line.pays)}`).join("; ")}.`)
    .join(" ");
}

/** @param {View} view */
function timeWords(view) {
  const deadline = view.ask ? view.ask.deadline : view.wagering.deadline;
  if (!deadline) return say("answer.no_limit");
  return say("answer.seconds", { count: Math.max(0, Math.ceil((Date.parse(deadline) - Date.now()) / 1000)) });
}

/** @param {Situation} now */
function helpWords({ view, draft }) {
  const wagers = draft ? view.wagering.wagers : [];
  return `${optionWords(view.ask, wagers)} ${say("answer.help")}`;
}

/**
 * @param {string} about
 * @param {string} wager
 * @param {Situation} now
 * @returns {string}
 */
export function answer(about, wager, now) {
  const { view, layout, on, seats } = now;
  const player = me(view);
  switch (about) {
    case "hand":
      return handWords(now);
    case "board": {
      const said = [areaWords(layout, on.round, "community"), areaWords(layout, on.round, "extra")].filter(Boolean);
      return said.join(" ") || say("answer.no_board");
    }
    case "dealer":
      return areaWords(layout, on.round, "dealer") ?? say("answer.no_dealer");
    case "chips":
      return player ? say("answer.chips", { amount: money(player.stack) }) : say("answer.no_seat");
    case "wagers":
      return placedWords(now);
    case "offers":
      return view.wagering.wagers.map((one) => `${one.label}: ${limitWords(one)}.`).join(" ") || say("answer.closed");
    case "pays":
      return payWords(layout, wager);
    case "result":
      if (!on.over) return say("answer.not_over");
      return [...linesOf(on.round, seats).map((line) => line.words), resultWords(on.round, seats)].join(" ");
    case "players":
      return Object.values(view.players)
        .filter((one) => !one.left)
        .map((one) => say("answer.player", { seats: one.seats.join(", "), name: one.name, stack: money(one.stack) }))
        .join(" ");
    case "time":
      return timeWords(view);
    case "help":
      return helpWords(now);
    default:
      return `${statusWords(view, on)} ${optionWords(view.ask, now.draft ? view.wagering.wagers : [])}`;
  }
}
