// Between two views the dealer may have done many things: this shows them one after another, as they would happen.
import { useEffect, useRef, useState } from "../core/html.js";
import { HIDDEN } from "../core/card.js";

const PAUSE = { hands: 420, board: 520, dealer: 750, line: 520 };

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const upTo = (cards, count) => cards.map((card, place) => (place < count ? card : HIDDEN));
const known = (cards) => cards.filter((card) => card !== HIDDEN).length;
const covered = (cards) => cards.map(() => HIDDEN);

const mostLines = (round, own) =>
  Math.max(0, ...[...own].map((number) => (round.seats[number] ? round.seats[number].settled.length : 0)));

// The pictures from `before` (null: the round is new) to `after`, without `after` itself: [{round, pause}].
export function framesBetween(before, after, mine) {
  const frames = [];
  const seen = before && before.round === after.round ? before : null;
  const own = new Set(mine.map(String));
  const paid = seen ? mostLines(seen, own) : 0;
  const shape = {
    boardUp: seen ? known(seen.board) : 0,
    dealer: seen && seen.dealer.length ? seen.dealer : null,
    cards: Boolean(seen && Object.values(seen.seats).some((seat) => seat.cards.length)),
    othersUp: false,
    lines: paid,
  };
  const draw = (pause) => {
    const seats = {};
    for (const [number, seat] of Object.entries(after.seats)) {
      const mineHere = own.has(number);
      const was = seen && seen.seats[number];
      const up = mineHere || shape.othersUp;
      seats[number] = {
        ...seat,
        cards: up ? seat.cards : was && was.cards.length ? was.cards : covered(seat.cards),
        hand: up ? seat.hand : null,
        settled: mineHere ? seat.settled.slice(0, shape.lines) : shape.lines ? seat.settled : [],
      };
    }
    const board = upTo(after.board, shape.boardUp);
    const dealer = shape.dealer || covered(after.dealer);
    const hand = shape.dealer === after.dealer ? after.dealer_hand : null;
    frames.push({ round: { ...after, board, dealer, seats, void: null, dealer_hand: hand }, pause });
  };
  const lines = mostLines(after, own);
  const dealerTurned = known(after.dealer) > known(shape.dealer || []);
  if (!shape.cards && Object.values(after.seats).some((seat) => seat.cards.length)) draw(PAUSE.hands);
  for (const street of [3, 5]) {
    if (shape.boardUp < street && known(after.board) >= street) {
      shape.boardUp = street;
      draw(PAUSE.board);
    }
  }
  shape.boardUp = known(after.board);
  if (dealerTurned || lines > paid) {
    shape.dealer = after.dealer;
    shape.othersUp = true;
    draw(PAUSE.dealer);
  }
  for (let count = paid + 1; count < lines; count += 1) {
    shape.lines = count;
    draw(PAUSE.line);
  }
  return frames;
}

const same = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);

// Plays the frames up to the round given; `skip` jumps to it. `playing` is true until then.
export function useFrames(round, mine) {
  const shown = useRef(round);
  const target = useRef(round);
  const queue = useRef([]);
  const timer = useRef(null);
  const [, redraw] = useState(0);

  const step = () => {
    const next = queue.current.shift();
    shown.current = next ? next.round : target.current;
    timer.current = next ? setTimeout(step, next.pause) : null;
    redraw((count) => count + 1);
  };
  const skip = () => {
    clearTimeout(timer.current);
    queue.current = [];
    step();
  };
  // A view that shows the same round again, because somebody did something else, does not disturb what is played.
  if (same(round, target.current)) target.current = round;
  else {
    const start = target.current;
    target.current = round;
    clearTimeout(timer.current);
    const frames = round && start && !calm() ? framesBetween(start, round, mine) : [];
    queue.current = frames;
    const first = frames.shift();
    shown.current = first ? first.round : round;
    timer.current = first ? setTimeout(step, first.pause) : null;
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  return { round: shown.current, playing: timer.current !== null, skip };
}
