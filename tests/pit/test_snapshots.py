"""Snapshots: exactly what the events give, found by the pit and by a replay, of no value as evidence, and audited."""

import hashlib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from pit.playing import ONE, hosted, play
from pit.progressives import bet, open_tables, take_turn, win
from pitbook.audit import audit, recall, verify
from pitbook.ledger import MemoryStore, Snapshot, SqliteStore, Store
from pitbook.pit import Host, Pit, simple, snapshots
from pitbook.pit.library import Library
from pitbook.pit.records import read_table_event
from pitbook.pit.snapshots import code_digest, escrow_from, is_kept, meter_from, table_from, written
from pitbook.table import State, evolve
from pitbook.table.commands import BuyIn
from table.looking import dump
from table.play import BOOKS, MD, rules_of

TABLE, METER, ESCROW = "table:T1", "meter:T1/progressive", "meter:T1/progressive#T1"


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short streams have several snapshots too."""
    monkeypatch.setattr(snapshots, "EVERY", 60)


def folded(store: Store, library: Library, upto: int) -> State:
    state = State(library)
    for stored in store.read(TABLE):
        if state.version == upto:
            break
        evolve(state, read_table_event(stored))
    return state


@pytest.mark.parametrize("book", BOOKS)
def test_a_snapshot_is_what_the_events_give(book: str) -> None:
    store = MemoryStore()
    host = hosted(store, rules_of(book), rate=0.5)
    play(host, 8)
    library = Library(store)
    versions = store.snapshot_versions(TABLE, code_digest())
    assert len(versions) >= 3
    for version in versions:
        kept = store.get_snapshot(TABLE, code_digest(), version)
        right = folded(store, library, version)
        assert is_kept(kept, right)
        assert not is_kept(kept, folded(store, library, version - 1))
    found = table_from(store, TABLE, library)
    assert found.version == versions[-1]
    assert dump(found) == dump(folded(store, library, versions[-1]))
    assert dump(Pit(store).state("T1")) == dump(host.pit.state("T1"))
    report = audit(store)
    assert report.holds, report.problems


def test_play_goes_on_from_a_snapshot_at_table_and_meters(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that starts reads the events since the snapshot, and no others."""
    store = MemoryStore()
    pit = hosted(store, rules_of(MD)).pit
    play(Host(pit, "T1", simple), 70)
    pit.handle("T1", BuyIn(ONE, 100))
    assert escrow_from(store, ESCROW).version == 60
    read: list[tuple[str, int]] = []
    reading = store.read

    def noted(stream: str, after: int = 0) -> object:
        read.append((stream, after))
        return reading(stream, after)

    monkeypatch.setattr(store, "read", noted)
    pit = Pit(store)
    last = store.snapshot_versions(TABLE, code_digest())[-1]
    assert pit.state("T1").version == store.version(TABLE)
    assert pit.meters("T1")["progressive"].escrow("T1").version == store.version(ESCROW) == 70
    assert pit.state("T1").version > last
    assert {one for one in read if one[0] in (TABLE, ESCROW)} >= {(TABLE, last), (ESCROW, 60)}
    assert all(after >= {TABLE: last, ESCROW: 60}.get(stream, 0) for stream, after in read)


def test_a_round_is_recalled_the_same_with_and_without_snapshots() -> None:
    store = MemoryStore()
    ids = play(hosted(store, rules_of(MD), rate=0.3), 12)
    shown = [ids[number - 1] for number in (1, 2, 5, 11, 12)]
    quick = [(recall(store, one).as_json(), verify(store, one)) for one in shown]
    store.drop_snapshots()
    assert [(recall(store, one).as_json(), verify(store, one)) for one in shown] == quick
    assert all(not checked.problems for _, checked in quick)


def test_old_rounds_are_found_from_a_snapshot_near_them() -> None:
    store = MemoryStore()
    play(hosted(store, rules_of(MD)), 12)
    for number in range(1, 13):
        state = table_from(store, TABLE, Library(store), before_round=number)
        assert state.rounds + state.withdrawn < max(1, number - 1)
        assert number - state.rounds - state.withdrawn <= 5


def rich(state: State) -> None:
    state.players["player 1"].stack += 100_000_00


def test_the_audit_names_a_snapshot_that_is_not_what_the_events_give(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "pit.db") as store:
        host = hosted(store, rules_of(MD))
        play(host, 4)
        version = store.snapshot_versions(TABLE, code_digest())[1]
        forged = folded(store, Library(store), version)
        rich(forged)
        store.put_snapshot(Snapshot(TABLE, version, code_digest(), written(forged)))
        assert store.verify_chain() == []
        report = audit(store)
        [problem] = report.problems
        assert f"snapshot of {TABLE} at version {version}" in problem.message
        store.drop_snapshots()
        assert audit(store).holds


def test_the_audit_names_a_snapshot_of_an_escrow_too() -> None:
    store = MemoryStore()
    play(hosted(store, rules_of(MD)), 61)
    escrow = escrow_from(store, ESCROW)
    escrow.total += 1
    store.put_snapshot(Snapshot(ESCROW, escrow.version, code_digest(), written(escrow)))
    [problem] = audit(store).problems
    assert f"snapshot of {ESCROW} at version 60" in problem.message


def test_the_audit_names_a_meters_snapshot_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Opened, minimum met, joined by two tables, folded, won from and reset: seven events, three in the last commit."""
    monkeypatch.setattr(snapshots, "EVERY", 5)
    store, stream = MemoryStore(), "meter:bank/progressive"
    pit = open_tables(store, MD, MD)
    win(pit, "T1")
    bet(pit, "T2", "nothing")
    take_turn(pit, "T1")
    meter = meter_from(store, stream)
    assert (meter.version, meter.wins) == (7, 1)
    assert (meter.inside, meter.waiting) == (Fraction(5000), Fraction(0))
    assert audit(store).holds
    meter.inside += 1
    store.put_snapshot(Snapshot(stream, meter.version, code_digest(), written(meter)))
    [problem] = audit(store).problems
    assert f"snapshot of {stream} at version 7" in problem.message


def cut_short(state: bytes) -> bytes:
    return state[:-1]


def flipped(state: bytes) -> bytes:
    return state[:40] + bytes([state[40] ^ 1]) + state[41:]


@pytest.mark.parametrize("damage", [cut_short, flipped, lambda state: b""])
def test_a_damaged_snapshot_is_not_found_and_the_events_are_folded(damage: Callable[[bytes], bytes]) -> None:
    store = MemoryStore()
    host = hosted(store, rules_of(MD))
    play(host, 4)
    newest = store.get_snapshot(TABLE, code_digest())
    assert newest is not None
    store.put_snapshot(Snapshot(TABLE, newest.version, code_digest(), damage(newest.state)))
    assert table_from(store, TABLE, Library(store)).version == 0
    assert dump(Pit(store).state("T1")) == dump(host.pit.state("T1"))


def test_other_code_does_not_use_a_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    """After an upgrade the events are folded once, and snapshots kept on the way."""
    store = MemoryStore()
    host = hosted(store, rules_of(MD))
    play(host, 4)
    before = store.snapshot_versions(TABLE, code_digest())
    newer = hashlib.sha256(b"another version").hexdigest()
    monkeypatch.setattr(snapshots, "code_digest", lambda: newer)
    assert table_from(store, TABLE, Library(store)).version == 0
    assert dump(Pit(store).state("T1")) == dump(host.pit.state("T1"))
    after = store.snapshot_versions(TABLE, newer)
    assert [version % 60 for version in after] == [0] * len(after)
    assert len(after) == len(before)
