"""The pit: loads tables and meters from the ledger, handles commands, and stores what follows in one transaction.

A command and everything that it leads to, automations and meters included, is one commit. Commands of one table can
be stored together as a batch. Refused, a command leaves no trace; repeated with its key, it has no second effect.
"""

import os
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Literal, NamedTuple, TypeVar

from pitbook import meters as metering
from pitbook.house_keys import HouseKeys
from pitbook.ledger import Append, Commit, Receipt, Store
from pitbook.ledger import Event as Recorded
from pitbook.meters import Meter
from pitbook.pit.arrangement import Arranged, Arrangement, arrangement_problems, may_arrange
from pitbook.pit.batch import Batch, Live, Pending, World, store_together
from pitbook.pit.library import Library
from pitbook.pit.record import Record
from pitbook.pit.records import (
    METER,
    PIT,
    MetersLinked,
    link_of,
    meter_stream,
    read_meter_event,
    read_pit_event,
    read_table_event,
    table_stream,
)
from pitbook.pit.snapshots import keep_some, meter_from, table_from
from pitbook.pit.terms import Adoption, join, release, same_terms, states
from pitbook.pit.vault import HouseVault
from pitbook.problems import ConflictError, MalformedError, Problem, RefusedError
from pitbook.submission import HouseRules
from pitbook.table import ALL, NONE, Automations, State, TableEvent, evolve
from pitbook.table.commands import Actor, AdoptRules, Command, OpenTable
from pitbook.table.context import REVEAL_SECONDS

T = TypeVar("T")
ATTEMPTS: Final = 100
"""How often a command is tried when another table moves a shared meter at the same moment: each time the other one has
got on, and one of two gets on at the first or second try, on average."""
PATIENCE: Final = 2.0
"""And for so many seconds, at most."""


@contextmanager
def _naming(table: str) -> Iterator[None]:
    """A refusal says at which of several tables."""
    try:
        yield
    except RefusedError as error:
        problems = (Problem(f"table {table}: {one.message}", one.value, one.clause) for one in error.problems)
        raise RefusedError(tuple(problems)) from error


def utc_now() -> datetime:
    """The time of day, in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command led to at its table, and the receipt of the commit that has it."""

    events: tuple[TableEvent, ...]
    receipt: Receipt
    repeated: bool = False
    """The command had been handled before, under the same key."""


class TableSnapshot(NamedTuple):
    """A table as it is now, how it is run, and the meters that it moves."""

    state: State
    arrangement: Arrangement
    meters: Mapping[str, Meter]


