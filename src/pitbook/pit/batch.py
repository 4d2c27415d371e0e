"""A batch: commands to tables that are stored together, or not at all."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from pitbook.ledger import Append, Commit, Lease
from pitbook.ledger import Event as Recorded
from pitbook.ledger.chain import sealed
from pitbook.meters import Escrow, Meter, MeterEvent
from pitbook.meters.events import Contributed, MeterOpened, TableJoined
from pitbook.pit.following import MOVING, follow
from pitbook.pit.library import Library
from pitbook.pit.memory import Live, Memory
from pitbook.pit.metering import escrows_of
from pitbook.pit.records import RecordEvent, escrow_stream, table_stream
from pitbook.pit.seals import EndedRound, cards_of, seals_of
from pitbook.pit.snapshots import snapshot_due
from pitbook.pit.storing import Storing, Ticket
from pitbook.pit.table_settings import TableSettings
from pitbook.submission import HouseRules
from pitbook.table import Automations, Context, State, TableEvent
from pitbook.table.commands import Actor, Command
from pitbook.table.context import Vault
from pitbook.table.events import RoundEnded, RoundOpened
from pitbook.table.seed_events import RoundCalledOff

Pending = dict[str, tuple[int, list[Recorded]]]
"""By stream: its version before the batch, and the events to store."""
_FREE = {MeterOpened.type, TableJoined.type}
"""The meter events that do not depend on what is in the meter's escrows."""
_ENDING = (RoundEnded, RoundCalledOff)
_MOVING = frozenset(MOVING)


@dataclass(frozen=True, slots=True)
class World:
    """What a batch needs besides its table: the pit's memory, the house rules, the time, entropy and keys."""

    memory: Memory
    library: Library
    now: Callable[[], datetime]
    entropy: Callable[[int], bytes]
    vault: Vault
    reveal_seconds: float
    """How long players have to reveal their seeds."""
    serving_since: datetime | None
    """When the server that players reveal their seeds to was started."""


class DisplayedMeters(Mapping[str, Fraction]):
    """The displayed amounts of meters, by name. They are computed on demand: most commands do not need them."""

    __slots__ = ("_meters",)

    def __init__(self, meters: Mapping[str, Meter]) -> None:
        self._meters = meters

    def __getitem__(self, name: str) -> Fraction:
        return self._meters[name].displayed

    def __iter__(self) -> Iterator[str]:
        return iter(self._meters)

    def __len__(self) -> int:
        return len(self._meters)


