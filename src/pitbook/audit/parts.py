"""The audit in independent parts: several tables each, with the meters that they move.

A part recomputes everything that its own tables did, and the effects on their meters. What other tables did to those
meters it accepts as recorded, because another part recomputes that. If all parts are correct, and together have
recomputed every event of the record, the whole record is correct. If any part is wrong, the audit goes through all
commits in order, because only that shows what is wrong first. So a part only has to say whether it is correct.

An interrupted part resumes from its saved progress if the code and the part are the same, and if the record is still
the same, line for line and snapshot for snapshot. It saves only between rounds: a deck in play may have been checked
against a seed that comes later.
"""

import hashlib
import os
import pickle
import time
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from fractions import Fraction
from heapq import heapify, heappop, heappush
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any, Final

from pitbook.audit.commits import CommitAudit
from pitbook.audit.damage import DAMAGE
from pitbook.audit.seeds import RecordedSeeds, keys_for_audit
from pitbook.audit.survey import Survey
from pitbook.audit.tables import KeptStates
from pitbook.ledger import Place, Store, StoredEvent
from pitbook.pit import open_record
from pitbook.pit.drills import DRILL
from pitbook.pit.house import HOUSE
from pitbook.pit.library import Library
from pitbook.pit.records import METER, PIT, TABLE, MetersLinked, is_escrow, meter_of, read_pit_event
from pitbook.pit.seals import ROUND, SALT
from pitbook.problems import MalformedError, PitbookError, Problem, RefusedError
from pitbook.progress import Progress
from pitbook.spread import code
from pitbook.submission import HouseRules
from pitbook.table.context import Vault

EVENTS: Final = 100_000
"""The least number of events in a part, some 2,000 rounds of a full table, unless there are fewer."""
SECONDS: Final = 30.0
"""The seconds between two saves of a part."""
_LINES: Final = 5_000
"""How many lines are compared at a time."""
_OFTEN: Final = 20
"""Commits between two reports."""


@dataclass(frozen=True)
class AuditPart:
    """Streams of a record that are audited together."""

    last: int
    """The last commit that is audited."""
    streams: tuple[str, ...]
    meters: tuple[str, ...]
    """The streams of all meters that the tables move, or moved, and of all escrows of these."""
    owned: tuple[str, ...]
    """Those for which no other part is responsible."""
    events: int


@dataclass(frozen=True)
class PartTask:
    """A part of a record to audit, for any process that can open the record."""

    part: AuditPart
    place: Place
    key: Path
    keyed: bool
    """Whether the keys of the house are there to open what is sealed."""
    folder: Path | None
    """Where to save its progress, if anywhere."""

    @property
    def saved(self) -> Path | None:
        """The file to save to: it belongs to this code and this part."""
        part = self.part
        terms = [code(), self.keyed, part.streams, part.meters, part.owned]
        name = hashlib.sha256(repr(terms).encode()).hexdigest()[:32]
        return None if self.folder is None else self.folder / f"{name}.part"


@dataclass(frozen=True)
class PartResult:
    """The result of a part."""

    holds: bool
    derived: Mapping[str, int] = field(default_factory=dict)
    """How many events were derived again, by stream."""
    rounds: int = 0
    void: int = 0
    unopened: Mapping[str, str] = field(default_factory=dict)
    """By table, the rounds in progress whose decks could not be checked."""


@dataclass(frozen=True)
class Done:
    """What an audit went through."""

    commits: int = 0
    events: int = 0
    tables: int = 0
    rounds: int = 0
    void: int = 0
    meters: int = 0
    unopened: Sequence[str] = ()
    """Rounds in progress whose decks could not be checked, by the order of their tables."""


def parts_of(store: Store, survey: Survey, least: int = EVENTS) -> list[AuditPart]:
    """The parts of a record, the largest first; tables that have events in one commit are in one part."""
    groups: list[list[str]] = [[]]
    for group in _inseparable(survey):
        if sum(survey.events[table] for table in groups[-1]) >= least:
            groups.append([])
        groups[-1] += group
    owned: set[str] = set()
    parts: list[AuditPart] = []
    for group in groups:
        names = [table.removeprefix(TABLE) for table in group]
        streams = [kind + name for name in names for kind in (TABLE, PIT, ROUND, SALT)]
        streams += () if parts else (one for one in survey.events if one == HOUSE or one.startswith(DRILL))
        moved = {meter for name in names for meter in _meters(store, name)}
        meters = sorted({*moved, *(one for one in survey.events if is_escrow(one) and meter_of(one)[0] in moved)})
        new = [meter for meter in meters if meter not in owned]
        owned |= {*new}
        events = sum(survey.events[stream] for stream in (*streams, *meters))
        parts.append(AuditPart(survey.last, tuple(streams), tuple(meters), tuple(new), events))
    return sorted(parts, key=lambda part: -part.events)


