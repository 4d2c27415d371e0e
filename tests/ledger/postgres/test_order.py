"""The order of commits is given behind them: none is skipped, all are in the tree within a second."""

import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import psycopg
import pytest

from ledger.samples import commits, event, head_after, one
from pitbook.ledger import Append, Commit, Lease, MemoryStore, Receipt, chain
from pitbook.ledger.postgres import PostgresStore
from pitbook.ledger.postgres.store import _document
from postgresql import Server

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "record.md"


@pytest.fixture
def url(postgres: Server) -> str:
    return postgres.ledger("order")


@pytest.fixture
def store(url: str) -> Iterator[PostgresStore]:
    with PostgresStore(url) as made:
        yield made


def begun(url: str, commit: Commit) -> psycopg.Connection[tuple[object, ...]]:
    """A connection that has appended a commit in a transaction which it holds open."""
    connection = psycopg.connect(url, options="-c search_path=pitbook")
    sealed = chain.try_seal(commit)
    assert isinstance(sealed, chain.PreparedCommit)
    connection.execute("SELECT * FROM append(%s)", (json.dumps([_document(sealed)]),))
    return connection


def test_a_slow_transaction_is_never_skipped(url: str, store: PostgresStore) -> None:
    """It drew its id before the others. They are numbered without it, and it is when it is there."""
    store.append(one("a", 0, key="first"))
    with closing(begun(url, one("slow", 0, key="slow"))) as slow:
        others = [store.append(one("b", version)) for version in range(3)]
        store.catch_up()
        assert [commit.key for commit in store.read_all()] == ["first", None, None, None]
        assert store.find("slow") is None
        assert store.size() == 4
        slow.commit()
    store.catch_up()
    assert [commit.receipt.hash for commit in store.read_all(1)][:3] == [receipt.hash for receipt in others]
    found = store.find("slow")
    assert found is not None
    assert found.receipt.number == 5
    store.append(one("slow", 1))
    store.catch_up()
    assert store.tree_head() == head_after([commit.receipt for commit in store.read_all()])
    assert store.tree_head().size == store.size() == 6
    assert store.verify_chain() == []


def test_a_transaction_that_is_given_up_leaves_nothing(url: str, store: PostgresStore) -> None:
    with closing(begun(url, one("slow", 0, key="slow"))) as slow:
        store.append(one("a", 0))
        slow.rollback()
    store.append(one("slow", 0, key="slow"))
    store.catch_up()
    assert [event.stream for commit in store.read_all() for event in commit.events] == ["a", "slow"]
    assert store.verify_chain() == []


def test_a_lease_does_not_change_hands_while_a_commit_rests_on_it(url: str, store: PostgresStore) -> None:
    """The commit is held open past the end of its lease; whoever takes over waits until it is stored."""
    lease = store.take_lease("dealer", "slow", 0.2)
    with closing(begun(url, replace(one("a", 0), lease=lease))) as slow:
        heirs: list[object] = []
        thread = threading.Thread(
            target=lambda: heirs.append((store.take_lease("dealer", "heir", 60), store.version("a")))
        )
        time.sleep(0.25)
        thread.start()
        time.sleep(0.1)
        assert heirs == []
        slow.commit()
        thread.join()
    assert heirs == [(Lease("dealer", 2), 1)]


def test_commits_are_in_the_tree_within_a_second(store: PostgresStore) -> None:
    """Whoever appended does not wait for it; nobody asks for it here."""
    assert store.append(one("a", 0, key="k")).number == 0
    (stored,) = store.read("a")
    assert stored.commit in (0, 1)
    begin = time.monotonic()
    while store.tree_head().size < 1:
        assert time.monotonic() < begin + 1
        time.sleep(0.01)
    assert store.head().number == 1
    assert [stored.commit for stored in store.read("a")] == [1]
    assert store.append(one("a", 0, key="k")) == store.head()


def test_what_a_process_left_behind_is_numbered_by_another(url: str) -> None:
    with closing(begun(url, one("a", 0))) as killed:
        killed.commit()
    with PostgresStore(url, read_only=True) as reader:
        assert (reader.size(), reader.tree_head().size) == (1, 0)
        assert reader.verify_chain() == []
        with PostgresStore(url):
            reader.catch_up()
        assert reader.head().number == 1


