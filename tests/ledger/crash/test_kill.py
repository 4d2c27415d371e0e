"""A process that appends is killed with `kill -9`, again and again, and the next one goes on where it was."""

import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from ledger.samples import event, one
from pitbook.ledger import SqliteStore, TreeHead

TESTS = Path(__file__).parents[2]


def kill_and_verify(path: Path, times: int) -> None:
    """Kill each process some time after it acknowledged none to four commits, however slow the disk is."""
    chance = Random(9)
    acknowledged = 0
    for _ in range(times):
        process = subprocess.Popen(
            [sys.executable, "-m", "ledger.crash.appender", str(path)],
            cwd=TESTS,
            env=os.environ | {"PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path])},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        said = "".join(process.stdout.readline() for _ in range(chance.randint(0, 4)))
        time.sleep(chance.uniform(0, 0.05))
        process.kill()
        said += process.stdout.read()
        lines = [line.split() for line in said.splitlines(keepends=True) if line.endswith("\n")]
        process.stdout.close()
        process.wait()
        assert [int(number) for number, _ in lines[1:]] == [int(number) + 1 for number, _ in lines[:-1]]
        with SqliteStore(path, create=False) as store:
            head = store.head()
            if lines:
                acknowledged = int(lines[-1][0])
            assert head.number in (acknowledged, acknowledged + 1)
            assert store.verify_chain(TreeHead.parse(lines[-1][1]) if lines else None) == []
            if head.number:
                retried = one("count", head.number - 1, event(head.number), key=f"key-{head.number - 1}")
                assert store.append(retried) == head
            acknowledged = head.number
            assert [stored.version for stored in store.read("count")] == list(range(1, acknowledged + 1))
    assert acknowledged > times


def test_a_killed_process_loses_nothing(tmp_path: Path) -> None:
    kill_and_verify(tmp_path / "ledger.db", 15)


@pytest.mark.prove
def test_a_process_killed_a_hundred_times_loses_nothing(tmp_path: Path) -> None:
    kill_and_verify(tmp_path / "ledger.db", 100)
