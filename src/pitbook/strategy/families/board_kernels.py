"""The features of a hand with community cards, compiled; they equal those of `board_dealer`."""

from typing import Final

import numpy as np

from pitbook.array_types import Vector
from pitbook.cards import FiveCard
from pitbook.cards.kernels import rank_mask
from pitbook.cards.tables import Tables
from pitbook.compiled import kernel
from pitbook.strategy.families.board_dealer import BoardFeature

HAND: Final = int(BoardFeature.HAND)
HIDDEN_PAIR: Final = int(BoardFeature.HIDDEN_PAIR)
POCKET_PAIR: Final = int(BoardFeature.POCKET_PAIR)
PAIR_WITH_BOARD: Final = int(BoardFeature.PAIR_WITH_BOARD)
HIGH_CARD: Final = int(BoardFeature.HIGH_CARD)
LOW_CARD: Final = int(BoardFeature.LOW_CARD)
FOUR_TO_A_FLUSH: Final = int(BoardFeature.FOUR_TO_A_FLUSH)
STRAIGHT_RANKS: Final = int(BoardFeature.STRAIGHT_RANKS)
BETTER_THAN_BOARD: Final = int(BoardFeature.BETTER_THAN_BOARD)
DEALER_OUTS: Final = int(BoardFeature.DEALER_OUTS)
_PAIR: Final = FiveCard.PAIR.level
_THREE: Final = FiveCard.THREE_OF_A_KIND.level
_RANKS: Final = 13


@kernel
def pair_features(first: int, second: int, counts: int, features: Vector[np.int64]) -> None:
    """What the ranks of two hole cards say; `counts` has four bits for each rank on the board."""
    high, low = max(first, second), min(first, second)
    features[HIGH_CARD], features[LOW_CARD] = high + 1, low + 1
    matched = 0
    if counts >> 4 * high & 15:
        matched = high + 1
    elif counts >> 4 * low & 15:
        matched = low + 1
    features[PAIR_WITH_BOARD] = matched
    features[POCKET_PAIR] = high + 1 if high == low else 0
    features[HIDDEN_PAIR] = max(matched, features[POCKET_PAIR])


@kernel
def _has_straight(ranks: int) -> bool:
    """Whether 13 bits of ranks hold five in a row, the ace also below the two."""
    bits = ranks << 1 | ranks >> 12 & 1
    return bits & bits >> 1 & bits >> 2 & bits >> 3 & bits >> 4 != 0


@kernel
def _straight_ranks(ranks: int, lowest: int) -> int:
    """How many ranks, from the deck's lowest up, would make a straight that is not there yet."""
    found = 0
    if not _has_straight(ranks):
        for rank in range(lowest, _RANKS):
            if _has_straight(ranks | 1 << rank):
                found += 1
    return found


@kernel
def flop_features(
    one: int,
    two: int,
    flop: Vector[np.int64],
    lowest: int,
    masks: Vector[np.uint64],
    tables: Tables,
    levels: Vector[np.int64],
    features: Vector[np.int64],
) -> None:
    """The features of two hole cards, given as indices, on a flop: an array of three; `lowest` is the deck's rank."""
    counts, ranks, category = 0, 1 << (one >> 2) | 1 << (two >> 2), 0
    mask = masks[one] | masks[two]
    of_one = of_two = 1
    if one & 3 == two & 3:
        of_one = of_two = 2
    for place in range(flop.size):
        card = flop[place]
        alike = counts >> 4 * (card >> 2) & 15
        if alike:
            category = _PAIR if alike == 1 else _THREE
        counts += 1 << 4 * (card >> 2)
        ranks |= 1 << (card >> 2)
        mask |= masks[card]
        of_one += card & 3 == one & 3
        of_two += card & 3 == two & 3
    pair_features(one >> 2, two >> 2, counts, features)
    hand = np.int64(rank_mask(mask, tables))
    features[HAND] = hand
    features[BETTER_THAN_BOARD] = levels[hand] > category
    features[FOUR_TO_A_FLUSH] = max((one >> 2) + 1 if of_one == 4 else 0, (two >> 2) + 1 if of_two == 4 else 0)
    features[STRAIGHT_RANKS] = _straight_ranks(ranks, lowest)
    features[DEALER_OUTS] = 0
