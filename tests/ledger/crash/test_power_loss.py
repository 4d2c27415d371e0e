"""Power fails at a random moment: no acknowledged commit is lost, none is stored twice, and the chain holds."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import apsw
import pytest

from ledger.crash.disk import Disk, DiskVFS
from ledger.samples import commits
from pitbook.ledger import Commit, MemoryStore, Receipt, SqliteStore
from pitbook.problems import PitbookError

WORKLOADS = 8
COMMITS = 14
PER_TEST = 250


@dataclass(frozen=True)
class Workload:
    """Commits and the receipts that they must get, worked out by the store in memory."""

    commits: list[Commit]
    receipts: list[Receipt]


@cache
def workload(seed: int) -> Workload:
    """One of a few workloads."""
    twin = MemoryStore()
    todo = commits(seed, COMMITS)
    return Workload(todo, [twin.append(commit) for commit in todo])


class Machine:
    """A store on a disk whose power fails now and then."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.vfs = DiskVFS(Disk())
        self.synchronous = "FULL"
        self.store: SqliteStore | None = None

    def start(self, disk: Disk, fails_at: int | None) -> None:
        """Switches on with this disk, which fails at that operation."""
        self.vfs.disk = disk
        disk.fails_at = fails_at

    def run(self, work: Workload, acknowledged: list[Receipt]) -> None:
        """Opens the store, tries the first unacknowledged commit again and goes on from there, until power fails."""
        try:
            self.store = SqliteStore(self.path)
            self.store._connection.pragma("synchronous", self.synchronous)
            for commit in work.commits[len(acknowledged) :]:
                acknowledged.append(self.store.append(commit))  # noqa: PERF401 - it may raise midway
        except PitbookError:
            if not self.vfs.disk.dead:
                raise

    def stop(self) -> None:
        """Ends the process without writing anything more."""
        self.vfs.disk.dead = True
        if self.store is not None:
            with suppress(apsw.IOError):
                self.store._connection.close(True)
            self.store = None


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    """A machine that checkpoints often, so that power fails during checkpoints too."""

    def checkpoint_often(connection: apsw.Connection) -> None:
        connection.wal_autocheckpoint(12)

    apsw.connection_hooks.append(checkpoint_often)
    machine = Machine(tmp_path / "ledger.db")
    yield machine
    machine.stop()
    machine.vfs.unregister()
    apsw.connection_hooks.remove(checkpoint_often)


def lose_power(
    machine: Machine, work: Workload, crash_point: int, operations: int, again: float = 0.3
) -> list[Receipt]:
    """Runs the workload until power fails, and perhaps `again` while the store recovers; the acknowledged receipts."""
    chance = Random(crash_point)
    acknowledged: list[Receipt] = []
    disk = Disk()
    fails_at = chance.randint(1, operations)
    while True:
        machine.start(disk, fails_at)
        machine.run(work, acknowledged)
        machine.stop()
        disk = machine.vfs.disk.after_power_loss(chance)
        if chance.random() >= again:
            break
        fails_at = chance.randint(1, 12)
    machine.start(disk, None)
    return acknowledged


def operations_of(machine: Machine, work: Workload) -> int:
    """How often an undisturbed run changes the disk."""
    machine.start(Disk(), None)
    machine.run(work, [])
    machine.stop()
    return machine.vfs.disk.operations


def survives(machine: Machine, crash_points: range) -> None:
    """After each of these crashes the store has all that it acknowledged, at most one commit more, and goes on."""
    operations = [operations_of(machine, workload(seed)) for seed in range(WORKLOADS)]
    for crash_point in crash_points:
        seed = crash_point % WORKLOADS
        work = workload(seed)
        acknowledged = lose_power(machine, work, crash_point, operations[seed])
        assert acknowledged == work.receipts[: len(acknowledged)]
        with SqliteStore(machine.path) as store:
            found = store.head()
            assert found.number in (len(acknowledged), len(acknowledged) + 1), crash_point
            assert found.number == 0 or found == work.receipts[found.number - 1]
            assert store.verify_chain(acknowledged[-1].hash if acknowledged else None) == []
            for number, commit in enumerate(work.commits[len(acknowledged) :], len(acknowledged)):
                assert store.append(commit) == work.receipts[number]
            assert store.head() == work.receipts[-1]
            assert store.verify_chain(work.receipts[-1].hash) == []


def test_nothing_acknowledged_is_lost(machine: Machine) -> None:
    survives(machine, range(PER_TEST))


@pytest.mark.prove
@pytest.mark.parametrize("part", range(1, 44))
def test_nothing_acknowledged_is_lost_at_ten_thousand_points(machine: Machine, part: int) -> None:
    survives(machine, range(part * PER_TEST, (part + 1) * PER_TEST))


def test_control_without_full_sync_acknowledged_commits_are_lost(machine: Machine) -> None:
    """The harness sees what `synchronous=NORMAL` loses, so it would see it if the store lost something."""
    machine.synchronous = "NORMAL"
    operations = [operations_of(machine, workload(seed)) for seed in range(WORKLOADS)]
    losses = 0
    for crash_point in range(100):
        work = workload(crash_point % WORKLOADS)
        acknowledged = lose_power(machine, work, crash_point, operations[crash_point % WORKLOADS], again=0)
        with SqliteStore(machine.path) as store:
            losses += store.head().number < len(acknowledged)
    assert losses > 10
