import assert from "node:assert/strict";
import { test } from "node:test";
import { readChoices, without, writeChoices } from "../../src/pitbook/web/pages/odds/address.js";
import { level } from "../../src/pitbook/web/pages/odds/chart.js";
import { grouped, many, percent, plain, share } from "../../src/pitbook/web/pages/odds/exact.js";

const NOTHING = { target: null, paytables: {}, options: {}, meters: {}, stakes: {} };

test("the choices in an address", () => {
  const found = readChoices(
    "?target=md-heads-up-holdem&paytable=trips_plus:B&option=a:true&option=b:false&meter=m:12000.00&stake=s:5:00",
  );
  assert.deepEqual(found, {
    target: "md-heads-up-holdem",
    paytables: { trips_plus: "B" },
    options: { a: true, b: false },
    meters: { m: "12000.00" },
    stakes: { s: "5:00" },
  });
});

test("an address without choices, or with broken ones", () => {
  assert.deepEqual(readChoices(""), NOTHING);
  assert.deepEqual(readChoices("?paytable=B&option=:true&meter="), NOTHING);
});

test("choices come back from their address, whatever is in them", () => {
  const choices = {
    target: "a b&c",
    paytables: { trips_plus: "A=1" },
    options: { late: false },
    meters: { progressive: "1.00" },
    stakes: { é: "2.50" },
  };
  assert.deepEqual(readChoices(writeChoices(choices)), choices);
});

test("a choice is taken back without touching the others", () => {
  const choices = { ...NOTHING, paytables: { a: "A", b: "B" } };
  assert.deepEqual(without(choices, "paytables", "a").paytables, { b: "B" });
  assert.deepEqual(choices.paytables, { a: "A", b: "B" });
});

test("numbers as people read them", () => {
  assert.equal(percent(0.0278786), "2.7879 %");
  assert.equal(percent(-0.5, 1), "\u221250.0 %");
  assert.equal(plain(-0.536251, 6), "\u22120.536251");
  assert.equal(many(30940), "30,940");
  assert.equal(many(12.34), "12.3");
  assert.equal(many(12), "12");
  assert.equal(grouped("-840983767/35658730800"), "\u2212840,983,767 / 35,658,730,800");
  assert.equal(grouped("0"), "0");
});

test("a rare share has more digits, down to one deal in 2,598,960", () => {
  assert.equal(share(0), "0 %");
  assert.equal(share(0.5), "50.000 %");
  assert.equal(share(4 / 2598960), "0.000154 %");
});

test("the colours of a chart go from the least at stake to the most", () => {
  const levels = (actions) => actions.map((action) => level(actions, action));
  assert.deepEqual(levels(["fold", "play_1", "play_3"]), [0, 2, 3]);
  assert.deepEqual(levels(["check", "raise_3"]), [0, 3]);
  assert.deepEqual(levels(["ride", "withdraw_bet_1"]), [3, 0]);
});
