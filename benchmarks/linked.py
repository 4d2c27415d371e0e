"""Eight processes on one meter in PostgreSQL: rounds a second, conflicts, and rounds that were given up.

Each process plays whole rounds at a table of its own, every round in one commit and with a contribution to the meter. A
bare insert, one row in one durable transaction, runs just before with as many writers. To compare with an earlier state
of the code in the same run, check it out elsewhere and name its sources:

    git worktree add ../before 97218d9
    python benchmarks/linked.py ../before/src

Then one meter with 10 to 5,000 tables: what reading it costs a process that begins, and one that knows it when a single
table has added something, and what an award costs that folds the contributions of all of them.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import psycopg
from rich.console import Console
from rich.table import Table

from pitbook.ledger import Append, Commit, Event
from pitbook.ledger.places import Address
from pitbook.ledger.postgres import PostgresStore, initialize
from pitbook.meters import MeterEvent, award, evolve
from pitbook.meters.events import Contributed, TableJoined
from pitbook.pit import Host, Pit, simple
from pitbook.pit import host as hosting
from pitbook.pit.metering import escrows_of, load_meter, read_on
from pitbook.pit.records import escrow_stream, meter_streams
from pitbook.problems import ConflictError
from pitbook.submission import load_target
from pitbook.table.commands import floorperson

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from postgresql import Server, binaries

BOOK = "md-heads-up-holdem"
PROCESSES = 8
SECONDS = 8.0
GIVEN_UP = 2.0
"""Seconds after which a round is given up that others have disturbed."""
SOURCES = Path(__file__).parents[1] / "src"
TABLES = (10, 100, 1_000, 5_000)
NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)


def prepare(url: str) -> None:
    """An empty ledger."""
    initialize(Address.parse(url))


def play(url: str, number: str) -> None:
    """One process: opens its table, waits until all are ready, plays, and prints what came of it."""
    hosting.PATIENCE = GIVEN_UP  # type: ignore[misc]
    found = {"rounds": 0, "commits": 0, "conflicts": 0, "given up": 0}
    with PostgresStore(url) as store:
        append = store.append_group

        def counted(commits: Sequence[object]) -> list[object]:
            results: list[object] = list(append(commits))  # type: ignore[arg-type]
            found["commits"] += len(results)
            found["conflicts"] += sum(isinstance(result, ConflictError) for result in results)
            return results

        pit = Pit(store)
        pit.open_table(f"T{number}", load_target(BOOK), floorperson(), meters="bank")
        host = Host(pit, f"T{number}", simple)
        host.seat(1)
        store.append_group = counted  # type: ignore[assignment, method-assign]
        _wait_for_start()
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            try:
                host.play_round(1)
                found["rounds"] += 1
            except ConflictError:
                found["given up"] += 1
    print(json.dumps(found))


def insert(url: str, number: str) -> None:
    """One process of bare inserts."""
    rows = 0
    with psycopg.connect(url, autocommit=True) as connection:
        _wait_for_start()
        end = time.monotonic() + SECONDS / 4
        while time.monotonic() < end:
            connection.execute("INSERT INTO public.bare VALUES (%s)", (int(number),))
            rows += 1
    print(json.dumps({"rows": rows}))


def _wait_for_start() -> None:
    print("ready", flush=True)
    sys.stdin.readline()


def together(role: str, url: str, sources: Path) -> dict[str, int]:
    """What processes of this role come to, run at the same time with these sources."""
    command = [sys.executable, __file__, role, url]
    environment = os.environ | {"PYTHONPATH": str(sources.resolve())}
    started = [
        subprocess.Popen(  # noqa: S603 - this file
            [*command, str(number)], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for number in range(PROCESSES)
    ]
    pipes = [(process.stdin, process.stdout) for process in started]
    for _, told in pipes:
        if told is not None:
            told.readline()
    for told, _ in pipes:
        if told is not None:
            told.write("go\n")
            told.flush()
    sums: dict[str, int] = {}
    for process in started:
        for name, number in json.loads(process.communicate()[0]).items():
            sums[name] = sums.get(name, 0) + number
    return sums


def compared(server: Server, states: dict[str, Path]) -> Table:
    """Each state of the code, just after bare inserts."""
    title = (
        f"{PROCESSES} processes on one meter, a table each: whole rounds, one commit each, for {SECONDS:.0f} seconds"
    )
    table = Table("code", title=title)
    for heading in ("rounds/s", "of bare inserts", "commits in conflict", "rounds given up"):
        table.add_column(heading, justify="right")
    for name, sources in states.items():
        url = server.create(f"linked_{len(table.rows)}")
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("CREATE TABLE public.bare(writer integer)")
        bare = together("insert", url, sources)["rows"] / (SECONDS / 4)
        subprocess.run(  # noqa: S603 - this file
            [sys.executable, __file__, "prepare", url],
            env=os.environ | {"PYTHONPATH": str(sources.resolve())},
            check=True,
        )
        found = together("play", url, sources)
        rounds, tried = found["rounds"] / SECONDS, found["rounds"] + found["given up"]
        table.add_row(
            name,
            f"{rounds:,.1f}",
            f"{rounds / bare:.3f} of {bare:,.0f}",
            f"{found['conflicts'] / found['commits']:.1%} of {found['commits']:,}",
            f"{found['given up'] / tried:.1%} of {tried:,}",
        )
    return table


def measured(work: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds of processor time here, and by the clock."""
    busy, clock = time.process_time(), time.perf_counter()
    work()
    return (time.process_time() - busy) * 1e3, (time.perf_counter() - clock) * 1e3


