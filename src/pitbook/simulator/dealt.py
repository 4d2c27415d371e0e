"""Dealt rounds settled by the kernels, seen as settlement sees them: for proofs that both say the same."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from pitbook.cards.kernels import CARD_MASKS
from pitbook.settlement import DealtRound, Seat
from pitbook.settlement.compile import compile_main
from pitbook.settlement.name_programs import programs_of
from pitbook.settlement.pay import earnings
from pitbook.simulator.families.registry import dealt_of
from pitbook.simulator.meters import ExactMeters
from pitbook.simulator.plan import ENVY, PAYOUT_LIMIT, Stakes, plan_of, rates_of
from pitbook.simulator.settling import COLUMNS, METER, settle_round
from pitbook.simulator.tally import most_lines
from pitbook.submission import HouseRules


class KernelLine(NamedTuple):
    """A line as the kernels know it."""

    seat: int
    wager: str
    hand: str | None
    """The row of the table that paid, of a wager that is paid by name."""
    payout: int
    returned: int


Dealt = tuple[list[KernelLine], Mapping[str, Fraction]]
"""The lines of a round, and the meters afterwards."""


def settle_dealt(rules: HouseRules, rounds: Sequence[DealtRound]) -> list[Dealt]:
    """Rounds that are not void and have the same seats with the same wagers before the deal."""
    changed, first = compile_main(rules).changed, rounds[0]
    seats = sorted(range(len(first.seats)), key=lambda place: first.seats[place].seat)
    players = list(dict.fromkeys(seat.player for seat in first.seats))

    def left_on(seat: Seat) -> tuple[int, ...] | None:
        """What is on the wagers that decisions change; None of a seat that folded, or had nothing to decide."""
        decides = rules.book.flow.base in seat.wagers and not seat.folded
        return tuple(seat.wagers.get(name, 0) for name in changed) if decides else None

    nothing = (0,) * len(changed)
    decided = [list(dict.fromkeys([None, *(left_on(cards.seats[place]) for cards in rounds)])) for place in seats]
    most = max(map(len, decided))
    stakes = [
        Stakes(
            {name: stake for name, stake in first.seats[place].wagers.items() if name not in changed},
            (*(one or nothing for one in amounts), *(nothing,) * (most - len(amounts))),
            players.index(first.seats[place].player),
        )
        for place, amounts in zip(seats, decided, strict=True)
    ]
    plan = plan_of(rules, stakes)
    extras = rules.book.extra_cards.cards if rules.book.extra_cards else 0
    dealt = [
        # Where nobody wagers on them, the extra cards may be missing: any cards take their place.
        (
            *(cards.extra or cards.dealer[:1] * extras),
            *cards.board,
            *cards.dealer,
            *(card for place in seats for card in cards.seats[place].cards),
        )
        for cards in rounds
    ]
    actions = [
        [amounts.index(left_on(cards.seats[place])) for place, amounts in zip(seats, decided, strict=True)]
        for cards in rounds
    ]
    lines = np.zeros((len(rounds), most_lines(plan), COLUMNS), np.int64)
    counts = np.zeros(len(rounds), np.int64)
    family, programs = dealt_of(rules), programs_of(rules.book)
    outcomes, names = np.zeros(len(seats), np.int64), np.zeros((len(seats), plan.needed.size), np.int64)
    envied, decisions = np.zeros(len(seats), np.bool_), np.array(actions, np.int64)
    for number, cards in enumerate(np.array([[card.index for card in one] for one in dealt], np.int64)):
        family.outcomes(cards, extras, plan, CARD_MASKS, programs, outcomes, names)
        counts[number] = settle_round(plan, outcomes, names, decisions[number], envied, lines[number])
    numbers = [first.seats[place].seat for place in seats]
    return [
        _read(rules, numbers, lines[number, :count].tolist(), rounds[number].meters)
        for number, count in enumerate(counts.tolist())
    ]


def _read(rules: HouseRules, seats: list[int], lines: list[list[int]], readings: Mapping[str, Fraction]) -> Dealt:
    rates = rates_of(rules)
    names = [*(wager.name for wager in rates.wagers), ENVY, PAYOUT_LIMIT]
    meters = ExactMeters(rules, readings)
    found = []
    for seat, number, back, won, name, mark in lines:
        wager, hand = names[number], None
        if wager in rates.sides:
            side = rates.sides.index(wager)
            hand = rates.rows[side][name] if back or mark == METER else None
            if mark == METER:
                won = back = meters.award(*rates.shares[side, name])  # noqa: PLW2901 (the meter says how much)
        elif wager == ENVY:
            table = rules.envy_table
            hand = None if table is None else earnings(rules, ENVY)[rules.book.hands[table.evaluates].order[name]].hand
        found.append(KernelLine(seats[seat], wager, hand, won, back))
    after = meters.readings()
    return found, {name: after[name] for name in readings}
