"""The audit: recomputes everything in the record, and names the first thing that is wrong.

It checks the chain and recomputes the events in one pass over the commits; or it checks the chain first, and then
recomputes the events in several parts at a time.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pitbook.audit.commits import CommitAudit
from pitbook.audit.damage import DAMAGE
from pitbook.audit.parts import Done, PartTask, audit_part, joined, parts_of
from pitbook.audit.seeds import keys_for_audit
from pitbook.audit.survey import Survey
from pitbook.audit.tables import does_not_hold
from pitbook.ledger import Store, StoredEvent, TreeHead
from pitbook.ledger.chain import SealedCommit, Watch
from pitbook.pit.checkpoints import (
    Protection,
    StoredCheckpoint,
    check_all,
    judged_by,
    last_protecting,
    protection_of,
    read_checkpoints,
)
from pitbook.pit.house import HOUSE
from pitbook.pit.record import Record
from pitbook.problems import MalformedError, Problem
from pitbook.progress import Progress
from pitbook.spread import Parallel
from pitbook.table.context import Vault

_COMMITS_PER_REPORT = 100
"""Progress is reported once every so many commits."""
_BATCH = 50
"""How many commits are derived in a row: switching between the chain and the rules at each commit is slower."""
_SHARE_OF_CHAIN = 0.1
"""The approximate share of the chain check in the whole work."""


@dataclass(frozen=True, slots=True)
class AuditReport:
    """What an audit has checked, the first thing that is wrong, if any, and notices."""

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
    """How far the record is signed, and cosigned by the named witnesses; None if something does not hold."""
    uncovered: int
    """How many commits were stored but had no place in the order yet when the audit began. Of these it checks only that
    they continue their streams."""
    unchecked: StoredCheckpoint | None
    """If no witness was named: the last checkpoint that the file itself says is cosigned, by any keys."""

    @property
    def holds(self) -> bool:
        """Whether everything holds."""
        return not self.problems


def audit(
    store: Store,
    head: TreeHead | None = None,
    progress: Progress | None = None,
    keys: Vault | None = None,
    witnesses: Sequence[str] = (),
    k: int = 0,
    spread: Parallel | None = None,
    folder: Path | None = None,
) -> AuditReport:
    """Recompute everything in a ledger; `head` is a tree head that the caller knows from elsewhere.

    With the keys of the house, by default those beside the record, the audit also checks what is still sealed. A
    checkpoint protects the record only if k of these witnesses have cosigned it: anybody can write other names into the
    file.

    With `spread` the record is audited in parts, and `folder` keeps their progress. The report is the same.
    """
    kept: list[StoredCheckpoint] = []
    trusted: list[StoredCheckpoint] = []
    uncovered, survey, done = 0, None, Done()
    keys = keys or keys_for_audit(store)
    try:
        if isinstance(store, Record):
            kept = read_checkpoints(store.path)  # Before the head, which moves while somebody writes.
        last, uncovered = store.tree_head(), store.size()
        uncovered -= last.size
        shares = _TwoParts(progress)
        survey = Survey(last.size, {one.checkpoint.size for one in kept}, shares.watch(last.size, 0))
        in_order = _InOrder(store, keys, last.size, shares.watch(last.size, 1))
        if spread is None or not isinstance(store, Record):
            problems = tuple(store.verify_chain(head, _both(survey.note, in_order.follow)))
        else:
            problems = tuple(store.verify_chain(head, survey.note))
            in_parts = None if problems else _in_parts(store, survey, shares, spread, folder)
            if in_parts:
                done = in_parts
            elif not problems:
                problems = tuple(store.verify_chain(head, in_order.follow))
        if not problems and not done.commits:
            done = in_order.done
            in_order.check()
        if not problems and isinstance(store, Record):
            check_all(kept, survey.trees, store.house, store.path)
            trusted = judged_by(kept, witnesses, k)
            if witnesses:
                check_all(trusted, survey.trees, store.house, store.path)
            problems = store.key_problems()
    except MalformedError as error:
        last, problems = store.tree_head(), error.problems
    return AuditReport(
        last,
        done.commits,
        done.events,
        done.tables,
        done.rounds,
        done.void,
        done.meters,
        problems,
        (*(survey.clock.notices(done.commits) if survey else ()), *map(_unopened, done.unopened)),
        protection_of(store, trusted) if isinstance(store, Record) and not problems else None,
        uncovered,
        None if problems or witnesses else last_protecting(kept),
    )


class _TwoParts:
    """Combines the progress of the chain check and of the events."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._done = [0.0, 0.0]

    def tell(self, which: int, done: float) -> None:
        """Report how much of the chain (0) or of the events (1) is done."""
        self._done[which] = done
        if self._progress:
            self._progress(_SHARE_OF_CHAIN * self._done[0] + (1 - _SHARE_OF_CHAIN) * self._done[1])

    def watch(self, commits: int, which: int) -> Callable[[int], None]:
        """A function to call with the number of each commit; it reports now and then."""

        def watch(number: int) -> None:
            if not number % _COMMITS_PER_REPORT:
                self.tell(which, min(1, number / commits))

        return watch


