"""Answers in the drill of somebody who is signed in: valued by the server, in the record once, and read back."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest

from coach.test_advice import advised
from pitbook.audit import audit
from pitbook.pit import open_record
from pitbook.web.settings import Rate
from web.running import BOOKS, FAST, Client, Served, served

MD = BOOKS[0]
EMPTY = {"level": 1, "row": 0, "wrong": 0, "best": 0, "days": {}, "results": {}, "missed": []}
TODAY = datetime.now(UTC).date()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("drill") / "record.db") as found:
        yield found


def _asked(ann: Client, seed: int = 1) -> dict[str, Any]:
    found: dict[str, Any] = ann.http.get("/api/drill", params={"target": MD, "street": "river", "seed": seed}).json()
    return found


def _answer(ann: Client, drill: dict[str, Any], action: str, key: str | None = None, **more: Any) -> Any:
    headers = {} if key is None else {"Idempotency-Key": key}
    return ann.http.post("/api/drill", json={"id": drill["id"], "action": action, **more}, headers=headers)


def _results(ann: Client) -> Any:
    return ann.http.get("/api/drill/results").json()


def _stored(server: Served, ann: Client) -> list[dict[str, Any]]:
    stream = "drill:" + ann.player.rpartition("~")[2]
    return [one.event.data for one in server.pit.store.read(stream)]


def _values(drill: dict[str, Any]) -> dict[str, Fraction]:
    return advised(MD, "--hole", " ".join(drill["cards"]), "--board", " ".join(drill["board"]))


def test_an_answer_is_in_the_record_with_its_exact_cost_and_comes_back(server: Served) -> None:
    ann = server.client()
    assert _results(ann) == EMPTY
    drill = _asked(ann)
    values = _values(drill)
    best, *_, worst = sorted(values, key=lambda action: values[action], reverse=True)
    cost = values[best] - values[worst]
    assert _answer(ann, drill, worst).json()["recorded"]
    (data,) = _stored(server, ann)
    assert (data["book"], data["street"], data["cards"].split()) == (MD, "river", drill["cards"])
    assert (data["action"], data["best"], Fraction(data["cost"])) == (worst, best, cost)
    assert data["day"] in {str(TODAY), str(datetime.now(UTC).date())}
    found = _results(server.again(ann.token))
    assert found["results"][MD]["streets"] == {
        "river": {
            "when": drill["when"],
            "answered": 1,
            "right": 0,
            "cost": {"fraction": str(cost), "decimal": float(cost)},
        }
    }
    (missed,) = found["missed"]
    assert missed["box"] == 0
    assert missed["question"] == {name: drill[name] for name in missed["question"]}, "the id included"
    assert timedelta(minutes=9) < datetime.fromisoformat(missed["due"]) - datetime.now(UTC) <= timedelta(minutes=10)
    assert _answer(ann, missed["question"], best).json()["correct"]
    found = _results(ann)
    assert (found["row"], found["best"], [one["box"] for one in found["missed"]]) == (1, 1, [1])
    assert found["results"][MD]["streets"]["river"]["answered"] == 2


def test_nobody_else_has_it_and_a_guest_and_the_operator_leave_nothing(server: Served) -> None:
    ann, eve = server.client(), server.client()
    drill = _asked(ann)
    _answer(ann, drill, "fold")
    assert _results(eve) == EMPTY, "the same name is another person's"
    size = server.pit.store.size()
    guest, ada = server.plain(), server.operator()
    told = guest.post("/api/drill", json={"id": drill["id"], "action": "fold", "day": str(TODAY)}).json()
    assert told["recorded"] is False
    assert _answer(ada, drill, "fold").json()["recorded"] is False
    assert server.pit.store.size() == size
    assert guest.get("/api/drill/results").status_code == 401
    assert ada.http.get("/api/drill/results").status_code == 409


def test_an_answer_counts_once_however_often_it_is_sent(server: Served) -> None:
    ann = server.client()
    drill = _asked(ann)
    first = _answer(ann, drill, "fold", "k1", day=str(TODAY)).json()
    assert _answer(ann, drill, "fold", "k1", day=str(TODAY)).json() == first
    assert len(_stored(server, ann)) == 1
    wrong = _answer(ann, drill, "raise_1", "k1", day=str(TODAY))
    assert wrong.status_code == 412
    assert "the key 'k1' was used for another command" in wrong.json()["error"]["problems"][0]["message"]
    table = ann.open()
    assert ann.ask(table, "buy_in", amount="5.00", key="k1").status_code == 412
    assert len(_stored(server, ann)) == 1
    assert _answer(ann, drill, "fold", "k2", day=str(TODAY)).status_code == 200
    assert len(_stored(server, ann)) == 2


def test_what_is_not_an_answer_leaves_nothing(server: Served) -> None:
    ann = server.client()
    drill = _asked(ann)
    right = {"id": drill["id"], "action": "fold"}
    for change in (
        {"id": drill["id"][:-2]},
        {"id": ann.token},
        {"action": "fly"},
        {"action": ""},
        {"cost": "0"},
        {"best": "fold"},
        {"correct": True},
        {"player": "Eve~" + "0" * 32},
        {"day": "tomorrow"},
        {"day": "2026-02-30"},
        {"day": [1]},
        {"id": None},
    ):
        assert ann.http.post("/api/drill", json=right | change).status_code == 422, change
    for days in (-2, 2, -5000, 50_000):
        answer = _answer(ann, drill, "fold", day=str(TODAY + timedelta(days=days)))
        assert answer.status_code == 409
        assert "set the clock of your device" in answer.json()["error"]["problems"][0]["message"]
    for key in (b"", b"a b", b"x" * 65, "ü".encode("latin-1")):
        answer = ann.http.post("/api/drill", json=right, headers={b"Idempotency-Key": key})
        assert answer.status_code == 422, key
    assert _stored(server, ann) == []


def test_the_day_is_the_players_own(server: Served) -> None:
    ann = server.client()
    days = [TODAY - timedelta(days=1), TODAY]
    for day in days:
        assert _answer(ann, _asked(ann), "fold", day=str(day)).status_code == 200
    assert _results(ann)["days"] == {str(day): 1 for day in days}


def test_answers_count_for_the_rate_limit_and_the_record_holds(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("limited") / "record.db"
    with served(path, replace(FAST, commands=Rate(3, 0.001))) as limited:
        ann = limited.client()
        drill = _asked(ann)
        assert [_answer(ann, drill, "fold").status_code for _ in range(4)] == [200, 200, 200, 429]
        assert _results(ann)["results"][MD]["streets"]["river"]["answered"] == 3
        token = ann.token
    with open_record(path) as store:
        report = audit(store)
        assert report.holds, report.problems
    with served(path) as again:
        ann = again.again(token)
        assert _results(ann)["results"][MD]["streets"]["river"]["answered"] == 3, "after a restart"


def test_the_history_is_opened_once(server: Served) -> None:
    ann = server.client()
    ann.http.get("/api/session/report")
    history = server.app.state.history
    ann.http.get("/api/session/report")
    assert server.app.state.history is history
