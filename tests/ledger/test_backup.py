"""A backup is the ledger as it was at one moment, whole; a backup that does not hold is not restored."""

import threading
import time
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from ledger.samples import commits, event, one
from pitbook.ledger import MemoryStore, SqliteStore, TreeHead, back_up, restore
from pitbook.problems import MalformedError, RefusedError


def test_a_backup_has_everything(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "ledger.db") as store:
        for commit in commits(2, 30):
            store.append(commit)
        digest = store.put_document("rules")
        head = back_up(store.path, tmp_path / "copy.db")
        assert head == store.tree_head()
        with SqliteStore(tmp_path / "copy.db", create=False) as copy:
            assert list(copy.read_all()) == list(store.read_all())
            assert copy.get_document(digest) == "rules"
            assert copy.verify_chain(head) == []
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "copy.db",
        "copy.db.head",
        "ledger.db",
        "ledger.db.head",
    ]


def test_only_its_owner_reads_a_backup(tmp_path: Path) -> None:
    """It holds what the ledger holds, whoever may read that."""
    with SqliteStore(tmp_path / "ledger.db") as store:
        store.append(one("a", 0))
        store.path.chmod(0o644)
        back_up(store.path, tmp_path / "copy.db")
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "copy.db.head").stat().st_mode & 0o777 == 0o600


def test_backups_while_a_writer_appends_are_consistent_prefixes(tmp_path: Path) -> None:
    done = threading.Event()
    twin = MemoryStore()
    with SqliteStore(tmp_path / "ledger.db") as store:
        store.append(one("a", 0, *(event(number, text="x" * 300) for number in range(1, 3001))))
        twin.append(one("a", 0, *(event(number, text="x" * 300) for number in range(1, 3001))))

        def write() -> None:
            version = 3000
            while not done.is_set():
                commit = one("a", version, event(version + 1), event(version + 2))
                store.append(commit)
                twin.append(commit)
                version += 2

        writer = threading.Thread(target=write)
        writer.start()
        try:
            heads: list[TreeHead] = []
            for number in range(8):
                before = store.head()
                while heads and before.number == heads[-1].size and writer.is_alive():
                    time.sleep(0.001)
                    before = store.head()
                heads.append(back_up(store.path, tmp_path / f"copy-{number}.db"))
                assert before.number <= heads[-1].size <= store.head().number
        finally:
            done.set()
            writer.join()
        numbers = [head.size for head in heads]
        assert numbers == sorted(set(numbers)), "the writer went on all the while"
    all_commits = list(twin.read_all())
    for number, head in enumerate(heads):
        with SqliteStore(tmp_path / f"copy-{number}.db", create=False) as copy:
            assert copy.verify_chain(head) == []
            assert list(copy.read_all()) == all_commits[: head.size]


def test_a_restored_ledger_goes_on(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "ledger.db") as store:
        store.append(one("a", 0))
        store.append(one("a", 1))
        noted = store.tree_head()
        back_up(store.path, tmp_path / "copy.db")
    assert restore(tmp_path / "copy.db", tmp_path / "restored.db", noted) == noted
    with SqliteStore(tmp_path / "restored.db", create=False) as restored:
        assert restored.append(one("a", 2)).number == 3
        assert restored.verify_chain(noted) == []


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "ledger.db") as store:
        (tmp_path / "copy.db").write_text("precious")
        with pytest.raises(RefusedError, match=r"copy\.db exists already"):
            back_up(store.path, tmp_path / "copy.db")
        (tmp_path / "other.db.head").write_text("of a ledger that was moved away")
        with pytest.raises(RefusedError, match=r"other\.db\.head exists already"):
            back_up(store.path, tmp_path / "other.db")
    assert (tmp_path / "copy.db").read_text() == "precious"
    assert (tmp_path / "other.db.head").read_text() == "of a ledger that was moved away"


def test_what_can_t_be_copied(tmp_path: Path) -> None:
    with pytest.raises(MalformedError, match="there is no record at"):
        back_up(tmp_path / "none.db", tmp_path / "copy.db")
    with SqliteStore(tmp_path / "ledger.db") as store, pytest.raises(RefusedError, match="can't be opened"):
        back_up(store.path, tmp_path / "no folder" / "copy.db")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["ledger.db", "ledger.db.head"]


def test_a_backup_that_does_not_hold_is_not_restored(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "ledger.db") as store:
        store.append(one("a", 0))
        newer = TreeHead(2, "ab" * 32)
        back_up(store.path, tmp_path / "copy.db")
    with pytest.raises(MalformedError, match="the record ends at commit 1, before the head 2:abab"):
        restore(tmp_path / "copy.db", tmp_path / "restored.db", newer)
    with closing(apsw.Connection(str(tmp_path / "copy.db"))) as connection:
        connection.execute("UPDATE events SET data = '[7]'")
    with pytest.raises(MalformedError, match="version 1 of the stream 'a', of commit 1, is damaged"):
        restore(tmp_path / "copy.db", tmp_path / "restored.db")
    assert not (tmp_path / "restored.db").exists()
