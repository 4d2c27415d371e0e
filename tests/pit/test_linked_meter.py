"""A meter of several processes is linearizable, and without the lock, the late snapshot or the check it is not."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from fractions import Fraction
from importlib.resources import files
from multiprocessing import get_context

import psycopg
import pytest

from pit.linearizable import Operation, first_unexplained
from pit.linked import RATE, SHARES, look, open_all, play, play_elsewhere
from pit.progressives import BY_HAND, FLOOR, LINK, bet, player, win
from pitbook.audit import audit, read_meters
from pitbook.ledger import MemoryStore, StoredEvent
from pitbook.ledger.postgres import PostgresStore
from pitbook.pit import Pit
from pitbook.pit.memory import READ_EVERY
from pitbook.pit.metering import load_meter, read_on
from pitbook.pit.records import escrow_stream, meter_stream
from pitbook.table import commands as c
from pitbook.table.events import AwardTaken
from postgresql import Server

DATABASE = "linked"
METER_STREAM = meter_stream(LINK, "progressive")
AWARD, CONTRIBUTION = 1001, 1002
"""Locks of the tests' own: a commit waits for its one before it is over, so the test says when that is."""
_MIGRATION = files("pitbook.ledger.postgres").joinpath("migration_1.sql").read_text()
_START, _END = _MIGRATION.index("CREATE FUNCTION append"), "END $$;\n"
APPEND = _MIGRATION[_START : _MIGRATION.index(_END, _START) + len(_END)].replace("CREATE", "CREATE OR REPLACE", 1)
_LOCK = APPEND[
    APPEND.index("        PERFORM CASE WHEN alone") : APPEND.index("        PERFORM pg_advisory_xact_lock(lock) FROM")
]
_CHECK = "coalesce(s.version, 0) <> value::bigint"
GATES = f"""
    PERFORM pg_advisory_xact_lock_shared(
        CASE WHEN append.commits::text LIKE '%"awarded_"%' THEN {AWARD} ELSE {CONTRIBUTION} END)
    WHERE append.commits::text LIKE '%#%';
"""
CONTROLS: dict[str, Callable[[str], str]] = {
    "no lock": lambda sql: changed(sql, _LOCK, ""),
    "a snapshot before the lock": lambda sql: changed(
        changed(
            changed(sql, "\nBEGIN\n", "\n    early jsonb;\nBEGIN\n"),
            "    PERFORM CASE WHEN alone",
            "    SELECT coalesce(jsonb_object_agg(name, version), '{}') INTO early FROM streams;\n"
            "    PERFORM CASE WHEN alone",
        ),
        _CHECK,
        "coalesce((early ->> key)::bigint, 0) <> value::bigint",
    ),
    "nobody looks whether it still is so": lambda sql: changed(sql, _CHECK, "false"),
}


def changed(sql: str, old: str, new: str) -> str:
    assert sql.count(old) == 1
    return sql.replace(old, new)


@contextmanager
def changed_ledger(server: Server, change: Callable[[str], str]) -> Iterator[PostgresStore]:
    """A ledger with another function `append`; it has its own again afterwards."""
    url = server.ledger(DATABASE)
    with psycopg.connect(server.url(DATABASE), autocommit=True) as owner:
        owner.execute("SET search_path = pitbook, pg_temp")
        with PostgresStore(url) as store:
            open_all(store, 2)
            owner.execute(change(APPEND).encode())
            try:
                yield store
            finally:
                owner.execute(APPEND.encode())


def collide(server: Server, store: PostgresStore) -> list[Operation]:
    """A table contributes while another one's award is being stored, and somebody looks in between."""
    history: list[Operation] = []
    here, there = (Pit(store, automations=BY_HAND) for _ in range(2))
    with psycopg.connect(server.url(DATABASE), autocommit=True) as gates:

        def wait_for(waiting: int) -> None:
            deadline = time.monotonic() + 8
            query = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
            while gates.execute(query).fetchone() != (waiting,):
                assert time.monotonic() < deadline
                time.sleep(0.01)

        def contribute() -> None:
            begun = time.monotonic_ns()
            bet(there, "T2", "nothing")
            history.append(Operation("contribute", begun, time.monotonic_ns(), 2 * RATE))

        def pay() -> None:
            begun = time.monotonic_ns()
            outcome = here.handle("T1", c.Do(c.dealer(), "pay_progressive"))
            (taken,) = (event for event in outcome.events if isinstance(event, AwardTaken))
            history.append(Operation("hit", begun, time.monotonic_ns(), SHARES["tenth"], Fraction(taken.before)))

        win(here, "T1", "tenth")
        here.handle("T1", c.Do(FLOOR, "validate_progressive"))
        history.append(Operation("contribute", 0, 1, RATE))
        gates.execute("SELECT pg_advisory_lock(%s), pg_advisory_lock(%s)", (AWARD, CONTRIBUTION))
        contributing, paying = threading.Thread(target=contribute), threading.Thread(target=pay)
        contributing.start()
        wait_for(1)
        paying.start()
        wait_for(2)
        gates.execute("SELECT pg_advisory_unlock(%s)", (CONTRIBUTION,))
        contributing.join()
        wait_for(1)
        look(store, history.append)
        gates.execute("SELECT pg_advisory_unlock(%s)", (AWARD,))
        paying.join()
    return history


def gated(sql: str) -> str:
    assert sql.endswith(_END)
    return sql.removesuffix(_END) + GATES + _END


def test_an_award_has_every_contribution_that_was_acknowledged_before(postgres: Server) -> None:
    """5,000, 0.10 of its own round, and the 0.20 of a commit that was being stored when it looked first."""
    with changed_ledger(postgres, gated) as store:
        history = collide(postgres, store)
    assert [one.shown for one in history if one.kind == "hit"] == [Fraction("5000.30")]
    assert first_unexplained(history) is None
    check_record(postgres)


