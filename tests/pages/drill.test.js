import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  again,
  answered,
  dayOf,
  daysInARow,
  EMPTY,
  forget,
  fromRecord,
  keep,
  load,
  MOST_MISSED,
  today,
} from "../../src/pitbook/web/pages/drill/memory.js";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = new Date(2026, 0, 31, 12).getTime();
const RIGHT = { correct: true, cost: 0 };
const WRONG = { correct: false, cost: 0.25 };
const question = (id, street = "river") => ({ id, target: "book", title: "A book", street, when: "At the river" });
const after = (results, memory = EMPTY) =>
  results.reduce((sofar, result) => answered(sofar, question("one"), result, NOW), memory);

test("a date is that of the player's own day", () => {
  assert.equal(dayOf(NOW), "2026-01-31");
  assert.equal(dayOf(new Date(2026, 0, 1, 23, 59).getTime()), "2026-01-01");
});

test("an answer is counted by book, street and day", () => {
  const memory = after([RIGHT, WRONG, WRONG]);
  assert.deepEqual(memory.results.book.streets.river, { answered: 3, right: 1, cost: 0.5, when: "At the river" });
  assert.equal(today(memory, NOW), 3);
  assert.equal(today(memory, NOW + DAY), 0);
  assert.deepEqual(EMPTY.results, {});
});

test("four right in a row lead up a level, two wrong in a row lead down, within 1 and 4", () => {
  assert.equal(after([RIGHT, RIGHT, RIGHT]).level, 1);
  assert.equal(after([RIGHT, RIGHT, RIGHT, RIGHT]).level, 2);
  assert.equal(after(Array(40).fill(RIGHT)).level, 4);
  assert.equal(after([WRONG, WRONG], { ...EMPTY, level: 3 }).level, 2);
  assert.equal(after([WRONG, RIGHT, WRONG], { ...EMPTY, level: 3 }).level, 3);
  assert.equal(after([WRONG, WRONG, WRONG, WRONG]).level, 1);
});

test("the best row is kept when a row ends", () => {
  const memory = after([RIGHT, RIGHT, RIGHT, WRONG, RIGHT]);
  assert.equal(memory.row, 1);
  assert.equal(memory.best, 3);
});

test("a missed hand comes back after ten minutes, a day, three days and a week, and then no more", () => {
  let memory = answered(EMPTY, question("one"), WRONG, NOW);
  let now = NOW;
  for (const wait of [10 * MINUTE, DAY, 3 * DAY, 7 * DAY]) {
    assert.equal(again(memory, "book", now + wait - 1), null);
    now += wait;
    assert.equal(again(memory, "book", now)?.question.id, "one");
    memory = answered(memory, question("one"), RIGHT, now);
  }
  assert.deepEqual(memory.missed, []);
});

test("a hand that is missed again begins anew", () => {
  let memory = answered(EMPTY, question("one"), WRONG, NOW);
  memory = answered(memory, question("one"), RIGHT, NOW + 10 * MINUTE);
  memory = answered(memory, question("one"), WRONG, NOW + DAY);
  assert.deepEqual(memory.missed, [{ question: question("one"), box: 0, due: NOW + DAY + 10 * MINUTE }]);
});

test("the hand that has waited longest comes first, of the book that is asked for", () => {
  let memory = answered(EMPTY, question("early"), WRONG, NOW);
  memory = answered(memory, question("late"), WRONG, NOW + MINUTE);
  assert.equal(again(memory, "book", NOW + DAY)?.question.id, "early");
  assert.equal(again(memory, "another", NOW + DAY), null);
  assert.equal(again(memory, "book", NOW), null);
  assert.equal(again(memory, "book", NOW, true)?.question.id, "early");
  assert.equal(again(forget(memory, "early"), "book", NOW + DAY)?.question.id, "late");
});

test("no more than a hundred missed hands are kept, the newest", () => {
  let memory = EMPTY;
  for (let number = 0; number < MOST_MISSED + 5; number++) {
    memory = answered(memory, question(String(number)), WRONG, NOW + number);
  }
  assert.equal(memory.missed.length, 100);
  assert.equal(memory.missed[0].question.id, "5");
});

// The server counts the answers of people who are signed in: tests/coach/test_practice.py has the same cases.
for (const known of JSON.parse(readFileSync(new URL("./practice.json", import.meta.url), "utf8"))) {
  test(`as on the server: ${known.name}`, () => {
    const memory = known.answers.reduce(
      (sofar, [id, right, minutes]) => answered(sofar, question(id), right ? RIGHT : WRONG, NOW + minutes * MINUTE),
      EMPTY,
    );
    const { level, row, wrong, best } = memory;
    const missed = memory.missed.map((one) => [one.question.id, one.box, (one.due - NOW) / MINUTE]);
    const { name: _name, answers: _answers, ...expected } = known;
    assert.deepEqual({ level, row, wrong, best, missed }, expected);
  });
}

test("what the record has is a memory, with the goal of this browser", () => {
  const street = { when: "At the river", answered: 3, right: 1, cost: { fraction: "1/2", decimal: 0.5 } };
  const found = {
    level: 2,
    row: 1,
    wrong: 0,
    best: 4,
    days: { "2026-01-31": 3 },
    results: { book: { title: "A book", streets: { river: street } } },
    missed: [{ question: question("one"), box: 1, due: new Date(NOW).toISOString() }],
  };
  const memory = fromRecord(found, 50);
  assert.equal(memory.goal, 50);
  assert.deepEqual(memory.results.book.streets.river, { answered: 3, right: 1, cost: 0.5, when: "At the river" });
  assert.equal(again(memory, "book", NOW)?.question.id, "one");
  assert.equal(again(memory, "book", NOW - 1), null);
  assert.equal(answered(memory, question("one"), WRONG, NOW).results.book.streets.river.cost, 0.75);
  assert.equal(today(memory, NOW), 3);
});

test("days in a row count those on which the goal was reached; today counts once it is", () => {
  const days = { "2026-01-31": 19, "2026-01-30": 20, "2026-01-29": 25, "2026-01-28": 19, "2026-01-27": 20 };
  assert.equal(daysInARow({ ...EMPTY, days }, NOW), 2);
  assert.equal(daysInARow({ ...EMPTY, days: { ...days, "2026-01-31": 20 } }, NOW), 3);
  assert.equal(daysInARow(EMPTY, NOW), 0);
});

test("what is kept is found again; anything else under the name is not", () => {
  const kept = new Map();
  globalThis.localStorage = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => kept.set(name, text),
  };
  assert.deepEqual(load(), EMPTY);
  const memory = after([RIGHT, WRONG]);
  keep(memory);
  assert.deepEqual(load(), memory);
  for (const text of ["{", "null", "7", '{"version": 2}']) {
    kept.set([...kept.keys()][0], text);
    assert.deepEqual(load(), EMPTY);
  }
});
