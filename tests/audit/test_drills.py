"""Answers in the drill: they have a stream for each person, of one form, and pass through audit and export."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from coach.test_practice import NOW, answered
from pit.playing import recorded
from pitbook.audit import audit
from pitbook.audit.export import export
from pitbook.json_types import JsonObject
from pitbook.ledger import Append, Commit, Event, MemoryStore
from pitbook.pit import Pit, open_record
from pitbook.pit.drills import DrillAnswered, drill_stream, read_drill_event
from pitbook.problems import MalformedError
from pitbook.table.commands import player
from table.play import MD, rules_of

PERSON = "Zoë: 7~" + "0123456789abcdef" * 2
STREAM = "drill:" + "0123456789abcdef" * 2
ANSWER = answered("Ah Kd", "1/3")


def test_the_stored_form_stays() -> None:
    data: JsonObject = {
        "book": MD,
        "paytables": {},
        "options": {},
        "street": "river",
        "cards": "Ah Kd",
        "seen": "2c 7d 9h Js Qd",
        "dead": "",
        "left": "ante=1",
        "action": "fold",
        "best": "raise_1",
        "cost": "1/3",
        "day": "2026-01-31",
    }
    assert (DrillAnswered.type, DrillAnswered.version) == ("drill_answered", 1)
    assert ANSWER.to_data() == data
    assert DrillAnswered.from_data(data) == ANSWER
    assert drill_stream(PERSON) == STREAM


def test_a_record_with_answers_holds_and_is_exported(tmp_path: Path) -> None:
    with open_record(tmp_path / "pit.db", create=True) as store:
        pit = Pit(store, now=lambda: NOW)
        first = pit.note(STREAM, ANSWER, player(PERSON), key="k1")
        assert pit.note(STREAM, ANSWER, player(PERSON), key="k1") == first
        pit.note(STREAM, answered("Ah Kd", "0"), player(PERSON))
        assert [read_drill_event(one).cost for one in store.read(STREAM)] == ["1/3", "0"]
        report = audit(store)
        assert report.holds, report.problems
        assert report.events == 3
        lines = [json.loads(line) for line in export(store, "jsonl")]
        assert next(line["data"] for line in lines if line["stream"] == STREAM) == ANSWER.to_data()
        assert sum(STREAM in line for line in export(store, "csv")) == 2


def test_what_another_process_adds_meanwhile_is_followed(tmp_path: Path) -> None:
    with open_record(tmp_path / "pit.db", create=True) as store, open_record(tmp_path / "pit.db") as other:
        for pit in (Pit(store), Pit(other), Pit(store)):
            pit.note(STREAM, ANSWER, player(PERSON))
        assert store.version(STREAM) == 3


@pytest.mark.parametrize(
    "change",
    [
        {"cost": "-1/3"},
        {"cost": "2/6"},
        {"cost": "1/0"},
        {"cost": 0.25},
        {"cost": "9" * 300},
        {"day": "20260131"},
        {"day": "2026-02-30"},
        {"cards": "Ah Ah"},
        {"cards": "Ah 2c"},
        {"cards": "Xx"},
        {"best": "fold"},
        {"paytables": []},
        {"paytables": {"trips_plus": 1}},
        {"options": {"x": "true"}},
        {"street": None},
        {"more": 1},
    ],
)
def test_an_answer_that_is_not_of_its_form_is_named(change: dict[str, Any]) -> None:
    store = recorded(rules_of(MD), 1)
    assert audit(store).holds
    event = Event("drill_answered", 1, ANSWER.to_data() | change, NOW, f"player:{PERSON}")
    store.append(Commit((Append(STREAM, 0, (event,)),)))
    (problem,) = audit(store).problems
    assert problem.value == f"{STREAM} 1"


def test_an_answer_is_in_the_stream_of_whoever_gave_it() -> None:
    right = Event("drill_answered", 1, ANSWER.to_data(), NOW, f"player:{PERSON}")
    actors = (f"dealer:{PERSON}", "player:Ann", "player:Ann~" + "0" * 32, "player")
    wrong = [replace(right, actor=actor) for actor in actors]
    for event in (*wrong, replace(right, type="decided"), replace(right, schema=2)):
        store = MemoryStore()
        store.append(Commit((Append(STREAM, 0, (event,)),)))
        (problem,) = audit(store).problems
        assert problem.value == f"{STREAM} 1"
    for name in ("Ann", "Ada~operator", "Zed~bot"):
        with pytest.raises(MalformedError, match="drills need a signed-in player"):
            drill_stream(name)
