"""The queue of decided commits: all that are queued are stored in one transaction.

They are queued in the order in which they were decided. A thread that needs one of them stored stores the whole queue,
and what is decided in the meantime forms the next group: a single commit waits for nobody. Later commits may depend on
earlier ones. So if one is not stored, no later commit that depends on one of its streams is stored either, and these
streams are *spoiled*: they have to be read again from the record before anything is decided on them.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final

from pitbook.ledger import Commit, Receipt, Snapshot, Store, Touch
from pitbook.problems import ConflictError, PitbookError, Problem, RefusedError, UnconfirmedError

MOST_UNNUMBERED: Final = 10_000
"""How many own commits without a number are remembered; a forgotten one is only read again."""


class Ticket:
    """A decided commit and its result; without a commit, an answer that depends on the commits before it."""

    __slots__ = ("_storing", "commit", "result", "snapshots", "streams")

    def __init__(
        self, storing: "Storing", commit: Commit | None, streams: frozenset[str], snapshots: Sequence[Snapshot]
    ) -> None:
        self._storing = storing
        self.commit = commit
        self.streams = streams
        """The streams that it appends to or depends on."""
        self.snapshots = snapshots
        """The snapshots to keep once the commit is stored."""
        self.result: Receipt | PitbookError | None = None

    @property
    def spoils(self) -> frozenset[str]:
        """The streams whose copy in memory is wrong if it is not stored."""
        return self.commit.streams if self.commit else frozenset()

    @property
    def failed(self) -> bool:
        """Whether it is known that it was not stored."""
        return isinstance(self.result, PitbookError) and not isinstance(self.result, UnconfirmedError)

    def receipt(self) -> Receipt:
        """Wait until everything up to this commit is durable; raise the reason if it is not stored."""
        if self.result is None:
            self._storing.store()
        if isinstance(self.result, Receipt):
            return self.result
        raise self.result or _unknown()


class Storing:
    """The queue of one pit. `store` never takes the pit's lock, so it is safe to call while holding it."""

    def __init__(self, store: Store) -> None:
        self.known = store.head().number
        """The last commit up to which everything in memory was read or stored by this pit."""
        self.disturbed = False
        """Whether somebody else has stored something since."""
        self._store = store
        self._turn = threading.RLock()
        """Held while a group is being stored."""
        self._mutex = threading.Lock()
        """Guards the fields below, and is never held for long."""
        self._waiting: list[Ticket] = []
        self._in_hand: list[Ticket] = []
        self._spoiled: set[str] = set()
        self._doubtful: set[str] = set()
        """Streams of commits that may or may not have been stored."""
        self._disturbed: list[Commit] = []
        """Commits that depended on something that has changed."""
        self._unnumbered: OrderedDict[str, None] = OrderedDict()
        """The digests of own commits that had no number yet when they were stored."""

    @property
    def busy(self) -> bool:
        """Whether anything is queued or being stored."""
        return bool(self._waiting or self._in_hand)

    def has_key(self, key: str) -> bool:
        """Whether a commit with this key is queued or being stored."""
        with self._mutex:
            tickets = (*self._in_hand, *self._waiting)
        return any(ticket.commit is not None and ticket.commit.key == key for ticket in tickets)

    def add(self, commit: Commit | None, streams: frozenset[str], snapshots: Sequence[Snapshot] = ()) -> Ticket:
        """Put a commit into the queue, behind all that was decided before it."""
        ticket = Ticket(self, commit, streams, snapshots)
        with self._mutex:
            if not self._fails(ticket, None):
                self._waiting.append(ticket)
        return ticket

    def store(self) -> None:
        """Store the whole queue; when this returns, everything that was decided before is stored or has failed."""
        with self._turn:
            with self._mutex:
                group, self._waiting = self._waiting, []
                self._in_hand = group
            if group:
                self._store_group(group)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Nobody else stores anything during the block."""
        with self._turn:
            yield

    def spoiled(self) -> tuple[set[str], list[Commit]]:
        """The streams that have to be read again, and the commits that depended on something that has changed."""
        with self._mutex:
            found = self._spoiled | self._doubtful, self._disturbed
            self._spoiled, self._doubtful, self._disturbed = set(), set(), []
        return found

    def of_others(self, touched: Iterable[Touch]) -> set[str]:
        """The streams that these commits touch, except for commits of this pit that were stored without a number.

        Such a commit may be taken for somebody else's if it got its number before we heard that it is stored.
        """
        with self._mutex:
            return {
                stream
                for touch in touched
                if self._unnumbered.pop(touch.hash, touch.number) is not None
                for stream in touch.streams
            }

    def followed(self, number: int) -> None:
        """Everything in memory now reflects the commits up to this number."""
        with self._mutex:
            self.known, self.disturbed = number, False

    def _store_group(self, group: list[Ticket]) -> None:
        commits = [ticket for ticket in group if ticket.commit is not None]
        try:
            todo = [ticket.commit for ticket in commits if ticket.commit is not None]
            found = self._store.append_group(todo) if todo else []
        except PitbookError as error:
            self._settle(group, {ticket: _same(error) for ticket in commits}, error)
        except BaseException:
            # For example, the process is being stopped: nobody knows whether the group is in the record.
            with self._mutex:
                self._spoiled.update(*(ticket.spoils for ticket in group))
            self._settle(group, {ticket: _unknown() for ticket in commits})
            raise
        else:
            self._settle(group, dict(zip(commits, found, strict=True)))

    def _settle(
        self, group: Iterable[Ticket], results: dict[Ticket, Receipt | PitbookError], cause: PitbookError | None = None
    ) -> None:
        """Everybody gets the result; what depends on a failed commit fails too, in this group and in the next.

        `cause` is why nothing of the group could be stored, if that is so.
        """
        with self._mutex:
            for ticket in group:
                if ticket in results:
                    self._take(ticket, results[ticket])
                elif not self._fails(ticket, cause):
                    ticket.result = Receipt(self.known, "")
            self._waiting = [ticket for ticket in self._waiting if not self._fails(ticket, cause)]
            self._in_hand = []
        for ticket in results:
            if isinstance(ticket.result, Receipt):
                for snapshot in ticket.snapshots:
                    # If it can't be kept now, on a full disk for example, that only costs time.
                    with suppress(RefusedError, ConflictError):
                        self._store.put_snapshot(snapshot)

    def _fails(self, ticket: Ticket, cause: PitbookError | None) -> bool:
        if self._spoiled.isdisjoint(ticket.streams):
            return False
        ticket.result = _same(cause) if cause else _resting()
        self._spoiled |= ticket.spoils
        return True

    def _take(self, ticket: Ticket, result: Receipt | PitbookError) -> None:
        ticket.result = result
        if isinstance(result, Receipt) and result.repeated:
            # The record has the earlier decision, with its own time of day.
            self.disturbed = True
            self._doubtful |= ticket.spoils
        elif isinstance(result, Receipt) and not result.number:
            self._unnumbered[result.hash] = None
            if len(self._unnumbered) > MOST_UNNUMBERED:
                self._unnumbered.popitem(last=False)
        elif isinstance(result, Receipt):
            self.disturbed = self.disturbed or result.number > self.known + 1
            if result.number == self.known + 1:
                self.known = result.number
        elif not isinstance(result, UnconfirmedError):
            self._spoiled |= ticket.spoils
            if isinstance(result, ConflictError) and ticket.commit and ticket.commit.seen:
                self._disturbed.append(ticket.commit)
        else:
            # It may be in the record: somebody has to read whether it is, and under which number.
            self.disturbed = True
            self._doubtful |= ticket.spoils


def _same(error: PitbookError) -> PitbookError:
    """A copy of an error for somebody else, so that nobody adds to another one's traceback."""
    same = type(error)(error.problems)
    same.__cause__ = error.__cause__ or error
    return same


def _resting() -> ConflictError:
    return ConflictError(Problem("the command before this one was not stored, so this one was not stored either"))


def _unknown() -> UnconfirmedError:
    return UnconfirmedError(Problem("it is not known whether this was stored: send it again with the same key"))
