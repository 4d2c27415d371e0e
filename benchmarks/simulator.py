"""The simulator: hands a second of processor time at the exact strategy, a full table with every wager.

Beside it in the same run, one thread each: a plain loop over `phevaluator` that deals and compares hands, with no
decision and no side wager, and pokerkit playing its own six-player hands.
"""

import os
import random
import resource
import time
from collections.abc import Callable
from threading import Thread

import phevaluator
import pokerkit
from rich.console import Console
from rich.table import Table

from pitbook.simulator import Asked
from pitbook.simulator.blocks import BLOCK, Game, game_of
from pitbook.simulator.setup import players_of
from pitbook.simulator.totals import Totals
from pitbook.submission import HouseRules, load_target

BOOKS = ("galaxy-heads-up-holdem", "md-heads-up-holdem", "ma-heads-up-holdem", "md-four-card-poker")
SEATS = 6
BLOCKS = 12
PEER_ROUNDS = 20_000
PEER_HANDS = 60
REPEATS = 3


def best(work: Callable[[], object]) -> float:
    """Processor seconds of the best of several runs: other work on the machine does not count."""
    spent = []
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        spent.append(time.process_time() - start)
    return min(spent)


def table_of(book: str) -> tuple[HouseRules, Game]:
    """Six seats at the exact strategy with every wager on offer, the kernels compiled."""
    rules = load_target(book)
    game = game_of(rules, players_of(rules, Asked(1, seats=SEATS)), shift=300, session=300)
    game.block(0, 0, 10)
    return rules, game


def play(rules: HouseRules, game: Game, blocks: int = BLOCKS) -> None:
    """Blocks played and put together, as a run does it."""
    totals = Totals(rules, game, None)
    for number in range(blocks):
        totals.add(game.block(1, number, BLOCK))


def deal_and_compare() -> int:
    """Six hands against the dealer's, by a plain loop: dealt by the standard library, ranked by phevaluator."""
    chance, won = random.Random(1), 0
    deck = list(range(52))
    for _ in range(PEER_ROUNDS):
        cards = chance.sample(deck, 7 + 2 * SEATS)
        board = cards[:5]
        dealer = phevaluator.evaluate_cards(*board, *cards[5:7])
        for seat in range(SEATS):
            first = 7 + 2 * seat
            won += phevaluator.evaluate_cards(*board, *cards[first : first + 2]) < dealer
    return won


def pokerkit_hands() -> None:
    """Six players check or call to the showdown, everything but the betting automated."""
    for _ in range(PEER_HANDS):
        state = pokerkit.NoLimitTexasHoldem.create_state(
            tuple(pokerkit.Automation), True, 0, (1, 2), 2, 200, SEATS, mode=pokerkit.Mode.CASH_GAME
        )
        while state.status:
            state.check_or_call()


def two_threads(game: Game) -> float:
    """How many times faster two threads play than one, by the clock."""

    def blocks(first: int) -> None:
        for number in range(first, first + BLOCKS):
            game.block(1, number, BLOCK)

    start = time.perf_counter()
    blocks(0)
    alone = time.perf_counter() - start
    threads = [Thread(target=blocks, args=(first,)) for first in (0, BLOCKS)]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return 2 * alone / (time.perf_counter() - start)


def main() -> None:
    """Print hands a second, the peers, how two threads scale, and memory for few and many rounds."""
    hands = BLOCKS * BLOCK * SEATS
    loop = SEATS * PEER_ROUNDS / best(deal_and_compare)
    peer = SEATS * PEER_HANDS / best(pokerkit_hands)
    sheet = Table(title="Hands a second of processor time, one thread, six seats", title_justify="left")
    for column in ("what", "hands/s", "µs", "x phevaluator loop", "x pokerkit"):
        sheet.add_column(column, justify="left" if column == "what" else "right")
    game = None
    for book in BOOKS:
        rules, game = table_of(book)
        rate = hands / best(lambda rules=rules, game=game: play(rules, game))  # type: ignore[misc]
        sheet.add_row(book, f"{rate:,.0f}", f"{1e6 / rate:.2f}", f"{rate / loop:.1f}", f"{rate / peer:,.0f}")
    sheet.add_row("deal and compare: phevaluator", f"{loop:,.0f}", f"{1e6 / loop:.2f}", "1.0", f"{loop / peer:,.0f}")
    sheet.add_row("pokerkit, its own hands", f"{peer:,.0f}", f"{1e6 / peer:,.0f}", "", "1")
    console = Console()
    console.print(sheet)
    if game is not None:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        scale = two_threads(game)
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        load = ", ".join(f"{value:.2f}" for value in os.getloadavg())
        console.print(f"Two threads play {scale:.2f} times as fast as one. Load average: {load}.")
        console.print(f"Memory at most {before:,.0f} MiB, and after {2 * BLOCKS} more blocks {after:,.0f} MiB.")


if __name__ == "__main__":
    main()
