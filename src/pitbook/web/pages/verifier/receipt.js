// A receipt (docs/explanation/ledger.md, docs/how-to/operations.md): a C2SP tlog-proof of the commit that has the seal of a round, with the
// end of that commit, and the parts of the round, each with its salt and text or as a hash.

import { fromHex, joined, toHex, utf8 } from "../core/bytes.js";
import { sha256 } from "../history/sha256.js";
import { base64, decimal, hash, Malformed, readCheckpoint } from "./notes.js";
import { vouched } from "./vouching.js";

/** @import { Checkpoint } from "./notes.js" */
/** @import { Line, Trusted } from "./vouching.js" */

/**
 * @typedef {[[string, number, number, string], string[]]} Step what a commit adds to one stream
 * @typedef {[string, string?]} Part the hash of a part, or its salt and its text
 * @typedef {{ before: string, commit: Step[], form: string, parts: Part[], round: string }} Said
 * @typedef {{ index: bigint, hashes: Uint8Array[], extra: Uint8Array | null, checkpoint: Checkpoint }} InTree
 * @typedef {{ stream: string, version: number, type: string, schema: number, data: Record<string, any>, time: number,
 *   actor: string, reason: string }} ReceiptEvent
 * @typedef {{ place: string, seat: number | null, cards: string }} Cards
 * @typedef {{ round: string, checks: Line[], events: ReceiptEvent[], cards: Cards[], hidden: number }} Receipt
 */

export const HEADER = "c2sp.org/tlog-proof@v1";
const FORM = "pitbook-receipt-1";
const MOST_HASHES = 63;

/** @param {unknown} text */
const isDigest = (text) => typeof text === "string" && /^[0-9a-f]{64}$/.test(text);
/** @param {any} number */
const isCount = (number) => Number.isSafeInteger(number) && number >= 0;
/** @param {unknown} list */
const areTexts = (list) => Array.isArray(list) && list.every((one) => typeof one === "string");
/** @param {string} text */
const sha = (text) => toHex(sha256(utf8(text)));

/** @param {string} text @returns {InTree} */
function readProof(text) {
  const end = text.indexOf("\n\n");
  const [header, ...lines] = text.slice(0, Math.max(end, 0)).split("\n");
  if (header !== HEADER || end < 0) {
    throw new Malformed(`This is no receipt: its first line is not ${HEADER}, or it has no checkpoint.`);
  }
  const [first = ""] = lines;
  const extra = first.startsWith("extra ") ? base64(first.slice(6), "The extra data") : null;
  if (extra !== null) lines.shift();
  if (!lines[0]?.startsWith("index ")) throw new Malformed("The receipt has no line with the index of its commit.");
  const index = decimal(lines[0].slice(6), "The index");
  if (lines.length - 1 > MOST_HASHES) throw new Malformed(`The receipt has ${lines.length - 1} hashes of a tree.`);
  return {
    index,
    hashes: lines.slice(1).map((line) => hash(line, "A hash of the tree")),
    extra,
    checkpoint: readCheckpoint(text.slice(end + 2)),
  };
}

/** @param {any} step */
const isStep = (step) =>
  Array.isArray(step) &&
  step.length === 2 &&
  Array.isArray(step[0]) &&
  step[0].length === 4 &&
  typeof step[0][0] === "string" &&
  isCount(step[0][1]) &&
  isCount(step[0][2]) &&
  typeof step[0][3] === "string" &&
  areTexts(step[1]) &&
  step[1].length === step[0][2];
/** @param {any} part */
const isPart = (part) => areTexts(part) && isDigest(part[0]) && part.length <= 2;

/** What a receipt says of its round, in the one spelling that it has. @param {Uint8Array | null} extra @returns {Said} */
function readExtra(extra) {
  let text;
  let found;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(extra ?? new Uint8Array());
    found = JSON.parse(text);
  } catch {
    throw new Malformed("What the receipt says of its round can't be read.");
  }
  if (found?.form !== FORM) throw new Malformed(`This is no receipt of the form ${FORM}.`);
  const { before, commit, parts, round } = found;
  const whole = Object.keys(found).join() === "before,commit,form,parts,round" && JSON.stringify(found) === text;
  const right =
    isDigest(before) &&
    Array.isArray(commit) &&
    commit.every(isStep) &&
    Array.isArray(parts) &&
    parts.every(isPart) &&
    /^[A-Za-z0-9][\w-]{0,31}-[1-9][0-9]{0,11}$/.test(round);
  if (!whole || !right) throw new Malformed("What the receipt says of its round is damaged.");
  return found;
}

