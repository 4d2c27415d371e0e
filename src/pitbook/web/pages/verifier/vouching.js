// Who vouches for a checkpoint: the house that signed it, and the witnesses that cosigned it, by the keys one trusts.

import { toHex } from "../core/bytes.js";
import { cosignedBy, HOUSE, Malformed, readKey, signedBy, WITNESS } from "./notes.js";

/** @import { Checkpoint, TrustedKey } from "./notes.js" */

/**
 * @typedef {{ house: TrustedKey | null, witnesses: TrustedKey[], k: number }} Trusted
 * @typedef {{ what: string, holds: boolean, expected?: string, found?: string }} Line what was checked
 */

/**
 * The keys that somebody trusts, one in each line, and how many of the witnesses are enough: more than half, unless
 * another number is given.
 * @param {string} text
 * @param {string} [quorum]
 * @returns {Trusted}
 */
export function readKeys(text, quorum = "") {
  const keys = text.split(/\s+/).filter(Boolean).map(readKey);
  const houses = keys.filter((key) => key.kind === HOUSE);
  const witnesses = keys.filter((key) => key.kind === WITNESS);
  if (houses.length > 1) throw new Malformed("The key of one house is needed, and there are several.");
  const n = witnesses.length;
  if (new Set(witnesses.map((key) => key.name)).size < n || new Set(witnesses.map((key) => toHex(key.key))).size < n) {
    throw new Malformed("Two of the witnesses have the same name or the same key; each has one vote.");
  }
  const asked = String(quorum).trim();
  if (asked && !/^[0-9]{1,3}$/.test(asked)) throw new Malformed(`"${asked.slice(0, 20)}" is no number of witnesses.`);
  const least = n ? Math.floor(n / 2) + 1 : 0;
  const k = asked ? Number(asked) : least;
  if (n || k) {
    if (!n) throw new Malformed(`${k} of 0 witnesses: there is nobody to cosign.`);
    if (k < least || k > n)
      throw new Malformed(`${k} of ${n} witnesses: at least ${least} have to cosign, and at most all.`);
  }
  return { house: houses[0] ?? null, witnesses, k };
}

/** A time in words. @param {number} seconds since 1970 */
export const moment = (seconds) => {
  const at = new Date(seconds * 1000);
  return Number.isNaN(at.getTime())
    ? `second ${seconds}`
    : at
        .toISOString()
        .replace("T", " ")
        .replace(/\.\d+Z$/, " UTC");
};

/** @param {Checkpoint} checkpoint @param {TrustedKey | null} house @returns {Line} */
function signature(checkpoint, house) {
  const what = "The signature of the house";
  if (house === null) {
    return {
      what,
      holds: false,
      expected: "the key of the house, among the keys that you trust",
      found: "no such key",
    };
  }
  const { number, right } = signedBy(checkpoint, house);
  const found =
    number === 0 ? "no signature by this key" : right ? "its signature, of this text" : "one that does not fit";
  return { what, holds: number > 0 && right, expected: `one by ${house.name}, key ${house.id}`, found };
}

/** The checks of a checkpoint. @param {Checkpoint} checkpoint @param {Trusted} trusted @returns {Line[]} */
export function vouched(checkpoint, { house, witnesses, k }) {
  const checks = [signature(checkpoint, house)];
  if (house !== null) {
    checks.push({
      what: "The log that the checkpoint is of",
      holds: checkpoint.origin === house.name,
      expected: house.name,
      found: checkpoint.origin,
    });
  }
  const cosigned = witnesses.map((key) => ({ name: key.name, ...cosignedBy(checkpoint, key) }));
  for (const { name, times, right } of cosigned) {
    if (times.length || !right) {
      checks.push({
        what: `The cosignature of ${name}`,
        holds: right,
        expected: "one that fits this checkpoint",
        found: right ? `it does, of ${moment(Math.max(...times))}` : "one that does not fit",
      });
    }
  }
  if (witnesses.length) {
    const number = cosigned.filter(({ times, right }) => times.length > 0 && right).length;
    checks.push({
      what: "Enough witnesses",
      holds: number >= k,
      expected: `at least ${k} of ${witnesses.length}`,
      found: `${number} cosigned`,
    });
  }
  return checks;
}
