"""What people decided and won at a table, read from its events, the newest rounds first.

A table's events are cut into segments at its snapshots, so that only the segments with the wanted rounds are folded.
Reading a segment continues where it stopped the last time. The segments that were used last stay in memory.
"""

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from threading import Lock
from typing import Final

from pitbook.coach.spot import Spot, spot_of
from pitbook.ledger import Store, StoredEvent
from pitbook.odds.families.counted import is_judged
from pitbook.pit.records import read_table_event, table_of, table_stream
from pitbook.pit.snapshots import code_digest, landings, read_table
from pitbook.problems import Problem, RefusedError
from pitbook.rulebooks.actions import Action
from pitbook.settlement import DealtRound
from pitbook.submission import HouseRules
from pitbook.table import State, TableEvent, evolve
from pitbook.table import events as happened
from pitbook.table.decide.settlement import dealt_round_of
from pitbook.table.round_seeds import CALLED_OFF
from pitbook.table.seed_events import RoundCalledOff
from pitbook.table.state import Round, Slot, exact, the_round, the_rules

MAX_SEGMENTS: Final = 64
"""How many segments stay in memory; each has some hundred rounds."""
NOT_EXPECTED: Final = ("envy", "payout_limit")
"""Settlement lines that do not follow from the seat's own wagers: the coach counts no expectation for them."""


@dataclass(frozen=True, slots=True)
class PlayerDecision:
    """A decision that a player made."""

    player: str
    seat: int
    spot: Spot
    action: str
    """`check`, `fold`, or a wager with its multiple; the wager alone if the street does not list that multiple."""
    multiple: Fraction | None
    """The amount as a multiple of the ante; None if nothing was wagered."""
    ante: int


@dataclass(frozen=True, slots=True)
class DealtCards:
    """The cards of a round that is over; a card that nobody has entered is None."""

    board: tuple[Slot, ...]
    dealer: tuple[Slot, ...]
    hands: Mapping[int, tuple[Slot, ...]]
    folded: frozenset[int]


@dataclass(slots=True)
class PlayedRound:
    """A round: who played, what they wagered, decided and won."""

    round: str
    number: int
    opened: str
    rules: HouseRules
    version: int
    """The version of the table when the round was opened."""
    decisions: list[PlayerDecision] = field(default_factory=list)
    over: bool = False
    void: str | None = None
    seats: Mapping[int, str] = field(default_factory=dict)
    """By seat: the player who wagered there."""
    wagers: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    net: Mapping[int, int] = field(default_factory=dict)
    """By seat: what was returned, less what was wagered."""
    not_expected: Mapping[int, int] = field(default_factory=dict)
    """By seat: how much of the net came from envy bonuses and the payout limit."""
    not_judged: set[str] = field(default_factory=set)
    """Players whose decisions cannot be judged: they left, or the table does not know their cards."""
    meters: Mapping[str, Fraction] = field(default_factory=dict)
    """What the meters showed when the round was settled, in dollars."""
    cards: DealtRound | None = None
    """Cards, wagers and folds as they were settled; None until the round is over."""
    dealt: DealtCards | None = None
    all_known: bool = False
    """Whether the table knows every card of the round, even those that nobody turned up."""
    dealer_hand: str | None = None

    def net_of(self, player: str) -> int | None:
        """What a player won in the round, on all boxes; None for somebody who was not in it."""
        own = [seat for seat, name in self.seats.items() if name == player]
        return sum(self.net[seat] for seat in own) if own else None

    def not_expected_of(self, player: str) -> int:
        """How much of a player's net is envy bonuses and the payout limit."""
        return sum(self.not_expected[seat] for seat, name in self.seats.items() if name == player)


