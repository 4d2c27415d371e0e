"""Decisions as charts, taken from a policy itself: starting hands of hold'em, and hands of Four Card Poker."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Final
from weakref import WeakKeyDictionary

import numpy as np

from pitbook.cards import FOUR_CARD, FourCard, Rank
from pitbook.odds.four_card import FourCardPolicy
from pitbook.odds.four_card.sets import lanes_of, weights
from pitbook.odds.holdem import HoldemPolicy
from pitbook.odds.stored import Solved
from pitbook.odds.strategies.compiling import play_found
from pitbook.odds.strategies.search import partition
from pitbook.rulebooks.hands import in_words
from pitbook.strategy.conditions import Shown
from pitbook.strategy.kernels import boxes_of
from pitbook.strategy.starting_hands import place_of
from pitbook.strategy.words import hands_in_words

RANKS_DOWN: Final = tuple(reversed(Rank))
_CHARTS: WeakKeyDictionary[FourCardPolicy, "tuple[ClassDecisions, ...]"] = WeakKeyDictionary()
"""The charts of policies that are in use: a page and a sheet ask for the same one."""


@dataclass(frozen=True)
class StartingHand:
    """One of the 169 starting hands: `AKs` is suited, `AKo` is not."""

    name: str
    action: str
    values: dict[str, Fraction]
    """What each action is worth, in antes."""


def pre_flop_chart(solved: Solved) -> tuple[tuple[StartingHand, ...], ...] | None:
    """Thirteen rows from the ace down: suited hands above the diagonal, unsuited ones below it.

    None for a game that has no decision before the flop.
    """
    policy = solved.policy
    if not isinstance(policy, HoldemPolicy) or not policy.stages[0].multiples:
        return None
    actions, values = policy.stages[0].actions, solved.pre_flop or {}

    def hand(row: Rank, column: Rank) -> StartingHand:
        high, low = max(row, column), min(row, column)
        suited = row > column
        place = place_of(high, low, suited=suited)
        name = f"{high.symbol}{low.symbol}" + ("" if high == low else "s" if suited else "o")
        return StartingHand(
            name, actions[int(policy.pre_flop[place])], {action: each[place] for action, each in values.items()}
        )

    return tuple(tuple(hand(row, column) for column in RANKS_DOWN) for row in RANKS_DOWN)


@dataclass(frozen=True)
class ClassDecisions:
    """The decisions with one class of hands, or several that are played alike, by the up card's rank."""

    lowest: str
    highest: str
    shares: tuple[dict[str, int], ...]
    """For each rank of the up card, from the ace down: how many hands with an up card take each action."""

    @property
    def name(self) -> str:
        """The class, or the range of classes."""
        return self.lowest if self.lowest == self.highest else f"{self.lowest} to {self.highest}"


def four_card_chart(policy: FourCardPolicy) -> tuple[ClassDecisions, ...]:
    """Every hand and up card counted by class of hand, rank of the up card and action, strongest hands first.

    Neighbouring classes of which every hand is played alike against each up card are put together.
    """
    if policy not in _CHARTS:
        _CHARTS[policy] = _counted(policy)
    return _CHARTS[policy]


def _counted(policy: FourCardPolicy) -> tuple[ClassDecisions, ...]:
    names, starts = _classes()
    found = play_found(boxes_of(partition("play", {Shown.HAND: starts})[Shown.HAND]))
    hands = policy.hands
    counts = np.zeros((len(names), len(Rank), len(policy.actions)), np.int64)
    weight = weights(policy.deck, hands)
    for lane in lanes_of(policy.deck).tolist():
        taken = np.zeros(len(hands), np.int64)
        for digit, plane in enumerate(policy.planes):
            taken |= (plane >> np.uint64(lane) & np.uint64(1)).astype(np.int64) << digit
        met = found[:, lane] >= 0
        np.add.at(counts, (found[met, lane], lane & 15, taken[met]), weight[met])
    rows = [
        ClassDecisions(
            name,
            name,
            tuple(
                {action: int(n) for action, n in zip(policy.actions, counts[place, rank], strict=True) if n}
                for rank in RANKS_DOWN
            ),
        )
        for place, name in reversed(list(enumerate(names)))
    ]
    dealt = [row for row in rows if any(row.shares)]
    return tuple(_merged(list(alike)) for _, alike in groupby(dealt, key=_pattern))


def _classes() -> tuple[list[str], list[int]]:
    """The classes of hands from the weakest, and the weakest hand of each; those of an ace high are told apart."""
    known = hands_in_words(FOUR_CARD.size)
    names = [f"{rank.singular} high" for rank in Rank] + ["ace king high", "ace king queen high"]
    names += [f"pair of {rank.plural}" for rank in Rank]
    names += [in_words(category.value) for category in FourCard if category > FourCard.PAIR]
    starts = {name: known[name][0] for name in names if name in known}
    ordered = sorted(starts, key=lambda name: starts[name])
    return ordered, [starts[name] for name in ordered]


def _pattern(row: ClassDecisions) -> tuple[str, ...]:
    """What is done against each up card; a row that is not played alike is like no other."""
    if all(len(shares) <= 1 for shares in row.shares):
        return tuple(next(iter(shares), "") for shares in row.shares)
    return (row.name,)


def _merged(rows: list[ClassDecisions]) -> ClassDecisions:
    """Rows that are played alike as one, from the highest class down."""
    shares = tuple(
        {action: sum(row.shares[place].get(action, 0) for row in rows) for action in rows[0].shares[place]}
        for place in range(len(rows[0].shares))
    )
    return ClassDecisions(rows[-1].lowest, rows[0].highest, shares)
