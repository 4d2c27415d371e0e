"""The terms of a meter are those of its tables' submissions, and change only when all of them adopt others."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction

import pytest

from pit.playing import FLOOR, ONE, hosted, play
from pitbook.audit import audit
from pitbook.json_types import JsonObject
from pitbook.ledger import Append, Commit, Event, MemoryStore
from pitbook.money import format_exact
from pitbook.pit import Pit
from pitbook.problems import MalformedError, PitbookError, RefusedError
from pitbook.submission import HouseRules
from pitbook.table import commands as c
from table.play import FOUR, GALAXY, MD, rules_of, stacked

RATE = {MD: f"{MD} 12.D-2(3)(a)", FOUR: f"{FOUR} 12.D(3)(a)"}
METER, STREAM = "T1/progressive", "meter:T1/progressive"
WAGERS = {"ante": 5_00, "odds": 5_00, "progressive": 1_00}
ROYAL = stacked(rules_of(MD), ["As Ks"], "2c 7d", "Qs Js Ts 3h 4d")
"""The player's royal flush is made on the flop, and takes the whole meter by the first table of the book."""
DULL = stacked(rules_of(MD), ["2h 3d"], "Kc Kd", "Ks 9c 8h 5s 6d")


def with_terms(rules: HouseRules, **terms: object) -> HouseRules:
    filed = {name: replace(one, **terms) for name, one in rules.meters.items()}  # type: ignore[arg-type]
    return replace(rules, meters=filed)


def contributions(store: MemoryStore) -> list[str]:
    return [str(one.event.data["amount"]) for one in store.read(f"{STREAM}#T1")]


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
        pit.handle("T1", c.Do(c.Actor(step.by, "Ada"), step.do))


@pytest.mark.clause(f"{MD} 12.D-2(3)(a)")
def test_another_rate_waits_for_a_win_and_then_counts_at_the_table() -> None:
    """One dollar wagers: at a tenth, 0.10 goes to the meter; a fifth is filed, and after the royal it is 0.20."""
    store = MemoryStore()
    rules = with_terms(rules_of(MD), rate=Fraction(1, 10))
    pit = scripted(store, rules)
    one_round(pit, DULL)
    adopted = pit.adopt_rules("T1", with_terms(rules, rate=Fraction(1, 5)), FLOOR, reason="filed on 1 March")
    assert adopted.receipt == store.head()
    one_round(pit, DULL)
    meter = pit.meters("T1")["progressive"]
    assert (meter.rate, meter.filed_rate) == (Fraction(1, 10), Fraction(1, 5))
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
    higher = with_terms(rules, limit=5_000_15)
    first = pit.adopt_rules("T1", higher, FLOOR, key="limit", reason="filed")
    assert pit.adopt_rules("T1", higher, FLOOR, key="limit", reason="filed").receipt == first.receipt == store.head()
    one_round(pit, DULL)
    one_round(pit, DULL)
    meter = pit.meters("T1")["progressive"]
    assert (format_exact(meter.displayed), format_exact(meter.overflow)) == ("5000.15", "0.15")
    pit.adopt_rules("T1", with_terms(rules, limit=None), FLOOR, reason="no limit is filed any more")
    pit.release_overflow(METER, FLOOR, "the limit is gone", key="release")
    assert pit.release_overflow(METER, FLOOR, "the limit is gone", key="release") == store.head()
    meter = pit.meters("T1")["progressive"]
    assert (format_exact(meter.displayed), format_exact(meter.overflow)) == ("5000.30", "0.00")
    assert meter.limit is None
    report = audit(store)
    assert report.holds, report.problems


@pytest.mark.parametrize(
    ("terms", "by", "reason", "error", "words"),
    [
        ({"limit": 4_000_00}, FLOOR, "filed", RefusedError, "table T1: the limit has to be above 5000"),
        ({"rate": Fraction(1, 5)}, FLOOR, " ", MalformedError, "say why the terms of the meter progressive change"),
        ({"rate": Fraction(1, 5)}, ONE, "more for me", RefusedError, "floorperson"),
    ],
)
def test_terms_that_may_not_be_leave_no_trace(
    terms: dict[str, object], by: c.Actor, reason: str, error: type[PitbookError], words: str
) -> None:
    store = MemoryStore()
    host = hosted(store, rules_of(MD))
    play(host, 1)
    head, before = store.head(), host.pit.meters("T1")["progressive"].displayed
    with pytest.raises(error, match=words):
        host.pit.adopt_rules("T1", with_terms(rules_of(MD), **terms), by, reason=reason)
    assert store.head() == head
    assert host.pit.meters("T1")["progressive"].displayed == before
    play(host, 1)
    assert audit(store).holds


