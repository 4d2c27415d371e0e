"""Three-card poker hands, as in Three Card Poker: three cards, or the best three of four or five."""

from collections.abc import Iterable
from typing import Final

from pitbook.cards.card import Card, Rank
from pitbook.cards.hand import Hand, best_hand
from pitbook.cards.ranking import Category, Ranking, Run, Sets


class ThreeCard(Category):
    """The categories, high to low: with three cards a straight is rarer than a flush."""

    STRAIGHT_FLUSH = "straight_flush"
    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    PAIR = "pair"
    HIGH_CARD = "high_card"


THREE_CARD: Final[Ranking[ThreeCard]] = Ranking(
    name="a three-card hand",
    size=3,
    # Six cards could have two flushes, and the kernels' tables have room for one.
    most=5,
    shapes={
        ThreeCard.STRAIGHT_FLUSH: Run(3, Rank.THREE, Rank.ACE, "straight flush, {} high", suited=True),
        ThreeCard.THREE_OF_A_KIND: Sets((3,), "three of a kind, {}"),
        ThreeCard.STRAIGHT: Run(3, Rank.THREE, Rank.ACE, "straight, {} high"),
        ThreeCard.FLUSH: Sets((1, 1, 1), "flush, {} high", suited=True),
        ThreeCard.PAIR: Sets((2, 1), "pair of {}"),
        ThreeCard.HIGH_CARD: Sets((1, 1, 1), "high card {}"),
    },
)


def best_three_card_hand(cards: str | Iterable[Card]) -> Hand[ThreeCard]:
    """The highest three-card hand in three, four or five cards."""
    return best_hand(cards, THREE_CARD)