@pytest.mark.parametrize("control", CONTROLS)
def test_without_it_the_history_is_not_linearizable_and_the_audit_says_so(postgres: Server, control: str) -> None:
    with changed_ledger(postgres, lambda sql: gated(CONTROLS[control](sql))) as store:
        history = collide(postgres, store)
    assert [one.shown for one in history if one.kind == "hit"] == [Fraction("5000.10")]
    assert first_unexplained(history) is not None
    with PostgresStore(postgres.url(DATABASE, "writer")) as store:
        store.catch_up()
        (problem,) = audit(store).problems
    assert "before is 5000.10 and should be 5000.30" in problem.message


def check_record(server: Server) -> None:
    """Everything in the record holds, and the meter balances."""
    with PostgresStore(server.url(DATABASE, "writer")) as store:
        store.catch_up()
        (reading,) = read_meters(store)
        assert reading.meter.balanced
        report = audit(store)
        assert report.holds, report.problems
        assert report.uncovered == 0


def test_what_is_displayed_is_at_most_a_second_old(postgres: Server) -> None:
    """A process that only follows the order of commits, as a server does."""
    with PostgresStore(postgres.ledger(DATABASE)) as here, PostgresStore(postgres.url(DATABASE, "writer")) as there:
        open_all(here, 2)
        pit, other = Pit(here, automations=BY_HAND), Pit(there, automations=BY_HAND)

        def displayed() -> Fraction:
            return other.snapshot("T2").meters["progressive"].displayed

        assert displayed() == 5000
        bet(pit, "T1", "nothing")
        acknowledged = time.monotonic()
        while displayed() != Fraction("5000.10"):
            assert time.monotonic() - acknowledged < 1
            time.sleep(0.01)


def test_what_others_add_is_read_now_and_then_by_commands_and_at_once_by_an_award() -> None:
    """However many tables add to the meter and however many commands there are here."""
    with MemoryStore() as store:
        tables = open_all(store, 21)
        here, there = (Pit(store, automations=BY_HAND) for _ in range(2))
        win(here, "T1", "tenth")
        reading, read = store.read_together, list[Mapping[str, int]]()

        def counted(after: Mapping[str, int]) -> dict[str, list[StoredEvent]]:
            read.append(after)
            return reading(after)

        begun = time.monotonic()
        for table in tables[1:]:
            bet(there, table, "nothing")
            store.read_together = counted  # type: ignore[method-assign]
            here.handle("T1", c.BuyIn(player(1), 5_00))
            del store.read_together
        assert len(read) <= 2 + (time.monotonic() - begun) / READ_EVERY
        assert all(len(after) <= len(tables) for after in read)
        here.handle("T1", c.Do(FLOOR, "validate_progressive"))
        outcome = here.handle("T1", c.Do(c.dealer(), "pay_progressive"))
        (taken,) = (event for event in outcome.events if isinstance(event, AwardTaken))
        # 10 of the tables have one player, and 10 have two.
        assert Fraction(taken.before) == 5000 + RATE * (1 + 10 + 20)
        assert audit(store).holds


def test_thousands_of_tables_are_read_in_a_few_queries(postgres: Server) -> None:
    """As many for 40 tables as for 4: what is read of one that moved does not depend on the others either."""
    queries: dict[int, tuple[int, int]] = {}
    for number in (4, 40):
        with PostgresStore(postgres.ledger(DATABASE)) as store:
            tables = open_all(store, number)
            there = Pit(store, automations=BY_HAND)
            for table in tables:
                bet(there, table, "nothing")
            run, asked = store._with, list[object]()

            def counted(work: object, *, again: bool = True) -> object:
                asked.append(work)  # noqa: B023
                return run(work, again=again)  # type: ignore[arg-type] # noqa: B023

            store._with = counted  # type: ignore[method-assign, assignment]
            found = [load_meter(store, METER_STREAM)]
            cold = len(asked)
            read_on(store, METER_STREAM, found[0], {escrow_stream(METER_STREAM, tables[1])})
            del store._with
            assert found[0].displayed == 5000 + RATE * number * Fraction(3, 2)
        queries[number] = (cold, len(asked) - cold)
    assert queries[4] == queries[40]
    assert queries[4][1] == 1


def test_threads_with_pits_of_their_own_make_a_linearizable_history(postgres: Server) -> None:
    history: list[Operation] = []
    with PostgresStore(postgres.ledger(DATABASE)) as store:
        tables = open_all(store, 3)
        with ThreadPoolExecutor() as threads:
            played = [threads.submit(play, store, table, 3, history.append, seed) for seed, table in enumerate(tables)]
            while not all(one.done() for one in played):
                look(store, history.append, pause=0.01)
            for one in played:
                one.result()
        look(store, history.append)
    assert sum(one.kind == "contribute" for one in history) == 9
    assert first_unexplained(history) is None
    check_record(postgres)


@pytest.mark.prove
def test_processes_make_a_linearizable_history(postgres: Server) -> None:
    """Eight processes and eight tables, and each looks at the meter after each of its rounds."""
    url, rounds = postgres.ledger(DATABASE), 25
    with PostgresStore(url) as store:
        tables = open_all(store, 8)
    with ProcessPoolExecutor(len(tables), get_context("spawn")) as processes:
        played = [
            processes.submit(play_elsewhere, url, table, rounds, 1000 * seed) for seed, table in enumerate(tables)
        ]
        history = [operation for one in played for operation in one.result()]
    assert sum(one.kind == "contribute" for one in history) == rounds * len(tables)
    assert sum(one.kind == "hit" for one in history) > rounds
    assert first_unexplained(history) is None
    check_record(postgres)
