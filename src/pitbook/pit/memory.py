"""Tables and meters in memory: their streams as far as they have been read, and what was decided since.

Decisions that are still being stored may be ahead of the record. Reading waits for them. The order of commits says
which streams other processes have moved, so no stream has to be checked by itself.
"""

import time
from collections.abc import Collection, Sequence
from typing import Final

from pitbook.ledger import Store, Touch
from pitbook.meters import Meter
from pitbook.pit.library import Library
from pitbook.pit.metering import escrows_of, load_escrow, load_meter, read_on
from pitbook.pit.records import (
    METER,
    PIT,
    TABLE,
    is_escrow,
    meter_of,
    read_pit_event,
    read_table_event,
    table_stream,
)
from pitbook.pit.seals import last_seal
from pitbook.pit.snapshots import keep_some, table_from
from pitbook.pit.storing import Storing
from pitbook.pit.table_settings import Arranged, TableSettings
from pitbook.problems import MalformedError, Problem
from pitbook.table import NONE, AutomatedTable, Automations, evolve
from pitbook.table.kinds import TableStatus

READ_EVERY: Final = 0.25
"""Seconds between two reads of what other tables have added to a meter."""


class Live:
    """A table as the pit knows it."""

    __slots__ = ("arrangement", "links", "sealed", "streams", "table", "unsealed")

    def __init__(self, library: Library, automations: Automations) -> None:
        self.table = AutomatedTable(library, automations)
        self.streams: dict[str, str] = {}
        """The streams of the meters that the table moves, by the meters' names."""
        self.links = 0
        """How many events say which meters it moves and how it is run."""
        self.arrangement = TableSettings()
        self.sealed = (0, 0)
        """The number of seals of its rounds, and the version up to which the last one goes."""
        self.unsealed: list[bytes] | None = None
        """The canonical lines of the events after that version; None if they have to be read."""


