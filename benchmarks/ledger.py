"""The ledger: durable commits a second beside a bare SQLite commit, reading, bytes, and the effect of age.

Where PostgreSQL is installed, also several writers at once, alone and in groups, there and in a file: each a process
with a stream of its own, as tables are. A bare insert into PostgreSQL, one row in one transaction, runs before and
after each, with as many writers, several times: the ratio is what counts.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

import apsw
import psycopg
from rich.console import Console
from rich.table import Table

from pitbook.ledger import Append, Commit, Event, MemoryStore, SqliteStore, Store
from pitbook.ledger.postgres import PostgresStore

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from postgresql import Server, binaries

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)
COMMITS = 400
BARE = "bare SQLite, one row"
YOUNG, OLD = 100, 100_000
PER_WRITER = 1.5
"""Seconds for which each of several writers goes on."""
EVENTS = 4
"""In a commit of theirs."""
WRITERS = (1, 8)
GROUPS = (1, 16)
TURNS = 5
"""How often each is measured, in turns with bare inserts."""
ROUNDS = 300
WAGERS = ("ante", "odds", "raise", "trips_plus", "pocket_bonus", "progressive")
HANDS = ("high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush")
CLAUSES = tuple(f"md-heads-up-holdem {clause}" for clause in ("11.H(4)(a)", "12.A", "12.B(1)(a)", "12.D(1)", "11.I(3)"))


def six_seat_round(chance: Random, number: int) -> list[Event]:
    """Some 140 events like those of a round with six seats and every wager, whole settlement lines included."""
    events: list[Event] = []

    def happened(event_type: str, actor: str = "dealer", **data: Any) -> None:
        events.append(Event(event_type, 1, data, NOON, actor))

    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    chance.shuffle(deck)
    happened(
        "RoundOpened", round=f"T1-{number}", rules=chance.randbytes(32).hex(), commitment=chance.randbytes(32).hex()
    )
    for seat in range(1, 7):
        for wager in WAGERS:
            happened("WagerPlaced", f"seat {seat}", seat=seat, wager=wager, amount=chance.choice((500, 1000, 2500)))
        happened("MeterContributed", "meter", seat=seat, meter="progressive", amount=85)
    happened("BetsClosed")
    happened("DeckShuffled", deck=1, order="".join(deck))
    happened("DeckCut", depth=chance.randrange(10, 42))
    for index in range(20):
        happened("CardDealt", to=f"seat {index % 6 + 1}", card=deck[index], face_up=False)
    for index in range(7):
        happened("CardTurned", card=deck[index])
    for street in range(3):
        for seat in range(1, 7):
            happened(
                "DecisionMade", f"seat {seat}", seat=seat, street=street, action=chance.choice(("check", "raise_2"))
            )
    for seat in range(6, 0, -1):
        happened("HandShown", seat=seat, hand=chance.choice(HANDS), cards=" ".join(chance.sample(deck, 5)))
        for wager in WAGERS:
            stake, payout = chance.choice((500, 1000, 2500)), chance.choice((0, 500, 1000, 12_500))
            happened(
                "WagerSettled",
                seat=seat,
                wager=wager,
                stake=stake,
                result=chance.choice(("win", "lose", "push")),
                reason=chance.choice(("beats_dealer", "loses_to_dealer", "no_qualifying_hand")),
                hand=chance.choice(HANDS),
                pays=chance.choice(("1 to 1", "3 to 2", None)),
                payout=payout,
                returned=stake + payout,
                clauses=chance.sample(CLAUSES, 2),
            )
        happened("StackChanged", seat=seat, amount=chance.randrange(100_000))
    happened("SeedRevealed", seed=chance.randbytes(32).hex())
    happened("RoundClosed", round=f"T1-{number}")
    return events


def append_all(store: Store, events: Sequence[Event], per_commit: int) -> int:
    """Appends the events to one stream; the number of commits."""
    version = store.version("table:1")
    starts = range(0, len(events), per_commit)
    for start in starts:
        batch = tuple(events[start : start + per_commit])
        store.append(Commit((Append("table:1", version, batch),), f"T1-{version}"))
        version += len(batch)
    return len(starts)


def seconds(work: Callable[[], object]) -> float:
    """By the clock."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def some_events(count: int) -> list[Event]:
    """So many, from round after round."""
    chance, events = Random(1), list[Event]()
    while len(events) < count:
        events += six_seat_round(chance, len(events))
    return events[:count]


