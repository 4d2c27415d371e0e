"""Recomputes one commit after the other: the tables have to follow the rules, and the meters the tables.

Each event of each table is decided again (cards from the seed, the order of dealing, wagers against stacks and limits,
every settlement line under the round's own rules), and each meter must have moved exactly as these events say, in the
same commit. Nothing depends on answers in the drill, so only their format is checked.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain

from pitbook import meters as metering
from pitbook.audit.damage import DAMAGE
from pitbook.audit.seeds import RecordedSeeds
from pitbook.audit.tables import DoesNotHoldError, KeptStates, TableAudit, does_not_hold
from pitbook.ledger import Store, StoredEvent
from pitbook.meters import Meter, MeterEvent
from pitbook.meters.events import Contributed, OverflowReleased
from pitbook.pit.drills import DRILL, read_drill_event
from pitbook.pit.house import HOUSE, HouseIdentity
from pitbook.pit.house import follow as follow_house
from pitbook.pit.library import Library
from pitbook.pit.records import (
    METER,
    PIT,
    TABLE,
    MetersLinked,
    escrow_stream,
    is_escrow,
    meter_of,
    read_meter_event,
    read_pit_event,
)
from pitbook.pit.seals import ROUND, SALT
from pitbook.pit.table_settings import Arranged, TableSettings, may_arrange
from pitbook.pit.terms import Adoption, join, same_terms
from pitbook.problems import PitbookError, RefusedError
from pitbook.rulebooks.steps import ActorRole
from pitbook.table.context import Vault
from pitbook.table.kinds import TableStatus
from pitbook.table.state import the_rules


class CommitAudit:
    """Follows commits in their order: all of them, or those of some tables with the meters that these move.

    If only some tables are followed, `apart` has the meters that no other part checks. What other tables did to a meter
    is then accepted as recorded: the part that follows those tables recomputes it.
    """

    def __init__(
        self,
        store: Store,
        keys: Vault | None,
        ahead: Callable[[StoredEvent], Iterable[StoredEvent]] | None = None,
        apart: Collection[str] | None = None,
    ) -> None:
        self.library = Library(store)
        self.kept = KeptStates(store)
        self.tables: dict[str, TableAudit] = {}
        self.meters: dict[str, Meter] = {}
        self.arrangements: dict[str, TableSettings] = {}
        self.house: HouseIdentity | None = None
        self.derived: Counter[str] = Counter()
        """How many events were derived again, by stream."""
        self._keys = keys
        self._ahead = ahead or (lambda at: store.read(at.stream, at.version))
        self._apart = apart

    def seeds(self) -> RecordedSeeds:
        """The recorded seeds of a table, which look ahead in its stream."""
        return RecordedSeeds(self._ahead, self._keys)

    @property
    def rounds(self) -> int:
        """The rounds that were played or void."""
        return sum(table.state.rounds for table in self.tables.values())

    @property
    def void(self) -> int:
        """The rounds that were void."""
        return sum(table.void_rounds for table in self.tables.values())

    @property
    def unopened(self) -> dict[str, str]:
        """By table, the rounds in progress whose decks could not be checked."""
        return {
            name: table.sealed_round
            for name, table in self.tables.items()
            if table.state.round is not None and table.state.round.id == table.sealed_round
        }

    def follow(self, found: Mapping[str, Sequence[StoredEvent]]) -> None:
        """Check the events of a commit, by stream; an event that can't be read is reported before anything else."""
        try:
            self._follow(found)
        except DoesNotHoldError:
            for stored in chain.from_iterable(found.values()):
                _ = stored.event
            raise

    def _follow(self, found: Mapping[str, Sequence[StoredEvent]]) -> None:
        """Check links and arrangements first, then tables, then whether meters followed."""
        due: dict[str, list[MeterEvent]] = {}
        for stream, events in found.items():
            if stream.startswith(PIT):
                self._pit(stream.removeprefix(PIT), events, found, due)
            elif stream == HOUSE:
                self._house(events)
            elif stream.startswith(DRILL):
                _drill(events)
            elif stream.startswith((ROUND, SALT)) and TABLE + stream.partition(":")[2] not in found:
                does_not_hold(events[0], "its table has no events in this commit")
            elif not stream.startswith((TABLE, METER, ROUND, SALT)):
                does_not_hold(events[0], "the stream belongs to no table, meter, pit, house or drill")
        for stream, events in found.items():
            if stream.startswith(TABLE):
                table = self._table(stream.removeprefix(TABLE))
                for name, event in table.follow(events, self._meters_of(table)):
                    place = table.streams[name]
                    if isinstance(event, Contributed):
                        place = escrow_stream(place, stream.removeprefix(TABLE))
                    due.setdefault(place, []).append(event)
                salts, seals = (found.get(kind + stream.removeprefix(TABLE), []) for kind in (SALT, ROUND))
                table.check_seals(salts, seals, events[-1])
        self._adopted(found, due)
        elsewhere = self._apart is not None and not any(stream.startswith(TABLE) for stream in found)
        # A table's contributions come before the events of the meter that has folded them in.
        for stream, events in sorted(found.items(), key=lambda one: not is_escrow(one[0])):
            if not stream.startswith(METER):
                self.derived[stream] += len(events)
            elif elsewhere:
                self._take_in(stream, events)
            else:
                self._compare(stream, events, due.pop(stream, []))
                self.derived[stream] += len(events)
        for stream in due:
            first = next(iter(found.values()))[0]
            does_not_hold(first, f"the meter {stream.removeprefix(METER)} did not follow")

    def _house(self, events: Sequence[StoredEvent]) -> None:
        """The house names its first key, and each key names the next."""
        for stored in events:
            with _naming(stored):
                self.house = follow_house(self.house, stored)

    def _meter(self, stream: str) -> Meter:
        return self.meters.setdefault(stream, Meter())

    def _table(self, name: str) -> TableAudit:
        found = self.tables.get(name)
        if found is None:
            found = self.tables[name] = TableAudit(self.library, self.kept, self.seeds())
        return found

    def _meters_of(self, table: TableAudit) -> dict[str, Meter]:
        return {name: self._meter(stream) for name, stream in table.streams.items()}

    def _pit(
        self,
        name: str,
        events: Sequence[StoredEvent],
        found: Mapping[str, Sequence[StoredEvent]],
        due: dict[str, list[MeterEvent]],
    ) -> None:
        """What the pit says about a table: which meters it moves, and how it is run."""
        named = [one for one in found.get(TABLE + name, ()) if one.sealed.type in ("table_opened", "rules_adopted")]
        for stored in events:
            with _naming(stored):
                event = read_pit_event(stored)
                if event.table != name:
                    does_not_hold(stored, f"it is about another table, {event.table}")
                if isinstance(event, MetersLinked):
                    self._link(stored, event, named, due)
                else:
                    self._arrangement(stored, event, named)

    def _link(
        self,
        stored: StoredEvent,
        link: MetersLinked,
        named: Sequence[StoredEvent],
        due: dict[str, list[MeterEvent]],
    ) -> None:
        """A table moves other meters from now on; when it is opened, new meters begin by its terms."""
        rules = self.library[str(named[-1].event.data["rules"])]
        if link.meters.keys() != rules.meters.keys():
            does_not_hold(stored, "it links other meters than those of the table's rules")
        self._table(link.table).streams = dict(link.meters)
        if named[-1].event.type == "table_opened":
            for meter, stream in link.meters.items():
                for event in join(self._meter(stream), meter, link.table, rules):
                    due.setdefault(stream, []).append(event)

    def _adopted(self, found: Mapping[str, Sequence[StoredEvent]], due: dict[str, list[MeterEvent]]) -> None:
        """Tables adopted rules, perhaps with other terms for their meters: then all open tables on those meters did."""
        adopted = {
            stream.removeprefix(TABLE): stored
            for stream, events in found.items()
            if stream.startswith(TABLE)
            for stored in events
            if stored.sealed.type == "rules_adopted"
        }
        for name, stored in adopted.items():
            table, by = self._table(name), stored.event.actor.partition(":")[2]
            rules = self.library[str(stored.event.data["rules"])]
            if rules.meters.keys() != table.streams.keys():
                does_not_hold(stored, "it moves other meters than those of its rules")
            try:
                for meter, stream in table.streams.items():
                    others = self._open_tables(stream) - adopted.keys()
                    adoption = Adoption(by, stored.event.reason, others)
                    for event in join(self._meter(stream), meter, name, rules, adoption):
                        due.setdefault(stream, []).append(event)
            except PitbookError as error:
                does_not_hold(stored, str(error))
        for name, stored in adopted.items():
            try:
                same_terms(the_rules(self._table(name).state), self._meters_of(self._table(name)))
            except RefusedError as error:
                does_not_hold(stored, str(error))

    def _open_tables(self, stream: str) -> set[str]:
        """The open tables that move the meter of this stream; those that are not followed here count as open."""
        others = self._meter(stream).tables - self.tables.keys() if self._apart is not None else ()
        return {*others} | {
            name
            for name, table in self.tables.items()
            if table.state.status == TableStatus.OPEN and stream in table.streams.values()
        }

    def _arrangement(self, stored: StoredEvent, event: Arranged, named: Sequence[StoredEvent]) -> None:
        """A floorperson arranges how a table is run, when that may be changed."""
        state = self._table(event.table).state
        if not stored.event.actor.startswith("floorperson:"):
            does_not_hold(stored, f"only a floorperson arranges a table, not {stored.event.actor}")
        source = state.source or str(named[0].event.data["source"] if named else "")
        if state.status == TableStatus.NEW and not named:
            does_not_hold(stored, "there is no such table")
        before = self.arrangements.get(event.table, TableSettings())
        for problem in may_arrange(state, source, before, event.arrangement):
            does_not_hold(stored, f"the rules do not allow it here: {problem}")
        self.arrangements[event.table] = event.arrangement

    def _compare(self, stream: str, stored: Sequence[StoredEvent], due: Sequence[MeterEvent]) -> None:
        """The events of a meter or an escrow must be those that the tables led to, or the release of its overflow."""
        meter = self._meter(meter_of(stream)[0])
        if not due:
            due = _by_hand(meter, stored)
            for event in due:
                metering.evolve(meter, event)
                self.kept.check(meter, stream, stored[-1])
        for number, one in enumerate(stored):
            with _naming(one):
                event = read_meter_event(one)
                if number >= len(due):
                    does_not_hold(one, f"nothing caused it: {event.to_data()}")
                if event != due[number]:
                    says, should = event.to_data(), due[number].to_data()
                    does_not_hold(one, f"it says {says}, and {due[number].type} {should} is what followed")
        if len(stored) < len(due):
            does_not_hold(stored[-1], f"{due[len(stored)].type} should follow")
        if not meter.balanced:
            does_not_hold(stored[-1], "contributions + seeds - returned is not displayed + overflow + paid")

    def _take_in(self, stream: str, stored: Sequence[StoredEvent]) -> None:
        """Accept what others did to a meter as recorded; the part that owns the meter derives releases of overflow."""
        name, table = meter_of(stream)
        meter = self._meter(name)
        if self._apart and stream in self._apart and stored[-1].event.type == OverflowReleased.type:
            self._compare(stream, stored, [])
            self.derived[stream] += len(stored)
            return
        for one in stored:
            with _naming(one):
                metering.evolve(meter, read_meter_event(one))
                self.kept.check(meter.escrow(table) if table else meter, stream, one)


@contextmanager
def _naming(stored: StoredEvent) -> Iterator[None]:
    """An event that can't be followed does not hold."""
    try:
        yield
    except DoesNotHoldError:
        raise
    except (*DAMAGE, PitbookError) as error:
        does_not_hold(stored, str(error))


def _drill(events: Sequence[StoredEvent]) -> None:
    """Drill answers have the right form, in the stream of whoever gave them; nothing depends on their values."""
    for stored in events:
        with _naming(stored):
            read_drill_event(stored)


def _by_hand(meter: Meter, stored: Sequence[StoredEvent]) -> Sequence[MeterEvent]:
    """What a floorperson may do to a meter, decided again."""
    last = stored[-1]
    if last.event.type != OverflowReleased.type:
        does_not_hold(stored[0], f"no table caused {stored[0].event.type}")
    role = last.event.actor.partition(":")[0]
    if role != ActorRole.FLOORPERSON:
        does_not_hold(last, f"only a floorperson changes a meter, not {last.event.actor}")
    try:
        return metering.release_overflow(meter)
    except PitbookError as error:
        does_not_hold(last, str(error))
