"""Tables that a host runs go on when a device is out of use, and the record of it holds."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest

from pit.playing import FLOOR, hosted, play
from pitbook.audit import audit
from pitbook.ledger import MemoryStore
from pitbook.pit.bot_wagers import least_wagers
from pitbook.pit.methods import change_method
from pitbook.problems import RefusedError
from pitbook.table import ALL, NONE
from pitbook.table import commands as c
from pitbook.table.state import the_rules
from table.play import FOUR, GALAXY, MA, MD, rules_of

WAYS: list[tuple[str, tuple[Any, ...]]] = [
    (MD, ("hand", "", "automatic_counting", 2)),
    (MD, ("automated", "board_first", "reshuffling")),
    (GALAXY, ("manual_shoe", "", "automatic")),
    (FOUR, ("automated", "", "automatic")),
    (MA, ("hand", "", "automatic", 2)),
]


@pytest.mark.parametrize(
    ("book", "way"),
    [pytest.param(*way, marks=() if way[0] in (GALAXY, FOUR) else pytest.mark.prove) for way in WAYS],
)
def test_play_goes_on_without_a_device_and_with_it_again(book: str, way: tuple[Any, ...]) -> None:
    store = MemoryStore()
    few = "positions=1" + (";adjacent_boxes=1" if book == FOUR else "")
    host = hosted(store, rules_of(book, *way, edits=few), rate=0.7, seed=4)
    filed = host.pit.state("T1").rules
    play(host, 60)
    found = Counter(stored.event.type for stored in store.read("table:T1"))
    assert found["device_taken_out"]
    assert found["device_restored"]
    assert found["rules_adopted"] >= 2
    assert host.pit.state("T1").filed is filed
    assert audit(store).problems == ()


def test_there_is_nothing_to_change_while_the_method_fits() -> None:
    host = hosted(MemoryStore(), rules_of(MD, "hand", edits="positions=1"))
    with pytest.raises(RefusedError, match="nothing to change"), host.pit.batch("T1") as batch:
        change_method(batch, FLOOR)
    told = {"device": "shuffler", "made": "covered"}
    host.pit.handle("T1", c.Report(FLOOR, "device_out_of_order", told))
    with host.pit.batch("T1") as batch:
        change_method(batch, FLOOR)
    with pytest.raises(RefusedError, match="nothing to change"), host.pit.batch("T1") as batch:
        change_method(batch, FLOOR)
    play(host, 2)
    assert the_rules(host.pit.state("T1")).dealing.method == "manual_shoe"


def test_a_device_that_the_filed_method_has_no_use_for_is_removed_again() -> None:
    """A floorperson is told so; a host does it, and the record says that the device works."""
    store = MemoryStore()
    host = hosted(store, rules_of(MA, "automated", "board_first", "manual", edits="positions=1"))
    host.pit.handle("T1", c.Report(FLOOR, "device_out_of_order", {"device": "shoe", "made": "removed"}))
    with host.pit.batch("T1") as batch:
        batch.do(
            c.AdoptRules(FLOOR, batch.keep(rules_of(MA, "manual_shoe", "as_needed", "manual", edits="positions=1")))
        )
    host.pit.handle("T1", c.RestoreDevice(FLOOR, "shoe"))
    with pytest.raises(RefusedError, match="remove it from the table"), host.pit.batch("T1") as batch:
        change_method(batch, FLOOR)
    play(host, 2)
    state = host.pit.state("T1")
    assert (state.devices, state.aside, state.rounds) == ({"shoe": "removed"}, set(), 2)
    taken = [stored.event for stored in store.read("table:T1") if stored.event.type == "device_taken_out"]
    assert [event.data["works"] for event in taken] == [False, True]
    assert audit(store).problems == ()


def test_a_host_changes_a_deck_that_is_too_old_for_the_first_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """After "no more bets": the wagers stay, and the round is played with the new deck."""
    store = MemoryStore()
    host = hosted(store, rules_of(MD, "hand", edits="positions=1"))
    play(host, 1)
    host.make_ready()
    monkeypatch.setattr(host.pit, "automations", NONE)
    host.pit.handle("T1", c.PlaceWagers(c.player("player 1"), 1, least_wagers(host.pit.state("T1").rules)))
    host.pit.handle("T1", c.DealRound(c.dealer()))
    late = host.pit.now() + timedelta(hours=4)
    monkeypatch.setattr(host.pit, "now", lambda: late)
    monkeypatch.setattr(host.pit, "automations", ALL)
    host.make_ready()
    removed = [stored.event for stored in store.read("table:T1") if stored.event.type == "deck_removed"]
    assert [event.data["cause"] for event in removed] == ["overdue"]
    last = host.pit.state("T1").last_round
    assert last is not None
    assert (last.number, last.void, last.deck) == (2, None, 0)