class Memory:
    """What a pit knows. Use it only while holding the pit's lock."""

    def __init__(self, store: Store, storing: Storing, library: Library, automations: Automations) -> None:
        self.automations = automations
        self.tables: dict[str, Live] = {}
        self.meters: dict[str, Meter] = {}
        self.contested: set[str] = set()
        """Tables whose last commit others disturbed at a meter."""
        self._store = store
        self._storing = storing
        self._library = library
        self._stale: set[str] = set()
        """Streams to which somebody else has added events that are not read yet."""
        self._behind: dict[str, set[str]] = {}
        """The same for meters: by meter, its own stream and those of its escrows."""
        self._due: dict[str, float] = {}
        """By meter, the time until which it is not read again for what other tables have added."""
        self._moved: set[str] = set()
        self.followed = False
        """Whether somebody reads the order of commits all the time: see `Pit.follow`."""

    def catch_up(self) -> bool:
        """Notice what others have stored; False if that has to wait because own commits are still being stored."""
        self.forget_spoiled()
        if self._storing.disturbed:
            self._storing.store()
            self.forget_spoiled()
        elif self._storing.busy:
            return False
        if not self.followed:
            self.follow(self._store.touched(self._storing.known))
        return True

    def follow(self, touched: Sequence[Touch]) -> None:
        """Take in the commits after those already known."""
        for one in self._storing.of_others(touched):
            if one.startswith(METER):
                meter = meter_of(one)[0]
                self._moved.add(meter)
                if meter in self.meters:
                    self._behind.setdefault(meter, set()).add(one)
            else:
                self._moved.add(one)
                if one.partition(":")[2] in self.tables:
                    self._stale.add(one)
        if touched or self._storing.disturbed:
            self._storing.followed(touched[-1].number if touched else self._storing.known)

    def is_behind(self, name: str) -> bool:
        """Whether the record has more of a table than is known here; it is read when it is needed."""
        live = self.tables.get(name)
        if live is None:
            return False
        known = {table_stream(name): live.table.state.version, PIT + name: live.links}
        late = {stream for stream, version in known.items() if self._store.version(stream) != version}
        self._stale |= late
        return bool(late)

    def moved_by_others(self) -> set[str]:
        """The streams that others have moved since the last call, as far as was noticed."""
        found, self._moved = self._moved, set()
        return found

    def table(self, name: str) -> Live:
        """A table and its links, read on from where they were last read."""
        stream = table_stream(name)
        live = self.tables.get(name)
        if live is not None and self._stale.isdisjoint((stream, PIT + name)):
            return live
        self._storing.store()
        try:
            if live is None:
                live = Live(self._library, self.automations)
                live.table.state = table_from(self._store, stream, self._library)
            self._read_table(name, live)
        except BaseException as error:
            self.forget(name)
            if isinstance(error, LookupError | ValueError | TypeError | AttributeError):
                message = f"the record of table {name} can't be followed: {error} (pitbook audit says where)"
                raise MalformedError(Problem(message, name)) from error
            raise
        self._stale -= {stream, PIT + name}
        self.tables[name] = live
        return live

    def _read_table(self, name: str, live: Live) -> None:
        """What the record says of a table, beyond what has been read."""
        for stored in self._store.read(PIT + name, live.links):
            event = read_pit_event(stored)
            if isinstance(event, Arranged):
                live.arrangement = event.arrangement
            else:
                live.streams = dict(event.meters)
            live.links = stored.version
        live.table.automations = self.automations_of(live)
        live.unsealed = None
        stream, state = TABLE + name, live.table.state
        for stored in self._store.read(stream, state.version):
            evolve(state, read_table_event(stored))
            keep_some(self._store, stream, state, state.version - 1)

    def automations_of(self, live: Live) -> Automations:
        """With a dealer every step waits for its command."""
        return self.automations if live.arrangement.dealing == "house" else NONE

    def unsealed(self, name: str, live: Live, upto: int) -> list[bytes]:
        """The lines of a table after its last seal, up to a version whose events are all stored or being stored."""
        if live.unsealed is None:
            self._storing.store()
            live.sealed = last_seal(self._store, name)
            live.unsealed = self._store.lines(TABLE + name, live.sealed[1], upto)
        return live.unsealed

    def meter(self, stream: str) -> Meter:
        """A meter, read on from where it was last read.

        Additions by other tables are read at once if something else has happened to the meter too, and otherwise a few
        times a second: only an award needs them, and its commit is refused if any is missing.
        """
        meter, behind = self.meters.get(stream), self._behind.get(stream, ())
        waits = stream not in behind and time.monotonic() < self._due.get(stream, 0.0)
        if meter is not None and (not behind or waits):
            return meter
        self._storing.store()
        self._due[stream] = time.monotonic() + READ_EVERY
        if meter is None:
            meter = self.meters[stream] = load_meter(self._store, stream)
        else:
            read_on(self._store, stream, meter, behind)
        self._behind.pop(stream, None)
        return meter

    def look_soon(self, streams: Collection[str]) -> None:
        """Read what others have added to these meters the next time they are needed."""
        for stream in streams:
            self._due.pop(stream, None)

    def look_at(self, streams: Collection[str]) -> None:
        """Read these meters and all their escrows again when needed, whatever the order of commits says."""
        for stream in streams:
            if stream in self.meters:
                self._behind[stream] = {stream, *escrows_of(stream, self.meters[stream])}

    def let_go(self, but: Collection[str]) -> list[str]:
        """Forget closed tables, except these."""
        tables = [(name, live.table.state.status) for name, live in self.tables.items()]
        gone = [name for name, status in tables if status != TableStatus.OPEN and name not in but]
        for name in gone:
            del self.tables[name]
        if gone:
            moved = {stream for live in self.tables.values() for stream in live.streams.values()}
            self.meters = {stream: meter for stream, meter in self.meters.items() if stream in moved}
            self._behind = {stream: found for stream, found in self._behind.items() if stream in moved}
        return gone

    def forget(self, name: str) -> None:
        """Drop what may be ahead of the record; it is read again when it is needed."""
        self.tables.pop(name, None)
        self.meters.clear()
        self._behind.clear()

    def forget_spoiled(self) -> None:
        """Drop what depends on commits that were not stored, and read again what such commits had seen."""
        spoiled, disturbed = self._storing.spoiled()
        for stream in spoiled:
            if is_escrow(stream):
                continue
            if stream.startswith(METER):
                self.meters.pop(stream, None)
                self._behind.pop(stream, None)
            else:
                self.tables.pop(stream.partition(":")[2], None)
        for stream in filter(is_escrow, spoiled):
            name, table = meter_of(stream)
            # If the escrow can't be read now, the meter is read again later.
            if meter := self.meters.pop(name, None):
                meter.take_escrow(table, load_escrow(self._store, stream))
                self.meters[name] = meter
        for commit in disturbed:
            self.look_at({meter_of(stream)[0] for stream in commit.seen})
            self.contested |= {stream.removeprefix(TABLE) for stream in commit.streams if stream.startswith(TABLE)}