def _meters(store: Store, table: str) -> Iterator[str]:
    """The streams of the meters that a table moves, or moved."""
    for event in map(read_pit_event, store.read(PIT + table)):
        if isinstance(event, MetersLinked):
            yield from event.meters.values()


def _inseparable(survey: Survey) -> Iterator[list[str]]:
    """The streams of tables that have to stay together, in the order in which they begin."""
    groups: dict[str, list[str]] = {stream: [stream] for stream in survey.events if stream.startswith(TABLE)}
    for together in survey.together:
        first, *others = sorted(together)
        for other in others:
            if groups[other] is not groups[first]:
                groups[first] += groups[other]
                groups |= dict.fromkeys(groups[other], groups[first])
    for stream, group in groups.items():
        if stream == group[0]:
            yield group


def joined(results: Sequence[PartResult], survey: Survey) -> Done | None:
    """What the parts went through; None unless each holds and together they derived every event in the chain."""
    derived = sum((Counter(result.derived) for result in results), Counter[str]())
    if not all(result.holds for result in results) or derived != survey.events:
        return None
    tables = [stream.removeprefix(TABLE) for stream in survey.events if stream.startswith(TABLE)]
    meters = sum(stream.startswith(METER) and not is_escrow(stream) for stream in survey.events)
    rounds, void = sum(result.rounds for result in results), sum(result.void for result in results)
    unopened = {table: found for result in results for table, found in result.unopened.items()}
    open_rounds = [unopened[table] for table in tables if table in unopened]
    return Done(survey.last, derived.total(), len(tables), rounds, void, meters, open_rounds)


def audit_part(task: PartTask, tell: Progress) -> PartResult:
    """Derive a part of a record again, in any process that can read the record."""
    with closing(open_record(task.place, key=task.key, read_only=True)) as store:
        keys = keys_for_audit(store)
        if (keys is not None) != task.keyed:
            message = f"{task.key} can't be read on every machine: all processes of an audit need it, or none"
            raise RefusedError(Problem(message, str(task.key)))
        return follow_part(store, task.part, keys, task.saved, tell)


def follow_part(
    store: Store, part: AuditPart, keys: Vault | None, saved: Path | None = None, tell: Progress = lambda _: None
) -> PartResult:
    """Derive a part of a record again, from its saved progress if there is any."""
    try:
        return _Follower(store, part, keys, saved).run(tell)
    except (*DAMAGE, MalformedError):
        return PartResult(holds=False)


class _Upcoming:
    """The events of a stream, taken commit by commit; later events can be looked at in advance."""

    def __init__(self, store: Store, stream: str, after: int, last: int) -> None:
        self._events = store.read(stream, after)
        self._last = last
        self._next: deque[StoredEvent] = deque(islice(self._events, 1))
        self.version = after
        self.digest = hashlib.sha256()

    @property
    def commit(self) -> int | None:
        """The number of the stream's next commit, if it is to be audited."""
        number = self._next[0].commit if self._next else 0
        return number if 0 < number <= self._last else None

    def take(self, number: int) -> list[StoredEvent]:
        """The events of this commit."""
        taken = []
        while self._next and self._next[0].commit == number:
            one = self._next.popleft()
            taken.append(one)
            self.digest.update(one.line() + b"\n")
            if not self._next:
                self._next.extend(islice(self._events, 1))
        self.version += len(taken)
        return taken

    def ahead(self) -> Iterator[StoredEvent]:
        """The events that follow."""
        yield from list(self._next)
        for one in self._events:
            self._next.append(one)
            yield one


