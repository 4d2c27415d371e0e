"""One dealt round settled by the kernels, seen as settlement sees it: for proofs that both say the same."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from pitbook.cards.kernels import CARD_MASKS
from pitbook.compiled import kernel
from pitbook.rulebooks.hands import NAMES
from pitbook.settlement import Round
from pitbook.settlement.pay import earnings
from pitbook.simulator.meters import ExactMeters
from pitbook.simulator.names import name_tables
from pitbook.simulator.outcomes import four_card_outcomes, holdem_outcomes
from pitbook.simulator.plan import ENVY, PAYOUT_LIMIT, Stakes, plan_of, rates_of
from pitbook.simulator.settling import BACK, COLUMNS, MARK, METER, NAME, SEAT, WAGER, WON, settle_round
from pitbook.simulator.tally import most_lines
from pitbook.submission import HouseRules


@dataclass(frozen=True)
class KernelLine:
    """A line as the kernels know it."""

    seat: int
    wager: str
    hand: str | None
    """The row of the table that paid, of a wager that is paid by name."""
    payout: int
    returned: int


@kernel
def _settle(holdem: Any, cards: Any, extras: Any, plan: Any, masks: Any, tables: Any, actions: Any, lines: Any) -> Any:
    seats = actions.size
    outcomes, names = np.zeros(seats, np.int64), np.zeros((seats, plan.needed.size), np.int64)
    if holdem:
        holdem_outcomes(cards, extras, plan, masks, tables, outcomes, names)
    else:
        four_card_outcomes(cards, extras, plan, masks, tables, outcomes, names)
    return settle_round(plan, outcomes, names, actions, np.zeros(seats, np.bool_), lines)


def settle_dealt(rules: HouseRules, cards: Round) -> tuple[list[KernelLine], Mapping[str, Fraction]]:
    """The lines of a round that is not void, and the meters afterwards."""
    decision = rules.book.decision
    seats = sorted(cards.seats, key=lambda seat: seat.seat)
    players = list(dict.fromkeys(seat.player for seat in seats))
    stakes = [
        Stakes(
            {name: stake for name, stake in seat.wagers.items() if name != decision.wager},
            (0, seat.wagers.get(decision.wager, 0)),
            players.index(seat.player),
        )
        for seat in seats
    ]
    plan = plan_of(rules, stakes)
    extra = cards.extra or (cards.seats[0].cards[0],) * (rules.book.extra_cards.cards if rules.book.extra_cards else 0)
    dealt = (*extra, *cards.board, *cards.dealer, *(card for seat in seats for card in seat.cards))
    actions = np.array([0 if seat.folded or decision.wager not in seat.wagers else 1 for seat in seats], np.int64)
    lines = np.zeros((most_lines(plan), COLUMNS), np.int64)
    indices = np.array([card.index for card in dealt], np.int64)
    tables = name_tables()
    count = _settle(rules.book.game == "holdem", indices, len(extra), plan, CARD_MASKS, tables, actions, lines)
    return _read(rules, [seat.seat for seat in seats], lines[:count].tolist(), cards.meters)


def _read(
    rules: HouseRules, seats: list[int], lines: list[list[int]], readings: Mapping[str, Fraction]
) -> tuple[list[KernelLine], Mapping[str, Fraction]]:
    rates = rates_of(rules)
    names = [*(wager.name for wager in rates.wagers), ENVY, PAYOUT_LIMIT]
    meters = ExactMeters(rules, readings)
    found = []
    for line in lines:
        wager, hand, payout, back = names[line[WAGER]], None, line[WON], line[BACK]
        if wager in rates.sides:
            side = rates.sides.index(wager)
            hand = rates.rows[side][line[NAME]] if back or line[MARK] == METER else None
            if line[MARK] == METER:
                payout = back = meters.award(*rates.shares[side, line[NAME]])
        elif wager == ENVY:
            table = rules.envy_table
            hand = None if table is None else earnings(rules, ENVY)[NAMES[table.evaluates][line[NAME]]].hand
        found.append(KernelLine(seats[line[SEAT]], wager, hand, payout, back))
    after = meters.readings()
    return found, {name: after[name] for name in readings}
