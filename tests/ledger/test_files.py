"""Files that are no ledger, can't be written or are in use: a sentence, and nothing lost."""

import os
import shutil
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import pytest

from ledger.samples import commits, event, one
from pitbook.ledger import SqliteStore
from pitbook.ledger.head import head_path
from pitbook.problems import ConflictError, MalformedError, RefusedError, UnconfirmedError


def sqlite(path: Path, *statements: str) -> None:
    with closing(apsw.Connection(str(path))) as connection:
        for statement in statements:
            for _ in connection.execute(statement):
                pass


def test_commits_are_durable_when_they_return(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "ledger.db") as store:
        pragmas = [store._connection.pragma(name) for name in ("journal_mode", "synchronous", "foreign_keys")]
    assert pragmas == ["wal", 2, 1]


def test_only_its_owner_reads_a_new_ledger(tmp_path: Path) -> None:
    """Nor the files beside it, whatever the process would allow for other files."""
    before = os.umask(0o022)
    try:
        with SqliteStore(tmp_path / "ledger.db") as store:
            store.append(one("a", 0))
            modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert modes == dict.fromkeys(("ledger.db", "ledger.db-wal", "ledger.db-shm", "ledger.db.head"), 0o600)


def test_who_may_read_a_ledger_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    SqliteStore(path).close()
    path.chmod(0o640)
    with SqliteStore(path) as store:
        store.append(one("a", 0))
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize(
    "content", [b"not a database\n" * 100, b"x", b"short\n" * 20, b"SQLite format 3\0" + b"\xff" * 4080]
)
def test_a_file_of_something_else(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(MalformedError, match=r"notes\.txt is (not a database|damaged)"):
        SqliteStore(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("statement", ["CREATE TABLE events(a)", "PRAGMA user_version=1", "PRAGMA application_id=7"])
def test_a_database_of_something_else(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "other.db"
    sqlite(path, statement)
    before = path.read_bytes()
    with pytest.raises(MalformedError, match="is a database, but not a record of Pitbook"):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_a_ledger_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    SqliteStore(path).close()
    sqlite(path, "PRAGMA user_version=4")
    with pytest.raises(RefusedError, match="is a record of schema 4; this version of Pitbook reads schema 3"):
        SqliteStore(path)


def test_a_ledger_of_an_older_version_is_refused(tmp_path: Path) -> None:
    path = Path(shutil.copy(Path(__file__).parent / "fixtures" / "doors-1.db", tmp_path / "ledger.db"))
    before = path.read_bytes()
    for read_only in (False, True):
        with pytest.raises(RefusedError, match="is a record of schema 1; this version of Pitbook reads schema 3"):
            SqliteStore(path, read_only=read_only)
    assert path.read_bytes() == before


def test_a_ledger_without_its_tables(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with SqliteStore(path) as store:
        sqlite(path, "DROP TABLE commits")
        with pytest.raises(MalformedError, match="is damaged: no such table"):
            store.append(one("a", 0))
        with pytest.raises(MalformedError, match="is damaged: no such table"):
            store.head()
        (problem,) = store.verify_chain()
        assert problem.message == "the schema of the ledger was changed: index commits_by_key, table commits"


def test_only_what_is_there_is_opened_without_create(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with pytest.raises(MalformedError, match="there is no record at"):
        SqliteStore(path, create=False)
    assert not path.exists()
    with pytest.raises(MalformedError, match="is a folder, not a record"):
        SqliteStore(tmp_path, create=False)
    path.touch()
    with pytest.raises(MalformedError, match=r"ledger\.db is empty"):
        SqliteStore(path, create=False)
    SqliteStore(path).close()
    SqliteStore(path, create=False).close()


@pytest.mark.parametrize("name", ["no/such/folder/ledger.db", ".", "/proc/ledger.db", "a\0b", "\ud800"])
def test_places_where_no_file_can_be(tmp_path: Path, name: str) -> None:
    with pytest.raises((RefusedError, MalformedError), match=r"can't be opened|is not the name of a file"):
        SqliteStore(tmp_path / name)


class FailingFile(apsw.VFSFile):
    """A file whose writes fail as the file system says."""

    def __init__(self, vfs: "FailingVFS", name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        super().__init__("unix", name, flags)
        self.vfs = vfs

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        if self.vfs.error:
            raise self.vfs.error("as the test wants")
        super().xWrite(data, offset)


class FailingVFS(apsw.VFS):
    """The real file system, until it fails."""

    error: type[apsw.Error] | None = None

    def __init__(self) -> None:
        super().__init__("failing", "unix", makedefault=True)

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> FailingFile:  # noqa: N802
        return FailingFile(self, name, flags)


@pytest.fixture
def failing() -> Iterator[FailingVFS]:
    vfs = FailingVFS()
    yield vfs
    vfs.unregister()


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (apsw.FullError, "there is no room left for"),
        (apsw.ReadOnlyError, "can't be written"),
        (apsw.IOError, "can't be used"),
    ],
)
def test_a_write_that_fails_stores_nothing(
    tmp_path: Path, failing: FailingVFS, error: type[apsw.Error], message: str
) -> None:
    with SqliteStore(tmp_path / "ledger.db") as store:
        first = store.append(one("a", 0))
        failing.error = error
        for write in (
            lambda: store.append(one("new", 0, event(event_type="New"), key="k")),
            lambda: store.put_document("text"),
        ):
            with pytest.raises(RefusedError, match=message):
                write()
        assert store.head() == first
        assert store.find("k") is None
        assert list(store.streams()) == ["a"]
        failing.error = None
        assert store.append(one("new", 0, event(event_type="New"), key="k")).number == 2
        assert store.verify_chain() == []


def test_a_new_ledger_on_a_full_disk(tmp_path: Path, failing: FailingVFS) -> None:
    failing.error = apsw.FullError
    with pytest.raises(RefusedError, match="there is no room left for"):
        SqliteStore(tmp_path / "ledger.db")
    failing.error = None
    with SqliteStore(tmp_path / "ledger.db") as store:
        assert store.append(one("a", 0)).number == 1


def test_a_journal_is_of_use_only_while_a_ledger_is_made(tmp_path: Path) -> None:
    """SQLite plays it back, so that of a ledger with commits would be somebody's attempt to change them."""
    path, journal = tmp_path / "ledger.db", tmp_path / "ledger.db-journal"
    journal.write_bytes(b"cut short by a loss of power")
    with SqliteStore(path) as store:
        store.append(one("a", 0))
    assert not journal.exists()
    journal.write_bytes(b"somebody else's")
    for read_only in (False, True):
        with pytest.raises(MalformedError, match=r"ledger\.db-journal does not belong to this record"):
            SqliteStore(path, read_only=read_only)
    assert journal.read_bytes() == b"somebody else's"


def test_a_disk_that_fills_up_loses_nothing(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "ledger.db") as store:
        pages = store._connection.pragma("page_count")
        store._connection.pragma("max_page_count", pages + 4)
        todo = commits(1, 200)
        with pytest.raises(RefusedError, match="there is no room left"):
            deque(map(store.append, todo))
        head = store.tree_head()
        assert 1 < head.size < len(todo)
        store._connection.pragma("max_page_count", 1_000_000)
        assert [store.append(commit).number for commit in todo] == list(range(1, len(todo) + 1))
        assert store.verify_chain(head) == []


def test_a_ledger_locked_for_too_long(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with SqliteStore(path, patience=0.05) as store, closing(apsw.Connection(str(path))) as other:
        store.append(one("a", 0))
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(ConflictError, match="locked by another process for too long"):
            store.append(one("a", 1))
        assert store.version("a") == 1
        assert store.verify_chain() == []
        other.execute("ROLLBACK")
        assert store.append(one("a", 1)).number == 2


def test_a_ledger_that_is_free_again_in_time(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with SqliteStore(path, patience=300) as store, closing(apsw.Connection(str(path))) as other:
        other.execute("BEGIN IMMEDIATE")
        timer = threading.Timer(0.2, lambda: other.execute("ROLLBACK"))
        timer.start()
        assert store.append(one("a", 0)).number == 1
        timer.join()


WRITER = """
import sys
from ledger.samples import event, one
from pitbook.ledger import SqliteStore
from pitbook.ledger.head import head_path
from pitbook.problems import ConflictError
won = 0
with SqliteStore(sys.argv[1], patience=300) as store:
    while won < 40:
        try:
            happened = event(won, event_type=f"By{sys.argv[2]}", text="x" * 80)
            store.append(one("shared", store.version("shared"), happened))
            won += 1
        except ConflictError:
            pass
"""


def test_several_processes_share_a_ledger(tmp_path: Path) -> None:
    """They make it together, and each finds the numbers and dictionaries that the others gave to names and kinds."""
    path, tests = tmp_path / "ledger.db", Path(__file__).parents[1]
    sources = os.pathsep.join([str(tests), *sys.path])
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), str(number)], env={"PYTHONPATH": sources})
        for number in range(3)
    ]
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    with SqliteStore(path, create=False) as store:
        assert store.verify_chain() == []
        by: dict[str, list[Any]] = {}
        for item in store.read("shared"):
            by.setdefault(item.event.type, []).append(item.event.data["number"])
        assert by == {f"By{number}": list(range(40)) for number in range(3)}


@pytest.mark.parametrize("use", [lambda store: store.head(), lambda store: list(store.read("a"))])
def test_names_that_are_not_text(tmp_path: Path, use: Callable[[SqliteStore], object]) -> None:
    path = tmp_path / "ledger.db"
    with SqliteStore(path) as store:
        store.append(one("a", 0))
        sqlite(path, "INSERT INTO streams(name) VALUES (CAST(x'ff' AS TEXT))")
        use(store)
        with pytest.raises(MalformedError, match="holds text that is not UTF-8"):
            list(store.streams())


def test_a_group_that_the_head_file_does_not_know_is_not_acknowledged(tmp_path: Path) -> None:
    """What was stored says so, what was not says why, and the same commits can be sent again."""
    path = tmp_path / "ledger.db"
    with SqliteStore(path) as store:
        store.append(one("a", 0))
        away = head_path(path).rename(tmp_path / "away")
        group = [one("a", 1, key="k"), one("a", 1, key="late"), one("b", 0, key="l")]
        results = store.append_group(group)
        assert [type(result) for result in results] == [UnconfirmedError, ConflictError, UnconfirmedError]
        away.rename(head_path(path))
        assert store.append_group(group[::2]) == [commit.receipt for commit in store.read_all(1)]
        assert store.verify_chain() == []
