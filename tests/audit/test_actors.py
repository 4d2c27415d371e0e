"""The record says who did what: a person, or the table in the place of whoever's duty it is. The audit checks it."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from pit.playing import recorded
from pitbook.audit import audit
from pitbook.ledger import Append, Commit, MemoryStore, StoredEvent
from table.play import MD, rules_of

DUTIES = {
    "cards_dealt": "dealer",
    "cards_discarded": "dealer",
    "deck_cut": "dealer",
    "progressive_acknowledged": "device",
    "round_ended": "dealer",
    "round_opened": "dealer",
    "settlement_reckoned": "device",
    "shuffled": "dealer",
}


@pytest.fixture(scope="module")
def record() -> MemoryStore:
    return recorded(rules_of(MD), 2)


def _again(store: MemoryStore, actor: Callable[[StoredEvent], str]) -> MemoryStore:
    """The same record with other actors, and hashes that fit them."""
    made = MemoryStore()
    made.put_document(store.get_document(rules_of(MD).digest))
    for commit in store.read_all():
        streams: dict[str, list[StoredEvent]] = {}
        for stored in commit.events:
            streams.setdefault(stored.stream, []).append(stored)
        made.append(
            Commit(
                tuple(
                    Append(stream, found[0].version - 1, tuple(replace(one.event, actor=actor(one)) for one in found))
                    for stream, found in streams.items()
                )
            )
        )
    return made


def test_an_automatic_step_has_the_role_whose_duty_it_is(record: MemoryStore) -> None:
    found: dict[str, set[str]] = {}
    for stored in record.read("table:T1"):
        found.setdefault(stored.event.type, set()).add(stored.event.actor)
    for name, role in DUTIES.items():
        assert f"{role}:auto" in found[name], name
        assert not any(actor.startswith("player:") for actor in found[name]), name
    verified = [one for one in record.read("table:T1") if one.event.data.get("steps") == ["verify_inspection"]]
    assert [one.event.actor for one in verified] == ["floorperson:auto"]
    assert {one.event.actor for one in record.read("meter:T1/progressive#T1")} >= {"dealer:auto"}


@pytest.mark.parametrize(
    ("kind", "actor"),
    [
        ("shuffled", "player:auto"),
        ("settlement_reckoned", "dealer:auto"),
        ("progressive_acknowledged", "dealer:auto"),
        ("wagers_placed", "player:auto"),
        ("player_sat", "device:auto"),
        ("decided", "dealer:auto"),
        ("round_ended", "player:player 1"),
        ("no_more_bets", "floorperson:dealer"),
    ],
)
def test_somebody_else_can_not_have_done_it(record: MemoryStore, kind: str, actor: str) -> None:
    last = max(stored.version for stored in record.read("table:T1") if stored.event.type == kind)

    def forged(stored: StoredEvent) -> str:
        is_it = stored.stream == "table:T1" and stored.version == last
        return actor if is_it else stored.event.actor

    assert audit(record).holds
    report = audit(_again(record, forged))
    assert not report.holds
    assert kind in str(report.problems[0])


def test_whoever_gave_the_command_did_not_do_what_the_table_did_by_itself(record: MemoryStore) -> None:
    """An automatic step under the name of the person whose command set it off does not hold."""
    last = [""]

    def before(stored: StoredEvent) -> str:
        if not stored.event.actor.endswith(":auto"):
            last[0] = stored.event.actor
        return last[0]

    report = audit(_again(record, before))
    assert not report.holds
    assert "the event says that auto did it" in str(report.problems[0])
