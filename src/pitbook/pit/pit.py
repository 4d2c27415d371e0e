"""The pit: loads tables and meters from the ledger, handles commands, and stores what follows in one transaction.

A command and everything that it leads to, automations and meters included, is one commit. Commands of one table can
be stored together as a batch. Refused, a command leaves no trace; repeated with its key, it has no second effect.
"""

import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Literal

from pitbook import meters as metering
from pitbook.ledger import Append, Commit, Receipt, Store
from pitbook.ledger import Event as Recorded
from pitbook.meters import Meter
from pitbook.pit.following import begin, follow
from pitbook.pit.library import Library
from pitbook.pit.records import (
    PIT,
    Happened,
    MetersLinked,
    meter_stream,
    read_link,
    read_meter_event,
    read_table_event,
    table_stream,
)
from pitbook.problems import ConflictError, MalformedError, Problem, RefusedError
from pitbook.submission import HouseRules
from pitbook.table import ALL, Automations, Context, Event, State, Table, evolve
from pitbook.table.commands import Actor, AdoptRules, Command, OpenTable

ATTEMPTS: Final = 5
"""How often a command is tried when another table moves a shared meter at the same moment."""


def utc_now() -> datetime:
    """The time of day, in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command led to at its table, and the receipt of the commit that has it."""

    events: tuple[Event, ...]
    receipt: Receipt
    repeated: bool = False
    """The command had been handled before, under the same key."""


class _Live:
    """A table as the pit knows it: as far as its streams have been read."""

    __slots__ = ("links", "streams", "table")

    def __init__(self, library: Library, automations: Automations) -> None:
        self.table = Table(library, automations)
        self.streams: Mapping[str, str] = {}
        """The streams of the meters that the table moves, by the meters' names."""
        self.links = 0
        """How many events say which meters it moves."""


class Batch:
    """Commands to one table that are stored together, or not at all."""

    def __init__(self, pit: "Pit", name: str, live: _Live, meters: Mapping[str, Meter]) -> None:
        self.state: State = live.table.state
        self.events: list[Event] = []
        self.receipt: Receipt | None = None
        """Of the commit, once it is made."""
        self._pit = pit
        self._live = live
        self._meters = meters
        self._stream = table_stream(name)
        self._pending: dict[str, tuple[int, list[Recorded]]] = {}
        self._ahead = False

    @property
    def automations(self) -> Automations:
        """The steps that the table performs by itself."""
        return self._live.table.automations

    @automations.setter
    def automations(self, automations: Automations) -> None:
        self._live.table.automations = automations

    @property
    def ahead(self) -> bool:
        """Whether state or meters have something that no commit will have."""
        return self._ahead or bool(self._pending)

    def do(self, command: Command, reason: str = "", deck: str | None = None) -> tuple[Event, ...]:
        """Handle a command; the events are stored when the batch ends.

        `reason` is why, where the command does not say so itself; `deck` is the next one at a scripted table.
        """
        state, meters = self.state, self._meters
        before = state.version
        now = self._pit.now()
        round_id = state.round.id if state.round else ""
        shown = {name: meter.displayed for name, meter in meters.items()}
        try:
            events = self._live.table.handle(command, Context(now, self._pit.entropy, shown, deck))
            changes = list(follow(meters, round_id, events))
        except BaseException:
            self._ahead = self._ahead or state.version != before
            raise
        reason = reason or getattr(command, "reason", "")
        self.add(self._stream, before, events, now, command.by, reason)
        for name in dict.fromkeys(name for name, _ in changes):
            moved = tuple(change for meter, change in changes if meter == name)
            version = meters[name].version - len(moved)
            self.add(self._live.streams[name], version, moved, now, command.by, reason)
        self.events += events
        return events

    def add(
        self, stream: str, version: int, events: tuple[Happened, ...], now: datetime, by: Actor, reason: str
    ) -> None:
        """Events for a stream that stood at this version when the batch first came to it."""
        if not events:
            return
        _, pending = self._pending.setdefault(stream, (version, []))
        actor = f"{by.role}:{by.name}"
        pending += [Recorded(one.type, one.version, one.to_data(), now, actor, reason) for one in events]

    def move(self, meters: Mapping[str, Meter]) -> None:
        """These are the meters that follow the table from now on."""
        self._meters = meters

    def store(self, key: str | None) -> None:
        """Make the commit, if there is anything to store."""
        pending = self._pending.items()
        appends = tuple(Append(stream, version, tuple(events)) for stream, (version, events) in pending)
        if appends:
            self.receipt = self._pit.store.append(Commit(appends, key))
        self._pending.clear()


