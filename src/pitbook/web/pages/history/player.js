// Step by step through a replay: which frame is shown, by button, key, slider, or by itself.

import { announce } from "../core/announce.js";
import { html, useEffect, useRef, useState } from "../core/html.js";
import { Key, useKeys } from "../core/keys.js";
import { current } from "../core/settings.js";
import { say } from "../core/words.js";
import { PACES, STEP } from "../table/timing.js";

/** @import { Frame } from "../types/api.js" */

/** @type {Record<string, import("../core/words.js").Key>} */
const PACE_WORDS = { slow: "settings.slow", normal: "settings.pace_normal", quick: "settings.quick" };

/** The cards that lie on the table. @param {Frame} frame */
const cardsIn = ({ view }) =>
  view
    ? [view.board, view.dealer, view.extra, ...Object.values(view.seats).map((seat) => seat.cards)].flat().length
    : 0;

/** @param {Frame} frame */
const sentence = (frame) => frame.words.map((line) => line.words).join(" ");

/** The frame's place can be in the address ("#12"), so that a link can point at a moment. @param {Frame[]} frames */
export function useReplay(frames) {
  const start = Number(location.hash.slice(1));
  // Without a place in the address it begins where something happens: when the first cards lie there.
  const opened = Math.max(
    0,
    frames.findIndex(({ view }) => view && Object.values(view.seats).some((seat) => seat.cards.length > 0)),
  );
  const [place, setPlace] = useState(start > 0 && start % 1 === 0 ? Math.min(start, frames.length) - 1 : opened);
  const [playing, setPlaying] = useState(false);
  const [pace, setPace] = useState(current().pace in PACE_WORDS ? current().pace : "normal");
  const shown = useRef(place);
  const last = frames.length - 1;
  /** @param {number} next */
  const to = (next) => setPlace(Math.max(0, Math.min(last, next)));
  /** @param {number} by */
  const step = (by) => {
    setPlaying(false);
    to(place + by);
  };
  const toggle = () => {
    if (!playing && place === last) setPlace(0);
    setPlaying(!playing);
  };
  useEffect(() => {
    history.replaceState(null, "", `#${place + 1}`);
    if (shown.current !== place) announce(sentence(frames[place]));
    shown.current = place;
    if (!playing) return undefined;
    if (place === last) {
      setPlaying(false);
      return undefined;
    }
    const dealt = cardsIn(frames[place]) > cardsIn(frames[Math.max(0, place - 1)]);
    const timer = setTimeout(() => to(place + 1), (dealt ? STEP.card : STEP.said) * PACES[pace]);
    return () => clearTimeout(timer);
  }, [playing, place, pace]);
  useKeys([
    { key: " ", says: say("player.play_pause"), run: toggle },
    { key: "ArrowRight", says: say("player.next"), run: () => step(1) },
    { key: "ArrowLeft", says: say("player.before"), run: () => step(-1) },
    { key: "Home", says: say("player.first"), run: () => step(-frames.length) },
    { key: "End", says: say("player.last"), run: () => step(frames.length) },
  ]);
  return { place, last, playing, pace, setPace, toggle, step, to };
}

/** @param {{ replay: ReturnType<typeof useReplay> }} props */
export function Controls({ replay }) {
  const { place, last, playing, pace, setPace, toggle, step, to } = replay;
  return html`<div class="controls" role="group" aria-label=${say("replay.mark")}>
    <button type="button" onClick=${() => step(-last - 1)} disabled=${place === 0} aria-label=${say("player.first")}
      data-testid="replay-first">«</button>
    <button type="button" onClick=${() => step(-1)} disabled=${place === 0} data-testid="replay-back">${say("player.back")} <${Key}
      of="ArrowLeft" /></button>
    <button type="button" class="primary" onClick=${toggle} aria-pressed=${playing} data-testid="replay-play">
      ${say(playing ? "player.pause" : "player.play")} <${Key} of=" " /></button>
    <button type="button" onClick=${() => step(1)} disabled=${place === last} data-testid="replay-step">${say("player.step")} <${Key}
      of="ArrowRight" /></button>
    <button type="button" onClick=${() => step(last + 1)} disabled=${place === last} aria-label=${say("player.last")}
      data-testid="replay-last">»</button>
    <label class="slider"><span data-testid="replay-place">${say("player.place", { place: place + 1, last: last + 1 })}</span>
      <input type="range" min="1" max=${last + 1} value=${place + 1}
        onInput=${(event) => to(Number(event.target.value) - 1)} /></label>
    <label><span>${say("settings.pace")}</span><select value=${pace} onChange=${(event) => setPace(event.target.value)}>
      ${Object.keys(PACE_WORDS).map((name) => html`<option value=${name} selected=${name === pace}>${say(PACE_WORDS[name])}</option>`)}
      </select></label>
  </div>`;
}
