"""The tables of a ledger's file; a file with anything else in its schema is not a ledger.

There are no views and no triggers, because those could show or do something other than what the tables say.
"""

from functools import cache

import apsw

from pitbook.problems import MalformedError, Problem

APPLICATION_ID = 0x50495442
"""Marks a SQLite file as a ledger of Pitbook: "PITB"."""

SCHEMA_VERSION = 3

SCHEMA = """
CREATE TABLE streams(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE actors(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE kinds(
    id INTEGER PRIMARY KEY,
    type TEXT NOT NULL,
    schema INTEGER NOT NULL,
    fields TEXT NOT NULL,      -- JSON: the names of the fields, sorted
    dictionary BLOB NOT NULL   -- what deflated data of this kind refers back to
) STRICT;
CREATE INDEX kinds_by_type ON kinds(type, schema, fields);
CREATE TABLE commits(
    number INTEGER PRIMARY KEY,
    time INTEGER NOT NULL,     -- microseconds since 1970, of its first event
    key TEXT,
    parts TEXT NOT NULL,       -- JSON: [[stream id, version before, number of events], ...]
    hash BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX commits_by_key ON commits(key);
CREATE TABLE events(
    stream INTEGER NOT NULL REFERENCES streams,
    version INTEGER NOT NULL,
    type INTEGER NOT NULL REFERENCES kinds,
    data ANY NOT NULL,         -- JSON: the values of the fields; text, or a blob if deflated
    in_commit INTEGER NOT NULL REFERENCES commits,
    time INTEGER NOT NULL,     -- microseconds after the commit's time
    actor INTEGER NOT NULL REFERENCES actors,
    reason TEXT NOT NULL,
    crc INTEGER NOT NULL,      -- of the canonical line and the data as stored
    PRIMARY KEY(stream, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE documents(digest BLOB PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE snapshots(
    stream TEXT NOT NULL,
    version INTEGER NOT NULL,
    code TEXT NOT NULL,        -- digest of the code that made it
    state BLOB NOT NULL,
    PRIMARY KEY(stream, version)
) STRICT, WITHOUT ROWID;
"""
"""Events name stream, type and actor by small numbers, which keeps a record small.

No index is partial: SQLite's integrity check does not count the entries of a partial index.
"""

_ROWS = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name"
Rows = list[tuple[str, str, str, str | None]]


def check_schema(connection: apsw.Connection) -> None:
    """The file has exactly our tables and indexes; `MalformedError` names what differs."""
    found = _rows(connection)
    if found == expected_rows():
        return
    names = sorted({f"{row[0]} {row[1]}" for row in {*found} ^ {*expected_rows()}}) or ["an entry that is there twice"]
    message = f"the schema of the ledger was changed: {', '.join(names)}"
    raise MalformedError(Problem(message, names[0]))


@cache
def expected_rows() -> Rows:
    """The rows of `sqlite_schema` in a new ledger."""
    connection = apsw.Connection(":memory:")
    try:
        connection.execute(SCHEMA).fetchall()
        return _rows(connection)
    finally:
        connection.close()


def _rows(connection: apsw.Connection) -> Rows:
    return [(str(row[0]), str(row[1]), str(row[2]), row[3]) for row in connection.execute(_ROWS)]
