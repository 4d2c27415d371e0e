"""The record is locked, removed, replaced, cut off or without room: /healthz says so within a second."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import apsw
import pytest

from pitbook.ledger import Receipt
from pitbook.problems import Problem, RefusedError
from pitbook.web.history import record_health as recording
from web.running import Served, served

LONGEST = 2
"""Seconds for an answer where other tests run beside this one; the proof allows the one that is promised."""


def _health(server: Served, longest: float = LONGEST) -> Any:
    began = time.monotonic()
    answer = server.plain().get("/healthz")
    assert time.monotonic() - began < longest
    assert answer.status_code == 200
    assert str(server.path) not in answer.text
    return answer.json()


def test_a_locked_record_answers_commands_within_five_seconds(tmp_path: Path) -> None:
    """Also those that wait behind others; what was refused was not carried out."""
    with served(tmp_path / "record.db") as server:
        ann = server.client("Ann")
        table = ann.open()
        other = apsw.Connection(str(server.path))
        other.execute("BEGIN IMMEDIATE")

        def buy(_: int) -> tuple[int, float]:
            began = time.monotonic()
            return ann.ask(table, "buy_in", amount="1.00").status_code, time.monotonic() - began

        with ThreadPoolExecutor(6) as pool:
            asked = pool.map(buy, range(6))
            time.sleep(0.3)
            found = _health(server)
            answers = list(asked)
        assert {status for status, _ in answers} <= {409, 429}
        assert max(seconds for _, seconds in answers) < 5
        assert (found["status"], found["head"]) == ("degraded", None)
        assert "has not answered" in found["record"][0]
        assert "could not be stored" in _health(server)["record"][0]
        other.execute("ROLLBACK")
        other.close()
        ann.do(table, "buy_in", amount="1.00")
        assert ann.view(table)["players"][ann.player]["stack"] == "5001.00"
        assert _health(server)["status"] == "ok"


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (lambda path: path.unlink(), "was removed"),
        (lambda path: (path.rename(path.with_suffix(".old")), path.write_bytes(b"")), "another file"),
    ],
)
def test_a_record_that_is_not_there_any_more(tmp_path: Path, harm: Callable[[Path], Any], said: str) -> None:
    with served(tmp_path / "record.db") as server:
        server.client().open()
        harm(server.path)
        found = _health(server)
        assert found["status"] == "degraded"
        assert said in found["record"][0]


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before it is full, by the room that is left; then by what could not be stored, until something is."""
    with served(tmp_path / "record.db") as server:
        ann = server.client()
        table = ann.open()
        assert _health(server)["status"] == "ok"
        with monkeypatch.context() as patched:
            patched.setattr(recording, "LEAST_FREE", 1 << 62)
            assert "bytes left" in _health(server)["record"][0]

        def full(_: Any) -> Any:
            raise RefusedError(Problem("there is no room left", str(server.path)))

        with monkeypatch.context() as patched:
            patched.setattr(server.pit.store, "append_group", full)
            assert ann.ask(table, "buy_in", amount="1.00").status_code == 409
        assert "could not be stored" in _health(server)["record"][0]
        ann.do(table, "buy_in", amount="1.00")
        assert _health(server)["record"] == []


def test_a_head_that_does_not_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(tmp_path / "record.db") as server:
        ann = server.client()
        table = ann.open()
        head = server.pit.store.head()
        with monkeypatch.context() as patched:
            patched.setattr(server.pit.store, "head", lambda: head)
            ann.do(table, "buy_in", amount="1.00")
            assert "the head stays" in _health(server)["record"][0]
            patched.setattr(server.pit.store, "head", lambda: Receipt(0, head.hash))
            assert "is commit 0" in _health(server)["record"][-1]


@pytest.mark.parametrize("longest", [LONGEST, pytest.param(1, marks=pytest.mark.prove)])
def test_a_record_that_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, longest: float) -> None:
    """A disk that does not answer holds the pit's thread; many who ask wait for the same look."""
    with served(tmp_path / "record.db") as server:
        ann = server.client()
        table = ann.open()
        append = server.pit.store.append_group

        def slow(commits: Any) -> Any:
            time.sleep(3)
            return append(commits)

        with monkeypatch.context() as patched, ThreadPoolExecutor(1) as pool:
            patched.setattr(server.pit.store, "append_group", slow)
            asked = pool.submit(ann.do, table, "buy_in", amount="1.00")
            time.sleep(0.3)
            for _ in range(2):
                assert _health(server, longest)["head"] is None
            asked.result()
        assert _health(server, longest)["status"] == "ok"
