// The algorithm "pitbook-2" of docs/explanation/fairness.md: what the seeds of the server and of the players give, and whether a
// round's proof holds.

import { fromHex, isHex, joined, utf8 } from "../core/bytes.js";
import { sayProof } from "../words/proof.js";
import { digest, netstrings, playerCommitment } from "./commitments.js";
import { hmacSha256, sha256 } from "./sha256.js";

/** @import { SayProof } from "../words/proof.js" */
/** @import { BeaconValue, Dealt, ProvedSeed, RoundOnTable, ShuffleProof } from "../types/api.js" */

/**
 * @typedef {{ what: string, holds: boolean, said: string, found: string, words?: string }} Check
 * @typedef {{ player: string, commitment: string }} Listed
 * @typedef {{ commitment?: string | null, list?: Listed[] }} Seen what this browser remembers of a round
 */

export const ALGORITHM = "pitbook-2";
const CARDS = 52;
const SUITS = 4;
const WORDS = 2 ** 32;
const LONGEST_TEXT = 128;
const LONGEST_NAME = 256;

/** A card's name from its number: 4 x rank + suit. @param {number} number */
export const cardName = (number) => "23456789TJQKA"[number >> 2] + "cdhs"[number & 3];

/**
 * What the table publishes before the first wager: of its seed, the round, and the digests of rules and PAR sheet.
 * @param {string} seed
 * @param {string} round
 * @param {string} rules
 * @param {string} par
 */
export function commitment(seed, round, rules, par) {
  return digest(["pitbook-commitment-2", round, ...[rules, par, seed].map((text) => text.toLowerCase())]);
}

/**
 * What is mixed into every stream of a round besides its label and its id.
 * @param {{ beacon: BeaconValue | null, players: ProvedSeed[] }} proof whose seeds are all known
 */
export function mixedIn(proof) {
  const beacon = proof.beacon ? ["beacon", proof.beacon.value, proof.beacon.at] : [];
  return [...beacon, ...proof.players.flatMap((one) => ["player", one.player, one.seed ?? ""])];
}

/**
 * What the stream of one shuffle or cut is bound to: its label, the round, and what is mixed in.
 * @param {string} label
 * @param {string} round
 * @param {string[]} mixed
 */
export function context(label, round, mixed) {
  return sha256(netstrings(["pitbook-stream-1", label, round, ...mixed]));
}

/**
 * One block of 32 bytes of a stream.
 * @param {string} seed
 * @param {Uint8Array} bound
 * @param {number} number
 */
export function block(seed, bound, number) {
  const counter = new DataView(new ArrayBuffer(4));
  counter.setUint32(0, number);
  return hmacSha256(fromHex(seed), joined(bound, new Uint8Array(counter.buffer)));
}

/**
 * @param {string} seed
 * @param {string} label
 * @param {string} round
 * @param {string[]} mixed
 * @returns {Generator<number, never>}
 */
function* words(seed, label, round, mixed) {
  const bound = context(label, round, mixed);
  for (let number = 0; ; number++) {
    const view = new DataView(block(seed, bound, number).buffer);
    for (let at = 0; at < 32; at += 4) yield view.getUint32(at);
  }
}

/**
 * A fair number below n: a word that would favour some numbers is thrown away.
 * @param {Generator<number, never>} stream
 * @param {number} n
 */
function below(stream, n) {
  for (;;) {
    const word = stream.next().value;
    if (word < WORDS - (WORDS % n)) return word % n;
  }
}

/** @param {string} label @param {number} place */
const labelled = (label, place) => (place === 0 ? label : `${label}-${place + 1}`);

/**
 * A shuffle of the round, top card first; its place counts from 0. A deck of fewer cards has the ranks from the ace down.
 * @param {string} seed
 * @param {string} round
 * @param {string[]} mixed
 */
export function deck(seed, round, mixed, place = 0, size = CARDS) {
  const stream = words(seed, labelled("deck", place), round, mixed);
  const cards = Array.from({ length: size }, (_, number) => CARDS - size + number);
  for (let last = size - 1; last > 0; last--) {
    const chosen = below(stream, last + 1);
    [cards[last], cards[chosen]] = [cards[chosen], cards[last]];
  }
  return cards.map(cardName);
}

/**
 * How deep a cut of the round is, with at least so many cards on either side.
 * @param {string} seed
 * @param {string} round
 * @param {string[]} mixed
 * @param {number} fewest
 */
export function cutDepth(seed, round, mixed, fewest, place = 0, size = CARDS) {
  const stream = words(seed, labelled("cut", place), round, mixed);
  return fewest + below(stream, size - 2 * fewest + 1);
}

