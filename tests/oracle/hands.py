"""Poker hands, evaluated the slow and obvious way.

A key is a tuple: the number of the category (higher is stronger), then the ranks that decide between two
hands of that category, the most important first. Comparing tuples compares hands; equal tuples tie.
What was ranked once is remembered, so that hundreds of thousands of rounds take minutes.
"""

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from itertools import combinations

Key = tuple[int, ...]
RankedKey = Callable[[tuple[int, ...], bool], Key]
"""What ranks so many cards, given their ranks and whether they are of one suit."""

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


@cache
def _card(text: str) -> str:
    """One card with its ten as T."""
    return text.replace("10", "T")


def parse_cards(text: str | None) -> list[str]:
    """Split a written hand into cards; nothing written means no cards, and a ten may be written 10 or T."""
    return [_card(card) for card in (text or "").split()]


@cache
def rank(card: str) -> int:
    """Two is 2, the ace is 14."""
    return RANKS.index(_card(card)[0]) + 2


def suit(card: str) -> str:
    """The last letter of a card."""
    return card[-1]


def _straight_top(ranks: tuple[int, ...]) -> int:
    """The highest rank of a run of consecutive ranks, or 0. An ace below a two counts as one."""
    length = len(ranks)
    if ranks == (14, *range(length, 1, -1)):
        return length
    if ranks == tuple(range(ranks[0], ranks[0] - length, -1)):
        return ranks[0]
    return 0


def _grouped(ranks: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """How often each rank occurs and the ranks in the same order: larger groups first, then higher ranks."""
    groups = sorted(((ranks.count(each), each) for each in set(ranks)), reverse=True)
    return [count for count, _ in groups], [each for _, each in groups]


@cache
def _five_card_key(ranks: tuple[int, ...], flush: bool) -> Key:
    """The key of five ranks, the highest first, of one suit or not."""
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


@cache
def _four_card_key(ranks: tuple[int, ...], flush: bool) -> Key:
    """The key of four ranks: three of a kind beats a flush, four of a kind a straight flush."""
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


@cache
def _best_of_ranks(ranks: tuple[int, ...], size: int, key: RankedKey, flush: bool) -> Key:
    """The strongest key among all choices of so many ranks, the highest first."""
    return max(key(chosen, flush) for chosen in combinations(ranks, size))


def _best(cards: Iterable[str], size: int, key: RankedKey) -> Key:
    """The strongest key among all choices of so many cards, and among those of one suit."""
    held = sorted(cards, key=rank, reverse=True)
    assert len(set(held)) == len(held) >= size, held
    ranks, suits = tuple(map(rank, held)), [suit(card) for card in held]
    best = _best_of_ranks(ranks, size, key, False)
    for each in SUITS:
        if suits.count(each) >= size:
            suited = tuple(own for own, colour in zip(ranks, suits, strict=True) if colour == each)
            best = max(best, _best_of_ranks(suited, size, key, True))
    return best


@lru_cache(maxsize=1000)
def _best_five(cards: tuple[str, ...]) -> Key:
    return _best(cards, 5, _five_card_key)


@lru_cache(maxsize=1000)
def _best_four(cards: tuple[str, ...]) -> Key:
    return _best(cards, 4, _four_card_key)


def best_five(cards: Iterable[str]) -> Key:
    """The key of the strongest five cards among those given."""
    return _best_five(tuple(cards))


def best_four(cards: Iterable[str]) -> Key:
    """The key of the strongest four cards among those given."""
    return _best_four(tuple(cards))


def five_card_key(cards: Iterable[str]) -> Key:
    """The key of exactly five cards."""
    cards = tuple(cards)
    assert len(cards) == 5, cards
    return _best_five(cards)


def four_card_key(cards: Iterable[str]) -> Key:
    """The key of exactly four cards."""
    cards = tuple(cards)
    assert len(cards) == 4, cards
    return _best_four(cards)


def five_card_name(key: Key) -> str:
    """The category of a five-card key."""
    return FIVE_CARD_CATEGORIES[key[0]]


def four_card_name(key: Key) -> str:
    """The category of a four-card key."""
    return FOUR_CARD_CATEGORIES[key[0]]


def royal_suit(cards: Iterable[str], length: int) -> str | None:
    """The suit in which the cards hold a run of this length from the ace down, if there is one."""
    held = set(cards)
    for each in SUITS:
        if all(f"{letter}{each}" in held for letter in RANKS[-length:]):
            return each
    return None


THREE_CARD_CATEGORIES = ("high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush")
"""Weakest first; the index is the first number of a three-card key."""


def three_card_key(cards: Iterable[str]) -> Key:
    """Three cards: straight flush, three of a kind, straight, flush, pair, high card; ace, two, three run lowest."""
    held = list(cards)
    ranks = sorted((rank(card) for card in held), reverse=True)
    one_suit = len({suit(card) for card in held}) == 1
    run = {(14, 3, 2): 3}.get((ranks[0], ranks[1], ranks[2]), 0)
    if ranks[0] - 1 == ranks[1] == ranks[2] + 1:
        run = ranks[0]
    if run and one_suit:
        return (5, run)
    if ranks[0] == ranks[2]:
        return (4, ranks[0])
    if run:
        return (3, run)
    if one_suit:
        return (2, *ranks)
    if ranks[1] in (ranks[0], ranks[2]):
        return (1, ranks[1], ranks[0] + ranks[2] - ranks[1])
    return (0, *ranks)


def best_three_card_key(cards: Iterable[str]) -> Key:
    """The best three of more cards."""
    return max(map(three_card_key, combinations(cards, 3)))
