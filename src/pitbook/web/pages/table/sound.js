// Sounds of a table, made here and nowhere fetched. None is heard before the player has chosen to hear them.
import { current } from "../core/settings.js";

/** @type {AudioContext | null} */
let audio = null;
/** @type {AudioBuffer | null} */
let hiss = null;

function context() {
  audio = audio || new AudioContext();
  if (audio.state === "suspended") audio.resume();
  return audio;
}

/** @param {AudioContext} out */
function noise(out) {
  if (!hiss) {
    hiss = out.createBuffer(1, out.sampleRate / 2, out.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let place = 0; place < samples.length; place += 1) samples[place] = Math.random() * 2 - 1;
  }
  const source = out.createBufferSource();
  source.buffer = hiss;
  return source;
}

/**
 * Something that begins at once and dies away.
 * @param {AudioContext} out
 * @param {number} loudness
 * @param {number} at
 * @param {number} lasts
 */
function fading(out, loudness, at, lasts) {
  const gain = out.createGain();
  gain.gain.setValueAtTime(loudness * (current().volume / 100), at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
  gain.connect(out.destination);
  return gain;
}

/** @param {AudioContext} out @param {number} after @param {{ pitch: number, lasts: number, loudness: number }} how */
function brush(out, after, { pitch, lasts, loudness }) {
  const at = out.currentTime + after;
  const source = noise(out);
  const band = out.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch;
  source.connect(band).connect(fading(out, loudness, at, lasts));
  source.start(at, Math.random() * 0.2);
  source.stop(at + lasts);
}

/**
 * @param {AudioContext} out
 * @param {number} after
 * @param {{ pitch: number, lasts: number, loudness: number, shape?: OscillatorType }} how
 */
function tone(out, after, { pitch, lasts, loudness, shape = "sine" }) {
  const at = out.currentTime + after;
  const source = out.createOscillator();
  source.type = shape;
  source.frequency.value = pitch;
  source.connect(fading(out, loudness, at, lasts));
  source.start(at);
  source.stop(at + lasts);
}

/** @type {Record<string, (out: AudioContext) => void>} */
const SOUNDS = {
  card: (out) => brush(out, 0, { pitch: 2600, lasts: 0.07, loudness: 0.5 }),
  chip: (out) => {
    for (const after of [0, 0.045]) {
      tone(out, after, { pitch: 3900 + 700 * after, lasts: 0.05, loudness: 0.18, shape: "triangle" });
    }
  },
  shuffle: (out) => {
    for (let step = 0; step < 14; step += 1) {
      brush(out, step * 0.035, { pitch: 1800 + step * 40, lasts: 0.05, loudness: 0.25 });
    }
  },
  win: (out) => {
    for (const [step, pitch] of [523, 659, 784, 1047].entries()) {
      tone(out, step * 0.09, { pitch, lasts: 0.35, loudness: 0.16 });
    }
  },
  turn: (out) => {
    for (const [step, pitch] of [660, 880].entries()) tone(out, step * 0.1, { pitch, lasts: 0.22, loudness: 0.12 });
  },
};

/** @param {string} name */
export function play(name) {
  if (!current().sound || typeof AudioContext === "undefined") return;
  SOUNDS[name](context());
}
