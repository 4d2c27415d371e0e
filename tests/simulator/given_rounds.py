"""Given rounds, dealt and settled by the simulator's own kernels, and read as settlement's lines.

The kernels draw their cards from a stream of random words. Here the stream has the words that bring the given cards.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from pitbook.cards import Card
from pitbook.cards.kernels import CARD_MASKS
from pitbook.cards.stream import Stream
from pitbook.odds.deck import deck_of
from pitbook.odds.families.dealing import STREETS, DecisionCounts, Pack, Rounds, looked_at, new_rounds, seats_of
from pitbook.odds.families.registry import dealing_of, family_of
from pitbook.settlement import DealtRound, Seat
from pitbook.settlement.compile import compile_main
from pitbook.settlement.name_programs import programs_of
from pitbook.settlement.pay import earnings
from pitbook.simulator.meters import ExactMeters
from pitbook.simulator.plan import ENVY, PAYOUT_LIMIT, Plan, Stakes, plan_of, rates_of
from pitbook.simulator.settling import METER, SEAT
from pitbook.simulator.tally import new_record, new_room, new_tally, settle_rounds
from pitbook.submission import HouseRules


class KernelLine(NamedTuple):
    """A line as the kernels know it."""

    seat: int
    wager: str
    hand: str | None
    """The row of the table that paid, of a wager that is paid by name."""
    payout: int
    returned: int


KernelSettlement = tuple[list[KernelLine], Mapping[str, Fraction]]
"""The lines of a round, and the meters afterwards."""


def settle_by_kernels(rules: HouseRules, rounds: Sequence[DealtRound]) -> list[KernelSettlement]:
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
    extra = rules.book.extra_cards
    extras = extra.cards if extra is not None and all(cards.extra for cards in rounds) else 0
    dealt = [
        (
            *(cards.extra if extras else ()),
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
    kernel_rounds = _deal(rules, len(seats), extras, dealt)
    kernel_rounds.actions[:] = actions
    numbers = [first.seats[place].seat for place in seats]
    return [
        _read(rules, numbers, lines, cards.meters)
        for lines, cards in zip(_settle(plan, kernel_rounds), rounds, strict=True)
    ]


def _words_for(dealt: Sequence[Sequence[Card]], deck: list[int]) -> list[int]:
    """The words by which `draw_cards` brings these cards to the front of a deck, round after round."""
    words = []
    for cards in dealt:
        for place, card in enumerate(cards):
            chosen, left = deck.index(card.index), len(deck) - place
            # The second of the words that choose this card: the first may be one that is drawn again.
            words.append(-((chosen - place << 32) // -left) + 1)
            deck[place], deck[chosen] = deck[chosen], deck[place]
    return words


def _deal(rules: HouseRules, seats: int, extras: int, dealt: Sequence[Sequence[Card]]) -> Rounds:
    """Outcomes and names of these cards, by the kernel that deals the rounds of the family."""
    family, deck = family_of(rules), list(deck_of(rules.book).cards)
    dealing, policies = dealing_of(rules), [family.constant(rules)]
    ends = dealing.ends(rules, policies)
    counted = np.zeros((seats, STREETS, len(ends)), np.int64)
    counts = DecisionCounts(counted, np.zeros(seats, np.int64), np.zeros((seats, STREETS), np.int64))
    rounds = new_rounds(len(dealt), seats, len(rules.book.hands))
    words = np.array(_words_for(dealt, deck.copy()), np.uint32)
    stream = Stream(words, np.zeros(4, np.uint64))
    pack = Pack(np.array(deck, np.int64), stream, extras, CARD_MASKS, programs_of(rules.book))
    play, places = dealing.play(rules, policies, ends), [0] * seats
    table = seats_of(rules, dealing, ends, places, [True] * seats, [0.0] * seats)
    dealing.deal(play, table, looked_at(rules), pack, counts, rounds)
    return rounds


def _settle(plan: Plan, rounds: Rounds) -> Iterator[list[list[int]]]:
    """The lines of each round."""
    tally, record = new_tally(plan), new_record(plan, 1, 1, 1)
    for place in range(len(rounds.actions)):
        room, one = new_room(plan), rounds.part(place, place + 1)
        room.lines[:] = -1
        settle_rounds(plan, one, 0, 1, 1, room, tally, record)
        yield [line for line in room.lines.tolist() if line[SEAT] >= 0]


def _read(
    rules: HouseRules, seats: list[int], lines: list[list[int]], readings: Mapping[str, Fraction]
) -> KernelSettlement:
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
