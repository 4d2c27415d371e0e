"""The reckoning: the round as it lies on the table goes to settlement, which alone decides what is paid."""

from collections.abc import Mapping
from fractions import Fraction

from pitbook.cards import DECK, Card
from pitbook.money import format_exact
from pitbook.settlement import Line, Settlement, settle
from pitbook.settlement import Round as SettledRound
from pitbook.settlement import Seat as SettledSeat
from pitbook.submission import HouseRules
from pitbook.table.context import Context
from pitbook.table.decide.checking import refuse
from pitbook.table.events import SettlementReckoned
from pitbook.table.forfeits import progressive_name
from pitbook.table.hands import dealer_hand
from pitbook.table.state import Round, Slot, State, exact, the_round, the_rules


def reckon(state: State, context: Context) -> SettlementReckoned:
    """What every wager of the round comes to, with the meters as they are now."""
    current, rules = the_round(state), the_rules(state)
    name = progressive_name(rules)
    meters: dict[str, Fraction] = {}
    if name and any(name in wagers for wagers in current.wagers.values()):
        if missing := rules.meters.keys() - context.meters.keys():
            refuse(f"what the meters show is not known: {', '.join(sorted(missing))}")
        meters = {meter: context.meters[meter] for meter in rules.meters}
    settled = settle(rules, as_settled(state, current, rules, meters))
    return SettlementReckoned(
        dealer_hand(rules, current) if current.revealed else None,
        {meter: format_exact(amount) for meter, amount in meters.items()},
        tuple([_compact(line) for line in settled.lines]),
    )


def settlement_of(state: State, current: Round) -> Settlement:
    """The settlement of a reckoned round again, with its clauses; equal to what was recorded."""
    rules = the_rules(state)
    return settle(rules, as_settled(state, current, rules, exact(current.meters)))


def _compact(line: Line) -> tuple[object, ...]:
    """A line as the event has it."""
    pays = None if line.pays is None else str(line.pays)
    result, reason = str(line.result), str(line.reason)
    found = (line.seat, line.wager, result, reason, line.hand, pays, line.payout, line.returned)
    if line.meter is None or line.meter_before is None or line.meter_after is None:
        return found
    return (*found, line.meter, format_exact(line.meter_before), format_exact(line.meter_after))


def as_settled(state: State, current: Round, rules: HouseRules, meters: Mapping[str, Fraction]) -> SettledRound:
    """The round as settlement takes it.

    Cards that nobody had to enter decide nothing; any card that lies nowhere else stands in for them.
    """
    unknown = _Stand(current)
    return SettledRound(
        unknown.fill(current.dealer),
        tuple(
            [
                SettledSeat(
                    seat,
                    state.seats.get(seat, str(seat)),
                    unknown.fill(current.hands[seat]),
                    current.wagers[seat],
                    seat in current.folded,
                )
                for seat in current.participants
                if seat not in current.abandoned
            ]
        ),
        unknown.fill(current.board),
        unknown.fill(current.extra),
        meters,
        current.void,
    )


class _Stand:
    """Stand-ins for cards that lie face down and were never entered."""

    def __init__(self, current: Round) -> None:
        self._round = current
        self._free: list[Card] | None = None

    def fill(self, cards: list[Slot]) -> tuple[Card, ...]:
        """The cards, with a stand-in for each unknown one."""
        return tuple([self._next() if card is None else card for card in cards])

    def _next(self) -> Card:
        if self._free is None:
            known = {card for cards in places(self._round).values() for card in cards}
            self._free = [card for card in DECK if card not in known]
        return self._free.pop()


def places(current: Round) -> dict[str, list[Slot]]:
    """Where the cards of a round lie, but for those that are still in the deck."""
    return {
        **{f"seat {seat}": hand for seat, hand in current.hands.items()},
        "dealer": current.dealer,
        "board": current.board,
        "extra": current.extra,
        "burned": current.burned,
        "set aside": current.set_aside,
    }
