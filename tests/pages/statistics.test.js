import assert from "node:assert/strict";
import { test } from "node:test";
import { asCsv, asJson, byBook, byStreet, series, totals } from "../../src/pitbook/web/pages/statistics/figures.js";

// One mistake of a quarter of an ante of 4.00, an expectation of -0.10 and a deviation of 3.
const row = (number, title, net) => ({
  round: `T1-${number}`,
  opened: `2026-01-0${number}`,
  title,
  units: "antes",
  void: null,
  wagered: "8.00",
  net,
  compared: net,
  expected: "-0.100000",
  deviation: "3.000000",
  decisions: 2,
  mistakes: 1,
  cost: { fraction: "1/4", decimal: 0.25 },
  cost_money: "1.000000",
  streets: [{ when: "On the flop", decisions: 2, mistakes: 1, cost: { fraction: "1/4", decimal: 0.25 } }],
});
const ROWS = [row(4, "B", "-8.00"), row(1, "A", "4.00"), row(2, "A", "-4.00"), row(3, 'C, "new"', "2.00")];
const close = (one, other) => assert.ok(Math.abs(one - other) < 1e-9, `${one} is not ${other}`);

test("luck is what was won, less what was expected, plus what mistakes cost", () => {
  const sum = totals(ROWS);
  assert.deepEqual([sum.rounds, sum.decisions, sum.mistakes, sum.cost, sum.net], [4, 8, 4, 1, -6]);
  close(sum.luck, -6 + 0.4 + 4);
});

test("the band is two standard deviations and grows with the root of the rounds", () => {
  close(totals(ROWS).band, 2 * 3 * 2);
  assert.deepEqual(
    series(ROWS).map((one) => one.total_band),
    ["6.00", "8.49", "10.39", "12.00"],
  );
});

test("rounds run in the order of play, whatever order they come in", () => {
  const found = series(ROWS);
  assert.deepEqual(
    found.map((one) => one.round),
    ["T1-1", "T1-2", "T1-3", "T1-4"],
  );
  assert.deepEqual(
    found.map((one) => one.total_compared),
    ["4.00", "0.00", "2.00", "-6.00"],
  );
});

test("books and decisions are added up by themselves", () => {
  assert.deepEqual(
    byBook(ROWS).map((one) => [one.title, one.rounds, one.net]),
    [
      ["B", 1, -8],
      ["A", 2, 0],
      ['C, "new"', 1, 2],
    ],
  );
  assert.deepEqual(byStreet(ROWS), { "On the flop": { decisions: 8, mistakes: 4, cost: 1 } });
});

test("a file has a line for each round, with the exact cost, and quotes where it must", () => {
  const [names, first, ...others] = asCsv(ROWS).split("\r\n");
  assert.equal(
    names,
    "round,opened,title,units,void,wagered,net,compared,expected,deviation,decisions,mistakes,cost,cost_money",
  );
  assert.equal(first, "T1-4,2026-01-04,B,antes,,8.00,-8.00,-8.00,-0.100000,3.000000,2,1,1/4,1.000000");
  assert.ok(others[2].includes('"C, ""new"""'));
  assert.equal(others.at(-1), "");
  assert.deepEqual(JSON.parse(asJson(ROWS)), { rounds: ROWS });
});
