"""What goes into the ledger and what comes out: events, the commits that carry them, receipts and snapshots."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, Self

from pitbook.json_types import JsonObject
from pitbook.problems import MalformedError, Problem

if TYPE_CHECKING:
    from pitbook.ledger.chain import SealedEvent
    from pitbook.ledger.upcasting import Upcasters

GENESIS = "0" * 64
"""What the first commit of a stream follows."""
BRANCH = "#"
"""A *branch* of a stream has the stream's name, this sign and a name of its own, like `meter:T1/progressive#T1`."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
EARLIEST = (datetime.min.replace(tzinfo=UTC) - EPOCH) // MICROSECOND
LATEST = (datetime.max.replace(tzinfo=UTC) - EPOCH) // MICROSECOND
"""The times that an event can have, in microseconds."""
_HEAD = re.compile(r"(0|[1-9][0-9]{0,17}):([0-9a-f]{64})", re.ASCII)


@lru_cache(1000)
def time_of(microseconds: int) -> datetime:
    """The time of an event; `OverflowError` if there is no such year."""
    return EPOCH + microseconds * MICROSECOND


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: an explicit type and the version of its schema, its data, when, by whom and why.

    `data` is a JSON object; what comes back from the ledger is what JSON makes of it (tuples become lists).
    `time` is in UTC.
    """

    type: str
    schema: int
    data: JsonObject
    time: datetime
    actor: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Append:
    """Events for one stream, decided when the stream was at `expected_version` (0: it had no event yet)."""

    stream: str
    expected_version: int
    events: tuple[Event, ...]
    sealed: tuple["SealedEvent", ...] = field(default=(), compare=False, repr=False)
    """The same events in canonical form, where `chain.sealed` has made it already."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The exclusive right to do something for a while; each time it changes hands, its token grows."""

    name: str
    token: int


@dataclass(frozen=True, slots=True)
class Commit:
    """Appends to one or more streams that are stored together or not at all.

    A commit with a `key` takes effect once: a retry gets the first one's receipt. The retry may have been made at
    another time of day; everything else in it must be the same.
    """

    appends: tuple[Append, ...]
    key: str | None = None
    lease: Lease | None = None
    """The commit is stored only while this lease holds; the lease itself is not stored."""
    seen: Mapping[str, int] = field(default_factory=dict)
    """Other streams that it was decided on, with their versions, which are not stored themselves.

    If they are branches of a stream that it appends to, or the stream of a branch that it appends to, it is stored only
    while they are at these versions. Nothing is promised about other streams: they may move while it is being stored.
    """

    @property
    def streams(self) -> frozenset[str]:
        """The streams that it appends to."""
        return frozenset(append.stream for append in self.appends)

    @property
    def rests_on(self) -> frozenset[str]:
        """The streams that it appends to or was decided on."""
        return self.streams.union(self.seen)


@dataclass(frozen=True, slots=True)
class Receipt:
    """A commit's number and the digest that covers it, and through its links what came before it in its streams.

    The number is 0 while the commit is stored but not yet in the order of all commits (see `Store`).
    """

    number: int
    hash: str
    repeated: bool = field(default=False, compare=False)
    """The commit with this key was stored before, perhaps by another process and at another time of day."""


@dataclass(frozen=True, slots=True)
class TreeHead:
    """The number of commits and the root of their tree, which covers all of them. Write it down somewhere else."""

    size: int
    root: str

    def __str__(self) -> str:
        return f"{self.size}:{self.root}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """A head as it is printed: the size, a colon, and the root in hexadecimal."""
        found = _HEAD.fullmatch(text.strip().lower())
        if found is None:
            message = f"{text[:80]!r} is not a head, which has the form SIZE:ROOT, the root in 64 hexadecimal digits"
            raise MalformedError(Problem(message, text[:80]))
        return cls(int(found[1]), found[2])


class StoredEvent:
    """An event with its place: its stream, its version there (1, 2, 3, ...) and the commit that brought it.

    It is kept in canonical form, and parsed only on demand.
    """

    __slots__ = ("_event", "_upcasters", "commit", "sealed", "stream", "version")

    def __init__(self, sealed: "SealedEvent", commit: int, upcasters: "Upcasters") -> None:
        self.stream = sealed.stream
        self.version = sealed.version
        self.commit = commit
        self.sealed = sealed
        """The event as it was stored."""
        self._upcasters = upcasters
        self._event: Event | None = None

    @property
    def event(self) -> Event:
        """What happened, in the newest schema version; `MalformedError` if that can't be read."""
        if self._event is None:
            self._event = self.sealed.read(self.commit, self._upcasters)
        return self._event

    @property
    def time(self) -> datetime:
        """When it happened; `MalformedError` if that can't be read."""
        try:
            return time_of(self.sealed.time)
        except OverflowError:
            return self.event.time

    def line(self) -> bytes:
        """Its canonical line, as it was stored."""
        return self.sealed.line()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StoredEvent):
            return NotImplemented
        return (self.stream, self.version, self.commit, self.event) == (
            other.stream,
            other.version,
            other.commit,
            other.event,
        )

    def __hash__(self) -> int:
        return hash((self.stream, self.version))

    def __repr__(self) -> str:
        return f"StoredEvent({self.stream!r}, {self.version}, {self.commit}, {self.event!r})"


@dataclass(frozen=True, slots=True)
class StoredCommit:
    """A commit as it was stored, with its events in the order of its appends."""

    receipt: Receipt
    key: str | None
    events: tuple[StoredEvent, ...]


class Touch(NamedTuple):
    """A commit in the order: its number, its digest, and the streams that it touches."""

    number: int
    hash: str
    streams: frozenset[str]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The folded state of a stream at a version: a cache, made by code with the digest `code`, and not evidence."""

    stream: str
    version: int
    code: str
    state: bytes
