"""The ledger's twin in memory: the same rules and hashes, nothing on disk."""

import threading
import time
from bisect import bisect_left, insort
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final, Generic, TypeAlias, TypeVar

from pitbook.ledger import chain, leases, rules
from pitbook.ledger.clock import utc_now
from pitbook.ledger.records import GENESIS, Commit, Lease, Receipt, Snapshot, StoredCommit, StoredEvent, Touch, TreeHead
from pitbook.ledger.store import Store
from pitbook.ledger.tree import Tree
from pitbook.ledger.upcasting import Upcasters
from pitbook.problems import MalformedError, PitbookError, Problem
from pitbook.transparency.tree import leaf_hash

CHUNK: Final = 512
Row = TypeVar("Row", bound=tuple[object, ...])
EventRow: TypeAlias = tuple[int, tuple[Any, ...]]
"""The number of a commit, and the parts of one of its `SealedEvent`s."""


class AppendOnlyRows(Generic[Row]):
    """Rows of plain values, which can only be appended.

    The garbage collector ignores tuples of plain values, so full chunks become tuples. Otherwise its full collections
    would visit millions of objects, and take longer the older a table is.
    """

    def __init__(self) -> None:
        self._full: list[tuple[Row, ...]] = []
        self._rest: list[Row] = []

    def append(self, row: Row) -> None:
        """Add one row."""
        self._rest.append(row)
        if len(self._rest) == CHUNK:
            self._full.append(tuple(self._rest))
            self._rest = []

    def __len__(self) -> int:
        return CHUNK * len(self._full) + len(self._rest)

    def __getitem__(self, index: int) -> Row:
        chunk, place = divmod(index, CHUNK)
        return self._full[chunk][place] if chunk < len(self._full) else self._rest[place]


