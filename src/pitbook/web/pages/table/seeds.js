// What a player sees of the seeds: what has to be said loudly, and words of one's own for the shuffle.
import { html, useState } from "../core/html.js";
import { Problems } from "../core/problems.js";
import { contribute } from "../core/seeds.js";
import { compose, say } from "../core/words.js";

/** @import { Command, View } from "../types/api.js" */

const LONGEST = 60;

/** @param {{ said: string[] }} props */
export function Alarms({ said }) {
  return said.map(
    (words) => html`<div class="problems" role="alert" data-testid="seed-alarm" key=${words}>
    <p>${words}</p></div>`,
  );
}

/**
 * The page contributes to the shuffle by itself; words of one's own go before its random digits.
 * @param {{ view: View, send: (command: Command) => Promise<unknown> }} props
 */
export function OwnSeed({ view, send }) {
  const [text, setText] = useState("");
  const [added, setAdded] = useState(/** @type {{ round: string, text: string } | null} */ (null));
  const [error, setError] = useState(/** @type {Error | null} */ (null));
  const { round, you } = view;
  if (!round?.commitment) return null;
  if (you.no_seed)
    return html`<p class="small soft" data-testid="no-seed">${say("seed.none", { why: you.no_seed })}</p>`;
  if (round.no_more_bets) return null;
  /** @param {Event} event */
  const add = async (event) => {
    event.preventDefault();
    try {
      await contribute(view, send, text);
      setAdded({ round: round.round, text });
      setText("");
      setError(null);
    } catch (problem) {
      setError(/** @type {Error} */ (problem));
    }
  };
  const taken = you.player !== null && round.seeds.committed.includes(you.player);
  return html`<form class="seed" onSubmit=${add}>
    <label><span>${say("seed.words_for", { round: round.round })}</span><input maxlength=${LONGEST} required
      value=${text} autocomplete="off" data-testid="seed" onInput=${(event) => setText(event.target.value)} /></label>
    <button type="submit" disabled=${!text} data-testid="add-seed">${say("seed.add")}</button>
    ${
      taken &&
      html`<p class="small" role="status" data-testid="seed-added">${
        added && added.round === round.round
          ? compose("seed.with_words", { words: html`<code>${added.text}</code>` })
          : say("seed.random")
      }</p>`
    }
    <${Problems} error=${error} onDismiss=${() => setError(null)} /></form>`;
}
