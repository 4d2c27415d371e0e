"""The audit: everything that the record says is derived again, and the first thing that does not hold is named.

The chain first; then, commit by commit, each event of each table is decided once more (cards from the seed, the order
of dealing, wagers against stacks and limits, every settlement line under the round's own rules), and the meters have
to have followed, in the same commit, exactly.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitbook import meters as metering
from pitbook.audit.damage import DAMAGE
from pitbook.audit.tables import DoesNotHoldError, TableAudit, does_not_hold
from pitbook.ledger import Receipt, Store, StoredCommit, StoredEvent
from pitbook.meters import Event as MeterEvent
from pitbook.meters import Meter
from pitbook.meters.events import OverflowReleased, ParametersChanged
from pitbook.pit.following import begin
from pitbook.pit.library import Library
from pitbook.pit.records import METER, PIT, TABLE, read_link, read_meter_event
from pitbook.problems import MalformedError, PitbookError, Problem

Progress = Callable[[float], None]
EVERY = 100
"""Progress is told once in so many commits."""


@dataclass(frozen=True, slots=True)
class Report:
    """What an audit went through, and the first thing that does not hold, if anything."""

    head: Receipt
    commits: int
    events: int
    tables: int
    rounds: int
    void: int
    meters: int
    problems: tuple[Problem, ...]

    @property
    def holds(self) -> bool:
        """Whether everything does."""
        return not self.problems


def audit(store: Store, head: str | None = None, progress: Progress | None = None) -> Report:
    """Derive everything in a ledger again; `head` is the hash of a commit that was noted elsewhere."""
    auditor = _Auditor(store)
    last = store.head()
    problems = tuple(store.verify_chain(head))
    if not problems:
        try:
            auditor.run(last.number, progress)
        except MalformedError as error:
            problems = error.problems
    return Report(
        last,
        auditor.commits,
        auditor.events,
        len(auditor.tables),
        sum(table.state.rounds for table in auditor.tables.values()),
        sum(table.void for table in auditor.tables.values()),
        len(auditor.meters),
        problems,
    )


class _Auditor:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.library = Library(store)
        self.tables: dict[str, TableAudit] = {}
        self.meters: dict[str, Meter] = {}
        self.commits = self.events = 0

    def run(self, last: int, progress: Progress | None) -> None:
        for commit in self.store.read_all():
            if commit.receipt.number > last:
                return
            self._commit(commit)
            self.commits += 1
            self.events += len(commit.events)
            if progress and not self.commits % EVERY:
                progress(self.commits / last)

    def _commit(self, commit: StoredCommit) -> None:
        """Links first, then what tables did, then whether the meters followed."""
        found: dict[str, list[StoredEvent]] = {}
        for stored in commit.events:
            found.setdefault(stored.stream, []).append(stored)
        due: dict[str, list[MeterEvent]] = {}
        for stream, events in found.items():
            if stream.startswith(PIT):
                self._link(stream.removeprefix(PIT), events, found, due)
            elif not stream.startswith((TABLE, METER)):
                does_not_hold(events[0], "no table, meter or pit has such a stream")
        for stream, events in found.items():
            if stream.startswith(TABLE):
                table = self.tables.setdefault(stream.removeprefix(TABLE), TableAudit(self.library))
                meters = {name: self._meter(place) for name, place in table.streams.items()}
                for name, event in table.follow(events, meters):
                    due.setdefault(table.streams[name], []).append(event)
        for stream, events in found.items():
            if stream.startswith(METER):
                self._compare(stream, events, due.pop(stream, []))
        for stream in due:
            does_not_hold(commit.events[0], f"the meter {stream.removeprefix(METER)} did not follow")

    def _meter(self, stream: str) -> Meter:
        return self.meters.setdefault(stream, Meter())

    def _link(
        self,
        name: str,
        events: Sequence[StoredEvent],
        found: dict[str, list[StoredEvent]],
        due: dict[str, list[MeterEvent]],
    ) -> None:
        """A table moves other meters from now on; those that are new begin by the terms of its rules."""
        table = self.tables.setdefault(name, TableAudit(self.library))
        named = [one for one in found.get(TABLE + name, ()) if one.event.type in ("table_opened", "rules_adopted")]
        for stored in events:
            try:
                link = read_link(stored)
                rules = self.library[str(named[-1].event.data["rules"])]
                if link.table != name or link.meters.keys() != rules.meters.keys():
                    does_not_hold(stored, "it links other meters than those of the table's rules")
                for meter, stream in link.meters.items():
                    opened = begin(self._meter(stream), meter, rules.meters[meter])
                    for event in opened:
                        metering.evolve(self._meter(stream), event)
                    if opened:
                        due.setdefault(stream, []).extend(opened)
            except DoesNotHoldError:
                raise
            except (*DAMAGE, PitbookError) as error:
                does_not_hold(stored, str(error))
            table.streams = dict(link.meters)

    def _compare(self, stream: str, stored: Sequence[StoredEvent], due: Sequence[MeterEvent]) -> None:
        """A meter's events are those that the tables led to, or a change of terms that could be made."""
        meter = self._meter(stream)
        for number, one in enumerate(stored):
            try:
                event = read_meter_event(one)
                if number < len(due):
                    if event != due[number]:
                        says, should = event.to_data(), due[number].to_data()
                        does_not_hold(one, f"it says {says}, and {due[number].type} {should} is what followed")
                elif (event,) != _by_hand(meter, event):
                    does_not_hold(one, f"nothing led to it: {event.to_data()}")
                else:
                    metering.evolve(meter, event)
            except DoesNotHoldError:
                raise
            except (*DAMAGE, PitbookError) as error:
                does_not_hold(one, str(error))
        if len(stored) < len(due):
            does_not_hold(stored[-1], f"{due[len(stored)].type} should follow")
        if not meter.balanced:
            does_not_hold(stored[-1], "contributions + seeds - returned is not displayed + overflow + paid")


def _by_hand(meter: Meter, event: MeterEvent) -> tuple[Any, ...]:
    """What people may do to a meter, decided again."""
    match event:
        case ParametersChanged():
            limit = None if event.limit is None else Fraction(event.limit)
            reset, rate = Fraction(event.reset), Fraction(event.rate)
            return metering.change_parameters(meter, reset, rate, limit, event.reason, event.by)
        case OverflowReleased():
            return metering.release_overflow(meter)
        case _:
            raise MalformedError(Problem(f"no table led to {event.type}", event.type))
