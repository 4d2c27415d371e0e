"""The audit: everything that the record says is derived again, and the first thing that does not hold is named.

The chain first; then, commit by commit, each event of each table is decided again (cards from the seed, the order
of dealing, wagers against stacks and limits, every settlement line under the round's own rules), and each meter must
have moved exactly as these events say, in the same commit. Answers in the drill, on which nothing rests, are only
checked for their form.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pitbook import meters as metering
from pitbook.audit.clock import Clock
from pitbook.audit.damage import DAMAGE
from pitbook.audit.seeds import RecordedSeeds, keys_for_audit
from pitbook.audit.tables import DoesNotHoldError, KeptStates, TableAudit, does_not_hold
from pitbook.ledger import Store, StoredCommit, StoredEvent, TreeHead
from pitbook.ledger.tree import Tree
from pitbook.meters import Meter, MeterEvent
from pitbook.meters.events import OverflowReleased
from pitbook.pit.checkpoints import (
    Kept,
    Protection,
    check_all,
    last_protecting,
    protection_of,
    read_checkpoints,
    trusting,
)
from pitbook.pit.drills import DRILL, read_drill_event
from pitbook.pit.house import HOUSE, HouseIdentity, follow
from pitbook.pit.library import Library
from pitbook.pit.record import Record
from pitbook.pit.records import METER, PIT, TABLE, MetersLinked, read_meter_event, read_pit_event
from pitbook.pit.seals import ROUND, SALT
from pitbook.pit.table_settings import Arranged, TableSettings, may_arrange
from pitbook.pit.terms import Adoption, join, same_terms
from pitbook.problems import MalformedError, PitbookError, Problem, RefusedError
from pitbook.rulebooks.steps import ActorRole
from pitbook.table.context import Vault
from pitbook.table.kinds import TableStatus
from pitbook.table.state import the_rules

Progress = Callable[[float], None]
EVERY = 100
"""Progress is reported once in so many commits."""
_CHAIN = 0.1
"""About how much of the work the check of the chain is."""


@dataclass(frozen=True, slots=True)
class AuditReport:
    """What an audit went through, the first thing that does not hold, if anything, and what else is worth a look."""

    head: TreeHead
    commits: int
    events: int
    tables: int
    rounds: int
    void: int
    meters: int
    problems: tuple[Problem, ...]
    notices: tuple[Problem, ...]
    protection: Protection | None
    """How far the record of a house is signed, and cosigned by the witnesses that were named, where all holds."""
    uncovered: int
    """Commits that were stored and not yet in the order when the audit began: it says nothing of them but that they
    continue their streams."""
    unchecked: Kept | None
    """Where no witness was named, the last checkpoint that the file itself says is cosigned, by whatever keys."""

    @property
    def holds(self) -> bool:
        """Whether everything does."""
        return not self.problems


def audit(
    store: Store,
    head: TreeHead | None = None,
    progress: Progress | None = None,
    keys: Vault | None = None,
    witnesses: Sequence[str] = (),
    k: int = 0,
) -> AuditReport:
    """Derive everything in a ledger again; `head` is one that was noted elsewhere.

    With the keys of the house, by default those beside the record, what is still sealed is checked too. Only
    checkpoints that k of these witnesses have cosigned, by their keys, protect: anybody can write names into the file.
    """
    auditor = _Auditor(store, keys or keys_for_audit(store))
    kept: list[Kept] = []
    trusted: list[Kept] = []
    uncovered = 0
    try:
        if isinstance(store, Record):
            kept = read_checkpoints(store.path)  # Before the head, which moves while somebody writes.
        last, uncovered = store.tree_head(), store.size()
        uncovered -= last.size
        problems = tuple(store.verify_chain(head, _watch(progress, last.size, 0, _CHAIN)))
        if not problems:
            sizes = {one.checkpoint.size for one in kept}
            auditor.run(last.size, sizes, _watch(progress, last.size, _CHAIN, 1))
            if isinstance(store, Record):
                check_all(kept, auditor.trees, store.house, store.path)
                trusted = trusting(kept, witnesses, k)
                if witnesses:
                    check_all(trusted, auditor.trees, store.house, store.path)
                problems = store.key_problems()
    except MalformedError as error:
        last, problems = store.tree_head(), error.problems
    return AuditReport(
        last,
        auditor.commits,
        auditor.events,
        len(auditor.tables),
        sum(table.state.rounds for table in auditor.tables.values()),
        sum(table.void for table in auditor.tables.values()),
        len(auditor.meters),
        problems,
        (*auditor.clock.notices, *auditor.unopened()),
        protection_of(store, trusted) if isinstance(store, Record) and not problems else None,
        uncovered,
        None if problems or witnesses else last_protecting(kept),
    )


def _watch(progress: Progress | None, commits: int, begin: float, end: float) -> Callable[[int], None]:
    """For a part of the work that goes from commit to commit: tells now and then how much of the whole is done."""

    def tell(number: int) -> None:
        if progress and not number % EVERY:
            progress(begin + (end - begin) * min(1, number / commits))

    return tell


class _Auditor:
    def __init__(self, store: Store, keys: Vault | None) -> None:
        self.store = store
        self.keys = keys
        self.library = Library(store)
        self.kept = KeptStates(store)
        self.tables: dict[str, TableAudit] = {}
        self.meters: dict[str, Meter] = {}
        self.arrangements: dict[str, TableSettings] = {}
        self.house: HouseIdentity | None = None
        self.trees: dict[int, Tree] = {}
        self.clock = Clock()
        self.commits = self.events = 0

    def run(self, last: int, sizes: Collection[int], watch: Callable[[int], None]) -> None:
        """Every commit in its order; the tree is noted at these sizes."""
        tree = Tree()
        for commit in self.store.read_all():
            if commit.receipt.number > last:
                return
            if isinstance(self.store, Record) and commit.receipt.number == 1 and commit.events[0].stream != HOUSE:
                does_not_hold(commit.events[0], "a record begins with its house and the key of the house")
            self._commit(commit)
            tree = tree.grown([commit.receipt.hash])
            if tree.size in sizes or tree.size == last:
                self.trees[tree.size] = tree
            self.clock.follow(commit)
            self.commits += 1
            self.events += len(commit.events)
            watch(self.commits)

    def unopened(self) -> Iterator[Problem]:
        """Rounds in progress whose decks could not be checked."""
        for table in self.tables.values():
            if table.state.round is not None and table.state.round.id == table.unopened:
                message = (
                    f"round {table.unopened} is not over, and its seed is sealed: its deck can be checked afterwards"
                )
                yield Problem(f"{message}, or with the key of the house", table.unopened)

    def _commit(self, commit: StoredCommit) -> None:
        """Links and arrangements first, then what tables did, then whether the meters followed."""
        found: dict[str, list[StoredEvent]] = {}
        for stored in commit.events:
            found.setdefault(stored.stream, []).append(stored)
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
                    due.setdefault(table.streams[name], []).append(event)
                salts, seals = (found.get(kind + stream.removeprefix(TABLE), []) for kind in (SALT, ROUND))
                table.check_seals(salts, seals, events[-1])
        self._adopted(found, due)
        for stream, events in found.items():
            if stream.startswith(METER):
                self._compare(stream, events, due.pop(stream, []))
        for stream in due:
            does_not_hold(commit.events[0], f"the meter {stream.removeprefix(METER)} did not follow")

    def _house(self, events: Sequence[StoredEvent]) -> None:
        """The house names its first key, and each key names the next."""
        for stored in events:
            try:
                self.house = follow(self.house, stored)
            except (*DAMAGE, PitbookError) as error:
                does_not_hold(stored, str(error))

    def _meter(self, stream: str) -> Meter:
        return self.meters.setdefault(stream, Meter())

    def _table(self, name: str) -> TableAudit:
        found = self.tables.get(name)
        if found is None:
            found = self.tables[name] = TableAudit(self.library, self.kept, RecordedSeeds(self.store, self.keys))
        return found

    def _meters_of(self, table: TableAudit) -> dict[str, Meter]:
        return {name: self._meter(stream) for name, stream in table.streams.items()}

    def _pit(
        self,
        name: str,
        events: Sequence[StoredEvent],
        found: dict[str, list[StoredEvent]],
        due: dict[str, list[MeterEvent]],
    ) -> None:
        """What the pit says of a table: which meters it moves, and how it is run."""
        named = [one for one in found.get(TABLE + name, ()) if one.event.type in ("table_opened", "rules_adopted")]
        for stored in events:
            try:
                event = read_pit_event(stored)
                if event.table != name:
                    does_not_hold(stored, f"it is about another table, {event.table}")
                if isinstance(event, MetersLinked):
                    self._link(stored, event, named, due)
                else:
                    self._arrangement(stored, event, named)
            except DoesNotHoldError:
                raise
            except (*DAMAGE, PitbookError) as error:
                does_not_hold(stored, str(error))

    def _link(
        self,
        stored: StoredEvent,
        link: MetersLinked,
        named: Sequence[StoredEvent],
        due: dict[str, list[MeterEvent]],
    ) -> None:
        """A table moves other meters from now on; when it is opened, those that are new begin by its terms."""
        rules = self.library[str(named[-1].event.data["rules"])]
        if link.meters.keys() != rules.meters.keys():
            does_not_hold(stored, "it links other meters than those of the table's rules")
        self._table(link.table).streams = dict(link.meters)
        if named[-1].event.type == "table_opened":
            for meter, stream in link.meters.items():
                for event in join(self._meter(stream), meter, link.table, rules):
                    due.setdefault(stream, []).append(event)

    def _adopted(self, found: Mapping[str, Sequence[StoredEvent]], due: dict[str, list[MeterEvent]]) -> None:
        """Tables adopted rules, and with them perhaps other terms of their meters: all open tables on those did."""
        adopted = {
            stream.removeprefix(TABLE): stored
            for stream, events in found.items()
            if stream.startswith(TABLE)
            for stored in events
            if stored.event.type == "rules_adopted"
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
        """The open tables that move the meter of this stream."""
        return {
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
        """A meter's events are those that the tables led to, or the release of its overflow."""
        meter = self._meter(stream)
        for number, one in enumerate(stored):
            try:
                event = read_meter_event(one)
                if number < len(due):
                    if event != due[number]:
                        says, should = event.to_data(), due[number].to_data()
                        does_not_hold(one, f"it says {says}, and {due[number].type} {should} is what followed")
                elif (event,) != _by_hand(meter, event, one):
                    does_not_hold(one, f"nothing caused it: {event.to_data()}")
                else:
                    metering.evolve(meter, event)
                    self.kept.check(meter, stream, one)
            except DoesNotHoldError:
                raise
            except (*DAMAGE, PitbookError) as error:
                does_not_hold(one, str(error))
        if len(stored) < len(due):
            does_not_hold(stored[-1], f"{due[len(stored)].type} should follow")
        if not meter.balanced:
            does_not_hold(stored[-1], "contributions + seeds - returned is not displayed + overflow + paid")


def _drill(events: Sequence[StoredEvent]) -> None:
    """Answers in the drill are of their form, and in the stream of whoever gave them; nothing rests on their values."""
    for stored in events:
        try:
            read_drill_event(stored)
        except (*DAMAGE, PitbookError) as error:
            does_not_hold(stored, str(error))


def _by_hand(meter: Meter, event: MeterEvent, stored: StoredEvent) -> tuple[Any, ...]:
    """What a floorperson may do to a meter, decided again."""
    if not isinstance(event, OverflowReleased):
        raise MalformedError(Problem(f"no table caused {event.type}", event.type))
    role = stored.event.actor.partition(":")[0]
    if role != ActorRole.FLOORPERSON:
        raise MalformedError(Problem(f"only a floorperson changes a meter, not {stored.event.actor}", role))
    return metering.release_overflow(meter)