/** Is this a text of at least one byte, and not too many? @param {unknown} text @param {number} longest */
const isText = (text, longest) => typeof text === "string" && text !== "" && utf8(text).length <= longest;

const DAY = "(?!0000)\\d{4}-(?:0[1-9]|1[0-2])-(\\d\\d)";
const HOUR = "(?:[01]\\d|2[0-3]):[0-5]\\d";
const TIME = new RegExp(`^(${DAY}T${HOUR}:[0-5]\\d)(?:\\.(\\d{1,6}))?(Z|[+-]${HOUR})$`);

/** A time with its zone, in microseconds since 1970; null if it is none. @param {unknown} text */
function microseconds(text) {
  const [, whole, day, fraction = "", zone] = (typeof text === "string" && TIME.exec(text)) || [];
  if (new Date(`${whole}Z`).getUTCDate() !== Number(day)) return null;
  return 1000 * Date.parse(whole + zone) + Number(fraction.padEnd(6, "0"));
}

/** @param {ProvedSeed} one */
const isListed = (one) =>
  isText(one?.player, LONGEST_NAME) &&
  isHex(one.commitment, 32) &&
  (one.seed === null || isText(one.seed, LONGEST_TEXT));

/** Is this the closed list: each player once? @param {ProvedSeed[]} players */
const isList = (players) =>
  Array.isArray(players) &&
  players.every(isListed) &&
  new Set(players.map((one) => one.player)).size === players.length;

/** How many cards were shuffled: whole ranks, all of them unless the first deck is shorter. @param {string[]} decks */
function sizeOf(decks) {
  const told = typeof decks?.[0] === "string" ? decks[0].split(" ").length : CARDS;
  return told % SUITS === 0 && told < CARDS ? told : CARDS;
}

/** @param {number} size @returns {(cut: { fewest: number, depth: number }) => boolean} */
const isCut = (size) => (cut) =>
  Number.isInteger(cut?.fewest) && cut.fewest >= 1 && cut.fewest <= size / 2 && Number.isInteger(cut.depth);

/**
 * What a proof must look like before it can be checked, in sentences; none if it does.
 * @param {ShuffleProof} proof
 * @param {SayProof} say
 */
function malformed(proof, say) {
  const problems = [];
  if (proof.algorithm !== ALGORITHM) problems.push(say("proof.unknown_algorithm", { algorithm: proof.algorithm }));
  if (!isHex(proof.seed, 32)) problems.push(say("proof.seed_digits"));
  if (!isHex(proof.commitment, 32)) problems.push(say("proof.commitment_digits"));
  if (!isHex(proof.rules, 32)) problems.push(say("proof.rules_digits"));
  if (!isHex(proof.par, 32)) problems.push(say("proof.par_digits"));
  if (!isText(proof.round, LONGEST_TEXT)) problems.push(say("proof.no_round"));
  if (microseconds(proof.opened) === null) problems.push(say("proof.no_time"));
  if (!isList(proof.players)) problems.push(say("proof.players_damaged"));
  const { beacon, decks, cuts } = proof;
  if (beacon !== null && !(isText(beacon?.value, LONGEST_TEXT) && isText(beacon.at, LONGEST_TEXT))) {
    problems.push(say("proof.beacon_damaged"));
  }
  if (!Array.isArray(decks) || !decks.every((deck) => typeof deck === "string"))
    problems.push(say("proof.decks_damaged"));
  if (!Array.isArray(cuts) || !cuts.every(isCut(sizeOf(decks)))) problems.push(say("proof.cut_impossible"));
  return problems;
}

/** @param {Listed[]} list @param {SayProof} say */
const listWords = (list, say) => list.map((one) => `${one.player} ${one.commitment}`).join(", ") || say("proof.nobody");

/**
 * Was the beacon published no earlier than the commitment?
 * @param {BeaconValue} beacon
 * @param {string} opened
 * @param {SayProof} say
 * @returns {Check}
 */
function fresh(beacon, opened, say) {
  const at = microseconds(beacon.at);
  return {
    what: say("proof.beacon_time"),
    holds: at !== null && at >= (microseconds(opened) ?? 0),
    said: beacon.at,
    found: say("proof.not_before", { time: opened }),
  };
}

/**
 * What this browser saw with its own eyes, against the proof.
 * @param {ShuffleProof} proof
 * @param {Seen} seen
 * @param {SayProof} say
 */
