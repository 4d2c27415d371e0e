"""Heads-Up Hold'em solved exactly, beside the time that trying every deal would take, in the same run."""

import os
import resource
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import comb

import numpy as np
from rich.console import Console
from rich.table import Table

from pitbook.cards import DECK
from pitbook.cards.kernels import CARD_MASKS, rank5_masks
from pitbook.odds.families.board_dealer import advise_holdem, solve_holdem, warm
from pitbook.settlement.compile import compile_main
from pitbook.submission import load_target

DEALS = comb(52, 2) * comb(50, 5) * comb(45, 2)
"""Hole cards, board and dealer's cards: 2,781,381,002,400."""
SAMPLE = 1_000_000
REPEATS = 3


@dataclass(frozen=True)
class Timing:
    """How long something took, by the clock and in processor time of all threads."""

    seconds: float
    cpu_seconds: float


def measure(work: Callable[[], object]) -> Timing:
    """The best of several runs."""
    timings = []
    for _ in range(REPEATS):
        start, cpu_start = time.perf_counter(), time.process_time()
        work()
        timings.append(Timing(time.perf_counter() - start, time.process_time() - cpu_start))
    return min(timings, key=lambda timing: timing.cpu_seconds)


def one_deal_at_a_time() -> float:
    """CPU seconds per deal to rank both hands of random deals with the fastest evaluator, masks at hand."""
    chance = np.random.default_rng(7)
    order = chance.random((SAMPLE, 52), np.float32).argpartition(9, axis=1)
    masks = CARD_MASKS[order[:, :9]]
    board = np.bitwise_or.reduce(masks[:, :5], axis=1)
    player, dealer = board | masks[:, 5] | masks[:, 6], board | masks[:, 7] | masks[:, 8]
    timing = measure(lambda: rank5_masks(player) > rank5_masks(dealer))
    return timing.cpu_seconds / SAMPLE


def in_nested_loops() -> float:
    """CPU seconds per deal in a compiled loop over all turns, rivers and dealer's hands of one flop."""
    rules = load_target("md-heads-up-holdem")
    game = compile_main(rules)
    timing = measure(lambda: advise_holdem(game, rules.streets, DECK[:2], DECK[20:23]))
    return timing.cpu_seconds / (comb(47, 2) * comb(45, 2))


def main() -> None:
    """Prints the time to solve, the time to try every deal, their ratio, memory, and how busy the machine is."""
    console = Console()
    warm()
    rules = load_target("md-heads-up-holdem")
    game, streets = compile_main(rules), rules.streets
    edge = measure(lambda: solve_holdem(game, streets, distribution=False))
    everything = measure(lambda: solve_holdem(game, streets))
    alone = measure(lambda: solve_holdem(game, streets, threads=1))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    table = Table(title=f"Heads-Up Hold'em, {DEALS:,} deals", caption="* extrapolated from a sample, one thread")
    table.add_column("what", no_wrap=True)
    for heading in ("seconds", "CPU s", "ratio"):
        table.add_column(heading, justify="right")
    for name, timing in (
        ("house edge only", edge),
        ("distribution and decisions", everything),
        ("the same on one thread", alone),
        ("brute force: random deals *", Timing(0, one_deal_at_a_time() * DEALS)),
        ("brute force: nested loops *", Timing(0, in_nested_loops() * DEALS)),
    ):
        seconds = f"{timing.seconds:,.2f}" if timing.seconds else ""
        ratio = timing.cpu_seconds / everything.cpu_seconds
        table.add_row(name, seconds, f"{timing.cpu_seconds:,.2f}", f"{ratio:,.1f}")
    console.print(table)
    solved = solve_holdem(game, streets, distribution=False).house_edge
    load = ", ".join(f"{value:.2f}" for value in os.getloadavg())
    console.print(f"House edge {solved} = {float(solved):.6%}. At most {memory:,.0f} MiB. Load average: {load}.")


if __name__ == "__main__":
    main()
