// Sharing a table: which links are of use elsewhere, and what is said when somebody comes.

import assert from "node:assert/strict";
import test from "node:test";
import { companyWords } from "../../src/pitbook/web/pages/table/company.js";
import { whyNotElsewhere } from "../../src/pitbook/web/pages/table/invite.js";

test("a link to localhost is of no use elsewhere, and the page says why", () => {
  for (const name of ["localhost", "pit.localhost", "127.0.0.1", "127.8.0.1", "[::1]"]) {
    assert.match(whyNotElsewhere(name, true), /listens only on this machine/);
    assert.match(whyNotElsewhere(name, false), /opened this page as localhost/);
  }
  for (const name of ["pit.example", "192.168.0.7", "localhost.example", "[fe80::1]"]) {
    assert.equal(whyNotElsewhere(name, true), null);
    assert.equal(whyNotElsewhere(name, false), null);
  }
});

test("who plays alone is told what company changes for the coach", () => {
  const players = {
    "Ann~1": { name: "Ann", kind: "person" },
    "Bob~2": { name: "Bob", kind: "person" },
    "Ada~exact~bot": { name: "Ada", kind: "bot" },
  };
  const view = {
    players,
    you: { player: "Ann~1" },
    coach: { mode_allowed: ["off", "after_round"] },
  };
  const says = "Bob sat down. While others play here, the coach speaks only after the round.";
  assert.equal(companyWords(view, true), says);
  assert.equal(companyWords({ ...view, coach: { mode_allowed: ["off"] } }, true), "Bob sat down.");
});
