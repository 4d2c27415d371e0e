"""A disk that is full below the record: commands are refused with a sentence, nothing is lost, and play continues."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPException
from pathlib import Path
from tempfile import gettempdir

import psycopg
import pytest

from attacks.cluster import Cluster, Player, check_player
from attacks.small_disk import SmallDisk, small_disk
from pitbook.audit import audit
from pitbook.pit import open_record
from postgresql import Server

DISK_MB = 120
PATIENCE = 60.0
BEFORE_SECONDS, FULL_SECONDS = 2.0, 3.0
TIMES = 3

pytestmark = pytest.mark.prove


@pytest.fixture
def disk() -> Iterator[SmallDisk]:
    """Where none can be mounted the tests are skipped, in CI too: no package would help."""
    with small_disk(DISK_MB) as found:
        if found is None:
            pytest.skip("a small disk can't be mounted here: that needs root, and a machine that lets it")
        yield found


def first_refusal(player: Player) -> tuple[int, str]:
    """Buy chips until that is refused; the status and the sentence, which says whether it may have been done."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with suppress(OSError, HTTPException):
            player._count += 1
            key = f"buy_in-{player._count}"
            asked = {"do": "buy_in", "amount": "1.00"}
            status, document = player.request("POST", f"/api/tables/{player.table}/commands", asked, key)
            if status != 200:
                (player.unanswered if status == 503 else player.refused)[key] = "buy_in"
                return status, str(document["error"]["problems"][0]["message"])
            player.acknowledged[key] = "buy_in"
    raise AssertionError("the disk is full and nothing is refused")


def check_refusal(status: int, sentence: str, hidden: str) -> None:
    assert status in (409, 429, 503)
    assert re.search("nothing was done|not confirmed", sentence), sentence
    assert hidden not in sentence


def use_up_the_log(postgres: Server) -> None:
    """Go through the log of changes until there is no room for more of it; the database ends then."""
    with suppress(psycopg.Error), psycopg.connect(postgres.url("cluster"), autocommit=True) as owner:
        owner.execute("CREATE TABLE public.much(what text)")
        while True:
            owner.execute("INSERT INTO public.much SELECT repeat(md5(g::text), 30) FROM generate_series(1, 1000) g")
            owner.execute("SELECT pg_switch_wal()")


@pytest.mark.parametrize("what", ["data", "log"])
def test_a_full_disk_below_the_database(disk: SmallDisk, tmp_path: Path, what: str) -> None:
    """Without room for data every write is refused; without room for its log the database itself ends."""
    below, log_below = (disk.folder, Path(gettempdir())) if what == "data" else (None, disk.folder)
    postgres = Server(below, log_below, min_wal_size="2MB", max_wal_size="4MB")
    cluster = Cluster(postgres, tmp_path / "home", 2, 2, "clocks")
    watching = Player(cluster.players[0].port, "Watcher")
    try:
        with cluster.playing():
            watching.arrive()
            time.sleep(BEFORE_SECONDS)
            disk.fill()
            if what == "log":
                use_up_the_log(postgres)
            check_refusal(*first_refusal(watching), hidden=str(cluster.line.port))
            time.sleep(FULL_SECONDS)
            disk.free()
            assert postgres.runs == (what == "data")
            postgres.start()
            watching.do("buy_in", amount="1.00")
        cluster.stop()
        cluster.players.append(watching)
        cluster.check()
    finally:
        cluster.close()
        postgres.remove()


def test_a_full_disk_below_a_record_in_a_file(disk: SmallDisk, tmp_path: Path) -> None:
    path = disk.folder / "record.db"
    process = subprocess.Popen(
        (sys.executable, "-m", "pitbook", "serve", "--port", "0", "--db", str(path)),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path / "home")},
    )
    assert process.stdout is not None
    with process.stdout:
        found = re.search(r"http://localhost:(\d+)/", process.stdout.readline())
        assert found
        players = [Player(int(found[1]), f"P{number}") for number in range(3)]
        over = threading.Event()
        try:
            for player in players:
                player.arrive()
            threads = [threading.Thread(target=one.play, args=(over.is_set,)) for one in players[1:]]
            for thread in threads:
                thread.start()
            for _ in range(TIMES):
                disk.fill()
                check_refusal(*first_refusal(players[0]), hidden=str(path))
                status, view = players[0].request("GET", f"/api/tables/{players[0].table}")
                assert (status, players[0].player in view["players"]) == (200, True)
                time.sleep(FULL_SECONDS)
                disk.free()
                players[0].do("buy_in", amount="1.00")
            over.set()
            for thread in threads:
                thread.join()
            process.send_signal(signal.SIGTERM)
            assert process.wait(30) == 0
        finally:
            over.set()
            process.kill()
    with closing(open_record(path)) as record:
        commits = {str(commit.key): commit for commit in record.read_all() if commit.key}
        assert audit(record).problems == ()
    for player in players:
        assert player.failure is None
        check_player(player, commits)
        assert len(player.acknowledged) >= TIMES
