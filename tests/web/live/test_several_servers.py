"""Several servers of one record in PostgreSQL: any of them takes any command, and one deals at each table."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pitbook.audit import audit
from pitbook.ledger import Address, Commit, Receipt
from pitbook.problems import PitbookError, Problem, RefusedError
from pitbook.web.live import server as serving
from pitbook.web.live import table_leases
from pitbook.web.live.table_leases import GROUPS, TableLeases
from postgresql import Server
from web.running import PATIENCE, Client, Served, least_wagers, served

FOLLOWED = 0.2
"""Seconds after which a page at one server shows what was commanded at another, on a machine that is not busy."""


@pytest.fixture(scope="module")
def two(postgres: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Served]]:
    """Two servers; their record has to pass the audit when the tests are done."""
    address = Address.parse(postgres.ledger("several"))
    with pytest.MonkeyPatch.context() as patch, ExitStack() as stack:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("several")))
        first, second = (stack.enter_context(served(address)) for _ in range(2))
        until(lambda: len(held(first)) == len(held(second)) == GROUPS // 2)
        yield first, second
        first.pit.store.catch_up()
        assert audit(first.pit.store).problems == ()


def until(wanted: Callable[[], bool], seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not wanted():
        assert time.monotonic() < end
        time.sleep(0.02)


def held(server: Served) -> set[str]:
    return set(server.app.state.server.leases._held) - {f"server {server.app.state.server.id}"}


def dealing(two: tuple[Served, Served], table: str) -> tuple[Served, Served]:
    """The server that deals at a table, and the other one."""
    (one,) = (server for server in two if server.app.state.server.deals(table))
    return one, next(server for server in two if server is not one)


def at(client: Client, server: Served) -> Client:
    """The same person at another server."""
    return server.again(client.token)


def test_the_servers_share_the_tables_evenly(two: tuple[Served, Served]) -> None:
    assert held(two[0]).isdisjoint(held(two[1]))
    assert len(held(two[0]) | held(two[1])) == GROUPS


def test_a_page_at_one_server_shows_what_is_commanded_at_another(two: tuple[Served, Served]) -> None:
    ann = two[0].client("Ann")
    table = ann.open()
    there = at(ann, two[1])
    assert there.view(table)["table"] == table
    until(lambda: any(one["table"] == table for one in there.http.get("/api/tables").json()["tables"]))
    took = []
    with there.live(table) as page:
        for seat in range(2, 5):
            version = two[0].client("Bob").do(table, "sit", seat=seat, buy_in="500.00")["version"]
            begun = time.monotonic()
            page.until(lambda view, version=version: page.received[-1]["version"] >= version)
            took.append(time.monotonic() - begun)
    assert min(took) < FOLLOWED, took


def test_a_table_that_could_not_be_followed_is_followed_later(
    two: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The record was locked, say; and the other tables do not wait for it."""
    ann, server = two[0].client("Ann"), two[1].app.state.server
    tables = [ann.open() for _ in range(3)]
    until(lambda: all(table in server.projections for table in tables))
    attend = server._attend
    failed: list[str] = []

    async def attend_later(name: str) -> None:
        if name == tables[0] and not failed:
            failed.append(name)
            raise RefusedError(Problem("not now"))
        await attend(name)

    monkeypatch.setattr(server, "_attend", attend_later)
    versions = {table: ann.do(table, "buy_in", amount="1.00")["version"] for table in tables}
    until(lambda: all(server.projections[table].state.version >= version for table, version in versions.items()))
    assert failed


def test_a_round_is_played_at_both_servers(two: tuple[Served, Served]) -> None:
    """Each command goes to the other server than the one before, as soon as that one has answered."""
    here = two[0].client("Ann")
    table = here.open()
    both = (here, at(here, two[1]))
    version = both[1].do(table, "place_wagers", seat=1, wagers=least_wagers(both[1].view(table)))["version"]
    version = both[0].do(table, "ready", at=version)["version"]
    turn, deadline = 0, time.monotonic() + PATIENCE
    while not (view := both[turn % 2].view(table))["last_round"]:
        assert time.monotonic() < deadline
        turn += 1
        if view["ask"] and view["version"] >= version:
            action = view["ask"]["actions"][0]["action"]
            version = both[turn % 2].do(table, "decide", seat=1, action=action, at=view["version"])["version"]


