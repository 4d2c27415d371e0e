"""The terms of a meter: its own are the ones that count, and they change only as they may."""

from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction

import pytest

from pit.playing import FLOOR, ONE, hosted, play
from pitbook.audit import audit
from pitbook.ledger import Append, Commit, Event, MemoryStore
from pitbook.money import format_exact
from pitbook.pit import NewTerms, Pit
from pitbook.problems import MalformedError, PitbookError, RefusedError
from pitbook.submission import HouseRules
from pitbook.table import commands as c
from table.play import MD, rules_of, stacked

METER, STREAM = "T1/progressive", "meter:T1/progressive"
WAGERS = {"ante": 5_00, "odds": 5_00, "progressive": 1_00}
ROYAL = stacked(rules_of(MD), ["As Ks"], "2c 7d", "Qs Js Ts 3h 4d")
"""The player's royal flush is made on the flop, and takes the whole meter by the first table of the book."""
DULL = stacked(rules_of(MD), ["2h 3d"], "Kc Kd", "Ks 9c 8h 5s 6d")


def with_terms(rules: HouseRules, **terms: object) -> HouseRules:
    filed = {name: replace(one, **terms) for name, one in rules.meters.items()}  # type: ignore[arg-type]
    return replace(rules, meters=filed)


def contributions(store: MemoryStore) -> list[str]:
    return [one.event.data["amount"] for one in store.read(STREAM) if one.event.type == "contributed"]


def scripted(store: MemoryStore, rules: HouseRules) -> Pit:
    pit = Pit(store)
    pit.open_table("T1", rules, FLOOR, source="scripted")
    pit.handle("T1", c.Sit(ONE, 1, 10_000_00))
    return pit


def one_round(pit: Pit, deck: str) -> None:
    number = pit.state("T1").round
    assert number is not None
    pit.handle("T1", c.PlaceWagers(ONE, 1, WAGERS))
    pit.handle("T1", c.DealRound(c.dealer()), deck=deck)
    pit.handle("T1", c.Decide(ONE, 1, "raise", 15_00))
    while pit.state("T1").round is number:
        step = pit.state("T1").agenda[0]
        pit.handle("T1", c.Do(c.Actor(step.by, "Ada"), step.do))  # type: ignore[arg-type]


def test_another_rate_waits_for_a_win_and_then_counts_at_the_table() -> None:
    """One dollar wagers: at a tenth, 0.10 goes to the meter; a fifth is filed, and after the royal it is 0.20."""
    store = MemoryStore()
    rules = with_terms(rules_of(MD), rate=Fraction(1, 10))
    pit = scripted(store, rules)
    one_round(pit, DULL)
    receipt = pit.change_meter_terms(METER, NewTerms(rate=Fraction(1, 5)), FLOOR, "filed on 1 March")
    assert receipt == store.head()
    one_round(pit, DULL)
    assert pit.meters("T1")["progressive"].next_rate == Fraction(1, 5)
    one_round(pit, ROYAL)
    one_round(pit, DULL)
    assert contributions(store) == ["0.10", "0.10", "0.10", "0.20"]
    changed = [one.event for one in store.read(STREAM) if one.event.type == "parameters_changed"]
    assert [(one.actor, one.reason) for one in changed] == [("floorperson:Ada", "filed on 1 March")]
    report = audit(store)
    assert report.holds, report.problems


def test_a_limit_that_rises_lets_more_into_the_meter() -> None:
    """It began at 5,000.00, its limit: a contribution overflows, until the limit is 5,000.15."""
    store = MemoryStore()
    rules = with_terms(rules_of(MD), initial=5_000_00, reset=5_000_00, rate=Fraction(1, 10), limit=5_000_00)
    pit = scripted(store, rules)
    one_round(pit, DULL)
    pit.change_meter_terms(METER, NewTerms(limit=Fraction("5000.15")), FLOOR, "filed", key="limit")
    assert pit.change_meter_terms(METER, NewTerms(limit=Fraction("5000.15")), FLOOR, "filed", key="limit").number == (
        store.head().number
    )
    one_round(pit, DULL)
    one_round(pit, DULL)
    meter = pit.meters("T1")["progressive"]
    assert (format_exact(meter.displayed), format_exact(meter.overflow)) == ("5000.15", "0.15")
    pit.change_meter_terms(METER, NewTerms(no_limit=True, release_overflow=True), FLOOR, "no limit is filed any more")
    meter = pit.meters("T1")["progressive"]
    assert (format_exact(meter.displayed), format_exact(meter.overflow)) == ("5000.30", "0.00")
    assert meter.limit is None
    report = audit(store)
    assert report.holds, report.problems


