"""The best of five, six or seven cards is the strongest of the hands that can be chosen from them."""

from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from pitbook.cards.kernels import CARD_MASKS, rank_mask
from pitbook.cards.tables import FIVE_CARD_TABLES, FOUR_CARD_TABLES, Tables
from pitbook.compiled import kernel


@kernel
def disagreements(size: Any, one_in: Any, subsets: Any, card_masks: Any, tables: Any) -> Any:
    """Looks at one in so many of all hands of that size; how many it saw, and how many are wrong."""
    cards = np.arange(size)
    masks = np.zeros(size + 1, np.uint64)
    seen = wrong = number = 0
    place = 0
    while place >= 0:
        for following in range(place, size):
            masks[following + 1] = masks[following] | card_masks[cards[following]]
            if following + 1 < size:
                cards[following + 1] = cards[following] + 1
        if number % one_in == 0:
            strongest = np.uint64(0)
            for subset in subsets:
                chosen = np.uint64(0)
                for member in subset:
                    chosen |= card_masks[cards[member]]
                strongest = max(strongest, rank_mask(chosen, tables))
            seen += 1
            wrong += strongest != rank_mask(masks[size], tables)
        number += 1
        place = size - 1
        while place >= 0 and cards[place] == 52 - size + place:
            place -= 1
        if place >= 0:
            cards[place] += 1
    return seen, wrong


def check(size: int, tables: Tables, hand_size: int, one_in: int) -> None:
    subsets = np.array(list(combinations(range(size), hand_size)))
    seen, wrong = disagreements(size, one_in, subsets, CARD_MASKS, tables)
    assert seen == -(-comb(52, size) // one_in)
    assert wrong == 0


@pytest.mark.parametrize(("size", "one_in"), [(6, 211), (7, 2003)])
def test_best_five(size: int, one_in: int) -> None:
    check(size, FIVE_CARD_TABLES, 5, one_in)


@pytest.mark.parametrize(("size", "one_in"), [(5, 31), (6, 211)])
def test_best_four(size: int, one_in: int) -> None:
    check(size, FOUR_CARD_TABLES, 4, one_in)


def test_the_check_notices_a_wrong_table() -> None:
    strengths = np.roll(FIVE_CARD_TABLES.strengths, 1)
    strengths.setflags(write=False)
    with pytest.raises(AssertionError):
        check(6, FIVE_CARD_TABLES._replace(strengths=strengths), 5, one_in=1009)


@pytest.mark.prove
@pytest.mark.parametrize("size", [6, 7])
def test_best_five_of_all_hands(size: int) -> None:
    check(size, FIVE_CARD_TABLES, 5, one_in=1)


@pytest.mark.prove
@pytest.mark.parametrize("size", [5, 6])
def test_best_four_of_all_hands(size: int) -> None:
    check(size, FOUR_CARD_TABLES, 4, one_in=1)
