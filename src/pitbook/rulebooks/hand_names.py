"""Finds the name of a hand. Kernels interpret the same conditions, and tests prove them equal to this function."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from pitbook.cards import RANKINGS, Rank, Suit
from pitbook.cards.rankings import category_by_strength
from pitbook.rulebooks.hands import SUITS, HandCondition, HandRule

Strength = Callable[[str, int], int]
"""The strength of a set of cards in a ranking, by its name."""
_SUIT = 0x1FFF
_WIDTH = 16


class Pieces(NamedTuple):
    """The cards of a round from one seat's view, as sets (`Card.mask`)."""

    own: int
    flop: int = 0
    """The first three of the board."""
    board: int = 0
    up: int = 0
    """The dealer's face-up cards."""
    dealer: int = 0
    extra: int = 0

    def together(self, names: Iterable[str]) -> int:
        """The cards of several pieces."""
        cards = 0
        for name in names:
            cards |= getattr(self, name)
        return cards


def name_of(hand: HandRule, pieces: Pieces, strength: Strength) -> str | None:
    """The finest name that fits: the first of the book's names whose conditions hold, otherwise the category."""
    if hand.ranking is not None:
        found = category_by_strength(hand.ranking)[strength(hand.ranking, pieces.together(hand.sources))]
        return finest_name(hand, found, pieces, strength)
    by_ranks = hand.rules_by_ranks
    if by_ranks is not None and ranks_of(pieces.together(hand.sources)) not in by_ranks:
        return None
    return finest_name(hand, "", pieces, strength)


def finest_name(hand: HandRule, category: str, pieces: Pieces, strength: Strength) -> str | None:
    """The finest name of a hand whose category is known; cards without a ranking have the category ""."""
    for rule in hand.rules_of.get(category, ()):
        for condition in rule.when:
            if not _holds(condition, hand, pieces, strength):
                break
        else:
            return rule.name
    return category or None


def _holds(condition: HandCondition, hand: HandRule, pieces: Pieces, strength: Strength) -> bool:
    cards = pieces.together(condition.cards or hand.sources)
    asked = hand.ranking if condition.asks_strength else None
    if asked is not None and strength(asked, cards) not in condition.strengths(asked):
        return False
    if condition.ranks and ranks_of(cards) not in condition.sorted_ranks:
        return False
    if condition.suited is not None and any(cards == in_suit(cards, suit) for suit in Suit) != condition.suited:
        return False
    return condition.suit is None or _is_made_in(SUITS[condition.suit], hand, cards, strength)


def _is_made_in(suit: Suit, hand: HandRule, cards: int, strength: Strength) -> bool:
    """Whether cards of one suit make the best hand; for cards without a ranking, whether all have that suit."""
    alone = in_suit(cards, suit)
    if hand.ranking is None:
        return alone == cards
    enough = alone.bit_count() >= RANKINGS[hand.ranking].size
    return enough and strength(hand.ranking, alone) == strength(hand.ranking, cards)


def in_suit(cards: int, suit: Suit) -> int:
    """The cards of one suit."""
    return cards & _SUIT << _WIDTH * suit


@lru_cache(maxsize=4096)
def ranks_of(cards: int) -> tuple[Rank, ...]:
    """The ranks of a set of cards, ascending."""
    ranks = []
    while cards:
        lowest = cards & -cards
        ranks.append((lowest.bit_length() - 1) % _WIDTH)
        cards ^= lowest
    return tuple(Rank(rank) for rank in sorted(ranks))
