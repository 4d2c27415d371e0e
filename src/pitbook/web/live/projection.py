"""A table as pages see it: folded from stored events, with the script and the settlement of its rounds.

A projection belongs to the event loop. It follows what has been committed, never what is still being decided.
"""

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from pitbook.money import format_exact
from pitbook.pit import Pit, TableSettings
from pitbook.pit.names import kind_of
from pitbook.pit.outcome import TableSnapshot
from pitbook.pit.records import PIT, TABLE, read_pit_event, read_table_event
from pitbook.pit.snapshots import table_from
from pitbook.pit.table_settings import Arranged
from pitbook.problems import MalformedError, Problem
from pitbook.settlement import Settlement
from pitbook.submission import HouseRules
from pitbook.table import State, TableEvent, evolve
from pitbook.table.decide.settlement import settlement_of
from pitbook.table.events import (
    AwardTaken,
    CardsCorrected,
    LeavingRuled,
    RoundEnded,
    RoundOpened,
    SettlementReckoned,
    WagersPlaced,
)
from pitbook.table.kinds import SourceName
from pitbook.table.narration import Sentence, tell
from pitbook.table.seed_events import RoundCalledOff
from pitbook.web.access.roles import STAFF, Role, roles_now
from pitbook.web.access.sessions import Session
from pitbook.web.responses.rounds import Sentence as ShownSentence
from pitbook.web.responses.views import RoundWithScript

MAX_LINES: Final = 200
"""How many lines of a round's script are kept."""
_SETTLING: Final = (SettlementReckoned, AwardTaken, CardsCorrected, LeavingRuled)
"""The events that change how the wagers of a round are settled."""


@dataclass(slots=True)
class RoundExtras:
    """What pages see of a round besides its state."""

    script: list[Sentence] = field(default_factory=list)
    settlement: Settlement | None = None
    """The settlement with its clauses, once it is decided."""
    holders: Mapping[int, str] = field(default_factory=dict)
    """Who had which seat when the round ended."""
    told: dict[int, tuple[Sentence, ShownSentence]] = field(default_factory=dict, compare=False)
    """The sentences of the script as they were last sent to pages, by `id`: a sentence that was shown never changes."""
    presented: dict[tuple[str, str, str | None], RoundWithScript] = field(default_factory=dict, compare=False)
    """What is shown of the round once it is over, which no longer changes: by rules, round and viewer."""


@dataclass(frozen=True, slots=True)
class TableExtras:
    """What belongs to a table but is not in its events."""

    arrangement: TableSettings
    meters: Mapping[str, str]
    """What the meters show, in dollars."""
    ready: frozenset[str] = frozenset()
    """Players who want the open round to be dealt."""
    streams: Mapping[str, str] = field(default_factory=dict)
    """The streams of the meters, by name: tables with the same stream share a meter."""


