"""The head file is locked, moved away or damaged: what was stored is not said to be undone, and not done twice."""

import fcntl
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from ledger.samples import event, one
from pitbook.ledger import SqliteStore
from pitbook.problems import UnconfirmedError
from web.running import served

Harm = Callable[[Path], AbstractContextManager[None]]


@contextmanager
def _moved(head: Path) -> Iterator[None]:
    away = head.with_suffix(".away")
    head.rename(away)
    yield
    away.rename(head)


@contextmanager
def _damaged(head: Path) -> Iterator[None]:
    content = head.read_bytes()
    head.write_bytes(b"\0" * len(content))
    yield
    head.write_bytes(content)


@contextmanager
def _locked(head: Path) -> Iterator[None]:
    with head.open("r+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@pytest.mark.parametrize("harm", [_moved, _damaged, _locked])
def test_a_command_that_is_stored_is_not_said_to_be_undone(tmp_path: Path, harm: Harm) -> None:
    with served(tmp_path / "record.db") as server:
        ann, health = server.client(), server.plain()
        table = ann.open()
        with harm(Path(f"{server.path}.head")):
            found = health.get("/healthz").json()
            assert found["status"] == "degraded"
            assert "head file" in found["record"][0]
            for _ in range(2):
                answer = ann.ask(table, "buy_in", key="K1", amount="100.00")
                assert answer.status_code == 503
                assert "stored but not confirmed" in answer.text
                assert str(tmp_path) not in answer.text
        assert ann.do(table, "buy_in", key="K1", amount="100.00")["repeated"]
        assert server.pit.state(table).players[ann.player].stack == 510_000
        assert health.get("/healthz").json()["status"] == "ok"


def test_over_a_live_connection_the_status_says_that_the_same_id_may_be_sent_again(tmp_path: Path) -> None:
    with served(tmp_path / "record.db") as server:
        ann = server.client()
        table = ann.open()
        with ann.live(table) as live:
            with _moved(Path(f"{server.path}.head")):
                answer = live.do("buy_in", key="K1", amount="100.00")
                assert (answer["type"], answer["status"]) == ("error", 503)
            answer = live.do("buy_in", key="K1", amount="100.00")
            assert (answer["type"], answer["repeated"]) == ("done", True)
        assert server.pit.state(table).players[ann.player].stack == 510_000


def test_health_sees_a_head_file_that_lags(tmp_path: Path) -> None:
    with served(tmp_path / "record.db") as server:
        ann, health = server.client(), server.plain()
        table = ann.open()
        with _moved(Path(f"{server.path}.head")):
            assert ann.ask(table, "buy_in", amount="100.00").status_code == 503
            health.get("/healthz")
        assert "the head file knows only" in health.get("/healthz").json()["record"][0]
        ann.do(table, "buy_in", amount="100.00")
        assert health.get("/healthz").json()["status"] == "ok"


def test_the_ledger_says_that_the_commit_is_stored(tmp_path: Path) -> None:
    commit = one("s", 0, event(), key="K")
    with SqliteStore(tmp_path / "record.db", patience=0.1) as store:
        with _moved(tmp_path / "record.db.head"):
            with pytest.raises(UnconfirmedError, match="stored, but not confirmed"):
                store.append(commit)
            with pytest.raises(UnconfirmedError):
                store.find("K")
            with pytest.raises(UnconfirmedError):
                store.append(commit)
        assert store.append(commit).number == 1
        assert store.find("K") is not None
