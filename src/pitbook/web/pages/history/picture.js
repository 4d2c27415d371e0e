// A round as a picture, drawn in the page: board, dealer, each seat's cards, hand and result.
import { SHAPES } from "../core/card.js";
import { money } from "../core/money.js";
import { say } from "../core/words.js";

/** @import { Replay } from "../types/api.js" */

/**
 * @typedef {{ name: string, cards: string[], hand: string | null, net: string }} Shown
 * @typedef {{ title: string, label: string, board: string[], dealer: string[], dealerHand: string | null,
 *   seats: Shown[] }} Picture
 */

const WIDE = 1200;
const HIGH = 630;
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif";
/** @type {Record<string, string>} */
const INK = { s: "#16201b", h: "#b9142a", d: "#1650b8", c: "#0f6b35" };
const CARD = /^[2-9TJQKA][cdhs]$/;

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {string} name
 * @param {number} x
 * @param {number} y
 * @param {number} wide
 */
function card(pen, name, x, y, wide) {
  const high = wide * 1.4;
  pen.fillStyle = CARD.test(name) ? "#fdfcf7" : "#7a2f3a";
  pen.beginPath();
  pen.roundRect(x, y, wide, high, wide * 0.12);
  pen.fill();
  if (!CARD.test(name)) return;
  const [rank, suit] = name;
  pen.fillStyle = INK[suit];
  pen.textAlign = "center";
  pen.font = `700 ${wide * 0.62}px ${FONT}`;
  pen.fillText(rank === "T" ? "10" : rank, x + wide / 2, y + wide * 0.62, wide * 0.9);
  pen.save();
  pen.translate(x + wide * 0.22, y + wide * 0.76);
  pen.scale((wide * 0.56) / 20, (wide * 0.56) / 20);
  pen.fill(new Path2D(SHAPES[suit]));
  pen.restore();
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {string[]} cards
 * @param {number} middle
 * @param {number} y
 * @param {number} wide
 */
function row(pen, cards, middle, y, wide) {
  const step = wide * 1.12;
  const start = middle - (step * cards.length - wide * 0.12) / 2;
  for (const [place, name] of cards.entries()) card(pen, name, start + place * step, y, wide);
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {string} words
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} [colour]
 * @param {number} [weight]
 * @param {number} [most]
 */
function text(pen, words, x, y, size, colour = "#f0f6f1", weight = 400, most = 1100) {
  pen.fillStyle = colour;
  pen.textAlign = "center";
  pen.font = `${weight} ${size}px ${FONT}`;
  pen.fillText(words, x, y, most);
}

/** @param {string} words */
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Shown} shown
 * @param {number} middle
 * @param {number} wide
 */
function seat(pen, { name, cards, hand, net }, middle, wide) {
  const size = Math.min(64, (wide - 20) / (cards.length * 1.12));
  text(pen, name, middle, 372, 22, "#bcd3c7", 600, wide - 16);
  row(pen, cards, middle, 390, size);
  const below = 390 + size * 1.4;
  if (hand) text(pen, capital(hand), middle, below + 30, 20, "#f0f6f1", 400, wide - 16);
  const colour = net.startsWith("-") ? "#ffbcae" : Number(net) > 0 ? "#9be8b2" : "#f0f6f1";
  text(pen, money(net, { sign: true }), middle, below + 68, 32, colour, 700, wide - 16);
}

/**
 * What the picture shows, from a replay: no name of a player but what the replay itself says.
 * @param {Replay} round
 * @param {Record<string, string>} names
 * @returns {Picture}
 */
export function summary(round, names) {
  const last = round.frames[round.frames.length - 1].view;
  return {
    title: round.title,
    label: say("share.label", { round: round.round, date: round.opened.slice(0, 10) }),
    board: round.dealt.board,
    dealer: round.dealt.dealer,
    dealerHand: last?.dealer_hand ?? null,
    seats: Object.entries(round.dealt.seats).map(([number, cards]) => ({
      name: names[number] || say("settlement.seat", { seat: number }),
      cards,
      hand: last?.seats[number]?.hand ?? null,
      net: round.totals[number] ? round.totals[number].net : "0.00",
    })),
  };
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Picture} shown
 */
export function draw(canvas, shown) {
  canvas.width = WIDE;
  canvas.height = HIGH;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const felt = pen.createRadialGradient(WIDE / 2, 240, 60, WIDE / 2, 300, 760);
  felt.addColorStop(0, "#1c6a4a");
  felt.addColorStop(1, "#0c241b");
  pen.fillStyle = felt;
  pen.fillRect(0, 0, WIDE, HIGH);
  text(pen, shown.title, WIDE / 2, 52, 34, "#f0d07a", 700);
  text(pen, shown.label, WIDE / 2, 84, 20, "#bcd3c7");
  const both = shown.board.length > 0;
  text(pen, say(both ? "page.dealer" : "share.dealer_hand"), both ? 300 : 600, 126, 22, "#bcd3c7", 600);
  row(pen, shown.dealer, both ? 300 : 600, 142, 84);
  if (shown.dealerHand) text(pen, capital(shown.dealerHand), both ? 300 : 600, 292, 22, "#f0f6f1", 400, 520);
  if (both) {
    text(pen, say("history.board"), 850, 126, 22, "#bcd3c7", 600);
    row(pen, shown.board, 850, 142, 84);
  }
  const wide = (WIDE - 40) / Math.max(1, shown.seats.length);
  for (const [place, one] of shown.seats.entries()) seat(pen, one, 20 + wide * (place + 0.5), wide);
  text(pen, say("share.notice"), WIDE / 2, HIGH - 18, 18, "#bcd3c7");
}

/**
 * In words, for whoever does not see it.
 * @param {Picture} shown
 */
export const described = (shown) =>
  `${shown.title}, ${shown.label}. ${shown.seats
    .map(({ name, hand, net }) => `${name}${hand ? `, ${hand}` : ""}: ${money(net, { sign: true })}`)
    .join("; ")}.`;
