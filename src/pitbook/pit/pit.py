"""The pit: loads tables and meters from the ledger, handles commands, and stores what follows in one transaction.

A command and everything that it leads to, automations and meters included, is one commit. Commands of one table can be
stored together as a batch. A refused command leaves no trace; a command that is repeated with its key has no second
effect.

Commands are decided one after the other. While some are being stored, the next ones are decided on top of them. All
queued commands are stored together, and nobody is told of a command before it is durable.
"""

import os
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from fractions import Fraction
from typing import Literal, TypeVar

from pitbook.house_keys import HouseKeys
from pitbook.ledger import Append, Commit, Lease, Receipt, Store
from pitbook.ledger import Event as Recorded
from pitbook.meters import Meter
from pitbook.pit.batch import Batch, Pending, World, store_together
from pitbook.pit.library import Library
from pitbook.pit.memory import Memory
from pitbook.pit.metering import escrows_of
from pitbook.pit.outcome import Outcome, PendingOutcome, TableSnapshot, Tries
from pitbook.pit.record import Record
from pitbook.pit.records import (
    METER,
    PIT,
    MetersLinked,
    RecordEvent,
    is_escrow,
    link_of,
    meter_stream,
    meter_streams,
    read_table_event,
    table_stream,
)
from pitbook.pit.storing import Storing
from pitbook.pit.table_settings import Arranged, TableSettings, arrangement_problems, may_arrange
from pitbook.pit.terms import Adoption, join, release, same_terms, states
from pitbook.pit.vault import HouseVault
from pitbook.problems import ConflictError, MalformedError, PitbookError, Problem, RefusedError
from pitbook.rulebooks.steps import ActorRole
from pitbook.submission import HouseRules
from pitbook.table import ALL, Automations, State, TableEvent
from pitbook.table.commands import Actor, AdoptRules, Command, OpenTable
from pitbook.table.context import REVEAL_SECONDS
from pitbook.table.kinds import TableStatus

T = TypeVar("T")


@contextmanager
def _naming(table: str) -> Iterator[None]:
    """Name the table in a refusal, where there are several."""
    try:
        yield
    except RefusedError as error:
        problems = (Problem(f"table {table}: {one.message}", one.value, one.clause) for one in error.problems)
        raise RefusedError(tuple(problems)) from error