/** @param {bigint} number */
const bits = (number) => (number === 0n ? 0 : number.toString(2).length);
/** @param {bigint} number */
const ones = (number) => number.toString(2).replaceAll("0", "").length;
/** @param {Uint8Array} left @param {Uint8Array} right */
const node = (left, right) => sha256(joined(Uint8Array.of(1), left, right));

/**
 * The root to which hashes lead from a leaf (RFC 6962); null if there are too many or too few.
 * @param {Uint8Array} leaf
 * @param {bigint} index
 * @param {bigint} size
 * @param {Uint8Array[]} hashes
 */
function rootFrom(leaf, index, size, hashes) {
  if (index >= size) return null;
  // Below this height the path has a sibling on each level; above it, only where it is a right child.
  const inner = bits(index ^ (size - 1n));
  if (hashes.length !== inner + ones(index >> BigInt(inner))) return null;
  return hashes.reduce(
    (found, sibling, level) =>
      level >= inner || (index >> BigInt(level)) & 1n ? node(sibling, found) : node(found, sibling),
    leaf,
  );
}

/** The digest of a commit from its end: what lies before the seal is one hash. @param {Said} said */
const commitDigest = ({ before, commit }) =>
  commit.reduce((digest, [header, lines]) => sha([digest, JSON.stringify(header), ...lines].join("\n")), before);

/** An event from its line. @param {string} line @returns {ReceiptEvent} */
function readEvent(line) {
  const [stream, version, type, schema, fields, values, time, actor, reason] = JSON.parse(line);
  /** @type {string[]} */
  const names = fields;
  if (names.length !== values.length) throw new Malformed("An event has fields without values.");
  const data = Object.fromEntries(names.map((field, place) => [field, values[place]]));
  return { stream, version, type, schema, data, time, actor, reason };
}

/** The seal of a round in the end of a commit. @param {Said} said */
function sealOf({ commit, round }) {
  const stream = `round:${round.slice(0, round.lastIndexOf("-"))}`;
  const lines = commit.filter(([header]) => header[0] === stream).flatMap(([, found]) => found);
  const seals = lines.map(readEvent).filter((event) => event.stream === stream && event.type === "round_sealed");
  return seals.map((event) => event.data).find((data) => data.round === round) ?? null;
}

/** @param {Part} part */
const partHash = ([first, text]) => (text === undefined ? first : toHex(sha256(joined(fromHex(first), utf8(text)))));

/** @param {InTree} proof @param {string} digest @returns {Line} */
function inTree({ index, hashes, checkpoint }, digest) {
  const leaf = sha256(joined(Uint8Array.of(0), fromHex(digest)));
  const found = rootFrom(leaf, index, checkpoint.size, hashes);
  const expected = toHex(checkpoint.root);
  return {
    what: `The place of the round in the record: commit ${index + 1n} of ${checkpoint.size}`,
    holds: found !== null && toHex(found) === expected,
    expected: `the root ${expected}`,
    found: found === null ? `${hashes.length} hashes, which do not fit this place` : toHex(found),
  };
}

/** @param {Said} said @returns {Line} */
function sealed(said) {
  const { round, parts } = said;
  const seal = sealOf(said);
  const what = "The seal of the round";
  if (seal === null) return { what, holds: false, expected: `one of ${round}`, found: "none in this commit" };
  const found = sha(["pitbook-round-1", round, ...parts.map(partHash)].join("\n"));
  return {
    what: `${what}: everything that happened in it, and what is hidden here`,
    holds: found === seal.digest,
    expected: seal.digest,
    found,
  };
}

/**
 * What a receipt shows of its round: the checks, and what is disclosed.
 * @param {string} text
 * @param {Trusted} keys
 * @returns {Receipt}
 */
export function checkReceipt(text, keys) {
  const proof = readProof(text);
  const said = readExtra(proof.extra);
  try {
    const checks = [...vouched(proof.checkpoint, keys), inTree(proof, commitDigest(said)), sealed(said)];
    const shown = said.parts.flatMap(([, part]) => part ?? []);
    const cards = shown.map((line) => JSON.parse(line)).filter((part) => part[0] === "cards");
    const events = shown.filter((line) => JSON.parse(line)[0] !== "cards").map(readEvent);
    return {
      round: said.round,
      checks,
      events,
      hidden: said.parts.length - shown.length,
      cards: cards.map(([, place, seat, dealt]) => ({ place, seat, cards: dealt })),
    };
  } catch (error) {
    if (error instanceof Malformed) throw error;
    throw new Malformed("What the receipt says of its round is damaged.");
  }
}
