"""Cards and hands: friendly types here, the fast kernels beside them in `pitbook.cards.kernels`."""

from pitbook.cards.card import DECK, Card, Rank, Suit, mask_of, parse_card, parse_cards
from pitbook.cards.five_card import FIVE_CARD, FiveCard, best_five_card_hand
from pitbook.cards.four_card import FOUR_CARD, FourCard, best_four_card_hand
from pitbook.cards.hand import Hand
from pitbook.cards.ranking import Category, Ranking
from pitbook.cards.rankings import RANKINGS
from pitbook.cards.three_card import THREE_CARD, ThreeCard, best_three_card_hand

__all__ = [
    "DECK",
    "FIVE_CARD",
    "FOUR_CARD",
    "RANKINGS",
    "THREE_CARD",
    "Card",
    "Category",
    "FiveCard",
    "FourCard",
    "Hand",
    "Rank",
    "Ranking",
    "Suit",
    "ThreeCard",
    "best_five_card_hand",
    "best_four_card_hand",
    "best_three_card_hand",
    "mask_of",
    "parse_card",
    "parse_cards",
]