class Pit:
    """All tables and meters of one ledger. Safe to share between threads: one command is handled at a time."""

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], datetime] = utc_now,
        entropy: Callable[[int], bytes] = os.urandom,
        automations: Automations = ALL,
        keys: HouseKeys | None = None,
    ) -> None:
        self.store = store
        kept = store.keys if isinstance(store, Record) else keys
        self.keys = kept or HouseKeys.ephemeral()
        """Those of the record's house; a ledger without a house has those given, or some that end with this object."""
        self.vault = HouseVault(store, self.keys)
        self.reveal_seconds = REVEAL_SECONDS
        """How long players have to reveal their seeds."""
        self.serving_since: datetime | None = None
        """When the server was started that players reveal them to; it sets this itself."""
        self.now = now
        self.entropy = entropy
        self.automations = automations
        self.library = Library(store)
        self._tables: dict[str, Live] = {}
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
        decks = backs or ("red", "blue")[: rules.decks]

        def work() -> Outcome:
            if found := self._found(name, key):
                return found
            with self.batch(name, key) as batch:
                self._link(batch, rules, meters or name, by, reason)
                if arrangement is not None:
                    self._arrange(name, arrangement, source, batch, by, reason)
                batch.do(OpenTable(by, name, digest, source, decks, preshuffled), reason)
                for command in then:
                    batch.do(command)
            return self._outcome(batch)

        return self._undisturbed(work)

    def adopt_rules(
        self,
        name: str,
        rules: HouseRules,
        by: Actor,
        *,
        meters: str | None = None,
        key: str | None = None,
        reason: str = "",
    ) -> Outcome:
        """Play by other house rules from now on.

        The table moves the meters that it moved before, or those that share the name `meters`.
        """
        return self.adopt_together({name: rules}, by, meters=meters, key=key, reason=reason)[name]

    def adopt_together(
        self,
        rules: Mapping[str, HouseRules],
        by: Actor,
        *,
        meters: str | None = None,
        key: str | None = None,
        reason: str = "",
    ) -> dict[str, Outcome]:
        """Tables play by other house rules from now on, by name and in one commit.

        Rules may state other terms of a meter if every open table on it adopts the same ones.
        """
        digests = {name: self.library.add(one) for name, one in rules.items()}

        def work() -> dict[str, Outcome]:
            done = {name: found for name in rules if (found := self._found(name, key))}
            if done:
                return done
            with self.batches(tuple(rules), key) as batches:
                for batch in batches:
                    with _naming(batch.name):
                        batch.do(AdoptRules(by, digests[batch.name]), reason)
                for batch in batches:
                    link = meters or link_of(self._tables[batch.name].streams) or batch.name
                    with _naming(batch.name):
                        self._link(batch, rules[batch.name], link, by, reason, adopting=rules.keys())
                for batch in batches:
                    with _naming(batch.name):
                        same_terms(rules[batch.name], batch.meters)
            return {batch.name: self._outcome(batch) for batch in batches}

        return self._undisturbed(work)

    def tables_on(self, link: str) -> list[str]:
        """The open tables that move the meters that share this name."""
        with self._lock:
            streams = list(self.store.streams(f"{METER}{link}/"))
            return sorted({table for stream in streams for table in self._open_tables(stream)})

    def _open_tables(self, stream: str) -> list[str]:
        """The open tables that move the meter of this stream."""
        found = {table: self._load(table) for table in sorted(self._meter(stream).tables)}
        return [
            table
            for table, live in found.items()
            if live.table.state.status == "open" and stream in live.streams.values()
        ]

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
            end = time.monotonic() + PATIENCE
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
                    if attempt == ATTEMPTS or time.monotonic() > end:
                        raise
                    expected = version
                else:
                    break
            return self._outcome(batch)

    @contextmanager
    def batch(self, name: str, key: str | None = None) -> Iterator[Batch]:
        """Commands to one table in one commit, made when the block ends; an error in it leaves nothing stored."""
        with self.batches((name,), key) as (batch,):
            yield batch

    @contextmanager
    def batches(self, names: Sequence[str], key: str | None = None) -> Iterator[tuple[Batch, ...]]:
        """The same for several tables."""
        with self._lock:
            times = self.reveal_seconds, self.serving_since
            world = World(self.store, self.library, self.now, self.entropy, self.vault, *times)
            pending = Pending()
            lives = {name: self._load(name) for name in names}
            batches = tuple(
                Batch(world, name, live, {one: self._meter(stream) for one, stream in live.streams.items()}, pending)
                for name, live in lives.items()
            )
            try:
                yield batches
                store_together(world, batches, pending, key)
            finally:
                for name, live in lives.items():
                    live.table.automations = self._automations(live)
                    if any(batch.ahead for batch in batches):
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

    def snapshot(self, name: str) -> TableSnapshot:
        """Everything about a table at one moment."""
        with self._lock:
            live = self._load(name)
            meters = {meter: self._meter(stream) for meter, stream in live.streams.items()}
            return TableSnapshot(live.table.state, live.arrangement, meters)

    def meters(self, name: str) -> dict[str, Meter]:
        """The meters that a table moves, as they are now."""
        with self._lock:
            return {meter: self._meter(stream) for meter, stream in self._load(name).streams.items()}

    def release_overflow(self, name: str, by: Actor, reason: str, *, key: str | None = None) -> Receipt:
        """Let the overflow of a meter, which is named as in `T1/progressive`, come into it up to its limit."""
        stream = METER + name

        def work() -> Receipt:
            if key is not None and (found := self.store.find(key)):
                return found.receipt
            meter = self._meter(stream)
            before = meter.version
            if not before:
                raise RefusedError(Problem(f"there is no meter {name[:80]}", name[:80]))
            now, actor = self.now(), f"{by.role}:{by.name}"
            try:
                events = release(meter, by, reason)
                recorded = [Recorded(one.type, one.version, one.to_data(), now, actor, reason) for one in events]
                return self.store.append(Commit((Append(stream, before, tuple(recorded)),), key))
            finally:
                # What was not stored must not stay; what was is read again.
                self._meters.pop(stream, None)

        return self._undisturbed(work)

    def _undisturbed(self, work: Callable[[], T]) -> T:
        """What another process has disturbed at a shared meter is decided again."""
        with self._lock:
            end = time.monotonic() + PATIENCE
            for _ in range(1, ATTEMPTS):
                with suppress(ConflictError):
                    return work()
                if time.monotonic() > end:
                    break
            return work()

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

    def _load(self, name: str) -> Live:
        """A table and its links, read on from where they were last read."""
        stream = table_stream(name)
        live = self._tables.get(name)
        if live is None:
            live = self._tables[name] = Live(self.library, self.automations)
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

    def _read_pit(self, name: str, live: Live) -> None:
        """What the pit says of a table, beyond what has been read."""
        for stored in self.store.read(PIT + name, live.links):
            event = read_pit_event(stored)
            if isinstance(event, Arranged):
                live.arrangement = event.arrangement
            else:
                live.streams = dict(event.meters)
            live.links = stored.version
        live.table.automations = self._automations(live)

    def _automations(self, live: Live) -> Automations:
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

    def _link(
        self,
        batch: Batch,
        rules: HouseRules,
        link: str,
        by: Actor,
        reason: str,
        adopting: Collection[str] = (),
    ) -> None:
        """The table moves these meters from now on, by the terms of its rules; those that are new are opened."""
        name, now = batch.name, self.now()
        live = self._tables[name]
        streams = {meter: meter_stream(link, meter) for meter in rules.meters}
        for meter, stream in streams.items():
            found = self._meter(stream)
            adoption, version = None, found.version
            if adopting and version and not states(rules.meters[meter], found):
                adoption = Adoption(by.name, reason, set(self._open_tables(stream)) - set(adopting))
            batch.add(stream, version, join(found, meter, name, rules, adoption), now, by, reason)
        if streams == live.streams:
            return
        batch.add(PIT + name, live.links, (MetersLinked(name, streams),), now, by, reason)
        live.streams, live.links = streams, live.links + 1
        batch.move({meter: self._meters[stream] for meter, stream in streams.items()})
