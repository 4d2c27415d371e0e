"""Records of earlier versions: read, replayed and audited under the rules that they name."""

import json
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from pitbook.audit import audit, recall
from pitbook.ledger import Append, Commit, Event, MemoryStore
from pitbook.pit import Pit
from pitbook.table import commands as c

FIXTURES = Path(__file__).parent / "fixtures"
WAGERS = {"ante": 10_00, "odds": 10_00, "pocket_bonus": 5_00}


def old_record() -> MemoryStore:
    """Seven commits as they were once stored: an automatic step has the actor of the command that set it off.

    A fold collects its wagers by itself, the hands of folded players are announced, and after a jam nobody takes cards
    out of the device: the rules of that time know no such steps.
    """
    stored = json.loads((FIXTURES / "record-1-galaxy-heads-up-holdem.json").read_text(encoding="utf-8"))
    rules = json.loads((FIXTURES / "rules-2-galaxy-heads-up-holdem.json").read_text(encoding="utf-8"))
    rules["dealing"] = {"decks": 1, "method": "automated", "order": "board_face_down", "shuffler": "automatic"}
    text = json.dumps(rules, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    store = MemoryStore()
    assert store.put_document(text) == stored["rules"] == sha256(text.encode()).hexdigest()
    for commit in stored["commits"]:
        store.append(Commit(tuple(Append(stream, at, tuple(map(_event, events))) for stream, at, events in commit)))
    return store


def _event(stored: list[Any]) -> Event:
    name, schema, data, time, actor, reason = stored
    return Event(name, schema, data, datetime.fromisoformat(time), actor, reason)


def test_an_old_record_holds() -> None:
    """Six rounds: two with folds, three void (two jams, a card of the dealer's), one step by step."""
    store = old_record()
    report = audit(store)
    assert report.holds, report.problems
    assert (report.rounds, report.void) == (6, 3)
    actors = {one.event.actor for one in store.read("table:T1")}
    assert not any(actor.endswith(":auto") for actor in actors)
    assert "dealer: Announce the hand of seat 2." in " ".join(
        line for moment in recall(store, "T1-1").moments for line in moment.words
    )
    assert recall(store, "T1-3").round.void == "shoe_jam"


def test_play_goes_on_from_an_old_record() -> None:
    """Under the old rules, and with the actors of today."""
    store = old_record()
    pit = Pit(store, now=lambda: datetime.fromisoformat("2026-01-31T12:10:00+00:00"))
    for seat, name in ((1, "Ann"), (2, "Bob")):
        pit.handle("T1", c.PlaceWagers(c.player(name), seat, WAGERS))
    pit.handle("T1", c.DealRound(c.dealer("Dee")))
    for _ in range(2):
        for seat, name in ((1, "Ann"), (2, "Bob")):
            pit.handle("T1", c.Decide(c.player(name), seat, "check"))
    pit.handle("T1", c.Decide(c.player("Ann"), 1, "fold"))
    assert pit.state("T1").agenda[0].do == "decide"
    pit.handle("T1", c.Decide(c.player("Bob"), 2, "raise", 10_00))
    assert pit.state("T1").rounds == 7
    assert audit(store).holds
    ended = [one.event for one in store.read("table:T1") if one.event.type == "round_ended"]
    assert [event.actor for event in ended[-2:]] == ["dealer:Dee", "dealer:auto"]
