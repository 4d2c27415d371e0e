"""Solving Four Card Poker: our counting beside plain enumeration of the dealer's hands, in the same run."""

import os
import random
import resource
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.table import Table

from pitbook.cards import DECK
from pitbook.odds.families.own_dealer import (
    FourCardSolution,
    advise_four_card,
    evaluate_four_card,
    solve_four_card,
    warm,
)
from pitbook.odds.families.sets import canonical_sets
from pitbook.settlement.compile import compile_main
from pitbook.submission import load_target

BOOK = "md-four-card-poker"
SAMPLES = 200
REPEATS = 3
EVERYTHING = "everything, two threads"


@dataclass(frozen=True)
class Timing:
    """How long something took, by the clock and in processor time of all threads."""

    seconds: float
    cpu_seconds: float

    def times(self, factor: float) -> "Timing":
        """The same so many times."""
        return Timing(self.seconds * factor, self.cpu_seconds * factor)


def measure(work: Callable[[], object], repeats: int = REPEATS) -> Timing:
    """The best of several runs."""
    timings = []
    for _ in range(repeats):
        start, cpu_start = time.perf_counter(), time.process_time()
        work()
        timings.append(Timing(time.perf_counter() - start, time.process_time() - cpu_start))
    return min(timings, key=lambda timing: timing.cpu_seconds)


def from_nothing(**options: Any) -> None:
    """Solves the stock game without anything that an earlier solution left behind."""
    canonical_sets.cache_clear()
    rules = load_target(BOOK)
    solve_four_card(compile_main(rules), rules.streets, **options)


def short(value: float) -> str:
    """With as many decimals as it needs."""
    return f"{value:,.3f}" if value < 100 else f"{value:,.0f}"


def time_solving() -> tuple[FourCardSolution, dict[str, Timing]]:
    """Every way to use the solver, and enumeration for as many decisions as the game has up to exchanges of suits."""
    rules = load_target(BOOK)
    game, streets = compile_main(rules), rules.streets
    solution = solve_four_card(game, streets)
    chance = random.Random(7)
    deals = [chance.sample(DECK, 6) for _ in range(SAMPLES)]

    def enumerate_deals() -> None:
        for *cards, up in deals:
            advise_four_card(game, streets, cards, up)

    enumerated = measure(enumerate_deals)
    decisions = len(solution.counts.hands) * (len(DECK) - 5)
    return solution, {
        EVERYTHING: measure(from_nothing),
        "everything, one thread": measure(lambda: from_nothing(threads=1)),
        "edge only, two threads": measure(lambda: from_nothing(distribution=False)),
        "everything with counts kept": measure(lambda: solve_four_card(game, streets, counts=solution.counts)),
        "evaluate_four_card with counts kept": measure(
            lambda: evaluate_four_card(game, streets, solution.policy, counts=solution.counts)
        ),
        "advise_four_card, one decision": enumerated.times(1 / SAMPLES),
        f"enumeration of all {decisions:,} decisions *": enumerated.times(decisions / SAMPLES),
    }


def main() -> None:
    """Prints the times, what was solved, the memory, and how busy the machine is."""
    warm()
    console = Console()
    before = os.getloadavg()
    solution, timings = time_solving()
    solved = timings[EVERYTHING]
    table = Table(
        title=f"Four Card Poker, {solution.counts.deals:,} deals: edge, policy and all outcomes",
        caption=f"* extrapolated from {SAMPLES} random decisions",
    )
    table.add_column("call", no_wrap=True)
    for heading in ("CPU s", "seconds", "time"):
        table.add_column(heading, justify="right")
    for name, timing in timings.items():
        table.add_row(
            name,
            short(timing.cpu_seconds),
            short(timing.seconds),
            f"{short(timing.cpu_seconds / solved.cpu_seconds)} x",
        )
    console.print(table)
    edge = solution.house_edge
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    loads = "; ".join(", ".join(f"{value:.2f}" for value in load) for load in (before, os.getloadavg()))
    console.print(f"House edge {float(edge):.6%} = {edge}. Most memory: {memory:,.0f} MiB.")
    console.print(f"Load average before; after: {loads}.")


if __name__ == "__main__":
    main()
