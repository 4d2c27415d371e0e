// Ed25519 signatures, verified as RFC 8032 says (sections 5.1.3, 5.1.4 and 5.1.7). Nothing here is secret, so nothing
// has to take the same time always.

import { joined } from "../core/bytes.js";
import { sha512 } from "./sha512.js";

/** @typedef {bigint[]} Point */

const P = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

/** @param {bigint} number */
const mod = (number) => ((number % P) + P) % P;

/** @param {bigint} base @param {bigint} exponent */
function power(base, exponent) {
  let result = 1n;
  for (let square = base, left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = mod(result * square);
    square = mod(square * square);
  }
  return result;
}

/** @param {bigint} number */
const inverse = (number) => power(number, P - 2n);
const D = mod(-121665n * inverse(121666n));
const ROOT_OF_MINUS_ONE = power(2n, (P - 1n) / 4n);

/** A number from bytes, the least significant first. @param {Uint8Array} bytes @returns {bigint} */
const number = (bytes) => bytes.reduceRight((found, byte) => (found << 8n) | BigInt(byte), 0n);

/** The even or odd x of a point from its y; null if there is none. @param {bigint} y @param {boolean} odd */
function xOf(y, odd) {
  const u = mod(y * y - 1n);
  const v = mod(D * y * y + 1n);
  let x = mod(u * v ** 3n * power(mod(u * v ** 7n), (P - 5n) / 8n));
  if (mod(v * x * x) !== u) x = mod(x * ROOT_OF_MINUS_ONE);
  if (mod(v * x * x) !== u || (x === 0n && odd)) return null;
  return (x & 1n) === (odd ? 1n : 0n) ? x : P - x;
}

// Points are [X, Y, Z, T] with x = X/Z, y = Y/Z and x * y = T/Z.
/** @param {bigint} x @param {bigint} y @returns {Point} */
const point = (x, y) => [x, y, 1n, mod(x * y)];
const ZERO = [0n, 1n, 1n, 0n];
const BASE_Y = mod(4n * inverse(5n));
const BASE = point(xOf(BASE_Y, false) ?? 0n, BASE_Y);

/** @param {Point} one @param {Point} other @returns {Point} */
function sum([x1, y1, z1, t1], [x2, y2, z2, t2]) {
  const a = mod((y1 - x1) * (y2 - x2));
  const b = mod((y1 + x1) * (y2 + x2));
  const c = mod(2n * t1 * t2 * D);
  const d = mod(2n * z1 * z2);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

/** @param {bigint} factor @param {Point} of */
function times(factor, of) {
  let result = ZERO;
  for (let double = of, left = factor; left > 0n; left >>= 1n) {
    if (left & 1n) result = sum(result, double);
    double = sum(double, double);
  }
  return result;
}

/** A point from its 32 bytes; null if they are none. @param {Uint8Array} bytes */
function decoded(bytes) {
  const y = number(bytes) & (2n ** 255n - 1n);
  const x = y < P ? xOf(y, bytes[31] >> 7 === 1) : null;
  return x === null ? null : point(x, y);
}

/** The 32 bytes of a point, as a number. @param {Point} point */
function encoded([x, y, z]) {
  const scale = inverse(z);
  return mod(y * scale) | ((mod(x * scale) & 1n) << 255n);
}

/**
 * Whether these 64 bytes are a signature of a message by the key with these 32 bytes.
 * @param {Uint8Array} key
 * @param {Uint8Array} message
 * @param {Uint8Array} signature
 */
export function verifySignature(key, message, signature) {
  if (key.length !== 32 || signature.length !== 64) return false;
  const [r, s] = [signature.slice(0, 32), number(signature.slice(32))];
  const signer = decoded(key);
  if (signer === null || s >= ORDER) return false;
  const challenge = number(sha512(joined(r, key, message))) % ORDER;
  const [x, y, z, t] = signer;
  return encoded(sum(times(s, BASE), times(challenge, [mod(-x), y, z, mod(-t)]))) === number(r);
}
