"""Faults on real server processes that share one record in PostgreSQL: see `cluster`."""

import random
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from attacks.cluster import Cluster, two_dealers
from pitbook.web.live.table_leases import group_of
from postgresql import Server

FAULTS: dict[str, tuple[Callable[[Cluster], None], int]] = {
    "kill a server": (Cluster.kill_server, 3),
    "kill the database": (Cluster.crash_database, 2),
    "pause a server past its lease": (Cluster.pause_server, 1),
    "drop all connections": (Cluster.drop_connections, 3),
    "cut the line": (Cluster.cut_line, 2),
    "delay the line": (Cluster.delay_line, 2),
    "split the line": (Cluster.split_line, 2),
}
"""What goes wrong, and how often of all faults."""
LONG = 500


@pytest.fixture
def database() -> Iterator[Server]:
    """A server of its own, which is killed."""
    server = Server()
    yield server
    server.remove()


def suffer(database: Server, home: Path, names: list[str], workers: int, players: int) -> dict[str, int]:
    cluster = Cluster(database, "cluster", home, workers, players)
    try:
        with cluster.playing():
            for name in names:
                time.sleep(random.uniform(0.1, 0.6))
                FAULTS[name][0](cluster)
        cluster.stop()
        return cluster.check()
    finally:
        cluster.close()


def test_each_fault_once(database: Server, tmp_path: Path) -> None:
    found = suffer(database, tmp_path, list(FAULTS), workers=3, players=2)
    assert found["acknowledged"] > 10
    assert found["dealt"] > 0


@pytest.mark.prove
def test_hundreds_of_faults(database: Server, tmp_path: Path) -> None:
    names = random.choices(list(FAULTS), [weight for _, weight in FAULTS.values()], k=LONG)
    found = suffer(database, tmp_path, names, workers=4, players=4)
    assert found["acknowledged"] > LONG


def test_a_dealer_without_the_lease_is_found() -> None:
    """The control of the check: a process deals after another one has taken over the table."""
    at = [datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=number) for number in range(5)]
    leased = [(at[0], group_of("T1"), "one"), (at[2], group_of("T1"), "two"), (at[3], group_of("T2"), "one")]
    assert two_dealers([(at[1], "table:T1", "one"), (at[4], "table:T1", "two")], leased) == []
    assert len(two_dealers([(at[4], "table:T1", "one")], leased)) == 1
    assert len(two_dealers([(at[1], "table:T1", "one")], [])) == 1
