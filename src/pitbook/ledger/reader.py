"""From the rows of a ledger's file back to canonical events and commits; damage is named by its place."""

import json
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

import apsw

from pitbook.ledger.chain import KnownEvent, Part, SealedCommit, SealedEvent, canonical
from pitbook.ledger.kinds import EventKind, read_kind
from pitbook.ledger.records import GENESIS, Touch
from pitbook.ledger.rules import broken

Row: TypeAlias = tuple[Any, ...]
"""A row as SQLite gives it. Whoever writes the file can put anything there: each value is checked where it is read."""
TakeRows: TypeAlias = Callable[[int, int, int], list[Row]]
"""From a stream, a version and a number to so many rows of events beyond that version."""
CHUNK = 500
"""Rows that are read at a time, so that no reader holds the whole record, or holds back a writer."""

SCAN_ROWS = 10_000
"""The rows that are scanned at a time if only numbers are compared."""

MAX_CACHED_NAMES = 10_000
"""The most names that are kept in memory."""

AHEAD = 200
"""How many events of a stream are read at a time on the way along the whole record."""

MAX_AHEAD = 500
"""The most streams whose events are read ahead."""

# Text is read as bytes: what was tampered with need not be UTF-8.
_EVENT = """
    SELECT version, events.type, CAST(data AS BLOB), typeof(data) = 'blob', in_commit, commits.time,
           events.time, actor, CAST(reason AS BLOB), crc
    FROM events LEFT JOIN commits ON commits.number = in_commit
    WHERE stream = ? AND version > ? AND version <= ? ORDER BY version LIMIT ?
"""
_LAST = """
    SELECT version, in_commit, hash FROM events LEFT JOIN commits ON commits.number = in_commit
    WHERE stream = ? ORDER BY version DESC LIMIT 1
"""
_EVENT_OF_COMMIT = """
    SELECT version, type, CAST(data AS BLOB), typeof(data) = 'blob', in_commit, NULL, time, actor,
           CAST(reason AS BLOB), crc
    FROM events WHERE stream = ? AND version > ? AND version <= ? ORDER BY version LIMIT ?
"""
"""The same without the time of the commit, for callers that know it."""
_COMMIT = "SELECT number, CAST(key AS BLOB), CAST(parts AS BLOB), hash, time FROM commits"
_NAME = "SELECT CAST(name AS BLOB) FROM {} WHERE id = ?"
_DAMAGE = (ValueError, TypeError, LookupError, AttributeError, zlib.error)


def check_sum(line: bytes, stored: bytes) -> int:
    """A checksum to identify a changed event: over its canonical line and its data as stored, as a signed number."""
    return zlib.crc32(stored, zlib.crc32(line)) - 2**31


