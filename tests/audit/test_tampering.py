"""Whoever changes the record is found: by the chain, or, where every hash was made anew, by what does not follow."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import apsw
import pytest

from kinds import one_of_each_kind
from pit.playing import FLOOR, hosted, play, recorded
from pit.progressives import bet, open_tables, take_turn, win
from pitbook.audit import audit, verify
from pitbook.house_keys import key_path
from pitbook.ledger import Append, Commit, MemoryStore, Store, StoredEvent
from pitbook.ledger.chain import sealed
from pitbook.ledger.head import Head, head_path, make_head
from pitbook.ledger.tree import Tree
from pitbook.pit import Library, open_record, write_rules
from pitbook.pit.records import TABLE, read_table_event
from pitbook.pit.seals import ROUND, SALT, CardsPart, EndedRound, cards_of, last_seal, read_seal, seals_of
from pitbook.problems import MalformedError
from pitbook.submission import HouseRules
from pitbook.table import State, evolve
from pitbook.table import commands as c
from table.play import BOOKS, FOUR, GALAXY, MD, rules_of

FREE = {
    ("bought_in", "amount"),
    ("deck_received", "back"),
    ("deck_removed", "reason"),
    ("ruling_made", "words"),
}
"""What people may have chosen otherwise, with nothing that would follow differently: only the chain protects it."""


def copied(store: Store, rules: HouseRules, changed: dict[tuple[str, int], Any], without: int = 0) -> MemoryStore:
    """A record with other data for some events, or without a commit, whose chain and seals hold all the same."""
    copy, cards = MemoryStore(), _cards_of_rounds(store)
    copy.put_document(write_rules(rules))
    for commit in store.read_all():
        if commit.receipt.number == without:
            continue
        streams: dict[str, list[StoredEvent]] = {}
        for stored in commit.events:
            streams.setdefault(stored.stream, []).append(stored)
        appends = {
            stream: Append(
                stream,
                copy.version(stream),
                tuple(replace(one.event, data=changed.get((stream, one.version), one.event.data)) for one in events),
            )
            for stream, events in streams.items()
        }
        for stream in [one for one in appends if one.startswith(ROUND)]:
            name = stream.removeprefix(ROUND)
            if without or any(place[0] in (stream, SALT + name) for place in changed):
                continue  # versions are others, or it is the seal that is forged
            ended = [EndedRound(seal.round, seal.upto, cards[seal.round]) for seal in map(read_seal, streams[stream])]
            table, last = sealed(appends[TABLE + name]), last_seal(copy, name)
            lines = [*copy.lines(TABLE + name, last[1], table.expected_version), *(one.line() for one in table.sealed)]
            again = seals_of(name, table, ended, last, lines)
            appends[SALT + name], appends[stream] = again
        copy.append(Commit(tuple(appends.values()), commit.key))
    assert copy.verify_chain() == []
    return copy


def _cards_of_rounds(store: Store) -> dict[str, tuple[CardsPart, ...]]:
    """The cards of every round that is over, by its id."""
    found: dict[str, tuple[CardsPart, ...]] = {}
    library = Library(store)
    for stream in store.streams(TABLE):
        state = State(library)
        for event in map(read_table_event, store.read(stream)):
            current = state.round
            evolve(state, event)
            if current is not None and state.round is not current:
                found[current.id] = cards_of(current)
    return found


def others(value: Any) -> Iterator[Any]:
    """The same value with one thing changed, in each place once."""
    match value:
        case bool():
            yield not value
        case int():
            yield value + 1
        case str():
            yield value[:-1] + ("1" if value[-1:] != "1" else "2") if value else "x"
        case None:
            yield 1
        case list():
            for place, one in enumerate(value):
                yield from ([*value[:place], other, *value[place + 1 :]] for other in others(one))
            yield [*value, value[-1]] if value else ["x"]
        case dict():
            for name, one in value.items():
                yield from ({**value, name: other} for other in others(one))


def forgeries(store: Store) -> list[tuple[StoredEvent, str, dict[str, Any]]]:
    """Every change of one field of one event."""
    return [
        (stored, name, {**stored.event.data, name: other})
        for commit in store.read_all()
        for stored in commit.events
        for name, value in stored.event.data.items()
        if (stored.event.type, name) not in FREE
        for other in others(value)
    ]


def check_forgeries(book: str, number: int, seed: int) -> None:
    rules = rules_of(book)
    store = MemoryStore()
    host = hosted(store, rules, rate=1.0)
    play(host, 4)
    host.rate = 0
    play(host, 2)
    host.pit.handle("T1", c.CloseTable(FLOOR))
    keys = host.pit.keys
    assert audit(copied(store, rules, {}), keys=keys).holds
    for stored, name, data in Random(seed).sample(forgeries(store), number):
        report = audit(copied(store, rules, {(stored.stream, stored.version): data}), keys=keys)
        assert not report.holds, (stored.event.type, name, stored.event.data, data)
        assert len(report.problems) == 1
        assert "commit " in report.problems[0].message


@pytest.mark.parametrize("book", one_of_each_kind(BOOKS))
def test_a_forged_event_does_not_follow_even_if_every_hash_is_made_anew(book: str) -> None:
    check_forgeries(book, 6, 5)


@pytest.mark.prove
@pytest.mark.parametrize("book", BOOKS)
def test_hundreds_of_forged_events_do_not_follow(book: str) -> None:
    check_forgeries(book, 600, 6)


def test_the_forgery_is_named_with_its_round() -> None:
    rules = rules_of(MD)
    store = recorded(rules, 3)
    reckoned = [one for one in store.read("table:T1") if one.event.type == "settlement_reckoned"][1]
    stored: Any = reckoned.event.data["lines"]
    lines = [list(line) for line in stored]
    lines[0][7] += 1_00
    forged = copied(store, rules, {("table:T1", reckoned.version): reckoned.event.data | {"lines": lines}})
    problem = audit(forged).problems[0]
    place = f"commit {reckoned.commit}, table:T1 version {reckoned.version} (settlement_reckoned)"
    assert problem.message.startswith(f"round T1-2: {place}: lines 1 is ")
    assert problem.value == f"table:T1 {reckoned.version}"


def test_an_award_that_is_not_what_the_meter_showed_is_found() -> None:
    """Each figure of an award, and of what its meter recorded, is derived again from the meter at that moment."""
    rules = rules_of(MD)
    store = MemoryStore()
    pit = open_tables(store, MD)
    win(pit, "T1")
    assert take_turn(pit, "T1") == 5000_10
    streams = [*store.read("table:T1"), *store.read("meter:bank/progressive")]
    events = [one for one in streams if one.event.type in ("award_taken", "awarded", "meter_reset")]
    assert len(events) == 3
    for stored in events:
        for name, value in stored.event.data.items():
            for other in others(value):
                forged = {(stored.stream, stored.version): stored.event.data | {name: other}}
                assert not audit(copied(store, rules, forged)).holds, (stored.event.type, name, other)


@pytest.mark.parametrize(
    ("told", "holds"), [("5000.10", True), ("5000.20", True), ("5000.35", False), ("5000.05", False)]
)
def test_what_a_lock_out_says_of_a_shared_meter_is_its_own_or_more_and_not_more_than_all(
    told: str, holds: bool
) -> None:
    """The table knows its own 0.10, and perhaps the 0.20 of two others: what they have added since the last win."""
    store = MemoryStore()
    pit = open_tables(store, MD, MD, MD)
    for table in ("T1", "T2", "T3"):
        bet(pit, table, "nothing")
    (locked,) = (one for one in store.read("table:T3") if one.event.type == "progressive_locked_out")
    assert locked.event.data["shown"] == {"progressive": "5000.30"}
    forged = locked.event.data | {"shown": {"progressive": told}}
    assert audit(copied(store, rules_of(MD), {("table:T3", locked.version): forged})).holds is holds


def test_what_is_in_an_escrow_and_what_was_folded_is_found_again() -> None:
    store, rules = MemoryStore(), rules_of(MD)
    pit = open_tables(store, MD, MD)
    bet(pit, "T2", "nothing")
    win(pit, "T1")
    take_turn(pit, "T1")
    escrow, meter = "meter:bank/progressive#T2", "meter:bank/progressive"
    events = [*store.read(escrow), *(one for one in store.read(meter) if one.event.type == "contributions_folded")]
    assert len(events) == 2
    for stored in events:
        for name, value in stored.event.data.items():
            for other in others(value):
                forged = {(stored.stream, stored.version): stored.event.data | {name: other}}
                assert not audit(copied(store, rules, forged)).holds, (stored.event.type, name, other)
    contributed = events[0].event
    for stream in (escrow, f"{meter}#T1", f"{meter}#T9"):
        version = store.version(stream)
        copy = copied(store, rules, {})
        copy.append(Commit((Append(stream, version, (contributed,)),)))
        assert "no table caused contributed" in audit(copy).problems[0].message


def test_another_deck_is_found_by_audit_and_by_verify() -> None:
    rules = rules_of(GALAXY)
    store = recorded(rules, 1)
    ordered = next(one for one in store.read("table:T1") if one.event.type == "cards_ordered")
    order = str(ordered.event.data["order"])
    swapped = order[2:4] + order[:2] + order[4:]
    forged = copied(store, rules, {("table:T1", ordered.version): ordered.event.data | {"order": swapped}})
    assert "order is " in audit(forged).problems[0].message
    assert verify(store, "T1-1").problems == ()
    found = verify(forged, "T1-1").problems
    assert any("deck 1 is not what the seeds give" in problem.message for problem in found)
    assert any("card 1 that was dealt" in problem.message for problem in found)


def test_a_commit_that_was_left_out_shows_even_without_its_hash() -> None:
    rules = rules_of(FOUR)
    store = recorded(rules, 3)
    for number in range(1, store.head().number):
        report = audit(copied(store, rules, {}, without=number))
        assert not report.holds
    short = copied(store, rules, {}, without=store.head().number)
    assert audit(short).holds, "a record that was cut off cleanly is a younger one"
    assert "before the head" in audit(short, store.tree_head()).problems[0].message


def test_a_stream_of_something_else_is_named() -> None:
    store = recorded(rules_of(MD), 1)
    event = next(store.read("table:T1")).event
    store.append(Commit((Append("else:1", 0, (event,)),)))
    assert "no table, meter, pit, house or drill" in audit(store).problems[0].message


# The file


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with some rounds."""
    path = tmp_path_factory.mktemp("record") / "pit.db"
    with open_record(path, create=True) as store:
        play(hosted(store, rules_of(MD), rate=0.5), 20)
    return path


