"""The canonical form of events and commits, and the digest of a commit.

All of it is lines of compact JSON (UTF-8, keys sorted, no spaces). The digest of a commit starts with its key. Then
each of its parts, in the order of its appends, adds its events for one stream:

    h0 = SHA-256 of ["pitbook-commit-2",key or null]
    hi = SHA-256 of h(i-1) in hexadecimal, then [stream,version before,number of events,previous], then its events

with a line feed between two lines. An event is the line

    [stream,version,type,schema,[names of its fields, sorted],[their values],time,actor,reason]

where time is in microseconds since 1970-01-01T00:00:00Z. `previous` is the digest of the commit that touched the stream
last, or 64 zeros. The last h is the digest. So it covers everything in the commit and, through its links, everything
before it in its streams, but nothing else: the tree has the order among commits of different streams. And anybody who
has the last part and the h before it can check the digest without learning anything else about the commit.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from pitbook.json_types import JsonObject
from pitbook.ledger.records import (
    EPOCH,
    GENESIS,
    MICROSECOND,
    Append,
    Commit,
    Event,
    Lease,
    Receipt,
    StoredCommit,
    StoredEvent,
    time_of,
)
from pitbook.ledger.upcasting import Upcasters
from pitbook.problems import MalformedError, Problem

FORM = "pitbook-commit-2"
_UTC = timedelta(0)
_RAW_DECODE = json.JSONDecoder().raw_decode


_ENCODER = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, allow_nan=False, sort_keys=True, separators=(",", ":")
)


def _chunks_of(encoder: json.JSONEncoder) -> Callable[[object, int], Iterable[str]]:
    """What `encoder.encode` works with, made once: making it again for each value takes half of the time."""
    make: Callable[..., Callable[[object, int], Iterable[str]]] | None = getattr(json.encoder, "c_make_encoder", None)
    if make is None:
        return lambda value, _: encoder.iterencode(value)
    between = encoder.key_separator, encoder.item_separator
    return make(None, encoder.default, json.encoder.encode_basestring, None, *between, True, False, False)


_CHUNKS = _chunks_of(_ENCODER)


class SealedEvent(NamedTuple):
    """An event in its place and in canonical form, ready to be hashed and stored; `fields` and `values` are JSON."""

    stream: str
    version: int
    type: str
    schema: int
    fields: str
    values: str
    time: int
    actor: str
    reason: str

    def line(self) -> bytes:
        """The canonical line."""
        stream, version, kind, schema, fields, values, time, actor, reason = self
        return (
            f"[{quoted(stream)},{version},{quoted(kind)},{schema},{fields},{values},"
            f"{time},{quoted(actor)},{quoted(reason)}]"
        ).encode()

    def open(self, commit: int, upcasters: Upcasters) -> StoredEvent:
        """The event as readers see it."""
        return StoredEvent(self, commit, upcasters)

    def read(self, commit: int, upcasters: Upcasters) -> Event:
        """What happened, in its newest schema version."""
        try:
            data = read_content(self.fields, self.values)
            time = time_of(self.time)
        except (ValueError, TypeError, OverflowError) as error:
            place = f"version {self.version} of the stream {self.stream!r}, of commit {commit}"
            raise MalformedError(Problem(f"{place}, can't be read: {error}", place)) from error
        return upcasters.upcast(Event(self.type, self.schema, data, time, self.actor, self.reason))

    def same_but_for_time(self, other: "SealedEvent") -> bool:
        """Whether one could be a retry of the other."""
        return self._replace(time=0) == other._replace(time=0)


class KnownEvent(SealedEvent):
    """An event that keeps its canonical line once it is made.

    It is made by `tuple.__new__`, because calling the class itself takes twice as long.
    """

    known: bytes | None = None

    def line(self) -> bytes:
        """The canonical line."""
        if self.known is None:
            self.known = SealedEvent.line(self)
        return self.known


class Part(NamedTuple):
    """A commit's addition to one stream: so many events after that version."""

    stream: str
    after: int
    size: int


class SealedCommit(NamedTuple):
    """A commit in canonical form with its number."""

    number: int
    hash: str
    key: str | None
    parts: tuple[Part, ...]
    events: tuple[SealedEvent, ...]

    @property
    def receipt(self) -> Receipt:
        """Its number and hash."""
        return Receipt(self.number, self.hash)

    def open(self, upcasters: Upcasters) -> StoredCommit:
        """The commit as readers see it."""
        events = tuple([StoredEvent(event, self.number, upcasters) for event in self.events])
        return StoredCommit(self.receipt, self.key, events)


Watch = Callable[[SealedCommit], None]
"""Called with each commit that holds, in order; from the first one again if the walk starts over."""


def canonical(value: object) -> str:
    """Compact JSON, with sorted keys."""
    return "".join(_CHUNKS(value, 0))


def read_content(fields: str, values: str) -> JsonObject:
    """The data of an event from its canonical form; `ValueError` or `TypeError` if it can't be read."""
    return dict(zip(_names_in(fields), _RAW_DECODE(values)[0], strict=True))


@lru_cache(1000)
def quoted(text: str) -> str:
    """A text in JSON; streams, types, actors and reasons come up again and again."""
    return canonical(text)


def commit_digest(key: str | None, parts: Iterable[Part], links: Mapping[str, str], lines: Iterable[bytes]) -> str:
    """The digest of a commit; `links` has, by stream, the digest of the commit that touched it last."""
    digest, left = key_digest(key), iter(lines)
    for part in parts:
        digest = part_digest(digest, part, links.get(part.stream, GENESIS), islice(left, part.size))
    return digest


