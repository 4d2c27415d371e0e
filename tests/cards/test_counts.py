"""How many of all hands fall in each category and have different strengths, against known counts."""

from math import comb

import numpy as np
import pytest

from pitbook.cards import FiveCard, FourCard
from pitbook.cards.enumeration import (
    category_counts4,
    category_counts5,
    strength_counts4,
    strength_counts5,
)

FIVE_OF_FIVE = {
    "royal_flush": 4,
    "straight_flush": 9 * 4,
    "four_of_a_kind": 13 * 48,
    "full_house": 13 * comb(4, 3) * 12 * comb(4, 2),
    "flush": (comb(13, 5) - 10) * 4,
    "straight": 10 * (4**5 - 4),
    "three_of_a_kind": 13 * comb(4, 3) * comb(12, 2) * 4**2,
    "two_pairs": comb(13, 2) * comb(4, 2) ** 2 * 11 * 4,
    "pair": 13 * comb(4, 2) * comb(12, 3) * 4**3,
    "high_card": (comb(13, 5) - 10) * (4**5 - 4),
}
FIVE_OF_SIX = {
    "royal_flush": 188,
    "straight_flush": 1_656,
    "four_of_a_kind": 14_664,
    "full_house": 165_984,
    "flush": 205_792,
    "straight": 361_620,
    "three_of_a_kind": 732_160,
    "two_pairs": 2_532_816,
    "pair": 9_730_740,
    "high_card": 6_612_900,
}
FIVE_OF_SEVEN = {
    "royal_flush": 4_324,
    "straight_flush": 37_260,
    "four_of_a_kind": 224_848,
    "full_house": 3_473_184,
    "flush": 4_047_644,
    "straight": 6_180_020,
    "three_of_a_kind": 6_461_620,
    "two_pairs": 31_433_400,
    "pair": 58_627_800,
    "high_card": 23_294_460,
}
FOUR_OF_FOUR = {
    "four_of_a_kind": 13,
    "straight_flush": 11 * 4,
    "three_of_a_kind": 13 * comb(4, 3) * 48,
    "flush": (comb(13, 4) - 11) * 4,
    "straight": 11 * (4**4 - 4),
    "two_pairs": comb(13, 2) * comb(4, 2) ** 2,
    "pair": 13 * comb(4, 2) * comb(12, 2) * 4**2,
    "high_card": (comb(13, 4) - 11) * (4**4 - 4),
}
FOUR_OF_FIVE = {
    "four_of_a_kind": 624,
    "straight_flush": 2_072,
    "three_of_a_kind": 58_656,
    "flush": 114_616,
    "straight": 101_808,
    "two_pairs": 123_552,
}


@pytest.mark.parametrize(("size", "known"), [(5, FIVE_OF_FIVE), (6, FIVE_OF_SIX), (7, FIVE_OF_SEVEN)])
def test_all_five_card_hands_by_category(size: int, known: dict[str, int]) -> None:
    counts = category_counts5(size)
    assert {category.value: count for category, count in counts.items()} == known
    assert list(counts) == list(FiveCard)
    assert sum(counts.values()) == comb(52, size)


def test_all_four_card_hands_by_category() -> None:
    counts = category_counts4(4)
    assert {category.value: count for category, count in counts.items()} == FOUR_OF_FOUR
    assert list(counts) == list(FourCard)


def test_all_best_four_of_five_by_category() -> None:
    counts = category_counts4(5)
    assert {category: counts[FourCard(category)] for category in FOUR_OF_FIVE} == FOUR_OF_FIVE
    # Neither a pair nor anything better: five ranks without four in sequence, in suits without four of one.
    no_run = comb(13, 5) - ranks_with_a_run_of_four(5)
    assert counts[FourCard.HIGH_CARD] == no_run * (4**5 - 4 * 15 - 4)
    assert sum(counts.values()) == comb(52, 5)


def test_all_best_four_of_six_by_category() -> None:
    counts = category_counts4(6)
    assert counts[FourCard.FOUR_OF_A_KIND] == 13 * comb(48, 2)
    no_run = comb(13, 6) - ranks_with_a_run_of_four(6)
    no_four_suited = 4**6 - 4 * (comb(6, 4) * 9 + comb(6, 5) * 3 + 1)
    assert counts[FourCard.HIGH_CARD] == no_run * no_four_suited
    assert sum(counts.values()) == comb(52, 6)


def ranks_with_a_run_of_four(size: int) -> int:
    """How many sets of that many ranks have four in sequence, the ace standing at both ends."""
    aces_high = [ranks << 1 for ranks in range(1 << 13) if ranks.bit_count() == size]
    aces_at_both_ends = [ranks | ranks >> 13 for ranks in aces_high]
    return sum(any(ranks >> low & 0b1111 == 0b1111 for low in range(11)) for ranks in aces_at_both_ends)


@pytest.mark.parametrize(("size", "different"), [(5, 7462), (6, 6075), (7, 4824)])
def test_different_five_card_strengths(size: int, different: int) -> None:
    counts = strength_counts5(size)
    assert counts[0] == 0
    assert np.count_nonzero(counts) == different


def test_different_four_card_strengths() -> None:
    counts = strength_counts4(4)
    assert counts[0] == 0
    assert np.count_nonzero(counts) == 2535


@pytest.mark.parametrize("size", [4, 8])
def test_other_numbers_of_cards_are_not_counted(size: int) -> None:
    with pytest.raises(ValueError, match="a five-card hand is made from 5 to 7 cards"):
        strength_counts5(size)
