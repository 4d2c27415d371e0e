// What was practised: results, days, the level, and missed hands until they are known. This browser keeps it for whoever
// is not signed in; otherwise it is in the record, and counted on the server by the same rules (coach/practice.py).
// Pure functions of a memory and a moment; `load` and `keep` alone touch the browser's storage.
/** @import { DrillResults, OwnDrill } from "../types/api.js" */

/**
 * @typedef {{ answered: number, right: number, cost: number, when: string }} Result
 * @typedef {{ title: string, streets: Record<string, Result> }} BookResults
 * @typedef {{ question: OwnDrill, box: number, due: number }} Missed
 *
 * @typedef {object} Memory
 * @property {1} version
 * @property {number} goal
 * @property {number} level
 * @property {number} row
 * @property {number} wrong
 * @property {number} best
 * @property {Record<string, number>} days
 * @property {Record<string, BookResults>} results
 * @property {Missed[]} missed
 */

const KEPT = "pitbook-drill";
const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;

// A missed hand comes back after these times; who knows it every time is done with it.
export const INTERVALS = [10 * MINUTE, DAY, 3 * DAY, 7 * DAY];
export const MOST_MISSED = 100;
export const LEVELS = [1, 2, 3, 4];
const UP = 4; // so many right in a row lead to the next level
const DOWN = 2; // so many wrong in a row lead back

/** @type {Memory} */
export const EMPTY = { version: 1, goal: 20, level: 1, row: 0, wrong: 0, best: 0, days: {}, results: {}, missed: [] };

/** The date where the player is: "2026-01-31". @param {number} now */
export function dayOf(now) {
  const date = new Date(now);
  /** @param {number} number */
  const two = (number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** @param {Missed[]} missed @param {OwnDrill} question @param {boolean} right @param {number} now */
function withMissed(missed, question, right, now) {
  const known = missed.find((one) => one.question.id === question.id);
  const others = missed.filter((one) => one !== known);
  if (!right) return [...others, { question, box: 0, due: now + INTERVALS[0] }].slice(-MOST_MISSED);
  if (!known || known.box + 1 === INTERVALS.length) return others;
  return [...others, { question, box: known.box + 1, due: now + INTERVALS[known.box + 1] }];
}

/** @param {Memory} memory @param {boolean} right */
function withLevel(memory, right) {
  const row = right ? memory.row + 1 : 0;
  const wrong = right ? 0 : memory.wrong + 1;
  const step = right && row % UP === 0 ? 1 : wrong === DOWN ? -1 : 0;
  const level = Math.max(1, Math.min(LEVELS.length, memory.level + step));
  return { row, wrong: wrong === DOWN ? 0 : wrong, best: Math.max(memory.best, row), level };
}

/**
 * After an answer: question as it was asked, cost in units.
 * @param {Memory} memory
 * @param {OwnDrill} question
 * @param {{ correct: boolean, cost: number }} result
 * @param {number} now
 * @returns {Memory}
 */
export function answered(memory, question, { correct, cost }, now) {
  const { target, street, title, when } = question;
  const day = dayOf(now);
  const book = memory.results[target] || { title, streets: {} };
  const before = book.streets[street] || { answered: 0, right: 0, cost: 0, when };
  const right = before.right + (correct ? 1 : 0);
  const after = { answered: before.answered + 1, right, cost: before.cost + cost, when };
  return {
    ...memory,
    ...withLevel(memory, correct),
    days: { ...memory.days, [day]: (memory.days[day] || 0) + 1 },
    results: { ...memory.results, [target]: { title, streets: { ...book.streets, [street]: after } } },
    missed: withMissed(memory.missed, question, correct, now),
  };
}

/**
 * The missed hand that has waited longest; with `all`, also one whose time has not come.
 * @param {Memory} memory
 * @param {string} target
 * @param {number} now
 */
export function again(memory, target, now, all = false) {
  const due = memory.missed.filter((one) => one.question.target === target && (all || one.due <= now));
  return due.sort((one, two) => one.due - two.due)[0] || null;
}

/** @param {Memory} memory @param {string} id @returns {Memory} */
export const forget = (memory, id) => ({ ...memory, missed: memory.missed.filter((one) => one.question.id !== id) });

/** @param {Memory} memory @param {number} now */
export const today = (memory, now) => memory.days[dayOf(now)] || 0;

/**
 * Days in a row on which the goal was reached; today counts once it is.
 * @param {Memory} memory
 * @param {number} now
 */
export function daysInARow(memory, now) {
  /** @param {number} day */
  const reached = (day) => (memory.days[dayOf(day)] || 0) >= memory.goal;
  const noon = new Date(now).setHours(12, 0, 0, 0); // no day is left out where clocks are changed
  let days = 0;
  let day = reached(noon) ? noon : noon - DAY;
  while (reached(day)) {
    days += 1;
    day -= DAY;
  }
  return days;
}

/**
 * The memory of somebody who is signed in; the goal is a setting of the browser.
 * @param {DrillResults} found
 * @param {number} goal
 * @returns {Memory}
 */
export function fromRecord({ results, missed, ...rest }, goal) {
  /** @type {Record<string, BookResults>} */
  const books = {};
  for (const [id, { title, streets }] of Object.entries(results)) {
    const plain = Object.entries(streets).map(([name, one]) => [name, { ...one, cost: one.cost.decimal }]);
    books[id] = { title, streets: Object.fromEntries(plain) };
  }
  const waiting = missed.map((one) => ({ ...one, due: Date.parse(one.due) }));
  return { version: EMPTY.version, goal, ...rest, results: books, missed: waiting };
}

/** @returns {Memory} */
export function load() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    return found?.version === EMPTY.version ? { ...EMPTY, ...found } : EMPTY;
  } catch {
    return EMPTY; // a browser that keeps nothing, or something else under this name
  }
}

/** @param {Memory} memory */
export function keep(memory) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(memory));
  } catch {
    // Then the results last as long as the page.
  }
}
