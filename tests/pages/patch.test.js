// A patch with what the page has gives the whole view, and keeps the parts that did not change.

import assert from "node:assert/strict";
import { test } from "node:test";
import { patched } from "../../src/pitbook/web/pages/core/patch.js";

test("a list with one value takes the place of the old one", () => {
  assert.deepEqual(patched({ a: 1 }, [null]), null);
  assert.deepEqual(patched(1, [{ a: [] }]), { a: [] });
});

test("an object is changed where the patch says so, and the rest is the same object", () => {
  const old = { same: { a: 1 }, gone: 1, deep: { cards: ["??"], n: null } };
  const view = patched(old, { gone: null, deep: { cards: [["As"]] }, fresh: [null] });
  assert.deepEqual(view, { same: { a: 1 }, deep: { cards: ["As"], n: null }, fresh: null });
  assert.equal(view.same, old.same);
  assert.deepEqual(old.deep.cards, ["??"]);
});

test("a list grows, shrinks, and changes in one place", () => {
  assert.deepEqual(patched(["x", "y"], { "#": 3, 2: ["z"] }), ["x", "y", "z"]);
  assert.deepEqual(patched(["x", "y"], { "#": 1 }), ["x"]);
  assert.deepEqual(patched([{ a: 1 }, { a: 2 }], { "#": 2, 1: { a: [3] } }), [{ a: 1 }, { a: 3 }]);
});

test("an object may have a part with the name of a list's length", () => {
  assert.deepEqual(patched({ "#": 1 }, { "#": [2] }), { "#": 2 });
});

test("a part may be made from what another part was", () => {
  const old = { round: { n: 2, script: ["x"] }, last_round: { n: 1, script: ["w"] } };
  const patch = { round: [{ n: 3, script: [] }], last_round: { "@": "round", script: { "#": 2, 1: ["y"] } } };
  assert.deepEqual(patched(old, patch), { round: { n: 3, script: [] }, last_round: { n: 2, script: ["x", "y"] } });
});

test("an object may have a part with the name that says from what another is made", () => {
  assert.deepEqual(patched({ a: { "@": 1 } }, { a: { "@": ["b"] } }), { a: { "@": "b" } });
});
