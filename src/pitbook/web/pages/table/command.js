// What somebody types at the spoken table, understood: the words for wagers and decisions are those of the book.
import { cents, decimal, money, typed } from "../core/money.js";

/** @import { Ask, AskedAction, WagerOnOffer } from "../types/api.js" */

/**
 * @typedef {{ do: "choose", action: string, amount?: string }
 *   | { do: "bet", wager: string, amount: number }
 *   | { do: "deal" | "again" | "double" | "clear" | "undo" | "leave" }
 *   | { do: "buy_in" | "cash_out" }
 *   | { do: "sit", seat: number }
 *   | { do: "tell", about: string, wager?: string }
 *   | { do: "unclear", says: string }} Spoken
 */

/** What can be asked about the table, and the words for it. @type {Record<string, string[]>} */
const QUESTIONS = {
  hand: ["hand", "my hand", "cards", "my cards"],
  board: ["board"],
  dealer: ["dealer"],
  chips: ["chips", "stack"],
  wagers: ["wagers", "bets"],
  offers: ["offers", "limits"],
  turn: ["turn", "now", "what now", "status"],
  result: ["result"],
  players: ["players", "seats"],
  time: ["time"],
  help: ["help", "commands"],
};
/** @type {Record<string, Spoken>} */
const PLAIN = {
  deal: { do: "deal" },
  again: { do: "again" },
  rebet: { do: "again" },
  double: { do: "double" },
  clear: { do: "clear" },
  undo: { do: "undo" },
  leave: { do: "leave" },
  "buy in": { do: "buy_in" },
  "cash out": { do: "cash_out" },
};

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

/** @param {string[]} words */
const either = (words) =>
  words.length > 1 ? `${words.slice(0, -1).join(", ")} or ${words[words.length - 1]}` : words.join();

/** @param {AskedAction} action */
export const actionWords = ({ label, amount }) => label.toLowerCase() + (amount ? ` for ${money(amount)}` : "");

/** @param {string} says @returns {Spoken} */
const unclear = (says) => ({ do: "unclear", says });

/**
 * "12.50 to 100.00", or the amounts between which one chooses.
 * @param {WagerOnOffer} wager
 */
export function limitWords({ amounts, least, most }) {
  if (amounts) return either(amounts.map((amount) => money(amount)));
  return least === most ? money(least) : `${money(least)} to ${money(most)}`;
}

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
    return unclear(offered.length ? `Which wager: ${either(offered)}?` : "Wagers are closed.");
  }
  const [wager] = found;
  const fits = wager.amounts
    ? wager.amounts.map(cents).includes(amount)
    : amount >= cents(wager.least) && amount <= cents(wager.most);
  if (amount && !fits) return unclear(`${wager.label} takes ${limitWords(wager)}.`);
  return { do: "bet", wager: wager.name, amount };
}

/** @param {string} text @param {WagerOnOffer[]} wagers @returns {Spoken | null} */
function betting(text, wagers) {
  const back = /^(?:take back|remove|no) (.+)$/.exec(text);
  if (back) return bet(wagers, back[1], 0);
  const found = /^(?:bet|wager|place) (.+)$/.exec(text)?.[1] ?? /^(\S+ on .+)$/.exec(text)?.[1];
  if (!found) return null;
  const before = /^(\S+)(?: on)? (.+)$/.exec(found);
  const after = /^(.+) (\S+)$/.exec(found);
  const first = before && typed(before[1]);
  if (before && first !== null) return bet(wagers, before[2], /** @type {number} */ (first));
  const last = after && typed(after[2]);
  if (after && last !== null) return bet(wagers, after[1], /** @type {number} */ (last));
  const example = wagers[0] ? `bet ${decimal(cents(wagers[0].least))} on ${wagers[0].label}` : "bet 10 on a wager";
  return unclear(`Say an amount and a wager, like “${example}”.`);
}

/** @param {string} text @param {Ask} ask @returns {Spoken | null} */
function deciding(text, ask) {
  /** @param {AskedAction} action */
  const begins = ({ label }) => `${bare(label)} `.startsWith(`${bare(text)} `);
  const found = ask.actions.filter(begins);
  const same = found.filter(({ label }) => bare(label) === bare(text));
  const [meant] = same.length ? same : found;
  if (meant && (same.length || found.length === 1)) return { do: "choose", action: meant.action };
  if (found.length) return unclear(`Which one: ${either(found.map(actionWords))}?`);
  const beyond = ask.beyond_chips.find(begins);
  if (beyond) return unclear(`Your chips do not cover ${actionWords(beyond)}.`);
  const [, word, number] = /^(\S+) (?:for |to )?(\S+)$/.exec(text) ?? [];
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
    return unclear(`${range.label} takes ${money(range.least)} to ${money(range.most)}, by ${money(range.unit)}.`);
  }
  return { do: "choose", action: range.action, amount: decimal(amount) };
}

/** What can be said now. @param {Ask | null} ask @param {WagerOnOffer[]} wagers */
export function optionWords(ask, wagers) {
  if (ask) return `Say ${either(ask.actions.map((action) => action.label.toLowerCase()))}.`;
  return wagers.length
    ? `Say deal, or bet an amount on ${either(wagers.map((wager) => wager.label))}.`
    : "Wait, or ask.";
}

/**
 * @param {string} said
 * @param {{ ask: Ask | null, wagers: WagerOnOffer[] }} now wagers: those on offer while wagers are open
 * @returns {Spoken}
 */
export function understand(said, { ask, wagers }) {
  const text = tidy(said);
  const about = Object.keys(QUESTIONS).find((name) => QUESTIONS[name].includes(text));
  const pays = /^pays(?: (.+))?$/.exec(text);
  const sit = /^sit(?: down)?(?: at)?(?: seat)? (\d+)$/.exec(text);
  const decision = ask && text ? deciding(text, ask) : null;
  if (decision) return decision;
  if (about) return { do: "tell", about };
  if (pays) return { do: "tell", about: "pays", wager: pays[1] ?? "" };
  if (sit) return { do: "sit", seat: Number(sit[1]) };
  if (Object.hasOwn(PLAIN, text)) return PLAIN[text];
  const heard = text ? `“${said.trim()}” is not a command here. ` : "";
  return betting(text, wagers) ?? unclear(`${heard}${optionWords(ask, wagers)} Help lists everything.`);
}
