import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { test } from "node:test";
import { ApiError, apiError, newKey, unreachable } from "../../src/pitbook/web/pages/core/api.js";
import { cardName, cardNames } from "../../src/pitbook/web/pages/core/card.js";
import { brief } from "../../src/pitbook/web/pages/core/clause.js";
import { sentence, shown, words } from "../../src/pitbook/web/pages/core/names.js";

globalThis.crypto ??= webcrypto; // not global in Node 18

test("a card by its name", () => {
  assert.equal(cardName("As"), "ace of spades");
  assert.equal(cardName("Th"), "ten of hearts");
  assert.equal(cardName("2d"), "two of diamonds");
  assert.equal(cardName("hidden"), "a card face down");
  assert.equal(cardName(null), "no card");
  assert.equal(cardNames(["9c", "hidden"]), "nine of clubs, a card face down");
});

test("52 cards have 52 names", () => {
  const names = [..."23456789TJQKA"].flatMap((rank) => [..."cdhs"].map((suit) => cardName(rank + suit)));
  assert.equal(new Set(names).size, 52);
  assert.ok(names.every((name) => /^[a-z]+ of (clubs|diamonds|hearts|spades)$/.test(name)));
});

test("a person without what tells namesakes apart", () => {
  assert.equal(shown("Ann~0123456789abcdef0123456789abcdef"), "Ann");
  assert.equal(shown("Ann"), "Ann");
  assert.equal(shown(null), "");
});

test("a name of the record as words", () => {
  assert.equal(words("trips_plus"), "Trips plus");
  assert.equal(words(""), "");
  assert.equal(words(undefined), "");
});

test("a sentence begins with a capital and ends with a stop", () => {
  assert.equal(sentence("seat 1 is taken"), "Seat 1 is taken.");
  assert.equal(sentence("Is it still running?"), "Is it still running?");
  assert.equal(sentence("Robo~exact~bot left"), "Robo left.");
  assert.equal(sentence("Ann~0123456789abcdef0123456789abcdef sits there"), "Ann sits there.");
});

test("a clause without its book", () => {
  assert.equal(brief("md-heads-up-holdem 10.B(1)"), "10.B(1)");
});

test("an error document keeps every problem and the clause", () => {
  const problems = [
    { message: "seat 1 is taken", value: "1", clause: "md-heads-up-holdem 7.G" },
    { message: "no chips", value: null, clause: null },
  ];
  const error = apiError({ error: { kind: "refused", problems } }, 409);
  assert.ok(error instanceof ApiError);
  assert.equal(error.kind, "refused");
  assert.equal(error.status, 409);
  assert.equal(error.message, "seat 1 is taken no chips");
  assert.deepEqual(error.problems, problems);
});

test("anything else than an error document still gives a sentence", () => {
  for (const body of [null, undefined, {}, { error: null }, { error: { kind: "refused", problems: [] } }, "text"]) {
    assert.equal(apiError(body, 404).message, "There is nothing at this address.");
    assert.equal(apiError(body, 500).message, "The server answered 500.");
    assert.equal(apiError(body).message, "The server sent an answer that this page cannot read.");
  }
  assert.equal(unreachable().kind, "unreachable");
});

test("keys of commands are 128 random bits", () => {
  const keys = Array.from({ length: 100 }, newKey);
  assert.equal(new Set(keys).size, 100);
  assert.ok(keys.every((key) => /^[0-9a-f]{32}$/.test(key)));
});
