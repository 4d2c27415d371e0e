"""The pit on both stores: one commit for each command, no second effect, no trace of a refusal, no lost update."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kinds import one_of_each_kind
from pit.playing import FLOOR, ONE, hosted, play
from pitbook.audit import audit, read_meters
from pitbook.json_types import JsonObject
from pitbook.ledger import Append, Commit, Event, MemoryStore, Receipt, SqliteStore, Store
from pitbook.pit import Host, Pit, open_record, records, simple
from pitbook.problems import ConflictError, MalformedError, RefusedError
from pitbook.table import NONE, State, player_view
from pitbook.table import commands as c
from pitbook.table.events import BoughtIn
from table.play import BOOKS, FOUR, GALAXY, KEYS, MA, MD, rules_of


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    made: MemoryStore | SqliteStore
    made = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "pit.db")
    yield made
    made.close()


def looks(state: State) -> object:
    """A state as everybody at the table sees it, with what nobody sees."""
    current = state.round
    hidden = (current.order, current.sealed, current.hands, current.cards_dealt) if current else None
    views = [player_view(state, name) for name in state.players]
    return views, hidden, list(state.agenda), state.inventory, state.cage, state.taken, state.version


def test_a_command_is_one_commit_with_time_actor_and_reason(store: Store) -> None:
    noon = datetime(2026, 3, 14, 12, tzinfo=UTC)
    pit = Pit(store, now=lambda: noon)
    opened = pit.open_table("T1", rules_of(MD), FLOOR, reason="the day begins")
    assert opened.receipt.number == 1
    assert pit.handle("T1", c.Sit(ONE, 1, 500_00)).receipt.number == 2
    commits = list(store.read_all())
    streams = {"table:T1", "pit:T1", "meter:T1/progressive"}
    assert {stored.stream for stored in commits[0].events} == streams
    assert {(one.event.time, one.event.reason) for one in commits[0].events} == {(noon, "the day begins")}
    assert {one.event.actor for one in commits[0].events if one.event.type != "performed"} == {"floorperson:Ada"}
    assert [stored.event.type for stored in commits[1].events][:2] == ["player_sat", "bought_in"]
    assert commits[1].events[-1].event.type == "performed"
    actors = [(stored.event.type, stored.event.actor) for stored in commits[1].events]
    assert actors[:2] == [("player_sat", "player:player 1"), ("bought_in", "player:player 1")]
    assert {actor for _, actor in actors[2:]} == {"player:auto", "dealer:auto"}


@pytest.mark.parametrize("book", one_of_each_kind(BOOKS))
def test_a_pit_that_reads_the_record_is_where_the_other_one_is(store: Store, book: str) -> None:
    """Play resumes at the exact decision, whichever command was the last one."""
    rules = rules_of(book)
    pit = Pit(store, keys=KEYS)
    pit.open_table("T1", rules, FLOOR)
    commands: list[c.Command] = [c.Sit(c.player(f"p{seat}"), seat, 1000_00) for seat in (1, 2)]
    wagers = {"ante": 5_00} if book == FOUR else {"ante": 5_00, "odds": 5_00}
    commands += [c.PlaceWagers(c.player(f"p{seat}"), seat, wagers) for seat in (1, 2)]
    commands += [c.DealRound(c.dealer())]
    for command in commands:
        pit.handle("T1", command)
        assert looks(Pit(store, keys=KEYS).state("T1")) == looks(pit.state("T1"))
    while (current := pit.state("T1").round) and current.number == 1:
        seat = current.to_act[0]
        action = next(s for s in rules.streets if s.name == current.street).otherwise
        pit = Pit(store, keys=KEYS)
        pit.handle("T1", c.Decide(c.player(f"p{seat}"), seat, action))
        assert looks(Pit(store, keys=KEYS).state("T1")) == looks(pit.state("T1"))
    assert audit(store).holds


def test_a_retry_with_its_key_has_no_second_effect(store: Store) -> None:
    pit = Pit(store)
    pit.open_table("T1", rules_of(MD), FLOOR, key="open")
    first = pit.handle("T1", c.Sit(ONE, 1, 500_00), key="sit")
    assert not first.repeated
    head = store.head()
    for again in (pit, Pit(store)):
        repeated = again.handle("T1", c.Sit(ONE, 1, 500_00), key="sit")
        assert repeated.repeated
        assert (repeated.events, repeated.receipt) == (first.events, first.receipt)
        assert again.open_table("T1", rules_of(MD), FLOOR, key="open").repeated
        assert again.state("T1").players["player 1"].stack == 500_00
    assert store.head() == head


def test_a_key_of_another_table_is_a_conflict(store: Store) -> None:
    pit = Pit(store)
    for name in ("T1", "T2"):
        pit.open_table(name, rules_of(MD), FLOOR)
    pit.handle("T1", c.Sit(ONE, 1), key="sit")
    with pytest.raises(ConflictError, match="used for something else"):
        pit.handle("T2", c.Sit(ONE, 1), key="sit")


def test_two_writers_at_one_table_cannot_both_win(store: Store) -> None:
    one, other = Pit(store), Pit(store)
    one.open_table("T1", rules_of(MD), FLOOR)
    version = other.state("T1").version
    one.handle("T1", c.Sit(ONE, 1), expected=version)
    with pytest.raises(ConflictError, match="has moved on"):
        other.handle("T1", c.Sit(c.player("late"), 2), expected=version)

    def with_somebody_between() -> None:
        with one.batch("T1") as batch:
            batch.do(c.BuyIn(ONE, 5_00))
            other.handle("T1", c.Sit(c.player("between"), 2))

    with pytest.raises(ConflictError):
        with_somebody_between()
    assert looks(one.state("T1")) == looks(other.state("T1")) == looks(Pit(store).state("T1"))
    assert one.state("T1").players["player 1"].stack == 0
    one.handle("T1", c.BuyIn(ONE, 5_00))
    assert audit(store).holds


def test_a_command_that_another_table_disturbed_at_a_shared_meter_is_tried_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = rules_of(MD)
    here = hosted(store, rules, "T1", meters="bank")
    there = hosted(store, rules, "T2", meters="bank")
    for seat, name in here.pit.state("T1").seats.items():
        here.pit.handle("T1", c.PlaceWagers(c.player(name), seat, {"ante": 5_00, "odds": 5_00, "progressive": 1_00}))
    append = store.append_group
    disturbed: list[bool] = []

    def between(commits: Sequence[Commit]) -> object:
        if not disturbed and any(part.stream.startswith("meter:") for commit in commits for part in commit.appends):
            disturbed.append(True)
            there.play_round(6)
        return append(commits)

    monkeypatch.setattr(store, "append_group", between)
    here.pit.handle("T1", c.DealRound(c.dealer()))
    assert disturbed
    assert here.pit.meters("T1")["progressive"].contributed == Fraction("1.20")
    assert audit(store).holds


def test_refused_commands_leave_no_trace(store: Store) -> None:
    host = hosted(store, rules_of(MD))
    play(host, 1)
    pit = host.pit
    head, before = store.head(), looks(pit.state("T1"))
    state = pit.state("T1")
    refused: list[c.Command] = [
        c.PlaceWagers(ONE, 1, {"ante": 1}),
        c.PlaceWagers(ONE, 2, {"ante": 5_00, "odds": 5_00}),
        c.Decide(ONE, 1, "check"),
        c.Do(c.dealer(), "reckon"),
        c.Sit(c.player("late"), 1),
        c.CashOut(ONE, 10**12),
        c.Report(c.dealer(), "shoe_jam"),
        c.CloseTable(c.dealer()),
    ]
    for command in refused:
        with pytest.raises(RefusedError):
            pit.handle("T1", command, key="once")
    assert store.head() == head
    assert looks(pit.state("T1")) == before
    assert pit.state("T1") is state, "nothing had to be read again"


def test_a_batch_that_fails_leaves_nothing(store: Store) -> None:
    pit = hosted(store, rules_of(GALAXY)).pit
    head, before = store.head(), looks(pit.state("T1"))

    def buys_and_fails() -> None:
        with pit.batch("T1") as batch:
            batch.automations = NONE
            batch.do(c.BuyIn(ONE, 5_00))
            batch.do(c.CashOut(ONE, 10**12))

    with pytest.raises(RefusedError):
        buys_and_fails()
    assert store.head() == head
    assert looks(pit.state("T1")) == before


def test_tables_share_a_meter_of_the_same_terms_only(store: Store) -> None:
    rules = rules_of(MD)
    hosts = [hosted(store, rules, name, meters="bank") for name in ("T1", "T2")]
    for host in hosts * 2:
        play(host, 1)
    meter = hosts[0].pit.meters("T2")["progressive"]
    assert meter.contributed == 4 * 6 * rules.meters["progressive"].rate
    assert meter.balanced
    assert list(store.streams("meter:")) == [f"meter:bank/progressive{escrow}" for escrow in ("", "#T1", "#T2")]
    terms = rules.meters["progressive"]
    dearer = replace(rules, meters={"progressive": replace(terms, rate=terms.rate * 2)})
    with pytest.raises(RefusedError, match="other terms"):
        Pit(store).open_table("T3", dearer, FLOOR, meters="bank")
    assert audit(store).holds


def test_other_rules_are_adopted_between_rounds(store: Store) -> None:
    rules = rules_of(MD, "manual_shoe", shuffler="automatic")
    by_hand = rules_of(MD, "hand", shuffler="automatic")
    pit = Pit(store, automations=NONE)
    pit.open_table("T1", rules, FLOOR)
    while (step := pit.state("T1").agenda[0]).do != "open_round":
        role: Any = step.by
        pit.handle("T1", c.Do(c.Actor(role, step.by), step.do))
    pit.adopt_rules("T1", by_hand, FLOOR)
    pit = Pit(store)
    host = Host(pit, "T1", simple, chance=Random(1))
    host.seat(3)
    host.play_round(3)
    digests = {one.event.data["rules"] for one in store.read("table:T1") if one.event.type == "round_opened"}
    assert digests == {by_hand.digest}
    assert audit(store).holds


def test_closed_tables_are_let_go_and_read_again_when_somebody_asks(store: Store) -> None:
    pit, rules = Pit(store), rules_of(MD)
    for name, meters in (("T1", "bank"), ("T2", "bank"), ("T3", "own"), ("T4", "other")):
        pit.open_table(name, rules, FLOOR, meters=meters)
        pit.handle(name, c.Sit(ONE, 1, 500_00))
    shown = pit.meters("T3")["progressive"].displayed
    for name in ("T1", "T3", "T4"):
        pit.handle(name, c.CloseTable(FLOOR))
    before = looks(pit.state("T3"))
    assert sorted(pit.let_go(but=("T4",))) == ["T1", "T3"]
    assert set(pit._memory.tables) == {"T2", "T4"}
    assert set(pit._memory.meters) == {"meter:bank/progressive", "meter:other/progressive"}
    assert pit.let_go(but=("T4",)) == []
    assert looks(pit.state("T3")) == before == looks(Pit(store).state("T3"))
    assert pit.meters("T3")["progressive"].displayed == shown
    pit.handle("T3", c.CashOut(ONE, 500_00))
    pit.handle("T2", c.CashOut(ONE, 500_00))
    assert sorted(pit.let_go()) == ["T3", "T4"]
    assert audit(store).problems == ()


def test_a_name_that_makes_no_stream_is_malformed(store: Store) -> None:
    for name in ("", "T 1", "a/b", "x" * 33, "-T"):
        with pytest.raises(MalformedError, match="name of a table"):
            Pit(store).open_table(name, rules_of(MA), FLOOR)
    with pytest.raises(MalformedError, match="shared meters"):
        Pit(store).open_table("T1", rules_of(MD), FLOOR, meters="a b")
    with pytest.raises(RefusedError, match="no table T9"):
        Pit(store).state("T9")


def test_old_events_are_read_in_their_newest_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record whose buy-ins were stored in dollars, by a version that is no longer written."""
    path = tmp_path / "old.db"
    with open_record(path, create=True) as store:
        pit = Pit(store)
        pit.open_table("T1", rules_of(MA), FLOOR)
        pit.handle("T1", c.Sit(ONE, 1))
        now = datetime.now(UTC)
        old = Event("bought_in", 1, {"player": "player 1", "dollars": 7}, now, "player:player 1")
        store.append(Commit((Append("table:T1", store.version("table:T1"), (old,)),)))
    upcasters = type(records.UPCASTERS)()

    def in_cents(data: JsonObject) -> JsonObject:
        return {"player": data["player"], "amount": 100 * int(str(data["dollars"]))}

    upcasters.register("bought_in", 1)(in_cents)
    monkeypatch.setattr(records, "UPCASTERS", upcasters)
    monkeypatch.setattr(BoughtIn, "version", 2)
    with open_record(path) as store:
        assert Pit(store).state("T1").players["player 1"].stack == 7_00
        assert audit(store).holds
    monkeypatch.setattr(BoughtIn, "version", 3)
    with open_record(path) as store, pytest.raises(MalformedError, match="can't be read"):
        Pit(store).state("T1")