@pytest.mark.parametrize(
    ("name", "by", "reason", "error", "words"),
    [
        (METER, FLOOR, " ", MalformedError, "say why"),
        (METER, ONE, "more for me", RefusedError, "only a floorperson releases"),
        (METER, FLOOR, "filed", RefusedError, "the overflow is empty"),
        ("T9/progressive", FLOOR, "filed", RefusedError, "there is no meter T9/prog"),
    ],
)
def test_an_overflow_that_may_not_be_released_stays(
    name: str, by: c.Actor, reason: str, error: type[PitbookError], words: str
) -> None:
    store = MemoryStore()
    host = hosted(store, rules_of(MD))
    head = store.head()
    with pytest.raises(error, match=words):
        host.pit.release_overflow(name, by, reason)
    assert store.head() == head


@pytest.mark.clause(f"{MD} 12.D-2(3)(a)", f"{FOUR} 12.D(3)(a)")
@pytest.mark.parametrize("book", [MD, FOUR])
def test_every_table_on_a_meter_adopts_its_new_terms(book: str) -> None:
    """One table alone can't change them, and no table with other terms comes to the meter."""
    store = MemoryStore()
    rules = with_terms(rules_of(book), rate=Fraction(1, 10))
    newer = with_terms(rules, rate=Fraction(1, 5))
    pit = hosted(store, rules, meters="bank").pit
    pit.open_table("T2", rules, FLOOR, meters="bank", then=(c.Sit(ONE, 1, 100_00),))
    pit.open_table("T3", rules, FLOOR, meters="bank")
    pit.handle("T3", c.CloseTable(FLOOR))
    with pytest.raises(RefusedError, match="other terms than these rules state, and T2 would keep them") as caught:
        pit.adopt_rules("T1", newer, FLOOR, reason="filed")
    assert [problem.clause for problem in caught.value.problems] == [RATE[book]]
    with pytest.raises(RefusedError, match="other terms than these rules state: adopt them at every table"):
        pit.open_table("T4", newer, FLOOR, meters="bank")
    assert pit.tables_on("bank") == ["T1", "T2"]
    before = store.head().number
    pit.adopt_together({"T1": newer, "T2": newer}, FLOOR, reason="filed")
    assert store.head().number == before + 1
    assert pit.meters("T2")["progressive"].filed_rate == Fraction(1, 5)
    pit.open_table("T4", newer, FLOOR, meters="bank")
    assert list(store.streams("meter:")) == ["meter:bank/progressive"]
    report = audit(store)
    assert report.holds, report.problems


def test_tables_that_do_not_agree_or_are_in_a_round_adopt_nothing() -> None:
    store = MemoryStore()
    rules = rules_of(MD)
    newer, other = (with_terms(rules, rate=rate) for rate in (Fraction(1, 5), Fraction(1, 4)))
    pit = hosted(store, rules, meters="bank").pit
    pit.open_table("T2", rules, FLOOR, meters="bank", then=(c.Sit(ONE, 1, 100_00),))
    with pytest.raises(RefusedError, match="table T1: the meter progressive has other terms than these rules state"):
        pit.adopt_together({"T1": newer, "T2": other}, FLOOR, reason="filed")
    with pytest.raises(RefusedError, match=f"table T2: this table plays by {MD}"):
        pit.adopt_together({"T1": newer, "T2": rules_of(GALAXY)}, FLOOR, reason="filed")
    pit.handle("T2", c.PlaceWagers(ONE, 1, WAGERS))
    head = store.head()
    with pytest.raises(RefusedError, match="table T2: rules change only between rounds"):
        pit.adopt_together({"T1": newer, "T2": newer}, FLOOR, reason="filed")
    assert store.head() == head
    assert pit.meters("T1")["progressive"].filed_rate == Fraction(1, 10)
    assert pit.state("T1").rules is not newer
    assert audit(store).holds


