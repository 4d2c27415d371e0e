"""The pit: rounds a second, durable and in memory, bytes of a six-seat round, replay, audit, and a table's age.

With an age, `python benchmarks/pit.py 100000`, only the last table, up to that age (some minutes).
"""

import gc
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.table import Table

from pitbook.audit import audit, recall
from pitbook.coach.table_history import PlayedRound, TableHistories
from pitbook.ledger import MemoryStore, Store
from pitbook.pit import Host, Pit, open_record, simple
from pitbook.submission import load_target
from pitbook.table.commands import floorperson

BOOK = "md-heads-up-holdem"
SEATS = 6
ROUNDS = 1_000
WARM = 100
AGES = (100, 20_000, 100_000)
OLD = 20_000
"""How old a table grows here, unless the command says so."""
PAGE = 50
AROUND = 1_000
"""Rounds over which the time of one is measured, in processor time; long enough for full garbage collections."""


def host_of(store: Store) -> Host:
    """A full table with every wager, all automations on, seats played by a plain function."""
    pit = Pit(store)
    pit.open_table("T1", load_target(BOOK), floorperson())
    host = Host(pit, "T1", simple)
    host.seat(SEATS)
    return host


def seconds_for(host: Host, rounds: int, clock: Callable[[], float] = time.perf_counter) -> float:
    """The time that so many rounds take."""
    start = clock()
    for _ in range(rounds):
        host.play_round(SEATS)
    return clock() - start


def events_in(store: Store) -> int:
    """How many events a store has."""
    return sum(len(commit.events) for commit in store.read_all())


def speeds() -> Table:
    """Rounds, replay and audit a second, in memory and durable."""
    shown = Table("what", "figure", title=f"Rounds at a table: {BOOK}, {SEATS} seats, every wager, all automations")
    memory = MemoryStore()
    host = host_of(memory)
    seconds_for(host, WARM)
    shown.add_row("in memory, rounds a second", f"{ROUNDS / seconds_for(host, ROUNDS):,.0f}")
    events = events_in(memory)
    shown.add_row("events a round", f"{events / (WARM + ROUNDS):.1f}")
    memory.drop_snapshots()
    start = time.perf_counter()
    Pit(memory).state("T1")
    shown.add_row("replay, events a second", f"{events / (time.perf_counter() - start):,.0f}")
    start = time.perf_counter()
    report = audit(memory)
    took = time.perf_counter() - start
    shown.add_row("audit, events a second", f"{report.events / took:,.0f}")
    shown.add_row("audit, rounds a second", f"{report.rounds / took:,.0f}")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pit.db"
        with open_record(path, create=True) as store:
            host = host_of(store)
            seconds_for(host, WARM)
            shown.add_row("durable, rounds a second", f"{ROUNDS / seconds_for(host, ROUNDS):,.0f}")
        shown.add_row("bytes of a round on disk", f"{path.stat().st_size / (WARM + ROUNDS):,.0f}")
    return shown


def ages(oldest: int) -> Table:
    """What a round takes at different ages of its table, and what a process that starts takes to find it."""
    columns = (
        "rounds",
        "in memory, ms a round",
        "durable, ms a round",
        "found again, s",
        "last round shown again, s",
        f"{PAGE} past rounds, s",
        f"{PAGE} from the middle, s",
    )
    shown = Table(*columns, title=f"By the table's age, processor time over {AROUND:,} rounds")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pit.db"
        with open_record(path, create=True) as store:
            memory, durable = host_of(MemoryStore()), host_of(store)
            played = 0
            for age in (age for age in AGES if age <= oldest):
                times = []
                for host in (memory, durable):
                    seconds_for(host, age - played)
                    gc.collect()
                    times.append(seconds_for(host, AROUND, time.process_time) / AROUND * 1e3)
                played = age + AROUND
                with open_record(path) as again:
                    pit = Pit(again)
                    found = seconds_of(partial(pit.state, "T1"))
                    rounds = pit.state("T1").rounds
                    recalled = seconds_of(partial(recall, again, f"T1-{rounds}"))
                    past = TableHistories(again, pit.library, lambda _: True)
                    pages = [seconds_of(partial(page_of, past, before)) for before in (None, rounds // 2)]
                row = (f"{one:.2f}" for one in (*times, found, recalled, *pages))
                shown.add_row(f"{age:,}", *row)
    return shown


def seconds_of(work: Callable[[], object]) -> float:
    """The time that something takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def page_of(past: TableHistories, before: int | None) -> list[PlayedRound]:
    """A page of past rounds, as the browser asks for it."""
    return list(islice(past.newest("T1", before), PAGE))


def main(oldest: int | None = None) -> None:
    """Print two tables, or the second one alone."""
    if oldest is None:
        Console().print(speeds())
    Console().print(ages(oldest or OLD))


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