class Reader:
    """Reads one connection. The caller makes sure that only one thread does so at a time."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._kinds: dict[int, EventKind] = {}
        self._actors: dict[int, str] = {}
        self._streams: dict[int, str] = {}
        self._numbers: dict[str, int] = {}

    def stream_id(self, name: str) -> int | None:
        """The number of a stream, if it has one; it never changes. Not for use in a transaction that writes."""
        found = self._numbers.get(name)
        if found is None and (found := self.number("streams", name)) is not None:
            if len(self._numbers) >= MAX_CACHED_NAMES:
                self._numbers.clear()
            self._numbers[name] = found
        return found

    def number(self, table: str, name: str) -> int | None:
        """The number of a stream or an actor; the row has to confirm what the index found."""
        number: int | None = self._one(f"SELECT id FROM {table} WHERE name = ?", name)  # noqa: S608 - our tables
        if number is not None and self._one(_NAME.format(table), number) != name.encode():
            raise broken(f"the index of {table} finds {name!r} where it is not", 0)
        return number

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        """Everything read in the block is as of one moment."""
        with self._connection:
            yield

    def version(self, stream: int) -> int:
        """The version of a stream's last event."""
        return self._one("SELECT max(version) FROM events WHERE stream = ?", stream) or 0

    def has_actor(self, stream: int, after: int, up_to: int, actor: str) -> bool:
        """Whether somebody has an event in this part of a stream."""
        row = self._connection.execute(
            "SELECT 1 FROM events WHERE stream = ? AND version > ? AND version <= ? AND actor = ? LIMIT 1",
            (stream, after, up_to, self.number("actors", actor)),
        ).fetchone()
        return row is not None

    def head(self) -> tuple[int, str]:
        """Number and hash of the last commit."""
        row = self._connection.execute("SELECT number, hash FROM commits ORDER BY number DESC LIMIT 1").fetchone()
        return (row[0], _hash_text(row[0], row[1])) if row else (0, GENESIS)

    def touched(self, after: int) -> list[Touch]:
        """What the commits beyond number `after` touch, in their order."""
        rows: list[Row] = self._connection.execute(
            "SELECT number, hash, parts FROM commits WHERE number > ? ORDER BY number", (after,)
        ).fetchall()
        return [
            Touch(number, _hash_text(number, digest), self._streams_of(number, parts)) for number, digest, parts in rows
        ]

    def _streams_of(self, number: int, parts: str) -> frozenset[str]:
        try:
            return frozenset(self._stream(stream, number) for stream, _, _ in json.loads(parts))
        except _DAMAGE as error:
            raise broken(f"commit {number} is damaged: {error}", number) from error

    def last_of(self, stream: int) -> tuple[int, str]:
        """The version of a stream's last event, and the digest of the commit that it is in."""
        row = self._connection.execute(_LAST, (stream,)).fetchone()
        if row is None:
            return 0, GENESIS
        version, commit, digest = row
        if digest is None:
            raise broken(f"the last event of stream {stream} is in commit {commit}, which is missing", commit)
        return version, _hash_text(commit, digest)

    def digests(self, after: int, up_to: int) -> Iterator[str]:
        """The digests of the commits beyond number `after`, in their order."""
        while after < up_to:
            rows: list[Row] = self._connection.execute(
                "SELECT number, hash FROM commits WHERE number > ? AND number <= ? ORDER BY number LIMIT ?",
                (after, up_to, SCAN_ROWS),
            ).fetchall()
            for number, digest in rows:
                after += 1
                if number != after:
                    raise broken(f"commit {after} is missing", after)
                yield _hash_text(number, digest)
            if not rows:
                return

    def hash_of(self, number: int) -> str | None:
        """The hash of a commit, if there is one."""
        row = self._connection.execute("SELECT hash FROM commits WHERE number = ?", (number,)).fetchone()
        return _hash_text(number, row[0]) if row else None

    def names(self, prefix: str, after: str) -> list[str]:
        """Some names of streams that begin with `prefix`, beyond the name `after`."""
        rows = self._connection.execute(
            "SELECT id, name FROM streams WHERE name >= ? AND name > ? ORDER BY name LIMIT ?", (prefix, after, CHUNK)
        )
        found: dict[Any, Any] = {name: number for number, name in rows}
        for name, number in found.items():
            if self._stream(number, 0) != name:
                raise broken(f"the index of streams finds {name!r} where it is not", 0)
        return [name for name in found if name.startswith(prefix)]

    def events(self, stream: int, name: str, after: int) -> list[tuple[int, SealedEvent]]:
        """Some events of a stream beyond version `after`, without a gap, each with its commit's number."""
        return self._events(Part(name, after, CHUNK), stream)

    def commits(self, after: int, limit: int = CHUNK, take: TakeRows | None = None) -> Iterator[SealedCommit]:
        """Some commits beyond number `after`, oldest first; `take` gets the rows of their events."""
        rows = self._connection.execute(f"{_COMMIT} WHERE number > ? ORDER BY number LIMIT ?", (after, limit))
        for row in rows.fetchall():
            yield self._commit(row, take or self._rows)

    def commit_with_key(self, key: str) -> SealedCommit | None:
        """The commit with this idempotency key."""
        number = self._one("SELECT number FROM commits WHERE key = ?", key)
        if number is None:
            return None
        found = next(self.commits(number - 1, 1), None)
        if found is None or (found.number, found.key) != (number, key):
            raise broken(f"the index of keys finds {key!r} in commit {number}, where it is not", number)
        return found

    def first_key(self, prefix: str) -> str | None:
        """The first idempotency key, in order, that begins with `prefix`."""
        found: str | None = self._one("SELECT key FROM commits WHERE key >= ? ORDER BY key LIMIT 1", prefix)
        if found is None or not found.startswith(prefix):
            return None
        self.commit_with_key(found)
        return found

    def all_commits(self) -> Iterator[SealedCommit]:
        """Every commit, oldest first, and nothing between them."""
        number, ahead = 0, _Ahead(self._rows)
        while True:
            last = number
            for commit in self.commits(number, take=ahead.take):
                number = commit.number
                yield commit
            if number == last:
                return

    def unclaimed(self, versions: dict[str, int]) -> tuple[str, int] | None:
        """Stream and version of an event that belongs to no commit, given each stream's version in the chain."""
        for stream, count, last in self._connection.execute(
            "SELECT stream, count(*), max(version) FROM events GROUP BY stream"
        ):
            name = self._stream(stream, 0)
            if (count, last) != (versions.get(name, 0),) * 2:
                return name, last
        return None

    def _one(self, query: str, value: int | str) -> Any:
        row = self._connection.execute(query, (value,)).fetchone()
        return row[0] if row else None

    def _commit(self, row: Row, take: TakeRows) -> SealedCommit:
        number, key, stored_parts, digest, time = row
        try:
            parts = json.loads(stored_parts)
            if canonical(parts).encode() != stored_parts or not all(map(_is_part, parts)):
                raise ValueError("its parts are not what was stored")
            key_text = None if key is None else key.decode()
            streams = [(stream, Part(self._stream(stream, number), after, count)) for stream, after, count in parts]
        except _DAMAGE as error:
            raise broken(f"commit {number} is damaged: {error}", number) from error
        events: list[SealedEvent] = []
        for stream, part in streams:
            rows = take(stream, part.after, part.size)
            right = [*range(part.after + 1, part.after + part.size + 1)]
            if [row[0] for row in rows] == right and {row[4] for row in rows} == {number}:
                events += self._read(part.stream, rows, time)
            else:
                events += self._events_of_commit(part, stream, number)
        hash_text = _hash_text(number, digest)
        return SealedCommit(number, hash_text, key_text, tuple([part for _, part in streams]), tuple(events))

    def _events_of_commit(self, part: Part, stream: int, number: int) -> Iterator[SealedEvent]:
        """The events of a part of this commit, each of which has to be there and belong to it."""
        found = self._events(part, stream)
        for commit, event in found:
            if commit != number:
                message = f"{_place(part.stream, event.version)} says that it belongs to commit {commit}"
                raise broken(f"{message}, not {number}", number, part.stream, event.version)
            yield event
        if len(found) != part.size:
            version = part.after + len(found) + 1
            message = f"{_place(part.stream, version)}, of commit {number}, is missing"
            raise broken(message, number, part.stream, version)

    def _events(self, part: Part, stream: int) -> list[tuple[int, SealedEvent]]:
        version = part.after
        found: list[tuple[int, SealedEvent]] = []
        bounds = (stream, version, version + part.size, part.size)
        rows: list[Row] = self._connection.execute(_EVENT, bounds).fetchall()
        for row in rows:
            version += 1
            if row[0] != version:
                raise broken(f"{_place(part.stream, version)} is missing", row[4], part.stream, version)
            found += [(row[4], event) for event in self._read(part.stream, (row,))]
        return found

    def _rows(self, stream: int, after: int, size: int) -> list[Row]:
        """So many rows of a stream beyond a version, if they are there, without the times of their commits."""
        return self._connection.execute(_EVENT_OF_COMMIT, (stream, after, after + size, size)).fetchall()

    def _read(self, name: str, rows: Iterable[Row], known_time: Any = None) -> list[SealedEvent]:
        """The events of some rows of a stream, in one call, because there are many."""
        found: list[SealedEvent] = []
        kinds, actors, new, line_of = self._kinds, self._actors, tuple.__new__, SealedEvent.line
        for version, kind_id, stored, deflated, commit, commit_time, offset, actor, reason, crc in rows:
            try:
                kind = kinds.get(kind_id) or self._kind(kind_id)
                values = kind.inflate(stored) if deflated else stored.decode()
                time = (commit_time if known_time is None else known_time) + offset
                by, why = actors.get(actor) or self._actor(actor), "" if reason == b"" else reason.decode()
                event = new(KnownEvent, (name, version, kind.type, kind.schema, kind.fields, values, time, by, why))
                event.known = line = line_of(event)
                if check_sum(line, stored) != crc:
                    raise ValueError("it is not what was stored")
            except _DAMAGE as error:
                message = f"{_place(name, version)}, of commit {commit}, is damaged: {error}"
                raise broken(message, commit, name, version) from error
            found.append(event)
        return found

    def _kind(self, kind_id: int) -> EventKind:
        if kind_id not in self._kinds:
            kind = read_kind(self._connection, kind_id)
            # Otherwise schema, fields and values could be split elsewhere and still make the same line.
            if type(kind.schema) is not int or canonical(list(json.loads(kind.fields))) != kind.fields:
                raise ValueError(f"kind {kind_id} is not what was stored")
            self._kinds[kind_id] = kind
        return self._kinds[kind_id]

    def _actor(self, actor: int) -> str:
        return self._name("actors", actor, self._actors)

    def _stream(self, stream: int, commit: int) -> str:
        try:
            return self._name("streams", stream, self._streams)
        except _DAMAGE as error:
            raise broken(f"the name of stream {stream} is damaged: {error}", commit) from error

    def _name(self, table: str, number: int, known: dict[int, str]) -> str:
        if number not in known:
            name = self._one(_NAME.format(table), number)
            if name is None:
                raise LookupError(f"no name has the number {number} in {table}")
            if len(known) >= MAX_CACHED_NAMES:
                known.clear()
            known[number] = name.decode()
        return known[number]


