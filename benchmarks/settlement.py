"""Settlement: complete rounds a second with a full table and every wager, on one core."""

import random
import time
from fractions import Fraction

from rich.console import Console
from rich.table import Table

from pitbook.cards import DECK, Card
from pitbook.rulebooks import book_ids
from pitbook.settlement import DealtRound, Seat, settle
from pitbook.submission import HouseRules, load_target

ROUNDS = 2_000


def _round(rules: HouseRules, rng: random.Random, seats: int) -> DealtRound:
    """A dealt round: every seat has every wager, and one in six folds."""
    book = rules.book
    cards = iter(rng.sample(DECK, len(DECK)))

    def take(count: int) -> tuple[Card, ...]:
        return tuple(next(cards) for _ in range(count))

    placed = {w.name: 100 for w in rules.wagers if not w.is_bonus}
    base, decided = book.flow.base, book.flow.wager
    main = placed | {w.name: 1000 for w in rules.wagers if base in (w.name, w.equals)} | {decided: 1000}
    folded = {name: amount for name, amount in main.items() if name != decided}
    taken = []
    for number in range(1, seats + 1):
        folds = rng.random() < 1 / 6
        taken.append(Seat(number, str(number), take(book.player.cards), folded if folds else main, folds))
    extra = take(book.extra_cards.cards if book.extra_cards else 0)
    meters = {name: Fraction(rng.randrange(10**8), 1000) for name in rules.meters}
    return DealtRound(take(book.dealer.cards), tuple(taken), take(book.board), extra, meters)


def main() -> None:
    """Print rounds and lines a second for each book, and how time grows with the seats."""
    table = Table(title="Settlement, one core", title_justify="left")
    for column in ("book", "seats", "rounds/s", "lines/s", "µs a seat"):
        table.add_column(column, justify="left" if column == "book" else "right")
    for book_id in book_ids():
        rules = load_target(book_id)
        for seats in (1, rules.positions):
            rng = random.Random(1)
            rounds = [_round(rules, rng, seats) for _ in range(ROUNDS)]
            settle(rules, rounds[0])
            start = time.process_time()
            lines = sum(len(settle(rules, one).lines) for one in rounds)
            spent = time.process_time() - start
            table.add_row(
                book_id,
                str(seats),
                f"{ROUNDS / spent:,.0f}",
                f"{lines / spent:,.0f}",
                f"{spent / ROUNDS / seats * 1e6:.1f}",
            )
    Console().print(table)


if __name__ == "__main__":
    main()
