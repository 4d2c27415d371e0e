"""The features of every set of known cards, and the first rule that holds for each."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from pitbook.cards import FIVE_CARD, Rank, Suit
from pitbook.cards.kernels import rank5_masks
from pitbook.odds.deck import FULL, Deck
from pitbook.odds.families.sets import canonical_sets, children, lanes_of
from pitbook.strategy.families.no_dealer import DrawFeature, runs_of

_SUIT = np.uint64(0x1FFF)
_WIDTH = 16


@cache
def features_of(deck: Deck, size: int) -> NDArray[np.int64]:
    """By canonical set of `size` cards and feature: its value, the same as in `strategy.families.no_dealer`."""
    sets = canonical_sets(deck, size)
    suits = np.stack([sets >> np.uint64(_WIDTH * suit) & _SUIT for suit in Suit]).astype(np.int64)
    ranks = np.bitwise_or.reduce(suits)
    found = np.zeros((len(sets), len(DrawFeature)), np.int64)
    found[:, DrawFeature.MADE] = _lowest(size)[np.searchsorted(canonical_sets(FULL, size), sets)]
    found[:, DrawFeature.SUITED] = (suits != 0).sum(axis=0) == 1
    unpaired = _bits(ranks) == size
    for run in runs_of(deck.ranks):
        found[:, DrawFeature.STRAIGHTS] += unpaired & (ranks & ~sum(1 << rank for rank in run) == 0)
    high = sum(1 << rank for rank in Rank if rank >= Rank.TEN)
    found[:, DrawFeature.HIGH_CARDS] = sum(_bits(suit & high) for suit in suits)
    return found


def _bits(masks: NDArray[np.int64]) -> NDArray[np.int64]:
    """The number of ranks in each mask."""
    return sum((masks >> rank & 1 for rank in range(len(Rank))), np.zeros_like(masks))


def _lowest(size: int) -> NDArray[np.int64]:
    """The strength of the lowest hand that each set of the full deck can become."""
    if size == FIVE_CARD.size:
        return rank5_masks(canonical_sets(FULL, size)).astype(np.int64)
    sets, lanes = canonical_sets(FULL, size), lanes_of(FULL)
    free = (sets[:, None] >> lanes.astype(np.uint64) & np.uint64(1)) == 0
    reached = _lowest(size + 1)[children(FULL, size)[:, lanes]]
    lowest: NDArray[np.int64] = np.where(free, reached, reached.max() + 1).min(axis=1)
    return lowest


def sets_found(deck: Deck, size: int, boxes: NDArray[np.int64]) -> NDArray[np.int16]:
    """The number of the first box that holds, by canonical set; -1 if none does."""
    features = features_of(deck, size)
    found = np.full(len(features), -1, np.int16)
    for number in reversed(range(len(boxes))):
        holds = ((boxes[number, :, 0] <= features) & (features <= boxes[number, :, 1])).all(axis=1)
        found[holds] = number
    return found