class HistorySegment:
    """The rounds that were opened in one part of a table's events; each is read to its end, even beyond the part."""

    def __init__(self, state: State, follows: Callable[[str], bool]) -> None:
        self._rounds: dict[str, PlayedRound] = {}
        self._state = state
        self._follows = follows
        self._lock = Lock()

    def rounds_until(self, store: Store, stream: str, until: int | None) -> list[PlayedRound]:
        """Continue reading, and return the rounds that were opened up to this version, or until now, in their order."""
        with self._lock:
            if not self._is_read(until):
                for stored in store.read(stream, self._state.version):
                    self._add(stored)
                    if self._is_read(until):
                        break
            # A segment that was read before it had an end may have rounds beyond its end.
            return [one for one in self._rounds.values() if until is None or one.version <= until]

    def _is_read(self, until: int | None) -> bool:
        state = self._state
        reached = until is not None and state.version >= until
        return reached and not (state.round and self._noted(state.round.id, until))

    def _noted(self, round_id: str, until: int | None) -> bool:
        found = self._rounds.get(round_id)
        return found is not None and (until is None or found.version <= until)

    def _add(self, stored: StoredEvent) -> None:
        event = read_table_event(stored)
        self._note(event)
        evolve(self._state, event)

    def _note(self, event: TableEvent) -> None:
        state = self._state
        if isinstance(event, happened.RoundOpened):
            opened = PlayedRound(event.round, event.number, event.at, the_rules(state), state.version + 1)
            self._rounds[event.round] = opened
            return
        found = self._rounds.get(state.round.id) if state.round else None
        if found is None:
            return
        match event:
            case happened.RoundWithdrawn() | happened.TableClosed():
                del self._rounds[found.round]
            case happened.Decided():
                self._decided(found, event)
            case happened.PlayerLeft() if event.in_round:
                found.not_judged.add(event.player)
            case happened.RoundEnded():
                self._ended(found, the_round(state))
            case RoundCalledOff():
                self._called_off(found, the_round(state))

    def _decided(self, found: PlayedRound, event: happened.Decided) -> None:
        state = self._state
        name = state.seats[event.seat]
        if not self._follows(name) or state.players[name].left:
            return
        spot = spot_of(state)
        if spot is None or not is_judged(spot.rules):
            found.not_judged.add(name)
            return
        ante = the_round(state).wagers[event.seat][spot.rules.book.flow.base]
        multiple = Fraction(event.amount, ante) if spot.street.bets_of(event.action) else None
        made = event.action if multiple is None else Action(event.action, multiple.numerator).name
        action = made if multiple is not None and multiple in spot.street.multiples else event.action
        found.decisions.append(PlayerDecision(name, event.seat, spot, action, multiple, ante))

    def _add_wagers(self, found: PlayedRound, current: Round) -> None:
        found.seats = {seat: self._state.seats[seat] for seat in current.participants}
        found.wagers = {seat: dict(current.wagers[seat]) for seat in current.participants}

    def _called_off(self, found: PlayedRound, current: Round) -> None:
        """A round that was called off: every wager went back."""
        found.void = CALLED_OFF
        self._add_wagers(found, current)
        found.net = dict.fromkeys(current.participants, 0)
        found.not_expected = dict(found.net)
        found.over = True

    def _ended(self, found: PlayedRound, current: Round) -> None:
        back = dict.fromkeys(current.participants, 0)
        not_expected = dict(back)
        for line in current.lines or ():
            back[line.seat] += line.returned
            if line.wager in NOT_EXPECTED:
                not_expected[line.seat] += line.returned
        found.void = current.void
        self._add_wagers(found, current)
        found.net = {seat: back[seat] - sum(current.wagers[seat].values()) for seat in current.participants}
        found.not_expected = not_expected
        found.meters = exact(current.meters)
        found.cards = dealt_round_of(self._state, current, found.rules)
        dealt = (current.dealer, current.board, current.extra, *current.hands.values())
        found.all_known = all(card is not None for cards in dealt for card in cards)
        hands = {seat: tuple(current.hands.get(seat, ())) for seat in current.participants}
        found.dealt = DealtCards(tuple(current.board), tuple(current.dealer), hands, frozenset(current.folded))
        found.dealer_hand = current.dealer_hand
        # Last: another thread may be looking at this round, and expects a finished round to be complete.
        found.over = True


class TableHistories:
    """The rounds that were played at the tables of a record. Safe to share between threads."""

    def __init__(self, store: Store, library: Mapping[str, HouseRules], follows: Callable[[str], bool]) -> None:
        self.store = store
        self._library = library
        self._follows = follows
        """Says whether the decisions of a player are wanted."""
        self._lock = Lock()
        self._segments: OrderedDict[tuple[str, int], HistorySegment] = OrderedDict()

    def newest(self, table: str, before: int | None = None) -> Iterator[PlayedRound]:
        """The rounds of a table, the newest first, with the one in progress; with `before`, those with lower numbers.

        Older segments are read only if the caller takes that many rounds.
        """
        stream = table_stream(table)
        if not self.store.version(stream):
            raise RefusedError(Problem(f"there is no table {table}", table))
        starts = landings(self.store, stream, self._library)
        # Rounds that were opened since the last snapshot are in the segment that begins there.
        place = len(starts) - 1
        if before is not None:
            place = max(0, bisect_left(starts, before - 1, key=lambda start: self._opened_by(stream, start)) - 1)
        until = starts[place + 1] if place + 1 < len(starts) else None
        for start in reversed(starts[: place + 1]):
            segment = self._segment(stream, start)
            if segment is None:
                continue  # The snapshot is missing or damaged: the segment before it is read to the same end.
            for played in reversed(self._read(segment, stream, start, until)):
                if before is None or played.number < before:
                    yield played
            until = start

    def find(self, round_id: str) -> PlayedRound | None:
        """A round by its id, over or in progress; None if there is no such round."""
        table, number = table_of(round_id)
        found = next(self.newest(table, number + 1), None)
        return found if found is not None and found.round == round_id else None

    def _state_at(self, stream: str, start: int) -> State | None:
        if not start:
            return State(self._library)
        return read_table(self.store.get_snapshot(stream, code_digest(), start), self._library)

    def _opened_by(self, stream: str, start: int) -> int:
        """The number of the last round that was opened by then; 0 if the snapshot is missing or damaged."""
        state = self._state_at(stream, start)
        return state.rounds + state.withdrawn + (state.round is not None) if state else 0

    def _segment(self, stream: str, start: int) -> HistorySegment | None:
        with self._lock:
            found = self._segments.get((stream, start))
        if found is None:
            state = self._state_at(stream, start)
            if state is None:
                return None
            found = HistorySegment(state, self._follows)
        with self._lock:
            found = self._segments.setdefault((stream, start), found)
            self._segments.move_to_end((stream, start))
            while len(self._segments) > MAX_SEGMENTS:
                self._segments.popitem(last=False)
        return found

    def _read(self, segment: HistorySegment, stream: str, start: int, until: int | None) -> list[PlayedRound]:
        try:
            return segment.rounds_until(self.store, stream, until)
        except BaseException:
            # A segment that failed halfway is forgotten: the next attempt reads it from its beginning.
            with self._lock:
                self._segments.pop((stream, start), None)
            raise