class Pit:
    """All tables and meters of one ledger. Safe to share between threads: one command is handled at a time."""

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], datetime] = utc_now,
        entropy: Callable[[int], bytes] = os.urandom,
        automations: Automations = ALL,
    ) -> None:
        self.store = store
        self.now = now
        self.entropy = entropy
        self.automations = automations
        self.library = Library(store)
        self._tables: dict[str, _Live] = {}
        self._meters: dict[str, Meter] = {}
        self._lock = threading.RLock()

    def open_table(
        self,
        name: str,
        rules: HouseRules,
        by: Actor,
        *,
        meters: str | None = None,
        source: Literal["virtual", "scripted", "entered"] = "virtual",
        backs: tuple[str, ...] | None = None,
        preshuffled: bool = False,
        key: str | None = None,
        reason: str = "",
    ) -> Outcome:
        """Open a table under these house rules; tables that name the same `meters` share them."""
        digest = self.library.add(rules)
        with self._lock:
            if found := self._found(name, key):
                return found
            with self.batch(name, key) as batch:
                self._link(name, rules, meters or name, batch, by, reason)
                decks = backs or ("red", "blue")[: rules.decks]
                batch.do(OpenTable(by, name, digest, source, decks, preshuffled), reason)
            return self._outcome(batch)

    def adopt_rules(
        self, name: str, rules: HouseRules, by: Actor, *, meters: str | None = None, key: str | None = None
    ) -> Outcome:
        """Play by other house rules from now on; what they call a meter may be another one than before."""
        digest = self.library.add(rules)
        with self._lock:
            if found := self._found(name, key):
                return found
            with self.batch(name, key) as batch:
                batch.do(AdoptRules(by, digest))
                self._link(name, rules, meters or name, batch, by, "")
            return self._outcome(batch)

    def handle(
        self,
        name: str,
        command: Command,
        *,
        key: str | None = None,
        reason: str = "",
        expected: int | None = None,
        deck: str | None = None,
    ) -> Outcome:
        """Handle one command and return when everything that it leads to is stored.

        `expected` is the version of the table that the command was meant for: a conflict if it has moved on. A
        command that was only disturbed by another table at a shared meter is tried again.
        """
        stream = table_stream(name)
        with self._lock:
            for attempt in range(1, ATTEMPTS + 1):
                if found := self._found(name, key):
                    return found
                version = self.store.version(stream)
                if expected is not None and expected != version:
                    message = f"table {name} has moved on: it is at version {version}, not {expected}"
                    raise ConflictError(Problem(message, str(expected)))
                try:
                    with self.batch(name, key) as batch:
                        batch.do(command, reason, deck)
                except ConflictError:
                    if attempt == ATTEMPTS:
                        raise
                    expected = version
                else:
                    break
            return self._outcome(batch)

    @contextmanager
    def batch(self, name: str, key: str | None = None) -> Iterator[Batch]:
        """Commands to one table in one commit, made when the block ends; an error in it leaves nothing stored."""
        with self._lock:
            live = self._load(name)
            meters = {meter: self._meter(stream) for meter, stream in live.streams.items()}
            batch = Batch(self, name, live, meters)
            try:
                yield batch
                batch.store(key)
            finally:
                live.table.automations = self.automations
                if batch.ahead:
                    self._forget(name)

    def state(self, name: str) -> State:
        """A table as it is now."""
        with self._lock:
            live = self._load(name)
            if not live.table.state.version:
                raise RefusedError(Problem(f"there is no table {name}", name))
            return live.table.state

    def meters(self, name: str) -> dict[str, Meter]:
        """The meters that a table moves, as they are now."""
        with self._lock:
            return {meter: self._meter(stream) for meter, stream in self._load(name).streams.items()}

    def _outcome(self, batch: Batch) -> Outcome:
        return Outcome(tuple(batch.events), batch.receipt or self.store.head())

    def _found(self, name: str, key: str | None) -> Outcome | None:
        """What a command led to that was handled before, under the same key."""
        commit = self.store.find(key) if key is not None else None
        if commit is None:
            return None
        stream = table_stream(name)
        events = tuple(read_table_event(stored) for stored in commit.events if stored.stream == stream)
        if not events:
            raise ConflictError(Problem(f"the key {key!r} was used for something else", key))
        return Outcome(events, commit.receipt, repeated=True)

    def _load(self, name: str) -> _Live:
        """A table and its links, read on from where they were last read."""
        stream = table_stream(name)
        live = self._tables.get(name)
        if live is None:
            live = self._tables[name] = _Live(self.library, self.automations)
        state = live.table.state
        try:
            if self.store.version(stream) != state.version:
                for stored in self.store.read(PIT + name, live.links):
                    live.streams = dict(read_link(stored).meters)
                    live.links = stored.version
                for stored in self.store.read(stream, state.version):
                    evolve(state, read_table_event(stored))
        except BaseException as error:
            self._forget(name)
            if isinstance(error, LookupError | ValueError | TypeError | AttributeError):
                message = f"the record of table {name} can't be followed: {error} (pitbook audit says where)"
                raise MalformedError(Problem(message, name)) from error
            raise
        return live

    def _meter(self, stream: str) -> Meter:
        meter = self._meters.setdefault(stream, Meter())
        if self.store.version(stream) != meter.version:
            for stored in self.store.read(stream, meter.version):
                metering.evolve(meter, read_meter_event(stored))
        return meter

    def _forget(self, name: str) -> None:
        """Drop what may be ahead of the record; it is read again when it is needed."""
        self._tables.pop(name, None)
        self._meters.clear()

    def _link(self, name: str, rules: HouseRules, link: str, batch: Batch, by: Actor, reason: str) -> None:
        """The table moves these meters from now on; those that are new are opened."""
        live, now = self._tables[name], self.now()
        streams = {meter: meter_stream(link, meter) for meter in rules.meters}
        if streams == live.streams:
            return
        for meter, stream in streams.items():
            found = self._meter(stream)
            events = begin(found, meter, rules.meters[meter])
            for event in events:
                metering.evolve(found, event)
            batch.add(stream, 0, events, now, by, reason)
        batch.add(PIT + name, live.links, (MetersLinked(name, streams),), now, by, reason)
        live.streams, live.links = streams, live.links + 1
        batch.move({meter: self._meters[stream] for meter, stream in streams.items()})