def durable_table(folder: Path) -> Table:
    """One commit of each kind in turn, so that all see the same disk; medians, because a shared disk is noisy."""
    table = Table(title=f"A commit, durable when it returns (in memory: at once); {COMMITS} of each, in turn")
    table.add_column("store", no_wrap=True)
    for heading in ("median ms", "quartiles", "commits/s", "events/s", "time of a bare commit", "CPU µs"):
        table.add_column(heading, justify="right")
    events = some_events(40 * COMMITS)
    with (
        closing(apsw.Connection(str(folder / "bare.db"))) as bare,
        SqliteStore(folder / "one.db") as one,
        SqliteStore(folder / "forty.db") as many,
        MemoryStore() as memory_one,
        MemoryStore() as memory_many,
    ):
        for statement in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "CREATE TABLE bare(number)"):
            bare.execute(statement).fetchall()
        work: dict[str, tuple[int, Callable[[int], object]]] = {
            BARE: (1, lambda turn: bare.execute("INSERT INTO bare VALUES (?)", (turn,))),
            "SqliteStore, 1 event": (1, lambda turn: append_all(one, events[turn : turn + 1], 1)),
            "SqliteStore, 40 events": (40, lambda turn: append_all(many, events[turn * 40 : turn * 40 + 40], 40)),
            "MemoryStore, 1 event": (1, lambda turn: append_all(memory_one, events[turn : turn + 1], 1)),
            "MemoryStore, 40 events": (
                40,
                lambda turn: append_all(memory_many, events[turn * 40 : turn * 40 + 40], 40),
            ),
        }
        clock: dict[str, list[float]] = {name: [] for name in work}
        processor = dict.fromkeys(work, 0.0)
        for turn in range(COMMITS):
            for name, (_, commit) in work.items():
                before = time.process_time()
                clock[name].append(seconds(partial(commit, turn)))
                processor[name] += time.process_time() - before
    for name, (size, _) in work.items():
        low, middle, high = quantiles(clock[name])
        table.add_row(
            name,
            f"{middle * 1e3:.3f}",
            f"{low * 1e3:.3f} to {high * 1e3:.3f}",
            f"{1 / middle:,.0f}",
            f"{size / middle:,.0f}",
            f"{middle / median(clock[BARE]):.2f} x",
            f"{processor[name] / COMMITS * 1e6:,.0f}",
        )
    return table


def size_table(folder: Path) -> Table:
    """Bytes of the file, and how fast it is read again."""
    table = Table(title=f"{ROUNDS} rounds of six seats with every wager")
    table.add_column("a round is", no_wrap=True)
    for heading in ("events", "bytes a round", "bytes an event", "read", "read_all", "verify_chain"):
        table.add_column(heading, justify="right")
    for name, per_commit in (("one commit", 1000), ("commits of 5 events", 5)):
        chance = Random(1)
        with SqliteStore(folder / f"size-{per_commit}.db") as store:
            store._connection.pragma("synchronous", "OFF")
            for number in range(ROUNDS):
                append_all(store, six_seat_round(chance, number), per_commit)
            store._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            size, events = store.path.stat().st_size, store.version("table:1")
            times = [
                seconds(lambda: sum(1 for _ in store.read("table:1"))),
                seconds(lambda: sum(1 for _ in store.read_all())),
                seconds(store.verify_chain),
            ]
        speeds = [f"{events / taken:,.0f}/s" for taken in times]
        table.add_row(name, f"{events:,}", f"{size / ROUNDS:,.0f}", f"{size / events:.1f}", *speeds)
    return table


def age_table(folder: Path) -> Table:
    """The same append to a young and to an old store."""
    table = Table(title="Time of an append (1 event, with a key) by the age of the store", caption="median")
    table.add_column("store", no_wrap=True)
    for heading in (f"after {YOUNG:,} commits", f"after {OLD:,} commits", "ratio"):
        table.add_column(heading, justify="right")
    events = some_events(OLD + 1000)
    with SqliteStore(folder / "age.db") as sqlite, MemoryStore() as memory:
        rows: dict[str, tuple[Store, str]] = {
            "SqliteStore, durable": (sqlite, "FULL"),
            "SqliteStore, not synced": (sqlite, "OFF"),
            "MemoryStore": (memory, "OFF"),
        }
        medians: dict[str, list[float]] = {name: [] for name in rows}
        for age in (YOUNG, OLD):
            for name, (store, synchronous) in rows.items():
                sqlite._connection.pragma("synchronous", "OFF")
                append_all(store, events[: max(0, age - store.head().number)], 1)
                sqlite._connection.pragma("synchronous", synchronous)
                medians[name].append(median(seconds(partial(append_all, store, events[:1], 1)) for _ in range(400)))
    for name, (young, old) in medians.items():
        table.add_row(name, f"{young * 1e6:,.0f} µs", f"{old * 1e6:,.0f} µs", f"{old / young:.2f}")
    return table


def bare(url: str, writer: int, group: int, duration: float) -> int:
    """One row in one transaction; how many were made."""
    count, end = 0, time.perf_counter() + duration
    with psycopg.connect(url, autocommit=True, prepare_threshold=0) as connection:
        while time.perf_counter() < end:
            connection.execute("INSERT INTO bare VALUES (%s, %s)", (writer, group))
            count += 1
    return count


