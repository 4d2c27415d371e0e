// SHA-512 (FIPS 180-4) on bytes, in plain JavaScript.

const BLOCK = 128;
/** @param {bigint} number */
const word = (number) => BigInt.asUintN(64, number);
/** @param {bigint} x @param {bigint} places */
const rotated = (x, places) => word((x >> places) | (x << (64n - places)));

/** @type {bigint[]} */
const primes = [];
for (let n = 2n; primes.length < 80; n++) {
  if (primes.every((prime) => n % prime)) primes.push(n);
}

/** The whole part of the root of a number, of this degree. @param {bigint} number @param {bigint} degree */
function root(number, degree) {
  let low = 0n;
  let high = 1n << 80n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** degree > number) high = middle;
    else low = middle;
  }
  return low;
}

// The constants of the standard: the first 64 bits of the fractional parts of square roots and of cube roots.
const START = primes.slice(0, 8).map((prime) => word(root(prime << 128n, 2n)));
const ROUNDS = primes.map((prime) => word(root(prime << 192n, 3n)));

/** @param {bigint[]} state @param {DataView} view @param {number} from */
function compress(state, view, from) {
  /** @type {bigint[]} */
  const words = [];
  for (let t = 0; t < 16; t++) words.push(view.getBigUint64(from + 8 * t));
  for (let t = 16; t < 80; t++) {
    const early = words[t - 15];
    const late = words[t - 2];
    const s0 = rotated(early, 1n) ^ rotated(early, 8n) ^ (early >> 7n);
    const s1 = rotated(late, 19n) ^ rotated(late, 61n) ^ (late >> 6n);
    words.push(word(words[t - 16] + s0 + words[t - 7] + s1));
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 80; t++) {
    const s1 = rotated(e, 14n) ^ rotated(e, 18n) ^ rotated(e, 41n);
    const one = h + s1 + ((e & f) ^ (word(~e) & g)) + ROUNDS[t] + words[t];
    const s0 = rotated(a, 28n) ^ rotated(a, 34n) ^ rotated(a, 39n);
    const two = s0 + ((a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [word(one + two), a, b, c, word(d + one), e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((found, place) => word(state[place] + found));
}

/** The 64 bytes of SHA-512 of some bytes. @param {Uint8Array} message */
export function sha512(message) {
  const bytes = new Uint8Array(Math.ceil((message.length + 17) / BLOCK) * BLOCK);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setBigUint64(bytes.length - 8, 8n * BigInt(message.length));
  let state = START;
  for (let from = 0; from < bytes.length; from += BLOCK) state = compress(state, view, from);
  const digest = new DataView(new ArrayBuffer(64));
  state.forEach((found, place) => {
    digest.setBigUint64(8 * place, found);
  });
  return new Uint8Array(digest.buffer);
}
