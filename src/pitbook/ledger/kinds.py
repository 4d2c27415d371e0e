"""How an event's data is stored: short data as readable JSON, long data deflated against its own kind.

A *kind* is an event type with its schema version and the names of its fields, so that an event stores only values. The
first long events of a kind are stored as they are and become the dictionary for later ones: events of one kind resemble
each other, so even a commit with a single event takes little space.
"""

import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import apsw

from pitbook.ledger.rules import broken

LONG = 64
"""Data of more bytes than this is deflated, once its kind has a dictionary."""

SAMPLES = 16
WINDOW = 12
DICTIONARY = 2**WINDOW - 512
"""The most samples and bytes of a dictionary: a window of deflate, less what it needs to look ahead."""

MEMORY = 5
"""At this level the lookup table of deflate has 2**12 places, as many as its window; every event copies it."""

REPEATED = 128
"""How many values of a kind are remembered in both forms: the same wagers and steps come up round after round."""

KindKey = tuple[str, int, str]
"""Type, schema version and fields."""


@dataclass(frozen=True)
class EventKind:
    """A row of the table `kinds`; it never changes. A kind that learns gets a second row, with a dictionary."""

    id: int
    type: str
    schema: int
    fields: str
    dictionary: bytes

    @cached_property
    def _deflated(self) -> Callable[[str], bytes]:
        """Deflates values; recent results are remembered."""
        fresh = zlib.compressobj(9, zlib.DEFLATED, -WINDOW, MEMORY, zdict=self.dictionary)

        @lru_cache(REPEATED)
        def deflated(values: str) -> bytes:
            deflate = fresh.copy()
            return deflate.compress(values.encode()) + deflate.flush()

        return deflated

    @cached_property
    def inflate(self) -> Callable[[bytes], str]:
        """From a stored blob to the values; `ValueError` or `zlib.error` if they can't have been stored like this.

        Recent results are remembered.
        """
        fresh = zlib.decompressobj(-WINDOW, zdict=self.dictionary)

        @lru_cache(REPEATED)
        def inflated(stored: bytes) -> str:
            inflate = fresh.copy()
            values = inflate.decompress(stored)
            if not inflate.eof or inflate.unused_data:
                raise ValueError("the deflated data has no end, or more after it")
            return values.decode()

        return inflated

    def pack(self, values: str) -> str | bytes:
        """Values as they are stored: text, or a blob if deflated."""
        if not self.dictionary or len(values) <= LONG:
            return values
        packed = self._deflated(values)
        return packed if len(packed) < len(values) else values


def read_kind(connection: apsw.Connection, kind_id: int) -> EventKind:
    """The kind with this number, from its row; `LookupError` or `ValueError` if it can't be read."""
    row = connection.execute(
        "SELECT CAST(type AS BLOB), schema, CAST(fields AS BLOB), dictionary FROM kinds WHERE id = ?", (kind_id,)
    ).fetchone()
    if row is None:
        raise LookupError(f"there is no kind {kind_id}")
    return EventKind(kind_id, row[0].decode(), row[1], row[2].decode(), row[3])


@dataclass
class KindWriter:
    """Finds or makes the kind under which an event is stored, and teaches kinds their dictionaries.

    It adds a row only for an event that is stored under it, so a kind without events is not ours. `forget` must follow
    a transaction that was rolled back.
    """

    connection: apsw.Connection
    _kinds: dict[KindKey, EventKind] = field(default_factory=dict)
    _samples: dict[KindKey, list[bytes]] = field(default_factory=dict)
    _learned: dict[KindKey, bytes] = field(default_factory=dict)

    def forget(self) -> None:
        """Drops what may never have been stored."""
        self._kinds.clear()
        self._samples.clear()
        self._learned.clear()

    def pack(self, key: KindKey, values: str) -> tuple[int, str | bytes]:
        """The kind's number and the values as they are stored."""
        kind = self._kinds.get(key)
        if kind is None:
            kind = self._kinds[key] = self._newest(key) or self._insert(key, b"")
        elif key in self._learned:
            kind = self._kinds[key] = self._insert(key, self._learned.pop(key))
        if len(values) <= LONG:
            return kind.id, values
        if not kind.dictionary:
            self._learn(key, values.encode())
        return kind.id, kind.pack(values)

    def _newest(self, key: KindKey) -> EventKind | None:
        row = self.connection.execute(
            "SELECT id FROM kinds WHERE type = ? AND schema = ? AND fields = ? ORDER BY id DESC LIMIT 1", key
        ).fetchone()
        if row is None:
            return None
        kind = read_kind(self.connection, row[0])
        if (kind.type, kind.schema, kind.fields) != key:
            raise broken(f"the index of kinds finds {key[0]!r} where it is not", 0)
        return kind

    def _insert(self, key: KindKey, dictionary: bytes) -> EventKind:
        self.connection.execute(
            "INSERT INTO kinds(type, schema, fields, dictionary) VALUES (?, ?, ?, ?)", (*key, dictionary)
        )
        return EventKind(self.connection.last_insert_rowid(), *key, dictionary)

    def _learn(self, key: KindKey, values: bytes) -> None:
        samples = self._samples.setdefault(key, [])
        samples.append(values)
        if len(samples) == SAMPLES or sum(map(len, samples)) >= DICTIONARY:
            self._learned[key] = b"".join(samples)[:DICTIONARY]
            del self._samples[key]
