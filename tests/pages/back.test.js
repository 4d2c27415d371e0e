// The table that the bar leads back to.

import assert from "node:assert/strict";
import test from "node:test";
import { tableToReturnTo } from "../../src/pitbook/web/pages/core/back.js";

const entry = (table, seated, turn = false) => ({ table, seated, your_turn: turn });

test("where a decision is awaited comes first, then the newest where one sits", () => {
  assert.equal(tableToReturnTo([entry("T1", false)]), null);
  assert.equal(tableToReturnTo([entry("T1", true), entry("T2", true), entry("T3", false)]).table, "T2");
  assert.equal(tableToReturnTo([entry("T1", true, true), entry("T2", true)]).table, "T1");
});