def _added(stream: str, table: str, version: int) -> Commit:
    event = Contributed(f"{table}-{version + 1}", "0.85")
    return Commit((Append(escrow_stream(stream, table), version, (_recorded(event),)),))


def _recorded(event: MeterEvent) -> Event:
    return Event(event.type, event.version, event.to_data(), NOON, "dealer:house")


def grown(server: Server, tables: int) -> tuple[str, ...]:
    """What the work costs with so many tables on the meter, each of which has contributed."""
    url = server.create(f"growth_{tables}")
    initialize(Address.parse(url))
    with PostgresStore(url) as store:
        Pit(store).open_table("T", load_target(BOOK), floorperson(), meters="bank")
        (stream,) = meter_streams(store)
        names = [f"X{number}" for number in range(tables)]
        joined = tuple(_recorded(TableJoined(name)) for name in names)
        store.append(Commit((Append(stream, store.version(stream), joined),)))
        for start in range(0, tables, 200):
            store.append_group([_added(stream, name, 0) for name in names[start : start + 200]])
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("ANALYZE")
        load_meter(store, stream)  # Connections and code are warm.
        cold = measured(lambda: load_meter(store, stream))
        meter = load_meter(store, stream)
        moved, only = [], {escrow_stream(stream, names[0])}
        for version in range(1, 6):
            store.append(_added(stream, names[0], version))
            moved.append(measured(lambda: read_on(store, stream, meter, only)))
        seen = {name: meter.escrow(at).version for name, at in escrows_of(stream, meter).items()}
        before, events = meter.version, list[MeterEvent]()

        def win() -> None:
            events.extend(award(meter, "T-1", 1, "royal_flush", Fraction(1)))
            for event in events:
                evolve(meter, event)

        decided = measured(win)
        commit = Commit((Append(stream, before, tuple(map(_recorded, events))),), None, None, seen)
        stored = measured(lambda: store.append(commit))
        size = sum(len(json.dumps(event.to_data())) for event in events)
    figures = [f"{busy:,.1f} / {clock:,.1f}" for busy, clock in (cold, min(moved), decided, stored)]
    return f"{tables:,}", *figures, f"{size:,}"


def growth(server: Server) -> Table:
    """The same work with more and more tables on the meter, each of which has contributed."""
    table = Table("tables", title="One meter: milliseconds of processor time here / by the clock")
    for heading in ("read for the first time", "one table has added", "decide an award", "store it", "bytes of it"):
        table.add_column(heading, justify="right")
    for tables in TABLES:
        table.add_row(*grown(server, tables))
    return table


def main() -> None:
    """Prints the comparison and how busy the machine is."""
    console = Console()
    if binaries() is None:
        console.print("PostgreSQL is not installed: nothing is said of it.")
        return
    states = {"before": Path(sys.argv[1])} if len(sys.argv) > 1 else {}
    server = Server(fsync="on", full_page_writes="on", autovacuum="on")
    try:
        console.print(compared(server, states | {"now": SOURCES}))
        console.print(growth(server))
    finally:
        server.remove()
    console.print(f"Load average: {', '.join(f'{value:.2f}' for value in os.getloadavg())}.")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["prepare", url]:
            prepare(url)
        case ["play", url, number]:
            play(url, number)
        case ["insert", url, number]:
            insert(url, number)
        case _:
            main()
