"""Power fails at a random moment: no acknowledged commit is lost, none is stored twice, and the chain holds."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import pytest

from ledger.crash.disk import Disk
from ledger.crash.machine import Machine, machine_at
from ledger.samples import commits, head_after
from pitbook.ledger import Commit, MemoryStore, Receipt, SqliteStore
from pitbook.problems import MalformedError, PitbookError

WORKLOADS = 8
COMMITS = 14
PER_TEST = 250
GROUP = 4


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


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    with machine_at(tmp_path / "ledger.db") as made:
        yield made


def run(machine: Machine, work: Workload, acknowledged: list[Receipt], group: int = 1) -> None:
    """Opens the store, tries the first unacknowledged commits again and goes on from there, until power fails."""
    try:
        store = machine.open()
        while todo := work.commits[len(acknowledged) : len(acknowledged) + group]:
            for result in store.append_group(todo):
                if isinstance(result, PitbookError):
                    raise result
                acknowledged.append(result)
    except PitbookError:
        if not machine.disk.dead:
            raise


def lose_power(
    machine: Machine, work: Workload, crash_point: int, operations: int, again: float = 0.3, group: int = 1
) -> list[Receipt]:
    """Runs the workload until power fails, and perhaps `again` while the store recovers; the acknowledged receipts."""
    chance = Random(crash_point)
    acknowledged: list[Receipt] = []
    disk = Disk()
    fails_at = chance.randint(1, operations)
    while True:
        machine.start(disk, fails_at)
        run(machine, work, acknowledged, group)
        machine.stop()
        disk = machine.disk.after_power_loss(chance)
        if chance.random() >= again:
            break
        fails_at = chance.randint(1, 12)
    machine.start(disk, None)
    return acknowledged


def operations_of(machine: Machine, work: Workload, group: int = 1) -> int:
    """How often an undisturbed run changes the disk."""
    machine.start(Disk(), None)
    run(machine, work, [], group)
    machine.stop()
    return machine.disk.operations


def survives(machine: Machine, crash_points: range, group: int = 1) -> None:
    """After each of these crashes the store has all that it acknowledged, at most one group more, and goes on."""
    operations = [operations_of(machine, workload(seed), group) for seed in range(WORKLOADS)]
    for crash_point in crash_points:
        seed = crash_point % WORKLOADS
        work = workload(seed)
        acknowledged = lose_power(machine, work, crash_point, operations[seed], group=group)
        assert acknowledged == work.receipts[: len(acknowledged)]
        next_group = min(len(acknowledged) + group, COMMITS)
        with SqliteStore(machine.path) as store:
            found = store.head()
            assert found.number in (len(acknowledged), next_group), crash_point
            assert found.number == 0 or found == work.receipts[found.number - 1]
            assert store.verify_chain(head_after(acknowledged)) == []
            for number, commit in enumerate(work.commits[len(acknowledged) :], len(acknowledged)):
                assert store.append(commit) == work.receipts[number]
            assert store.head() == work.receipts[-1]
            assert store.verify_chain(head_after(work.receipts)) == []


def test_nothing_acknowledged_is_lost(machine: Machine) -> None:
    survives(machine, range(PER_TEST // 4))


def test_a_group_is_stored_whole_or_not_at_all(machine: Machine) -> None:
    survives(machine, range(PER_TEST // 8), GROUP)
    operations = [operations_of(machine, workload(0), group) for group in (1, GROUP)]
    assert operations[1] < operations[0] / 2


@pytest.mark.prove
@pytest.mark.parametrize("part", range(44))
def test_nothing_acknowledged_is_lost_at_ten_thousand_points(machine: Machine, part: int) -> None:
    survives(machine, range(part * PER_TEST, (part + 1) * PER_TEST), 1 + part % GROUP)


def test_control_without_full_sync_acknowledged_commits_are_lost(machine: Machine) -> None:
    """The harness sees what `synchronous=NORMAL` loses, so it would see it if the store lost something.

    The store sees it too: its head file, which is always synced, knows more than the record.
    """
    machine.synchronous = "NORMAL"
    operations = [operations_of(machine, workload(seed)) for seed in range(WORKLOADS)]
    losses = 0
    for crash_point in range(100):
        work = workload(crash_point % WORKLOADS)
        acknowledged = lose_power(machine, work, crash_point, operations[crash_point % WORKLOADS], again=0)
        try:
            with SqliteStore(machine.path) as store:
                assert store.head().number >= len(acknowledged)
        except MalformedError:
            losses += 1
        if losses > 10:
            break
    assert losses > 10