def _unopened(round_id: str) -> Problem:
    message = f"round {round_id} is not over, and its seed is sealed: its deck can be checked afterwards"
    return Problem(f"{message}, or with the key of the house", round_id)


def _both(first: Watch, second: Watch) -> Watch:
    def watch(commit: SealedCommit) -> None:
        first(commit)
        second(commit)

    return watch


class _InOrder:
    """Recomputes the commits in order, as the pass along the chain hands them over.

    It stops at the first thing that is wrong, but raises it only in `check`: the audit names a broken chain first.
    """

    def __init__(self, store: Store, keys: Vault | None, last: int, watch: Callable[[int], None]) -> None:
        self._store, self._keys, self._last, self._watch = store, keys, last, watch
        self._begin()

    def _begin(self) -> None:
        self._audit = CommitAudit(self._store, self._keys)
        self._commits = self._events = 0
        self._error: Exception | None = None
        self._waiting: list[SealedCommit] = []

    def follow(self, commit: SealedCommit) -> None:
        """Take the next commit, or the first one again if the walk starts over."""
        if commit.number > self._last:
            return
        if commit.number == 1:
            self._begin()
        if self._error is None:
            self._waiting.append(commit)
        if len(self._waiting) == _BATCH or commit.number == self._last:
            self._follow_all()

    def _follow_all(self) -> None:
        try:
            for commit in self._waiting:
                self._follow(commit)
        except Exception as error:  # `check` raises it.
            self._error = error
        self._waiting.clear()

    def _follow(self, commit: SealedCommit) -> None:
        events = commit.open(self._store.upcasters).events
        if isinstance(self._store, Record) and commit.number == 1 and events[0].stream != HOUSE:
            does_not_hold(events[0], "a record begins with its house and the key of the house")
        found: dict[str, list[StoredEvent]] = {}
        at = 0
        for part in commit.parts:
            found.setdefault(part.stream, []).extend(events[at : at + part.size])
            at += part.size
        self._audit.follow(found)
        self._commits += 1
        self._events += len(events)
        self._watch(self._commits)

    def check(self) -> None:
        """Raise the first thing that did not hold, or that the walk ended before the last commit."""
        if self._error is not None:
            raise self._error
        if self._commits < self._last:
            message = f"{self._commits} commits were derived, and the record had {self._last} when the audit began"
            raise MalformedError(Problem(message, str(self._last)))

    @property
    def done(self) -> Done:
        """What has been derived so far."""
        audit = self._audit
        counts = (self._commits, self._events, len(audit.tables), audit.rounds, audit.void, len(audit.meters))
        return Done(*counts, [*audit.unopened.values()])


def _in_parts(store: Record, survey: Survey, shares: _TwoParts, spread: Parallel, folder: Path | None) -> Done | None:
    """Derive the events in parts; None if something does not hold, so that the walk in order can name it."""
    if survey.first != HOUSE:
        return None
    try:
        parts = parts_of(store, survey)
    except (*DAMAGE, MalformedError):
        return None
    told, events = [0.0] * len(parts), sum(part.events for part in parts)

    def tell(place: int, done: float) -> None:
        told[place] = done
        shares.tell(1, sum(share * part.events for share, part in zip(told, parts, strict=True)) / max(1, events))

    place = store.place.absolute() if isinstance(store.place, Path) else store.place
    terms = (place, store.key_path.absolute(), keys_for_audit(store) is not None, folder)
    return joined(spread(audit_part, [PartTask(part, *terms) for part in parts], tell), survey)
