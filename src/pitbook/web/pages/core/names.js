import { capital, nameOf, say, verbOf } from "./words.js";

/** A person's name as others read it: "Ann~" and 32 digits is Ann. @param {string | null | undefined} player */
export const shown = (player) => (player ? String(player).split("~")[0] : "");

/** "trips_plus" -> "Trips plus" @param {string | null | undefined} name */
export function words(name) {
  return capital(nameOf(String(name ?? "").replaceAll("_", " ")));
}

/** "raise_3" -> "Raise 3x" @param {string} action */
export function actionName(action) {
  const [verb, times] = action.split("_");
  return capital(verbOf(verb)) + (times ? ` ${times}x` : "");
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