def commits_from(writer: int, group: int) -> Iterator[list[Commit]]:
    """Groups of commits to a stream of this writer's own, each with a key."""
    sample = _sample()
    stream, version = f"table:{writer}:{group}:{time.time_ns()}", 0
    while True:
        found = []
        for _ in range(group):
            start = version % (len(sample) - EVENTS)
            append = Append(stream, version, tuple(sample[start : start + EVENTS]))
            found.append(Commit((append,), f"{stream} {version}"))
            version += EVENTS
        yield found


def chained(url: str, writer: int, group: int, duration: float) -> int:
    """Commits of our store; how many were made."""
    with PostgresStore(url) as store:
        return _append(store, writer, group, duration)


def in_file(path: str, writer: int, group: int, duration: float) -> int:
    """The same in a file."""
    with SqliteStore(path) as store:
        return _append(store, writer, group, duration)


def _append(store: PostgresStore | SqliteStore, writer: int, group: int, duration: float) -> int:
    todo = commits_from(writer, group)
    store.append_group(next(todo))
    count, end = 0, time.perf_counter() + duration
    for commits in todo:
        store.append_group(commits)
        count += group
        if time.perf_counter() > end:
            break
    return count


def rate(work: Callable[[str, int, int, float], int], place: str, writers: int, group: int) -> float:
    """What so many processes make in a second, all together."""
    with ProcessPoolExecutor(writers, get_context("fork")) as pool:
        list(pool.map(abs, range(writers * 4)))  # they are started, and have loaded what they need
        found = pool.map(work, [place] * writers, range(writers), [group] * writers, [PER_WRITER] * writers)
        return sum(found) / PER_WRITER


@cache
def _sample() -> list[Event]:
    return some_events(4000)


@contextmanager
def durable_server() -> Iterator[Server]:
    """A server whose commits are durable."""
    server = Server(fsync="on", full_page_writes="on", autovacuum="on")
    try:
        yield server
    finally:
        server.remove()


def size_of(server: Server) -> int:
    """Bytes of the database."""
    with psycopg.connect(server.url("bench")) as connection:
        return int((connection.execute("SELECT pg_database_size('bench')").fetchone() or (0,))[0])


def throughput_table(server: Server, folder: Path) -> Table:
    """Commits a second, and their ratio to bare inserts of as many writers just before and after."""
    table = Table(title=f"Commits a second ({EVENTS} events each), durable when they return")
    table.add_column("writers", justify="right")
    table.add_column("store", no_wrap=True)
    for heading in ("in a group", "commits/s", "bare inserts/s", "median ratio", "from", "to"):
        table.add_column(heading, justify="right")
    url = server.ledger("bench")
    with psycopg.connect(server.url("bench"), autocommit=True) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS public.bare(writer integer, size integer)")
        connection.execute("GRANT ALL ON public.bare TO writer")
    empty = size_of(server)
    _sample()  # Made before writers are forked.
    for writers in WRITERS:
        for group in GROUPS:
            for name, work, place in (
                ("PostgreSQL", chained, url),
                ("SQLite", in_file, str(folder / f"{writers}-{group}.db")),
            ):
                limits, found = [rate(bare, url, writers, 1)], list[float]()
                for _ in range(TURNS):
                    found.append(rate(work, place, writers, group))
                    limits.append(rate(bare, url, writers, 1))
                ratios = [2 * one / sum(limits[turn : turn + 2]) for turn, one in enumerate(found)]
                figures = (f"{median(found):,.0f}", f"{median(limits):,.0f}")
                spread = (median(ratios), min(ratios), max(ratios))
                table.add_row(str(writers), name, str(group), *figures, *(f"{ratio:.2f}" for ratio in spread))
    with PostgresStore(url) as store:
        store.catch_up()
        size = store.size()
        begin = time.perf_counter()
        problems = store.verify_chain(store.tree_head())
        taken = time.perf_counter() - begin
    with psycopg.connect(server.url("bench"), autocommit=True) as connection:
        connection.execute("TRUNCATE public.bare")
    table.caption = (
        f"{size:,} commits are in the tree, {len(problems)} problems; verified at {size / taken:,.0f} a second;"
        f" {(size_of(server) - empty) / size / EVENTS:,.0f} bytes an event"
    )
    return table


def main() -> None:
    """Prints the comparisons and how busy the machine is."""
    console = Console()
    with tempfile.TemporaryDirectory() as folder:
        for make in (durable_table, size_table, age_table):
            console.print(make(Path(folder)))
        if binaries() is None:
            console.print("PostgreSQL is not installed: nothing is said of it.")
        else:
            with durable_server() as server:
                console.print(throughput_table(server, Path(folder)))
    console.print(f"Load average: {', '.join(f'{value:.2f}' for value in os.getloadavg())}.")


if __name__ == "__main__":
    main()