@pytest.mark.parametrize(
    ("name", "new", "by", "reason", "error", "words"),
    [
        (METER, NewTerms(limit=Fraction(4000)), FLOOR, "filed", RefusedError, "the limit has to be above 5000"),
        (METER, NewTerms(rate=Fraction(2)), FLOOR, "filed", MalformedError, "a rate is more than 0 and at most 1"),
        (METER, NewTerms(limit=Fraction(9000), no_limit=True), FLOOR, "x", MalformedError, "a limit or none"),
        (METER, NewTerms(rate=Fraction(1, 5)), FLOOR, " ", MalformedError, "say why"),
        (METER, NewTerms(rate=Fraction(1, 5)), ONE, "more for me", RefusedError, "only a floorperson changes a meter"),
        (METER, NewTerms(), FLOOR, "filed", RefusedError, "these are the terms of the meter already"),
        (METER, NewTerms(release_overflow=True), FLOOR, "filed", RefusedError, "nothing in the overflow"),
        ("T9/progressive", NewTerms(rate=Fraction(1, 5)), FLOOR, "filed", RefusedError, "there is no meter T9/prog"),
    ],
)
def test_what_may_not_be_leaves_no_trace(
    name: str, new: NewTerms, by: c.Actor, reason: str, error: type[PitbookError], words: str
) -> None:
    store = MemoryStore()
    host = hosted(store, rules_of(MD))
    play(host, 1)
    head, before = store.head(), host.pit.meters("T1")["progressive"].displayed
    with pytest.raises(error, match=words):
        host.pit.change_meter_terms(name, new, by, reason)
    assert store.head() == head
    assert host.pit.meters("T1")["progressive"].displayed == before
    play(host, 1)
    assert audit(store).holds


def test_rules_state_the_terms_that_the_meter_has() -> None:
    """Adopting a submission does not change a meter, and a table with other terms can't share it."""
    store = MemoryStore()
    rules = with_terms(rules_of(MD), rate=Fraction(1, 10))
    newer = with_terms(rules, rate=Fraction(1, 5))
    pit = hosted(store, rules, meters="bank").pit
    words = "the meter progressive has other terms than these rules state"
    with pytest.raises(RefusedError, match=words):
        pit.adopt_rules("T1", newer, FLOOR)
    with pytest.raises(RefusedError, match=words):
        pit.open_table("T2", newer, FLOOR, meters="bank")
    pit.change_meter_terms("bank/progressive", NewTerms(rate=Fraction(1, 5)), FLOOR, "filed")
    pit.adopt_rules("T1", newer, FLOOR)
    pit.open_table("T2", newer, FLOOR, meters="bank")
    assert list(store.streams("meter:")) == ["meter:bank/progressive"]
    report = audit(store)
    assert report.holds, report.problems


def appended(store: MemoryStore, stream: str, kind: str, data: dict[str, object], actor: str, reason: str) -> str:
    """What the audit says of an event that nobody but its forger has seen."""
    event = Event(kind, 1, data, datetime.now(UTC), actor, reason)
    store.append(Commit((Append(stream, store.version(stream), (event,)),)))
    return "; ".join(problem.message for problem in audit(store).problems)


@pytest.mark.parametrize(
    ("change", "actor", "words"),
    [
        ({}, "floorperson:Ada", ""),
        ({}, "player:player 1", "only a floorperson changes a meter"),
        ({"by": "Bob"}, "floorperson:Ada", "nothing led to it"),
        ({"reason": "another"}, "floorperson:Ada", "nothing led to it"),
        ({"reset": "1.00"}, "floorperson:Ada", "nothing led to it"),
        ({"limit": "10.00"}, "floorperson:Ada", "the limit has to be above"),
    ],
)
def test_the_audit_derives_a_change_of_terms_again(change: dict[str, object], actor: str, words: str) -> None:
    store = MemoryStore()
    pit = hosted(store, rules_of(MD)).pit
    meter = pit.meters("T1")["progressive"]
    data: dict[str, object] = {
        "reset": format_exact(meter.reset),
        "rate": "0.25",
        "limit": None,
        "reason": "filed",
        "by": "Ada",
    }
    said = appended(store, STREAM, "parameters_changed", data | change, actor, "filed")
    assert words in said
    assert bool(words) == bool(said)


def test_the_audit_finds_rules_that_state_other_terms() -> None:
    store = MemoryStore()
    rules = rules_of(MD)
    pit = hosted(store, rules).pit
    newer = pit.library.add(with_terms(rules, rate=Fraction(1, 8)))
    number = pit.state("T1").round
    assert number is not None
    at = store.version("table:T1")
    events = (("round_withdrawn", {"round": number.id}), ("rules_adopted", {"rules": newer}))
    made = tuple(Event(kind, 1, data, datetime.now(UTC), "floorperson:Ada") for kind, data in events)
    store.append(Commit((Append("table:T1", at, made),)))
    [problem] = audit(store).problems
    assert "the meter progressive has other terms than these rules state" in problem.message