def test_many_writers_in_several_processes_make_one_order(url: str) -> None:
    """Four stores, as in four processes, with streams of their own and one that all want."""
    stores = [PostgresStore(url) for _ in range(4)]
    failures: list[BaseException] = []

    def write(number: int) -> None:
        try:
            for version in range(15):
                mine = one(f"own {number}", version, event(version))
                shared = Commit(
                    (Append("z", stores[number].version("z"), (event(),)), Append(f"b {number}", 0, (event(),)))
                )
                stores[number].append_group([mine, shared])
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=partial(write, number)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    stores[0].catch_up()
    assert stores[1].verify_chain() == []
    found = [commit.receipt for commit in stores[2].read_all()]
    assert [receipt.number for receipt in found] == list(range(1, stores[3].size() + 1))
    assert stores[3].tree_head() == head_after(found)
    for store in stores:
        store.close()


def test_the_query_of_the_documentation_shows_the_events(url: str, store: PostgresStore) -> None:
    store.append(one("b", 0))
    store.append(one("a", 0, event(7)))
    store.catch_up()
    (query,) = re.findall(r"```sql\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    with psycopg.connect(url) as connection:
        rows = connection.execute(query).fetchall()
    assert [row[:7] for row in rows] == [
        (2, "a", 1, "Counted", 1, '["number"]', "[7]"),
        (1, "b", 1, "Counted", 1, '["number"]', "[1]"),
    ]
    assert rows[0][7:] == (1773489607000000, "counter", "")


def test_groups_without_numbers_have_the_same_digests(store: PostgresStore) -> None:
    twin = MemoryStore()
    todo = commits(8, 40)
    expected = [Receipt(0, twin.append(commit).hash) for commit in todo]
    assert store.append_group(todo) == expected
    store.catch_up()
    assert list(store.read_all()) == list(twin.read_all())
    assert store.append_group(todo) == [commit.receipt for commit in twin.read_all()]


def test_texts_are_quoted_as_python_does(store: PostgresStore) -> None:
    """The database makes the lines that are hashed, so it has to write every character as the canonical form does."""
    texts = ["".join(map(chr, range(start, start + 512))) for start in range(0, 0x11000, 512)]
    printable = ["".join(filter(str.isprintable, text)) for text in texts]
    names = [text for text in printable if text.strip()] + ['"\\/b\\n']
    twin = MemoryStore()
    for number, name in enumerate(names):
        sent = event(number, **{name: name + "\0\x1f\n\t"})
        commit = one(name, 0, type(sent)(name, 1, sent.data, sent.time, name, name + "\n"), key=name)
        assert store.append(commit).hash == twin.append(commit).hash
    assert store.verify_chain() == []


def test_many_leases_are_taken_at_once_and_those_of_others_left(url: str, store: PostgresStore) -> None:
    """One that a commit has locked is renewed when the commit is stored, and nobody waits in a circle."""
    first = store.take_leases(["c", "a", "b"], "one", 60)
    assert sorted(first, key=str) == [Lease("a", 1), Lease("b", 1), Lease("c", 1)]
    assert store.take_leases(["b", "d"], "two", 60) == [Lease("d", 1)]
    assert store.held_leases() == {"a": "one", "b": "one", "c": "one", "d": "two"}
    store.end_lease(Lease("b", 1))
    assert store.take_leases(["b"], "two", 60) == [Lease("b", 2)]
    with closing(begun(url, replace(one("s", 0), lease=Lease("a", 1)))) as slow:
        renewed: list[Lease] = []
        thread = threading.Thread(target=lambda: renewed.extend(store.take_leases(["a", "c"], "one", 60)))
        thread.start()
        time.sleep(0.05)
        assert store.take_leases(["a", "c"], "two", 60) == []
        slow.commit()
        thread.join()
    assert sorted(renewed, key=str) == [Lease("a", 1), Lease("c", 1)]


def test_no_reader_of_notes_passes_over_a_slow_one(url: str, store: PostgresStore) -> None:
    first = store.put_notes({"a": "1", "b": "2"})
    assert store.notes_since(0) == [("a", "1", first), ("b", "2", first)]
    with psycopg.connect(url, options="-c search_path=pitbook") as slow:
        slow.execute('SELECT put_notes(\'{"slow": "x"}\')')
        later: list[int] = []
        thread = threading.Thread(target=lambda: later.append(store.put_notes({"a": "3"})))
        thread.start()
        time.sleep(0.05)
        assert store.notes_since(first) == []
        slow.commit()
        thread.join()
    assert store.notes_since(first) == [("slow", "x", first + 1), ("a", "3", first + 2)]
    assert later == [first + 2]
