import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.localStorage = { getItem: () => null, setItem: () => {} };
globalThis.matchMedia = () => ({ matches: false, addEventListener: () => {} });
const { partOf, stepFor } = await import("../../src/pitbook/web/pages/table/guide.js");

const NOT_OVER = { round: null, over: false };
const OVER = { round: { round: "T1-1" }, over: true };
const guided = (read = [], hand = "T1-1") => ({ hand, first: "first", read: new Set(read) });
const open = { ask: null, round: { round: "T1-1", no_more_bets: false } };
const closed = { ask: null, round: { round: "T1-1", no_more_bets: true } };
const asked = (street) => ({ ...closed, ask: { street } });

test("the guide follows the hand: wager, cards, decisions, showdown, what was paid", () => {
  assert.equal(partOf(open, NOT_OVER, false, guided([], null)), "wager");
  assert.equal(partOf(closed, NOT_OVER, true, guided()), "dealing");
  assert.equal(partOf(closed, NOT_OVER, false, guided()), "others");
  assert.equal(partOf(asked("first"), NOT_OVER, false, guided()), "cards");
  assert.equal(partOf(asked("first"), NOT_OVER, false, guided(["cards"])), "decision");
  assert.equal(partOf(asked("second"), NOT_OVER, false, guided()), "decision");
  assert.equal(partOf(open, OVER, false, guided()), "showdown");
  assert.equal(partOf(open, OVER, false, guided(["showdown"])), "paid");
});

test("a round that was over before the guide began is not its hand", () => {
  assert.equal(partOf(open, OVER, false, guided([], null)), "wager");
});

test("each decision has the step of its street", () => {
  const steps = [
    { part: "wager", street: null },
    { part: "decision", street: "first" },
    { part: "decision", street: "second" },
  ];
  assert.equal(stepFor({ steps }, "decision", "second"), steps[2]);
  assert.equal(stepFor({ steps }, "wager", null), steps[0]);
  assert.equal(stepFor({ steps }, "dealing", null), null);
});