function witnessed(proof, seen, say) {
  const checks = [];
  if (seen.commitment)
    checks.push(compared(say("proof.seen_commitment"), proof.commitment, seen.commitment, say("proof.same")));
  if (seen.list)
    checks.push(
      compared(say("proof.seen_list"), listWords(proof.players, say), listWords(seen.list, say), say("proof.same")),
    );
  return checks;
}

/**
 * Recomputes everything in a proof. Gives a list of checks, each with what it is about, whether it holds, what the
 * table says and what was computed here. `published` is the commitment by the record, and `seen` is what this browser
 * remembers of the round: the commitment that it saw before the wagers, and the closed list of seeds.
 * @param {ShuffleProof} proof
 * @param {string | null} [published]
 * @param {Seen} [seen]
 * @param {SayProof} [say] in the language of the page; English in the verifier
 * @returns {Check[]}
 */
export function verify(proof, published = null, seen = {}, say = sayProof) {
  const problems = malformed(proof, say);
  if (problems.length) return problems.map((said) => ({ what: say("proof.itself"), holds: false, said, found: "" }));
  const { round, seed } = proof;
  /** @param {string} what @param {string} said @param {string} computed @param {string} [words] @returns {Check} */
  const same = (what, said, computed, words = say("proof.from_seeds")) => compared(what, said, computed, words);
  const found = commitment(seed, round, proof.rules, proof.par);
  const checks = [same(say("proof.commitment"), proof.commitment.toLowerCase(), found)];
  if (published !== null) checks.push(same(say("proof.published"), published, found));
  checks.push(...witnessed(proof, seen, say));
  for (const one of proof.players) {
    if (one.seed === null) continue;
    checks.push(
      compared(
        say("proof.seed_of", { player: one.player.split("~")[0] }),
        one.commitment.toLowerCase(),
        playerCommitment(one.seed, round, one.player),
        say("proof.committed_to"),
      ),
    );
  }
  if (proof.beacon) checks.push(fresh(proof.beacon, proof.opened, say));
  if (proof.players.some((player) => player.seed === null)) {
    const dealt = proof.decks.length + proof.cuts.length;
    return [...checks, same(say("proof.decks_while_missing"), String(dealt), "0")];
  }
  const mixed = mixedIn(proof);
  const size = sizeOf(proof.decks);
  proof.decks.forEach((said, place) => {
    const what = proof.decks.length > 1 ? say("proof.deck_number", { number: place + 1 }) : say("proof.deck");
    checks.push(same(what, said, deck(seed, round, mixed, place, size).join(" ")));
  });
  proof.cuts.forEach((cut, place) => {
    const what = proof.cuts.length > 1 ? say("proof.cut_number", { number: place + 1 }) : say("proof.cut");
    checks.push(same(what, String(cut.depth), String(cutDepth(seed, round, mixed, cut.fewest, place, size))));
  });
  return checks;
}

/**
 * The cards in the order in which they are dealt: each cut puts the cards above it below the others.
 * @param {ShuffleProof} proof
 */
export function dealingOrder(proof) {
  const cards = proof.decks[0].split(" ");
  return proof.cuts.reduce((order, cut) => [...order.slice(cut.depth), ...order.slice(0, cut.depth)], cards);
}

/**
 * Whether the cards that lay on the layout are the first ones of the deck. With a second shuffle in the round the proof
 * does not say which cuts came after it, so nothing is said then.
 * @param {ShuffleProof} proof
 * @param {Dealt} dealt
 * @param {Pick<RoundOnTable, "burned" | "set_aside">} last the layout when the round was over
 * @param {SayProof} [say]
 * @returns {Check | null}
 */
export function followed(proof, dealt, last, say = sayProof) {
  const hands = Object.values(dealt.seats).flat();
  const places = [...dealt.board, ...dealt.dealer, ...dealt.extra, ...hands, ...last.set_aside];
  const cards = places.filter((card) => /^[2-9TJQKA][cdhs]$/.test(card));
  if (proof.decks.length !== 1 || !cards.length) return null;
  // A card that was set aside may have lain behind cards that were drawn in error.
  const first = new Set(dealingOrder(proof).slice(0, places.length + last.burned + dealt.drawn));
  const strange = cards.filter((card) => !first.has(card));
  const said = strange.length ? strange.join(" ") : cards.join(" ");
  return { what: say("proof.every_card"), holds: strange.length === 0, said, found: [...first].join(" ") };
}

/**
 * @param {string} what
 * @param {string} said
 * @param {string} found
 * @param {string} words
 * @returns {Check}
 */
function compared(what, said, found, words) {
  return { what, holds: said === found, said, found, words };
}
