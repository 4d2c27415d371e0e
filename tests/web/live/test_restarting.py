"""The real `pitbook serve` as a process: killed in the middle of a round and started again; stopped; port taken."""

import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from cli.running import Run
from pitbook.audit import audit
from pitbook.pit import open_record
from web.running import BOOKS, NO_TLS, PATIENCE, Client, least_wagers

PITBOOK = (sys.executable, "-m", "pitbook")


class Process:
    """A server process that has said where it is."""

    def __init__(self, process: "subprocess.Popen[str]", port: int) -> None:
        self.process = process
        self.port = port

    def end(self, number: int) -> int:
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)


@contextmanager
def started(path: Path, *more: str, name: str = "localhost") -> Iterator[Process]:
    command = (*PITBOOK, "serve", "--port", "0", "--db", str(path), *more)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(rf"http://{name}:(\d+)/", process.stdout.readline())
            assert found
            port = int(found[1])
            _wait_until_up(name, port)
            yield Process(process, port)
        finally:
            process.kill()


def _wait_until_up(host: str, port: int) -> None:
    for _ in range(2400):
        try:
            if httpx.get(f"http://{host}:{port}/healthz", verify=NO_TLS).status_code == 200:
                return
        except httpx.TransportError:
            threading.Event().wait(0.05)
    raise AssertionError("the server does not come up")


@dataclass(frozen=True)
class Interrupted:
    """A server that was killed in the middle of rounds and is up again, and what there was before."""

    server: Process
    pending: dict[str, tuple[str, str, Any]]
    """By table: the token and the name of whoever has to decide there, and the view."""
    among_bots: tuple[str, str]
    """A table where it is a bot's turn, and the token of the person there."""


@pytest.fixture(scope="module")
def interrupted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Interrupted]:
    path = tmp_path_factory.mktemp("killed") / "record.db"
    pending = {}
    with started(path) as first:
        for book in BOOKS:
            ann = Client(first.port, "Ann")
            table = ann.open(book)
            ann.do(table, "ready", seat=1, wagers=least_wagers(ann.view(table)))
            view = ann.view(table)
            assert view["ask"]
            pending[table] = (ann.token, ann.player, view)
            ann.http.close()
        bob = Client(first.port, "Bob")
        table = bob.open(bots=[{"plays": "simple"}] * 3, seat=4)
        bob.do(table, "ready", seat=4, wagers=least_wagers(bob.view(table)))
        assert bob.view(table)["waiting_for"]["player"].endswith("~bot")
        first.end(signal.SIGKILL)
        bob.http.close()
    with started(path) as second:
        yield Interrupted(second, pending, (table, bob.token))
        assert second.end(signal.SIGTERM) == 0
    with closing(open_record(path)) as store:
        assert audit(store).problems == ()


def test_every_seat_finds_its_pending_decision_after_a_kill(interrupted: Interrupted) -> None:
    for table, (token, player, before) in interrupted.pending.items():
        again = Client(interrupted.server.port, token=token)
        assert again.player == player
        view = again.view(table)
        for part in ("ask", "round", "players", "meters", "version"):
            connected = {name: one | {"connected": True} for name, one in view["players"].items()}
            now = connected if part == "players" else view[part]
            was = before[part]
            if part == "players":
                was = {name: one | {"connected": True} for name, one in was.items()}
            assert now == was, part
        while view["ask"]:
            again.do(table, "decide", seat=1, action=view["ask"]["actions"][0]["action"])
            view = again.view(table)
        assert view["last_round"]["round"] == before["round"]["round"]
        again.http.close()


def test_bots_go_on_after_a_kill(interrupted: Interrupted) -> None:
    table, token = interrupted.among_bots
    again = Client(interrupted.server.port, token=token)
    with again.live(table) as live:
        view = live.until(lambda view: view["ask"] or view["last_round"])
        assert view["ask"] is None or view["ask"]["seat"] == 4
    again.http.close()


