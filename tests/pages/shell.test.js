// Small pure parts of the shell and of the pages, with the few globals of a browser that they touch.
import assert from "node:assert/strict";
import { mock, test } from "node:test";

globalThis.addEventListener = () => {};
const { announce } = await import("../../src/pitbook/web/pages/core/announce.js");
const { keyName } = await import("../../src/pitbook/web/pages/core/keys.js");
const { go } = await import("../../src/pitbook/web/pages/core/router.js");
const { brief } = await import("../../src/pitbook/web/pages/coach/outlook.js");
const { ticks } = await import("../../src/pitbook/web/pages/coach/chart.js");
const { actionName } = await import("../../src/pitbook/web/pages/core/names.js");
const { moment } = await import("../../src/pitbook/web/pages/history/proof.js");

test("keys as they are printed", () => {
  assert.deepEqual([" ", "Escape", "ArrowLeft", "d", "3", "?"].map(keyName), ["Space", "Esc", "←", "D", "3", "?"]);
});

test("moving inside the page changes the address once, and tells whoever shows it", () => {
  const calls = [];
  globalThis.history = {
    pushState: (_state, _title, path) => calls.push(["push", path]),
    replaceState: (_state, _title, path) => calls.push(["replace", path]),
  };
  globalThis.dispatchEvent = (event) => calls.push(["told", event.type]);
  globalThis.scrollTo = (...place) => calls.push(["scrolled", ...place]);
  go("/odds");
  go("/", { replace: true });
  assert.deepEqual(calls, [
    ["push", "/odds"],
    ["told", "pitbook:address"],
    ["scrolled", 0, 0],
    ["replace", "/"],
    ["told", "pitbook:address"],
    ["scrolled", 0, 0],
  ]);
});

test("what happens at once is announced together, in order, and nothing twice", () => {
  const region = { textContent: "" };
  globalThis.document = { getElementById: () => region };
  let due = null;
  mock.method(globalThis, "setTimeout", (run) => {
    due = run;
    return 1;
  });
  announce("Your cards: ace of spades.");
  announce("");
  announce(null);
  announce("Board: two of clubs.");
  due();
  assert.equal(region.textContent, "Your cards: ace of spades. Board: two of clubs.");
  announce("You won 5.00.");
  due();
  assert.equal(region.textContent, "You won 5.00.");
});

test("a share never looks like nothing or like all if it is neither", () => {
  const said = [0, 0.0004, 0.0005, 0.5, 0.99949, 0.9995, 1].map((decimal) => brief({ decimal }));
  assert.deepEqual(said, ["0 %", "under 0.1 %", "0.1 %", "50.0 %", "99.9 %", "over 99.9 %", "100 %"]);
});

test("marks of a scale are round numbers around both ends", () => {
  assert.deepEqual(ticks(0, 1000), [0, 200, 400, 600, 800, 1000]);
  assert.deepEqual(ticks(-150, 230), [-200, -100, 0, 100, 200, 300]);
  for (const [least, most] of [
    [0, 0],
    [-7, 3],
    [0, 123456],
    [-99999, -99990],
  ]) {
    const marks = ticks(least, most);
    assert.ok(marks[0] <= least && marks[marks.length - 1] >= most, `${least} to ${most}`);
  }
});

test("actions and times in words", () => {
  assert.equal(actionName("raise_3"), "Raise 3x");
  assert.equal(actionName("check"), "Check");
  assert.equal(actionName("withdraw_bet_1"), "Withdraw bet 1");
  assert.equal(actionName("third_street_2"), "Third street 2x");
  assert.equal(moment("2026-01-31T12:00:05.123456+00:00"), "2026-01-31 12:00:05 UTC");
  assert.equal(moment("2026-01-31T12:00:05Z"), "2026-01-31 12:00:05 UTC");
});
