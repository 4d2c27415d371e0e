import assert from "node:assert/strict";
import { test } from "node:test";
import { cardsOnTable, complete, readCards } from "../../src/pitbook/web/pages/dealer/picker.js";
import { holderOf } from "../../src/pitbook/web/pages/table/model.js";

test("cards as a dealer types them", () => {
  assert.deepEqual(readCards("10h, kd;2C"), ["Th", "Kd", "2c"]);
  assert.deepEqual(readCards("AhTd9c"), ["Ah", "Td", "9c"]);
  assert.deepEqual(readCards(""), []);
  for (const text of ["1h", "Ax", "A", "Ah K", "11h"]) assert.equal(readCards(text), null, text);
});

test("an entry is complete with the right number of cards, none twice and none on the table", () => {
  assert.equal(complete("Ah Kd", 2, []), true);
  assert.equal(complete("Ah", 2, []), false);
  assert.equal(complete("Ah ah", 2, []), false);
  assert.equal(complete("Ah Kd", 2, ["Kd"]), false);
  assert.equal(complete("what", 1, []), false);
});

test("the cards on the table are those that lie face up", () => {
  const round = {
    board: ["2c", "hidden"],
    dealer: ["hidden", "3c"],
    extra: [],
    set_aside: ["4c"],
    seats: { 1: { cards: ["hidden", "5c"] }, 4: { cards: ["6c"] } },
  };
  assert.deepEqual(cardsOnTable(round), ["2c", "3c", "4c", "5c", "6c"]);
  assert.deepEqual(cardsOnTable(null), []);
});

test("who sits where, with each of somebody's seats", () => {
  const ann = { name: "Ann", seats: [1, 2] };
  const view = { you: { seats: [2] }, players: { "Ann~1": ann, "Robo~exact~bot": { name: "", seats: [5] } } };
  assert.deepEqual(holderOf(view, 1), { ...ann, you: false });
  assert.deepEqual(holderOf(view, 2), { ...ann, you: true });
  assert.equal(holderOf(view, 5).name, "Robo");
  assert.equal(holderOf(view, 3), null);
});
