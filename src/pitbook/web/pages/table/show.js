// What is shown of the newest view: it comes beat by beat, at the pace that the player has chosen.
import { useEffect, useRef, useState } from "../core/html.js";
import { current, still } from "../core/settings.js";
import { beatsBetween } from "./beats.js";
import { PACES } from "./timing.js";

/** @import { View } from "../types/api.js" */
/** @import { Beat } from "./beats.js" */

// Beats that would take up the time for a decision are not played.
const LEFT_TO_DECIDE = 5000;

/**
 * @typedef {object} State
 * @property {View} target the newest view
 * @property {View} shown
 * @property {Beat[]} queue
 * @property {number | null} timer
 * @property {number} due
 * @property {boolean} skipping
 */

/** @param {Beat[]} beats @param {View} view @param {number} pace */
function worthwhile(beats, view, pace) {
  if (!beats.length || still() || document.hidden) return false;
  const takes = beats.reduce((total, beat) => total + beat.pause * pace, 0);
  const deadline = view.ask?.deadline;
  return !deadline || Date.parse(deadline) - Date.now() - takes > LEFT_TO_DECIDE;
}

/** Whoever skips sees nothing more of the dealing until the player is asked for something. @param {View} view */
const waits = (view) => Boolean(view.ask) || !view.round?.no_more_bets;

/**
 * {view, playing, skip}: `playing` is true until the newest view is on show, and `skip` jumps to it.
 * @param {View} view
 */
export function useShow(view) {
  const state = useRef(
    /** @type {State} */ ({ target: view, shown: view, queue: [], timer: null, due: 0, skipping: false }),
  );
  const [, redraw] = useState(0);
  const now = state.current;
  // Shows the next beat. Where drawing takes longer than a beat lasts, beats are left out rather than the show delayed.
  const advance = () => {
    let next = now.queue.shift();
    const time = performance.now();
    while (next && now.due + next.pause * PACES[current().pace] < time) {
      now.due += next.pause * PACES[current().pace];
      next = now.queue.shift();
    }
    now.due += next ? next.pause * PACES[current().pace] : 0;
    now.shown = next ? next.view : now.target;
    now.timer = next ? setTimeout(step, now.due - time) : null;
  };
  const step = () => {
    advance();
    redraw((count) => count + 1);
  };
  const skip = () => {
    clearTimeout(now.timer ?? undefined);
    now.queue = [];
    now.skipping = !waits(now.target);
    step();
  };
  if (view !== now.target) {
    const beats = beatsBetween(now.target, view);
    now.target = view;
    if (!now.skipping && worthwhile(beats, view, PACES[current().pace])) now.queue.push(...beats);
    if (now.timer === null) {
      now.due = performance.now();
      advance();
    }
    if (waits(view)) now.skipping = false;
  }
  useEffect(() => () => clearTimeout(now.timer ?? undefined), []);
  return { view: now.shown, playing: now.timer !== null, skip };
}
