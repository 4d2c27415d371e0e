import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cents,
  decimal,
  figures,
  money,
  priced,
  pricedShort,
  short,
  showCurrency,
  sum,
  typed,
} from "../../src/pitbook/web/pages/core/money.js";

test("an amount is a whole number of cents", () => {
  assert.equal(cents("12.50"), 1250);
  assert.equal(cents("12"), 1200);
  assert.equal(cents("0.5"), 50);
  assert.equal(cents("-3.07"), -307);
});

test("a meter's digits beyond the cent are cut off, not rounded", () => {
  assert.equal(cents("5000.019999"), 500001);
  assert.equal(cents("-0.019"), -1);
});

test("what is no amount is refused", () => {
  for (const text of ["", "abc", "1e3", "1,000.00", "+5", ".5", "5.", " 5", "NaN"]) {
    assert.throws(() => cents(text), /is not an amount/, text);
  }
});

test("cents as a decimal, with two digits after the point", () => {
  assert.deepEqual([0, 5, 50, 100, 1250, -1, -1250].map(decimal), [
    "0.00",
    "0.05",
    "0.50",
    "1.00",
    "12.50",
    "-0.01",
    "-12.50",
  ]);
});

test("every amount up to a thousand dollars comes back from its decimal", () => {
  for (let amount = -100_000; amount <= 100_000; amount += 7) assert.equal(cents(decimal(amount)), amount);
});

test("what people type", () => {
  assert.equal(typed(" 12 "), 1200);
  assert.equal(typed("12."), 1200);
  assert.equal(typed("12.5"), 1250);
  assert.equal(typed("1,250.00"), 125000);
  assert.equal(typed("999999999.99"), 99999999999);
  for (const text of ["", "-5", "5.005", "5 000", "abc", "1e5", "1234567890"]) assert.equal(typed(text), null, text);
});

test("for the eye: groups of three, a real minus, a plus only where a result is meant", () => {
  assert.equal(money("1234567.80"), "1,234,567.80");
  assert.equal(money("999.99"), "999.99");
  assert.equal(money(-123456), "\u22121,234.56");
  assert.equal(money("5.00", { sign: true }), "+5.00");
  assert.equal(money("0.00", { sign: true }), "0.00");
  assert.equal(money("-5.00", { sign: true }), "\u22125.00");
});

test("chips have no cents where there are none", () => {
  assert.deepEqual([500, 50, 250_000, 125].map(short), ["5", "0.50", "2,500", "1.25"]);
});

test("a sum is exact where floating point is not", () => {
  assert.equal(sum(["0.10", "0.20", "0.30"]), 60);
  assert.equal(sum([]), 0);
});

test("the dollars of a book's sentences become the chosen currency", () => {
  const limits = "Ante $5 to $1,000, by $0.50; Bet $ equals Bet 1";
  assert.equal(priced(limits), "Ante 5.00 to 1,000.00, by 0.50; Bet $ equals Bet 1");
  assert.equal(pricedShort(limits), "Ante 5 to 1,000, by 0.50; Bet $ equals Bet 1");
  showCurrency("€");
  assert.equal(priced(limits), "Ante €5 to €1,000, by €0.50; Bet $ equals Bet 1");
  assert.equal(pricedShort(limits), "Ante €5 to €1,000, by €0.50; Bet $ equals Bet 1");
  showCurrency("");
});

test("figures of a sentence have the minus and the percent sign of the pages", () => {
  const said = "It wins 15.3 % and loses 84.7 %: -0.58 bets against -1.24, in round T1-2 of the three-card game.";
  const shown =
    "It wins 15.3\u00a0% and loses 84.7\u00a0%: \u22120.58 bets against \u22121.24, in round T1-2 of the three-card game.";
  assert.equal(figures(said), shown);
});