class _Follower:
    """Follows the streams of a part."""

    def __init__(self, store: Store, part: AuditPart, keys: Vault | None, saved: Path | None) -> None:
        self._store, self._part, self._saved = store, part, saved
        self._audit = CommitAudit(store, keys, lambda at: self._upcoming[at.stream].ahead(), part.owned)
        self._upcoming: dict[str, _Upcoming] = {}

    def run(self, tell: Progress) -> PartResult:
        """Derive the whole part, or the rest of it."""
        audit, commits = self._audit, 0
        self._resume()
        for stream in (*self._part.streams, *self._part.meters):
            if stream not in self._upcoming:
                self._upcoming[stream] = _Upcoming(self._store, stream, 0, self._part.last)
        streams = [*self._upcoming.items()]
        followed = sum(one.version for _, one in streams)
        waiting = [(number, at) for at, (_, one) in enumerate(streams) if (number := one.commit)]
        heapify(waiting)
        saved = time.monotonic()
        while waiting:
            number, concerned = waiting[0][0], []
            while waiting and waiting[0][0] == number:
                concerned.append(heappop(waiting)[1])
            taken = {streams[at][0]: streams[at][1].take(number) for at in concerned}
            for at in concerned:
                if following := streams[at][1].commit:
                    heappush(waiting, (following, at))
            audit.follow(taken)
            commits, followed = commits + 1, followed + sum(map(len, taken.values()))
            if not commits % _OFTEN:
                tell(followed / max(1, self._part.events))
                if time.monotonic() - saved >= SECONDS:
                    self._save()
                    saved = time.monotonic()
        self._save()
        return PartResult(True, audit.derived, audit.rounds, audit.void, audit.unopened)

    def _save(self) -> None:
        """Save the progress; a folder that can't be written is no reason to stop."""
        path, tables = self._saved, self._audit.tables.values()
        if path is None or any(table.state.round and table.state.round.order is not None for table in tables):
            return
        audit = self._audit
        state = (audit.tables, audit.meters, audit.arrangements, audit.house, audit.derived)
        read = {stream: (one.version, one.digest.hexdigest()) for stream, one in self._upcoming.items()}
        written = BytesIO()
        _Pickler(written, pickle.HIGHEST_PROTOCOL).dump((read, audit.kept.checked, state))
        body = written.getvalue()
        scratch = path.with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            scratch.touch(mode=0o600)
            scratch.write_bytes(hashlib.sha256(body).digest() + body)
            scratch.replace(path)

    def _resume(self) -> None:
        """Resume from what was saved, if the record still says the same; otherwise start from the beginning."""
        path, audit = self._saved, self._audit
        try:
            content = path.read_bytes() if path else b""
            body = content[hashlib.sha256().digest_size :]
            if not body or hashlib.sha256(body).digest() + body != content:
                return
            read, checked, state = _Unpickler(BytesIO(body), audit).load()
        except (*DAMAGE, PitbookError, OSError, EOFError, pickle.UnpicklingError):
            return
        found = {stream: self._same(stream, *until) for stream, until in read.items()}
        if None in found.values() or not audit.kept.still(checked, {name: until[0] for name, until in read.items()}):
            return
        self._upcoming = {stream: one for stream, one in found.items() if one}
        audit.tables, audit.meters, audit.arrangements, audit.house, audit.derived = state

    def _same(self, stream: str, version: int, digest: str) -> _Upcoming | None:
        """The rest of a stream, if its lines up to this version are still the ones that were followed."""
        one = _Upcoming(self._store, stream, version, self._part.last)
        one.version = 0
        while one.version < version:
            lines = self._store.lines(stream, one.version, min(version, one.version + _LINES))
            if not lines:
                return None
            one.digest.update(b"".join(line + b"\n" for line in lines))
            one.version += len(lines)
        return one if one.digest.hexdigest() == digest else None


class _Pickler(pickle.Pickler):
    """Saves the progress of a part: house rules by their digest, and nothing that can be recomputed."""

    def persistent_id(self, obj: Any) -> tuple[str, str] | None:
        if isinstance(obj, HouseRules):
            return ("rules", obj.digest)
        kind = _MADE_ANEW.get(type(obj))
        return (kind, "") if kind else None


_MADE_ANEW: Final = {Library: "library", KeptStates: "kept", RecordedSeeds: "seeds"}
_PLAIN: Final = frozenset(
    (kind.__module__, kind.__name__) for kind in (datetime, timezone, timedelta, Fraction, deque, Counter)
)


class _Unpickler(pickle.Unpickler):
    """Loads the progress of a part; it creates only objects of the listed classes."""

    def __init__(self, file: BytesIO, audit: CommitAudit) -> None:
        super().__init__(file)
        self._audit = audit

    def persistent_load(self, pid: Any) -> Any:
        match pid:
            case ("rules", digest):
                return self._audit.library[digest]
            case ("library", _):
                return self._audit.library
            case ("kept", _):
                return self._audit.kept
            case ("seeds", _):
                return self._audit.seeds()
        raise pickle.UnpicklingError(f"{pid!r} is nothing that a part has")

    def find_class(self, module_name: str, global_name: str, /) -> Any:
        if module_name.startswith("pitbook.") or (module_name, global_name) in _PLAIN:
            found = super().find_class(module_name, global_name)
            if isinstance(found, type):
                return found
        raise pickle.UnpicklingError(f"{module_name}.{global_name} is nothing that a part has")
