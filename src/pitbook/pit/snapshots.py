"""Snapshots of folded tables, meters and escrows, so that nobody has to fold an old stream from its beginning.

A snapshot is a cache of the events, not evidence: it is used only by the code that made it and only if it is exactly as
it was stored, and the audit compares each one with the events.
"""

import hashlib
import json
import zlib
from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from typing import Final, TypeVar, cast

from pitbook.cards import Card
from pitbook.json_types import Json, JsonObject
from pitbook.ledger import Snapshot, Store
from pitbook.meters import Contribution, Escrow, Meter
from pitbook.pit.records import read_table_event
from pitbook.problems import ConflictError, PitbookError, RefusedError
from pitbook.rulebooks.procedures import IrregularityName
from pitbook.rulebooks.steps import ActorRole, StepName
from pitbook.settlement import Result
from pitbook.source_digest import digest_of_rooms
from pitbook.submission import HouseRules
from pitbook.table import State, evolve
from pitbook.table.agenda import AgendaStep
from pitbook.table.card_text import read_slots
from pitbook.table.kinds import CardPlace, SourceName, TableStatus
from pitbook.table.lines import RecordedLine
from pitbook.table.state import Round, SeatedPlayer, TableDeck

EVERY: Final = 5_000
"""Events of a stream between two snapshots: some 100 rounds of a full table, folded in a tenth of a second."""
_ROOMS: Final = ("cards", "rulebooks", "submission", "settlement", "meters", "table", "pit")
"""The rooms whose code decides the result of a fold."""
LARGEST: Final = 64_000_000
"""The longest text of a snapshot, many times what the fullest table needs, in bytes."""
DEEPEST: Final = 50
"""How deep lists may be nested in a snapshot, many times what a table needs."""
ZERO: Final = Fraction(0)
_DIGEST: Final = hashlib.sha256().digest_size
Folded = State | Meter | Escrow
T = TypeVar("T", State, Meter, Escrow)


def code_digest() -> str:
    """A digest of all code that decides the result of a fold; a snapshot made by other code is not found."""
    return digest_of_rooms(*_ROOMS)


def snapshot_due(stream: str, folded: Folded, before: int) -> Snapshot | None:
    """A snapshot of a stream, once every `EVERY` events; `before` is the version at the last call."""
    if folded.version // EVERY == before // EVERY:
        return None
    return Snapshot(stream, folded.version, code_digest(), written(folded))


def keep_some(store: Store, stream: str, folded: Folded, before: int) -> None:
    """Keep a snapshot of a stored stream, if one is due.

    If it can't be kept now, on a full disk for example, that only costs time.
    """
    if due := snapshot_due(stream, folded, before):
        with suppress(RefusedError, ConflictError):
            store.put_snapshot(due)


def table_from(store: Store, stream: str, library: Mapping[str, HouseRules], before_round: int | None = None) -> State:
    """A table from its newest snapshot, or the newest before the end of the round before `before_round`; or new."""
    code = code_digest()
    if before_round is None:
        newest = store.get_snapshot(stream, code)
        return (read_table(newest, library) if newest else None) or State(library)

    def over(version: int) -> int:
        found = read_table(store.get_snapshot(stream, code, version), library)
        return found.rounds + found.withdrawn if found else 0

    versions = store.snapshot_versions(stream, code)
    place = bisect_left(versions, before_round - 1, key=over) - 1
    found = read_table(store.get_snapshot(stream, code, versions[place]), library) if place >= 0 else None
    return found or State(library)


def landings(store: Store, stream: str, library: Mapping[str, HouseRules]) -> list[int]:
    """The versions from which a table can be folded on, oldest first, 0 included, none far from the next.

    If snapshots are missing, after an upgrade for example, the table is folded once and they are kept.
    """
    code = code_digest()
    found = [0, *store.snapshot_versions(stream, code)]
    missing = [ends for ends in pairwise([*found, store.version(stream)]) if ends[1] - ends[0] >= 2 * EVERY]
    for start, end in missing:
        state = read_table(store.get_snapshot(stream, code, start), library) or State(library)
        for stored in store.read(stream, state.version):
            evolve(state, read_table_event(stored))
            keep_some(store, stream, state, state.version - 1)
            if state.version == end:
                break
    return [0, *store.snapshot_versions(stream, code)] if missing else found


