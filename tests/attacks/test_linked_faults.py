"""Faults at processes whose tables share a meter: what they did and saw stays linearizable, and the money is right."""

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import psycopg
import pytest

from attacks.line import How, Line
from attacks.linked_player import history, read
from pit.linearizable import Operation, first_unexplained
from pit.linked import open_all
from pitbook.audit import audit, read_meters
from pitbook.ledger.postgres import PostgresStore
from pitbook.pit import memory
from postgresql import Server

PLAYER = Path(__file__).with_name("linked_player.py")
DATABASE = "linked_faults"
CHECK = "coalesce(s.version, 0) <> value::bigint"
SILENCE = 4.0
"""Longer than a process waits for an answer, in seconds."""
SELDOM = 10.0
"""Longer than several rounds take, in seconds."""


class Bank:
    """A meter, the tables on it with a process each, and the database behind its line."""

    def __init__(self, postgres: Server, home: Path, tables: int) -> None:
        self._postgres = postgres
        self.url, self.line = postgres.ledger(DATABASE), Line(postgres.port)
        self._address = self.url.replace(f":{postgres.port}/", f":{self.line.port}/")
        with PostgresStore(self.url) as store:
            self.tables = {table: home / f"{table}.jsonl" for table in open_all(store, tables)}
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self.read_every = memory.READ_EVERY

    def start(self) -> None:
        for table in self.tables:
            self._start(table)

    def _start(self, table: str) -> None:
        command = (sys.executable, str(PLAYER), self._address, table, str(self.tables[table]), str(self.read_every))
        self._processes[table] = subprocess.Popen(command)

    def rounds(self) -> int:
        """How many contributions and hits were answered."""
        return sum(path.read_text("utf-8").count('"ended"') for path in self.tables.values() if path.exists())

    def wait_for(self, more: int) -> None:
        """Everybody goes on for so long."""
        wanted, deadline = self.rounds() + more, time.monotonic() + 90
        while self.rounds() < wanted:
            assert all(one.poll() is None for one in self._processes.values())
            assert time.monotonic() < deadline
            time.sleep(0.05)

    def stop(self) -> None:
        for process in self._processes.values():
            process.kill()
            process.wait()
        self.line.stop()

    # Faults

    def kill(self) -> None:
        table = random.choice(list(self.tables))
        self._processes[table].kill()
        self._processes[table].wait()
        self._start(table)

    def pause(self) -> None:
        process = random.choice(list(self._processes.values()))
        os.kill(process.pid, signal.SIGSTOP)
        time.sleep(random.uniform(0.2, 2.0))
        os.kill(process.pid, signal.SIGCONT)

    def crash_database(self) -> None:
        self._postgres.stop(signal.SIGKILL)
        self._postgres.start()

    def drop(self) -> None:
        self.line.drop()

    def cut(self) -> None:
        self._line("cut", 0.5)

    def delay(self) -> None:
        self._line("delayed", 1.0)

    def split(self) -> None:
        self._line("split", 1.0)

    def silence(self) -> None:
        self._line("silent", SILENCE)

    def _line(self, how: How, seconds: float) -> None:
        self.line.how = how
        if how == "cut":
            self.line.drop()
        time.sleep(seconds)
        self.line.how = "whole"

    # What has to hold

    def history(self) -> list[Operation]:
        """What everybody did and saw, and a last look."""
        with PostgresStore(self.url) as store:
            store.catch_up()
            commits = {commit.key: commit for commit in store.read_all() if commit.key}
            found = history([path for path in self.tables.values() if path.exists()], commits)
            begun = time.monotonic_ns()
            return [*found, Operation("read", begun, time.monotonic_ns(), shown=Fraction(read(store)))]

    def check(self) -> Counter[str]:
        """The history is linearizable, the meter balances, the audit is clean; how often what was done."""
        found = self.history()
        assert first_unexplained(found) is None
        with PostgresStore(self.url) as store:
            (reading,) = read_meters(store)
            assert reading.meter.balanced
            report = audit(store)
            assert (report.problems, report.uncovered) == ((), 0)
        return Counter(one.kind for one in found)


FAULTS: dict[str, Callable[[Bank], None]] = {
    "kill a process": Bank.kill,
    "pause a process": Bank.pause,
    "kill the database": Bank.crash_database,
    "drop all connections": Bank.drop,
    "cut the line": Bank.cut,
    "delay the line": Bank.delay,
    "split the line": Bank.split,
    "silence the line": Bank.silence,
}


@pytest.fixture
def bank(tmp_path: Path) -> Iterator[Bank]:
    """Four tables on one meter, and a database of their own, which is killed."""
    server = Server()
    made = Bank(server, tmp_path, 4)
    yield made
    made.stop()
    server.remove()


def suffer(bank: Bank, names: list[str]) -> Counter[str]:
    bank.start()
    bank.wait_for(8)
    for name in names:
        time.sleep(random.uniform(0.1, 0.4))
        FAULTS[name](bank)
    bank.wait_for(8)
    bank.stop()
    return bank.check()


@pytest.mark.prove
def test_each_fault_at_a_shared_meter(bank: Bank) -> None:
    found = suffer(bank, list(FAULTS))
    assert min(found[kind] for kind in ("contribute", "hit", "read")) > 5


@pytest.mark.prove
def test_a_hundred_faults_at_a_shared_meter(bank: Bank) -> None:
    found = suffer(bank, random.choices(list(FAULTS), k=100))
    print(dict(found))
    assert found["hit"] > 100


@pytest.mark.prove
def test_without_the_check_the_history_is_not_linearizable(bank: Bank) -> None:
    """Processes seldom read what others contributed, and awards are stored without a second look at it."""
    with psycopg.connect(bank.url.replace("writer@", "owner@"), autocommit=True) as owner:
        (sql,) = owner.execute("SELECT pg_get_functiondef('pitbook.append'::regproc)").fetchone() or ("",)
        assert sql.count(CHECK) == 1
        owner.execute(sql.replace(CHECK, "false").encode())
    bank.line.how, bank.read_every = "delayed", SELDOM
    bank.start()
    bank.wait_for(60)
    bank.stop()
    assert first_unexplained(bank.history()) is not None


@pytest.mark.prove
def test_with_the_check_a_slow_line_does_no_harm(bank: Bank) -> None:
    bank.line.how, bank.read_every = "delayed", SELDOM
    bank.start()
    bank.wait_for(60)
    bank.stop()
    bank.check()