def test_the_loser_of_two_commands_at_once_hears_that_the_table_has_moved_on(two: tuple[Served, Served]) -> None:
    """Both saw the same version, and only one was first; without a version both are carried out."""
    here = two[0].client("Ann")
    table = here.open()
    version = here.view(table)["version"]
    clients = [two[number].client(f"P{number}") for number in range(2)]
    asked = _at_once(
        [partial(one.ask, table, "sit", seat=seat, buy_in="500.00", at=version) for seat, one in enumerate(clients, 2)]
    )
    assert sorted(answer.status_code for answer in asked) == [200, 412]
    (lost,) = (answer for answer in asked if answer.status_code == 412)
    assert "has moved on" in lost.json()["error"]["problems"][0]["message"]
    more = [two[number].client(f"Q{number}") for number in range(2)]
    asked = _at_once([partial(one.ask, table, "sit", seat=seat, buy_in="500.00") for seat, one in enumerate(more, 4)])
    assert [answer.status_code for answer in asked] == [200, 200], [answer.text for answer in asked]


def test_a_command_sent_to_both_servers_has_its_effect_once(two: tuple[Served, Served]) -> None:
    ann = two[0].client("Ann")
    table = ann.open()
    both = (ann, at(ann, two[1]))
    asked = _at_once([partial(one.ask, table, "buy_in", amount="100.00", key="K") for one in both])
    assert [answer.status_code for answer in asked] == [200, 200], [answer.text for answer in asked]
    assert sorted(answer.json()["repeated"] for answer in asked) == [False, True]
    until(lambda: both[1].view(table)["version"] == both[0].view(table)["version"])
    assert {one.view(table)["players"][ann.player]["stack"] for one in both} == {"5100.00"}


def test_who_is_ready_at_one_server_is_at_the_other_until_the_wagers_change(two: tuple[Served, Served]) -> None:
    """The round is dealt when both are ready, at whichever server, and by the one that deals at the table."""
    ann, bob = two[0].client("Ann"), two[1].client("Bob")
    table = ann.open()
    bob.do(table, "sit", seat=2, buy_in="500.00")
    wagers = least_wagers(bob.view(table))
    more = {name: f"{2 * float(amount):.2f}" for name, amount in wagers.items()}
    with ann.live(table) as page, bob.live(table) as other:
        page.until(lambda view: view["players"].get(bob.player, {}).get("connected"))
        other.until(lambda view: view["players"].get(ann.player, {}).get("connected"))
        ann.do(table, "ready", seat=1, wagers=wagers, key="R1")
        other.until(lambda view: view["players"][ann.player]["ready"])
        at(ann, two[1]).do(table, "place_wagers", seat=1, wagers=more)
        page.until(lambda view: not view["players"][ann.player]["ready"])
        bob.do(table, "ready", seat=2, wagers=wagers)
        page.until(lambda view: view["players"][bob.player]["ready"])
        time.sleep(4 * FOLLOWED)
        assert page.view["wagering"]["open"]
        assert at(ann, two[1]).do(table, "ready", key="R2")["repeated"] is False
        assert ann.do(table, "ready", key="R2")["repeated"] is True
        page.until(lambda view: not view["wagering"]["open"])
        other.until(lambda view: not view["wagering"]["open"])


