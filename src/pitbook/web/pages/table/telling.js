// Tells people who listen what happened at the table: their cards, the board, the dealer's hand, the result.

import { announce } from "../core/announce.js";
import { cardNames, HIDDEN } from "../core/card.js";
import { useEffect, useRef } from "../core/html.js";
import { say } from "../core/words.js";
import { voidWords } from "./model.js";

/** @import { RoundWithScript } from "../types/api.js" */

/** @typedef {{ board: number, dealer: number, lines: number, void: string | null, cards: string }} Seen */
/** @type {Seen} */
const NOTHING = { board: 0, dealer: 0, lines: 0, void: null, cards: "" };

/** @param {string[]} cards */
const open = (cards) => cards.filter((card) => card !== HIDDEN);

/** @param {string} status @param {RoundWithScript | null} round @param {number[]} seats */
export function useTelling(status, round, seats) {
  const before = useRef(/** @type {Seen & { round: string | null }} */ ({ ...NOTHING, round: null }));
  useEffect(() => {
    if (!round) return;
    /** @type {Seen} */
    const seen = before.current.round === round.round ? before.current : NOTHING;
    const mine = seats.map((seat) => round.seats[String(seat)]).filter(Boolean);
    const cards = cardNames(mine.flatMap((seat) => open(seat.cards)));
    const board = open(round.board);
    const dealer = open(round.dealer);
    const lines = mine.flatMap((seat) => seat.settled);
    if (cards && cards !== seen.cards) announce(say("telling.your_cards", { cards }));
    if (board.length > seen.board) announce(say("telling.board", { cards: cardNames(board.slice(seen.board)) }));
    if (dealer.length > seen.dealer) {
      const hand = round.dealer_hand ? `, ${round.dealer_hand}` : "";
      announce(say("telling.dealer", { cards: cardNames(dealer) + hand }));
    }
    for (const line of lines.slice(seen.lines)) announce(line.words);
    if (round.void && !seen.void) announce(voidWords(round.void));
    before.current = {
      round: round.round,
      board: board.length,
      dealer: dealer.length,
      lines: lines.length,
      void: round.void,
      cards,
    };
  }, [round]);
  // Last: cards and lines come before what follows from them.
  useEffect(() => announce(status), [status]);
}