def meter_from(store: Store, stream: str) -> Meter:
    """A meter from its newest snapshot, or a new one; its escrows as far as they were folded into it."""
    meter = _newest(store, stream, Meter()) or Meter()
    for table, escrow in meter.folded.items():
        meter.take_escrow(table, escrow.copied())
    meter.waiting = ZERO
    return meter


def escrow_from(store: Store, stream: str) -> Escrow:
    """The escrow of a table from its newest snapshot, or a new one."""
    return _newest(store, stream, Escrow()) or Escrow()


def escrows_from(store: Store, streams: Collection[str]) -> dict[str, Escrow]:
    """The escrows that have a snapshot, from the newest one, by stream."""
    found: dict[str, Escrow] = {}
    for stream, snapshot in store.newest_snapshots(streams, code_digest()).items():
        data = _data(snapshot)
        escrow = None if data is None else _filled(Escrow(), data, snapshot)
        if escrow is not None:
            found[stream] = escrow
    return found


def _newest(store: Store, stream: str, folded: T) -> T | None:
    snapshot = store.get_snapshot(stream, code_digest())
    data = _data(snapshot)
    return None if snapshot is None or data is None else _filled(folded, data, snapshot)


def written(folded: Folded) -> bytes:
    """A table, a meter or an escrow in the form in which it is kept, with its digest."""
    body = zlib.compress(json.dumps(_document(folded), separators=(",", ":")).encode())
    return hashlib.sha256(body).digest() + body


def is_kept(snapshot: Snapshot | None, folded: Folded) -> bool:
    """Whether a snapshot equals this table, meter or escrow, whatever the order of entries in a mapping.

    Entries from an event have the order in which a person gave them or, once it was stored, that of the ledger.
    """
    data = _data(snapshot)
    return data is not None and _without_order(data) == _without_order(_document(folded))


def _without_order(value: Json) -> Json:
    if isinstance(value, dict):
        return {name: _without_order(one) for name, one in value.items()}
    if not isinstance(value, list):
        return value
    parts = [_without_order(one) for one in value]
    return parts if value[0] != "dict" else sorted(parts, key=repr)


def _document(folded: Folded) -> JsonObject:
    data = {name: _plain(getattr(folded, name)) for name in type(folded).__slots__ if name not in _NOT_PLAIN}
    if isinstance(folded, State):
        data["rules"] = folded.rules.digest if folded.rules else None
        data["filed"] = folded.filed.digest if folded.filed else None
    return data


_NOT_PLAIN: Final = ("library", "rules", "filed", "escrows", "waiting")
"""Rules are kept by their digest, and a meter's current escrows are in streams of their own."""


def _data(snapshot: Snapshot | None) -> JsonObject | None:
    """The content of a snapshot, if it is exactly as it was kept."""
    if snapshot is None:
        return None
    digest, body = snapshot.state[:_DIGEST], snapshot.state[_DIGEST:]
    if hashlib.sha256(body).digest() != digest:
        return None
    try:
        data = json.loads(zlib.decompressobj().decompress(body, LARGEST))
    except (ValueError, RecursionError, zlib.error):
        return None
    return data if isinstance(data, dict) and not _is_deep(data) else None


def _is_deep(data: JsonObject) -> bool:
    """Whether anything is nested deeper than in any table: how deep Python can read depends on its version."""
    level: list[Json] = [*data.values()]
    for _ in range(DEEPEST):
        level = [one for value in level if isinstance(value, list) for one in value]
    return bool(level)


def read_table(snapshot: Snapshot | None, library: Mapping[str, HouseRules]) -> State | None:
    """The table in a snapshot, if it is exactly as it was kept."""
    data = _data(snapshot)
    if snapshot is None or data is None:
        return None
    rules, filed = data.pop("rules", None), data.pop("filed", None)
    state = _filled(State(library), data, snapshot)
    if state is not None:
        try:
            state.rules = None if rules is None else library[str(rules)]
            state.filed = None if filed is None else library[str(filed)]
        except (PitbookError, LookupError, TypeError):
            return None
    return state


