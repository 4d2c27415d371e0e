"""The ledger in one SQLite file, whose commits are durable when they return."""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Self

from pitbook.ledger import chain, rules
from pitbook.ledger.kinds import KindWriter
from pitbook.ledger.opening import open_ledger, sentences_for, transaction
from pitbook.ledger.reader import CHUNK, KNOWN, SCANNED, Reader, check_sum
from pitbook.ledger.records import Commit, Receipt, Snapshot, StoredCommit, StoredEvent
from pitbook.ledger.upcasting import Upcasters
from pitbook.problems import MalformedError, Problem


class SqliteStore:
    """A `Store` in a file. Several processes may open it; one writes at a time, the others wait `patience` seconds.

    `create=False` opens only what is there.
    """

    def __init__(
        self, path: Path | str, *, upcasters: Upcasters | None = None, create: bool = True, patience: float = 10.0
    ) -> None:
        self.path = Path(path)
        self._patience = patience
        self._upcasters = upcasters or Upcasters()
        self._connection = open_ledger(self.path, patience, create=create)
        self._reader = Reader(self._connection)
        self._kinds = KindWriter(self._connection)
        self._numbers: dict[tuple[str, str], int] = {}
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def append(self, commit: Commit) -> Receipt:
        """See `Store.append`."""
        events, parts = chain.seal(commit), chain.parts_of(commit)
        with self._using():
            try:
                with transaction(self._connection):
                    if commit.key is not None and (first := self._reader.commit_with_key(commit.key)):
                        return rules.receipt_of_retry(first, events)
                    return self._store(commit.key, parts, events)
            except BaseException:
                self._kinds.forget()
                self._numbers.clear()
                raise

    def _store(self, key: str | None, parts: tuple[chain.Part, ...], events: tuple[chain.SealedEvent, ...]) -> Receipt:
        streams = {part.stream: self._number("streams", part.stream) for part in parts}
        rules.check_versions(parts, {name: self._reader.version(stream) for name, stream in streams.items()})
        last, previous = self._reader.head()
        number, time = last + 1, events[0].time
        lines = [event.line() for event in events]
        digest = chain.commit_hash(number, previous, key, parts, lines)
        self._connection.execute(
            "INSERT INTO commits(number, time, key, parts, hash) VALUES (?, ?, ?, ?, ?)",
            (
                number,
                time,
                key,
                chain.canonical([[streams[part.stream], part.after, part.size] for part in parts]),
                bytes.fromhex(digest),
            ),
        )
        rows = []
        for event, line in zip(events, lines, strict=True):
            kind, data = self._kinds.pack((event.type, event.schema, event.fields), event.values)
            actor = self._number("actors", event.actor)
            crc = check_sum(line, data if isinstance(data, bytes) else data.encode())
            stream = streams[event.stream]
            rows.append((stream, event.version, kind, data, number, event.time - time, actor, event.reason, crc))
        self._connection.executemany(
            "INSERT INTO events(stream, version, type, data, in_commit, time, actor, reason, crc)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            rows,
        )
        return Receipt(number, digest)

    def _number(self, table: str, name: str) -> int:
        """The number by which events name a stream or an actor; a new name gets the next one."""
        number = self._numbers.get((table, name))
        if number is None:
            row = self._connection.execute(f"SELECT id FROM {table} WHERE name = ?", (name,)).fetchone()  # noqa: S608
            if row is None:
                self._connection.execute(f"INSERT INTO {table}(name) VALUES (?)", (name,))  # noqa: S608
            number = row[0] if row else self._connection.last_insert_rowid()
            if len(self._numbers) >= KNOWN:
                self._numbers.clear()
            self._numbers[table, name] = number
        return number

    def read(self, stream: str, after: int = 0) -> Iterator[StoredEvent]:
        """See `Store.read`."""
        version = max(after, 0)
        with self._using():
            number = self._reader.stream_id(stream)
        while number is not None:
            with self._using():
                chunk = self._reader.events(number, stream, version)
            for commit, event in chunk:
                yield event.open(commit, self._upcasters)
            version += len(chunk)
            if len(chunk) < CHUNK:
                return

    def read_all(self, after_commit: int = 0) -> Iterator[StoredCommit]:
        """See `Store.read_all`."""
        number = max(after_commit, 0)
        while number < self.head().number:
            with self._using():
                chunk = list(self._reader.commits(number, CHUNK // 10))
            for commit in chunk:
                yield commit.open(self._upcasters)
            number = chunk[-1].number

    def find(self, key: str) -> StoredCommit | None:
        """See `Store.find`."""
        with self._using():
            found = self._reader.commit_with_key(key)
        return found.open(self._upcasters) if found else None

    def first_key(self, prefix: str) -> str | None:
        """See `Store.first_key`."""
        with self._using():
            return self._reader.first_key(prefix)

    def version(self, stream: str) -> int:
        """See `Store.version`."""
        with self._using():
            number = self._reader.stream_id(stream)
            return 0 if number is None else self._reader.version(number)

    def acted(self, stream: str, actor: str, after: int = 0) -> bool:
        """See `Store.acted`."""
        version = max(after, 0)
        with self._using():
            number = self._reader.stream_id(stream)
            last = 0 if number is None else self._reader.version(number)
        while number is not None and version < last:
            with self._using():
                if self._reader.has_actor(number, version, version + SCANNED, actor):
                    return True
            version += SCANNED
        return False

    def streams(self, prefix: str = "") -> Iterator[str]:
        """See `Store.streams`."""
        last = ""
        while True:
            with self._using():
                names = self._reader.names(prefix, last)
            yield from names
            if len(names) < CHUNK:
                return
            last = names[-1]

    def head(self) -> Receipt:
        """See `Store.head`."""
        with self._using():
            return Receipt(*self._reader.head())

    def verify_chain(self, head: str | None = None, watch: Callable[[int], None] | None = None) -> list[Problem]:
        """See `Store.verify_chain`. Looks at one moment of the ledger and does not hold back a writer."""
        try:
            with (
                sentences_for(self.path),
                closing(open_ledger(self.path, self._patience, create=False)) as connection,
                connection,
            ):
                reader = Reader(connection)
                versions = rules.walk_chain(reader.all_commits(), head, watch)
                if unclaimed := reader.unclaimed(versions):
                    message = "the stream {0!r} has events, up to version {1}, that are in no commit"
                    raise rules.broken(message.format(*unclaimed), 0, *unclaimed)
                for digest, text in connection.execute("SELECT digest, CAST(text AS BLOB) FROM documents"):
                    _check_document(digest, text)
        except MalformedError as error:
            return list(error.problems)
        return []

    def put_document(self, text: str) -> str:
        """See `Store.put_document`."""
        digest = chain.document_digest(text)
        with self._using(), transaction(self._connection):
            self._connection.execute(
                "INSERT INTO documents(digest, text) VALUES (?, ?) ON CONFLICT DO NOTHING",
                (bytes.fromhex(digest), text),
            )
        return digest

    def get_document(self, digest: str) -> str:
        """See `Store.get_document`."""
        try:
            key = bytes.fromhex(digest)
        except ValueError as error:
            raise rules.missing_document(digest) from error
        with self._using():
            row = self._connection.execute(
                "SELECT CAST(text AS BLOB) FROM documents WHERE digest = ?", (key,)
            ).fetchone()
        if row is None:
            raise rules.missing_document(digest)
        return _check_document(key, row[0])

    def put_snapshot(self, snapshot: Snapshot) -> None:
        """See `Store.put_snapshot`."""
        with self._using(), transaction(self._connection):
            self._connection.execute(
                "DELETE FROM snapshots WHERE stream = ? AND code <> ?", (snapshot.stream, snapshot.code)
            )
            self._connection.execute(
                "INSERT OR REPLACE INTO snapshots(stream, version, code, state) VALUES (?, ?, ?, ?)",
                (snapshot.stream, snapshot.version, snapshot.code, snapshot.state),
            )

    def get_snapshot(self, stream: str, code: str, version: int | None = None) -> Snapshot | None:
        """See `Store.get_snapshot`."""
        last = self.version(stream)
        with self._using():
            row = self._connection.execute(
                "SELECT stream, version, code, state FROM snapshots"
                " WHERE stream = ? AND code = ? AND version BETWEEN ? AND ? ORDER BY version DESC LIMIT 1",
                (stream, code, 0 if version is None else version, last if version is None else min(version, last)),
            ).fetchone()
        return Snapshot(*row) if row else None

    def snapshot_versions(self, stream: str, code: str) -> list[int]:
        """See `Store.snapshot_versions`."""
        last = self.version(stream)
        with self._using():
            rows = self._connection.execute(
                "SELECT version FROM snapshots WHERE stream = ? AND code = ? AND version <= ? ORDER BY version",
                (stream, code, last),
            )
            return [version for (version,) in rows]

    def drop_snapshots(self) -> None:
        """See `Store.drop_snapshots`."""
        with self._using(), transaction(self._connection):
            self._connection.execute("DELETE FROM snapshots")

    def close(self) -> None:
        """See `Store.close`."""
        with self._using():
            self._connection.close()

    @contextmanager
    def _using(self) -> Iterator[None]:
        with self._lock, sentences_for(self.path):
            yield


def _check_document(digest: bytes, text: bytes) -> str:
    try:
        decoded = text.decode()
        if chain.document_digest(decoded) == digest.hex():
            return decoded
    except UnicodeDecodeError:
        pass
    raise MalformedError(Problem(f"the document {digest.hex()} is not what was stored", digest.hex()))
