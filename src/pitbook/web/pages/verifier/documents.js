// What somebody holds, whatever it is: the proof of a shuffle, a receipt or a checkpoint. Each is checked by itself, and
// those of one round against each other.

import { verify } from "../history/fairness.js";
import { Malformed, readCheckpoint } from "./notes.js";
import { checkReceipt, HEADER } from "./receipt.js";
import { readKeys, vouched } from "./vouching.js";

/** @import { ShuffleProof } from "../types/api.js" */
/** @import { Check } from "../history/fairness.js" */
/** @import { Receipt } from "./receipt.js" */
/** @import { Line, Trusted } from "./vouching.js" */

/**
 * @typedef {{ name: string, text?: string, problem?: string }} Given
 * @typedef {{ kind: string, title: string, round: string | null, checks: Line[], proof?: ShuffleProof,
 *   receipt?: Receipt }} Section
 */

export const LARGEST = 2_000_000;
export const TOO_LARGE = "This has more than 2,000,000 bytes: it is no proof, no receipt and no checkpoint.";

/** @param {Check} check @returns {Line} */
const shuffled = ({ what, holds, said, found }) => ({ what, holds, expected: found, found: said });

/** A proof, as `pitbook verify --json`, a round of the API or the proof alone has it. @param {any} document @param {string} noted */
function checkProof(document, noted) {
  const alone = document.proof === undefined;
  const proof = alone ? document : document.proof;
  if (proof === null)
    throw new Malformed("The cards of this round were not shuffled by the server: there is no proof.");
  if (typeof proof !== "object" || proof.algorithm === undefined)
    throw new Malformed("This document has no proof of a shuffle.");
  const checks = verify(proof, alone ? null : (document.commitment ?? null)).map(shuffled);
  if (noted) {
    checks.push({
      what: "The commitment that you noted before the wagers",
      expected: noted.toLowerCase(),
      holds: String(proof.commitment).toLowerCase() === noted.toLowerCase(),
      found: String(proof.commitment),
    });
  }
  return { kind: "shuffle", title: `The shuffle of round ${proof.round}`, round: String(proof.round), checks, proof };
}

/** @param {string} text @param {Trusted} keys @param {string} noted @returns {Section} */
function checkOne(text, keys, noted) {
  if (!text.trim()) throw new Malformed("This is empty.");
  if (text.startsWith(HEADER)) {
    const receipt = checkReceipt(text, keys);
    const { round, checks } = receipt;
    return { kind: "receipt", title: `The receipt of round ${round}`, round, checks, receipt };
  }
  if (text.includes("\n\n— ")) {
    const checkpoint = readCheckpoint(text);
    return {
      kind: "checkpoint",
      title: `A checkpoint of ${checkpoint.size} commits`,
      round: null,
      checks: vouched(checkpoint, keys),
    };
  }
  let document = null;
  try {
    document = JSON.parse(text);
  } catch {
    throw new Malformed("This is neither a proof nor a receipt nor a checkpoint.");
  }
  if (document === null || typeof document !== "object" || Array.isArray(document)) {
    throw new Malformed("This is JSON, but not the proof of a round.");
  }
  return checkProof(document, noted);
}

/**
 * What an event of a receipt says of its round, if the receipt shows it.
 * @param {Receipt} receipt
 * @param {string} type
 * @param {string} field
 */
function told({ round, events }, type, field) {
  return events.find((event) => event.type === type && event.data.round === round)?.data[field] ?? null;
}

/**
 * A shuffle against the receipt of its round: the same commitment and rules are in the signed record.
 * @param {ShuffleProof} proof
 * @param {Receipt} receipt
 * @returns {Line[]}
 */
function agreed(proof, receipt) {
  // A receipt shows the server's seed only where nothing was dealt; the commitment is one to the seed.
  const seed = told(receipt, "round_called_off", "seed");
  /** @type {[string, any, any][]} */
  const pairs = [
    [
      "The commitment that the record has for this round",
      told(receipt, "round_opened", "commitment"),
      proof.commitment,
    ],
    ["The server seed that the record has for this round", seed, proof.seed],
    ["The digest of the house rules in the record", told(receipt, "round_opened", "rules"), proof.rules],
    ["When the commitment was published, by the record", told(receipt, "round_opened", "at"), proof.opened],
  ];
  for (const { data } of receipt.events.filter((event) => event.type === "seed_revealed")) {
    const listed = (Array.isArray(proof.players) ? proof.players : []).find((one) => one?.player === data.player);
    pairs.push([`The seed of ${String(data.player).split("~")[0]} in the record`, data.seed, listed?.seed ?? "none"]);
  }
  return pairs
    .filter(([, expected]) => expected !== null)
    .map(([what, expected, found]) => ({
      what,
      expected: String(expected),
      holds: expected === found,
      found: String(found),
    }));
}

/** The shuffles and receipts of one round each, put side by side. @param {Section[]} sections */
function together(sections) {
  const shuffles = sections.flatMap(({ proof }) => proof ?? []);
  const receipts = sections.flatMap(({ receipt }) => receipt ?? []);
  if (!shuffles.length || !receipts.length) return [];
  return shuffles.map((proof) => {
    const own = receipts.find((receipt) => receipt.round === proof.round);
    const rounds = receipts.map((receipt) => receipt.round).join(", ");
    const checks = own
      ? agreed(proof, own)
      : [{ what: "The round of proof and receipt", holds: false, expected: String(proof.round), found: rounds }];
    return {
      kind: "together",
      title: `Shuffle and receipt of round ${proof.round} together`,
      round: String(proof.round),
      checks,
    };
  });
}

/**
 * Checks texts, each with a name and perhaps a problem instead, with the keys that somebody trusts. Gives sections, each
 * with a title and its checks: what was checked, whether it holds, what was expected and what was found.
 * @param {Given[]} texts
 * @param {{ keys?: string, quorum?: string, noted?: string }} [trusting]
 */
export function examine(texts, { keys = "", quorum = "", noted = "" } = {}) {
  /** @param {string} name @param {unknown} error @returns {Section} */
  const refused = (name, error) => {
    if (!(error instanceof Malformed)) throw error;
    return { kind: "refused", title: name, round: null, checks: [{ what: error.message, holds: false }] };
  };
  let trusted;
  /** @type {Section[]} */
  const sections = [];
  try {
    trusted = readKeys(keys, quorum);
  } catch (error) {
    sections.push(refused("The keys that you trust", error));
    trusted = { house: null, witnesses: [], k: 0 };
  }
  if (noted && !/^[0-9a-f]{64}$/i.test(noted)) {
    sections.push(refused("What you noted", new Malformed("A commitment has 64 hexadecimal digits.")));
  }
  for (const { name, text = "", problem } of texts) {
    try {
      if (problem) throw new Malformed(problem);
      if (text.length > LARGEST) throw new Malformed(TOO_LARGE);
      sections.push(checkOne(text, trusted, noted));
    } catch (error) {
      sections.push(refused(name, error));
    }
  }
  sections.push(...together(sections));
  const checks = sections.flatMap((section) => section.checks);
  return {
    sections,
    number: checks.length,
    wrong: checks.filter((check) => !check.holds).length,
    holds: checks.length > 0 && checks.every((check) => check.holds),
  };
}
