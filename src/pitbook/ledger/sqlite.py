"""The ledger in one SQLite file, whose commits are durable when they return."""

import threading
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import datetime
from pathlib import Path

import apsw

from pitbook.ledger import chain, leases, rules
from pitbook.ledger.clock import utc_now
from pitbook.ledger.head import Head, advance, read_head
from pitbook.ledger.kinds import KindWriter
from pitbook.ledger.opening import (
    open_beside,
    open_ledger,
    open_to_read,
    read_only_address,
    transaction,
    translate_errors,
    tree_up_to,
)
from pitbook.ledger.reader import CHUNK, MAX_CACHED_NAMES, SCAN_ROWS, Reader, check_sum
from pitbook.ledger.records import GENESIS, Commit, Lease, Receipt, Snapshot, StoredCommit, StoredEvent, Touch, TreeHead
from pitbook.ledger.store import Store
from pitbook.ledger.tree import Tree
from pitbook.ledger.upcasting import Upcasters
from pitbook.ledger.verifying import check_document, verify
from pitbook.problems import ConflictError, MalformedError, PitbookError, Problem, UnconfirmedError
from pitbook.transparency.tree import leaf_hash

Parts = tuple[chain.Part, ...]
Events = tuple[chain.SealedEvent, ...]


class SqliteStore(Store):
    """A `Store` in a file. Several processes may open it; one writes at a time, the others wait `patience` seconds.

    `create=False` opens only what is there; `read_only` changes no byte of it and refuses to append.
    """

    def __init__(
        self,
        path: Path | str,
        *,
        upcasters: Upcasters | None = None,
        create: bool = True,
        read_only: bool = False,
        patience: float = 10.0,
    ) -> None:
        self.path = Path(path)
        self._patience = patience
        self.upcasters = upcasters or Upcasters()
        with ExitStack() as opened:
            self._address = opened.enter_context(read_only_address(self.path, patience)) if read_only else None
            self._connection = self._connect(create=create)
            self._opened = opened.pop_all()
        self._synced = 0
        """The head file is known to have the commits up to this number."""
        self._tree = Tree()
        self._reader = Reader(self._connection)
        self._kinds = KindWriter(self._connection)
        self._numbers: dict[tuple[str, str], int] = {}
        self._stored: tuple[int, str] | None = None
        """Number and hash of the last commit that this store made. While it is the record's last, nobody else wrote."""
        self._last: dict[str, tuple[int, str]] = {}
        """Results of `_last_of`, valid as long as nobody else writes."""
        self._leases = leases.FileLeases(self.path)
        self._lock = threading.RLock()
        self._read_connection: Reader | None = None
        """Reads over a connection of its own, so that readers do not wait until a commit is durable."""
        self._reading_lock = threading.Lock()

    def _connect(self, *, create: bool = False) -> apsw.Connection:
        if self._address is not None:
            return open_to_read(self.path, self._address, self._patience)
        return open_ledger(self.path, self._patience, create=create)

    def append_group(self, commits: Sequence[Commit]) -> list[Receipt | PitbookError]:
        """See `Store.append_group`. The head file is advanced once, to the last of the commits."""
        sealed = [chain.try_seal(commit) for commit in commits]
        with self._locked():
            try:
                with transaction(self._connection):
                    number, digest = self._reader.head()
                    if (number, digest) != self._stored:
                        self._last.clear()
                    results: list[Receipt | PitbookError] = []
                    failed: set[str] = set()
                    for commit, one in zip(commits, sealed, strict=True):
                        result = one if isinstance(one, MalformedError) else self._append(number + 1, one, failed)
                        if isinstance(result, Receipt):
                            number = max(number, result.number)
                        else:
                            failed |= commit.streams
                        results.append(result)
            except BaseException:
                self._kinds.forget()
                self._numbers.clear()
                self._stored = None
                raise
            stored = [result for result in results if isinstance(result, Receipt)]
            try:
                self._confirm(stored)
            except UnconfirmedError as error:
                return [error if isinstance(result, Receipt) else result for result in results]
        return results

    def _append(self, number: int, commit: chain.PreparedCommit, failed: set[str]) -> Receipt | ConflictError:
        """Nothing is written until the commit is found to fit, so a conflict leaves nothing to undo."""
        key, parts, events, lease, seen = commit
        try:
            if key is not None and (first := self._reader.commit_with_key(key)):
                return rules.receipt_of_retry(first, events)
            if lease is not None:
                leases.check(self._leases.get(lease.name), lease, time.time())
            rules.check_untouched(commit.rests_on, failed)
            last = {part.stream: self._last_of(part.stream) for part in parts}
            rules.check_versions(parts, {name: version for name, (version, _) in last.items()})
            rules.check_seen(seen, {stream: self._last_of(stream)[0] for stream in seen})
        except ConflictError as error:
            return error
        return self._store(number, key, parts, events, {name: link for name, (_, link) in last.items()})

    @contextmanager
    def alone(self, streams: Collection[str]) -> Iterator[None]:
        """See `Store.alone`: nobody else writes to the file."""
        with self._locked():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")

    def _confirm(self, receipts: Sequence[Receipt]) -> None:
        """Make sure that the record and the head file have these commits; `UnconfirmedError` if they may not."""
        last = max(receipts, key=lambda receipt: receipt.number, default=None)
        if last is None:
            return
        size = self._tree.size
        new = self._reader.digests(size, last.number) if last.number - size <= CHUNK else ()
        digests = dict(enumerate(new, size + 1))
        for receipt in receipts:
            if (digests.get(receipt.number) or self._reader.hash_of(receipt.number)) != receipt.hash:
                message = f"commit {receipt.number} is not in {self.path} after it was stored"
                raise rules.broken(message, receipt.number)
        if last.number <= self._synced:
            return
        try:
            with translate_errors(self.path):
                self._tree = self._tree.grown(digests.values()) if digests else self._tree_up_to(last.number)
                advance(self.path, Head(last.number, last.hash, 0, self._tree.peaks), self._patience)
        except PitbookError as error:
            message = f"commit {last.number} is stored, but not confirmed: {error}"
            raise UnconfirmedError(Problem(message, str(self.path))) from error
        self._synced = last.number

    def _tree_up_to(self, number: int) -> Tree:
        """The tree of the first commits, extended from the one in memory or from that of the head file."""
        if self._tree.size > number or number - self._tree.size > CHUNK:
            return tree_up_to(self._reader, read_head(self.path, self._patience), number)
        return self._tree.grown(self._reader.digests(self._tree.size, number))

    def _last_of(self, stream: str) -> tuple[int, str]:
        """The version of a stream's last event, and the digest of the commit that it is in."""
        found = self._last.get(stream)
        if found is None:
            number = self._find_id("streams", stream)
            found = (0, GENESIS) if number is None else self._reader.last_of(number)
            if len(self._last) >= MAX_CACHED_NAMES:
                self._last.clear()
            self._last[stream] = found
        return found

    def _store(self, number: int, key: str | None, parts: Parts, events: Events, links: dict[str, str]) -> Receipt:
        streams = {part.stream: self._find_or_add_id("streams", part.stream) for part in parts}
        first = events[0].time
        lines = [event.line() for event in events]
        digest = chain.commit_digest(key, parts, links, lines)
        self._connection.execute(
            "INSERT INTO commits(number, time, key, parts, hash) VALUES (?, ?, ?, ?, ?)",
            (
                number,
                first,
                key,
                chain.canonical([[streams[part.stream], part.after, part.size] for part in parts]),
                bytes.fromhex(digest),
            ),
        )
        rows = []
        actors = {name: self._find_or_add_id("actors", name) for name in dict.fromkeys(event.actor for event in events)}
        for event, line in zip(events, lines, strict=True):
            stream, version, name, schema, fields, values, at, actor, reason = event
            kind, data = self._kinds.pack((name, schema, fields), values)
            crc = check_sum(line, data if isinstance(data, bytes) else data.encode())
            rows.append((streams[stream], version, kind, data, number, at - first, actors[actor], reason, crc))
        self._connection.executemany(
            "INSERT INTO events(stream, version, type, data, in_commit, time, actor, reason, crc)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            rows,
        )
        self._last |= {part.stream: (part.after + part.size, digest) for part in parts}
        self._stored = (number, digest)
        return Receipt(number, digest)

    def _find_or_add_id(self, table: str, name: str) -> int:
        """The number by which events name a stream or an actor; a new name gets the next one."""
        number = self._find_id(table, name)
        if number is None:
            self._connection.execute(f"INSERT INTO {table}(name) VALUES (?)", (name,))  # noqa: S608
            number = self._connection.last_insert_rowid()
            self._numbers[table, name] = number
        return number

    def _find_id(self, table: str, name: str) -> int | None:
        """The number of a stream or an actor, if it has one."""
        number = self._numbers.get((table, name))
        if number is None and (number := self._reader.number(table, name)) is not None:
            if len(self._numbers) >= MAX_CACHED_NAMES:
                self._numbers.clear()
            self._numbers[table, name] = number
        return number

    def read(self, stream: str, after: int = 0) -> Iterator[StoredEvent]:
        """See `Store.read`."""
        version = max(after, 0)
        with self._reading() as reader:
            number = reader.stream_id(stream)
        while number is not None:
            with self._reading() as reader:
                chunk = reader.events(number, stream, version)
            for commit, event in chunk:
                yield event.open(commit, self.upcasters)
            version += len(chunk)
            if len(chunk) < CHUNK:
                return

    def read_together(self, after: Mapping[str, int]) -> dict[str, list[StoredEvent]]:
        """See `Store.read_together`."""
        found: dict[str, list[StoredEvent]] = {}
        with self._reading() as reader, reader.one_moment():
            for stream, version in after.items():
                number, events = reader.stream_id(stream), found.setdefault(stream, [])
                while number is not None:
                    chunk = reader.events(number, stream, version + len(events))
                    events += [event.open(commit, self.upcasters) for commit, event in chunk]
                    if len(chunk) < CHUNK:
                        break
        return found

    def lines(self, stream: str, after: int, up_to: int) -> list[bytes]:
        """See `Store.lines`."""
        found: list[bytes] = []
        with self._reading() as reader:
            number = reader.stream_id(stream)
            while number is not None and (version := after + len(found)) < up_to:
                chunk = reader.events(number, stream, version)
                found += [event.line() for _, event in chunk[: up_to - version]]
                if len(chunk) < CHUNK:
                    break
        return found

    def read_all(self, after_commit: int = 0) -> Iterator[StoredCommit]:
        """See `Store.read_all`."""
        number = max(after_commit, 0)
        while number < self.head().number:
            with self._reading() as reader:
                chunk = list(reader.commits(number, CHUNK // 10))
            for commit in chunk:
                yield commit.open(self.upcasters)
            number = chunk[-1].number

    def find(self, key: str) -> StoredCommit | None:
        """See `Store.find`."""
        with self._reading() as reader:
            found = reader.commit_with_key(key)
        if found is not None and found.number > self._synced and self._address is None:
            with self._locked():
                # Whoever stored it may have failed to confirm it; finding it acknowledges it.
                self._confirm([Receipt(*self._reader.head())])
        return found.open(self.upcasters) if found else None

    def first_key(self, prefix: str) -> str | None:
        """See `Store.first_key`."""
        with self._reading() as reader:
            return reader.first_key(prefix)

    def version(self, stream: str) -> int:
        """See `Store.version`."""
        with self._reading() as reader:
            number = reader.stream_id(stream)
            return 0 if number is None else reader.version(number)

    def acted(self, stream: str, actor: str, after: int = 0) -> bool:
        """See `Store.acted`."""
        version = max(after, 0)
        with self._reading() as reader:
            number = reader.stream_id(stream)
            last = 0 if number is None else reader.version(number)
        while number is not None and version < last:
            with self._reading() as reader:
                if reader.has_actor(number, version, version + SCAN_ROWS, actor):
                    return True
            version += SCAN_ROWS
        return False

    def streams(self, prefix: str = "") -> Iterator[str]:
        """See `Store.streams`."""
        last = ""
        while True:
            with self._reading() as reader:
                names = reader.names(prefix, last)
            yield from names
            if len(names) < CHUNK:
                return
            last = names[-1]

    def head(self) -> Receipt:
        """See `Store.head`."""
        with self._reading() as reader:
            return Receipt(*reader.head())

    def touched(self, after: int) -> list[Touch]:
        """See `Store.touched`."""
        with self._reading() as reader:
            return reader.touched(max(after, 0))

    def size(self) -> int:
        """See `Store.size`."""
        return self.head().number

    def catch_up(self) -> None:
        """See `Store.catch_up`: a commit gets its number when it is stored."""

    def tree_head(self) -> TreeHead:
        """See `Store.tree_head`."""
        with self._locked():
            number = self._reader.head()[0]
            return self._tree_up_to(number).head

    def leaves(self, start: int, stop: int) -> list[bytes]:
        """See `Store.leaves`."""
        with self._reading() as reader:
            return [leaf_hash(bytes.fromhex(digest)) for digest in reader.digests(max(start, 0), stop)]

    def verify_chain(self, head: TreeHead | None = None, watch: chain.Watch | None = None) -> list[Problem]:
        """See `Store.verify_chain`. Looks at one moment of the ledger and does not block a writer."""
        try:
            with translate_errors(self.path):
                slots = read_head(self.path, self._patience)
                with closing(self._connect()) as connection, connection:
                    verify(connection, self.path, slots, head, watch)
        except MalformedError as error:
            return list(error.problems)
        return []

    def now(self) -> datetime:
        """See `Store.now`."""
        return utc_now()

    def take_lease(self, name: str, holder: str, seconds: float) -> Lease | None:
        """See `Store.take_lease`."""
        with self._locked(), transaction(self._connection):
            return leases.take(self._leases, name, holder, seconds)

    def end_lease(self, lease: Lease) -> None:
        """See `Store.end_lease`."""
        with self._locked(), transaction(self._connection):
            leases.end(self._leases, lease)

    def put_document(self, text: str) -> str:
        """See `Store.put_document`."""
        digest = chain.document_digest(text)
        with self._locked(), transaction(self._connection):
            self._connection.execute(
                "INSERT INTO documents(digest, text) VALUES (?, ?) ON CONFLICT DO NOTHING",
                (bytes.fromhex(digest), text),
            )
            stored: bytes = self._connection.execute(
                "SELECT CAST(text AS BLOB) FROM documents WHERE digest = ?", (bytes.fromhex(digest),)
            ).get
            # A document that is already stored may be damaged; then nothing may depend on it.
            check_document(bytes.fromhex(digest), stored)
            documents: int = self._connection.execute("SELECT count(*) FROM documents").get
        with self._locked():
            advance(self.path, Head(0, GENESIS, documents), self._patience)
        return digest

    def get_document(self, digest: str) -> str:
        """See `Store.get_document`."""
        try:
            key = bytes.fromhex(digest)
        except ValueError as error:
            raise rules.missing_document(digest) from error
        with self._locked():
            row = self._connection.execute(
                "SELECT CAST(text AS BLOB) FROM documents WHERE digest = ?", (key,)
            ).fetchone()
        if row is None:
            raise rules.missing_document(digest)
        return check_document(key, row[0])

    def documents(self) -> Iterator[str]:
        """See `Store.documents`."""
        with self._locked():
            digests = self._connection.execute("SELECT lower(hex(digest)) FROM documents ORDER BY digest").fetchall()
        for (digest,) in digests:
            yield str(digest)

    def put_snapshot(self, snapshot: Snapshot) -> None:
        """See `Store.put_snapshot`."""
        with self._locked(), transaction(self._connection):
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
        with self._locked():
            row = self._connection.execute(
                "SELECT stream, version, code, state FROM snapshots"
                " WHERE stream = ? AND code = ? AND version BETWEEN ? AND ? ORDER BY version DESC LIMIT 1",
                (stream, code, 0 if version is None else version, last if version is None else min(version, last)),
            ).fetchone()
        return Snapshot(*row) if row else None

    def newest_snapshots(self, streams: Collection[str], code: str) -> dict[str, Snapshot]:
        """See `Store.newest_snapshots`."""
        found = {stream: self.get_snapshot(stream, code) for stream in streams}
        return {stream: snapshot for stream, snapshot in found.items() if snapshot is not None}

    def snapshot_versions(self, stream: str, code: str) -> list[int]:
        """See `Store.snapshot_versions`."""
        last = self.version(stream)
        with self._locked():
            rows = self._connection.execute(
                "SELECT version FROM snapshots WHERE stream = ? AND code = ? AND version <= ? ORDER BY version",
                (stream, code, last),
            )
            return [version for (version,) in rows]

    def drop_snapshots(self) -> None:
        """See `Store.drop_snapshots`."""
        with self._locked(), transaction(self._connection):
            self._connection.execute("DELETE FROM snapshots")

    def close(self) -> None:
        """See `Store.close`."""
        with self._locked(), self._reading_lock, self._opened:
            self._connection.close()

    @contextmanager
    def _reading(self) -> Iterator[Reader]:
        with self._reading_lock, translate_errors(self.path):
            if self._read_connection is None:
                connection = self._connect() if self._address else open_beside(self.path, self._patience)
                self._opened.callback(connection.close)
                self._read_connection = Reader(connection)
            yield self._read_connection

    @contextmanager
    def _locked(self) -> Iterator[None]:
        with self._lock, translate_errors(self.path):
            yield