def test_tables_of_two_books_on_one_meter_adopt_each_its_own() -> None:
    """Maryland and Galaxy at one meter, of the same terms: 5,000.00 and a tenth; both file an eighth."""
    store = MemoryStore()
    rules = {"T1": rules_of(MD), "T2": rules_of(GALAXY)}
    pit = Pit(store)
    for name, one in rules.items():
        pit.open_table(name, one, FLOOR, meters="bank", then=(c.Sit(ONE, 1, 100_00),))
    newer = {name: with_terms(one, rate=Fraction(1, 8)) for name, one in rules.items()}
    pit.adopt_together(newer, FLOOR, reason="filed")
    assert pit.meters("T1")["progressive"].filed_rate == Fraction(1, 8)
    assert audit(store).holds


def test_a_table_that_another_process_opens_at_the_same_moment_is_not_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = MemoryStore()
    rules = rules_of(MD)
    newer = with_terms(rules, rate=Fraction(1, 5))
    here, there = Pit(store), Pit(store)
    here.open_table("T1", rules, FLOOR, meters="bank", then=(c.Sit(ONE, 1, 100_00),))
    append, opened = store.append_group, [False]

    def between(commits: Sequence[Commit]) -> object:
        if not opened[0]:
            opened[0] = True
            there.open_table("T2", rules, FLOOR, meters="bank")
        return append(commits)

    monkeypatch.setattr(store, "append_group", between)
    with pytest.raises(RefusedError, match="T2 would keep them"):
        here.adopt_rules("T1", newer, FLOOR, reason="filed")
    assert audit(store).holds


def test_a_table_is_opened_while_another_process_moves_its_meter(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()
    host = hosted(store, rules_of(MD), meters="bank")
    append, moved = store.append_group, [False]

    def between(commits: Sequence[Commit]) -> object:
        if not moved[0] and any(part.stream == "table:T2" for commit in commits for part in commit.appends):
            moved[0] = True
            play(host, 1)
        return append(commits)

    monkeypatch.setattr(store, "append_group", between)
    Pit(store).open_table("T2", rules_of(MD), FLOOR, meters="bank")
    assert (moved, host.pit.tables_on("bank")) == ([True], ["T1", "T2"])
    assert audit(store).holds


Forged = dict[str, list[tuple[str, JsonObject]]]


def appended(store: MemoryStore, events: Forged, actor: str) -> str:
    """What the audit says of events that nobody but their forger has seen."""
    parts = [
        Append(
            stream,
            store.version(stream),
            tuple(Event(kind, 1, data, datetime.now(UTC), actor, "filed") for kind, data in made),
        )
        for stream, made in events.items()
    ]
    store.append(Commit(tuple(parts)))
    return "; ".join(problem.message for problem in audit(store).problems)


@pytest.mark.parametrize(
    ("change", "adopted", "words"),
    [
        ({}, True, ""),
        ({}, False, "no table caused parameters_changed"),
        ({"by": "Bob"}, True, "is what followed"),
        ({"reset": "1.00"}, True, "is what followed"),
        ({"rate": "0.26"}, True, "is what followed"),
        ({"limit": "4000.00"}, True, "is what followed"),
    ],
)
def test_the_audit_derives_a_change_of_terms_again(change: JsonObject, adopted: bool, words: str) -> None:
    """A meter's terms change with the rules of its table, and exactly as these state them."""
    store = MemoryStore()
    pit = hosted(store, rules_of(MD)).pit
    newer = pit.library.add(with_terms(rules_of(MD), rate=Fraction(1, 4)))
    current = pit.state("T1").round
    assert current is not None
    data: JsonObject = {"reset": "5000.00", "rate": "0.25", "limit": None, "reason": "filed", "by": "Ada"}
    events: Forged = {STREAM: [("parameters_changed", data | change)]}
    if adopted:
        events["table:T1"] = [("round_withdrawn", {"round": current.id}), ("rules_adopted", {"rules": newer})]
    said = appended(store, events, "floorperson:Ada")
    assert words in said
    assert bool(words) == bool(said)


def test_the_audit_finds_rules_that_state_other_terms() -> None:
    """The table adopts an eighth, and the meter stays where it was."""
    store = MemoryStore()
    pit = hosted(store, rules_of(MD)).pit
    newer = pit.library.add(with_terms(rules_of(MD), rate=Fraction(1, 8)))
    current = pit.state("T1").round
    assert current is not None
    events: Forged = {"table:T1": [("round_withdrawn", {"round": current.id}), ("rules_adopted", {"rules": newer})]}
    assert "the meter T1/progressive did not follow" in appended(store, events, "floorperson:Ada")
