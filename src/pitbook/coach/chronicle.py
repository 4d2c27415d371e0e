"""What people have decided and won at a table, gathered from its events; read on from where it was read before."""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from threading import Lock
from typing import Final

from pitbook.coach.spot import Spot, spot_of
from pitbook.ledger import Store, StoredEvent
from pitbook.pit.records import read_table_event, table_stream
from pitbook.problems import Problem, RefusedError
from pitbook.submission import HouseRules
from pitbook.table import Event, State, evolve
from pitbook.table import events as happened
from pitbook.table.state import Round, exact, the_round, the_rules

KEPT: Final = 400
"""So many tables' chronicles are kept."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision that a player made."""

    player: str
    seat: int
    spot: Spot
    action: str
    """`check`, `fold`, or a wager with its multiple; of an amount between multiples the wager alone."""
    multiple: Fraction | None
    """The amount in antes, if there was one."""
    ante: int


@dataclass(slots=True)
class Played:
    """A round, as far as coaches and histories care: who played, what was wagered, decided and won."""

    round: str
    number: int
    opened: str
    rules: HouseRules
    decisions: list[Decision] = field(default_factory=list)
    over: bool = False
    void: str | None = None
    seats: Mapping[int, str] = field(default_factory=dict)
    """Who wagered where."""
    wagers: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    net: Mapping[int, int] = field(default_factory=dict)
    """By seat: what came back, less what was wagered."""
    meters: Mapping[str, Fraction] = field(default_factory=dict)
    """What the meters showed when the round was settled, in dollars."""

    def net_of(self, player: str) -> int | None:
        """What a player won in the round, on all boxes; None for somebody who was not in it."""
        own = [seat for seat, name in self.seats.items() if name == player]
        return sum(self.net[seat] for seat in own) if own else None


class Chronicle:
    """All rounds of one table. Not for use by several threads at once."""

    def __init__(self, library: Mapping[str, HouseRules], keeps: Callable[[str], bool]) -> None:
        self.rounds: dict[str, Played] = {}
        self._state = State(library)
        self._keeps = keeps

    def add(self, stored: StoredEvent) -> None:
        """The next event of the table."""
        event = read_table_event(stored)
        self._note(event)
        evolve(self._state, event)

    @property
    def version(self) -> int:
        """How many events have been read."""
        return self._state.version

    def _note(self, event: Event) -> None:
        state = self._state
        match event:
            case happened.RoundOpened():
                self.rounds[event.round] = Played(event.round, event.number, event.at, the_rules(state))
            case happened.RoundWithdrawn():
                del self.rounds[event.round]
            case happened.TableClosed() if state.round is not None:
                del self.rounds[state.round.id]
            case happened.Decided():
                self._decided(event)
            case happened.RoundEnded():
                self._ended(the_round(state))

    def _decided(self, event: happened.Decided) -> None:
        state = self._state
        name = state.seats[event.seat]
        if not self._keeps(name) or state.players[name].left:
            return
        spot = spot_of(state)
        if spot is None:
            return
        current, decision = the_round(state), spot.rules.book.decision
        ante = current.wagers[event.seat][decision.of]
        multiple = Fraction(event.amount, ante) if event.amount else None
        action = event.action
        if multiple is not None and multiple in spot.street.multiples:
            action = f"{event.action}_{multiple}"
        self.rounds[current.id].decisions.append(Decision(name, event.seat, spot, action, multiple, ante))

    def _ended(self, current: Round) -> None:
        found = self.rounds[current.id]
        back = dict.fromkeys(current.participants, 0)
        for line in current.lines or ():
            back[line[0]] += line[7]
        found.void = current.void
        found.seats = {seat: self._state.seats[seat] for seat in current.participants}
        found.wagers = {seat: dict(current.wagers[seat]) for seat in current.participants}
        found.net = {seat: back[seat] - sum(current.wagers[seat].values()) for seat in current.participants}
        found.meters = exact(current.meters)
        # Last: another thread may be looking at this round, and takes one that is over for complete.
        found.over = True


class Chronicles:
    """The chronicles of a ledger's tables, the latest that were asked for. Safe to share between threads."""

    def __init__(self, library: Mapping[str, HouseRules], keeps: Callable[[str], bool]) -> None:
        self._library = library
        self._keeps = keeps
        """Whose decisions are kept."""
        self._lock = Lock()
        self._tables: OrderedDict[str, tuple[Lock, Chronicle]] = OrderedDict()

    def rounds(self, store: Store, table: str) -> dict[str, Played]:
        """All rounds of a table until now, by their ids, the one in progress included."""
        stream = table_stream(table)
        if not store.version(stream):
            raise RefusedError(Problem(f"there is no table {table}", table))
        reading, found = self._chronicle(table)
        with reading:
            try:
                for stored in store.read(stream, found.version):
                    found.add(stored)
            except BaseException:
                # What can't be followed is read again from its beginning, and not from the middle of an event.
                with self._lock:
                    self._tables.pop(table, None)
                raise
            return dict(found.rounds)

    def _chronicle(self, table: str) -> tuple[Lock, Chronicle]:
        with self._lock:
            if table not in self._tables:
                self._tables[table] = (Lock(), Chronicle(self._library, self._keeps))
            self._tables.move_to_end(table)
            while len(self._tables) > KEPT:
                self._tables.popitem(last=False)
            return self._tables[table]
