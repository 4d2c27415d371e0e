"""A table as the server finds it again: from a snapshot, the same as from the whole record; closed ones are let go."""

import time
from collections.abc import Callable

import pytest

from clauses.procedures import with_progressives
from pit.playing import hosted, play
from pitbook.ledger import MemoryStore, Store
from pitbook.pit import Library, Pit, snapshots
from pitbook.pit.table_settings import TableSettings
from pitbook.table import State
from pitbook.table import commands as c
from pitbook.web.live import projection as projections
from pitbook.web.live.projection import load_projection
from table.looking import dump
from table.play import EVERY_BOOK, rules_of
from web.running import Served, least_wagers


@pytest.mark.parametrize("book", EVERY_BOOK)
def test_a_room_from_a_snapshot_is_the_room_from_the_whole_record(book: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()
    monkeypatch.setattr(snapshots, "EVERY", 60)
    host = hosted(store, rules_of(book), rate=0.3)
    play(host, 8)
    starts: list[int] = []

    def noted(store: Store, stream: str, library: Library, before: int) -> State:
        found = snapshots.table_from(store, stream, library, before)
        starts.append(found.version)
        return found

    monkeypatch.setattr(projections, "table_from", noted)
    found = load_projection(Pit(store), "T1", 60)
    monkeypatch.setattr(projections, "table_from", lambda _store, _stream, library, _before: State(library))
    whole = load_projection(Pit(store), "T1", 60)
    assert found is not None
    assert whole is not None
    assert starts[0] > 0
    assert dump(found.state) == dump(whole.state)
    assert found.last == whole.last
    assert found.now == whole.now
    assert found.last.settlement is not None


def _until(found: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not found():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_closed_table_is_kept_while_somebody_looks_and_found_again_afterwards(server: Served) -> None:
    """A server that runs for years keeps no table in memory that nobody plays at."""
    ann, tables = server.client("Ann"), server.app.state.server
    table = ann.open()
    ann.do(table, "ready", seat=1, wagers=least_wagers(ann.view(table)))
    while ann.view(table)["ask"]:
        ann.do(table, "decide", seat=1, action=ann.view(table)["ask"]["actions"][0]["action"])
    with ann.live(table) as live:
        live.next()
        ann.do(table, "close_table")
        live.until(lambda view: view["status"] == "closed")
        other = ann.open()
        ann.do(other, "close_table")
        _until(lambda: other not in tables.projections and other not in server.pit._memory.tables)
        assert table in tables.projections
        live.do("cash_out", amount="1.00")
        shown = live.view
    _until(lambda: table not in tables.projections and table not in server.pit._memory.tables)
    assert (table in tables._handler._here, table in tables._handler._ready) == (False, False)
    again = ann.view(table)
    assert again | {"players": 0} == shown | {"players": 0}
    assert again["players"][ann.player] == shown["players"][ann.player] | {"connected": False}
    ann.do(table, "leave")
    assert ann.view(table)["players"] == {}
    assert table not in [one["table"] for one in ann.http.get("/api/tables").json()["tables"]]


def test_a_ruling_in_the_middle_of_a_turn_changes_what_the_pages_say_is_due() -> None:
    """Seat 3's four sevens earn seats 2 and 1 a bonus each; player 2 leaves and is ruled abandoned before that."""
    hands = ["Ah Ad 9h 6d 4s", "Jh Jd Js Qc 4c", "7s 7h 7d 7c 2c"]
    game = with_progressives(hands, "Kd Ks 2d 6h 3d 2s", "Tc", ("pay_progressive", 3))
    game.do(c.Leave(c.player("player 2")))
    game.do(c.RuleOnLeaving(c.floorperson(), "player 2", True, "went away"))
    shown = projections.TableProjection("T", game.library, "x", projections.TableExtras(TableSettings(), {}), 60)
    for event in game.events:
        shown.fold(event)
    settlement = shown.now.settlement
    assert settlement is not None
    first, last = game.state.agenda[0].lines
    assert [(line.seat, line.wager) for line in settlement.lines[first:last]] == [(3, "progressive"), (1, "envy")]
