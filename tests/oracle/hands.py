"""Poker hands, evaluated the slow and obvious way.

A key is a tuple: the number of the category (higher is stronger), then the ranks that decide between two
hands of that category, the most important first. Comparing tuples compares hands; equal tuples tie.
"""

from collections.abc import Iterable
from itertools import combinations

Key = tuple[int, ...]

RANKS = "23456789TJQKA"
SUITS = "cdhs"

FIVE_CARD_CATEGORIES = (
    "high_card",
    "pair",
    "two_pairs",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
)
"""Weakest first; the index is the first number of a five-card key."""

FOUR_CARD_CATEGORIES = (
    "high_card",
    "pair",
    "two_pairs",
    "straight",
    "flush",
    "three_of_a_kind",
    "straight_flush",
    "four_of_a_kind",
)
"""Weakest first; the index is the first number of a four-card key."""


def parse_cards(text: str | None) -> list[str]:
    """Split a written hand into cards; nothing written means no cards, and a ten may be written 10 or T."""
    return [card.replace("10", "T") for card in (text or "").split()]


def rank(card: str) -> int:
    """Two is 2, the ace is 14."""
    return RANKS.index(card.replace("10", "T")[0]) + 2


def suit(card: str) -> str:
    """The last letter of a card."""
    return card[-1]


def _ranks_downward(cards: Iterable[str]) -> list[int]:
    return sorted((rank(card) for card in cards), reverse=True)


def _one_suit(cards: Iterable[str]) -> bool:
    return len({suit(card) for card in cards}) == 1


def _straight_top(ranks: list[int]) -> int:
    """The highest rank of a run of consecutive ranks, or 0. An ace below a two counts as one."""
    length = len(ranks)
    if ranks == [14, *range(length, 1, -1)]:
        return length
    if ranks == list(range(ranks[0], ranks[0] - length, -1)):
        return ranks[0]
    return 0


def _grouped(ranks: list[int]) -> tuple[list[int], list[int]]:
    """How often each rank occurs and the ranks in the same order: larger groups first, then higher ranks."""
    groups = sorted(((ranks.count(each), each) for each in set(ranks)), reverse=True)
    return [count for count, _ in groups], [each for _, each in groups]


def five_card_key(cards: Iterable[str]) -> Key:
    """The key of exactly five cards."""
    cards = list(cards)
    assert len(set(cards)) == 5, cards
    ranks = _ranks_downward(cards)
    flush = _one_suit(cards)
    top = _straight_top(ranks)
    counts, order = _grouped(ranks)
    if flush and top == 14:
        return (9, 14)
    if flush and top:
        return (8, top)
    if counts == [4, 1]:
        return (7, *order)
    if counts == [3, 2]:
        return (6, *order)
    if flush:
        return (5, *ranks)
    if top:
        return (4, top)
    if counts == [3, 1, 1]:
        return (3, *order)
    if counts == [2, 2, 1]:
        return (2, *order)
    if counts == [2, 1, 1, 1]:
        return (1, *order)
    return (0, *ranks)


def four_card_key(cards: Iterable[str]) -> Key:
    """The key of exactly four cards: three of a kind beats a flush, four of a kind a straight flush."""
    cards = list(cards)
    assert len(set(cards)) == 4, cards
    ranks = _ranks_downward(cards)
    flush = _one_suit(cards)
    top = _straight_top(ranks)
    counts, order = _grouped(ranks)
    if counts == [4]:
        return (7, *order)
    if flush and top:
        return (6, top)
    if counts == [3, 1]:
        return (5, *order)
    if flush:
        return (4, *ranks)
    if top:
        return (3, top)
    if counts == [2, 2]:
        return (2, *order)
    if counts == [2, 1, 1]:
        return (1, *order)
    return (0, *ranks)


def best_five(cards: Iterable[str]) -> Key:
    """The key of the strongest five cards among those given."""
    return max(five_card_key(five) for five in combinations(list(cards), 5))


def best_four(cards: Iterable[str]) -> Key:
    """The key of the strongest four cards among those given."""
    return max(four_card_key(four) for four in combinations(list(cards), 4))


def five_card_name(key: Key) -> str:
    """The category of a five-card key."""
    return FIVE_CARD_CATEGORIES[key[0]]


def four_card_name(key: Key) -> str:
    """The category of a four-card key."""
    return FOUR_CARD_CATEGORIES[key[0]]


def royal_suit(cards: Iterable[str], length: int) -> str | None:
    """The suit in which the cards hold a run of this length from the ace down, if there is one."""
    held = {card.replace("10", "T") for card in cards}
    for each in SUITS:
        if all(f"{letter}{each}" in held for letter in RANKS[-length:]):
            return each
    return None
