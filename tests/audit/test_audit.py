"""The audit holds for what the pit recorded, over all books, ways of dealing and irregularities."""

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from audit.ways import WAYS, rules_for
from pit.playing import FLOOR, ONE, hosted, play, recorded
from pitbook.audit import audit, read_meters, recall, verify
from pitbook.ledger import Append, Commit, Event, MemoryStore, Store
from pitbook.pit import Host, Pit, open_record, simple, write_rules
from pitbook.problems import RefusedError
from pitbook.table import ALL, NONE, chips
from pitbook.table import commands as c
from pitbook.table.state import the_round
from table.play import BOOKS, FOUR, MA, MD, rules_of, stacked


def play_everywhere(store: Store, rounds: int, rate: float, seed: int = 1) -> Counter[str]:
    """So many rounds at a table of each way of dealing; which irregularities there were."""
    for number, way in enumerate(WAYS, 1):
        host = hosted(store, rules_for(*way), f"T{number}", rate=rate, seed=seed + number)
        play(host, rounds)
        assert chips(host.pit.state(host.table)) == 0
    return Counter(
        str(stored.event.data.get("name") or stored.event.data["cause"])
        for stream in store.streams("table:")
        for stored in store.read(stream)
        if stored.event.type in ("irregularity_reported", "round_voided")
    )


def test_hundreds_of_rounds_hold() -> None:
    store = MemoryStore()
    reported = play_everywhere(store, 15, 0.6)
    report = audit(store, store.tree_head())
    assert report.holds, report.problems
    assert report.rounds == 15 * len(WAYS)
    assert report.tables == len(WAYS)
    assert report.void > 20
    assert len(reported) >= 11, reported
    assert all(reading.meter.balanced for reading in read_meters(store))


