"""Faults on real server processes that share one record in PostgreSQL: see `cluster`."""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import gettempdir

import pytest

from attacks.cluster import Cluster, two_dealers
from attacks.small_disk import SmallDisk, small_disk
from pitbook.web.live.table_leases import group_of
from postgresql import Server

FILL = "fill the disk"
FAULTS: dict[str, tuple[Callable[[Cluster], None], int]] = {
    "kill a server": (Cluster.kill_server, 3),
    "kill the database": (Cluster.crash_database, 2),
    "pause a server past its lease": (Cluster.pause_server, 1),
    "drop all connections": (Cluster.drop_connections, 3),
    "cut the line": (Cluster.cut_line, 2),
    "delay the line": (Cluster.delay_line, 2),
    "split the line": (Cluster.split_line, 2),
    "silence the line": (Cluster.silence_line, 1),
    FILL: (Cluster.fill_disk, 1),
}
"""What goes wrong, and how often of all faults."""
LONG = 500
DISK_MB = 600


@pytest.fixture
def database() -> Iterator[Server]:
    """A server of its own, which is killed."""
    server = Server()
    yield server
    server.remove()


def suffer(
    database: Server, home: Path, names: list[str], workers: int, players: int, disk: SmallDisk | None = None
) -> dict[str, int]:
    """Faults at servers whose clocks are minutes apart and jump, and what came of it."""
    cluster = Cluster(database, home, workers, players, "clocks")
    cluster.disk = disk
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
    """But for a full disk, which needs a small one."""
    found = suffer(database, tmp_path, [name for name in FAULTS if name != FILL], workers=3, players=2)
    assert found["acknowledged"] > 10
    assert found["dealt"] > 0


@pytest.mark.prove
@pytest.mark.parametrize("fenced", [True, False])
def test_without_the_check_of_leases_two_deal_at_one_table(database: Server, tmp_path: Path, fenced: bool) -> None:
    """A server that was paused past its lease, and does not notice it, deals on: the database alone refuses that."""
    cluster = Cluster(database, tmp_path, 2, 3, "stubborn")
    try:
        if not fenced:
            cluster.let_anybody_deal()
        with cluster.playing():
            for pid in cluster.servers:
                cluster.pause(pid)
                time.sleep(1.5)
        cluster.stop()
        assert bool(cluster.two_dealers()) != fenced
        if fenced:
            cluster.check()
    finally:
        cluster.close()


@pytest.mark.prove
def test_hundreds_of_faults(tmp_path: Path) -> None:
    with small_disk(DISK_MB) as disk:
        faults = {name: one for name, one in FAULTS.items() if disk is not None or name != FILL}
        names = random.choices(list(faults), [weight for _, weight in faults.values()], k=LONG)
        server = Server(None if disk is None else disk.folder, Path(gettempdir()))
        try:
            found = suffer(server, tmp_path, names, 4, 4, disk)
        finally:
            server.remove()
    print(dict(Counter(names)), found)
    assert found["acknowledged"] > LONG


def test_a_dealer_without_the_lease_is_found() -> None:
    """The control of the check: a process deals after another one has taken over the table."""
    at = [datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=number) for number in range(5)]
    leased = [(at[0], group_of("T1"), "one"), (at[2], group_of("T1"), "two"), (at[3], group_of("T2"), "one")]
    assert two_dealers([(at[1], "table:T1", "one"), (at[4], "table:T1", "two")], leased) == []
    assert len(two_dealers([(at[4], "table:T1", "one")], leased)) == 1
    assert len(two_dealers([(at[1], "table:T1", "one")], [])) == 1
