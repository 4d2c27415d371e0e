"""The audit: everything that the record says is derived again, and the first thing that does not hold is named.

The chain first; then every event, commit by commit or in parts.
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
from pitbook.pit.checkpoints import (
    Kept,
    Protection,
    check_all,
    last_protecting,
    protection_of,
    read_checkpoints,
    trusting,
)
from pitbook.pit.house import HOUSE
from pitbook.pit.record import Record
from pitbook.problems import MalformedError, Problem
from pitbook.progress import Progress
from pitbook.spread import Parallel
from pitbook.table.context import Vault

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
    spread: Parallel | None = None,
    folder: Path | None = None,
) -> AuditReport:
    """Derive everything in a ledger again; `head` is one that was noted elsewhere.

    With the keys of the house, by default those beside the record, what is still sealed is checked too. Only
    checkpoints that k of these witnesses have cosigned, by their keys, protect: anybody can write names into the file.

    With `spread` a record is audited in parts, which are saved to the folder now and then: the report is the same.
    """
    kept: list[Kept] = []
    trusted: list[Kept] = []
    uncovered, survey, done = 0, None, None
    in_order = _InOrder(store, keys or keys_for_audit(store))
    try:
        if isinstance(store, Record):
            kept = read_checkpoints(store.path)  # Before the head, which moves while somebody writes.
        last, uncovered = store.tree_head(), store.size()
        uncovered -= last.size
        shares = _Shares(progress)
        survey = Survey(last.size, {one.checkpoint.size for one in kept}, shares.watch(last.size, 0))
        problems = tuple(store.verify_chain(head, survey.note))
        if not problems:
            done = _in_parts(store, survey, shares, spread, folder)
            if done is None:
                in_order.run(last.size, shares.watch(last.size, 1))
        if not problems and isinstance(store, Record):
            check_all(kept, survey.trees, store.house, store.path)
            trusted = trusting(kept, witnesses, k)
            if witnesses:
                check_all(trusted, survey.trees, store.house, store.path)
            problems = store.key_problems()
    except MalformedError as error:
        last, problems = store.tree_head(), error.problems
    done = done or in_order.done
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


class _Shares:
    """How much is done: of the chain, and of the events."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._done = [0.0, 0.0]

    def tell(self, which: int, done: float) -> None:
        """So much of the chain (0) or of the events (1) is done."""
        self._done[which] = done
        if self._progress:
            self._progress(_CHAIN * self._done[0] + (1 - _CHAIN) * self._done[1])

    def watch(self, commits: int, which: int) -> Callable[[int], None]:
        """For work that goes from commit to commit: tells now and then how much of it is done."""

        def watch(number: int) -> None:
            if not number % EVERY:
                self.tell(which, min(1, number / commits))

        return watch


def _unopened(round_id: str) -> Problem:
    message = f"round {round_id} is not over, and its seed is sealed: its deck can be checked afterwards"
    return Problem(f"{message}, or with the key of the house", round_id)


class _InOrder:
    """Goes through the commits in their order, up to the first thing that does not hold."""

    def __init__(self, store: Store, keys: Vault | None) -> None:
        self._store = store
        self._audit = CommitAudit(store, keys)
        self._commits = self._events = 0

    def run(self, last: int, watch: Callable[[int], None]) -> None:
        """Every commit up to the last."""
        for commit in self._store.read_all():
            if commit.receipt.number > last:
                return
            if isinstance(self._store, Record) and commit.receipt.number == 1 and commit.events[0].stream != HOUSE:
                does_not_hold(commit.events[0], "a record begins with its house and the key of the house")
            found: dict[str, list[StoredEvent]] = {}
            for stored in commit.events:
                found.setdefault(stored.stream, []).append(stored)
            self._audit.follow(found)
            self._commits += 1
            self._events += len(commit.events)
            watch(self._commits)

    @property
    def done(self) -> Done:
        """What was gone through so far."""
        audit = self._audit
        counts = (self._commits, self._events, len(audit.tables), audit.rounds, audit.void, len(audit.meters))
        return Done(*counts, [*audit.unopened.values()])


def _in_parts(
    store: Store, survey: Survey, shares: _Shares, spread: Parallel | None, folder: Path | None
) -> Done | None:
    """What was gone through in parts, if it is to be, and if all of it holds."""
    if spread is None or not isinstance(store, Record) or survey.first != HOUSE:
        return None
    try:
        parts = parts_of(store, survey)
    except (*DAMAGE, MalformedError):
        return None  # The commits in their order say what is wrong.
    told, events = [0.0] * len(parts), sum(part.events for part in parts)

    def tell(place: int, done: float) -> None:
        told[place] = done
        shares.tell(1, sum(share * part.events for share, part in zip(told, parts, strict=True)) / max(1, events))

    place = store.place.absolute() if isinstance(store.place, Path) else store.place
    terms = (place, store.key_path.absolute(), keys_for_audit(store) is not None, folder)
    return joined(spread(audit_part, [PartTask(part, *terms) for part in parts], tell), survey)
