// Money is a decimal string at the edges and a whole number of cents inside; no fraction of a number ever holds it. Amounts
// have one form in every language, that of the table: "1,250.00".
import { say } from "./words.js";

/** "12.50" -> 1250. Digits beyond the cent, which meters may have, are cut off. @param {string} amount */
export function cents(amount) {
  const found = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(amount));
  if (!found) throw new Error(say("money.not_amount", { amount }));
  const whole = Number(found[2]) * 100 + Number((found[3] || "").padEnd(2, "0").slice(0, 2));
  return found[1] ? -whole : whole;
}

/** 1250 -> "12.50" @param {number} whole */
export function decimal(whole) {
  const digits = String(Math.abs(whole)).padStart(3, "0");
  return `${whole < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** What somebody typed, in cents, or null when it is no amount: "12", "12.5", "1,250.00". @param {string} text */
export function typed(text) {
  const clean = String(text).trim().replaceAll(",", "");
  return /^\d{1,9}(\.\d{0,2})?$/.test(clean) ? cents(clean.endsWith(".") ? `${clean}0` : clean) : null;
}

let currency = "";
/** The sign that stands before every amount from now on, or none. @param {string} sign */
export const showCurrency = (sign) => {
  currency = sign;
};

/** 1250000 -> "12,500.00" @param {number} whole not below zero */
function grouped(whole) {
  const [units, rest] = decimal(whole).split(".");
  return `${units.replace(/\B(?=(\d{3})+$)/g, ",")}.${rest}`;
}

/**
 * For the eye: "12500.00" -> "12,500.00", with the currency where one was chosen, and a sign where a result is meant.
 * @param {string | number} amount a decimal, or whole cents
 */
export function money(amount, { sign = false } = {}) {
  const whole = typeof amount === "number" ? amount : cents(amount);
  const text = currency + grouped(Math.abs(whole));
  if (whole < 0) return `\u2212${text}`;
  return sign && whole > 0 ? `+${text}` : text;
}

/** Short for chips: 500 -> "5", 50 -> "0.50". @param {number} whole */
export const short = (whole) => (whole % 100 === 0 ? grouped(whole).slice(0, -3) : grouped(whole));

/** A sentence of a book, whose amounts are in dollars, in the chosen currency: "$5 to $500" -> "5.00 to 500.00". @param {string} text */
export const priced = (text) =>
  text.replace(
    /\$(\d+(?:,\d{3})*)(\.\d\d)?/g,
    (_, units, rest = "") => currency + units + (rest || (currency ? "" : ".00")),
  );
/** The same where there is little room: "5 to 500". @param {string} text */
export const pricedShort = (text) => text.replace(/\$(?=\d)/g, currency);

/** A sentence with figures, in the signs of the pages: a minus, and a percent sign that stays with its number. @param {string} text */
export const figures = (text) => text.replace(/(?<![\w-])-(?=\d)/g, "\u2212").replace(/(\d) %/g, "$1\u00a0%");

/** In cents. @param {string[]} amounts */
export const sum = (amounts) => amounts.reduce((total, amount) => total + cents(amount), 0);
