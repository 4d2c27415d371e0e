// What somebody types at the spoken table, understood: the words for wagers and decisions are those of the book.
import { cents, decimal, money, typed } from "../core/money.js";
import { say } from "../core/words.js";
import { actionWords, either, limitWords } from "./offered.js";

/** @import { Key } from "../core/words.js" */
/** @import { Ask, OfferedAction, WagerOnOffer } from "../types/api.js" */

/**
 * @typedef {{ do: "choose", action: string, amount?: string }
 *   | { do: "bet", wager: string, amount: number }
 *   | { do: "deal" | "again" | "double" | "clear" | "undo" | "leave" }
 *   | { do: "buy_in" | "cash_out" }
 *   | { do: "sit", seat: number }
 *   | { do: "tell", about: string, wager?: string }
 *   | { do: "unclear", says: string }} Spoken
 */

/** What can be asked about the table. The words for it, and for all below, are lists in the catalogue. */
const QUESTIONS = /** @type {const} */ ([
  ["hand", "command.hand"],
  ["board", "command.board"],
  ["dealer", "command.dealer"],
  ["chips", "command.chips"],
  ["wagers", "command.wagers"],
  ["offers", "command.offers"],
  ["turn", "command.turn"],
  ["result", "command.result"],
  ["players", "command.players"],
  ["time", "command.time"],
  ["help", "command.help"],
]);
const PLAIN = /** @type {const} */ ([
  ["deal", "command.deal"],
  ["again", "command.again"],
  ["double", "command.double"],
  ["clear", "command.clear"],
  ["undo", "command.undo"],
  ["leave", "command.leave"],
  ["buy_in", "command.buy_in"],
  ["cash_out", "command.cash_out"],
]);

/** @param {Key} key @param {string} text */
const means = (key, text) => say(key).split("|").includes(text);

/** "  Raise 3×. " -> "raise 3x" @param {string} text */
const tidy = (text) =>
  text
    .toLowerCase()
    .replaceAll("×", "x")
    .replaceAll("_", " ")
    .replace(/[.!?\s]+$/, "")
    .replace(/\s+/g, " ")
    .trim();

/** "raise 3x" -> "raise 3": people say either. @param {string} text */
const bare = (text) => tidy(text).replace(/(\d)x\b/g, "$1");

/** @param {string} says @returns {Spoken} */
const unclear = (says) => ({ do: "unclear", says });

/**
 * The wagers that a name may mean: the one that is called so, otherwise all whose name has it.
 * @param {WagerOnOffer[]} wagers
 * @param {string} name
 */
function called(wagers, name) {
  const exact = wagers.filter((wager) => [tidy(wager.label), tidy(wager.name)].includes(name));
  return exact.length ? exact : wagers.filter((wager) => tidy(wager.label).includes(name));
}

/** @param {WagerOnOffer[]} wagers @param {string} name @param {number} amount @returns {Spoken} */
function bet(wagers, name, amount) {
  const found = called(wagers, name);
  if (found.length !== 1) {
    const offered = (found.length ? found : wagers).map((wager) => wager.label);
    return unclear(offered.length ? say("command.which_wager", { wagers: either(offered) }) : say("answer.closed"));
  }
  const [wager] = found;
  const fits = wager.amounts
    ? wager.amounts.map(cents).includes(amount)
    : amount >= cents(wager.least) && amount <= cents(wager.most);
  if (amount && !fits) return unclear(say("command.takes", { wager: wager.label, limits: limitWords(wager) }));
  return { do: "bet", wager: wager.name, amount };
}

