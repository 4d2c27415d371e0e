"""The features of a hand against an up card, compiled; they equal those of `own_dealer`."""

from typing import Final

import numpy as np

from pitbook.array_types import Vector
from pitbook.cards.kernels import rank_mask
from pitbook.cards.tables import Tables
from pitbook.compiled import kernel
from pitbook.strategy.families.own_dealer import UpCardFeature

HAND: Final = int(UpCardFeature.HAND)
_UP_CARD: Final = int(UpCardFeature.UP_CARD)
_CONTAINS_UP_CARD: Final = int(UpCardFeature.CONTAINS_UP_CARD)
_UP_ABOVE_PAIR: Final = int(UpCardFeature.UP_ABOVE_PAIR)


@kernel
def hand_features(hand: np.uint64, tables: Tables, features: Vector[np.int64]) -> tuple[np.int64, np.int64]:
    """The features of five cards, given as a mask, that no up card changes; the ranks and the paired ranks, as bits."""
    once, twice = np.uint64(0), np.uint64(0)
    for suit in range(4):
        part = hand >> np.uint64(16 * suit) & np.uint64(0xFFFF)
        twice |= once & part
        once |= part
    features[HAND] = np.int64(rank_mask(hand, tables))
    return np.int64(once), np.int64(twice)


@kernel
def up_card_features(up: int, once: int, twice: int, features: Vector[np.int64]) -> None:
    """The features that the rank of the up card decides, from the ranks and the paired ranks of the hand."""
    features[_UP_CARD] = up + 1
    features[_CONTAINS_UP_CARD] = once >> up & 1
    features[_UP_ABOVE_PAIR] = twice >> up == 0
