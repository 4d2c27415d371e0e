"""Shuffles of 52 cards, one thread: the one that deals and its twin in bulk, beside two of the standard library."""

import os
import random
import secrets
import time
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

from pitbook.fairness import new_seed, shuffle
from pitbook.fairness.bulk import shuffled
from pitbook.fairness.report import report, warm

SHUFFLES = 5_000
BULK_SHUFFLES = 100_000
REPORT_SHUFFLES = 200_000
REPEATS = 3


def _seconds(work: Callable[[], object]) -> float:
    """Processor time of the best of several runs: other work on the machine does not count."""
    spent = []
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        spent.append(time.process_time() - start)
    return min(spent)


def _each(work: Callable[[], object]) -> float:
    """Processor time of one of many calls."""
    return _seconds(lambda: [work() for _ in range(SHUFFLES)]) / SHUFFLES


def main() -> None:
    """Print shuffles a second of processor time, and how long a report takes."""
    warm()
    seed = new_seed()
    deck = list(range(52))
    plain, system = random.Random(1), secrets.SystemRandom()
    rows = [
        ("pitbook.fairness.shuffle, from a new seed", "yes", _each(lambda: shuffle(new_seed(), "TABLE-1", ("a", "b")))),
        ("the same in bulk, for reports", "yes", _seconds(lambda: shuffled(seed, 0, BULK_SHUFFLES)) / BULK_SHUFFLES),
        ("random.Random(seed).shuffle, seeded each time", "no", _each(lambda: random.Random(seed).shuffle(deck))),
        ("random.Random.shuffle", "no", _each(lambda: plain.shuffle(deck))),
        ("secrets.SystemRandom().shuffle", "no", _each(lambda: system.shuffle(deck))),
    ]
    table = Table(title="Shuffles of 52 cards, one thread", title_justify="left")
    for column in ("shuffle", "can be verified", "shuffles/s", "µs each"):
        table.add_column(column, justify="left" if column == "shuffle" else "right")
    for name, verified, seconds in rows:
        table.add_row(name, verified, f"{1 / seconds:,.0f}", f"{seconds * 1e6:.1f}")
    Console().print(table)
    start = time.process_time()
    found = report(seed, REPORT_SHUFFLES)
    spent = time.process_time() - start
    processors = f"{found.seconds:.1f} s by the clock on {os.cpu_count()} processors"
    Console().print(f"A report on {REPORT_SHUFFLES:,} shuffles: {spent:.1f} s of processor time, {processors}.")


if __name__ == "__main__":
    main()
