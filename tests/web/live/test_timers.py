"""The croupier at tables that the house deals: bots, timers, people who leave, decks and tables that are done with."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pitbook.audit import audit
from pitbook.ledger import Commit, Receipt
from pitbook.pit.records import TABLE, read_table_event
from pitbook.problems import PitbookError, Problem, RefusedError
from pitbook.table import TableEvent
from pitbook.table import events as happened
from pitbook.web.live import timers
from web.running import FAST, Client, Served, least_wagers, served


def _events(server: Served, table: str) -> Iterator[tuple[str, str, TableEvent]]:
    for stored in server.pit.store.read(TABLE + table):
        yield stored.event.actor, stored.event.reason, read_table_event(stored)


def _dealt(client: Client, table: str, seat: int = 1) -> None:
    client.do(table, "ready", seat=seat, wagers=least_wagers(client.view(table)))


@pytest.mark.parametrize("plays", ["exact", "simple", "holdem-basic"])
def test_bots_play_their_seats(server: Served, plays: str) -> None:
    ann = server.client()
    table = ann.open(bots=[{"plays": plays}] * 2, seat=2)
    with ann.live(table) as live:
        live.next()
        live.do("ready", seat=2, wagers=least_wagers(live.view))
        while not live.view["last_round"]:
            live.until(lambda view: view["ask"] or view["last_round"], 120)
            if live.view["ask"]:
                live.do("decide", seat=2, action=live.view["ask"]["actions"][-1]["action"])
    decided = {event.seat: actor for actor, _, event in _events(server, table) if isinstance(event, happened.Decided)}
    assert decided[1] == f"player:Ada~{plays}~bot"
    assert decided[3] == f"player:Ben~{plays}~bot"


def test_bots_are_seated_and_dismissed(server: Served) -> None:
    ann = server.client()
    table = ann.open()
    ann.do(table, "seat_bot", seat=3, plays="simple")
    ann.do(table, "seat_bot", seat=5, plays="simple")
    assert {name: one["seats"] for name, one in ann.view(table)["players"].items() if one["kind"] == "bot"} == {
        "Ada~simple~bot": [3],
        "Ben~simple~bot": [5],
    }
    ann.do(table, "dismiss_bot", seat=3)
    ann.do(table, "seat_bot", seat=6, plays="simple")
    assert ann.view(table)["players"]["Ada~simple~bot"]["seats"] == [6]
    assert not ann.view(table)["shared"]


def test_a_decision_is_made_when_its_time_is_over(server: Served) -> None:
    ann = server.client()
    table = ann.open(decision_seconds=3600)
    with ann.live(table) as live:
        live.next()
        live.do("ready", seat=1, wagers=least_wagers(live.view))
        left = datetime.fromisoformat(live.view["ask"]["deadline"]) - datetime.now(UTC)
        assert timedelta(seconds=3000) < left <= timedelta(seconds=3600)
        live.do("arrange", decision_seconds=1)
        live.until(lambda view: view["last_round"])
    decided = [(reason, event) for _, reason, event in _events(server, table) if isinstance(event, happened.Decided)]
    assert [event.action for _, event in decided] == ["check", "check", "fold"]
    assert {reason for reason, _ in decided} == {"the time for the decision was over"}


def test_a_timer_can_be_set_when_somebody_does_not_come_back(server: Served) -> None:
    ann, bob, ada = server.client("Ann"), server.client("Bob"), server.operator()
    table = ann.open()
    bob.do(table, "sit", seat=2, buy_in="500.00")
    bob.do(table, "place_wagers", seat=2, wagers=least_wagers(bob.view(table)))
    ann.do(table, "ready", seat=1, wagers=least_wagers(ann.view(table)))
    bob.do(table, "ready")
    ann.do(table, "decide", seat=1, action="raise_3")
    assert ann.view(table)["waiting_for"]["player"] == bob.player
    with ann.live(table) as live:
        live.next()
        ada.do(table, "arrange", decision_seconds=1)
        live.until(lambda view: view["last_round"])
        live.do("arrange", decision_seconds=None)
        assert live.view["arrangement"]["decision_seconds"] is None


def test_wagers_are_closed_when_their_time_is_over(server: Served) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    table = ann.open(betting_seconds=3600)
    bob.do(table, "sit", seat=2, buy_in="500.00")
    with ann.live(table) as live, bob.live(table) as other:
        other.next()
        live.next()
        live.do("place_wagers", seat=1, wagers=least_wagers(live.view))
        assert live.view["wagering"]["deadline"]
        live.do("arrange", betting_seconds=1)
        view = live.until(lambda view: view["round"]["no_more_bets"])
        assert list(view["round"]["seats"]) == ["1"]


def test_somebody_who_does_not_wager_is_waited_for_only_so_long(tmp_path: Path) -> None:
    with served(tmp_path / "record.db", replace(FAST, waiting_seconds=0.3)) as server:
        ann, bob = server.client("Ann"), server.client("Bob")
        table = ann.open()
        bob.do(table, "sit", seat=2, buy_in="500.00")
        with ann.live(table) as live, bob.live(table) as other:
            other.next()
            live.next()
            live.do("ready", seat=1, wagers=least_wagers(live.view))
            view = live.until(lambda view: view["round"]["no_more_bets"])
            assert list(view["round"]["seats"]) == ["1"]
        times = {stored.event.type: stored.event.time for stored in server.pit.store.read(TABLE + table)}
        assert times["no_more_bets"] - times["wagers_placed"] > timedelta(seconds=0.25)


def test_the_wagers_of_somebody_who_leaves_stand(server: Served) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    table = ann.open()
    bob.do(table, "sit", seat=2, buy_in="500.00")
    for client, seat in ((ann, 1), (bob, 2)):
        client.do(table, "place_wagers", seat=seat, wagers=least_wagers(ann.view(table)))
    ann.do(table, "ready")
    bob.do(table, "ready")
    ann.do(table, "leave")
    view = bob.view(table)
    assert view["players"][ann.player]["left"]
    assert view["ask"]["seat"] == 2
    ruled = [(actor, event) for actor, _, event in _events(server, table) if isinstance(event, happened.LeavingRuled)]
    assert [(actor, event.abandoned) for actor, event in ruled] == [("floorperson:croupier", False)]
    while bob.view(table)["ask"]:
        bob.do(table, "decide", seat=2, action=bob.view(table)["ask"]["actions"][-1]["action"])
    view = bob.view(table)
    assert list(view["players"]) == [bob.player]
    assert view["last_round"]["seats"]["1"]["folded"]


def test_with_a_timer_somebody_who_leaves_has_so_long_to_come_back(server: Served) -> None:
    ann = server.client("Ann")
    table = ann.open(decision_seconds=1)
    _dealt(ann, table)
    ann.do(table, "leave")
    assert not [event for _, _, event in _events(server, table) if isinstance(event, happened.LeavingRuled)]
    with ann.live(table) as live:
        live.until(lambda view: view["last_round"])
    assert [event for _, _, event in _events(server, table) if isinstance(event, happened.LeavingRuled)]


def test_a_dropped_connection_is_not_leaving(server: Served) -> None:
    ann = server.client("Ann")
    table = ann.open()
    with ann.live(table) as live:
        live.next()
        live.do("ready", seat=1, wagers=least_wagers(live.view))
    assert not [event for _, _, event in _events(server, table) if isinstance(event, happened.PlayerLeft)]
    assert ann.view(table)["ask"]


def test_an_empty_table_is_closed_and_leaves_the_lobby(tmp_path: Path) -> None:
    with served(tmp_path / "record.db", replace(FAST, empty_seconds=0.2)) as server:
        ann = server.client("Ann")
        table = ann.open(bots=[{"plays": "simple"}], seat=2)
        other = ann.open()
        with ann.live(table) as live:
            live.next()
            live.do("leave")
            live.until(lambda view: view["status"] == "closed")
        assert [one["table"] for one in ann.http.get("/api/tables").json()["tables"]] == [other]
        assert ann.view(table)["status"] == "closed"
        assert audit(server.pit.store).problems == ()


class Clock:
    """A time of day that a test can move."""

    def __init__(self) -> None:
        self.moved = timedelta(0)

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.moved


@pytest.fixture
def clock(server: Served, monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(server.pit, "now", found)
    return found


@pytest.mark.parametrize("when", ["before", "after"])
def test_the_house_changes_a_deck_that_was_used_long_enough(server: Served, clock: Clock, when: str) -> None:
    """Four hours by hand (3.C): before the deal of an open round, or before the next round opens."""
    ann = server.client("Ann")
    table = ann.open()
    if when == "after":
        _dealt(ann, table)
    clock.moved += timedelta(hours=8, minutes=1)
    if when == "before":
        _dealt(ann, table)
    while ann.view(table)["ask"]:
        ann.do(table, "decide", seat=1, action=ann.view(table)["ask"]["actions"][0]["action"])
    view = ann.view(table)
    assert view["last_round"]["number"] == 1
    assert view["wagering"]["open"]
    received = [event.back for _, _, event in _events(server, table) if isinstance(event, happened.DeckReceived)]
    assert received == ["red", "red"]


def test_closing_finishes_the_round(server: Served) -> None:
    ann = server.client("Ann")
    table = ann.open()
    _dealt(ann, table)
    ann.do(table, "close_table")
    assert ann.view(table)["status"] == "closing"
    while ann.view(table)["ask"]:
        ann.do(table, "decide", seat=1, action=ann.view(table)["ask"]["actions"][0]["action"])
    view = ann.view(table)
    assert (view["status"], view["last_round"]["number"], view["wagering"]["open"]) == ("closed", 1, False)
    ann.do(table, "leave")
    assert ann.view(table)["players"] == {}
    assert ann.ask(table, "sit", seat=1).status_code == 409


def test_what_another_process_records_is_shown(server: Served) -> None:
    from pitbook.pit import Pit, open_record
    from pitbook.table.commands import BuyIn, player

    ann = server.client("Ann")
    table = ann.open()
    with ann.live(table) as live, open_record(server.path) as store:
        live.next()
        Pit(store).handle(table, BuyIn(player(ann.player), 100))
        live.until(lambda view: view["players"][ann.player]["stack"] == "5001.00")
        assert live.do("buy_in", amount="1.00")["type"] == "done"
        assert live.view["players"][ann.player]["stack"] == "5002.00"


def test_a_bot_goes_on_when_the_record_can_be_written_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot's decision that could not be stored is made again: nobody else would go on with the table."""
    monkeypatch.setattr(timers, "RETRY_SECONDS", 0.05)
    with served(tmp_path / "record.db") as server:
        ann, store = server.client(), server.pit.store
        table = ann.open(bots=[{"plays": "simple"}], seat=2)
        append = store.append_group
        refused: list[set[str]] = []

        def full_at_first(commits: Sequence[Commit]) -> list[Receipt | PitbookError]:
            parts = [part for commit in commits for part in commit.appends]
            actors = {event.actor for part in parts for event in part.events if event.type == "decided"}
            if actors and len(refused) < 2:
                refused.append(actors)
                raise RefusedError(Problem("there is no room left"))
            return append(commits)

        monkeypatch.setattr(store, "append_group", full_at_first)
        with ann.live(table) as live:
            live.next()
            live.do("ready", seat=2, wagers=least_wagers(live.view))
            assert live.until(lambda view: view["ask"])["ask"]["seat"] == 2
        assert refused == [{"player:Ada~simple~bot"}] * 2
        assert audit(store).problems == ()
