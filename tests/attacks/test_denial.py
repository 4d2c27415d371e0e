"""One client tries to keep everybody else from playing; a player in a round does not notice.

The attacker is a process of its own, on the player's own address where it holds connections open.
"""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import httpx
import pytest

from pitbook.web.settings import Rate, Settings
from web.running import Client, Live, least_wagers, served

FLOODING = Path(__file__).with_name("flooding.py")
P99, PATIENT = 0.25, 5.0
ELSEWHERE = "127.0.0.9"


class Running:
    """`pitbook serve` as a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.log = folder / "log.txt"
        command = (sys.executable, "-m", "pitbook", "serve", "--port", "0", "--db", str(folder / "record.db"))
        with self.log.open("w") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().split("localhost:")[1].split("/")[0])


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    found = Running(tmp_path_factory.mktemp("flooded"))
    yield found
    found.process.terminate()
    found.process.communicate(timeout=60)
    assert found.process.returncode == 0
    said = found.log.read_text()
    assert len(said) < 100_000
    assert "Traceback" not in said


@contextmanager
def _flood(running: Running, kind: str, seconds: float, count: int, address: str = "127.0.0.1") -> Iterator[Any]:
    """An attack that goes on until the block ends, or its own time; what it did is added to what is yielded."""
    command = (sys.executable, str(FLOODING), kind, str(running.port), str(seconds), str(count), address)
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    done: dict[str, int] = {}
    try:
        yield done
    finally:
        said, _ = process.communicate(timeout=seconds + 60)
    done.update(json.loads(said))


def _play(live: Live, seconds: float) -> list[float]:
    """Play rounds as fast as the server allows anybody; how long each command took."""
    took = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        view, began = live.view, time.monotonic()
        if view["ask"]:
            answer = live.do("decide", seat=1, action=view["ask"]["actions"][-1]["action"])
        else:
            answer = live.do("ready", seat=1, wagers=least_wagers(view))
        took.append(time.monotonic() - began)
        assert answer["type"] == "done", answer
        time.sleep(max(0, began + 0.055 - time.monotonic()))
    return took


def _fresh(port: int, took: list[float], end: float) -> None:
    """Somebody who comes to the page from elsewhere, each time with a connection of their own."""
    while time.monotonic() < end:
        began = time.monotonic()
        there = httpx.HTTPTransport(local_address=ELSEWHERE)
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30, transport=there) as http:
            assert http.get("/icon.svg").status_code == 200
        took.append(time.monotonic() - began)
        time.sleep(0.1)


SMALL = {"half_open": 350, "live": 400}
FULL = {"half_open": 1050, "sessions": 4000, "tables": 400, "live": 1000, "computing": 200}


@pytest.mark.parametrize(
    ("kind", "count", "seconds"),
    [
        *((kind, count, 1.0) for kind, count in SMALL.items()),
        *(pytest.param(kind, count, 20, marks=pytest.mark.prove) for kind, count in FULL.items()),
    ],
)
def test_a_player_in_a_round_goes_on_playing(running: Running, kind: str, count: int, seconds: float) -> None:
    ann = Client(running.port, "Ann")
    table = ann.open()
    fresh: list[float] = []
    with ann.live(table) as live:
        live.next()
        _play(live, 0.5)
        where = "127.0.0.1" if kind == "half_open" else f"127.0.{round(seconds)}.{[*FULL].index(kind)}"
        with _flood(running, kind, seconds + 2, count, where) as done:
            comer = threading.Thread(target=_fresh, args=(running.port, fresh, time.monotonic() + seconds))
            comer.start()
            took = _play(live, seconds)
            comer.join()
        live.do("close_table")
    ann.http.close()
    p99 = quantiles(took, n=100, method="inclusive")[98]
    print(f"{kind}: {done}; {len(took)} commands: median {median(took) * 1000:.0f} ms, p99 {p99 * 1000:.0f} ms")
    print(f"{len(fresh)} fresh connections, the slowest {max(fresh) * 1000:.0f} ms")
    assert sum(done.values()) >= min(count, 5 * round(seconds))
    # A machine that runs other tests beside this one is no place to measure; the proof is.
    assert p99 < (P99 if seconds > 5 else PATIENT)
    assert max(fresh) < PATIENT


@pytest.mark.prove
def test_ten_sessions_do_not_take_every_table(running: Running) -> None:
    with _flood(running, "tables", 30, 400, "127.0.0.20") as done:
        pass
    assert done["POST 201"] == 100
    ann = Client(running.port, "Ann")
    table = ann.open()
    ann.do(table, "close_table")
    ann.http.close()


@pytest.mark.prove
def test_fifty_people_behind_one_address_are_ordinary_use(tmp_path: Path) -> None:
    """With the limits that a server has by itself: everybody signs in, has a private table, looks at it and plays."""
    with served(tmp_path / "record.db", Settings()) as server:
        people = [server.client(f"P{number}") for number in range(50)]
        tables = [one.open(private=True) for one in people]
        lives = [one.live(table).__enter__() for one, table in zip(people, tables, strict=True)]
        for live in lives:
            live.next()
            assert live.do("ready", seat=1, wagers=least_wagers(live.view))["type"] == "done"
        assert all(live.view["ask"] for live in lives)
        for live in lives:
            live.__exit__(None, None, None)


def test_a_table_that_nobody_plays_gives_way_when_there_are_too_many(tmp_path: Path) -> None:
    settings = Settings(max_tables=3, unplayed_seconds=3, bot_seconds=0)
    with served(tmp_path / "record.db", settings) as server:
        eve, ann, bob = map(server.client, ("Eve", "Ann", "Bob"))
        first, second, third = eve.open(), eve.open(), ann.open()
        ann.do(third, "ready", seat=1, wagers=least_wagers(ann.view(third)))
        refused = bob.http.post("/api/tables", json={"target": "md-heads-up-holdem"})
        assert "too many open tables" in refused.text
        time.sleep(3.1)
        bob.open()
        statuses = [ann.view(one)["status"] for one in (first, second, third)]
        assert statuses == ["closed", "open", "open"]


def test_a_table_closes_when_nothing_happens_there(tmp_path: Path) -> None:
    """Also with somebody in the middle of a round: nothing more is wagered, and the chips are theirs."""
    settings = Settings(idle_seconds=0.5, shared_seconds=1, bot_seconds=0)
    with served(tmp_path / "record.db", settings) as server:
        ann = server.client("Ann")
        table = ann.open()
        with ann.live(table) as live:
            live.next()
            live.do("ready", seat=1, wagers=least_wagers(live.view))
            live.until(lambda view: view["status"] == "closing", 20)
            live.until(lambda view: view["status"] == "closed", 20)
        ann.do(table, "leave")


def test_a_request_that_does_not_arrive_is_hung_up_on(tmp_path: Path) -> None:
    settings = Settings(request_seconds=0.5, body_seconds=0.5, requests=Rate(1000, 1000))
    with served(tmp_path / "record.db", settings) as server:
        head = b"POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n"
        for sent, answer in ((b"", b""), (head[:30], b""), (head, b"HTTP/1.1 408"), (head + b"{", b"HTTP/1.1 408")):
            with server.raw() as raw:
                raw.sendall(sent)
                began = time.monotonic()
                assert raw.recv(12) == answer
                assert time.monotonic() - began < 4


def test_connections_of_one_address_and_in_all(tmp_path: Path) -> None:
    """Who holds connections open loses the oldest of them, and nobody else loses any."""
    settings = Settings(max_sockets_each=8, max_sockets=12, request_seconds=30)
    with served(tmp_path / "record.db", settings) as server:
        ann = server.client("Ann")
        table = ann.open()
        with ann.live(table) as live:
            live.next()
            held = [server.raw(ELSEWHERE) for _ in range(20)]
            assert held[0].recv(1) == b""
            assert live.do("buy_in", amount="1.00")["type"] == "done"
            for _ in range(20):
                assert server.plain().get("/icon.svg").status_code == 200
            for one in held:
                one.close()