class MemoryStore(Store):
    """A `Store` that lives as long as its process. It keeps events in canonical form, so nobody can change them."""

    def __init__(self, *, upcasters: Upcasters | None = None) -> None:
        self.upcasters = upcasters or Upcasters()
        self._commits: AppendOnlyRows[tuple[str, str | None, tuple[tuple[str, int, int], ...]]] = AppendOnlyRows()
        """Hash, key and parts of each commit."""
        self._events: dict[str, AppendOnlyRows[EventRow]] = {}
        """By stream: each event's commit, and the event."""
        self._tree = Tree()
        self._names: list[str] = []
        self._keys: dict[str, int] = {}
        self._keys_in_order: list[str] = []
        self._documents: dict[str, str] = {}
        self._snapshots: dict[str, dict[int, Snapshot]] = {}
        self._leases = leases.MemoryLeases()
        self._lock = threading.RLock()

    def append_group(self, commits: Sequence[Commit]) -> list[Receipt | PitbookError]:
        """See `Store.append_group`."""
        results: list[Receipt | PitbookError] = []
        failed: set[str] = set()
        with self._lock:
            for commit in commits:
                try:
                    results.append(self._append(commit, failed))
                except PitbookError as error:
                    results.append(error)
                    failed.update(commit.streams)
        return results

    def _append(self, commit: Commit, failed: set[str]) -> Receipt:
        events, parts = chain.seal(commit), chain.parts_of(commit)
        if commit.key is not None and commit.key in self._keys:
            return rules.receipt_of_retry(self._sealed(self._keys[commit.key]), events)
        if commit.lease is not None:
            leases.check(self._leases.get(commit.lease.name), commit.lease, time.time())
        rules.check_untouched(commit.rests_on, failed)
        rules.check_versions(parts, {part.stream: self.version(part.stream) for part in parts})
        rules.check_seen(commit.seen, {stream: self.version(stream) for stream in commit.seen})
        number, links = len(self._commits) + 1, {part.stream: self._link(part.stream) for part in parts}
        digest = chain.commit_digest(commit.key, parts, links, (event.line() for event in events))
        self._tree = self._tree.grown([digest])
        for event in events:
            if event.stream not in self._events:
                self._events[event.stream] = AppendOnlyRows()
                insort(self._names, event.stream)
            self._events[event.stream].append((number, tuple(event)))
        self._commits.append((digest, commit.key, tuple([(*part,) for part in parts])))
        if commit.key is not None:
            self._keys[commit.key] = number
            insort(self._keys_in_order, commit.key)
        return Receipt(number, digest)

    def _link(self, stream: str) -> str:
        """The digest of the commit that touched a stream last."""
        events = self._events.get(stream)
        return self._commits[events[len(events) - 1][0] - 1][0] if events else GENESIS

    def _sealed(self, number: int) -> chain.SealedCommit:
        """A commit as it was sealed."""
        digest, key, stored = self._commits[number - 1]
        parts = tuple(chain.Part(*part) for part in stored)
        events = tuple(
            tuple.__new__(chain.KnownEvent, self._events[part.stream][index][1])
            for part in parts
            for index in range(part.after, part.after + part.size)
        )
        return chain.SealedCommit(number, digest, key, parts, events)

    @contextmanager
    def alone(self, streams: Collection[str]) -> Iterator[None]:
        """See `Store.alone`: nobody else appends to anything."""
        with self._lock:
            yield

    def read(self, stream: str, after: int = 0) -> Iterator[StoredEvent]:
        """See `Store.read`."""
        stored = self._events.get(stream, AppendOnlyRows[EventRow]())
        for index in range(max(after, 0), len(stored)):
            commit, row = stored[index]
            yield chain.SealedEvent(*row).open(commit, self.upcasters)

    def read_together(self, after: Mapping[str, int]) -> dict[str, list[StoredEvent]]:
        """See `Store.read_together`."""
        with self._lock:
            return {stream: list(self.read(stream, version)) for stream, version in after.items()}

    def lines(self, stream: str, after: int, up_to: int) -> list[bytes]:
        """See `Store.lines`."""
        stored = self._events.get(stream, AppendOnlyRows[EventRow]())
        return [chain.SealedEvent(*stored[index][1]).line() for index in range(after, min(up_to, len(stored)))]

    def read_all(self, after_commit: int = 0) -> Iterator[StoredCommit]:
        """See `Store.read_all`."""
        for index in range(max(after_commit, 0), len(self._commits)):
            yield self._sealed(index + 1).open(self.upcasters)

    def find(self, key: str) -> StoredCommit | None:
        """See `Store.find`."""
        number = self._keys.get(key)
        return self._sealed(number).open(self.upcasters) if number else None

    def first_key(self, prefix: str) -> str | None:
        """See `Store.first_key`."""
        place = bisect_left(self._keys_in_order, prefix)
        found = self._keys_in_order[place : place + 1]
        return found[0] if found and found[0].startswith(prefix) else None

    def version(self, stream: str) -> int:
        """See `Store.version`."""
        return len(self._events[stream]) if stream in self._events else 0

    def acted(self, stream: str, actor: str, after: int = 0) -> bool:
        """See `Store.acted`."""
        return any(stored.event.actor == actor for stored in self.read(stream, after))

    def streams(self, prefix: str = "") -> Iterator[str]:
        """See `Store.streams`."""
        names = self._names[bisect_left(self._names, prefix) :]
        for name in names:
            if not name.startswith(prefix):
                return
            yield name

    def head(self) -> Receipt:
        """See `Store.head`."""
        last = len(self._commits)
        return Receipt(last, self._commits[last - 1][0]) if last else Receipt(0, GENESIS)

    def touched(self, after: int) -> list[Touch]:
        """See `Store.touched`."""
        return [
            Touch(number + 1, digest, frozenset(stream for stream, _, _ in parts))
            for number in range(max(after, 0), len(self._commits))
            for digest, _, parts in (self._commits[number],)
        ]

    def size(self) -> int:
        """See `Store.size`."""
        return len(self._commits)

    def catch_up(self) -> None:
        """See `Store.catch_up`: a commit gets its number when it is stored."""

    def tree_head(self) -> TreeHead:
        """See `Store.tree_head`."""
        return self._tree.head

    def leaves(self, start: int, stop: int) -> list[bytes]:
        """See `Store.leaves`."""
        found = range(max(start, 0), min(stop, len(self._commits)))
        return [leaf_hash(bytes.fromhex(self._commits[index][0])) for index in found]

    def verify_chain(self, head: TreeHead | None = None, watch: chain.Watch | None = None) -> list[Problem]:
        """See `Store.verify_chain`."""
        try:
            rules.walk_chain(map(self._sealed, range(1, len(self._commits) + 1)), head, watch=watch)
        except MalformedError as error:
            return list(error.problems)
        return []

    def now(self) -> datetime:
        """See `Store.now`."""
        return utc_now()

    def take_lease(self, name: str, holder: str, seconds: float) -> Lease | None:
        """See `Store.take_lease`."""
        with self._lock:
            return leases.take(self._leases, name, holder, seconds)

    def end_lease(self, lease: Lease) -> None:
        """See `Store.end_lease`."""
        with self._lock:
            leases.end(self._leases, lease)

    def put_document(self, text: str) -> str:
        """See `Store.put_document`."""
        digest = chain.document_digest(text)
        self._documents[digest] = text
        return digest

    def get_document(self, digest: str) -> str:
        """See `Store.get_document`."""
        if digest not in self._documents:
            raise rules.missing_document(digest)
        return self._documents[digest]

    def documents(self) -> Iterator[str]:
        """See `Store.documents`."""
        yield from sorted(self._documents)

    def put_snapshot(self, snapshot: Snapshot) -> None:
        """See `Store.put_snapshot`."""
        kept = self._snapshots.get(snapshot.stream, {}).items()
        same = {version: one for version, one in kept if one.code == snapshot.code}
        self._snapshots[snapshot.stream] = same | {snapshot.version: snapshot}

    def get_snapshot(self, stream: str, code: str, version: int | None = None) -> Snapshot | None:
        """See `Store.get_snapshot`."""
        versions = self.snapshot_versions(stream, code)
        wanted = max(versions, default=0) if version is None else version
        return self._snapshots[stream][wanted] if wanted in versions else None

    def newest_snapshots(self, streams: Collection[str], code: str) -> dict[str, Snapshot]:
        """See `Store.newest_snapshots`."""
        found = {stream: self.get_snapshot(stream, code) for stream in streams}
        return {stream: snapshot for stream, snapshot in found.items() if snapshot is not None}

    def snapshot_versions(self, stream: str, code: str) -> list[int]:
        """See `Store.snapshot_versions`."""
        kept, last = self._snapshots.get(stream, {}), self.version(stream)
        return sorted(version for version, one in kept.items() if one.code == code and version <= last)

    def drop_snapshots(self) -> None:
        """See `Store.drop_snapshots`."""
        self._snapshots.clear()

    def close(self) -> None:
        """See `Store.close`."""
