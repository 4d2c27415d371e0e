// Step by step through a replay: which frame is shown, by button, key, slider, or by itself.

import { announce } from "../core/announce.js";
import { html, useEffect, useState } from "../core/html.js";
import { Key, useKeys } from "../core/keys.js";

/** @import { Frame } from "../types/api.js" */

/** @type {Record<string, number>} */
const PACE = { slow: 2400, medium: 1200, fast: 500 };

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
  const [pace, setPace] = useState("medium");
  const last = frames.length - 1;
  /** @param {number} next */
  const to = (next) => setPlace(Math.max(0, Math.min(last, next)));
  /** @param {number} by */
  const step = (by) => {
    setPlaying(false);
    to(place + by);
    announce(sentence(frames[Math.max(0, Math.min(last, place + by))]));
  };
  const toggle = () => {
    if (!playing && place === last) setPlace(0);
    setPlaying(!playing);
  };
  useEffect(() => {
    history.replaceState(null, "", `#${place + 1}`);
    if (!playing) return undefined;
    if (place === last) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => to(place + 1), PACE[pace]);
    return () => clearTimeout(timer);
  }, [playing, place, pace]);
  useKeys([
    { key: " ", says: "Play or pause the replay", run: toggle },
    { key: "ArrowRight", says: "Next step", run: () => step(1) },
    { key: "ArrowLeft", says: "Step before", run: () => step(-1) },
    { key: "Home", says: "First step", run: () => step(-frames.length) },
    { key: "End", says: "Last step", run: () => step(frames.length) },
  ]);
  return { place, last, playing, pace, setPace, toggle, step, to };
}

/** @param {{ replay: ReturnType<typeof useReplay> }} props */
export function Controls({ replay }) {
  const { place, last, playing, pace, setPace, toggle, step, to } = replay;
  return html`<div class="controls" role="group" aria-label="Replay">
    <button type="button" onClick=${() => step(-last - 1)} disabled=${place === 0} aria-label="First step"
      data-testid="replay-first">«</button>
    <button type="button" onClick=${() => step(-1)} disabled=${place === 0} data-testid="replay-back">Back <${Key}
      of="ArrowLeft" /></button>
    <button type="button" class="primary" onClick=${toggle} aria-pressed=${playing} data-testid="replay-play">
      ${playing ? "Pause" : "Play"} <${Key} of=" " /></button>
    <button type="button" onClick=${() => step(1)} disabled=${place === last} data-testid="replay-step">Step <${Key}
      of="ArrowRight" /></button>
    <button type="button" onClick=${() => step(last + 1)} disabled=${place === last} aria-label="Last step"
      data-testid="replay-last">»</button>
    <label class="slider"><span data-testid="replay-place">Step ${place + 1} of ${last + 1}</span>
      <input type="range" min="1" max=${last + 1} value=${place + 1}
        onInput=${(event) => to(Number(event.target.value) - 1)} /></label>
    <label><span>Pace</span><select value=${pace} onChange=${(event) => setPace(event.target.value)}>
      ${Object.keys(PACE).map((name) => html`<option value=${name} selected=${name === pace}>${name}</option>`)}
      </select></label>
  </div>`;
}