@pytest.mark.prove
def test_twenty_thousand_rounds_hold(tmp_path: Path) -> None:
    with open_record(tmp_path / "pit.db", create=True) as store:
        reported = play_everywhere(store, -(-20_000 // len(WAYS)), 0.2, seed=100)
        report = audit(store)
        assert report.holds, report.problems
        assert report.rounds >= 20_000
        assert len(reported) == 12, reported


def test_progress_is_told_along_the_chain_and_along_the_events(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("pitbook.audit.audit"), "_COMMITS_PER_REPORT", 1)
    store, told = recorded(rules_of(MD), 5), list[float]()
    assert audit(store, progress=told.append).holds
    assert told == sorted(told)
    assert told[-1] == 1
    assert len(told) == 2 * store.head().number


def test_two_decks_alternate() -> None:
    store = MemoryStore()
    play(hosted(store, rules_for(MD, "manual_shoe", "", "automatic", 2), rate=0.5), 30)
    assert audit(store).holds


def test_every_command_of_people_can_be_derived_again() -> None:
    """Seeds, recuts, leaving, rulings, closing, idle tables, changed decks: all of it is in the record and holds."""
    store = MemoryStore()
    pit = Pit(store)
    pit.open_table("T1", rules_of(MA), FLOOR, reason="a new day")
    two, wagers = c.player("player 2"), {"ante": 5_00, "odds": 5_00}
    commands: list[c.Command] = [
        c.Sit(ONE, 1, 500_00),
        c.Sit(two, 2),
        c.BuyIn(two, 100_00),
        c.CashOut(ONE, 1_00),
        c.PlaceWagers(ONE, 1, wagers),
        c.PlaceWagers(ONE, 1, {}),
        c.PlaceWagers(ONE, 1, wagers),
        c.PlaceWagers(two, 2, wagers),
        c.OrderRecut(FLOOR, "a card was seen"),
        c.CallStubCount(c.dealer()),
        c.DealRound(c.dealer()),
        c.Leave(two),
        c.Decide(ONE, 1, "check"),
        c.RuleOnLeaving(FLOOR, "player 2", abandoned=False, reason="called away"),
        c.Report(c.dealer(), "player_or_community_card_exposed"),
        c.Rule(FLOOR, "play goes on"),
        c.Decide(ONE, 1, "raise", 10_00),
        c.Leave(ONE),
    ]
    for command in commands:
        pit.handle("T1", command)
    assert pit.state("T1").rounds == 1
    pit.handle("T1", c.CloseTable(FLOOR))
    report = audit(store)
    assert report.holds, report.problems


def test_abandoned_wagers_and_idle_tables_hold() -> None:
    store = MemoryStore()
    pit = Pit(store)
    pit.open_table("T1", rules_of(MA), FLOOR)
    two, wagers = c.player("player 2"), {"ante": 5_00, "odds": 5_00}
    commands: list[c.Command] = [
        c.Sit(ONE, 1, 500_00),
        c.Sit(two, 2, 500_00),
        c.PlaceWagers(ONE, 1, wagers),
        c.PlaceWagers(two, 2, wagers),
        c.DealRound(c.dealer()),
        c.Leave(two),
        c.RuleOnLeaving(FLOOR, "player 2", abandoned=True, reason="gone for good"),
    ]
    for command in commands:
        pit.handle("T1", command)
    while (current := pit.state("T1").round) and current.number == 1:
        action = "fold" if current.street == pit.state("T1").rules.streets[-1].name else "check"  # type: ignore[union-attr]
        pit.handle("T1", c.Decide(ONE, 1, action))
    pit.handle("T1", c.Leave(ONE))
    pit.handle("T1", c.GoIdle(c.dealer()))
    assert pit.state("T1").idle is not None
    pit.handle("T1", c.Sit(two, 2, 100_00))
    assert pit.state("T1").round is not None
    report = audit(store)
    assert report.holds, report.problems


def test_a_round_dealt_step_by_step_by_people_holds() -> None:
    store = MemoryStore()
    pit = Pit(store, automations=NONE)
    rules = rules_of(FOUR)
    pit.open_table("T1", rules, FLOOR)
    pit.handle("T1", c.Sit(ONE, 1, 500_00))
    host = Host(pit, "T1", simple, chance=Random(1))
    host.make_ready()
    pit.handle("T1", c.PlaceWagers(ONE, 1, {"ante": 5_00, "progressive": 1_00}))
    pit.handle("T1", c.Acknowledge(c.device("reader"), 1))
    host.make_ready()
    assert pit.state("T1").rounds == 1
    report = audit(store)
    assert report.holds, report.problems


def test_scripted_and_entered_tables_hold() -> None:
    rules = rules_of(MA)
    deck = stacked(rules, ["AhAd"], "KsKd", "2c3d4h9sJc")
    store = MemoryStore()
    pit = Pit(store)
    pit.open_table("S1", rules, FLOOR, source="scripted")
    pit.handle("S1", c.Sit(ONE, 1, 500_00))
    pit.handle("S1", c.PlaceWagers(ONE, 1, {"ante": 5_00, "odds": 5_00}))
    pit.handle("S1", c.DealRound(c.dealer()), deck=deck)
    pit.handle("S1", c.Decide(ONE, 1, "raise", 15_00))
    assert pit.state("S1").rounds == 1
    pit.open_table("E1", rules, FLOOR, source="entered")
    pit.handle("E1", c.Sit(ONE, 1, 500_00))
    cut = pit.state("E1").agenda[0].do
    pit.handle("E1", c.Do(c.dealer(), cut, depth=20))
    pit.handle("E1", c.PlaceWagers(ONE, 1, {"ante": 5_00, "odds": 5_00}))
    pit.handle("E1", c.DealRound(c.dealer()))
    pit.handle("E1", c.Decide(ONE, 1, "raise", 15_00))
    shown = {"reveal_dealer": "Ks Kd", "turn_up_hand": "Ah Ad"}
    boards = iter(("2c 3d 4h", "9s Jc"))
    while (state := pit.state("E1")).round and state.round.number == 1:
        step = state.agenda[0]
        cards = shown.get(step.do) or next(boards)
        pit.handle("E1", c.Do(c.dealer(), step.do, cards=cards))
    report = audit(store)
    assert report.holds, report.problems
    assert Pit(store).state("E1").players["player 1"].stack == Pit(store).state("S1").players["player 1"].stack


def test_corrected_cards_hold_also_after_money_was_paid_by_wrong_ones() -> None:
    """A pair of aces loses to three kings, until one of them turns out to be a queen: ante and raise win 20.00."""
    store = MemoryStore()
    pit = Pit(store, automations=ALL - {"discard"})
    pit.open_table("E1", rules_of(MA, shuffler="automatic"), FLOOR, source="entered")
    pit.handle("E1", c.Sit(ONE, 1, 500_00))
    pit.handle("E1", c.PlaceWagers(ONE, 1, {"ante": 5_00, "odds": 5_00}))
    pit.handle("E1", c.DealRound(c.dealer()))
    pit.handle("E1", c.Decide(ONE, 1, "raise", 15_00))
    pit.handle("E1", c.Do(c.dealer(), "turn_up", cards="2c 3d 4s"))
    pit.handle("E1", c.CorrectCards(c.dealer(), "4s", "4h", "misread"))
    pit.handle("E1", c.Do(c.dealer(), "turn_up", cards="9s Kc"))
    pit.handle("E1", c.Do(c.dealer(), "reveal_dealer", cards="Ks Kd"))
    pit.handle("E1", c.Do(c.dealer(), "turn_up_hand", cards="Ah Ad"))
    assert pit.state("E1").players["player 1"].stack == 475_00
    pit.handle("E1", c.CorrectCards(FLOOR, "Kd", "Qd", "misread"))
    assert pit.state("E1").players["player 1"].stack == 520_00
    pit.handle("E1", c.Do(c.dealer(), "discard"))
    report = audit(store)
    assert report.holds, report.problems
    shown = recall(store, "E1-1")
    assert [line.returned for line in shown.settlement.lines] == [10_00, 5_00, 30_00]
    said = [
        line for moment in shown.moments for line in moment.words if "corrects cards that were entered wrongly" in line
    ]
    assert len(said) == 2


def test_a_deck_that_is_too_old_is_changed_before_the_next_round() -> None:
    clock = [datetime(2026, 3, 14, 12, tzinfo=UTC)]
    store = MemoryStore()
    pit = Pit(store, now=lambda: clock[0])
    pit.open_table("T1", rules_of(MD), FLOOR)
    host = Host(pit, "T1", simple, chance=Random(1))
    host.seat(2)
    for _ in range(3):
        host.play_round(2)
        clock[0] += timedelta(hours=9)
    types = Counter(stored.event.type for stored in store.read("table:T1"))
    assert types["deck_removed"] >= 1
    with pytest.raises(RefusedError, match="already been opened"):
        pit.open_table("T1", rules_of(MD), FLOOR)
    assert audit(store).holds


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("automations", [ALL, NONE])
def test_wagers_that_lie_there_for_hours_are_played_with_another_deck(book: str, automations: frozenset[str]) -> None:
    """The round opened in time; before a card is dealt the deck is changed, and the wagers stay where they are."""
    clock = [datetime(2026, 3, 14, 12, tzinfo=UTC)]
    store = MemoryStore()
    pit = Pit(store, now=lambda: clock[0], automations=automations)
    pit.open_table("T1", rules_of(book), FLOOR)
    host = Host(pit, "T1", simple, chance=Random(1))
    host.seat(1)
    host.make_ready()
    wagers = {"ante": 5_00} if book == FOUR else {"ante": 5_00, "odds": 5_00}
    pit.handle("T1", c.PlaceWagers(ONE, 1, wagers))
    clock[0] += timedelta(hours=9)
    changes = book != MA  # which sets no time
    if changes:
        with pytest.raises(RefusedError, match="the red deck has been in use for 8 hours"):
            pit.handle("T1", c.DealRound(c.dealer()))
    current = the_round(pit.state("T1"))
    host.make_ready()
    assert current.wagers[1].items() >= wagers.items()
    assert current.lines is not None
    assert current.void is None
    state = pit.state("T1")
    assert (state.rounds, state.decks[0].received == clock[0]) == (1, changes)
    report = audit(store)
    assert report.holds, report.problems
    assert verify(store, current.id).problems == ()


def test_a_round_that_was_dealt_from_a_deck_that_was_too_old_does_not_hold() -> None:
    """The same events, nine hours after the deck came to the table."""
    clock = [datetime(2026, 3, 14, 12, tzinfo=UTC)]
    store, late = MemoryStore(), MemoryStore()
    pit = Pit(store, now=lambda: clock[0])
    pit.open_table("T1", rules_of(MD), FLOOR)
    host = Host(pit, "T1", simple, chance=Random(1))
    host.seat(1)
    host.play_round(1)
    late.put_document(write_rules(rules_of(MD)))
    for commit in store.read_all():
        appends: dict[str, list[Event]] = {}
        for stored in commit.events:
            waited = timedelta(hours=9 if commit.receipt.number == store.head().number else 0)
            appends.setdefault(stored.stream, []).append(replace(stored.event, time=stored.event.time + waited))
        versions = {stream: late.version(stream) for stream in appends}
        late.append(Commit(tuple(Append(name, versions[name], tuple(events)) for name, events in appends.items())))
    assert audit(store).holds
    [problem] = audit(late).problems
    assert "the red deck has been in use for 8 hours: change it first" in problem.message
    assert "(no_more_bets)" in problem.message
