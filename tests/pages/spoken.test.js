// What is typed at the spoken table, and what it answers. The book of these tests has words that no real one has.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.addEventListener = () => {};
const { answer, wagerWords } = await import("../../src/pitbook/web/pages/table/answer.js");
const { optionWords, understand } = await import("../../src/pitbook/web/pages/table/command.js");

const action = (name, label, amount = null) => ({ action: name, label, amount });
const ASK = {
  seat: 1,
  street: "first",
  actions: [action("jump_3", "Jump 3x", "15.00"), action("jump_2", "Jump 2x", "10.00"), action("stay", "Stay")],
  beyond_chips: [],
  any_amount: null,
  deadline: null,
  clauses: [],
};
const wager = (name, label, more = {}) => ({ name, label, least: "5.00", most: "500.00", amounts: null, ...more });
const WAGERS = [
  wager("stem", "Stem"),
  wager("leaf_plus", "Leaf Plus", { least: "1.00", most: "100.00" }),
  wager("leaf_six", "Leaf Six", { amounts: ["1.00", "5.00"] }),
];
const asked = (text, ask = ASK) => understand(text, { ask, wagers: [] });
const open = (text) => understand(text, { ask: null, wagers: WAGERS });

test("a decision is named by the book's words, with or without the x", () => {
  for (const text of ["jump 3x", "Jump 3", "JUMP 3×.", " jump  3x "]) {
    assert.deepEqual(asked(text), { do: "choose", action: "jump_3" }, text);
  }
  assert.deepEqual(asked("stay"), { do: "choose", action: "stay" });
  assert.deepEqual(asked("jump for 10"), { do: "choose", action: "jump_2" });
});

test("a word that several decisions share is asked back, and one alone is enough", () => {
  assert.deepEqual(asked("jump"), { do: "unclear", says: "Which one: jump 3x for 15.00 or jump 2x for 10.00?" });
  const one = { ...ASK, actions: [ASK.actions[0], ASK.actions[2]] };
  assert.deepEqual(asked("jump", one), { do: "choose", action: "jump_3" });
});

test("what the chips do not cover is said", () => {
  const short = { ...ASK, actions: [ASK.actions[2]], beyond_chips: [ASK.actions[1]] };
  assert.deepEqual(asked("jump", short), { do: "unclear", says: "You do not have enough chips to jump 2x for 10.00." });
});

test("any amount within the limits", () => {
  const range = { action: "jump", label: "Jump", least: "5.00", most: "20.00", unit: "0.50" };
  const any = { ...ASK, any_amount: range };
  assert.deepEqual(asked("jump 12.50", any), { do: "choose", action: "jump", amount: "12.50" });
  for (const text of ["jump 12.25", "jump 21", "jump 4"]) {
    assert.equal(asked(text, any).says, "Jump takes 5.00 to 20.00, by 0.50.", text);
  }
});

test("no half of a word decides", () => {
  for (const text of ["j", "jum", "sta", "jumper", "stay put", "", "3x", "10"]) {
    assert.equal(asked(text).do, "unclear", text);
  }
});

test("a wager by amount and name, in either order", () => {
  const placed = { do: "bet", wager: "leaf_plus", amount: 1000 };
  for (const text of [
    "bet 10 on leaf plus",
    "10 on Leaf Plus",
    "place 10.00 leaf plus",
    "bet leaf plus 10",
    "bet 10 plus",
  ]) {
    assert.deepEqual(open(text), placed, text);
  }
  assert.deepEqual(open("take back leaf plus"), { ...placed, amount: 0 });
});

test("a wager that is unclear, unknown or outside its limits is asked back", () => {
  assert.equal(open("bet 10 on leaf").says, "Which wager: Leaf Plus or Leaf Six?");
  assert.equal(open("bet 10 on root").says, "Which wager: Stem, Leaf Plus or Leaf Six?");
  assert.equal(open("bet 1000 on stem").says, "Stem takes 5.00 to 500.00.");
  assert.equal(open("bet 2 on leaf six").says, "Leaf Six takes 1.00 or 5.00.");
  assert.equal(open("bet stem").says, "Say an amount and a wager, like “bet 5.00 on Stem”.");
  assert.equal(understand("bet 5 on stem", { ask: null, wagers: [] }).says, "Wagers are closed.");
});

test("questions, with and without their mark", () => {
  for (const about of ["hand", "board", "dealer", "chips", "wagers", "turn", "time", "result", "players", "help"]) {
    assert.deepEqual(asked(`${about}?`), { do: "tell", about });
    assert.deepEqual(open(about), { do: "tell", about });
  }
  assert.deepEqual(open("pays leaf?"), { do: "tell", about: "pays", wager: "leaf" });
});

test("the other commands", () => {
  const found = ["deal", "again", "Rebet", "double", "undo", "clear", "buy in", "cash out", "leave"].map(
    (text) => open(text).do,
  );
  assert.deepEqual(found, ["deal", "again", "again", "double", "undo", "clear", "buy_in", "cash_out", "leave"]);
  assert.deepEqual(open("sit down at seat 3"), { do: "sit", seat: 3 });
});

test("what is not understood says what can be said", () => {
  assert.equal(asked("sing").says, "I do not know “sing”. Say jump 3x, jump 2x or stay. Say help for all commands.");
  assert.equal(open("constructor").do, "unclear");
  assert.equal(optionWords(null, WAGERS), "Say deal, or bet an amount on Stem, Leaf Plus or Leaf Six.");
});

const LAYOUT = {
  cards: [
    { place: "community", label: "Middle", cards: 3 },
    { place: "dealer", label: "House hand", cards: 2 },
  ],
  areas: [{ wager: "stem", label: "Stem" }],
  sign: { schedules: [{ title: "Leaf Plus", lines: [{ when: "pair", pays: "1 to 1" }] }] },
};
const ROUND = {
  board: ["Ah", "2c"],
  dealer: ["hidden", "hidden"],
  dealer_hand: null,
  extra: [],
  seats: { 1: { wagers: { stem: "5.00" }, cards: ["Ks", "Td"], hand: "king high", folded: false, settled: [] } },
};
const VIEW = {
  ask: ASK,
  you: { player: "P1", seats: [1], last_seats: [1] },
  players: { P1: { name: "Ann", stack: "490.00", seats: [1], left: false } },
  wagering: { wagers: WAGERS, deadline: null },
};
const NOW = { view: VIEW, layout: LAYOUT, on: { round: ROUND, over: false }, seats: [1], draft: null };

test("answers about the cards never tell a hidden one", () => {
  assert.equal(answer("hand", "", NOW), "Your cards: king of spades, ten of diamonds, king high.");
  assert.equal(answer("board", "", NOW), "Middle: ace of hearts, two of clubs.");
  assert.equal(answer("dealer", "", NOW), "House hand: 2 face down.");
  const none = { ...NOW, layout: { ...LAYOUT, cards: [] } };
  assert.equal(answer("board", "", none), "This game has no board.");
});

test("answers about chips, wagers and pays", () => {
  assert.equal(answer("chips", "", NOW), "You have 490.00 in chips.");
  assert.equal(answer("wagers", "", NOW), "Wagers: Stem 5.00. Total 5.00.");
  assert.equal(answer("pays", "leaf", NOW), "Leaf Plus: pair, 1 to 1.");
  assert.equal(answer("pays", "", NOW), "Say pays and one of these: Leaf Plus.");
  assert.equal(answer("time", "", NOW), "There is no time limit.");
  assert.equal(wagerWords(LAYOUT, {}), "No wagers.");
});
