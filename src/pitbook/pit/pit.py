"""The pit: loads tables and meters from the ledger, handles commands, and stores what follows in one transaction.

A command and everything that it leads to, automations and meters included, is one commit. Commands of one table can
be stored together as a batch. Refused, a command leaves no trace; repeated with its key, it has no second effect.
"""

import os
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Literal, NamedTuple

from pitbook import meters as metering
from pitbook.ledger import Append, Commit, Receipt, Store
from pitbook.ledger import Event as Recorded
from pitbook.meters import Event as MeterEvent
from pitbook.meters import Meter
from pitbook.pit.arrangement import Arranged, Arrangement, arrangement_problems, may_arrange
from pitbook.pit.following import follow
from pitbook.pit.library import Library
from pitbook.pit.records import (
    METER,
    PIT,
    Happened,
    MetersLinked,
    link_of,
    meter_stream,
    read_meter_event,
    read_pit_event,
    read_table_event,
    table_stream,
)
from pitbook.pit.snapshots import keep_some, meter_from, table_from
from pitbook.pit.terms import NewTerms, begin, change
from pitbook.problems import ConflictError, MalformedError, Problem, RefusedError
from pitbook.submission import HouseRules
from pitbook.table import ALL, NONE, Automations, Context, Event, State, Table, evolve
from pitbook.table.commands import Actor, AdoptRules, Command, OpenTable
from pitbook.table.events import RoundOpened

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


class Seen(NamedTuple):
    """A table as it is now, how it is run, and the meters that it moves."""

    state: State
    arrangement: Arrangement
    meters: Mapping[str, Meter]