def key_digest(key: str | None) -> str:
    """What the digest of a commit with this key begins with."""
    return hashlib.sha256(canonical([FORM, key]).encode()).hexdigest()


def part_digest(before: str, part: Part, previous: str, lines: Iterable[bytes]) -> str:
    """The digest of a commit up to a part of it, from the digest before that part."""
    header = canonical([*part, previous])
    return hashlib.sha256(b"\n".join([before.encode(), header.encode(), *lines])).hexdigest()


def document_digest(text: str) -> str:
    """The digest by which a document is kept."""
    try:
        return hashlib.sha256(text.encode()).hexdigest()
    except UnicodeEncodeError as error:
        raise MalformedError(Problem("a document is not text that UTF-8 can encode", text[:40])) from error


def parts_of(commit: Commit) -> tuple[Part, ...]:
    """What a commit adds to each of its streams."""
    return tuple(Part(append.stream, append.expected_version, len(append.events)) for append in commit.appends)


def seal(commit: Commit) -> tuple[SealedEvent, ...]:
    """The events of a commit in canonical form; `MalformedError` with every problem of the commit."""
    problems = list(_problems_of(commit))
    events: list[SealedEvent] = []
    for append in commit.appends:
        try:
            events += append.sealed or sealed(append).sealed
        except MalformedError as error:
            problems.extend(error.problems)
    if problems:
        raise MalformedError(problems)
    return tuple(events)


def sealed(append: Append) -> Append:
    """The append with its events in canonical form; `MalformedError` with all problems of the events."""
    problems: list[Problem] = []
    events = []
    for version, event in enumerate(append.events, append.expected_version + 1):
        try:
            events.append(_seal_event(append.stream, version, event))
        except MalformedError as error:
            problems.extend(error.problems)
    if problems:
        raise MalformedError(problems)
    return Append(append.stream, append.expected_version, append.events, tuple(events))


class PreparedCommit(NamedTuple):
    """A commit in canonical form that is about to be stored."""

    key: str | None
    parts: tuple[Part, ...]
    events: tuple[SealedEvent, ...]
    lease: Lease | None
    seen: Mapping[str, int]

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The streams that it appends to or was decided on."""
        return (*(part.stream for part in self.parts), *self.seen)


def try_seal(commit: Commit) -> PreparedCommit | MalformedError:
    """A commit in canonical form, or everything that is wrong with it."""
    try:
        return PreparedCommit(commit.key, parts_of(commit), seal(commit), commit.lease, commit.seen)
    except MalformedError as error:
        return error


def _problems_of(commit: Commit) -> Iterable[Problem]:
    if not commit.appends:
        yield Problem("a commit has no events")
    if commit.key is not None and not _is_name(commit.key):
        yield Problem(f"{commit.key!r} can't be an idempotency key", str(commit.key))
    for stream, count in Counter(append.stream for append in commit.appends).items():
        if count > 1:
            yield Problem(f"a commit appends twice to the stream {stream!r}", stream)
    for append in commit.appends:
        if not _is_name(append.stream):
            yield Problem(f"{append.stream!r} can't be the name of a stream", str(append.stream))
        if append.expected_version < 0:
            yield Problem(f"{append.expected_version} can't be the version of a stream", str(append.expected_version))
        if not append.events:
            yield Problem(f"a commit has no events for the stream {append.stream!r}", append.stream)


def _seal_event(stream: str, version: int, event: Event) -> SealedEvent:
    kind, schema, data, at, actor, reason = event.type, event.schema, event.data, event.time, event.actor, event.reason
    problems = _heading_problems(kind, schema, actor, reason)
    if at.tzinfo is not UTC and at.utcoffset() != _UTC:
        problems = (*problems, Problem(f"{at.isoformat()} is not a time in UTC", at.isoformat()))
    try:
        names, fields = _sorted_names(tuple(data))
        values = canonical([data[name] for name in names])
        time = _microseconds(at) if not problems else 0
        parts = (stream, version, kind, schema, fields, values, time, actor, reason)
        found = tuple.__new__(KnownEvent, parts)
        found.line()
    except (TypeError, ValueError, RecursionError) as error:
        problems = (*problems, Problem(f"the data of {kind} is not a JSON object: {error}", kind))
    if problems:
        raise MalformedError(problems)
    return found


@lru_cache(16)
def _microseconds(at: datetime) -> int:
    """The time since 1970; the events of one command have the same."""
    return (at - EPOCH) // MICROSECOND


@lru_cache(1000)
def _heading_problems(kind: str, schema: int, actor: str, reason: str) -> tuple[Problem, ...]:
    """What is wrong with an event apart from its data and its time."""
    problems = [
        Problem(f"{name!r} can't be the {what}", str(name))
        for what, name in (("type of an event", kind), ("name of an actor", actor))
        if not _is_name(name)
    ]
    if schema < 1:
        problems.append(Problem(f"{schema} can't be a schema version of {kind}", str(schema)))
    if reason and not reason.replace("\n", " ").isprintable():
        problems.append(Problem(f"{reason!r} is not a printable reason", reason))
    return tuple(problems)


@lru_cache(1000)
def _sorted_names(names: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    """The names of fields in their order, and in JSON."""
    if not all(isinstance(name, str) for name in names):
        raise TypeError("the name of a field is not text")
    found = tuple(sorted(names))
    fields = canonical(found)
    fields.encode()
    return found, fields


@lru_cache(1000)
def _names_in(fields: str) -> tuple[str, ...]:
    return tuple(json.loads(fields))


@lru_cache(1000)
def _is_name(text: str) -> bool:
    return bool(text.strip()) and text.isprintable()
