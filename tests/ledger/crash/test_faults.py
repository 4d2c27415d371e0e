"""A disk that lies or fails: what was acknowledged is there, or the record is not taken for whole."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from ledger.crash.disk import Disk
from ledger.crash.machine import Machine, machine_at
from ledger.crash.test_power_loss import WORKLOADS, Workload, workload
from ledger.samples import head_after
from pitbook.ledger import Receipt
from pitbook.problems import MalformedError, RefusedError

SILENT = ("torn", "misdirected", "rot")
POINTS = 60
OPERATIONS = 250
"""About how often a run changes the disk."""


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    with machine_at(tmp_path / "ledger.db") as made:
        yield made


def run(machine: Machine, work: Workload) -> list[Receipt]:
    """Appends until all is acknowledged, power fails or damage is found; an answer of failure is tried again."""
    acknowledged: list[Receipt] = []
    while len(acknowledged) < len(work.commits) and not machine.disk.dead:
        try:
            store = machine.open()
            while len(acknowledged) < len(work.commits):
                acknowledged.append(store.append(work.commits[len(acknowledged)]))
        except RefusedError:
            machine.close()
        except MalformedError:
            break
    return acknowledged


def left_after(machine: Machine, fault: str, point: int) -> tuple[Workload, list[Receipt]]:
    """The machine is found again after a run with a fault and a loss of power, at the end or soon after the fault."""
    work, chance = workload(point % WORKLOADS), Random(point)
    disk = Disk()
    disk.fault, disk.fault_at, disk.chance = fault, chance.randint(1, OPERATIONS), chance
    machine.start(disk, disk.fault_at + chance.randint(1, 40) if fault in ("torn", "misdirected") else None)
    acknowledged = run(machine, work)
    machine.stop()
    found = disk.after_power_loss(chance)
    if fault == "rot":
        found.files[chance.choice(sorted(found.files))].rot(chance)
    machine.start(found)
    return work, acknowledged


def survives_silent_faults(machine: Machine, points: range) -> Counter[str]:
    """What is not found damaged has every acknowledged commit, and goes on."""
    outcomes: Counter[str] = Counter()
    for point in points:
        work, acknowledged = left_after(machine, SILENT[point % len(SILENT)], point)
        assert acknowledged == work.receipts[: len(acknowledged)]
        try:
            store = machine.open()
            if problems := store.verify_chain():
                raise MalformedError(problems)
            assert store.head().number >= len(acknowledged), point
            for commit, receipt in zip(work.commits, work.receipts, strict=True):
                assert store.append(commit) == receipt
            assert store.verify_chain(head_after(work.receipts)) == []
            outcomes["whole"] += 1
        except MalformedError:
            outcomes["found"] += 1
        machine.stop()
    return outcomes


def survives_failing_syncs(machine: Machine, points: range) -> None:
    """A sync that fails, and drops what it should have written, never acknowledges what is then lost."""
    for point in points:
        work, acknowledged = left_after(machine, "sync", point)
        assert acknowledged == work.receipts
        store = machine.open()
        assert store.head() == work.receipts[-1], point
        assert store.verify_chain() == []
        machine.stop()


def test_torn_and_misdirected_writes_and_bit_rot_are_found_or_harmless(machine: Machine) -> None:
    outcomes = survives_silent_faults(machine, range(POINTS))
    assert min(outcomes["whole"], outcomes["found"]) > POINTS // 10, outcomes


def test_a_failing_sync_loses_nothing(machine: Machine) -> None:
    survives_failing_syncs(machine, range(POINTS))


@pytest.mark.prove
@pytest.mark.parametrize("part", range(1, 21))
def test_ten_thousand_faults_of_the_disk(machine: Machine, part: int) -> None:
    points = range(part * 500, (part + 1) * 500)
    survives_silent_faults(machine, points)
    survives_failing_syncs(machine, points)
