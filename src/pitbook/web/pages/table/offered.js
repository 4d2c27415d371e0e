// What is on offer, in words: the actions of a decision, the limits of a wager.
import { money } from "../core/money.js";
import { say } from "../core/words.js";

/** @import { OfferedAction, WagerOnOffer } from "../types/api.js" */

/** "one, two or three" @param {string[]} words */
export const either = (words) =>
  words.length > 1
    ? say("list.or", { others: words.slice(0, -1).join(", "), last: words[words.length - 1] })
    : words.join();

/** @param {OfferedAction} action */
export const actionWords = ({ label, amount, takes_back }) =>
  amount && !takes_back
    ? say("list.for_amount", { label: label.toLowerCase(), amount: money(amount) })
    : label.toLowerCase();

/** What an action wagers; of a wager that may be taken back, what comes back or stays. @param {OfferedAction} action */
export function sumWords({ amount, takes_back, stays }) {
  if (stays) return say("decide.stays", { amount: money(stays) });
  if (!amount) return "";
  return takes_back ? say("decide.back", { amount: money(amount) }) : money(amount);
}

/**
 * "12.50 to 100.00", or the amounts between which one chooses.
 * @param {WagerOnOffer} wager
 */
export function limitWords({ amounts, least, most }) {
  if (amounts) return either(amounts.map((amount) => money(amount)));
  return least === most ? money(least) : say("list.range", { least: money(least), most: money(most) });
}
