"""The server's seeds as a record reveals them: each is in the event that ends its round."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Final

from pitbook.fairness import commit
from pitbook.fairness.contributions import aware_time
from pitbook.ledger import Store, StoredEvent
from pitbook.pit.record import Record
from pitbook.problems import MalformedError, PitbookError, Problem
from pitbook.table import State, TableEvent
from pitbook.table import events as happened
from pitbook.table.context import REVEAL_SECONDS, Vault
from pitbook.table.seed_events import RoundCalledOff, SeedListClosed

_ENDS: Final = (happened.RoundEnded.type, RoundCalledOff.type)
_GIVES_UP: Final = (happened.RoundWithdrawn.type, happened.TableClosed.type)


def keys_for_audit(store: Store) -> Vault | None:
    """The keys of the house, if we can read them."""
    if not isinstance(store, Record):
        return None
    try:
        return store.load_keys()
    except PitbookError:
        return None


class RecordedSeeds:
    """The vault of a table under audit: it seals as the record says, and opens what the record reveals later.

    With the keys of the house, the sealed seed has to be the revealed one, and seeds of open rounds are known too.
    """

    def __init__(self, ahead: Callable[[StoredEvent], Iterable[StoredEvent]], keys: Vault | None) -> None:
        self._ahead = ahead
        """The events after a given one in its stream."""
        self._keys = keys
        self._at: StoredEvent | None = None
        self._events: Sequence[TableEvent] = ()
        self._found: tuple[str, str | None] = ("", None)
        self._opened: tuple[str, str, bytes] = ("", "", b"")

    def move_to(self, stored: StoredEvent, events: Sequence[TableEvent]) -> None:
        """Move on to this event, with those that follow in its commit."""
        self._at, self._events = stored, events

    def seal(self, secret: bytes, context: str) -> str:
        """The seal that the record has."""
        first = self._events[0]
        return str(first.sealed) if isinstance(first, happened.RoundOpened) else ""

    def unseal(self, sealed: str, context: str) -> bytes:
        """The seed that the record reveals, or that the keys open."""
        revealed, opened = self._revealed(context), self._open(sealed, context)
        if revealed is None:
            if opened is None:
                raise MalformedError(Problem(f"the seed of {context} is sealed", context))
            return opened
        if opened is not None and opened.hex() != revealed:
            message = f"the seed that was sealed for {context} is not the one that was revealed"
            raise MalformedError(Problem(message, revealed))
        return bytes.fromhex(revealed)

    @property
    def opens(self) -> bool:
        """Whether there are keys, so that every seed is known."""
        return self._keys is not None

    def _open(self, sealed: str, context: str) -> bytes | None:
        """What the keys open, if there are any; kept, because a round's seed is asked for several times."""
        if self._keys is None:
            return None
        if self._opened[:2] != (sealed, context):
            self._opened = (sealed, context, self._keys.unseal(sealed, context))
        return self._opened[2]

    def is_sealed(self, round_id: str) -> bool:
        """Whether the seed of a round is unknown: the round is not over, and there is no key."""
        return self._keys is None and self._revealed(round_id) is None

    def check_opening(self, state: State, opened: happened.RoundOpened) -> str | None:
        """What is wrong with the seal of a round that opens, if there is a key to open it."""
        if self._keys is None or opened.sealed is None:
            return None
        seed, par = self._open(opened.sealed, opened.round), state.library[opened.rules].par_digest
        right = seed is not None and commit(seed, opened.round, opened.rules, par) == opened.commitment
        return None if right else "the sealed seed is not the one that was committed to"

    def _revealed(self, round_id: str) -> str | None:
        if self._found[0] != round_id:
            self._found = (round_id, self._looked_for(round_id))
        return self._found[1]

    def _looked_for(self, round_id: str) -> str | None:
        """Look in this commit first: most rounds are in one commit from "no more bets" to their end."""
        for event in self._events:
            if isinstance(event, happened.RoundEnded | RoundCalledOff) and event.round == round_id:
                return event.seed
        if self._at is None:
            return None
        for stored in self._ahead(self._at):
            if stored.sealed.type in _ENDS and stored.event.data.get("round") == round_id:
                seed = stored.event.data.get("seed")
                return seed if isinstance(seed, str) else None
            if stored.sealed.type in _GIVES_UP:
                return None
        return None


def seconds_to_reveal(time: datetime, closed: SeedListClosed) -> float:
    """How long players had to reveal when the list was closed at this time."""
    until = aware_time(closed.until)
    return (until - time).total_seconds() if until else REVEAL_SECONDS
