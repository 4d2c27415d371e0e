"""The rankings as data: every different hand once, in the book's order, with dense strengths."""

from typing import Any

import pytest

from pitbook.cards import FIVE_CARD, FOUR_CARD, FiveCard, FourCard, Rank, Ranking

BOTH = pytest.mark.parametrize("ranking", [FIVE_CARD, FOUR_CARD])


def test_the_categories_stand_in_the_order_of_the_books() -> None:
    assert [category.value for category in FiveCard] == [
        *("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush"),
        *("straight", "three_of_a_kind", "two_pairs", "pair", "high_card"),
    ]
    assert [category.value for category in FourCard] == [
        *("four_of_a_kind", "straight_flush", "three_of_a_kind", "flush"),
        *("straight", "two_pairs", "pair", "high_card"),
    ]


def test_categories_compare_by_their_place() -> None:
    assert FiveCard.FULL_HOUSE > FiveCard.FLUSH >= FiveCard.FLUSH
    assert FourCard.THREE_OF_A_KIND > FourCard.FLUSH
    assert (FiveCard.HIGH_CARD.level, FiveCard.ROYAL_FLUSH.level) == (0, 9)
    assert (FourCard.HIGH_CARD.level, FourCard.FOUR_OF_A_KIND.level) == (0, 7)


@BOTH
def test_every_category_has_a_shape_of_as_many_cards_as_a_hand_has(ranking: Ranking[Any]) -> None:
    assert list(ranking.shapes) == sorted(ranking.shapes, reverse=True)
    for category, ranks in ranking.classes:
        assert len(list(ranking.shapes[category].ranks_of_cards(ranks))) == ranking.size


@pytest.mark.parametrize(("ranking", "number"), [(FIVE_CARD, 7462), (FOUR_CARD, 2535)])
def test_there_are_so_many_different_hands(ranking: Ranking[Any], number: int) -> None:
    assert len(set(ranking.classes)) == len(ranking.classes) == number


@BOTH
def test_classes_rise_by_category_and_then_by_ranks(ranking: Ranking[Any]) -> None:
    order = [(category.level, ranks) for category, ranks in ranking.classes]
    assert order == sorted(order)


@BOTH
def test_strength_and_class_lead_to_each_other(ranking: Ranking[Any]) -> None:
    assert list(ranking.strengths.values()) == list(range(1, len(ranking.classes) + 1))
    assert all(ranking.class_of(strength) == hand for hand, strength in ranking.strengths.items())


def test_the_weakest_and_the_strongest_hand() -> None:
    assert FIVE_CARD.class_of(1) == (
        FiveCard.HIGH_CARD,
        (Rank.SEVEN, Rank.FIVE, Rank.FOUR, Rank.THREE, Rank.TWO),
    )
    assert FIVE_CARD.class_of(7462) == (FiveCard.ROYAL_FLUSH, (Rank.ACE,))
    assert FOUR_CARD.class_of(1) == (FourCard.HIGH_CARD, (Rank.SIX, Rank.FOUR, Rank.THREE, Rank.TWO))
    assert FOUR_CARD.class_of(2535) == (FourCard.FOUR_OF_A_KIND, (Rank.ACE,))
