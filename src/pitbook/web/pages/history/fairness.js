// The algorithm "pitbook-1" of docs/fairness.md: what a server seed, a round's id and the players' seeds give, and
// whether a round's proof holds.

import { hmacSha256, joined, sha256 } from "./sha256.js";

export const ALGORITHM = "pitbook-1";
const CARDS = 52;
const WORDS = 2 ** 32;

const utf8 = (text) => new TextEncoder().encode(text);
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** A card's name from its number: 4 x rank + suit. */
export const cardName = (number) => "23456789TJQKA"[number >> 2] + "cdhs"[number & 3];

/** Texts as bytes: of each its length in bytes, a colon, its bytes, a comma. */
function netstrings(texts) {
  return joined(
    ...texts.map((text) => {
      const bytes = utf8(text);
      return joined(utf8(`${bytes.length}:`), bytes, utf8(","));
    }),
  );
}

/** What the table publishes before the first wager. */
export function commitment(seed, round) {
  return toHex(sha256(netstrings(["pitbook-commitment-1", round, seed.toLowerCase()])));
}

/** What the stream of one shuffle or cut is bound to: its label, the round and the players' seeds. */
export function context(label, round, playerSeeds) {
  return sha256(netstrings(["pitbook-stream-1", label, round, ...playerSeeds]));
}

/** One block of 32 bytes of a stream. */
export function block(seed, bound, number) {
  const counter = new DataView(new ArrayBuffer(4));
  counter.setUint32(0, number);
  return hmacSha256(fromHex(seed), joined(bound, new Uint8Array(counter.buffer)));
}

function* words(seed, label, round, playerSeeds) {
  const bound = context(label, round, playerSeeds);
  for (let number = 0; ; number++) {
    const view = new DataView(block(seed, bound, number).buffer);
    for (let at = 0; at < 32; at += 4) yield view.getUint32(at);
  }
}

/** A fair number below n: a word that would favour some numbers is thrown away. */
function below(stream, n) {
  for (;;) {
    const word = stream.next().value;
    if (word < WORDS - (WORDS % n)) return word % n;
  }
}

const labelled = (label, place) => (place === 0 ? label : `${label}-${place + 1}`);

/** A shuffle of the round, top card first; its place counts from 0. */
export function deck(seed, round, playerSeeds, place = 0) {
  const stream = words(seed, labelled("deck", place), round, playerSeeds);
  const cards = Array.from({ length: CARDS }, (_, number) => number);
  for (let last = CARDS - 1; last > 0; last--) {
    const chosen = below(stream, last + 1);
    [cards[last], cards[chosen]] = [cards[chosen], cards[last]];
  }
  return cards.map(cardName);
}

/** How deep a cut of the round is, with at least so many cards on either side. */
export function cutDepth(seed, round, playerSeeds, fewest, place = 0) {
  const stream = words(seed, labelled("cut", place), round, playerSeeds);
  return fewest + below(stream, CARDS - 2 * fewest + 1);
}

/** Is this text so many bytes, written in hexadecimal digits? */
const isHex = (text, bytes) => typeof text === "string" && text.length === 2 * bytes && /^[0-9a-f]*$/i.test(text);

/** What a proof must look like before it can be checked, in sentences; none if it does. */
function malformed(proof) {
  const problems = [];
  if (proof.algorithm !== ALGORITHM) problems.push(`The algorithm ${proof.algorithm} is not known here.`);
  if (!isHex(proof.seed, 32)) problems.push("The server seed is not 64 hexadecimal digits.");
  if (!isHex(proof.commitment, 32)) problems.push("The commitment is not 64 hexadecimal digits.");
  if (typeof proof.round !== "string" || proof.round === "") problems.push("The proof names no round.");
  const fair = (cut) => Number.isInteger(cut.fewest) && cut.fewest >= 1 && cut.fewest <= CARDS / 2;
  if (!(proof.cuts ?? []).every(fair)) problems.push("A cut has an impossible fewest number of cards.");
  return problems;
}

/**
 * Recomputes everything in a proof. Gives a list of checks, each with what it is about, whether it holds, what the
 * table says and what was computed here. A commitment that was seen before the round is checked against as well.
 */
export function verify(proof, seenBefore = null) {
  const problems = malformed(proof);
  if (problems.length) return problems.map((said) => ({ what: "The proof", holds: false, said, found: "" }));
  const { round, seed, player_seeds: seeds } = proof;
  const found = commitment(seed, round);
  const checks = [compared("The commitment in the proof", proof.commitment.toLowerCase(), found)];
  if (seenBefore !== null) checks.push(compared("The commitment published before the wagers", seenBefore, found));
  proof.decks.forEach((said, place) => {
    const what = proof.decks.length > 1 ? `Deck after shuffle ${place + 1}` : "The deck";
    checks.push(compared(what, said, deck(seed, round, seeds, place).join(" ")));
  });
  proof.cuts.forEach((cut, place) => {
    const what = proof.cuts.length > 1 ? `Cut ${place + 1}` : "The cut";
    checks.push(compared(what, String(cut.depth), String(cutDepth(seed, round, seeds, cut.fewest, place))));
  });
  return checks;
}

/** The cards in the order in which they are dealt: each cut puts the cards above it below the others. */
export function dealingOrder(proof) {
  const cards = proof.decks[0].split(" ");
  return proof.cuts.reduce((order, cut) => [...order.slice(cut.depth), ...order.slice(0, cut.depth)], cards);
}

/**
 * Whether the cards that lay on the layout are the first ones of the deck. With a second shuffle in the round the proof
 * does not say which cuts came after it, so nothing is said then.
 */
export function followed(proof, cards, number) {
  if (proof.decks.length !== 1 || !cards.length) return null;
  const first = new Set(dealingOrder(proof).slice(0, number));
  const strange = cards.filter((card) => !first.has(card));
  const said = strange.length ? strange.join(" ") : cards.join(" ");
  return { what: "Every card that was dealt", holds: strange.length === 0, said, found: [...first].join(" ") };
}

const compared = (what, said, found) => ({ what, holds: said === found, said, found });
