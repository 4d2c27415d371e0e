// What is committed to: the digest of some texts, the seed among them, as algorithm "pitbook-2" has it.

import { joined, toHex, utf8 } from "../core/bytes.js";
import { sha256 } from "./sha256.js";

/** Texts as bytes: of each its length in bytes, a colon, its bytes, a comma. @param {string[]} texts */
export function netstrings(texts) {
  return joined(
    ...texts.map((text) => {
      const bytes = utf8(text);
      return joined(utf8(`${bytes.length}:`), bytes, utf8(","));
    }),
  );
}

/** @param {string[]} texts */
export const digest = (texts) => toHex(sha256(netstrings(texts)));

/**
 * What a player publishes before "no more bets".
 * @param {string} seed
 * @param {string} round
 * @param {string} player
 */
export function playerCommitment(seed, round, player) {
  return digest(["pitbook-player-2", round, player, seed]);
}
