"""Decisions by class of hand and rank of the up card, counted from a policy itself."""

from functools import lru_cache

import numpy as np

from pitbook.cards import Rank
from pitbook.odds.families.class_chart import class_rows, classes_in_words
from pitbook.odds.families.own_dealer.policy import FourCardPolicy
from pitbook.odds.families.own_dealer.rules import play_found
from pitbook.odds.families.protocol import ClassDecisions
from pitbook.odds.families.search import partition
from pitbook.odds.families.sets import lanes_of, weights
from pitbook.strategy.families.own_dealer import UP_CARD, UpCardFeature
from pitbook.strategy.kernels import boxes_of


class _Same:
    """Compares policies by their decisions: a policy that is read from the store twice is two objects."""

    def __init__(self, policy: FourCardPolicy) -> None:
        self.policy = policy
        self._digest = policy.digest

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self._digest == other._digest

    def __hash__(self) -> int:
        return hash(self._digest)


def four_card_chart(policy: FourCardPolicy) -> tuple[ClassDecisions, ...]:
    """Every hand and up card counted by class of hand, rank of the up card and action, strongest hands first.

    Neighbouring classes are merged if all their hands are played alike against each up card.
    """
    return _counted(_Same(policy))


@lru_cache(maxsize=8)
def _counted(same: _Same) -> tuple[ClassDecisions, ...]:
    policy = same.policy
    names, starts = classes_in_words("four_card")
    found = play_found(policy.deck, boxes_of(partition(UP_CARD, {UpCardFeature.HAND: starts})[UpCardFeature.HAND]))
    hands = policy.hands
    counts = np.zeros((len(names), len(Rank), len(policy.actions)), np.int64)
    weight = weights(policy.deck, hands)
    for lane in lanes_of(policy.deck).tolist():
        taken = np.zeros(len(hands), np.int64)
        for digit, plane in enumerate(policy.planes):
            taken |= (plane >> np.uint64(lane) & np.uint64(1)).astype(np.int64) << digit
        met = found[:, lane] >= 0
        np.add.at(counts, (found[met, lane], lane & 15, taken[met]), weight[met])
    return class_rows(names, policy.actions, counts[:, policy.deck.ranks[::-1]])
