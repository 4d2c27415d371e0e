"""The pit: rounds a second, durable and in memory, bytes of a six-seat round, replay, audit, and a table's age."""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

from pitbook.audit import audit
from pitbook.ledger import MemoryStore, Store
from pitbook.pit import Host, Pit, open_record, simple
from pitbook.submission import load_target
from pitbook.table.commands import floorperson

BOOK = "md-heads-up-holdem"
SEATS = 6
ROUNDS = 1_000
YOUNG, OLD, AROUND = 100, 5_000, 100
"""A round of the durable table is timed at round YOUNG and at round OLD, in processor time, over AROUND rounds."""


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


def main() -> None:
    """Print one table."""
    shown = Table("what", "figure", title=f"Rounds at a table: {BOOK}, {SEATS} seats, every wager, all automations")
    memory = MemoryStore()
    host = host_of(memory)
    seconds_for(host, AROUND)
    shown.add_row("in memory, rounds a second", f"{ROUNDS / seconds_for(host, ROUNDS):,.0f}")
    events = events_in(memory)
    shown.add_row("events a round", f"{events / (AROUND + ROUNDS):.1f}")
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
            seconds_for(host, YOUNG)
            young = seconds_for(host, AROUND, time.process_time) / AROUND
        before = path.stat().st_size
        with open_record(path) as store:
            host = Host(Pit(store), "T1", simple)
            host.make_ready()
            shown.add_row("durable, rounds a second", f"{ROUNDS / seconds_for(host, ROUNDS):,.0f}")
            seconds_for(host, OLD - YOUNG - AROUND - ROUNDS)
            old = seconds_for(host, AROUND, time.process_time) / AROUND
        size = (path.stat().st_size - before) / (OLD - YOUNG)
        shown.add_row("bytes of a round on disk", f"{size:,.0f}")
    shown.add_row(f"processor time of a round at round {YOUNG:,}", f"{young * 1e3:.2f} ms")
    shown.add_row(f"processor time of a round at round {OLD:,}", f"{old * 1e3:.2f} ms")
    Console().print(shown)


if __name__ == "__main__":
    main()
