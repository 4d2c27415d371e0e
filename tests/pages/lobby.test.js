// What the lobby says about the tables that are open.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.addEventListener = () => {};
const { limitsOf } = await import("../../src/pitbook/web/pages/lobby/tables.js");
const { inOrder } = await import("../../src/pitbook/web/pages/core/books.js");
const { NoSuchBook } = await import("../../src/pitbook/web/pages/core/problems.js");

test("the limits of a table are those of the wager that its book counts in", () => {
  const side = { least: "1.00", most: "100.00" };
  assert.equal(limitsOf({ base: "ante", limits: { side, ante: { least: "5.00", most: "500.00" } } }), "5 to 500");
  assert.equal(
    limitsOf({ base: "bet_3", limits: { bet_3: { least: "2.50", most: "1000.00" }, side } }),
    "2.50 to 1,000",
  );
});

test("an address that names no book is told so", () => {
  const [one, other] = [
    { id: "one", title: "The First" },
    { id: "other", title: "The Second" },
  ];
  const said = NoSuchBook({ target: "third", books: [one, other], shown: one });
  assert.equal(said.props.error.message, "There is no book “third”. This is The First.");
  for (const target of ["other", null, undefined, ""])
    assert.ok(!NoSuchBook({ target, books: [one, other], shown: one }));
});

test("a book that others rest on comes first, those that rest on another come last", () => {
  const books = [
    { id: "derived", rests_on: "base" },
    { id: "alone", rests_on: null },
    { id: "base", rests_on: null },
    { id: "other", rests_on: null },
  ];
  const before = JSON.stringify(books);
  assert.deepEqual(
    inOrder(books).map((book) => book.id),
    ["base", "alone", "other", "derived"],
  );
  assert.equal(JSON.stringify(books), before);
});