class _Ahead:
    """Rows that are read ahead, stream by stream: a query for each part of each commit takes longer than its rows."""

    def __init__(self, read: TakeRows) -> None:
        self._read = read
        self._rows: dict[int, list[Row]] = {}
        """By stream: the rows that were read and not taken yet."""

    def take(self, stream: int, after: int, size: int) -> list[Row]:
        """So many rows of a stream beyond the version of those that were taken last."""
        rows = self._rows.pop(stream, [])
        if len(rows) < size:
            try:
                rows = self._read(stream, after, max(size, AHEAD) if len(self._rows) < MAX_AHEAD else size)
            except (apsw.Error, ValueError):
                rows = self._read(stream, after, size)  # What is damaged beyond these is named when it is reached.
        if len(rows) > size:
            self._rows[stream] = rows[size:]
        return rows[:size]


def _place(stream: str, version: int) -> str:
    return f"version {version} of the stream {stream!r}"


def _is_part(part: object) -> bool:
    numbers = part if isinstance(part, list) and len(part) == len(Part._fields) else [None]
    return all(type(number) is int and 0 <= number < 2**31 for number in numbers)


def _hash_text(number: int, digest: object) -> str:
    if not isinstance(digest, bytes):
        raise broken(f"the hash of commit {number} is missing", number)
    return digest.hex()
