// Tells people who listen what happened at the table: their cards, the board, the dealer's hand, the result.
import { useEffect, useRef } from "../core/html.js";
import { announce } from "../core/announce.js";
import { cardNames, HIDDEN } from "../core/card.js";
import { voidWords } from "./model.js";

const open = (cards) => cards.filter((card) => card !== HIDDEN);

export function useTelling(status, round, seats) {
  const before = useRef({ round: null, board: 0, dealer: 0, lines: 0, void: null, cards: "" });
  useEffect(() => announce(status), [status]);
  useEffect(() => {
    if (!round) return;
    const seen = before.current.round === round.round ? before.current : { board: 0, dealer: 0, lines: 0, void: null,
      cards: "" };
    const mine = seats.map((seat) => round.seats[String(seat)]).filter(Boolean);
    const cards = cardNames(mine.flatMap((seat) => open(seat.cards)));
    const board = open(round.board);
    const dealer = open(round.dealer);
    const lines = mine.flatMap((seat) => seat.settled);
    if (cards && cards !== seen.cards) announce(`Your cards: ${cards}.`);
    if (board.length > seen.board) announce(`Board: ${cardNames(board.slice(seen.board))}.`);
    if (dealer.length > seen.dealer) announce(`Dealer: ${cardNames(dealer)}${round.dealer_hand
      ? `, ${round.dealer_hand}` : ""}.`);
    for (const line of lines.slice(seen.lines)) announce(line.words);
    if (round.void && !seen.void) announce(voidWords(round.void));
    before.current = { round: round.round, board: board.length, dealer: dealer.length, lines: lines.length,
      void: round.void, cards };
  }, [round]);
}