/** @param {string} text @param {WagerOnOffer[]} wagers @returns {Spoken | null} */
function betting(text, wagers) {
  const back = new RegExp(`^(?:${say("command.take_back")}) (.+)$`).exec(text);
  if (back) return bet(wagers, back[1], 0);
  const on = say("command.on");
  const found =
    new RegExp(`^(?:${say("command.bet")}) (.+)$`).exec(text)?.[1] ??
    new RegExp(`^(\\S+ (?:${on}) .+)$`).exec(text)?.[1];
  if (!found) return null;
  const before = new RegExp(`^(\\S+)(?: (?:${on}))? (.+)$`).exec(found);
  const after = /^(.+) (\S+)$/.exec(found);
  const first = before && typed(before[1]);
  if (before && first !== null) return bet(wagers, before[2], /** @type {number} */ (first));
  const last = after && typed(after[2]);
  if (after && last !== null) return bet(wagers, after[1], /** @type {number} */ (last));
  const example = wagers[0] && { amount: decimal(cents(wagers[0].least)), wager: wagers[0].label };
  return unclear(say("command.like", example ?? { amount: "10", wager: say("bet.wager").toLowerCase() }));
}

/** @param {string} text @param {Ask} ask @returns {Spoken | null} */
function deciding(text, ask) {
  /** @param {OfferedAction} action */
  const begins = ({ label }) => `${bare(label)} `.startsWith(`${bare(text)} `);
  const found = ask.actions.filter(begins);
  const same = found.filter(({ label }) => bare(label) === bare(text));
  const [meant] = same.length ? same : found;
  if (meant && (same.length || found.length === 1)) return { do: "choose", action: meant.action };
  if (found.length) return unclear(say("command.which_one", { actions: either(found.map(actionWords)) }));
  const beyond = ask.beyond_chips.find(begins);
  if (beyond) return unclear(say("status.not_covered", { action: actionWords(beyond) }));
  const [, word, number] = new RegExp(`^(\\S+) (?:(?:${say("command.for")}) )?(\\S+)$`).exec(text) ?? [];
  const amount = number ? typed(number) : null;
  if (amount === null) return null;
  const equal = ask.actions.find(
    (action) => action.amount && cents(action.amount) === amount && tidy(action.label).startsWith(word),
  );
  if (equal) return { do: "choose", action: equal.action };
  const range = ask.any_amount;
  if (!range || !tidy(range.label).startsWith(word)) return null;
  const over = amount - cents(range.least);
  if (over < 0 || amount > cents(range.most) || over % cents(range.unit) !== 0) {
    return unclear(
      say("command.takes_by", {
        action: range.label,
        least: money(range.least),
        most: money(range.most),
        unit: money(range.unit),
      }),
    );
  }
  return { do: "choose", action: range.action, amount: decimal(amount) };
}

/** What can be said now. @param {Ask | null} ask @param {WagerOnOffer[]} wagers */
export function optionWords(ask, wagers) {
  if (ask) return say("command.say", { actions: either(ask.actions.map((action) => action.label.toLowerCase())) });
  return wagers.length
    ? say("command.say_bet", { wagers: either(wagers.map((wager) => wager.label)) })
    : say("command.wait");
}

/**
 * @param {string} said
 * @param {{ ask: Ask | null, wagers: WagerOnOffer[] }} now wagers: those on offer while wagers are open
 * @returns {Spoken}
 */
export function understand(said, { ask, wagers }) {
  const text = tidy(said);
  const about = QUESTIONS.find(([, key]) => means(key, text))?.[0];
  const pays = new RegExp(`^(?:${say("command.pays")})(?: (.+))?$`).exec(text);
  const sit = new RegExp(`^(?:${say("command.sit")}) (\\d+)$`).exec(text);
  const decision = ask && text ? deciding(text, ask) : null;
  if (decision) return decision;
  if (about) return { do: "tell", about };
  if (pays) return { do: "tell", about: "pays", wager: pays[1] ?? "" };
  if (sit) return { do: "sit", seat: Number(sit[1]) };
  const plain = PLAIN.find(([, key]) => means(key, text))?.[0];
  if (plain) return { do: plain };
  const heard = text ? `${say("command.unknown", { said: said.trim() })} ` : "";
  return betting(text, wagers) ?? unclear(`${heard}${optionWords(ask, wagers)} ${say("command.help_lists")}`);
}
