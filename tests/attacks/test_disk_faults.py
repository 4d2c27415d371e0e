"""Tables in play on a disk that lies or fails: what was acknowledged is there and goes on, or the audit finds it."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from ledger.crash.disk import Disk
from ledger.crash.machine import Machine, machine_at
from pit.playing import hosted, play
from pitbook.audit import audit
from pitbook.ledger import SqliteStore, TreeHead
from pitbook.pit import Host, Pit, simple
from pitbook.pit.records import UPCASTERS
from pitbook.problems import MalformedError, PitbookError, RefusedError
from table.play import BOOKS, KEYS, rules_of

FAULTS = ("power", "torn", "misdirected", "rot", "sync")
OPERATIONS = 300
"""About how often a run changes the disk."""
SOME, PART, PARTS = 15, 100, 10


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    with machine_at(tmp_path / "pit.db") as made:
        yield made


def resumed(store: SqliteStore, seed: int) -> Host:
    """The table goes on, with whoever had not sat down yet."""
    host = Host(Pit(store, keys=KEYS), "T1", simple, chance=Random(seed))
    host.seat(3)
    return host


def play_on(machine: Machine, book: str, seed: int) -> TreeHead | None:
    """A table is opened and three rounds are played, until the disk fails; the last commit that was acknowledged.

    A command that fails is given again, after a start of the program.
    """
    acknowledged: TreeHead | None = None
    for _ in range(3):
        try:
            store = machine.open(UPCASTERS)
            host = resumed(store, seed) if store.version("table:T1") else hosted(store, rules_of(book), seed=seed)
            for _ in range(3):
                acknowledged = store.tree_head()
                play(host, 1)
            return store.tree_head()
        except RefusedError:
            machine.close()
        except PitbookError:
            if not machine.disk.dead:
                return acknowledged
    return acknowledged


def outcome(machine: Machine, point: int) -> str:
    """A run with a fault, then a loss of power; the record is whole and the table goes on, or the audit finds it."""
    fault, book, chance = FAULTS[point % len(FAULTS)], BOOKS[point % len(BOOKS)], Random(point)
    disk, at = Disk(), chance.randint(1, OPERATIONS)
    disk.fault, disk.fault_at, disk.chance = fault, at, chance
    soon = {"power": at, "torn": at + chance.randint(1, 40), "misdirected": at + chance.randint(1, 40)}
    machine.start(disk, soon.get(fault))
    acknowledged = play_on(machine, book, point)
    machine.stop()
    found = disk.after_power_loss(chance)
    if fault == "rot":
        found.files[chance.choice(sorted(found.files))].rot(chance)
    machine.start(found)
    try:
        store = machine.open(UPCASTERS)
        report = audit(store, acknowledged)
        if report.problems:
            raise MalformedError(report.problems)
        if store.version("table:T1"):
            play(resumed(store, point), 1)
            assert audit(store).holds
    except MalformedError:
        assert fault not in ("power", "sync"), point
        return f"{fault} found"
    finally:
        machine.stop()
    return f"{fault} survived"


def outcomes(machine: Machine, points: range) -> Counter[str]:
    return Counter(outcome(machine, point) for point in points)


def test_a_table_survives_the_faults_of_a_disk_or_they_are_found(machine: Machine) -> None:
    assert outcomes(machine, range(SOME)).total() == SOME


@pytest.mark.prove
@pytest.mark.parametrize("part", range(1, PARTS + 1))
def test_a_table_survives_a_thousand_faults_of_a_disk(machine: Machine, part: int) -> None:
    found = outcomes(machine, range(part * PART, (part + 1) * PART))
    print(dict(found))
    assert found["power survived"] == found["sync survived"] == PART // len(FAULTS)
