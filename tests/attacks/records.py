"""A record to attack, with rounds of every book, and an independent reading of all that it says.

The reading uses another SQLite than the ledger does and none of the ledger's code: every row, every look-up that the
ledger makes, the schema, the marks of the file, its head, its key and its checkpoints.
"""

import sqlite3
import zlib
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pit.playing import ONE, hosted, play
from pitbook.audit import audit
from pitbook.ledger import Snapshot, SqliteStore
from pitbook.pit import open_record
from pitbook.pit.checkpoints import CheckpointSigner
from pitbook.pit.snapshots import code_digest, written
from pitbook.problems import PitbookError
from pitbook.table.commands import BuyIn
from table.play import BOOKS, rules_of

NAME = "record.db"
KEYS = ("buy", "buy again", "a key of another person")
SUFFIXES = ("", "-wal", ".head", ".key", ".checkpoints")
Files = dict[str, bytes]
"""The files of a record by their suffixes; one that is not there is missing."""


@dataclass(frozen=True)
class Originals:
    """One record twice: closed, and in use, with its newest commits in the log only."""

    closed: Files
    in_use: Files


def make(folder: Path) -> Originals:
    """Two rounds of each book, commands with keys, snapshots, and a document that nothing refers to."""
    path = folder / NAME
    with open_record(path, create=True) as store:
        for number, book in enumerate(BOOKS, 1):
            host = hosted(store, rules_of(book), f"T{number}", rate=0.4, seed=number)
            play(host, 2)
            for key in KEYS:
                host.pit.handle(f"T{number}", BuyIn(ONE, 5000), key=f"{key} {number}")
            stream = f"table:T{number}"
            state = host.pit.state(f"T{number}")
            store.put_snapshot(Snapshot(stream, state.version, code_digest(), written(state)))
            if number == len(BOOKS) // 2:
                assert isinstance(store, SqliteStore)
                store._connection.wal_checkpoint()
            CheckpointSigner(store).sign()
        store.put_document("a text that nothing refers to")
        in_use = read_files(path)
    return Originals(read_files(path), in_use)


def read_files(path: Path) -> Files:
    """The files of a record."""
    files = {suffix: path.with_name(path.name + suffix) for suffix in SUFFIXES}
    return {suffix: file.read_bytes() for suffix, file in files.items() if file.exists()}


def write_files(files: Files, folder: Path) -> Path:
    """The files of a record in a folder, where no other file is left."""
    for file in folder.iterdir():
        file.unlink()
    for suffix, content in files.items():
        (folder / f"{NAME}{suffix}").write_bytes(content)
        (folder / f"{NAME}{suffix}").chmod(0o600)
    return folder / NAME


def audited(path: Path) -> str:
    """What the audit says: nothing if all holds."""
    try:
        with open_record(path, read_only=True) as store:
            return "; ".join(map(str, audit(store).problems))
    except PitbookError as error:
        return str(error)


_DUMPS = (
    "SELECT typeof(name), * FROM streams NOT INDEXED ORDER BY id",
    "SELECT typeof(name), * FROM actors NOT INDEXED ORDER BY id",
    "SELECT typeof(type), typeof(schema), typeof(fields), id, type, schema, fields FROM kinds NOT INDEXED ORDER BY id",
    "SELECT typeof(time), typeof(key), typeof(parts), typeof(hash), * FROM commits NOT INDEXED ORDER BY number",
    "SELECT typeof(digest), typeof(text), * FROM documents ORDER BY digest",
    "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name",
    "PRAGMA user_version",
    "PRAGMA application_id",
    "PRAGMA journal_mode",
    "SELECT stream, max(version), count(*) FROM events GROUP BY stream ORDER BY stream",
    "SELECT max(number) FROM commits",
    "SELECT key FROM commits WHERE key >= '' ORDER BY key",
    "SELECT name FROM streams WHERE name >= '' ORDER BY name",
)
_EVENTS = """
    SELECT events.stream, version, events.type, data, in_commit, events.time, actor, reason, crc, typeof(data),
           dictionary, typeof(events.time), typeof(actor), typeof(reason), typeof(crc)
    FROM events LEFT JOIN kinds ON kinds.id = events.type ORDER BY events.stream, version
"""


@dataclass(frozen=True)
class Reading:
    """All that a record says."""

    rows: tuple[Any, ...]
    look_ups: tuple[Any, ...]
    companions: tuple[bytes, ...]
    snapshots: frozenset[Any]

    def says_the_same_as(self, other: "Reading") -> bool:
        """A snapshot may be missing, since it is a cache; one that is there is as it was."""
        mine, its = (self.rows, self.look_ups, self.companions), (other.rows, other.look_ups, other.companions)
        return mine == its and self.snapshots <= other.snapshots


def reading(path: Path, asked: "Reading | None" = None) -> Reading | None:
    """All that a record says, or nothing if it can't be read; the look-ups are for the keys and names in `asked`."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=rw", uri=True)) as connection:
            rows = tuple(tuple(connection.execute(query).fetchall()) for query in _DUMPS)
            events = tuple(_event(row) for row in connection.execute(_EVENTS))
            found = (asked.rows if asked else rows)[: len(_DUMPS)]
            look_ups = (
                *(_look_up(connection, "SELECT id FROM streams WHERE name = ?", row[2]) for row in found[0]),
                *(_look_up(connection, "SELECT id FROM actors WHERE name = ?", row[2]) for row in found[1]),
                *(
                    _look_up(connection, "SELECT id FROM kinds WHERE type = ? AND schema = ? AND fields = ?", *row[4:7])
                    for row in found[2]
                ),
                *(_look_up(connection, "SELECT number FROM commits WHERE key = ?", row[6]) for row in found[3]),
                *(_look_up(connection, "SELECT hash FROM commits WHERE number = ?", row[4]) for row in found[3]),
                *(_look_up(connection, "SELECT text FROM documents WHERE digest = ?", row[2]) for row in found[4]),
            )
            kept = connection.execute("SELECT stream, version, state FROM snapshots WHERE code = ?", (code_digest(),))
            snapshots = frozenset(kept.fetchall())
        companions = tuple(path.with_name(path.name + suffix).read_bytes() for suffix in SUFFIXES[2:])
    except (sqlite3.Error, ValueError, OSError, zlib.error, TypeError, OverflowError):
        return None
    return Reading((*rows, events), look_ups, companions, snapshots)


def _look_up(connection: sqlite3.Connection, query: str, *values: Any) -> Any:
    return tuple(connection.execute(query, values).fetchall())


def _event(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """An event with its data inflated, without the dictionary: its bytes that no event refers to say nothing."""
    data, dictionary = row[3], row[10]
    if isinstance(data, bytes):
        inflate = zlib.decompressobj(-12, zdict=dictionary)
        data = (data, inflate.decompress(data), inflate.unused_data)
    return (*row[:3], data, *row[4:10], *row[11:])
