"""Settling a round of the table. `pitbook.settlement` alone decides what is paid."""

from dataclasses import replace

from pitbook.cards import Card
from pitbook.settlement import DealtRound, Settlement, settle
from pitbook.settlement import Seat as SettledSeat
from pitbook.settlement.envy import ENVY
from pitbook.submission import HouseRules
from pitbook.table.awards import with_recorded_award
from pitbook.table.card_places import places
from pitbook.table.dealer_hand import dealer_hand
from pitbook.table.events import SettlementReckoned
from pitbook.table.lines import RecordedLine
from pitbook.table.settlement_steps import turns
from pitbook.table.state import Round, Slot, State, exact, the_round, the_rules


def settle_round(state: State, seat: int | None = None) -> SettlementReckoned:
    """The settlement of every wager, or of one player's in turn, with the envy bonuses that the hand earns others.

    A share of a meter is taken when it is that player's turn.
    """
    current, rules = the_round(state), the_rules(state)
    settled = settle(rules, dealt_round_of(state, current, rules))
    lines = tuple([RecordedLine.of(line) for line in settled.lines])
    if seat is not None:
        lines = next((lines[first:last] for whose, first, last in turns(lines) if whose == seat), ())
    tells = current.revealed and not current.void and current.dealer_hand is None
    hand = dealer_hand(rules, current) if tells else None
    return SettlementReckoned(hand, lines)


def settlement_of(state: State, current: Round) -> Settlement:
    """Recompute the settlement of a round, with its clauses and the awards as they were taken."""
    rules = the_rules(state)
    settled = settle(rules, dealt_round_of(state, current, rules))
    if not current.void:
        settled = _with_paid_envy(state, current, settled)
    lines = tuple(map(with_recorded_award, settled.lines, current.lines or ()))
    left = {line.meter: line.meter_after for line in lines if line.meter and line.meter_after is not None}
    return replace(settled, lines=lines, meters=exact(current.meters) | left)


def _with_paid_envy(state: State, current: Round, settled: Settlement) -> Settlement:
    """The settlement with the envy bonuses of players whose wagers were ruled abandoned after these were paid."""
    recorded = current.lines or ()
    seats = sorted(current.abandoned & {line.seat for line in recorded})
    if not seats:
        return settled
    again = {seat: _as_if_staying(state, current, settled.rules, seat) for seat in seats}
    bonuses = {seat: iter([line for line in again[seat].lines if line.seat == seat]) for seat in seats}
    rest = iter(settled.lines)
    lines = tuple([next(bonuses.get(line.seat, rest)) for line in recorded])
    gone = [replace(one, abandoned=True) for seat in seats for one in again[seat].seats if one.seat == seat]
    dealt = replace(settled.dealt, seats=(*settled.dealt.seats, *gone))
    return replace(settled, seats=(*settled.seats, *gone), lines=lines, dealt=dealt)


def _as_if_staying(state: State, current: Round, rules: HouseRules, seat: int) -> Settlement:
    """The settlement if this seat had not been ruled abandoned, only with what other hands earn it."""
    found = settle(rules, dealt_round_of(state, current, rules, stays=seat))
    return replace(found, lines=tuple([line for line in found.lines if line.wager == ENVY]))


def nothing_settled(rules: HouseRules) -> Settlement:
    """The settlement of a round that was called off: no wager was decided, and all went back."""
    return Settlement((), (), {}, rules, DealtRound((), ()))


def dealt_round_of(state: State, current: Round, rules: HouseRules, *, stays: int | None = None) -> DealtRound:
    """The round as `settle` takes it, without the meters: they are read at each player's turn.

    A card that nobody had to enter decides nothing, so any unused card stands in for it. The seat `stays` takes part
    even if its wagers were ruled abandoned.
    """
    gone = current.abandoned - {stays}
    unknown = _StandIns(rules, current)
    return DealtRound(
        unknown.fill(current.dealer),
        tuple(
            [
                SettledSeat(
                    seat,
                    state.seats.get(seat, str(seat)),
                    unknown.fill(current.hands[seat]),
                    current.wagers[seat],
                    seat in current.folded,
                    seat in gone,
                )
                for seat in current.participants
                if current.void or seat not in gone
            ]
        ),
        unknown.fill(current.board),
        unknown.fill(current.extra),
        void=current.void,
    )


class _StandIns:
    """Stand-ins for cards that lie face down and were never entered."""

    def __init__(self, rules: HouseRules, current: Round) -> None:
        self._deck, self._round = rules.book.deck.playing_cards, current
        self._free: list[Card] | None = None

    def fill(self, cards: list[Slot]) -> tuple[Card, ...]:
        """The cards, with a stand-in for each unknown one."""
        return tuple([self._next() if card is None else card for card in cards])

    def _next(self) -> Card:
        if self._free is None:
            known = {card for cards in places(self._round).values() for card in cards}
            self._free = [card for card in self._deck if card not in known]
        return self._free.pop()