class Pit:
    """All tables and meters of one ledger. Safe to share between threads: one command is handled at a time."""

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], datetime] | None = None,
        entropy: Callable[[int], bytes] = os.urandom,
        automations: Automations = ALL,
        keys: HouseKeys | None = None,
    ) -> None:
        self.store = store
        kept = store.keys if isinstance(store, Record) else keys
        self.keys = kept or HouseKeys.ephemeral()
        """The keys of the record's house; for a ledger without one, those given, or some that end with this object."""
        self.vault = HouseVault(store, self.keys)
        self.reveal_seconds = REVEAL_SECONDS
        """How long players have to reveal their seeds."""
        self.serving_since: datetime | None = None
        """When the server that players reveal their seeds to was started; the server sets this."""
        self.now = now or store.now
        """The clock of the record, unless another one is given."""
        self.entropy = entropy
        self.automations = automations
        self.library = Library(store)
        self._storing = Storing(store)
        self._memory = Memory(store, self._storing, self.library, automations)
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
        arrangement: TableSettings | None = None,
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
            self._look_at({name: rules}, {name: meters or name})
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
            links = {name: meters or link_of(self._memory.table(name).streams) or name for name in rules}
            self._look_at(rules, links)
            with self.batches(tuple(rules), key) as batches:
                for batch in batches:
                    with _naming(batch.name):
                        batch.do(AdoptRules(by, digests[batch.name]), reason)
                for batch in batches:
                    with _naming(batch.name):
                        self._link(batch, rules[batch.name], links[batch.name], by, reason, adopting=rules.keys())
                for batch in batches:
                    with _naming(batch.name):
                        same_terms(rules[batch.name], batch.meters)
            return {batch.name: self._outcome(batch) for batch in batches}

        return self._undisturbed(work)

    def tables_on(self, link: str) -> list[str]:
        """The open tables that move the meters that share this name."""
        with self._current():
            return sorted({table for stream in meter_streams(self.store, link) for table in self._open_tables(stream)})

    def _open_tables(self, stream: str) -> list[str]:
        """The open tables that move the meter of this stream."""
        found = {table: self._memory.table(table) for table in sorted(self._memory.meter(stream).tables)}
        return [
            table
            for table, live in found.items()
            if live.table.state.status == TableStatus.OPEN and stream in live.streams.values()
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

        Commands that another table disturbed at a shared meter are tried again.
        """
        tries = Tries()
        while True:
            decision = self.decide(name, work, key=key, expected=expected)
            try:
                receipt = decision.stored()
            except ConflictError:
                if not tries.again():
                    raise
                expected = decision.before
            else:
                return decision.found or Outcome(decision.events, receipt if decision.events else self.store.head())

    def decide(
        self,
        name: str,
        work: Callable[[Batch], None],
        *,
        key: str | None = None,
        expected: int | None = None,
        lease: Lease | None = None,
    ) -> PendingOutcome:
        """Like `perform`, without waiting until it is stored: `PendingOutcome.stored` waits, and raises if it can't be.

        After a ConflictError it can be decided again, for the version that it was decided on. With a `lease` it is
        stored only while the lease holds.
        """
        with self._lock:
            current = self._memory.catch_up()
            try:
                with self._alone_if_disturbed((name,)):
                    return self._decide(name, work, key, expected, lease)
            except PitbookError:
                # Others may have stored something that is not known here: look, and decide again.
                self._storing.store()
                behind = self._memory.followed and self._memory.is_behind(name)
                if current and not behind:
                    raise
                self._memory.catch_up()
            with self._alone_if_disturbed((name,)):
                return self._decide(name, work, key, expected, lease)

    def _decide(
        self, name: str, work: Callable[[Batch], None], key: str | None, expected: int | None, lease: Lease | None
    ) -> PendingOutcome:
        found = self._found(name, key)
        live = self._memory.table(name)
        version = live.table.state.version
        events: tuple[TableEvent, ...] = ()
        if found is not None:
            ticket = self._storing.add(None, frozenset({table_stream(name)}))
        else:
            if expected is not None and expected != version:
                message = f"table {name} has moved on: it is at version {version}, not {expected}"
                raise ConflictError(Problem(message, str(expected)))
            with self._deciding((name,), key, lease) as (batch,):
                work(batch)
            events, ticket = tuple(batch.events), batch.ticket
        shown = {meter: self._memory.meter(stream).displayed for meter, stream in live.streams.items()}
        now = live.table.state.version
        return PendingOutcome(events, version, now, live.arrangement, shown, live.streams, ticket, found)

    @contextmanager
    def _alone_if_disturbed(self, names: Sequence[str]) -> Iterator[None]:
        """A table that was disturbed at a meter has the meter to itself next time, so as not to be disturbed again."""
        contested = self._memory.contested.intersection(names)
        if not contested:
            yield
            return
        self._memory.contested -= contested
        with self._alone({stream for name in contested for stream in self._memory.table(name).streams.values()}):
            yield

    @contextmanager
    def _alone(self, meters: Collection[str]) -> Iterator[None]:
        """Nobody else moves these meters until the block ends and what it decided is stored.

        The meters are read once nobody else can add to them.
        """
        with self._storing.turn():
            self._storing.store()
            with self.store.alone(meters):
                self._memory.look_at(meters)
                yield
                self._storing.store()

    @contextmanager
    def batch(self, name: str, key: str | None = None) -> Iterator[Batch]:
        """Commands to one table in one commit, made when the block ends; an error in it leaves nothing stored."""
        with self.batches((name,), key) as (batch,):
            yield batch

    @contextmanager
    def batches(self, names: Sequence[str], key: str | None = None) -> Iterator[tuple[Batch, ...]]:
        """Like `batch`, for several tables."""
        with self._lock:
            self._memory.catch_up()
            with self._alone_if_disturbed(names), self._deciding(names, key) as batches:
                yield batches
        for batch in batches:
            batch.ticket.receipt()

    @contextmanager
    def _deciding(
        self, names: Sequence[str], key: str | None, lease: Lease | None = None
    ) -> Iterator[tuple[Batch, ...]]:
        """Commands to tables; their one commit is queued when the block ends."""
        times = self.reveal_seconds, self.serving_since
        world = World(self._memory, self.library, self.now, self.entropy, self.vault, *times)
        pending = Pending()
        memory = self._memory
        lives = {name: memory.table(name) for name in names}
        batches = tuple(
            Batch(world, name, live, {one: memory.meter(stream) for one, stream in live.streams.items()}, pending)
            for name, live in lives.items()
        )
        try:
            yield batches
            store_together(self._storing, batches, pending, key, lease)
        finally:
            for name, live in lives.items():
                live.table.automations = memory.automations_of(live)
                if any(batch.ahead for batch in batches):
                    memory.forget(name)

    @contextmanager
    def _current(self) -> Iterator[None]:
        """Hold the lock, after storing everything decided here and noticing everything that others have stored."""
        with self._lock:
            self._storing.store()
            self._memory.catch_up()
            yield

    def arrange(
        self, name: str, arrangement: TableSettings, by: Actor, *, key: str | None = None, reason: str = ""
    ) -> Outcome:
        """Run a table like this from now on; only a floorperson says so."""
        with self._current():
            if found := self._found(name, key):
                return found
            with self.batch(name, key) as batch:
                if not batch.state.version:
                    raise RefusedError(Problem(f"there is no table {name}", name))
                self._arrange(name, arrangement, batch.state.source or "", batch, by, reason)
            return self._outcome(batch)

    def arrangement(self, name: str) -> TableSettings:
        """How a table is run."""
        with self._current():
            return self._memory.table(name).arrangement

    def state(self, name: str) -> State:
        """A table as it is now."""
        with self._current():
            live = self._memory.table(name)
            if not live.table.state.version:
                raise RefusedError(Problem(f"there is no table {name}", name))
            return live.table.state

    def snapshot(self, name: str) -> TableSnapshot:
        """Everything about a table at one moment."""
        with self._current():
            live = self._memory.table(name)
            meters = {meter: self._memory.meter(stream) for meter, stream in live.streams.items()}
            return TableSnapshot(live.table.state, live.arrangement, meters, live.streams)

    def moved_by_others(self) -> set[str]:
        """The streams to which others have added something since the last call."""
        with self._current():
            return self._memory.moved_by_others()

    def follow(self) -> set[str]:
        """Like `moved_by_others`, for a store that numbers commits later; this and commands do not wait for each other.

        One thread has to call this all the time: commands no longer look at the order of commits themselves.
        """
        touched = self.store.touched(self._storing.known)
        with self._lock:
            self._memory.followed = True
            self._memory.follow(touched)
            return self._memory.moved_by_others()

    def shown(self, streams: Collection[str]) -> dict[str, Fraction]:
        """What the meters of these streams show, with everything that others are known to have added."""
        with self._current():
            self._memory.look_soon(streams)
            return {stream: self._memory.meter(stream).displayed for stream in streams}

    def meters(self, name: str) -> dict[str, Meter]:
        """The meters that a table moves, as they are now, with everything that others have added."""
        with self._current():
            self._memory.look_at(self._memory.table(name).streams.values())
            return dict(self.snapshot(name).meters)

    def release_overflow(self, name: str, by: Actor, reason: str, *, key: str | None = None) -> Receipt:
        """Release the overflow of a meter, named as in `T1/progressive`, into the meter up to its limit."""
        stream = METER + name

        def work() -> Receipt:
            if key is not None and (found := self.store.find(key)):
                return found.receipt
            with self._alone((stream,)):
                meter = None if is_escrow(stream) else self._memory.meter(stream)
                if meter is None or not meter.version:
                    raise RefusedError(Problem(f"there is no meter {name[:80]}", name[:80]))
                before, escrows = meter.version, escrows_of(stream, meter)
                seen = {escrow: meter.escrow(table).version for escrow, table in escrows.items()}
                return self._append(stream, before, release(meter, by, reason), by, reason, key, seen)

        return self._undisturbed(work)

    def note(self, stream: str, event: RecordEvent, by: Actor, *, key: str | None = None) -> Receipt:
        """Add an event to a stream that nothing else depends on; sent again with its key, it is not added again."""

        def work() -> Receipt:
            if key is not None and (found := self.store.find(key)):
                return found.receipt
            return self._append(stream, self.store.version(stream), (event,), by, "", key)

        return self._undisturbed(work)

    def _append(
        self,
        stream: str,
        before: int,
        events: Sequence[RecordEvent],
        by: Actor,
        reason: str,
        key: str | None,
        seen: Mapping[str, int] | None = None,
    ) -> Receipt:
        now, actor = self.now(), f"{by.role}:{by.name}"
        recorded = [Recorded(one.type, one.version, one.to_data(), now, actor, reason) for one in events]
        commit = Commit((Append(stream, before, tuple(recorded)),), key, seen=seen or {})
        return self._storing.add(commit, commit.rests_on).receipt()

    def _undisturbed(self, work: Callable[[], T]) -> T:
        """Repeat the work if another process disturbs it."""
        tries = Tries()
        while True:
            with self._current():
                try:
                    return work()
                except ConflictError:
                    if not tries.again():
                        raise

    def _outcome(self, batch: Batch) -> Outcome:
        ticket = batch.ticket
        return Outcome(tuple(batch.events), ticket.receipt() if ticket.commit else self.store.head())

    def _found(self, name: str, key: str | None) -> Outcome | None:
        """The outcome of a command that was handled before, under the same key."""
        if key is None:
            return None
        if self._storing.has_key(key):
            self._storing.store()
        commit = self.store.find(key)
        if commit is None:
            return None
        stream = table_stream(name)
        events = tuple(read_table_event(stored) for stored in commit.events if stored.stream == stream)
        if not any(stored.stream in (stream, PIT + name) for stored in commit.events):
            raise ConflictError(Problem(f"the key {key!r} was used for something else", key))
        return Outcome(events, commit.receipt, repeated=True)

    def _arrange(
        self, name: str, arrangement: TableSettings, source: str, batch: Batch, by: Actor, reason: str
    ) -> None:
        live = self._memory.tables[name]
        if problems := tuple(arrangement_problems(arrangement)):
            raise MalformedError(problems)
        refusals = list(may_arrange(live.table.state, source, live.arrangement, arrangement))
        if by.role != ActorRole.FLOORPERSON:
            refusals.append(Problem(f"only a floorperson arranges a table, not the {by.role} {by.name}", by.role))
        if refusals:
            raise RefusedError(refusals)
        batch.add(PIT + name, live.links, (Arranged(name, arrangement),), self.now(), by, reason)
        live.arrangement, live.links = arrangement, live.links + 1
        live.table.automations = self._memory.automations_of(live)

    def let_go(self, but: Collection[str] = ()) -> list[str]:
        """Forget closed tables, except these; they are read again when somebody asks for them."""
        with self._lock:
            return self._memory.let_go(but)

    def _look_at(self, rules: Mapping[str, HouseRules], links: Mapping[str, str]) -> None:
        """Read the meters that these tables will move: what they show now decides whether a table may move them."""
        self._memory.look_at({meter_stream(links[name], meter) for name, one in rules.items() for meter in one.meters})

    def _link(
        self,
        batch: Batch,
        rules: HouseRules,
        link: str,
        by: Actor,
        reason: str,
        adopting: Collection[str] = (),
    ) -> None:
        """The table moves these meters from now on, by the terms of its rules; new meters are opened."""
        name, now = batch.name, self.now()
        live = self._memory.tables[name]
        streams = {meter: meter_stream(link, meter) for meter in rules.meters}
        for meter, stream in streams.items():
            found = self._memory.meter(stream)
            adoption, version = None, found.version
            if adopting and version and not states(rules.meters[meter], found):
                adoption = Adoption(by.name, reason, set(self._open_tables(stream)) - set(adopting))
            batch.add(stream, version, join(found, meter, name, rules, adoption), now, by, reason)
        if streams == live.streams:
            return
        batch.add(PIT + name, live.links, (MetersLinked(name, streams),), now, by, reason)
        live.streams, live.links = streams, live.links + 1
        batch.move({meter: self._memory.meters[stream] for meter, stream in streams.items()})