def tampered(path: Path, folder: Path, statement: str, *values: Any) -> Path:
    copy = folder / "tampered.db"
    shutil.copy(path, copy)
    shutil.copy(head_path(path), head_path(copy))
    shutil.copy(key_path(path), key_path(copy))
    with closing(apsw.Connection(str(copy))) as connection:
        connection.execute(statement, values)
        assert connection.changes()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return copy


def test_a_flipped_byte_of_any_event_of_a_round_is_found(record: Path, tmp_path: Path) -> None:
    chance = Random(3)
    with closing(apsw.Connection(str(record))) as connection:
        names: dict[Any, Any] = dict(connection.execute("SELECT id, name FROM streams").fetchall())  # type: ignore[arg-type]
        rows: list[Any] = connection.execute("SELECT stream, version, data FROM events WHERE in_commit = 12").fetchall()
    assert len(rows) > 30
    for stream, version, data in rows:
        flipped = bytearray(data if isinstance(data, bytes) else data.encode())
        flipped[chance.randrange(len(flipped))] ^= 1 << chance.randrange(8)
        value = bytes(flipped) if isinstance(data, bytes) else flipped.decode("latin-1")
        statement = "UPDATE events SET data = ? WHERE stream = ? AND version = ?"
        with open_record(tampered(record, tmp_path, statement, value, stream, version)) as store:
            (problem,) = audit(store).problems
        assert f"version {version} of the stream '{names[stream]}'" in problem.message


