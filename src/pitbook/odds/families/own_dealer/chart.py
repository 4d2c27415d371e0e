"""Decisions by class of hand and rank of the up card, counted from a policy itself."""

from itertools import groupby
from weakref import WeakKeyDictionary

import numpy as np

from pitbook.cards import FOUR_CARD, FourCard, Rank
from pitbook.odds.families.own_dealer.policy import FourCardPolicy
from pitbook.odds.families.own_dealer.rules import play_found
from pitbook.odds.families.protocol import RANKS_DOWN, ClassDecisions
from pitbook.odds.families.search import partition
from pitbook.odds.families.sets import lanes_of, weights
from pitbook.rulebooks.hands import in_words
from pitbook.strategy.families.own_dealer import UP_CARD, Shown
from pitbook.strategy.kernels import boxes_of
from pitbook.strategy.words import hands_in_words

_CHARTS: WeakKeyDictionary[FourCardPolicy, "tuple[ClassDecisions, ...]"] = WeakKeyDictionary()
"""The charts of policies that are in use: a page and a sheet ask for the same one."""


def four_card_chart(policy: FourCardPolicy) -> tuple[ClassDecisions, ...]:
    """Every hand and up card counted by class of hand, rank of the up card and action, strongest hands first.

    Neighbouring classes of which every hand is played alike against each up card are put together.
    """
    if policy not in _CHARTS:
        _CHARTS[policy] = _counted(policy)
    return _CHARTS[policy]


def _counted(policy: FourCardPolicy) -> tuple[ClassDecisions, ...]:
    names, starts = _classes()
    found = play_found(boxes_of(partition(UP_CARD, {Shown.HAND: starts})[Shown.HAND]))
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
