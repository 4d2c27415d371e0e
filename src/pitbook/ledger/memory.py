"""The ledger's twin in memory: the same rules and hashes, nothing on disk."""

import threading
from bisect import bisect_left, insort
from collections.abc import Iterator
from typing import Self

from pitbook.ledger import chain, rules
from pitbook.ledger.records import GENESIS, Commit, Receipt, Snapshot, StoredCommit, StoredEvent
from pitbook.ledger.upcasting import Upcasters
from pitbook.problems import MalformedError, Problem


class MemoryStore:
    """A `Store` that lives as long as its process. It keeps events in canonical form, so nobody can change them."""

    def __init__(self, *, upcasters: Upcasters | None = None) -> None:
        self._upcasters = upcasters or Upcasters()
        self._commits: list[chain.SealedCommit] = []
        self._events: dict[str, list[tuple[int, chain.SealedEvent]]] = {}
        self._names: list[str] = []
        self._keys: dict[str, chain.SealedCommit] = {}
        self._documents: dict[str, str] = {}
        self._snapshots: dict[str, Snapshot] = {}
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def append(self, commit: Commit) -> Receipt:
        """See `Store.append`."""
        events, parts = chain.seal(commit), chain.parts_of(commit)
        with self._lock:
            if commit.key is not None and commit.key in self._keys:
                return rules.receipt_of_retry(self._keys[commit.key], events)
            rules.check_versions(parts, {part.stream: self.version(part.stream) for part in parts})
            number, previous = len(self._commits) + 1, self.head().hash
            digest = chain.commit_hash(number, previous, commit.key, parts, (event.line() for event in events))
            sealed = chain.SealedCommit(number, previous, digest, commit.key, parts, events)
            for event in events:
                if event.stream not in self._events:
                    self._events[event.stream] = []
                    insort(self._names, event.stream)
                self._events[event.stream].append((number, event))
            self._commits.append(sealed)
            if commit.key is not None:
                self._keys[commit.key] = sealed
        return sealed.receipt

    def read(self, stream: str, after: int = 0) -> Iterator[StoredEvent]:
        """See `Store.read`."""
        stored = self._events.get(stream, [])
        for index in range(max(after, 0), len(stored)):
            commit, event = stored[index]
            yield event.open(commit, self._upcasters)

    def read_all(self, after_commit: int = 0) -> Iterator[StoredCommit]:
        """See `Store.read_all`."""
        for index in range(max(after_commit, 0), len(self._commits)):
            yield self._commits[index].open(self._upcasters)

    def find(self, key: str) -> StoredCommit | None:
        """See `Store.find`."""
        found = self._keys.get(key)
        return found.open(self._upcasters) if found else None

    def version(self, stream: str) -> int:
        """See `Store.version`."""
        return len(self._events.get(stream, []))

    def streams(self, prefix: str = "") -> Iterator[str]:
        """See `Store.streams`."""
        names = self._names[bisect_left(self._names, prefix) :]
        for name in names:
            if not name.startswith(prefix):
                return
            yield name

    def head(self) -> Receipt:
        """See `Store.head`."""
        return self._commits[-1].receipt if self._commits else Receipt(0, GENESIS)

    def verify_chain(self, head: str | None = None) -> list[Problem]:
        """See `Store.verify_chain`."""
        try:
            rules.walk_chain(iter(self._commits), head)
        except MalformedError as error:
            return list(error.problems)
        return []

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

    def put_snapshot(self, snapshot: Snapshot) -> None:
        """See `Store.put_snapshot`."""
        self._snapshots[snapshot.stream] = snapshot

    def get_snapshot(self, stream: str, code: str) -> Snapshot | None:
        """See `Store.get_snapshot`."""
        snapshot = self._snapshots.get(stream)
        usable = snapshot and snapshot.code == code and snapshot.version <= self.version(stream)
        return snapshot if usable else None

    def drop_snapshots(self) -> None:
        """See `Store.drop_snapshots`."""
        self._snapshots.clear()

    def close(self) -> None:
        """See `Store.close`."""