@pytest.mark.prove
def test_sigterm_ends_cleanly_and_says_so_to_every_page(tmp_path: Path) -> None:
    path = tmp_path / "record.db"
    with started(path) as server:
        ann = Client(server.port, "Ann")
        table = ann.open()
        with ann.live(table) as live:
            live.next()
            server.process.send_signal(signal.SIGTERM)
            assert live.next()["type"] == "closing"
            with pytest.raises(ConnectionClosed) as closed:
                live.next()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1001
        ann.http.close()
        assert server.process.wait(PATIENCE) == 0
        assert server.process.stdout is not None
        assert server.process.stderr is not None
        assert "everything is in the record" in server.process.stdout.read()
        assert server.process.stderr.read() == ""
    assert (path.with_name("record.db.key").stat().st_mode & 0o777) == 0o600
    with closing(open_record(path)) as store:
        assert store.verify_chain() == []


@pytest.mark.prove
def test_every_loopback_address_answers_only_to_its_names(tmp_path: Path) -> None:
    """Not only the first one is out of reach of names that somebody else points there."""
    with started(tmp_path / "record.db", "--host", "127.0.0.2", name="127.0.0.2") as server:
        address = f"http://127.0.0.2:{server.port}/healthz"
        hosts = {"127.0.0.2": 200, "localhost": 200, "evil.example": 403, "127.0.0.2.evil.example": 403}
        assert {
            host: httpx.get(address, headers={"Host": host}, timeout=PATIENCE, verify=NO_TLS).status_code
            for host in hosts
        } == hosts


@pytest.mark.prove
def test_a_server_for_other_machines_answers_to_addresses_and_to_the_names_that_it_is_told(tmp_path: Path) -> None:
    names = ("--name", "Pit.example.org", "--name", "other.example.org")
    with started(tmp_path / "record.db", "--host", "0.0.0.0", *names) as server:  # noqa: S104
        hosts = {"localhost": 200, "192.0.2.7": 200, "pit.example.org": 200, "other.example.org:80": 200}
        hosts |= {"evil.example": 403, "example.org": 403}
        address = f"http://127.0.0.1:{server.port}/healthz"
        assert {
            host: httpx.get(address, headers={"Host": host}, timeout=PATIENCE, verify=NO_TLS).status_code
            for host in hosts
        } == hosts


@pytest.mark.parametrize("name", ["http://pit.example.org", "pit.example.org:8000", "", "a b", "*", ".", "a..b", "a\n"])
def test_a_name_that_no_browser_sends_is_a_sentence(run: Run, tmp_path: Path, name: str) -> None:
    found = run("serve", "--port", "0", "--db", str(tmp_path / "record.db"), "--name", name)
    assert found.code == 2
    assert "without http:// and port" in " ".join(found.err.split())
    assert not (tmp_path / "record.db").exists()


def test_nobody_is_believed_to_come_from_elsewhere(interrupted: Interrupted) -> None:
    """Of the headers that proxies send, the scheme is one whose effect can be seen."""
    headers = {"X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "https"}
    address = f"http://localhost:{interrupted.server.port}/api/session"
    answer = httpx.post(address, json={"name": "Ann"}, headers=headers, timeout=PATIENCE, verify=NO_TLS)
    assert answer.status_code == 200
    assert "secure" not in answer.headers["set-cookie"].lower()


def test_a_port_that_is_taken_is_a_sentence(run: Run, tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        found = run("serve", "--port", str(port), "--db", str(tmp_path / "record.db"))
    assert found.code == 2
    assert f"127.0.0.1:{port}: the port is in use" in found.err
    assert "Traceback" not in found.err


@pytest.mark.prove
def test_a_key_that_is_no_key_is_a_sentence(run: Run, tmp_path: Path) -> None:
    (tmp_path / "record.db.key").write_bytes(b"short")
    (tmp_path / "record.db.key").chmod(0o600)
    found = run("serve", "--port", "0", "--db", str(tmp_path / "record.db"))
    assert found.code == 2
    assert "is not a house key" in found.err