def _filled(folded: T, data: Mapping[str, Json], snapshot: Snapshot) -> T | None:
    """A new table or meter filled from a snapshot; None if the data is not one at the snapshot's version.

    Whoever can write the file can write a digest too, so nothing in it is taken for granted.
    """
    slots = {name for name in type(folded).__slots__ if name not in _NOT_PLAIN}
    try:
        for name, value in data.items():
            before, after = getattr(folded, name), _read(value)
            if name not in slots or (before is not None and type(after) is not type(before)):
                return None
            setattr(folded, name, after)
    except (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError, PitbookError):
        return None
    return folded if data.keys() == slots and folded.version == snapshot.version else None


def _plain(value: object) -> Json:
    """Any part of a table or a meter in JSON types: anything but a plain value is a list that begins with its kind."""
    if value is None or (isinstance(value, bool | int | str) and type(value) in (bool, int, str)):
        return value
    write = _WRITERS[type(value)]
    return [type(value).__name__, *write(value)]


def _read(value: Json) -> object:
    if not isinstance(value, list):
        return value
    kind, *parts = value
    return _READERS[str(kind)](parts)


def _slots(value: object) -> list[Json]:
    return [_plain(getattr(value, name)) for name in _names(type(value))]


def _names(kind: type) -> tuple[str, ...]:
    names: tuple[str, ...] = getattr(kind, "__slots__")  # noqa: B009 (not every type has them)
    return names


def _items(values: Iterable[object]) -> list[Json]:
    return [_plain(one) for one in values]


def _entries(parts: Iterable[Json]) -> Iterator[tuple[object, object]]:
    for part in parts:
        if not isinstance(part, list):
            raise TypeError("an entry of a mapping is a pair")
        key, value = part
        yield _read(key), _read(value)


_ENUMS: Final[tuple[type[StrEnum], ...]] = (
    CardPlace,
    IrregularityName,
    Result,
    ActorRole,
    SourceName,
    StepName,
    TableStatus,
)
"""The enums in a table; other words are written as plain text."""


Writer = Callable[[object], list[Json]]
Reader = Callable[[list[Json]], object]
Kind = TypeVar("Kind")


def _by(kind: type[Kind], write: Callable[[Kind], list[Json]]) -> tuple[type, Writer]:
    """A kind of value and its writer; the type check makes sure that they match."""
    return kind, cast("Writer", write)


_WRITERS: Final[Mapping[type, Writer]] = dict(
    (
        _by(list, _items),
        _by(tuple, _items),
        _by(deque, _items),
        _by(set, lambda value: _items(sorted(value))),
        _by(dict, lambda value: [[_plain(key), _plain(one)] for key, one in value.items()]),
        _by(Card, lambda value: [str(value)]),
        _by(datetime, lambda value: [value.isoformat()]),
        _by(Fraction, lambda value: [str(value)]),
        _by(Contribution, _items),
        _by(RecordedLine, _items),
        *(_by(kind, lambda value: [str(value)]) for kind in _ENUMS),
        *(_by(kind, _slots) for kind in (TableDeck, SeatedPlayer, Round, AgendaStep, Escrow)),
    )
)


def _object(kind: type) -> Reader:
    names = _names(kind)

    def read(parts: list[Json]) -> object:
        made: object = object.__new__(kind)
        for name, value in zip(names, parts, strict=True):
            object.__setattr__(made, name, _read(value))
        return made

    return read


def _member(kind: type[StrEnum]) -> Reader:
    return lambda parts: kind(str(parts[0]))


def _row(kind: Callable[..., object]) -> Reader:
    return lambda parts: kind(*map(_read, parts))


_READERS: Final[Mapping[str, Reader]] = {
    "list": lambda parts: [_read(one) for one in parts],
    "tuple": lambda parts: tuple([_read(one) for one in parts]),
    "deque": lambda parts: deque(_read(one) for one in parts),
    "set": lambda parts: {_read(one) for one in parts},
    "dict": lambda parts: dict(_entries(parts)),
    "Card": lambda parts: read_slots(str(parts[0]))[0],
    "datetime": lambda parts: datetime.fromisoformat(str(parts[0])),
    "Fraction": lambda parts: Fraction(str(parts[0])),
    "Contribution": _row(Contribution),
    "RecordedLine": _row(RecordedLine),
    **{kind.__name__: _member(kind) for kind in _ENUMS},
    **{kind.__name__: _object(kind) for kind in (TableDeck, SeatedPlayer, Round, AgendaStep, Escrow)},
}
