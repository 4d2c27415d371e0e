"""A table as the server finds it again when it starts: from a snapshot, the same as from the whole record."""

import pytest

from pit.playing import hosted, play
from pitbook.ledger import MemoryStore, Store
from pitbook.pit import Library, Pit, snapshots
from pitbook.table import State
from pitbook.web import room as rooms
from pitbook.web.room import load_room
from table.looking import dump
from table.play import BOOKS, rules_of


@pytest.mark.parametrize("book", BOOKS)
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

    monkeypatch.setattr(rooms, "table_from", noted)
    found = load_room(Pit(store), "T1")
    monkeypatch.setattr(rooms, "table_from", lambda _store, _stream, library, _before: State(library))
    whole = load_room(Pit(store), "T1")
    assert found is not None
    assert whole is not None
    assert starts[0] > 0
    assert dump(found.state) == dump(whole.state)
    assert found.last == whole.last
    assert found.now == whole.now
    assert found.last.lines