def test_a_round_takes_no_longer_at_an_old_table(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that was stored is read again, so a table's age makes no difference."""
    host = hosted(store, rules_of(MD), rate=0.5)
    play(host, 10)

    def read(stream: str, after: int = 0) -> object:
        raise AssertionError(f"{stream} was read again from {after}")

    monkeypatch.setattr(store, "read", read)
    play(host, 20)
    with pytest.raises(RefusedError):
        host.pit.handle("T1", c.CashOut(ONE, 10**12))
    play(host, 1)


def test_a_six_seat_round_with_every_wager_is_small(tmp_path: Path) -> None:
    path = tmp_path / "pit.db"
    with open_record(path, create=True) as store:
        play(hosted(store, rules_of(MD)), 40)
    before = path.stat().st_size
    with open_record(path) as store:
        play(Host(Pit(store), "T1", simple), 100)
    assert (path.stat().st_size - before) / 100 < 4_000


def test_two_tables_of_two_processes_can_share_a_meter(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of(MD)
    here, there = (hosted(store, rules, name, meters="bank") for name in ("T1", "T2"))
    append, played = store.append_group, list[str]()

    def between(commits: Sequence[Commit]) -> object:
        if any(part.stream == "table:T1" for commit in commits for part in commit.appends):
            played.extend(play(there, 1))
        found = append(commits)
        assert all(isinstance(one, Receipt) for one in found)
        return found

    monkeypatch.setattr(store, "append_group", between)
    play(here, 3)
    assert there.pit.state("T2").rounds == len(played) >= 3
    (reading,) = read_meters(store)
    assert reading.meter.contributed == 6 * rules.meters["progressive"].rate * (3 + len(played))
    assert audit(store).holds


def test_the_contributions_of_a_round_that_is_void_by_itself_go_back(store: Store) -> None:
    pit = Pit(store)
    pit.open_table("T1", rules_of(MD), FLOOR, then=(c.Sit(ONE, 1, 500_00),))
    pit.handle("T1", c.PlaceWagers(ONE, 1, {"ante": 10_00, "odds": 10_00, "progressive": 1_00}))
    pit.handle("T1", c.DealRound(c.dealer()))
    assert pit.meters("T1")["progressive"].displayed == Fraction("5000.10")
    pit.handle("T1", c.Report(c.dealer(), "dealer_card_exposed"))
    assert pit.meters("T1")["progressive"].displayed == 5000
    report = audit(store)
    assert report.holds, report.problems
