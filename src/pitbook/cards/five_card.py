"""Five-card poker hands, as in Heads-Up Hold'em: the best five of five, six or seven cards."""

from collections.abc import Iterable
from typing import Final

from pitbook.cards.card import Card, Rank
from pitbook.cards.hand import Hand, best_hand
from pitbook.cards.ranking import Category, Ranking, Run, Sets


class FiveCard(Category):
    """The categories, high to low, as md-heads-up-holdem 6.D and ma-heads-up-holdem 5(b) list them."""

    ROYAL_FLUSH = "royal_flush"
    STRAIGHT_FLUSH = "straight_flush"
    FOUR_OF_A_KIND = "four_of_a_kind"
    FULL_HOUSE = "full_house"
    FLUSH = "flush"
    STRAIGHT = "straight"
    THREE_OF_A_KIND = "three_of_a_kind"
    TWO_PAIRS = "two_pairs"
    PAIR = "pair"
    HIGH_CARD = "high_card"


FIVE_CARD: Final[Ranking[FiveCard]] = Ranking(
    name="a five-card hand",
    size=5,
    most=7,
    shapes={
        FiveCard.ROYAL_FLUSH: Run(5, Rank.ACE, Rank.ACE, "royal flush", suited=True),
        FiveCard.STRAIGHT_FLUSH: Run(5, Rank.FIVE, Rank.KING, "straight flush, {} high", suited=True),
        FiveCard.FOUR_OF_A_KIND: Sets((4, 1), "four of a kind, {}"),
        FiveCard.FULL_HOUSE: Sets((3, 2), "full house, {} over {}"),
        FiveCard.FLUSH: Sets((1, 1, 1, 1, 1), "flush, {} high", suited=True),
        FiveCard.STRAIGHT: Run(5, Rank.FIVE, Rank.ACE, "straight, {} high"),
        FiveCard.THREE_OF_A_KIND: Sets((3, 1, 1), "three of a kind, {}"),
        FiveCard.TWO_PAIRS: Sets((2, 2, 1), "two pairs, {} and {}"),
        FiveCard.PAIR: Sets((2, 1, 1, 1), "pair of {}"),
        FiveCard.HIGH_CARD: Sets((1, 1, 1, 1, 1), "high card {}"),
    },
)


def best_five_card_hand(cards: str | Iterable[Card]) -> Hand[FiveCard]:
    """The highest five-card hand in five, six or seven cards."""
    return best_hand(cards, FIVE_CARD)