def test_swapped_and_dropped_events_are_found(record: Path, tmp_path: Path) -> None:
    with open_record(record) as store:
        head, version = store.tree_head(), store.version("table:T1")
    stream = "(SELECT id FROM streams WHERE name = 'table:T1')"
    swap = f"UPDATE events SET version = CASE version WHEN 50 THEN -51 ELSE -50 END WHERE stream = {stream} AND version IN (50, 51)"  # noqa: E501, S608
    copy = tampered(record, tmp_path, swap)
    with closing(apsw.Connection(str(copy))) as connection:
        connection.execute("UPDATE events SET version = -version WHERE version < 0")
    with open_record(copy) as store:
        assert "version 50 of the stream 'table:T1'" in audit(store).problems[0].message
    drop = f"DELETE FROM events WHERE stream = {stream} AND version = ?"  # noqa: S608
    with open_record(tampered(record, tmp_path, drop, version)) as store:
        assert f"version {version} of the stream 'table:T1'" in audit(store).problems[0].message
    copy = tampered(record, tmp_path, "DELETE FROM events WHERE in_commit = ?", head.size)
    with closing(apsw.Connection(str(copy))) as connection:
        connection.execute("DELETE FROM commits WHERE number = ?", (head.size,))
        digests = [row[0].hex() for row in connection.execute("SELECT hash FROM commits ORDER BY number")]
    with pytest.raises(MalformedError, match=f"the record ends at commit {head.size - 1}"):
        open_record(copy)
    make_head(copy, Head(head.size - 1, digests[-1], 1, Tree().grown(digests).peaks))
    with open_record(copy) as store:
        assert audit(store).holds
        assert "before the head" in audit(store, head).problems[0].message


def test_rules_that_were_changed_in_the_record_are_found(record: Path, tmp_path: Path) -> None:
    change = "UPDATE documents SET text = replace(text, '500 to 1', '900 to 1')"
    with open_record(tampered(record, tmp_path, change)) as store:
        assert "is not what was stored" in audit(store).problems[0].message
