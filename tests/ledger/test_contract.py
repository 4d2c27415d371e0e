"""What every store promises: the same tests for each of them."""

import hashlib
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from functools import partial
from itertools import islice
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.samples import NOON, commits, event, head_after, one
from pitbook.json_types import JsonObject
from pitbook.ledger import (
    GENESIS,
    Append,
    Commit,
    Event,
    Lease,
    MemoryStore,
    Receipt,
    Snapshot,
    SqliteStore,
    Store,
    Touch,
    TreeHead,
)
from pitbook.ledger.leases import LeaseEndedError
from pitbook.ledger.postgres import PostgresStore
from pitbook.problems import ConflictError, MalformedError, PitbookError
from postgresql import Server

Maker = Callable[[], MemoryStore | SqliteStore | PostgresStore]


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def make(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Maker:
    """Makes an empty store of a kind."""
    if request.param == "memory":
        return MemoryStore
    if request.param == "sqlite":
        return lambda: SqliteStore(tmp_path_factory.mktemp("contract") / "ledger.db")
    server: Server = request.getfixturevalue("postgres")
    return lambda: PostgresStore(server.ledger("contract"), in_order=True)


@pytest.fixture
def store(make: Maker) -> Iterator[Store]:
    with make() as made:
        yield made


def contents(store: Store) -> list[tuple[str, int, int]]:
    return [(event.stream, event.version, event.commit) for commit in store.read_all() for event in commit.events]


def test_an_empty_store_has_nothing(store: Store) -> None:
    assert store.head() == Receipt(0, GENESIS)
    assert list(store.read("a")) == []
    assert list(store.read_all()) == []
    assert list(store.streams()) == []
    assert store.version("a") == 0
    assert store.find("k") is None
    assert store.verify_chain() == []
    assert store.verify_chain(store.tree_head()) == []
    assert store.tree_head() == TreeHead(0, hashlib.sha256().hexdigest())
    assert store.leaves(0, 5) == []
    assert store.size() == 0
    assert list(store.documents()) == []


def test_what_is_read_is_what_was_appended(store: Store) -> None:
    first = Event("Seated", 3, {"seat": 4, "chips": [1, [None, {"ü": "♠"}]]}, NOON, "floor", "asked\ntwice")
    later = Event("Left", 1, {}, NOON + timedelta(microseconds=1), "seat 4")
    receipt = store.append(one("table", 0, first, later, key="k"))
    stored = list(store.read("table"))
    assert [item.event for item in stored] == [first, later]
    assert [(item.stream, item.version, item.commit) for item in stored] == [("table", 1, 1), ("table", 2, 1)]
    (commit,) = store.read_all()
    assert (commit.receipt, commit.key) == (receipt, "k")
    assert commit.events == tuple(stored)
    assert store.find("k") == commit
    assert store.head() == receipt


def test_the_hash_is_the_documented_one(store: Store) -> None:
    """Worked out by hand from the form that the documentation gives."""
    data: JsonObject = {"wager": "ante", "amount": 500}
    receipt = store.append(one("t", 0, Event("WagerPlaced", 2, data, NOON, "seat 3", "grün"), key="k"))
    key = hashlib.sha256(b'["pitbook-commit-2","k"]').hexdigest()
    lines = (
        f'{key}\n["t",0,1,"{"0" * 64}"]\n'
        '["t",1,"WagerPlaced",2,["amount","wager"],[500,"ante"],1773489600000000,"seat 3","grün"]'
    )
    assert receipt == Receipt(1, hashlib.sha256(lines.encode()).hexdigest())
    more = Event("Left", 1, {}, NOON, "seat 3")
    second = store.append(Commit((Append("u", 0, (more, more)), Append("t", 1, (more,)))))
    line = '["{}",{},"Left",1,[],[],1773489600000000,"seat 3",""]'
    no_key = hashlib.sha256(b'["pitbook-commit-2",null]').hexdigest()
    first = hashlib.sha256(
        f'{no_key}\n["u",0,2,"{"0" * 64}"]\n{line.format("u", 1)}\n{line.format("u", 2)}'.encode()
    ).hexdigest()
    last = hashlib.sha256(f'{first}\n["t",1,1,"{receipt.hash}"]\n{line.format("t", 2)}'.encode())
    assert second == Receipt(2, last.hexdigest())


def test_the_tree_is_that_of_rfc_6962(store: Store) -> None:
    receipts = []
    for number, commit in enumerate(commits(5, 70), 1):
        receipts.append(store.append(commit))
        assert store.tree_head() == head_after(receipts)
        assert store.append(commit) == receipts[-1], number
    assert store.leaves(3, 5) == [hashlib.sha256(b"\0" + bytes.fromhex(one.hash)).digest() for one in receipts[3:5]]
    assert len(store.leaves(0, 999)) == 70


def test_a_commit_depends_on_its_own_streams_alone(store: Store) -> None:
    """Two writers of different streams could have come in another order: the leaves are the same, the tree is not."""
    other = MemoryStore()
    a, b = one("a", 0), one("b", 0)
    assert {store.append(a).hash, store.append(b).hash} == {other.append(b).hash, other.append(a).hash}
    assert store.tree_head() != other.tree_head()
    assert store.append(one("a", 1)).hash == other.append(one("a", 1)).hash


def test_a_stream_moves_only_from_where_it_is(store: Store) -> None:
    store.append(one("a", 0))
    for wrong in (0, 2):
        with pytest.raises(ConflictError, match=f"the stream 'a' is at version 1, not at {wrong}"):
            store.append(one("a", wrong))
    with pytest.raises(ConflictError, match="the stream 'new' is at version 0, not at 1"):
        store.append(one("new", 1))
    assert contents(store) == [("a", 1, 1)]
    assert list(store.streams()) == ["a"]


def test_several_streams_move_together_or_not_at_all(store: Store) -> None:
    store.append(Commit((Append("a", 0, (event(1), event(2))), Append("b", 0, (event(3),)))))
    with pytest.raises(ConflictError) as caught:
        store.append(Commit((Append("c", 0, (event(),)), Append("a", 1, (event(),)), Append("b", 0, (event(),)))))
    assert len(caught.value.problems) == 2
    assert contents(store) == [("a", 1, 1), ("a", 2, 1), ("b", 1, 1)]
    store.append(Commit((Append("b", 1, (event(),)), Append("a", 2, (event(),)))))
    assert contents(store)[3:] == [("b", 2, 2), ("a", 3, 2)]
    assert store.verify_chain() == []


def test_a_retry_has_no_second_effect(store: Store) -> None:
    first = one("a", 0, event(1), event(2), key="once")
    receipt = store.append(first)
    store.append(one("a", 2))
    assert store.append(first) == receipt
    later = tuple(replace(item, time=NOON + timedelta(hours=1)) for item in first.appends[0].events)
    assert store.append(one("a", 0, *later, key="once")) == receipt
    assert contents(store) == [("a", 1, 1), ("a", 2, 1), ("a", 3, 2)]


@pytest.mark.parametrize(
    "other",
    [
        one("a", 0, event(1), key="once"),
        one("a", 0, event(1), event(3), key="once"),
        one("b", 0, event(1), event(2), key="once"),
        one("a", 2, event(1), event(2), key="once"),
        one("a", 0, event(1), replace(event(2), actor="another"), key="once"),
        one("a", 0, event(1), replace(event(2), reason="another"), key="once"),
        one("a", 0, event(1), replace(event(2), type="Another"), key="once"),
        one("a", 0, event(1), replace(event(2), schema=9), key="once"),
    ],
)
def test_a_key_means_one_thing(store: Store, other: Commit) -> None:
    store.append(one("a", 0, event(1), event(2), key="once"))
    with pytest.raises(ConflictError, match="the key 'once' was used in commit 1 for something else"):
        store.append(other)
    assert store.head().number == 1


def test_each_commit_of_a_group_has_its_own_outcome(store: Store) -> None:
    """One stream twice in sequence, a conflict, a malformed one, a key used twice and one used before.

    What comes after a failed commit in one of its streams may rest on it, and is not stored though its version fits.
    """
    before = store.append(one("a", 0, event(1), key="before"))
    both = Commit((Append("b", 1, (event(2),)), Append("new", 0, (event(1),))), "both")
    group = [
        one("b", 0, key="first"),
        one("a", 0, key="late"),
        both,
        one("a", 0, event(1), key="before"),
        one("", 0),
        one("c", 0, key="before"),
        both,
        Commit((Append("never", 0, (event(),)), Append("b", 1, (event(),)))),
        one("b", 2),
        one("d", 0),
    ]
    twin = MemoryStore()
    expected = [twin.append(commit) for commit in (one("a", 0, event(1), key="before"), group[0], both, group[9])]
    results = store.append_group(group)
    assert expected[0] == before
    assert results[0] == expected[1]
    assert results[2] == results[6] == expected[2]
    assert results[3] == before
    assert results[9] == expected[3]
    problems = {place: (type(one), str(one)) for place, one in enumerate(results) if isinstance(one, PitbookError)}
    assert problems == {
        1: (ConflictError, "the stream 'a' is at version 1, not at 0"),
        4: (MalformedError, "'' can't be the name of a stream"),
        5: (ConflictError, "the key 'before' was used in commit 1 for something else"),
        7: (ConflictError, "the stream 'b' is at version 2, not at 1"),
        8: (ConflictError, "what was decided before this for the stream 'b' was not stored"),
    }
    assert list(store.streams()) == ["a", "b", "d", "new"]
    assert contents(store) == [("a", 1, 1), ("b", 1, 2), ("b", 2, 3), ("new", 1, 3), ("d", 1, 4)]
    touched = [Touch(3, expected[2].hash, frozenset({"b", "new"})), Touch(4, expected[3].hash, frozenset({"d"}))]
    assert store.touched(2) == touched
    assert store.touched(4) == []
    assert store.tree_head() == head_after(expected)
    assert store.verify_chain() == []


def test_a_group_may_be_empty_or_repeated(store: Store) -> None:
    assert store.append_group([]) == []
    todo = commits(3, 12)
    first = store.append_group(todo[:5])
    assert store.append_group(todo[3:]) == [*first[3:], *store.append_group(todo)[5:]]
    store.catch_up()
    assert store.head().number == store.size() == 12
    assert store.verify_chain() == []


def test_reading_starts_where_it_is_told(store: Store) -> None:
    for number in range(5):
        store.append(one("a", number * 2, event(number * 2 + 1), event(number * 2 + 2)))
    assert [item.version for item in store.read("a", after=7)] == [8, 9, 10]
    assert list(store.read("a", after=10)) == list(store.read("a", after=99)) == []
    assert len(list(store.read("a", after=-3))) == 10
    assert [commit.receipt.number for commit in store.read_all(3)] == [4, 5]
    assert store.lines("a", 2, 5) == [item.line() for item in store.read("a")][2:5]
    assert store.lines("a", 9, 99) == [item.line() for item in store.read("a", 9)]
    assert store.lines("none", 0, 9) == store.lines("a", 5, 3) == []
    assert list(store.read_all(5)) == list(store.read_all(99)) == []
    assert len(list(store.read_all(-3))) == 5


def test_long_streams_are_read_whole_and_in_order(store: Store) -> None:
    for start in range(0, 2000, 400):
        store.append(one("a", start, *(event(start + number) for number in range(400))))
    assert [item.event.data["number"] for item in store.read("a")] == list(range(2000))
    for number in range(120):
        store.append(one(f"s{number:03}", 0))
    assert [commit.receipt.number for commit in store.read_all()] == list(range(1, 126))


def test_readers_and_writers_may_take_turns(store: Store) -> None:
    for start in range(0, 1200, 400):
        store.append(one("a", start, *(event(start + number) for number in range(400))))
    reading, everything = store.read("a"), store.read_all()
    begun = [*islice(reading, 10)], next(everything)
    store.append(one("a", 1200))
    store.append(one("b", 0))
    assert [item.version for item in [*begun[0], *reading]][:1200] == list(range(1, 1201))
    assert [commit.receipt.number for commit in [begun[1], *everything]][:3] == [1, 2, 3]


def test_streams_are_found_by_their_beginning(store: Store) -> None:
    names = ["meter:a", "meter:b", "table:1", "table:10", "table:2", "tablé", "z%", "z_"]
    store.append(Commit(tuple(Append(name, 0, (event(),)) for name in reversed(names))))
    assert list(store.streams()) == names
    assert list(store.streams("table:")) == ["table:1", "table:10", "table:2"]
    assert list(store.streams("table:1")) == ["table:1", "table:10"]
    assert list(store.streams("z_")) == ["z_"]
    assert list(store.streams("none")) == []


def test_keys_are_found_by_their_beginning(store: Store) -> None:
    assert store.first_key("") is None
    for version, key in enumerate(["b 2", "é x", "b", None, "b 1", "bc", "a"]):
        store.append(one("t", version, key=key))
    firsts = {"": "a", "a": "a", "a ": None, "b": "b", "b ": "b 1", "b 2": "b 2", "bc": "bc", "c": None, "é": "é x"}
    assert {prefix: store.first_key(prefix) for prefix in firsts} == firsts


def test_many_streams_are_found(store: Store) -> None:
    names = [f"round:{number:04}" for number in range(1200)]
    store.append(Commit(tuple(Append(name, 0, (event(),)) for name in names)))
    assert list(store.streams("round:")) == names
    assert list(store.streams("round:11")) == names[1100:]


def test_an_older_head_is_known_and_a_strange_one_is_not(store: Store) -> None:
    receipts = [store.append(one("a", number)) for number in range(3)]
    assert all(store.verify_chain(head_after(receipts[:size])) == [] for size in range(4))
    (problem,) = store.verify_chain(TreeHead(2, "ab" * 32))
    assert "the first 2 commits are not those of the head 2:abab" in problem.message
    (problem,) = store.verify_chain(TreeHead(4, "ab" * 32))
    assert "the record ends at commit 3, before the head 4:abab" in problem.message


@pytest.mark.parametrize(
    ("commit", "message"),
    [
        (Commit(()), "a commit has no events"),
        (Commit((Append("a", 0, ()),)), "no events for the stream 'a'"),
        (Commit((Append("a", 0, (event(),)), Append("a", 1, (event(),)))), "appends twice to the stream 'a'"),
        (one("", 0), "'' can't be the name of a stream"),
        (one("a\0", 0), "can't be the name of a stream"),
        (one("a", -1), "-1 can't be the version"),
        (one("a", 0, key=" "), "can't be an idempotency key"),
        (one("a", 0, replace(event(), type="")), "can't be the type of an event"),
        (one("a", 0, replace(event(), actor="\ud800")), "can't be the name of an actor"),
        (one("a", 0, replace(event(), schema=0)), "0 can't be a schema version"),
        (one("a", 0, replace(event(), reason="\x07")), "is not a printable reason"),
        (one("a", 0, replace(event(), time=datetime(2026, 1, 1))), "is not a time in UTC"),  # noqa: DTZ001
        (one("a", 0, replace(event(), time=NOON.astimezone(timezone(timedelta(hours=1))))), "is not a time in UTC"),
        (one("a", 0, event(x=float("nan"))), "not a JSON object"),
        (one("a", 0, event(x={1, 2})), "not a JSON object"),
        (one("a", 0, event(x=b"x")), "not a JSON object"),
        (one("a", 0, event(x="\ud800")), "not a JSON object"),
        (one("a", 0, event(x=10**5000)), "not a JSON object"),
        (one("a", 0, replace(event(), data={"\ud800": 1})), "not a JSON object"),
    ],
)
def test_bad_commits_are_refused_with_a_sentence(store: Store, commit: Commit, message: str) -> None:
    with pytest.raises(MalformedError, match=message):
        store.append(commit)
    assert store.head().number == 0


def test_all_problems_of_a_commit_are_reported(store: Store) -> None:
    with pytest.raises(MalformedError) as caught:
        store.append(one("", -2, replace(event(), type="", schema=-1, actor=""), event(x=b""), key=""))
    assert len(caught.value.problems) == 7


def test_a_document_is_kept_by_its_digest(store: Store) -> None:
    text = "ante = 5\nnote = 'größer'\n"
    digest = store.put_document(text)
    assert digest == hashlib.sha256(text.encode()).hexdigest()
    assert store.put_document(text) == digest
    assert store.get_document(digest) == text
    assert store.get_document(store.put_document("")) == ""
    assert list(store.documents()) == sorted([digest, hashlib.sha256().hexdigest()])
    for missing in ("00" * 32, "not a digest"):
        with pytest.raises(MalformedError, match="no document with the digest"):
            store.get_document(missing)
    with pytest.raises(MalformedError, match="not text that UTF-8 can encode"):
        store.put_document("\ud800")


def test_who_has_acted_in_a_stream(store: Store) -> None:
    by_ann, *by_bob = [replace(event(), actor=actor) for actor in ("Ann", "Bob", "Bob")]
    store.append(one("a", 0, by_ann, *by_bob))
    store.append(one("b", 0, *by_bob))
    assert [store.acted(stream, "Ann") for stream in ("a", "b", "c")] == [True, False, False]
    assert [store.acted("a", "Ann", after) for after in (0, 1)] == [True, False]
    assert [store.acted("a", "Bob", after) for after in (0, 1, 2, 3, 9)] == [True, True, True, False, False]
    assert not store.acted("a", "Eve")


def test_a_snapshot_is_only_for_the_code_that_made_it(store: Store) -> None:
    store.append(one("a", 0, event(1), event(2)))
    store.put_snapshot(Snapshot("a", 1, "code 1", b"\x00state"))
    assert store.get_snapshot("a", "code 1") == Snapshot("a", 1, "code 1", b"\x00state")
    assert store.get_snapshot("a", "code 2") is None
    assert store.get_snapshot("b", "code 1") is None
    store.put_snapshot(Snapshot("a", 2, "code 2", b""))
    assert store.get_snapshot("a", "code 1") is None
    assert store.get_snapshot("a", "code 2") == Snapshot("a", 2, "code 2", b"")
    store.put_snapshot(Snapshot("a", 3, "code 2", b"from a future that is not stored"))
    assert store.get_snapshot("a", "code 2") == Snapshot("a", 2, "code 2", b"")
    assert store.get_snapshot("a", "code 2", 3) is None
    assert store.snapshot_versions("a", "code 2") == [2]
    store.append(one("b", 0, event(1), event(2)))
    for version in (1, 2):
        store.put_snapshot(Snapshot("b", version, "code 2", bytes([version])))
    newest = {"a": Snapshot("a", 2, "code 2", b""), "b": Snapshot("b", 2, "code 2", b"\x02")}
    assert store.newest_snapshots(["a", "b", "c"], "code 2") == newest
    assert store.newest_snapshots(["b"], "code 2") == {"b": newest["b"]}
    assert store.newest_snapshots(["a", "b"], "code 1") == {}
    store.drop_snapshots()
    assert store.get_snapshot("a", "code 2") is None
    assert store.verify_chain() == []


def test_a_lease_has_one_holder_and_a_growing_token(store: Store) -> None:
    first = store.take_lease("dealer T1", "one", 60)
    assert first == Lease("dealer T1", 1)
    assert store.take_lease("dealer T1", "two", 60) is None
    assert store.take_lease("dealer T2", "two", 60) == Lease("dealer T2", 1)
    assert store.take_lease("dealer T1", "one", 60) == first
    store.append(replace(one("a", 0, key="k"), lease=first))
    store.end_lease(first)
    with pytest.raises(ConflictError, match="the lease 'dealer T1' with token 1 has ended"):
        store.append(replace(one("a", 1), lease=first))
    assert store.append(replace(one("a", 0, key="k"), lease=first)) == store.head()
    second = store.take_lease("dealer T1", "two", 60)
    assert second == Lease("dealer T1", 2)
    store.end_lease(first)
    assert store.take_lease("dealer T1", "one", 60) is None
    late = replace(one("a", 1), lease=first)
    resting = one("a", 1)
    other = replace(one("b", 0), lease=second)
    results = store.append_group([late, resting, other])
    assert [type(result) for result in results] == [LeaseEndedError, ConflictError, Receipt]
    assert contents(store) == [("a", 1, 1), ("b", 1, 2)]
    with pytest.raises(LeaseEndedError, match="the lease 'none'"):
        store.append(replace(one("a", 1), lease=Lease("none", 1)))


def test_the_late_commit_of_a_paused_holder_is_refused(store: Store) -> None:
    """It expires by the store's clock; who was paused past that has lost it, whether somebody took it or not."""
    paused = store.take_lease("dealer", "paused", 0.05)
    assert paused is not None
    time.sleep(0.1)
    with pytest.raises(ConflictError, match="has ended"):
        store.append(replace(one("a", 0), lease=paused))
    heir = store.take_lease("dealer", "heir", 60)
    assert heir == Lease("dealer", paused.token + 1)
    store.append(replace(one("a", 0), lease=heir))
    with pytest.raises(ConflictError, match="has ended"):
        store.append(replace(one("a", 1), lease=paused))
    assert store.version("a") == 1
    assert store.verify_chain() == []


def test_a_stream_is_cached_at_several_versions(store: Store) -> None:
    store.append(one("a", 0, *(event(number) for number in range(5))))
    for version in (4, 2):
        store.put_snapshot(Snapshot("a", version, "code", bytes([version])))
    assert store.snapshot_versions("a", "code") == [2, 4]
    assert store.snapshot_versions("a", "other") == store.snapshot_versions("b", "code") == []
    assert store.get_snapshot("a", "code") == Snapshot("a", 4, "code", b"\x04")
    assert store.get_snapshot("a", "code", 2) == Snapshot("a", 2, "code", b"\x02")
    assert store.get_snapshot("a", "code", 3) is None
    store.put_snapshot(Snapshot("a", 2, "code", b"again"))
    assert store.get_snapshot("a", "code", 2) == Snapshot("a", 2, "code", b"again")


def test_a_commit_is_stored_only_where_it_was_seen_to_fit(store: Store) -> None:
    store.append(one("m", 0))
    first = replace(one("m#a", 0, key="k"), seen={"m": 1})
    receipt = store.append(first)
    with pytest.raises(ConflictError, match="'m#a' is at version 1, not at 0"):
        store.append(replace(one("m", 1), seen={"m#a": 0, "m#b": 0}))
    with pytest.raises(ConflictError, match="'m#b' is at version 0, not at 1"):
        store.append(replace(one("m", 1), seen={"m#a": 1, "m#b": 1}))
    store.append(replace(one("m", 1), seen={"m#a": 1, "m#b": 0}))
    with pytest.raises(ConflictError, match="'m' is at version 2, not at 1"):
        store.append(replace(one("m#b", 0), seen={"m": 1}))
    assert store.append(first) == receipt
    assert [(stream, version) for stream, version, _ in contents(store)] == [("m", 1), ("m#a", 1), ("m", 2)]


def test_in_a_group_a_commit_sees_those_before_it_and_none_that_failed(store: Store) -> None:
    """The version of m#a that the last one has seen is there in the end, but brought by somebody else."""
    store.append(one("m#a", 0))
    contributed, judged = replace(one("m#b", 0), seen={"m": 0}), replace(one("m", 0), seen={"m#a": 1, "m#b": 1})
    failed = one("m#a", 0)
    late, other = replace(one("m", 1), seen={"m#a": 1, "m#b": 1}), one("m#b", 1)
    results = store.append_group([contributed, judged, failed, late, other])
    assert [isinstance(result, Receipt) for result in results] == [True, True, False, False, True]
    assert "what was decided before this for the stream 'm#a' was not stored" in str(results[3])


def test_streams_are_read_together(store: Store) -> None:
    store.append(one("m", 0, event(1), event(2)))
    store.append(one("m#a", 0, *(event(number) for number in range(1200))))
    found = store.read_together({"m": 1, "m#a": 3, "m#b": 0})
    assert found == {"m": list(store.read("m", 1)), "m#a": list(store.read("m#a", 3)), "m#b": []}
    assert len(found["m#a"]) == 1197


def test_who_is_alone_with_a_stream_is_not_disturbed_at_its_branches(store: Store) -> None:
    """Three threads append to branches as fast as they can, and what was seen of them stays so until it was used."""
    stopping, failures = threading.Event(), list[PitbookError]()

    def contribute(branch: str) -> None:
        while not stopping.is_set():
            try:
                store.append(one(branch, store.version(branch)))
            except PitbookError as error:
                failures.append(error)

    branches = ["m#a", "m#b", "m#c"]
    threads = [threading.Thread(target=contribute, args=(branch,)) for branch in branches]
    for thread in threads:
        thread.start()
    try:
        for version in range(8):
            with store.alone(["m"]):
                seen = {branch: store.version(branch) for branch in branches}
                time.sleep(0.01)
                store.append(replace(one("m", version), seen=seen))
            assert store.version("m") == version + 1
        with store.alone(["m"]):
            pass
        before = [store.version(branch) for branch in branches]
        time.sleep(0.1)
        assert [store.version(branch) for branch in branches] != before
    finally:
        stopping.set()
        for thread in threads:
            thread.join()
    assert failures == []
    assert store.verify_chain() == []


def test_of_many_threads_one_wins_each_version(store: Store) -> None:
    won: list[tuple[int, int]] = []

    def write(thread: int) -> None:
        for version in range(20):
            try:
                store.append(one("a", version, event(thread)))
            except ConflictError:
                continue
            won.append((version + 1, thread))
            assert store.version("a") > version

    threads = [threading.Thread(target=partial(write, number)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [(item.version, item.event.data["number"]) for item in store.read("a")] == sorted(won)
    assert store.verify_chain() == []


def test_the_stores_agree_to_the_last_hash(store: Store) -> None:
    with MemoryStore() as memory:
        for commit in commits(5, 60):
            assert store.append(commit) == memory.append(commit)
        assert store.tree_head() == memory.tree_head()
        assert list(store.read_all()) == list(memory.read_all())
        for stream in memory.streams():
            assert list(store.read(stream)) == list(memory.read(stream))
            assert store.version(stream) == memory.version(stream)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text("aß♠\n\"\\'"),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abc"), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize("examples", [15, pytest.param(200, marks=pytest.mark.prove)])
def test_any_json_comes_back(make: Maker, examples: int) -> None:
    @given(st.lists(st.dictionaries(st.text("ab\n♥"), JSON, max_size=4), min_size=1, max_size=30))
    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
    def comes_back(data: list[dict[str, Any]]) -> None:
        _comes_back(make(), data)

    comes_back()


def _comes_back(made: AbstractContextManager[Store], data: list[dict[str, Any]]) -> None:
    with made as store:
        store.append(one("a", 0, *(Event("Any", 1, item, NOON, "any") for item in data)))
        assert [item.event.data for item in store.read("a")] == data
        assert store.verify_chain() == []
