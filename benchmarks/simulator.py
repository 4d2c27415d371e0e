"""The simulator: hands a second of processor time at the exact strategy, a full table with every wager.

Beside it in the same run, one thread each: a plain loop over `phevaluator` that deals and compares hands, with no
decision and no side wager, and pokerkit playing its own six-player hands.
"""

import os
import random
import resource
import time
from collections.abc import Callable

import phevaluator
import pokerkit
from rich.console import Console
from rich.table import Table

from pitbook.simulator import SimulationRequest
from pitbook.simulator.blocks import BLOCK, Game, game_of
from pitbook.simulator.running import threads_blocks
from pitbook.simulator.setup import players_of
from pitbook.simulator.totals import Totals
from pitbook.submission import HouseRules, load_target

BOOKS = ("galaxy-heads-up-holdem", "md-heads-up-holdem", "ma-heads-up-holdem", "md-four-card-poker")
SEATS = 6
BLOCKS = 12
SCALED, LONG = 40, 240
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
    game = game_of(rules, players_of(rules, SimulationRequest(1, seats=SEATS)), shift=300, session=300)
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


def run_on(threads: int, rules: HouseRules, game: Game, blocks: int) -> tuple[float, float]:
    """A whole run on so many threads: seconds by the clock, and of processor time."""
    clock, spent = time.perf_counter(), time.process_time()
    totals = Totals(rules, game, None)
    for block in threads_blocks(game, 1, blocks * BLOCK, threads):
        totals.add(block)
    return time.perf_counter() - clock, time.process_time() - spent


def scaling(rules: HouseRules, game: Game) -> tuple[float, float]:
    """How many times faster two threads are than one by the clock, and how much processor time they take instead."""
    runs = [[run_on(threads, rules, game, SCALED) for threads in (1, 2)] for _ in range(REPEATS)]
    one, two = ([min(times) for times in zip(*(pair[place] for pair in runs), strict=True)] for place in (0, 1))
    return one[0] / two[0], two[1] / one[1]


def main() -> None:
    """Print hands a second, the peers, how two threads scale, and memory for few and many rounds."""
    hands = BLOCKS * BLOCK * SEATS
    loop = SEATS * PEER_ROUNDS / best(deal_and_compare)
    peer = SEATS * PEER_HANDS / best(pokerkit_hands)
    sheet = Table(title="Hands a second of processor time, one thread, six seats", title_justify="left")
    for column in ("what", "hands/s", "µs", "x phevaluator loop", "x pokerkit"):
        sheet.add_column(column, justify="left" if column == "what" else "right")
    for book in BOOKS:
        rules, game = table_of(book)
        rate = hands / best(lambda rules=rules, game=game: play(rules, game))  # type: ignore[misc]
        sheet.add_row(book, f"{rate:,.0f}", f"{1e6 / rate:.2f}", f"{rate / loop:.1f}", f"{rate / peer:,.0f}")
    sheet.add_row("deal and compare: phevaluator", f"{loop:,.0f}", f"{1e6 / loop:.2f}", "1.0", f"{loop / peer:,.0f}")
    sheet.add_row("pokerkit, its own hands", f"{peer:,.0f}", f"{1e6 / peer:,.0f}", "", "1")
    console = Console()
    console.print(sheet)
    load = os.getloadavg()[0]
    faster, dearer = scaling(rules, game)
    console.print(
        f"Two threads play {faster:.2f} times as fast as one by the clock, with a load of {load:.1f} before and "
        f"{os.cpu_count()} cores; a hand takes {dearer:.2f} times the processor time."
    )
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    run_on(1, rules, game, LONG)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    console.print(f"Memory at most {before:,.0f} MiB, and {after:,.0f} MiB after {LONG * BLOCK:,} rounds more.")


if __name__ == "__main__":
    main()
