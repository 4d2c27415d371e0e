// Rounds of a player added up: totals, by book and by decision, the course of luck with its band, and as files.
/** @import { OwnRound } from "../types/api.js" */
/** @import { Course } from "../coach/chart.js" */

const BAND = 2; // standard deviations either way
/** @type {(keyof OwnRound)[]} */
const COLUMNS = [
  "round",
  "opened",
  "title",
  "units",
  "void",
  "wagered",
  "net",
  "compared",
  "expected",
  "deviation",
  "decisions",
  "mistakes",
  "cost",
  "cost_money",
];

/** @param {number} dollars */
const inCents = (dollars) => (Math.round(dollars * 100) / 100).toFixed(2).replace(/^-0\.00$/, "0.00");

function empty() {
  return {
    rounds: 0,
    decisions: 0,
    mistakes: 0,
    cost: 0,
    costMoney: 0,
    wagered: 0,
    net: 0,
    compared: 0,
    expected: 0,
    variance: 0,
  };
}

/**
 * @param {ReturnType<typeof empty>} sum
 * @param {OwnRound} row
 */
function add(sum, row) {
  sum.rounds += 1;
  sum.decisions += row.decisions;
  sum.mistakes += row.mistakes;
  sum.cost += row.cost.decimal;
  sum.costMoney += Number(row.cost_money);
  sum.wagered += Number(row.wagered);
  sum.net += Number(row.net);
  sum.compared += Number(row.compared);
  sum.expected += Number(row.expected);
  sum.variance += Number(row.deviation) ** 2;
  return sum;
}

/** @param {OwnRound[]} rows */
export function totals(rows) {
  const sum = rows.reduce(add, empty());
  return { ...sum, luck: sum.compared - sum.expected + sum.costMoney, band: BAND * Math.sqrt(sum.variance) };
}

/**
 * Totals of each book, in the order in which they come.
 * @param {OwnRound[]} rows
 */
export function byBook(rows) {
  /** @type {Map<string, OwnRound[]>} */
  const books = new Map();
  for (const row of rows) books.set(row.title, [...(books.get(row.title) || []), row]);
  return [...books].map(([title, own]) => ({ title, ...totals(own) }));
}

/** By when the decision was, in words. @param {OwnRound[]} rows */
export function byStreet(rows) {
  /** @type {Record<string, { decisions: number, mistakes: number, cost: number }>} */
  const streets = {};
  for (const row of rows) {
    for (const one of row.streets) {
      const sum = streets[one.when] || { decisions: 0, mistakes: 0, cost: 0 };
      streets[one.when] = {
        decisions: sum.decisions + one.decisions,
        mistakes: sum.mistakes + one.mistakes,
        cost: sum.cost + one.cost.decimal,
      };
    }
  }
  return streets;
}

/**
 * Rounds in the order of play, with running totals, as the chart of luck takes them.
 * @param {OwnRound[]} rows
 * @returns {Course[]}
 */
export function series(rows) {
  const sum = empty();
  return [...rows]
    .sort((one, two) => (one.opened < two.opened ? -1 : 1))
    .map((row) => {
      add(sum, row);
      return {
        round: row.round,
        compared: row.compared,
        expected: inCents(Number(row.expected)),
        cost: inCents(Number(row.cost_money)),
        total_compared: inCents(sum.compared),
        total_expected: inCents(sum.expected),
        total_cost: inCents(sum.costMoney),
        total_band: inCents(BAND * Math.sqrt(sum.variance)),
      };
    });
}

/** @param {unknown} value */
function field(value) {
  const text = value === null || value === undefined ? "" : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * One line for each round, under the names of the API; the cost of mistakes in units as an exact fraction.
 * @param {OwnRound[]} rows
 */
export function asCsv(rows) {
  const lines = rows.map((row) => COLUMNS.map((name) => field(name === "cost" ? row.cost.fraction : row[name])));
  return [COLUMNS, ...lines].map((line) => `${line.join(",")}\r\n`).join("");
}

/** @param {OwnRound[]} rows */
export const asJson = (rows) => `${JSON.stringify({ rounds: rows }, null, 1)}\n`;
export const shownMoney = inCents;
