// What the player is told when others come to the table, or are gone.
import { announce } from "../core/announce.js";
import { html, useEffect, useRef, useState } from "../core/html.js";
import { say } from "../core/words.js";

/** @import { View } from "../types/api.js" */

/** The other people at a table, by what they are called. @param {View} view */
const others = (view) =>
  Object.entries(view.players)
    .filter(([player, { kind }]) => kind !== "bot" && player !== view.you.player)
    .map(([, { name }]) => name);

/**
 * What the player is told when the first other person sits down, or the last one is gone.
 * @param {View} view
 * @param {boolean} shared whether others play here now
 */
export function companyWords(view, shared) {
  const coach = view.coach.mode_allowed.includes("after_round");
  const said = shared ? say("invite.sat_down", { names: others(view).join(", ") }) : say("invite.alone_again");
  return coach ? `${said} ${say(shared ? "invite.coach_waits" : "invite.coach_may")}` : said;
}

/** @param {{ view: View }} props */
export function Company({ view }) {
  const before = useRef(view.shared);
  const [words, setWords] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    if (before.current === view.shared) return;
    before.current = view.shared;
    if (!view.you.seats.length) return;
    const said = companyWords(view, view.shared);
    setWords(said);
    announce(said);
  }, [view.shared]);
  if (!words) return null;
  return html`<p class="company small" data-testid="company"><span>${words}</span>
    <button type="button" class="plain" onClick=${() => setWords(null)}>${say("invite.ok")}</button></p>`;
}
