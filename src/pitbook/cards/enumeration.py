"""Counts over all hands of a deck: how often each strength and each category occurs."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitbook.array_types import Vector
from pitbook.cards.five_card import FIVE_CARD, FiveCard
from pitbook.cards.four_card import FOUR_CARD, FourCard
from pitbook.cards.kernels import CARD_MASKS, rank_mask
from pitbook.cards.ranking import C, Ranking
from pitbook.cards.tables import FIVE_CARD_TABLES, FOUR_CARD_TABLES, Tables
from pitbook.compiled import kernel

_CARDS: Final = 52


@kernel
def _count_strengths(hand_size: int, card_masks: Vector[np.uint64], tables: Tables, counts: Vector[np.int64]) -> None:
    """Adds every hand of that many cards to the count of its strength.

    The first cards step like an odometer, the last two run in plain loops inside.
    """
    first = hand_size - 2
    chosen = np.arange(first)
    while True:
        outer = np.uint64(0)
        for place in range(first):
            outer |= card_masks[chosen[place]]
        for before_last in range(chosen[first - 1] + 1, _CARDS - 1):
            inner = outer | card_masks[before_last]
            for last in range(before_last + 1, _CARDS):
                counts[rank_mask(inner | card_masks[last], tables)] += 1
        place = first - 1
        while place >= 0 and chosen[place] == _CARDS - hand_size + place:
            place -= 1
        if place < 0:
            return
        chosen[place] += 1
        for following in range(place + 1, first):
            chosen[following] = chosen[following - 1] + 1


def strength_counts5(hand_size: int) -> NDArray[np.int64]:
    """The number of hands of five, six or seven cards that have each five-card strength."""
    return _strength_counts(FIVE_CARD, FIVE_CARD_TABLES, hand_size)


def strength_counts4(hand_size: int) -> NDArray[np.int64]:
    """The number of hands of four, five or six cards that have each four-card strength."""
    return _strength_counts(FOUR_CARD, FOUR_CARD_TABLES, hand_size)


def category_counts5(hand_size: int) -> dict[FiveCard, int]:
    """The number of hands of five, six or seven cards in each category, high to low."""
    return _by_category(FIVE_CARD, strength_counts5(hand_size))


def category_counts4(hand_size: int) -> dict[FourCard, int]:
    """The number of hands of four, five or six cards in each category, high to low."""
    return _by_category(FOUR_CARD, strength_counts4(hand_size))


def warm() -> None:
    """Compile the kernel, or load it from the cache."""
    strength_counts4(4)


def _strength_counts(ranking: Ranking[C], tables: Tables, hand_size: int) -> NDArray[np.int64]:
    if not ranking.accepts(hand_size):
        raise ValueError(f"{ranking.name} is made from {ranking.size} to {ranking.most} cards")
    counts = np.zeros(len(ranking.classes) + 1, np.int64)
    _count_strengths(hand_size, CARD_MASKS, tables, counts)
    return counts


def _by_category(ranking: Ranking[C], counts: NDArray[np.int64]) -> dict[C, int]:
    totals = dict.fromkeys(ranking.shapes, 0)
    for (category, _), count in zip(ranking.classes, counts[1:].tolist(), strict=True):
        totals[category] += count
    return totals
