"""Opening a ledger's file: its settings, its head, and a sentence for everything that can be wrong with a file."""

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

import apsw

from pitbook.ledger.head import (
    Head,
    Slots,
    advance,
    check_head,
    check_is_new,
    check_slots,
    known_of,
    make_head,
    newest,
    read_head,
)
from pitbook.ledger.reader import Reader
from pitbook.ledger.records import GENESIS
from pitbook.ledger.schema import APPLICATION_ID, SCHEMA, SCHEMA_VERSION, check_schema
from pitbook.ledger.tree import Tree
from pitbook.problems import ConflictError, MalformedError, PitbookError, Problem, RefusedError

_VERSIONS = 18
"""The offset of the write and read versions in the header of a database; both are 2 with a write-ahead log."""
_PAUSE = 0.001
"""Seconds between two attempts to begin the log."""
_CONFIG = (
    (apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
    (apsw.SQLITE_DBCONFIG_ENABLE_VIEW, 0),
    (apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
    (apsw.SQLITE_DBCONFIG_DEFENSIVE, 1),
)
"""Makes whatever somebody else wrote into the schema of a file ineffective."""


def open_ledger(path: Path, patience: float, *, create: bool) -> apsw.Connection:
    """A connection to a ledger whose commits are durable when they return; `create` makes a new file.

    The record has all that its head file knows. A lagging head file is brought up to date, even if a crash tore a slot.
    """
    with translate_errors(path):
        if not create:
            _check_exists(path)
        try:
            known = known_of(path, patience)
            _check_journal(path, known)
            if create:
                make_private(path)
            connection = apsw.Connection(str(path))
        except ValueError as error:
            raise MalformedError(Problem(f"{str(path)!r} is not the name of a file", str(path))) from error
        try:
            _configure(connection, patience)
            if _is_empty(connection):
                # SQLite takes a file that is shorter than a page for an empty database, and would overwrite it.
                if not connection.pragma("page_count") and path.stat().st_size:
                    raise MalformedError(Problem(f"{path} is not a database", str(path)))
                check_is_new(path, known)
                if not create:
                    raise MalformedError(Problem(f"{path} is empty", str(path)))
                _create(connection, path, patience)
            _check_identity(connection, path)
            if connection.pragma("journal_mode") != "wal":
                raise _no_log(path)
            # An unsynced commit is lost with the power; macOS needs fullfsync to reach the medium.
            for setting in ("synchronous=FULL", "fullfsync=ON", "foreign_keys=ON"):
                connection.execute(f"PRAGMA {setting}")
            slots = read_head(path, patience)
            check_head(connection, path, slots)
            last = last_of(connection, slots)
            check_slots(path, slots, last)
            if last > newest(slots) or None in slots:
                advance(path, last, patience)
        except BaseException:
            connection.close(True)
            raise
    return connection


def open_beside(path: Path, patience: float) -> apsw.Connection:
    """A connection that only reads, to a ledger that is open and was checked then."""
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    _configure(connection, patience)
    connection.execute("PRAGMA query_only=ON")
    return connection


@contextmanager
def read_only_address(path: Path, patience: float) -> Iterator[str]:
    """The address at which `open_to_read` reads a ledger, its log included; no file beside it is made or changed.

    If there is no log, nobody uses the ledger, and SQLite needs no lock. If there is a log but not the index that its
    users share, a temporary copy is read. If somebody begins to use the ledger in the meantime, that is a conflict.
    """
    with translate_errors(path):
        _check_exists(path)
        _check_journal(path, known_of(path, patience))
        log, index = (path.with_name(path.name + suffix) for suffix in ("-wal", "-shm"))
        if log.exists() and index.exists():
            yield _address(path, "mode=ro&readonly_shm=1")
            return
        before = _state(path, log, index)
        if log.exists():
            with TemporaryDirectory(prefix="pitbook-") as folder:
                copy = Path(folder) / "ledger.db"
                shutil.copyfile(path, copy)
                shutil.copyfile(log, copy.with_name("ledger.db-wal"))
                yield _address(copy, "mode=rw")
        else:
            yield _address(path, "immutable=1")
        if _state(path, log, index) != before:
            raise ConflictError(
                Problem(f"{path} was opened by somebody else while it was being read: try again", str(path))
            )


def open_to_read(path: Path, address: str, patience: float) -> apsw.Connection:
    """A connection that only reads the ledger at `path`, at an address that `read_only_address` gave."""
    with translate_errors(path):
        flags = apsw.SQLITE_OPEN_READWRITE if address.endswith("mode=rw") else apsw.SQLITE_OPEN_READONLY
        known = known_of(path, patience)
        connection = apsw.Connection(address, flags | apsw.SQLITE_OPEN_URI)
        try:
            _configure(connection, patience)
            connection.execute("PRAGMA query_only=ON")
            if _is_empty(connection):
                check_is_new(path, known)
                raise MalformedError(Problem(f"{path} is empty", str(path)))
            _check_identity(connection, path)
            check_head(connection, path, read_head(path, patience))
        except BaseException:
            connection.close(True)
            raise
    return connection


def make_private(path: Path) -> None:
    """Make a new file that only its owner may read: a ledger holds what players may not see yet.

    SQLite gives its `-wal` and `-shm` files the same mode. An existing file stays as it is, and if none can be made,
    SQLite says why.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def logs_of(path: Path) -> tuple[Path, ...]:
    """The files beside a ledger that SQLite would play back into it."""
    return tuple(path.with_name(path.name + suffix) for suffix in ("-wal", "-shm", "-journal"))


def check_absent(*files: Path) -> None:
    """Refuse to make files if one of them exists: the remains of another ledger would spoil the new one."""
    for file in files:
        if file.exists() or file.is_symlink():
            message = f"{file} exists already: move it away, with all files of the record that it belongs to"
            raise RefusedError(Problem(message, str(file)))


def last_of(connection: apsw.Connection, slots: Slots) -> Head:
    """What the head file has to know of a record; its slots may lag."""
    reader = Reader(connection)
    number, digest = reader.head()
    documents = connection.execute("SELECT count(*) FROM documents").get
    return Head(number, digest, documents, tree_up_to(reader, slots, number).peaks)


def tree_up_to(reader: Reader, slots: Slots, number: int) -> Tree:
    """The tree of the first commits, from what the head file knows of it."""
    known = max((slot for slot in slots if slot and slot.number <= number), default=Head(0, GENESIS, 0))
    return Tree(known.number, known.peaks).grown(reader.digests(known.number, number))


def _check_exists(path: Path) -> None:
    try:
        found = path.exists()
    except ValueError as error:
        raise MalformedError(Problem(f"{str(path)!r} is not the name of a file", str(path))) from error
    if path.is_dir():
        raise MalformedError(Problem(f"{path} is a folder, not a record", str(path)))
    if not found:
        raise MalformedError(Problem(f"there is no record at {path}", str(path)))


def _check_journal(path: Path, known: Head) -> None:
    """A rollback journal, which SQLite would play back into the record, is of use only while a record is made."""
    journal = path.with_name(path.name + "-journal")
    if known.number and journal.exists() and journal.stat().st_size:
        message = f"{journal} does not belong to this record, which has none: move it away"
        raise MalformedError(Problem(message, str(journal)))


def _configure(connection: apsw.Connection, patience: float) -> None:
    connection.set_busy_timeout(round(patience * 1000))
    for option, value in _CONFIG:
        connection.config(option, value)


def _is_empty(connection: apsw.Connection) -> bool:
    marks = [connection.pragma(name) for name in ("application_id", "user_version")]
    return marks == [0, 0] and not connection.execute("SELECT count(*) FROM sqlite_schema").get


def _create(connection: apsw.Connection, path: Path, patience: float) -> None:
    """Makes the head file and then the tables, so that a ledger is never made without a head file."""
    _begin_log(connection, path, patience)
    with transaction(connection):
        if _is_empty(connection):
            check_is_new(path, known_of(path, patience))
            make_head(path, Head(0, GENESIS, 0))
            for _ in connection.execute(SCHEMA):
                pass
            connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
    with suppress(apsw.BusyError):  # Another process is making the ledger too.
        connection.wal_checkpoint()


def _begin_log(connection: apsw.Connection, path: Path, patience: float) -> None:
    """Gives the ledger a write-ahead log. SQLite itself does not wait here for others who do the same."""
    deadline = time.monotonic() + patience
    while True:
        try:
            if connection.pragma("journal_mode", "wal") != "wal":
                raise _no_log(path)
        except apsw.BusyError:
            if time.monotonic() > deadline:
                raise
            time.sleep(_PAUSE)
        else:
            return


def _check_identity(connection: apsw.Connection, path: Path) -> None:
    if connection.pragma("application_id") != APPLICATION_ID:
        raise MalformedError(Problem(f"{path} is a database, but not a record of Pitbook", str(path)))
    version = connection.pragma("user_version")
    if version != SCHEMA_VERSION:
        message = f"{path} is a record of schema {version}; this version of Pitbook reads schema {SCHEMA_VERSION}"
        raise RefusedError(Problem(message, str(path)))
    if connection.read("main", 0, _VERSIONS, 2)[1] != b"\2\2":
        raise MalformedError(Problem(f"{path} is damaged: it claims to have no write-ahead log", str(path)))
    check_schema(connection)


def _no_log(path: Path) -> RefusedError:
    return RefusedError(Problem(f"{path} is in a place where write-ahead logging does not work", str(path)))


def _address(path: Path, options: str) -> str:
    return f"file:{quote(str(path.absolute()))}?{options}"


def _state(path: Path, log: Path, index: Path) -> list[tuple[int, int] | None]:
    """The times and sizes of the files, which change when somebody writes to the ledger."""
    files = [file.stat() if file.exists() else None for file in (path, log, index)]
    return [(file.st_mtime_ns, file.st_size) if file else None for file in files]


@contextmanager
def transaction(connection: apsw.Connection) -> Iterator[None]:
    """Everything inside is written at the end, or nothing; no other writer comes between.

    If a transaction has already begun, this ends it.
    """
    if not connection.in_transaction:
        connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextmanager
def translate_errors(path: Path) -> Iterator[None]:
    """Raise errors of SQLite and the file system as one of the three kinds of error."""
    try:
        yield
    except apsw.Error as error:
        raise _sentence(error, path) from error
    except OSError as error:
        raise RefusedError(Problem(f"{error.filename or path}: {error.strerror}", str(path))) from error
    except UnicodeDecodeError as error:
        raise MalformedError(Problem(f"{path} is damaged: it holds text that is not UTF-8", str(path))) from error
    except UnicodeEncodeError as error:
        name = repr(error.object)
        raise MalformedError(Problem(f"{name} is not the name of a file in UTF-8", name)) from error


def _sentence(error: apsw.Error, path: Path) -> PitbookError:
    kind: type[PitbookError]
    match error:
        case apsw.BusyError() | apsw.LockedError():
            kind, message = ConflictError, f"{path} has been locked by another process for too long"
        case apsw.NotADBError():
            kind, message = MalformedError, f"{path} is not a database"
        case apsw.CorruptError():
            kind, message = MalformedError, f"{path} is damaged: {error}"
        case apsw.FullError():
            kind, message = RefusedError, f"there is no room left for {path}; nothing was stored"
        case apsw.ReadOnlyError() | apsw.PermissionsError() | apsw.AuthError():
            kind, message = RefusedError, f"{path} can't be written; nothing was stored"
        case apsw.CantOpenError():
            kind, message = RefusedError, f"{path} can't be opened: does the folder exist, and is it writable?"
        case apsw.SQLError() | apsw.MismatchError() | apsw.ConstraintError():
            kind, message = MalformedError, f"{path} is damaged: {error}"
        case _:
            kind, message = RefusedError, f"{path} can't be used: {error or type(error).__name__}"
    return kind(Problem(message, str(path)))