class TableProjection:
    """One table."""

    def __init__(
        self, name: str, library: Mapping[str, HouseRules], opener: str, extras: TableExtras, shared_seconds: int
    ) -> None:
        self.name = name
        self.state = State(library)
        self.opener = opener
        """The player who opened the table, or another name in the record."""
        self.extras = extras
        self.now = RoundExtras()
        """The extras of the round in progress, including how its cards were made ready."""
        self.last = RoundExtras()
        """The extras of the last finished round."""
        self.moved = time.monotonic()
        """When something last happened here."""
        self.shared_seconds = shared_seconds
        """The seconds for a decision among several people, unless the table sets its own."""
        self.deadline: str | None = None
        """When the time for the pending decision, or for wagers, runs out."""
        self.reveal_by: tuple[str, str] | None = None
        """The round whose seeds are awaited, and until when; after a restart that is later than the record says."""

    @property
    def arrangement(self) -> TableSettings:
        """How the table is run."""
        return self.extras.arrangement

    @property
    def people(self) -> list[str]:
        """The people, not bots or guests, who sit at the table."""
        players = self.state.players.values()
        return [player.name for player in players if not player.left and kind_of(player.name) == "person"]

    @property
    def shared(self) -> bool:
        """Whether two or more people play here; a player who left stays in the round, and a guest is a person too."""
        return sum(kind_of(name) != "bot" for name in self.state.players) > 1

    @property
    def decision_seconds(self) -> int | None:
        """How many seconds a decision may take now; None if there is no limit, because nobody else waits."""
        return self.arrangement.decision_seconds or (self.shared_seconds if self.shared else None)

    @property
    def time_rule(self) -> str:
        """What happens to a player who does not decide, in words for people who want to sit down."""
        if self.state.source == SourceName.ENTERED:
            return "The dealer says how long a decision may take."
        seconds = self.arrangement.decision_seconds
        limit = f"A decision takes at most {seconds or self.shared_seconds} seconds"
        when = "" if seconds else " while others play here too"
        return f"{limit}{when}. When they are over, you check, or fold where you cannot check; your wagers stay."

    def fold(self, event: TableEvent) -> None:
        """Apply an event, and add it to the script."""
        state = self.state
        self.moved = time.monotonic()
        told = list(tell(state, event))
        if isinstance(event, WagersPlaced):
            # If a seat changes its wagers again and again, the script has only the last ones.
            self.now.script = [one for one in self.now.script if one.seat != event.seat]
        self.now.script = (self.now.script + told)[-MAX_LINES:]
        if isinstance(event, RoundEnded):
            self.now.holders = dict(state.seats)
            self.last, self.now = self.now, RoundExtras()
        elif isinstance(event, RoundCalledOff):
            # The script of the next round begins with why the wagers are back.
            self.now = RoundExtras(told)
        evolve(state, event)
        if isinstance(event, _SETTLING) and state.round is not None:
            ruled_before = isinstance(event, LeavingRuled) and state.round.lines is None
            self.now.settlement = None if ruled_before else settlement_of(state, state.round)

    def roles(self, session: Session | None) -> tuple[Role, ...]:
        """The roles that the holder of a session has here now."""
        if session is None:
            return ("viewer",)
        player = self.state.players.get(session.player)
        seated: tuple[Role, ...] = ("player",) if player is not None and not player.left else ()
        now = roles_now(self.state, session.player, self.own_roles(session), self.appointed_roles(session))
        return (*seated, *(role for role in STAFF if role in now), "viewer")

    def own_roles(self, session: Session) -> tuple[Role, ...]:
        """The opener of a table is its dealer and floorperson; others have the roles that players invited them to."""
        return STAFF if session.player == self.opener else session.grants.get(self.name, ())

    def appointed_roles(self, session: Session) -> tuple[Role, ...]:
        """The operator is dealer and floorperson at every table; others have the roles that the operator gave them."""
        return STAFF if session.operator else session.appointed.get(self.name, ())

    def may_see(self, session: Session | None) -> bool:
        """A private table is visible to its players, its opener, invited people and the operator."""
        if not self.arrangement.private:
            return True
        if session is None:
            return False
        if session.operator:
            return True
        at_it = session.player in self.state.players or session.player == self.opener
        return at_it or bool(session.granted(self.name))


def extras_of(snapshot: TableSnapshot, ready: frozenset[str] = frozenset()) -> TableExtras:
    """How a table is run and what its meters show now."""
    meters = {meter: format_exact(found.displayed) for meter, found in snapshot.meters.items()}
    return TableExtras(snapshot.arrangement, meters, ready, snapshot.streams)


def load_projection(pit: Pit, name: str, shared_seconds: int) -> TableProjection | None:
    """A table from its record; None if there is none. Only the latest rounds get a script."""
    stream = TABLE + name
    first = next(iter(pit.store.read(stream)), None)
    if first is None:
        return None
    _, _, opener = first.event.actor.partition(":")
    snapshot = pit.snapshot(name)
    try:
        return _told(pit, name, opener, snapshot, shared_seconds)
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        message = f"the record of table {name} cannot be followed: {error} (pitbook audit says where)"
        raise MalformedError(Problem(message, name)) from error


def _told(pit: Pit, name: str, opener: str, snapshot: TableSnapshot, shared_seconds: int) -> TableProjection:
    stream = TABLE + name
    projection = TableProjection(name, pit.library, opener, extras_of(snapshot), shared_seconds)
    projection.state = table_from(pit.store, stream, pit.library, snapshot.state.rounds + snapshot.state.withdrawn)
    waiting: list[list[TableEvent]] = [[]]
    for event in map(read_table_event, pit.store.read(stream, projection.state.version)):
        if isinstance(event, RoundOpened):
            waiting.append([])
            if len(waiting) > 3:
                _skip(projection, waiting.pop(0))
        waiting[-1].append(event)
    for part in waiting:
        for event in part:
            projection.fold(event)
    return projection


def _skip(projection: TableProjection, events: Iterable[TableEvent]) -> None:
    for event in events:
        evolve(projection.state, event)


def open_tables(pit: Pit) -> list[str]:
    """The tables that were arranged for play and are not closed, found without reading their whole record."""
    names = (stream.removeprefix(PIT) for stream in pit.store.streams(PIT))
    return [name for name in names if is_open(pit, name)]


def is_open(pit: Pit, name: str) -> bool:
    """Whether a table was arranged for play and is not closed. After a closing, players only take their chips away."""
    if not any(isinstance(read_pit_event(one), Arranged) for one in pit.store.read(PIT + name)):
        return False
    after = max(0, pit.store.version(TABLE + name) - 64)
    return all(stored.event.type != "table_closed" for stored in pit.store.read(TABLE + name, after))