class _Live:
    """A table as the pit knows it: as far as its streams have been read."""

    __slots__ = ("arrangement", "links", "streams", "table")

    def __init__(self, library: Library, automations: Automations) -> None:
        self.table = Table(library, automations)
        self.streams: Mapping[str, str] = {}
        """The streams of the meters that the table moves, by the meters' names."""
        self.links = 0
        """How many events say which meters it moves and how it is run."""
        self.arrangement = Arrangement()


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

    @property
    def arrangement(self) -> Arrangement:
        """How the table is run."""
        return self._live.arrangement

    @property
    def broken(self) -> bool:
        """Whether a command failed after it had begun to change the state: nothing of the batch can be stored."""
        return self._ahead

    def do(self, command: Command, reason: str = "", deck: str | None = None) -> tuple[Event, ...]:
        """Handle a command; the events are stored when the batch ends.

        `reason` is why, where the command does not say so itself; `deck` is the next one at a scripted table.
        """
        state, meters = self.state, self._meters
        before = state.version
        now = self._pit.now()
        current = state.round
        round_id = current.id if current else ""
        shown = {name: meter.displayed for name, meter in meters.items()}
        terms = {name: (meter.rate, meter.limit) for name, meter in meters.items()}
        try:
            deeds = self._live.table.deeds(command, Context(now, self._pit.entropy, shown, deck, terms))
            changes: list[tuple[str, MeterEvent, Actor]] = []
            for by, events in deeds:
                changes += [(name, change, by) for name, change in follow(meters, round_id, events)]
                round_id = next((one.round for one in events if isinstance(one, RoundOpened)), round_id)
        except BaseException:
            self._ahead = self._ahead or state.version != before
            raise
        reason = reason or getattr(command, "reason", "")
        for by, events in deeds:
            self.add(self._stream, before, events, now, by, reason)
        for name in dict.fromkeys(name for name, _, _ in changes):
            moved = [(change, by) for meter, change, by in changes if meter == name]
            version = meters[name].version - len(moved)
            for followed, by in moved:
                self.add(self._live.streams[name], version, (followed,), now, by, reason)
        found = tuple([event for deed in deeds for event in deed.events])
        self.events += found
        return found

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
        folded: dict[str, State | Meter] = {self._stream: self.state}
        folded |= {self._live.streams[name]: meter for name, meter in self._meters.items()}
        for append in appends:
            if append.stream in folded:
                keep_some(self._pit.store, append.stream, folded[append.stream], append.expected_version)


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
        arrangement: Arrangement | None = None,
        then: Sequence[Command] = (),
        key: str | None = None,
        reason: str = "",
    ) -> Outcome:
        """Open a table under these house rules; tables that name the same `meters` share them.

        `then` are the first commands to the new table, in the same commit.
        """
        digest = self.library.add(rules)
        with self._lock:
            if found := self._found(name, key):
                return found
            with self.batch(name, key) as batch:
                self._link(name, rules, meters or name, batch, by, reason)
                if arrangement is not None:
                    self._arrange(name, arrangement, source, batch, by, reason)
                decks = backs or ("red", "blue")[: rules.decks]
                batch.do(OpenTable(by, name, digest, source, decks, preshuffled), reason)
                for command in then:
                    batch.do(command)
            return self._outcome(batch)

    def adopt_rules(
        self, name: str, rules: HouseRules, by: Actor, *, meters: str | None = None, key: str | None = None
    ) -> Outcome:
        """Play by other house rules from now on, which state the terms that the meters have.

        The table moves the meters that it moved before, or those that share the name `meters`.
        """
        digest = self.library.add(rules)
        with self._lock:
            if found := self._found(name, key):
                return found
            with self.batch(name, key) as batch:
                batch.do(AdoptRules(by, digest))
                self._link(name, rules, meters or link_of(self._tables[name].streams) or name, batch, by, "")
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

        `expected` is the version of the table that the command was meant for: a conflict if it has moved on.
        """

        def work(batch: Batch) -> None:
            batch.do(command, reason, deck)

        return self.perform(name, work, key=key, expected=expected)

    def perform(
        self, name: str, work: Callable[[Batch], None], *, key: str | None = None, expected: int | None = None
    ) -> Outcome:
        """Handle the commands that `work` gives to a batch, and return when all that they lead to is stored.

        What was only disturbed by another table at a shared meter is tried again.
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
                        work(batch)
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
                live.table.automations = self._automations(live)
                if batch.ahead:
                    self._forget(name)

    def arrange(
        self, name: str, arrangement: Arrangement, by: Actor, *, key: str | None = None, reason: str = ""
    ) -> Outcome:
        """Run a table like this from now on; only a floorperson says so."""
        with self._lock:
            if found := self._found(name, key):
                return found
            with self.batch(name, key) as batch:
                if not batch.state.version:
                    raise RefusedError(Problem(f"there is no table {name}", name))
                self._arrange(name, arrangement, batch.state.source, batch, by, reason)
            return self._outcome(batch)

    def arrangement(self, name: str) -> Arrangement:
        """How a table is run."""
        with self._lock:
            return self._load(name).arrangement

    def state(self, name: str) -> State:
        """A table as it is now."""
        with self._lock:
            live = self._load(name)
            if not live.table.state.version:
                raise RefusedError(Problem(f"there is no table {name}", name))
            return live.table.state

    def seen(self, name: str) -> Seen:
        """Everything about a table at one moment."""
        with self._lock:
            live = self._load(name)
            meters = {meter: self._meter(stream) for meter, stream in live.streams.items()}
            return Seen(live.table.state, live.arrangement, meters)

    def meters(self, name: str) -> dict[str, Meter]:
        """The meters that a table moves, as they are now."""
        with self._lock:
            return {meter: self._meter(stream) for meter, stream in self._load(name).streams.items()}

    def change_meter_terms(
        self, name: str, new: NewTerms, by: Actor, reason: str, *, key: str | None = None
    ) -> Receipt:
        """Change the terms of a meter, which is named as in `T1/progressive`, for every table that moves it."""
        stream = METER + name
        with self._lock:
            for attempt in range(1, ATTEMPTS + 1):
                if key is not None and (found := self.store.find(key)):
                    return found.receipt
                meter = self._meter(stream)
                before = meter.version
                try:
                    if not before:
                        raise RefusedError(Problem(f"there is no meter {name[:80]}", name[:80]))
                    now, actor = self.now(), f"{by.role}:{by.name}"
                    events = change(meter, new, by, reason)
                    recorded = [Recorded(one.type, one.version, one.to_data(), now, actor, reason) for one in events]
                    return self.store.append(Commit((Append(stream, before, tuple(recorded)),), key))
                except ConflictError:
                    if attempt == ATTEMPTS:
                        raise
                finally:
                    # What was not stored must not stay; what was is read again.
                    self._meters.pop(stream, None)
        raise AssertionError("every attempt returns or raises")

    def _outcome(self, batch: Batch) -> Outcome:
        return Outcome(tuple(batch.events), batch.receipt or self.store.head())

    def _found(self, name: str, key: str | None) -> Outcome | None:
        """What a command led to that was handled before, under the same key."""
        commit = self.store.find(key) if key is not None else None
        if commit is None:
            return None
        stream = table_stream(name)
        events = tuple(read_table_event(stored) for stored in commit.events if stored.stream == stream)
        if not any(stored.stream in (stream, PIT + name) for stored in commit.events):
            raise ConflictError(Problem(f"the key {key!r} was used for something else", key))
        return Outcome(events, commit.receipt, repeated=True)

    def _load(self, name: str) -> _Live:
        """A table and its links, read on from where they were last read."""
        stream = table_stream(name)
        live = self._tables.get(name)
        if live is None:
            live = self._tables[name] = _Live(self.library, self.automations)
        try:
            if not live.table.state.version:
                live.table.state = table_from(self.store, stream, self.library)
            state = live.table.state
            if self.store.version(PIT + name) != live.links:
                self._read_pit(name, live)
            if self.store.version(stream) != state.version:
                for stored in self.store.read(stream, state.version):
                    evolve(state, read_table_event(stored))
                    keep_some(self.store, stream, state, state.version - 1)
        except BaseException as error:
            self._forget(name)
            if isinstance(error, LookupError | ValueError | TypeError | AttributeError):
                message = f"the record of table {name} can't be followed: {error} (pitbook audit says where)"
                raise MalformedError(Problem(message, name)) from error
            raise
        return live

    def _read_pit(self, name: str, live: _Live) -> None:
        """What the pit says of a table, beyond what has been read."""
        for stored in self.store.read(PIT + name, live.links):
            event = read_pit_event(stored)
            if isinstance(event, Arranged):
                live.arrangement = event.arrangement
            else:
                live.streams = dict(event.meters)
            live.links = stored.version
        live.table.automations = self._automations(live)

    def _automations(self, live: _Live) -> Automations:
        """With a dealer every step waits for its command."""
        return self.automations if live.arrangement.dealing == "house" else NONE

    def _arrange(self, name: str, arrangement: Arrangement, source: str, batch: Batch, by: Actor, reason: str) -> None:
        live = self._tables[name]
        if problems := tuple(arrangement_problems(arrangement)):
            raise MalformedError(problems)
        refusals = list(may_arrange(live.table.state, source, live.arrangement, arrangement))
        if by.role != "floorperson":
            refusals.append(Problem(f"only a floorperson arranges a table, not the {by.role} {by.name}", by.role))
        if refusals:
            raise RefusedError(refusals)
        batch.add(PIT + name, live.links, (Arranged(name, arrangement),), self.now(), by, reason)
        live.arrangement, live.links = arrangement, live.links + 1
        live.table.automations = self._automations(live)

    def _meter(self, stream: str) -> Meter:
        meter = self._meters.get(stream)
        if meter is None:
            meter = self._meters[stream] = meter_from(self.store, stream)
        if self.store.version(stream) != meter.version:
            for stored in self.store.read(stream, meter.version):
                metering.evolve(meter, read_meter_event(stored))
                keep_some(self.store, stream, meter, meter.version - 1)
        return meter

    def let_go(self, but: Collection[str] = ()) -> list[str]:
        """Keep nothing in memory of closed tables but these; they are read again when somebody asks for them."""
        with self._lock:
            tables = [(name, live.table.state.status) for name, live in self._tables.items()]
            gone = [name for name, status in tables if status != "open" and name not in but]
            for name in gone:
                del self._tables[name]
            if gone:
                moved = {stream for live in self._tables.values() for stream in live.streams.values()}
                self._meters = {stream: meter for stream, meter in self._meters.items() if stream in moved}
            return gone

    def _forget(self, name: str) -> None:
        """Drop what may be ahead of the record; it is read again when it is needed."""
        self._tables.pop(name, None)
        self._meters.clear()

    def _link(self, name: str, rules: HouseRules, link: str, batch: Batch, by: Actor, reason: str) -> None:
        """The table moves these meters from now on; those that are new are opened, the others have the same terms."""
        live, now = self._tables[name], self.now()
        streams = {meter: meter_stream(link, meter) for meter in rules.meters}
        for meter, stream in streams.items():
            found = self._meter(stream)
            events = begin(found, meter, rules.meters[meter])
            for event in events:
                metering.evolve(found, event)
            batch.add(stream, 0, events, now, by, reason)
        if streams == live.streams:
            return
        batch.add(PIT + name, live.links, (MetersLinked(name, streams),), now, by, reason)
        live.streams, live.links = streams, live.links + 1
        batch.move({meter: self._meters[stream] for meter, stream in streams.items()})