class Batch:
    """Commands to one table; several batches may go into one commit."""

    def __init__(self, world: World, name: str, live: Live, meters: Mapping[str, Meter], pending: Pending) -> None:
        self.name = name
        self.state: State = live.table.state
        self.events: list[TableEvent] = []
        self._ticket: Ticket | None = None
        self._world = world
        self._live = live
        self._meters = meters
        self._stream = table_stream(name)
        self._pending = pending
        self._ahead = False
        self._ended: list[EndedRound] = []

    @property
    def automations(self) -> Automations:
        """The steps that the table performs by itself."""
        return self._live.table.automations

    @automations.setter
    def automations(self, automations: Automations) -> None:
        self._live.table.automations = automations

    @property
    def ahead(self) -> bool:
        """Whether state or meters contain changes that are not handed over for storing."""
        return self._ahead or bool(self._pending)

    @property
    def arrangement(self) -> TableSettings:
        """How the table is run."""
        return self._live.arrangement

    @property
    def broken(self) -> bool:
        """Whether a command failed after it had begun to change the state: nothing of the batch can be stored."""
        return self._ahead

    @property
    def meters(self) -> Mapping[str, Meter]:
        """The meters that the table moves, by name."""
        return self._meters

    @property
    def ticket(self) -> Ticket:
        """The ticket of the commit, once everything is decided."""
        if self._ticket is None:
            raise ValueError("a batch has a ticket when it is over")
        return self._ticket

    @ticket.setter
    def ticket(self, ticket: Ticket) -> None:
        self._ticket = ticket

    @property
    def folded(self) -> Mapping[str, State | Meter | Escrow]:
        """The table, the meters that it moves and its escrows, by stream."""
        meters = {self._live.streams[name]: meter for name, meter in self._meters.items()}
        escrows = {escrow_stream(stream, self.name): meter.escrow(self.name) for stream, meter in meters.items()}
        return {self._stream: self.state} | meters | escrows

    def seen(self, appends: Mapping[str, Append]) -> Mapping[str, int]:
        """The versions of other streams that a commit with these appends depends on.

        A contribution depends on the terms of its meter and on the last award, but on no other contribution. Every
        other event of a meter depends on all contributions.
        """
        found: dict[str, int] = {}
        for name, meter in self._meters.items():
            stream = self._live.streams[name]
            own = appends.get(stream)
            if own is None and escrow_stream(stream, self.name) in appends:
                found[stream] = meter.version
            elif own is not None and any(event.type not in _FREE for event in own.events):
                escrows = escrows_of(stream, meter).items()
                found |= {escrow: meter.escrow(table).version for escrow, table in escrows if escrow not in appends}
        return found

    def do(self, command: Command, reason: str = "", deck: str | None = None) -> tuple[TableEvent, ...]:
        """Handle a command; the events are stored when the batch ends.

        `reason` is recorded if the command has none of its own; `deck` is the next deck of a scripted table.
        """
        state, meters = self.state, self._meters
        before = state.version
        now = self._world.now()
        current = state.round
        round_id = current.id if current else ""
        terms = {name: (meter.rate, meter.limit) for name, meter in meters.items()}
        try:
            world = self._world
            context = Context(
                now,
                world.entropy,
                DisplayedMeters(meters),
                deck,
                terms,
                world.vault,
                world.reveal_seconds,
                serving_since=world.serving_since,
            )
            parts = self._live.table.handle_by_actor(command, context)
            changes: list[tuple[str, MeterEvent, Actor]] = []
            for by, events in parts:
                for event in events:
                    if isinstance(event, RoundOpened):
                        round_id = event.round
                    elif type(event) in _MOVING:
                        changes += [(name, change, by) for name, change in follow(meters, round_id, (event,))]
        except BaseException:
            self._ahead = self._ahead or state.version != before
            raise
        reason = reason or getattr(command, "reason", "")
        for by, events in parts:
            self.add(self._stream, before, events, now, by, reason)
        moved: dict[str, tuple[int, list[tuple[MeterEvent, Actor]]]] = {}
        for name, change, by in changes:
            stream, version = self._live.streams[name], meters[name].version
            if isinstance(change, Contributed):
                stream, version = escrow_stream(stream, self.name), meters[name].escrow(self.name).version
            moved.setdefault(stream, (version, []))[1].append((change, by))
        for stream, (version, followed) in moved.items():
            for change, by in followed:
                self.add(stream, version - len(followed), (change,), now, by, reason)
        found = tuple([event for part in parts for event in part.events])
        self.events += found
        for version, event in enumerate(found, before + 1):
            if isinstance(event, _ENDING):
                last = state.last_round if isinstance(event, RoundEnded) else None
                self._ended.append(EndedRound(event.round, version, cards_of(last) if last else ()))
        return found

    def add(
        self, stream: str, version: int, events: tuple[RecordEvent, ...], now: datetime, by: Actor, reason: str
    ) -> None:
        """Add events to store in a stream; `version` is the one before the batch's first event there."""
        if not events:
            return
        _, pending = self._pending.setdefault(stream, (version, []))
        actor = f"{by.role}:{by.name}"
        pending += [Recorded(one.type, one.version, one.to_data(), now, actor, reason) for one in events]

    def keep(self, rules: HouseRules) -> str:
        """Keep house rules in the library, so that the table can adopt them, and return their digest."""
        return self._world.library.add(rules)

    def move(self, meters: Mapping[str, Meter]) -> None:
        """From now on the table moves these meters."""
        self._meters = meters

    def seals(self, table: Append | None) -> tuple[tuple[Append, Append], ...]:
        """The salts and seals of the rounds that ended in this batch; `table` has the batch's events of the table."""
        live = self._live
        if table is None or (live.unsealed is None and not self._ended):
            return ()
        lines = self._world.memory.unsealed(self.name, live, table.expected_version)
        lines += [event.line() for event in table.sealed]
        if not self._ended:
            return ()
        found = seals_of(self.name, table, self._ended, live.sealed, lines)
        upto = self._ended[-1].version
        live.unsealed = lines[upto - live.sealed[1] :]
        live.sealed = (live.sealed[0] + len(self._ended), upto)
        return (found,)


def store_together(
    storing: Storing, batches: tuple[Batch, ...], pending: Pending, key: str | None, lease: Lease | None
) -> None:
    """Hand over one commit for all these batches. Without events, the ticket waits for the commits before it."""
    appends = {stream: sealed(Append(stream, version, tuple(events))) for stream, (version, events) in pending.items()}
    if appends:
        found = [one for batch in batches for one in batch.seals(appends.get(table_stream(batch.name)))]
        parts = (*(salts for salts, _ in found), *appends.values(), *(seals for _, seals in found))
        seen = {stream: version for batch in batches for stream, version in batch.seen(appends).items()}
        commit = Commit(parts, key, lease, seen)
        snapshots = [
            due
            for batch in batches
            for stream, folded in batch.folded.items()
            if stream in appends and (due := snapshot_due(stream, folded, appends[stream].expected_version))
        ]
        ticket = storing.add(commit, commit.rests_on, snapshots)
    else:
        ticket = storing.add(None, frozenset(stream for batch in batches for stream in batch.folded))
    pending.clear()
    for batch in batches:
        batch.ticket = ticket
