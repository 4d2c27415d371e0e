// SHA-256 and HMAC-SHA-256 (FIPS 180-4, RFC 2104) on bytes, in plain JavaScript: browsers offer their own only on
// HTTPS and localhost, and a round has to be verifiable from anywhere.

import { joined } from "../core/bytes.js";

const BLOCK = 64;

/** @type {number[]} */
const primes = [];
for (let n = 2; primes.length < 64; n++) {
  if (primes.every((prime) => n % prime)) primes.push(n);
}

/** The first 32 bits of the fractional part of a number. @param {number} x */
const fractional = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32);

// The constants of the standard: square roots of the first 8 primes, cube roots of the first 64.
const START = primes.slice(0, 8).map((prime) => fractional(Math.sqrt(prime)));
const ROUNDS = primes.map((prime) => fractional(Math.cbrt(prime)));

/** @param {number} word @param {number} places */
const rotated = (word, places) => (word >>> places) | (word << (32 - places));

/** The message, a bit 1, zeros, and the message's length in bits as 64 bits. @param {Uint8Array} message */
function padded(message) {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(bytes.length - 4, (message.length << 3) >>> 0);
  return view;
}

/** @param {DataView} view @param {number} from */
function schedule(view, from) {
  const words = new Uint32Array(64);
  for (let t = 0; t < 16; t++) words[t] = view.getUint32(from + 4 * t);
  for (let t = 16; t < 64; t++) {
    const early = words[t - 15];
    const late = words[t - 2];
    const s0 = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
    const s1 = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    words[t] = words[t - 16] + s0 + words[t - 7] + s1;
  }
  return words;
}

/** @param {Uint32Array} state @param {Uint32Array} words */
function compress(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 64; t++) {
    const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[t] + words[t]) | 0;
    const s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => {
    state[place] += word;
  });
}

/** The 32 bytes of SHA-256 of some bytes. @param {Uint8Array} message */
export function sha256(message) {
  const view = padded(message);
  const state = Uint32Array.from(START);
  for (let from = 0; from < view.byteLength; from += BLOCK) compress(state, schedule(view, from));
  const digest = new DataView(new ArrayBuffer(32));
  for (const [place, word] of state.entries()) digest.setUint32(4 * place, word);
  return new Uint8Array(digest.buffer);
}

/** The 32 bytes of HMAC-SHA-256 of a message under a key. @param {Uint8Array} key @param {Uint8Array} message */
export function hmacSha256(key, message) {
  const short = key.length > BLOCK ? sha256(key) : key;
  /** @param {number} byte */
  const pad = (byte) => Uint8Array.from({ length: BLOCK }, (_, place) => (short[place] ?? 0) ^ byte);
  return sha256(joined(pad(0x5c), sha256(joined(pad(0x36), message))));
}
