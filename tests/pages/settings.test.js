// What a browser keeps of the settings, which theme follows, and amounts with a currency.
import assert from "node:assert/strict";
import { test } from "node:test";
import { money, short, showCurrency } from "../../src/pitbook/web/pages/core/money.js";
import { DEFAULTS, parsed, themeOf } from "../../src/pitbook/web/pages/core/settings.js";

test("what was kept comes back, and the rest is as at first", () => {
  assert.deepEqual(parsed('{"theme":"light","volume":20}'), { ...DEFAULTS, theme: "light", volume: 20 });
});

test("what is broken, unknown or of another kind is left out", () => {
  for (const kept of [null, "", "{", "null", "7", '{"theme":7,"volume":"loud","colour":"red"}']) {
    assert.deepEqual(parsed(kept), DEFAULTS, String(kept));
  }
});

test("the system's preference is the default, and a choice goes before it", () => {
  const prefers =
    (...wanted) =>
    (query) =>
      wanted.some((word) => query.includes(word));
  assert.equal(themeOf("system", prefers()), "dark");
  assert.equal(themeOf("system", prefers("light")), "light");
  assert.equal(themeOf("system", prefers("light", "contrast")), "contrast");
  assert.equal(themeOf("dark", prefers("light", "contrast")), "dark");
  assert.equal(themeOf("purple", prefers("light")), "light");
});

test("a currency stands before the digits and after the sign; chips show none", () => {
  showCurrency("€");
  try {
    assert.deepEqual([money("1250.00"), money(-500), money(500, { sign: true })], ["€1,250.00", "−€5.00", "+€5.00"]);
    assert.equal(short(2500), "25");
  } finally {
    showCurrency("");
  }
});
