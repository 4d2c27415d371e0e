// Signed notes, checkpoints and cosignatures (C2SP signed-note, tlog-checkpoint, tlog-cosignature), read in the one
// spelling that the formats have.

import { joined, toHex, utf8 } from "../core/bytes.js";
import { sha256 } from "../history/sha256.js";
import { verifySignature } from "./ed25519.js";

/**
 * @typedef {{ name: string, id: string, kind: number, key: Uint8Array }} TrustedKey
 * @typedef {{ name: string, id: string, signature: Uint8Array }} Signature
 * @typedef {{ text: string, origin: string, size: bigint, root: Uint8Array, signatures: Signature[] }} Checkpoint
 */

/** What is not what it claims to be, in a sentence. */
export class Malformed extends Error {}

export const HOUSE = 1;
export const WITNESS = 4;
const LARGEST_NOTE = 1_000_000;
const LARGEST_NUMBER = 2n ** 63n - 1n;
const MOST_SIGNATURES = 100;

/** @param {string} text */
const short = (text) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** A decimal number without leading zeroes, up to 2^63 - 1. @param {string} text @param {string} what */
export function decimal(text, what) {
  const found = /^(0|[1-9][0-9]{0,18})$/.test(text) ? BigInt(text) : LARGEST_NUMBER + 1n;
  if (found > LARGEST_NUMBER) throw new Malformed(`${what} is "${short(text)}", which is no decimal number.`);
  return found;
}

/** The bytes of standard Base64 with padding, in its one spelling. @param {string} text @param {string} what */
export function base64(text, what) {
  const wrong = new Malformed(`${what} is "${short(text)}", which is no Base64.`);
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4) throw wrong;
  const letters = atob(text);
  if (btoa(letters) !== text) throw wrong;
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

/** A SHA-256 hash in Base64. @param {string} text @param {string} what */
export function hash(text, what) {
  const found = base64(text, what);
  if (found.length !== 32) throw new Malformed(`${what} has ${found.length} bytes, not 32.`);
  return found;
}

/** Whether a text has control characters other than line feeds. @param {string} text */
const hasControls = (text) => Array.from(text).some((letter) => letter < " " && letter !== "\n");

/** @param {string} name */
function checkName(name) {
  if (!name || /[\s+]/.test(name) || hasControls(name))
    throw new Malformed(`"${short(name)}" is not the name of a key.`);
}

/** A key from its one line: name, key id and key, with + between. @param {string} line @returns {TrustedKey} */
export function readKey(line) {
  const [name, id, ...rest] = line.split("+");
  if (!rest.length || !/^[0-9a-f]{8}$/.test(id)) {
    throw new Malformed(
      `"${short(line)}" is not a key: name, key id in eight hexadecimal digits and key, with + between.`,
    );
  }
  checkName(name);
  const found = base64(rest.join("+"), `The key of ${name}`);
  if (found.length !== 33 || ![HOUSE, WITNESS].includes(found[0])) {
    throw new Malformed(`The key of ${name} is neither that of a house nor that of a witness.`);
  }
  if (toHex(sha256(joined(utf8(`${name}\n`), found)).slice(0, 4)) !== id) {
    throw new Malformed(`The key id ${id} is not that of the key of ${name}: a letter may be wrong.`);
  }
  return { name, id, kind: found[0], key: found.slice(1) };
}

/** @param {string} line @returns {Signature} */
function readSignature(line) {
  const [dash, name, encoded, ...more] = line.split(" ");
  if (dash !== "—" || encoded === undefined || more.length)
    throw new Malformed(`"${short(line)}" is not a signature line.`);
  checkName(name);
  const found = base64(encoded, `The signature of ${name}`);
  if (found.length <= 4) throw new Malformed(`The signature of ${name} is too short.`);
  return { name, id: toHex(found.slice(0, 4)), signature: found.slice(4) };
}

/**
 * A signed checkpoint: the log that it is of, the size and the root of its tree, and its signatures, unverified.
 * @param {string} note
 * @returns {Checkpoint}
 */
export function readCheckpoint(note) {
  const end = note.lastIndexOf("\n\n");
  if (end < 0) throw new Malformed("The checkpoint has no empty line between its text and its signatures.");
  if (!note.endsWith("\n") || hasControls(note)) {
    throw new Malformed("The checkpoint does not end with a line feed, or has control characters.");
  }
  if (utf8(note).length > LARGEST_NOTE) throw new Malformed("The checkpoint is too large.");
  const text = note.slice(0, end + 1);
  const lines = note.slice(end + 2, -1).split("\n");
  if (lines.length > MOST_SIGNATURES) throw new Malformed(`The checkpoint has ${lines.length} signatures.`);
  const [origin, size, root, ...more] = text.slice(0, -1).split("\n");
  if (root === undefined) throw new Malformed("The checkpoint has less than three lines: name, size and root hash.");
  if (!origin || more.includes("")) throw new Malformed("The checkpoint has an empty line.");
  return {
    text,
    origin,
    size: decimal(size, "The size of the checkpoint"),
    root: hash(root, "The root hash of the checkpoint"),
    signatures: lines.map(readSignature),
  };
}

/** @param {Checkpoint} checkpoint @param {TrustedKey} key */
const ofKey = (checkpoint, key) => checkpoint.signatures.filter((one) => one.name === key.name && one.id === key.id);

/**
 * How often a key signed a checkpoint, and whether every such signature is right.
 * @param {Checkpoint} checkpoint
 * @param {TrustedKey} key
 */
export function signedBy(checkpoint, key) {
  const found = ofKey(checkpoint, key);
  return {
    number: found.length,
    right: found.every((one) => verifySignature(key.key, utf8(checkpoint.text), one.signature)),
  };
}

/**
 * When a witness cosigned a checkpoint, in seconds since 1970; and whether every cosignature of it is right.
 * @param {Checkpoint} checkpoint
 * @param {TrustedKey} key
 */
export function cosignedBy(checkpoint, key) {
  const found = ofKey(checkpoint, key).map(({ signature }) => {
    if (signature.length !== 72) return null;
    const time = new DataView(signature.buffer).getBigUint64(0);
    const message = utf8(`cosignature/v1\ntime ${time}\n${checkpoint.text}`);
    return time <= LARGEST_NUMBER && verifySignature(key.key, message, signature.slice(8)) ? Number(time) : null;
  });
  return { times: found.filter((time) => time !== null), right: !found.includes(null) };
}
