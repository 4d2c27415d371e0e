"""The self-check of a running server: code, books and submissions, at the start, daily and on demand."""

import logging
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import apsw
import pytest

from pit.playing import recorded
from pitbook import fairness
from pitbook.audit.rounds import verify
from pitbook.fairness import vectors
from pitbook.fairness.kernels import shuffle_decks
from pitbook.problems import Problem, RefusedError
from pitbook.selfcheck import selfcheck
from pitbook.submission import load_target
from pitbook.web.live import health
from pitbook.web.live import self_check as checking
from web.running import Client, Served, served

MD, FOUR = "md-heads-up-holdem", "md-four-card-poker"
INSTALLED = {"version": "1", "code": "a" * 64, "books": "b" * 64}


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What is installed, which a test may change."""
    found = dict(INSTALLED)
    monkeypatch.setattr(checking, "selfcheck", lambda: dict(found))
    return found


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return tmp_path / "record.db"


@pytest.fixture
def running(installed: dict[str, str], record: Path) -> Iterator[Served]:
    assert installed == INSTALLED
    with served(record) as found:
        yield found


def _health(server: Served, **asked: str) -> Any:
    answer = server.plain().get("/healthz", params=asked)
    assert answer.status_code == 200
    return answer.json()


def _spoil(record: Path, digest: str) -> None:
    """Change what the record holds as the text of these house rules."""
    connection = apsw.Connection(str(record))
    connection.execute("UPDATE documents SET text = text || ' ' WHERE digest = ?", (bytes.fromhex(digest),))
    assert connection.changes() == 1
    connection.close()


def test_the_start_checks_what_is_installed(record: Path) -> None:
    with served(record) as server:
        found = _health(server)
    assert found["digests"] == selfcheck()
    assert (found["status"], found["changes"], found["submissions"]) == ("ok", [], {})
    assert found["checked"]


def test_the_submissions_in_force_are_named_by_their_digests(running: Served) -> None:
    ann = running.client()
    tables = [ann.open(MD), ann.open(FOUR), ann.open(MD)]
    digests = {name: load_target(name).digest for name in (MD, FOUR)}
    assert _health(running)["submissions"] == {digests[MD]: 2, digests[FOUR]: 1}
    assert ann.view(tables[1])["submission"] == {"digest": digests[FOUR], "approved": None}
    ann.do(tables[0], "leave")
    ann.do(tables[0], "close_table")
    assert _health(running, check="true")["submissions"] == {digests[MD]: 1, digests[FOUR]: 1}
    assert _health(running)["status"] == "ok"


def test_a_change_of_code_is_found_on_demand_and_stays_reported(running: Served, installed: dict[str, str]) -> None:
    before = _health(running)
    installed["code"] = "c" * 64
    assert _health(running) | {"uptime_seconds": 0} == before | {"uptime_seconds": 0}
    found = _health(running, check="true")
    assert (found["status"], found["digests"]) == ("degraded", INSTALLED | {"code": "c" * 64})
    (change,) = found["changes"]
    assert (change["what"], change["before"], change["after"]) == ("code", "a" * 64, "c" * 64)
    assert change["found"] == found["checked"] > before["checked"]
    # Put back, it has been otherwise all the same.
    installed["code"] = "a" * 64
    again = _health(running, check="true")
    assert again["digests"] == INSTALLED
    assert (again["status"], again["changes"]) == ("degraded", [change])
    installed["books"] = "d" * 64
    assert [one["what"] for one in _health(running, check="true")["changes"]] == ["code", "books"]


def test_a_restart_begins_anew(installed: dict[str, str], record: Path) -> None:
    with served(record) as first:
        installed["code"] = "c" * 64
        assert _health(first, check="true")["status"] == "degraded"
    with served(record) as second:
        assert _health(second, check="true")["status"] == "ok"


def test_every_day_there_is_a_check(
    installed: dict[str, str], record: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(health, "DAY", 0.05)
    caplog.set_level(logging.WARNING, "pitbook.web")
    with served(record) as server:
        installed["books"] = "e" * 64
        end = time.monotonic() + 20
        while _health(server)["status"] == "ok":
            assert time.monotonic() < end
        checked = _health(server)["checked"]
        while _health(server)["checked"] == checked:
            assert time.monotonic() < end
        assert [one["what"] for one in _health(server)["changes"]] == ["books"]
    said = [one.getMessage() for one in caplog.records if "self-check" in one.getMessage()]
    assert said == [f"self-check: books is {'e' * 64}, and was {'b' * 64}"]


def test_house_rules_that_the_record_no_longer_holds_are_found(running: Served, record: Path) -> None:
    ann = running.client()
    ann.open(MD), ann.open(FOUR)
    digest = load_target(FOUR).digest
    assert _health(running, check="true")["status"] == "ok"
    _spoil(record, digest)
    found = _health(running, check="true")
    assert found["status"] == "degraded"
    (change,) = found["changes"]
    assert (change["what"], change["before"]) == (f"submission {digest}", digest)
    assert change["after"] == "not in the record as it was stored"


def test_house_rules_in_memory_that_are_not_the_records_are_found(
    running: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    running.client().open(MD)
    digest = load_target(MD).digest
    monkeypatch.setitem(running.pit.library._known, digest, load_target(FOUR))
    assert [one["after"] for one in _health(running, check="true")["changes"]] == ["not what the tables play by"]


@pytest.mark.usefixtures("installed")
def test_a_start_on_a_record_without_its_house_rules_says_so(record: Path) -> None:
    with served(record) as first:
        ann = first.client()
        good, bad = ann.open(MD), ann.open(FOUR)
    _spoil(record, load_target(FOUR).digest)
    with served(record) as second:
        found = _health(second)
        assert (found["status"], [one["what"] for one in found["changes"]]) == ("degraded", [f"table {bad}"])
        again = Client(second.port, token=ann.token)
        assert again.view(good)["table"] == good
        again.http.close()


def test_what_can_not_be_read_is_reported(running: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> dict[str, str]:
        raise FileNotFoundError(2, "No such file", "secret/place")

    monkeypatch.setattr(checking, "selfcheck", gone)
    found = _health(running, check="true")
    assert (found["status"], found["digests"]) == ("degraded", INSTALLED)
    assert [(one["what"], one["after"]) for one in found["changes"]] == [("code and books", "can't be read")]
    assert "secret" not in str(found)


def test_a_self_check_that_fails_is_reported(running: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> dict[str, str]:
        raise RefusedError(Problem("secret/place is locked"))

    monkeypatch.setattr(checking, "selfcheck", refused)
    found = _health(running, check="true")
    assert (found["status"], found["digests"]) == ("degraded", INSTALLED)
    assert ("self-check", "failed") in [(one["what"], one["after"]) for one in found["changes"]]
    assert "secret" not in str(found)


def swapped(deal: Callable[..., tuple[int, ...]]) -> Callable[..., tuple[int, ...]]:
    """A shuffle that exchanges the first two cards of the deck."""

    def shuffle(*given: Any, **more: Any) -> tuple[int, ...]:
        first, second, *rest = deal(*given, **more)
        return (second, first, *rest)

    return shuffle


def broken(*_: Any, **__: Any) -> tuple[int, ...]:
    raise ZeroDivisionError


def twin_that_swaps(seeds: Any, contexts: Any, decks: Any) -> None:
    shuffle_decks(seeds, contexts, decks)
    decks[:, [0, 1]] = decks[:, [1, 0]]


WRONG: dict[str, tuple[object, str, object, str]] = {
    "a shuffle that swaps": (fairness, "shuffle", swapped(fairness.shuffle), "deck 1 differs"),
    "a shuffle that fails": (fairness, "shuffle", broken, "it cannot be computed: ZeroDivisionError"),
    "a cut that is always the same": (fairness, "cut_depth", lambda *_, **__: 25, "cut 1 differs"),
    "a commitment to nothing": (fairness, "commit", lambda *_: "0" * 64, "the commitment differs"),
    "a twin that swaps": (
        vectors,
        "shuffle_decks",
        twin_that_swaps,
        "deck 1 differs in the fast version of the shuffle",
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_shuffle_is_found(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert vectors.check_shuffle() == vectors.AS_PUBLISHED
    where, name, planted, says = WRONG[wrong]
    monkeypatch.setattr(where, name, planted)
    found = vectors.check_shuffle()
    assert found.startswith("does not give the published vector ")
    assert found.endswith(f": {says}")


def test_the_table_deals_with_the_function_that_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fairness, "shuffle", swapped(fairness.shuffle))
    found = verify(recorded(load_target(MD), 1), "T1-1")
    assert ["deck 1 is not what the seeds give" in str(one) for one in found.problems] == [True]


def test_a_shuffle_that_goes_wrong_later_is_in_the_health_of_the_server(
    record: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is found on schedule, named in the log once, and stays reported."""
    monkeypatch.setattr(health, "SHUFFLE_EVERY", 0.05)
    caplog.set_level(logging.WARNING, "pitbook.web")
    with served(record) as server:
        assert (_health(server)["status"], _health(server)["digests"]["shuffle"]) == ("ok", vectors.AS_PUBLISHED)
        monkeypatch.setattr(fairness, "shuffle", broken)
        end = time.monotonic() + 20
        while _health(server)["status"] == "ok":
            assert time.monotonic() < end
        monkeypatch.undo()
        (change,) = _health(server, check="true")["changes"]
        assert (change["what"], change["before"]) == ("shuffle", vectors.AS_PUBLISHED)
        assert "it cannot be computed" in change["after"]
    assert len([one for one in caplog.records if "self-check: shuffle is does not" in one.getMessage()]) == 1


def test_a_shuffle_that_is_wrong_from_the_start(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also the operator is told; who is not the operator is not answered there."""
    monkeypatch.setattr(fairness, "shuffle", swapped(fairness.shuffle))
    with served(record) as server:
        found = _health(server)
        assert (found["status"], [one["what"] for one in found["changes"]]) == ("degraded", ["shuffle"])
        assert "deck 1 differs" in found["digests"]["shuffle"]
        operator = server.operator()
        assert [one["what"] for one in operator.http.get("/api/operator/health").json()["changes"]] == ["shuffle"]
        assert server.client().http.get("/api/operator/health").status_code == 403
