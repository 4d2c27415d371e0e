"""The files of a record: reading changes none of them, copies are as good, and what is missing is missed."""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path

import apsw
import pytest

from attacks.records import NAME, Files, Originals, audited, make, read_files, write_files
from cli.running import Run, runner
from ledger.samples import event, one
from pitbook.ledger import SqliteStore, back_up, restore
from pitbook.ledger.head import SLOT, Head, head_path, newest, read_head
from pitbook.ledger.tree import Tree
from pitbook.pit import open_record
from pitbook.problems import MalformedError, RefusedError, UnconfirmedError

USER = """
import os, signal, sys
from itertools import islice
from pathlib import Path
from pitbook.pit import open_record
store = open_record(Path(sys.argv[1]))
store.put_document(sys.argv[2])
print("ready", flush=True)
sys.stdin.read()
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> Originals:
    return make(tmp_path_factory.mktemp("record"))


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys)


def state_of(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Every file with its content and the time of its last change."""
    return {file.name: (file.read_bytes(), file.stat().st_mtime_ns) for file in folder.iterdir()}


READERS = (("audit",), ("export",), ("replay", "T1-1"), ("verify", "T1-1"), ("meters",))


def test_reading_changes_no_byte(originals: Originals, tmp_path: Path, run: Run) -> None:
    """Neither of a closed record, nor of one whose newest commits are in a log, in use or left by a killed process."""
    for files in (originals.closed, originals.in_use):
        path = write_files(files, tmp_path)
        before = state_of(tmp_path)
        for words in READERS:
            assert run(*words, "--db", str(path)).code == 0, words
        assert state_of(tmp_path) == before
    with subprocess.Popen(
        [sys.executable, "-c", USER, str(path), "a text"],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as user:
        assert user.stdin is not None
        assert user.stdout is not None
        assert user.stdout.readline() == b"ready\n"
        for _ in ("in use", "left by a killed process"):
            before = state_of(tmp_path)
            assert {f"{NAME}-wal", f"{NAME}-shm"} < before.keys()
            for words in READERS:
                assert run(*words, "--db", str(path)).code == 0, words
            assert state_of(tmp_path) == before
            user.stdin.close()
            user.wait()


@contextmanager
def unprivileged() -> Iterator[None]:
    """Somebody for whom files have the modes that they show, also if the tests run as root."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(before)


@pytest.mark.parametrize("which", ["closed", "in_use"])
def test_a_record_where_nothing_can_be_written_is_audited(originals: Originals, which: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = write_files(getattr(originals, which), folder)
        for file in (*folder.iterdir(), folder):
            file.chmod(0o555)
        with unprivileged():
            assert audited(path) == ""
            with pytest.raises(RefusedError):
                open_record(path)
        folder.chmod(0o700)


def test_the_commits_in_a_log_are_audited_too(originals: Originals, tmp_path: Path, run: Run) -> None:
    closed = run("audit", "--db", str(write_files(originals.closed, tmp_path)), "--json").document
    in_use = run("audit", "--db", str(write_files(originals.in_use, tmp_path)), "--json").document
    assert closed == in_use
    without = {suffix: content for suffix, content in originals.in_use.items() if suffix != "-wal"}
    assert "is incomplete: the record ends at commit " in audited(write_files(without, tmp_path))


@pytest.mark.parametrize("which", ["closed", "in_use"])
def test_a_copy_of_all_files_under_another_name_is_the_same_record(
    originals: Originals, which: str, tmp_path: Path
) -> None:
    files: Files = getattr(originals, which)
    for suffix, content in files.items():
        (tmp_path / f"ein anderer Name?.sqlite{suffix}").write_bytes(content)
        (tmp_path / f"ein anderer Name?.sqlite{suffix}").chmod(0o600)
    path = tmp_path / "ein anderer Name?.sqlite"
    assert audited(path) == ""
    with open_record(path) as store:
        assert store.append(one("table:T9", 0)).number == store.head().number
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        path.name,
        *(path.name + one for one in (".checkpoints", ".head", ".key")),
    ]


def test_a_record_that_only_reads_takes_nothing(originals: Originals, tmp_path: Path) -> None:
    for files in (originals.closed, originals.in_use):
        path = write_files(files, tmp_path)
        with open_record(path, read_only=True) as store:
            for write in (lambda: store.append(one("a", 0)), lambda: store.put_document("x"), store.drop_snapshots):
                with pytest.raises(RefusedError, match="can't be written; nothing was stored"):
                    write()
        assert read_files(path) == files


def test_a_record_that_comes_into_use_while_it_is_read(originals: Originals, tmp_path: Path) -> None:
    path = write_files(originals.closed, tmp_path)
    reader = open_record(path, read_only=True)
    with open_record(path) as writer:
        writer.append(one("a", 0))
    with pytest.raises(Exception, match="was opened by somebody else while it was being read: try again"):
        reader.close()


# The head file


@pytest.fixture
def young(tmp_path: Path) -> Path:
    """A ledger of three commits, all of them in the log only, as a killed process leaves it."""
    used = tmp_path / "used.db"
    path = tmp_path / "ledger.db"
    with SqliteStore(used) as store:
        for number in range(3):
            store.append(one("a", number, event(number), key=f"k{number}"))
        for suffix in ("", "-wal", ".head"):
            shutil.copy(f"{used}{suffix}", f"{path}{suffix}")
    return path


def test_without_its_log_a_young_ledger_does_not_begin_anew(young: Path) -> None:
    (young.parent / "ledger.db-wal").unlink()
    for read_only in (False, True):
        with pytest.raises(MalformedError, match=r"the record ends at commit 0, and .*ledger\.db\.head knows commit 3"):
            SqliteStore(young, read_only=read_only)
    young.unlink()
    with pytest.raises(MalformedError, match=r"the record is empty, and .*ledger\.db\.head knows commit 3"):
        SqliteStore(young)


def test_without_its_head_file_a_ledger_is_not_opened(young: Path) -> None:
    head_path(young).unlink()
    for _ in ("with its log", "without"):
        for read_only in (False, True):
            with pytest.raises(MalformedError, match=r"ledger\.db\.head is missing"):
                SqliteStore(young, read_only=read_only)
        (young.parent / "ledger.db-wal").unlink(missing_ok=True)
    assert not head_path(young).exists()


def test_a_head_that_lags_is_brought_up(young: Path) -> None:
    """A process was killed between its commit and the head."""
    head = newest(read_head(young, 1))
    with SqliteStore(young, read_only=True) as store:
        found = store.find("k1")
        assert found is not None
        first = Tree().grown(commit.receipt.hash for commit in islice(store.read_all(), 2))
        head_path(young).write_bytes(Head(2, found.receipt.hash, 0, first.peaks).slot() * 2)
        assert store.verify_chain() == []
    with SqliteStore(young, create=False):
        assert newest(read_head(young, 1)) == head


def damage(path: Path, number: int) -> None:
    """One bit of the slot that knows this commit is flipped."""
    slot = [head.number for head in read_head(path, 1) if head].index(number)
    content = bytearray(head_path(path).read_bytes())
    content[slot * SLOT + 20] ^= 1
    head_path(path).write_bytes(content)


def test_a_slot_that_a_crash_tore_is_named_and_repaired(young: Path) -> None:
    """The record has one commit more than the other slot: the torn one was just being written."""
    damage(young, 3)
    with SqliteStore(young, read_only=True) as store:
        (problem,) = store.verify_chain()
        assert "is damaged" in problem.message
    with SqliteStore(young, create=False) as store:
        assert store.verify_chain() == []
        store.put_document("x")
    content = bytearray(head_path(young).read_bytes())
    newest_slot = max((0, 1), key=lambda slot: (read_head(young, 1)[slot] or Head(0, "", 0)).documents)
    content[newest_slot * SLOT + 20] ^= 1
    head_path(young).write_bytes(content)
    with SqliteStore(young, create=False) as store:
        assert store.verify_chain() == [], "and so is one that was written for a document"
    head_path(young).write_bytes(b"x" * 2 * SLOT)
    with pytest.raises(MalformedError, match="is damaged: nobody can say whether"):
        SqliteStore(young, create=False)


def test_a_commit_that_was_cut_off_beside_a_damaged_slot_is_not_forgotten(tmp_path: Path) -> None:
    """One flipped bit in the slot that knows the last commit, and DELETEs: nothing has to be recomputed."""
    path = tmp_path / "ledger.db"
    with SqliteStore(path) as store:
        for number in range(3):
            store.append(one("a", number, event(number)))
    damage(path, 3)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM events WHERE in_commit = 3")
        connection.execute("DELETE FROM commits WHERE number = 3")
    for _ in range(2):
        with pytest.raises(MalformedError, match=r"ends at commit 2, which the other slot knows: .* cut off"):
            SqliteStore(path, create=False)
        with SqliteStore(path, read_only=True) as store:
            assert [str(problem).rpartition(" ")[2] for problem in store.verify_chain()] == ["damaged"]
    with pytest.raises(MalformedError, match="is damaged"):
        restore(path, tmp_path / "restored.db")
    back_up(path, tmp_path / "copy.db")
    with SqliteStore(tmp_path / "copy.db", create=False) as store:
        assert store.head().number == 2, "who has compared it goes on with a copy"


def test_opening_a_ledger_that_is_whole_writes_no_head(young: Path) -> None:
    """A crash while it is opened tears no slot that is needed."""
    with SqliteStore(young, create=False):
        before = head_path(young).stat().st_mtime_ns
    with SqliteStore(young, create=False):
        assert head_path(young).stat().st_mtime_ns == before


def test_the_head_of_another_ledger(young: Path, tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "other.db") as store:
        store.append(one("b", 0))
    shutil.copy(tmp_path / "other.db.head", head_path(young))
    with pytest.raises(MalformedError, match="knows another commit 1 than"):
        SqliteStore(young)


def test_no_commit_is_acknowledged_without_its_head(tmp_path: Path) -> None:
    """It is stored, and a retry with its key finds it once the head can be written."""
    with SqliteStore(tmp_path / "ledger.db") as store:
        path, away = head_path(store.path), tmp_path / "away"
        path.rename(away)
        with pytest.raises(UnconfirmedError, match=r"ledger\.db\.head is missing"):
            store.append(one("a", 0, key="k"))
        away.rename(path)
        assert newest(read_head(store.path, 1)).number == 0
        receipt = store.append(one("a", 0, key="k"))
        assert newest(read_head(store.path, 1))[:2] == (receipt.number, receipt.hash)
        assert store.version("a") == 1


def test_processes_that_share_a_ledger_never_take_its_head_back(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "ledger.db") as one_store, SqliteStore(tmp_path / "ledger.db") as other:
        one_store.append(one("a", 0))
        last = other.append(one("a", 1))
        one_store.put_document("x")
        found = newest(read_head(other.path, 1))
        assert found[:3] == (last.number, last.hash, 1)
        assert Tree(found.number, found.peaks).head == one_store.tree_head() == other.tree_head()


# Triggers, views and look-ups


TRIGGERS = (
    "CREATE TRIGGER forget AFTER INSERT ON commits BEGIN DELETE FROM commits WHERE number = new.number; END",
    "CREATE TRIGGER lose AFTER INSERT ON events BEGIN DELETE FROM events WHERE in_commit = new.in_commit; END",
)


def test_triggers_that_make_commits_vanish_do_nothing(tmp_path: Path) -> None:
    """Somebody adds them while the ledger is in use; nobody opens it with them."""
    path = tmp_path / "ledger.db"
    with SqliteStore(path) as store:
        store.append(one("a", 0))
        with closing(apsw.Connection(str(path))) as connection:
            for trigger in TRIGGERS:
                connection.execute(trigger)
        receipt = store.append(one("a", 1))
        assert store.head() == receipt
        assert [stored.version for stored in store.read("a")] == [1, 2]
        (problem,) = store.verify_chain()
        assert problem.message == "the schema of the ledger was changed: trigger forget, trigger lose"
    for read_only in (False, True):
        with pytest.raises(MalformedError, match="the schema of the ledger was changed: trigger forget, trigger lose"):
            SqliteStore(path, read_only=read_only)


def with_keys(path: Path, old: bytes, new: bytes) -> None:
    """A ledger with two keys, and other bytes in the index of its keys."""
    with SqliteStore(path) as store:
        for number, key in enumerate(("key-one", "key-two")):
            store.append(one("a", number, event(number), key=key))
    content = path.read_bytes()
    assert content.count(old) == 1
    path.write_bytes(content.replace(old, new))


def test_a_key_that_is_found_where_it_is_not(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with_keys(path, b"\x03\x1b\x01key-two\x02", b"\x03\x1b\x01key-two\x01")
    with SqliteStore(path) as store:
        for use in (
            lambda: store.append(one("a", 1, event(1), key="key-two")),
            lambda: store.find("key-two"),
            lambda: store.first_key("key-t"),
        ):
            with pytest.raises(MalformedError, match="the index of keys finds 'key-two' in commit 1, where it is not"):
                use()
        (problem,) = store.verify_chain()
        assert "missing from index commits_by_key" in problem.message


def test_a_key_that_is_not_found_and_a_retry_that_runs_twice(tmp_path: Path) -> None:
    """One bit is flipped in the index of keys: the audit finds it before and after the retry."""
    path = tmp_path / "ledger.db"
    with_keys(path, b"\x03\x1b\x01key-two\x02", b"\x03\x1b\x01key-tw\x6e\x02")
    with SqliteStore(path) as store:
        (problem,) = store.verify_chain(store.tree_head())
        assert "missing from index commits_by_key" in problem.message
        assert store.append(one("a", 2, event(1), key="key-two")).number == 3
        assert store.verify_chain(store.tree_head()) != []
        with closing(apsw.Connection(str(path))) as connection, pytest.raises(apsw.ConstraintError):
            connection.execute("REINDEX")


def test_a_backup_without_its_head_file_is_not_restored(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "ledger.db") as store:
        store.append(one("a", 0))
        back_up(store.path, tmp_path / "copy.db")
    head_path(tmp_path / "copy.db").unlink()
    with pytest.raises(MalformedError, match=r"copy\.db\.head is missing"):
        SqliteStore(tmp_path / "copy.db", read_only=True)