def test_a_round_waits_for_somebody_who_looks_at_another_server(two: tuple[Served, Served]) -> None:
    ann, bob = two[0].client("Ann"), two[1].client("Bob")
    table = ann.open()
    with bob.live(table):
        bob.do(table, "sit", seat=2, buy_in="500.00")
        with ann.live(table) as page:
            page.until(lambda view: view["players"].get(bob.player, {}).get("connected"))
            ann.do(table, "ready", seat=1, wagers=least_wagers(page.view))
            page.until(lambda view: view["players"][ann.player]["ready"])
            time.sleep(4 * FOLLOWED)
            assert page.view["wagering"]["open"]
            bob.do(table, "ready", seat=2, wagers=least_wagers(page.view))
            page.until(lambda view: not view["wagering"]["open"])


def test_bots_and_timers_act_at_one_server(two: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch) -> None:
    """However many servers know the table, and wherever the person plays."""
    ann = two[0].client("Ann")
    table = ann.open(bots=[{"plays": "simple"}, {"plays": "simple"}], betting_seconds=1, decision_seconds=1)
    commits = [spied(server, monkeypatch) for server in two]
    one, other = dealing(two, table)
    ann.do(table, "place_wagers", seat=1, wagers=least_wagers(ann.view(table)))
    until(lambda: ann.view(table)["last_round"] is not None)
    by = [{actor for commit in some for actor in automatic(commit, table)} for some in commits]
    mine = by[two.index(one)]
    assert by[two.index(other)] == set()
    assert {"dealer:croupier", f"player:{ann.player}"} <= mine
    assert any("~bot" in actor for actor in mine)


def spied(server: Served, monkeypatch: pytest.MonkeyPatch) -> list[Commit]:
    """The commits that a server stores from now on."""
    found: list[Commit] = []
    store = server.pit.store
    append = store.append_group

    def append_group(commits: Sequence[Commit]) -> list[Receipt | PitbookError]:
        results = append(commits)
        found.extend(commit for commit, result in zip(commits, results, strict=True) if isinstance(result, Receipt))
        return results

    monkeypatch.setattr(store, "append_group", append_group)
    return found


def automatic(commit: Commit, table: str) -> set[str]:
    """Who acted by themselves at a table in a commit: the automatic dealer, bots, and players for whom a timer did."""
    events = [event for append in commit.appends if append.stream == f"table:{table}" for event in append.events]
    ends = (":croupier", "~bot")
    return {event.actor for event in events if event.actor.endswith(ends) or "was over" in event.reason}


@pytest.mark.parametrize("fenced", [True, False], ids=["with the token", "control: without the token"])
def test_a_paused_dealer_that_goes_on_deals_nothing(
    postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, fenced: bool
) -> None:
    """It was paused past its lease, and does not know; the other server has taken over. The control is found out."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(table_leases, "LEASE_SECONDS", 0.6)
    monkeypatch.setattr(serving, "RENEW_EVERY", 0.1)
    address = Address.parse(postgres.ledger("paused"))
    with served(address) as paused:
        ann = paused.client("Ann")
        table = ann.open()
        wagers = least_wagers(ann.view(table))
        leases: TableLeases = paused.app.state.server.leases
        with monkeypatch.context() as pause:
            pause.setattr(leases, "renew", set)
            pause.setattr(leases, "_clock", lambda: 0.0)
            with served(address) as heir:
                until(lambda: heir.app.state.server.deals(table))
                assert paused.app.state.server.deals(table)
                if not fenced:
                    append = paused.pit.store.append_group
                    unfenced = lambda commits: append([replace(one, lease=None) for one in commits])  # noqa: E731
                    pause.setattr(paused.pit.store, "append_group", unfenced)
                stored = spied(paused, pause)
                ann.do(table, "ready", seat=1, wagers=wagers)
                until(lambda: not ann.view(table)["wagering"]["open"])
                dealt = {actor for commit in stored for actor in automatic(commit, table)}
                assert stored
                assert dealt == (set() if fenced else {"dealer:croupier"})
        assert audit(paused.pit.store).problems == ()


def _at_once(asked: list[Callable[[], Any]]) -> list[Any]:
    found: dict[int, Any] = {}
    threads = [
        threading.Thread(target=lambda number=number, one=one: found.update({number: one()}))
        for number, one in enumerate(asked)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [found[number] for number in range(len(asked))]
