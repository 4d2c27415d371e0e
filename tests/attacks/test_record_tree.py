"""Chains and tree tell one story: commits that change their order, links or tree are found, all hashes made anew."""

from contextlib import closing
from pathlib import Path

import apsw
import pytest

from ledger.samples import event, one
from pitbook.ledger import Receipt, SqliteStore, TreeHead
from pitbook.ledger.head import Head, make_head, newest, read_head
from pitbook.ledger.tree import Tree
from pitbook.problems import MalformedError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Commits of two streams in turn, so that they could have come in another order."""
    path = tmp_path / "ledger.db"
    with SqliteStore(path) as store:
        for number in range(10):
            store.append(one("ab"[number % 2], number // 2, event(number)))
    return path


def found_in(path: Path, head: TreeHead | None = None) -> str:
    try:
        with SqliteStore(path, read_only=True) as store:
            return "; ".join(map(str, store.verify_chain(head)))
    except MalformedError as error:
        return str(error)


def swap(path: Path, first: int, second: int) -> None:
    """Two commits change places, with everything that refers to them."""
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute("PRAGMA foreign_keys=OFF")
        for one_number, other in ((first, -1), (second, first), (-1, second)):
            connection.execute("UPDATE commits SET number = ? WHERE number = ?", (other, one_number))
            connection.execute("UPDATE events SET in_commit = ? WHERE in_commit = ?", (other, one_number))


def digests_of(path: Path) -> list[str]:
    with closing(apsw.Connection(str(path))) as connection:
        return [row[0].hex() for row in connection.execute("SELECT hash FROM commits ORDER BY number")]


def test_commits_of_different_streams_that_change_places_make_another_tree(path: Path) -> None:
    """Their chains hold as before: only the tree knows."""
    with SqliteStore(path) as store:
        noted = store.tree_head()
    swap(path, 3, 4)
    assert "knows another tree of 9 commits" in found_in(path)
    digests = digests_of(path)
    make_head(path, Head(10, digests[-1], 0, Tree().grown(digests).peaks))
    assert found_in(path) == ""
    assert "the first 10 commits are not those of the head" in found_in(path, noted)


def test_commits_of_one_stream_that_change_places_break_its_chain(path: Path) -> None:
    swap(path, 3, 5)
    digests = digests_of(path)
    make_head(path, Head(10, digests[-1], 0, Tree().grown(digests).peaks))
    assert "commit 3 continues the stream 'a' after version 2, which stands at 1" in found_in(path)


def test_a_head_file_with_another_tree_is_found(path: Path) -> None:
    """Its check sum fits and so does its last commit; somebody wants the house to sign another root."""
    right = newest(read_head(path, 1))
    for peaks in (right.peaks[::-1], (right.peaks[0], b"\0" * 32)):
        make_head(path, right._replace(peaks=peaks))
        assert "knows another tree of 10 commits" in found_in(path)
        with SqliteStore(path) as store:
            assert store.verify_chain() != []
    make_head(path, right._replace(peaks=right.peaks[:1]))
    assert "is damaged" in found_in(path)


def test_several_processes_grow_one_tree(path: Path) -> None:
    with SqliteStore(path) as first, SqliteStore(path) as second:
        receipts = [commit.receipt for commit in first.read_all()]
        for number in range(600):
            store = (first, second)[number % 3 == 0]
            receipts.append(store.append(one("a", 5 + number)))
        assert first.tree_head() == second.tree_head() == head_of(receipts)
        assert second.verify_chain(head_of(receipts[:300])) == []
        assert newest(read_head(path, 1)).peaks == Tree().grown(one.hash for one in receipts).peaks


def head_of(receipts: list[Receipt]) -> TreeHead:
    return Tree().grown(receipt.hash for receipt in receipts).head
