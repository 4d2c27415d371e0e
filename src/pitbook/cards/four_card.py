"""Four-card poker hands, as in Four Card Poker: the best four of four, five or six cards."""

from collections.abc import Iterable
from typing import Final

from pitbook.cards.card import Card, Rank
from pitbook.cards.hand import Hand, best_hand
from pitbook.cards.ranking import Category, Ranking, Run, Sets


class FourCard(Category):
    """The categories, high to low, as md-four-card-poker 6.C lists them."""

    FOUR_OF_A_KIND = "four_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"
    THREE_OF_A_KIND = "three_of_a_kind"
    FLUSH = "flush"
    STRAIGHT = "straight"
    TWO_PAIRS = "two_pairs"
    PAIR = "pair"
    HIGH_CARD = "high_card"


FOUR_CARD: Final[Ranking[FourCard]] = Ranking(
    name="a four-card hand",
    size=4,
    most=6,
    shapes={
        FourCard.FOUR_OF_A_KIND: Sets((4,), "four of a kind, {}"),
        FourCard.STRAIGHT_FLUSH: Run(4, Rank.FOUR, Rank.ACE, "straight flush, {} high", suited=True),
        FourCard.THREE_OF_A_KIND: Sets((3, 1), "three of a kind, {}"),
        FourCard.FLUSH: Sets((1, 1, 1, 1), "flush, {} high", suited=True),
        FourCard.STRAIGHT: Run(4, Rank.FOUR, Rank.ACE, "straight, {} high"),
        FourCard.TWO_PAIRS: Sets((2, 2), "two pairs, {} and {}"),
        FourCard.PAIR: Sets((2, 1, 1), "pair of {}"),
        FourCard.HIGH_CARD: Sets((1, 1, 1, 1), "high card {}"),
    },
)


def best_four_card_hand(cards: str | Iterable[Card]) -> Hand[FourCard]:
    """The highest four-card hand in four, five or six cards."""
    return best_hand(cards, FOUR_CARD)
