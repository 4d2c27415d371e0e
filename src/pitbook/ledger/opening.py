"""Opening a ledger's file: its tables, its settings, and a sentence for everything that can be wrong with a file."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import apsw

from pitbook.problems import ConflictError, MalformedError, PitbookError, Problem, RefusedError

APPLICATION_ID = 0x50495442
"""Marks a SQLite file as a ledger of Pitbook: "PITB"."""

SCHEMA_VERSION = 1

SCHEMA = """
CREATE TABLE streams(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE actors(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE kinds(
    id INTEGER PRIMARY KEY,
    type TEXT NOT NULL,
    schema INTEGER NOT NULL,
    fields TEXT NOT NULL,      -- JSON: the names of the fields, sorted
    dictionary BLOB NOT NULL   -- what deflated data of this kind refers back to
);
CREATE INDEX kinds_by_type ON kinds(type, schema, fields);
CREATE TABLE commits(
    number INTEGER PRIMARY KEY,
    time INTEGER NOT NULL,     -- microseconds since 1970, of its first event
    key TEXT,
    parts TEXT NOT NULL,       -- JSON: [[stream id, version before, number of events], ...]
    hash BLOB NOT NULL
);
CREATE UNIQUE INDEX commits_by_key ON commits(key) WHERE key IS NOT NULL;
CREATE TABLE events(
    stream INTEGER NOT NULL REFERENCES streams,
    version INTEGER NOT NULL,
    type INTEGER NOT NULL REFERENCES kinds,
    data NOT NULL,             -- JSON: the values of the fields; text, or a blob if deflated
    in_commit INTEGER NOT NULL REFERENCES commits,
    time INTEGER NOT NULL,     -- microseconds after the commit's time
    actor INTEGER NOT NULL REFERENCES actors,
    reason TEXT NOT NULL,
    crc INTEGER NOT NULL,      -- of the canonical line and the data as stored
    PRIMARY KEY(stream, version)
) WITHOUT ROWID;
CREATE TABLE documents(digest BLOB PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE snapshots(
    stream TEXT NOT NULL,
    version INTEGER NOT NULL,
    code TEXT NOT NULL,        -- digest of the code that made it
    state BLOB NOT NULL,
    PRIMARY KEY(stream, version)
) WITHOUT ROWID;
CREATE VIEW history AS
    SELECT in_commit AS "commit", streams.name AS stream, version, kinds.type AS type, schema, fields, data,
           strftime('%Y-%m-%dT%H:%M:%fZ', (commits.time + events.time) / 1e6, 'unixepoch') AS time,
           actors.name AS actor, reason
    FROM events JOIN streams ON streams.id = stream JOIN kinds ON kinds.id = events.type
         JOIN actors ON actors.id = actor JOIN commits ON commits.number = in_commit;
"""
"""Events name stream, type and actor by small numbers, which keeps a record small; the view shows them in full."""


def open_ledger(path: Path, patience: float, *, create: bool) -> apsw.Connection:
    """A connection to a ledger whose commits are durable when they return; `create` makes a new file."""
    with sentences_for(path):
        if not create and not path.exists():
            raise MalformedError(Problem(f"there is no ledger at {path}", str(path)))
        try:
            if create:
                make_private(path)
            connection = apsw.Connection(str(path))
        except ValueError as error:
            raise MalformedError(Problem(f"{str(path)!r} is not the name of a file", str(path))) from error
        try:
            connection.set_busy_timeout(round(patience * 1000))
            if _is_empty(connection):
                # SQLite takes a file that is shorter than a page for an empty database, and would overwrite it.
                if not connection.pragma("page_count") and path.stat().st_size:
                    raise MalformedError(Problem(f"{path} is not a database", str(path)))
                if not create:
                    raise MalformedError(Problem(f"{path} is empty", str(path)))
                _create(connection)
            _check_identity(connection, path)
            # An unsynced commit is lost with the power; macOS needs fullfsync to reach the medium.
            for setting in ("synchronous=FULL", "fullfsync=ON", "foreign_keys=ON"):
                connection.execute(f"PRAGMA {setting}")
        except BaseException:
            connection.close(True)
            raise
    return connection


def make_private(path: Path) -> None:
    """Make a new file that only its owner may read: a ledger holds what players may not see yet.

    SQLite gives its `-wal` and `-shm` files the same mode. What is there already stays as it is, and where no file can
    be made SQLite says why.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def _is_empty(connection: apsw.Connection) -> bool:
    marks = [connection.pragma(name) for name in ("application_id", "user_version")]
    return marks == [0, 0] and not connection.execute("SELECT count(*) FROM sqlite_schema").get


def _create(connection: apsw.Connection) -> None:
    connection.pragma("journal_mode", "wal")
    with transaction(connection):
        if _is_empty(connection):
            for _ in connection.execute(SCHEMA):
                pass
            connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version={SCHEMA_VERSION}")


def _check_identity(connection: apsw.Connection, path: Path) -> None:
    if connection.pragma("application_id") != APPLICATION_ID:
        raise MalformedError(Problem(f"{path} is a database of something else, not a ledger", str(path)))
    version = connection.pragma("user_version")
    if version != SCHEMA_VERSION:
        message = f"{path} is a ledger of schema {version}; this version of Pitbook reads schema {SCHEMA_VERSION}"
        raise RefusedError(Problem(message, str(path)))
    if connection.pragma("journal_mode") != "wal" and connection.pragma("journal_mode", "wal") != "wal":
        raise RefusedError(Problem(f"{path} is where write-ahead logging does not work", str(path)))


@contextmanager
def transaction(connection: apsw.Connection) -> Iterator[None]:
    """Everything inside is written at the end, or nothing; no other writer comes between."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextmanager
def sentences_for(path: Path) -> Iterator[None]:
    """What SQLite and the file system say becomes one of the three kinds of error."""
    try:
        yield
    except apsw.Error as error:
        raise _sentence(error, path) from error
    except OSError as error:
        raise RefusedError(Problem(f"{path}: {error.strerror}", str(path))) from error
    except UnicodeDecodeError as error:
        raise MalformedError(Problem(f"{path} is damaged: it holds text that is not UTF-8", str(path))) from error


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
            kind, message = RefusedError, f"{path} can't be opened: is there such a folder, and is it writable?"
        case apsw.SQLError() | apsw.MismatchError() | apsw.ConstraintError():
            kind, message = MalformedError, f"{path} is damaged: {error}"
        case _:
            kind, message = RefusedError, f"{path} can't be used: {error or type(error).__name__}"
    return kind(Problem(message, str(path)))
