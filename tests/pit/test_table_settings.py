"""How a table is run is recorded, found again, and audited."""

import json
from pathlib import Path
from typing import Any

import pytest

from pitbook.audit import audit, read_meters
from pitbook.ledger import Append, Commit, MemoryStore, SqliteStore
from pitbook.ledger import Event as Recorded
from pitbook.ledger.clock import utc_now
from pitbook.pit import Pit, TableSettings, open_record
from pitbook.pit.table_settings import Arranged
from pitbook.problems import MalformedError, RefusedError
from pitbook.submission import load_target
from pitbook.table.commands import Do, PlaceWagers, Sit, dealer, floorperson, player

RULES = load_target("md-heads-up-holdem")
BOSS = floorperson("boss")
BY_HAND = TableSettings("dealer", 30, 20, True, "after_round")


def _pit() -> Pit:
    return Pit(MemoryStore())


def _opened(arrangement: TableSettings | None = None, **more: Any) -> Pit:
    pit = _pit()
    pit.open_table("T1", RULES, BOSS, arrangement=arrangement, **more)
    return pit


def test_a_table_is_dealt_by_the_house_unless_told_otherwise() -> None:
    pit = _opened()
    assert pit.arrangement("T1") == TableSettings("house", None, None, False, "allowed")
    assert pit.state("T1").agenda[0].do == "first_player_inspects"


def test_with_a_dealer_every_step_waits() -> None:
    pit = _opened(BY_HAND)
    assert pit.arrangement("T1") == BY_HAND
    assert pit.state("T1").agenda[0].do == "inspect"
    pit.handle("T1", Do(dealer(), "inspect"))
    assert pit.state("T1").agenda[0].do == "verify_inspection"
    assert audit(pit.store).problems == ()


def test_an_arrangement_is_found_again(tmp_path: Path) -> None:
    with open_record(tmp_path / "record.db", create=True) as store:
        Pit(store).open_table("T1", RULES, BOSS, arrangement=BY_HAND)
        assert Pit(store).arrangement("T1") == BY_HAND
    with open_record(tmp_path / "record.db") as store:
        pit = Pit(store)
        assert pit.arrangement("T1") == BY_HAND
        pit.arrange("T1", TableSettings(coach="off"), BOSS)
        assert Pit(store).arrangement("T1") == TableSettings(coach="off")
        assert pit.state("T1").agenda[0].do == "inspect"
        pit.handle("T1", Sit(player("Ann"), 1, 1000_00))
        assert pit.state("T1").round is not None
        assert audit(store).problems == ()
        assert [reading.tables for reading in read_meters(store)] == [("T1",)]


def test_another_pit_on_the_same_record_notices(tmp_path: Path) -> None:
    with open_record(tmp_path / "record.db", create=True) as store, SqliteStore(tmp_path / "record.db") as other:
        one, two = Pit(store), Pit(other)
        one.open_table("T1", RULES, BOSS)
        assert two.arrangement("T1").dealing == "house"
        one.arrange("T1", BY_HAND, BOSS)
        assert two.arrangement("T1") == BY_HAND


def test_a_key_has_its_effect_once() -> None:
    pit = _opened()
    first = pit.arrange("T1", BY_HAND, BOSS, key="a")
    again = pit.arrange("T1", BY_HAND, BOSS, key="a")
    assert (first.repeated, again.repeated, first.receipt) == (False, True, again.receipt)


def test_who_deals_changes_only_between_rounds() -> None:
    pit = _opened(then=(Sit(player("Ann"), 1, 1000_00),))
    pit.handle("T1", PlaceWagers(player("Ann"), 1, {"ante": 5_00, "odds": 5_00}))
    with pytest.raises(RefusedError, match="only between rounds"):
        pit.arrange("T1", BY_HAND, BOSS)
    pit.arrange("T1", TableSettings(decision_seconds=10, coach="off"), BOSS)
    pit.handle("T1", PlaceWagers(player("Ann"), 1, {}))
    pit.arrange("T1", BY_HAND, BOSS)
    assert audit(pit.store).problems == ()


def test_what_can_not_be_arranged() -> None:
    pit = _opened()
    for arrangement in (
        TableSettings(decision_seconds=0),
        TableSettings(betting_seconds=3601),
        TableSettings(dealing="nobody"),  # type: ignore[arg-type]
        TableSettings(coach="loud"),  # type: ignore[arg-type]
        TableSettings(private=1),  # type: ignore[arg-type]
    ):
        with pytest.raises(MalformedError):
            pit.arrange("T1", arrangement, BOSS)
    with pytest.raises(RefusedError, match="only a floorperson"):
        pit.arrange("T1", BY_HAND, player("Ann"))
    with pytest.raises(RefusedError, match="there is no table"):
        pit.arrange("T2", BY_HAND, BOSS)
    with pytest.raises(RefusedError, match="need a dealer"):
        pit.open_table("T2", RULES, BOSS, source="entered", arrangement=TableSettings())
    pit.open_table("T2", RULES, BOSS, source="entered", arrangement=BY_HAND)
    assert pit.arrangement("T1") == TableSettings()


def test_the_event_is_stored_as_it_always_was() -> None:
    """Version 1 of the event, as records have it: a change here needs a new version and an upcaster."""
    stored = (
        '{"table": "T1", "dealing": "dealer", "decision_seconds": 30, "betting_seconds": null, "private": true,'
        ' "coach": "after_round"}'
    )
    event = Arranged("T1", TableSettings("dealer", 30, None, True, "after_round"))
    assert (Arranged.type, Arranged.version) == ("arranged", 1)
    assert Arranged.from_data(json.loads(stored)) == event
    assert event.to_data() == json.loads(stored)
    with pytest.raises(MalformedError):
        Arranged.from_data({"table": "T1"})
    with pytest.raises(MalformedError):
        Arranged.from_data(json.loads(stored) | {"decision_seconds": -1})


@pytest.mark.parametrize(
    ("table", "actor", "data", "says"),
    [
        ("T1", "player:Ann", {}, "only a floorperson"),
        ("T1", "floorperson:x", {"decision_seconds": 0}, "not a number from 1"),
        ("T1", "floorperson:x", {"table": "T2"}, "another table"),
        ("T9", "floorperson:x", {"table": "T9"}, "there is no such table"),
        ("T1", "floorperson:x", {"dealing": "dealer"}, "only between rounds"),
    ],
)
def test_the_audit_finds_an_arrangement_that_could_not_be_made(
    table: str, actor: str, data: dict[str, Any], says: str
) -> None:
    pit = _opened(TableSettings(), then=(Sit(player("Ann"), 1, 1000_00),))
    pit.handle("T1", PlaceWagers(player("Ann"), 1, {"ante": 5_00, "odds": 5_00}))
    assert audit(pit.store).problems == ()
    content = Arranged("T1", TableSettings()).to_data() | data
    stream = f"pit:{table}"
    event = Recorded("arranged", 1, content, utc_now(), actor)
    pit.store.append(Commit((Append(stream, pit.store.version(stream), (event,)),)))
    problems = audit(pit.store).problems
    assert len(problems) == 1
    assert says in problems[0].message
