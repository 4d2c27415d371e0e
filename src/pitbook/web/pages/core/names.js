import { capital, nameOf, say, verbOf } from "./words.js";

/** A person's name as others read it: "Ann~" and 32 digits is Ann. @param {string | null | undefined} player */
export const shown = (player) => (player ? String(player).split("~")[0] : "");

/** "trips_plus" -> "Trips plus" @param {string | null | undefined} name */
export function words(name) {
  return capital(nameOf(String(name ?? "").replaceAll("_", " ")));
}

/** Whether an action takes back a wager. @param {string} action */
export const takesBack = (action) => action.startsWith("withdraw_");

/**
 * An action taken apart: "raise_3" is to raise three times, and "withdraw_bet_1" takes back a wager that has a number.
 * @param {string} action
 */
function partsOf(action) {
  const found = takesBack(action) ? null : /^(.+)_(\d+)$/.exec(action);
  return found ? { verb: found[1], times: `${found[2]}x` } : { verb: action, times: "" };
}

/** "raise_3" -> "3x"; nothing for what wagers nothing. @param {string} action */
export const timesOf = (action) => partsOf(action).times;

/** "raise_3" -> "Raise 3x" @param {string} action */
export function actionName(action) {
  const { verb, times } = partsOf(action);
  return `${capital(verbOf(verb.replaceAll("_", " ")))} ${times}`.trim();
}

/**
 * When the rules that are played by were approved; nothing where their submission does not claim it.
 * @param {string | null | undefined} approved the date as the submission has it
 */
export const approval = (approved) => approved && say("names.approved", { date: approved });

/**
 * A sentence of the server as it is shown: with a capital, a full stop, and names without what tells namesakes apart.
 * @param {string} text
 */
export function sentence(text) {
  const plain = String(text).replace(/~(?:[0-9a-f]{32}|[a-z-]+~bot|guest|operator)\b/g, "");
  return plain.charAt(0).toUpperCase() + plain.slice(1) + (/[.!?]$/.test(plain) ? "" : ".");
}
