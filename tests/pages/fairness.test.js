import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { joined } from "../../src/pitbook/web/pages/core/bytes.js";
import { playerCommitment } from "../../src/pitbook/web/pages/history/commitments.js";
import {
  block,
  cardName,
  commitment,
  context,
  cutDepth,
  dealingOrder,
  deck,
  followed,
  mixedIn,
  verify,
} from "../../src/pitbook/web/pages/history/fairness.js";
import { hmacSha256, sha256 } from "../../src/pitbook/web/pages/history/sha256.js";

const VECTORS = JSON.parse(readFileSync(new URL("../../src/pitbook/fairness/vectors.json", import.meta.url), "utf-8"));
const DEALT = VECTORS.filter((one) => one.decks.length > 0);
const [EXAMPLE] = VECTORS;

const bytes = (text) => new TextEncoder().encode(text);
const hex = (found) => Buffer.from(found).toString("hex");

test("SHA-256 of the examples of FIPS 180-4", () => {
  const long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
  assert.equal(hex(sha256(bytes(""))), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  assert.equal(hex(sha256(bytes("abc"))), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert.equal(hex(sha256(bytes(long))), "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  assert.equal(
    hex(sha256(bytes("a".repeat(1_000_000)))),
    "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
  );
});

test("HMAC-SHA-256 of the cases of RFC 4231, with a key that is longer than a block", () => {
  const short = hmacSha256(new Uint8Array(20).fill(0x0b), bytes("Hi There"));
  assert.equal(hex(short), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  const long = hmacSha256(
    new Uint8Array(131).fill(0xaa),
    bytes("Test Using Larger Than Block-Size Key - Hash Key First"),
  );
  assert.equal(hex(long), "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
});

test("bytes one after the other", () => {
  assert.deepEqual([...joined(bytes("ab"), new Uint8Array(0), bytes("c"))], [97, 98, 99]);
  assert.equal(joined().length, 0);
});

test("a card's number is 4 x rank + suit", () => {
  assert.deepEqual([0, 3, 4, 33, 51].map(cardName), ["2c", "2s", "3c", "Td", "As"]);
});

test("the published vectors hold, step by step", () => {
  assert.ok(DEALT.length > 20);
  for (const one of DEALT) {
    const mixed = mixedIn(one);
    assert.equal(commitment(one.seed, one.round, one.rules, one.par), one.commitment, one.note);
    for (const { player, seed, commitment: said } of one.players) {
      assert.equal(playerCommitment(seed, one.round, player), said, one.note);
    }
    const bound = context("deck", one.round, mixed);
    assert.equal(hex(bound), one.context, one.note);
    assert.equal(hex(block(one.seed, bound, 0)), one.block, one.note);
    one.decks.forEach((said, place) => {
      assert.equal(deck(one.seed, one.round, mixed, place).join(" "), said, one.note);
    });
    one.cuts.forEach(({ fewest, depth }, place) => {
      assert.equal(cutDepth(one.seed, one.round, mixed, fewest, place), depth, one.note);
    });
  }
});

test("a short deck has the ranks from the ace down", () => {
  const seed = hex(Uint8Array.from({ length: 32 }, (_, number) => number));
  const said =
    "6s Js Jd 7s 8h Th Ah 7c Kh Qd Ts 6d Qs 9c 8s 7h Tc Jc Qh As Ac 9h 8c Td Ks 9d Kc Ad Jh 9s Qc Kd 8d 6c 7d 6h";
  assert.equal(deck(seed, "TABLE-1", [], 0, 36).join(" "), said);
  assert.equal(cutDepth(seed, "TABLE-1", [], 10, 0, 36), 18);
});

test("every published proof is verified", () => {
  for (const one of VECTORS) {
    assert.deepEqual(
      verify(one, one.commitment).filter((check) => !check.holds),
      [],
      one.note,
    );
  }
});

const failures = (changes, ...more) =>
  verify({ ...structuredClone(EXAMPLE), ...changes }, ...more).filter((check) => !check.holds);

test("a proof in which anything was changed is not", () => {
  const swapped = EXAMPLE.decks[0].split(" ");
  [swapped[0], swapped[51]] = [swapped[51], swapped[0]];
  const changes = [
    { seed: EXAMPLE.seed.replace("00", "01") },
    { round: "TABLE-2" },
    { rules: "8".repeat(64) },
    { par: "e".repeat(64) },
    { players: EXAMPLE.players.slice(1) },
    { players: [...EXAMPLE.players].reverse() },
    { decks: [swapped.join(" ")] },
    { cuts: [{ ...EXAMPLE.cuts[0], depth: EXAMPLE.cuts[0].depth + 1 }] },
    { beacon: { value: "1", at: EXAMPLE.opened } },
  ];
  for (const change of changes) assert.ok(failures(change).length > 0, JSON.stringify(change));
});

test("a commitment that differs from the one seen before the wagers is named", () => {
  const [check] = failures({}, EXAMPLE.commitment, { commitment: "0".repeat(64) });
  assert.equal(check.what, "The commitment that this browser saw before the wagers");
});

test("a beacon from before the round is too old", () => {
  const [check] = failures({ beacon: { value: "1", at: "2026-01-31T11:59:59+00:00" } });
  assert.equal(check.what, "The time of the beacon");
});

test("a malformed proof gives sentences and computes nothing", () => {
  const said = failures({ algorithm: "dice", seed: "xyz", cuts: [{ fewest: 30, depth: 30 }] }).map((one) => one.said);
  assert.deepEqual(said, [
    "The algorithm dice is not known here.",
    "The server seed is not 64 hexadecimal digits.",
    "A cut has an impossible fewest number of cards.",
  ]);
});

test("a cut puts the cards above it below the others", () => {
  const proof = { ...EXAMPLE, decks: ["2c 3c 4c 5c 6c"], cuts: [{ fewest: 1, depth: 2 }] };
  assert.deepEqual(dealingOrder(proof), ["4c", "5c", "6c", "2c", "3c"]);
});

test("the cards that were dealt are the first ones of the deck, whatever was burned, set aside or drawn in error", () => {
  const proof = { ...EXAMPLE, decks: ["2c 3c 4c 5c 6c"], cuts: [{ fewest: 1, depth: 2 }] };
  const check = (board, more = {}, last = {}) =>
    followed(
      proof,
      { board, dealer: [], extra: [], seats: { 1: ["??"] }, drawn: 0, ...more },
      { burned: 0, set_aside: [], ...last },
    );
  assert.equal(check(["5c"])?.holds, true);
  assert.equal(check(["6c"])?.holds, false);
  assert.equal(check(["6c"], {}, { burned: 1 })?.holds, true);
  assert.equal(check([], {}, { set_aside: ["6c"] })?.holds, false);
  assert.equal(check([], { drawn: 1 }, { set_aside: ["6c"] })?.holds, true);
  assert.equal(check([]), null);
  const twice = { ...proof, decks: ["2c", "3c"] };
  assert.equal(
    followed(twice, { board: ["2c"], dealer: [], extra: [], seats: {}, drawn: 0 }, { burned: 0, set_aside: [] }),
    null,
  );
});
