"""Sets of cards of a short deck as bits of an integer, and what a hand of them is worth."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, Protocol

from oracle.hands import (
    FIVE_CARD_CATEGORIES,
    FOUR_CARD_CATEGORIES,
    RANKS,
    SUITS,
    Key,
    best_five,
    best_four,
)

Cards = int
"""A set of cards: bit i stands for the deck's card number i."""


class ShortDeck(Protocol):
    """The cards that are dealt from: some of the thirteen ranks (0 is a two, 12 an ace), in the first suits."""

    @property
    def ranks(self) -> tuple[int, ...]:
        """Real ranks, each once."""

    @property
    def suits(self) -> int:
        """How many suits, from clubs up."""


Names = tuple[str, ...]


def card_names(deck: ShortDeck) -> Names:
    """Every card of the deck once, as the oracle writes it: Ac, Td, 2s."""
    return tuple(f"{RANKS[rank]}{suit}" for rank in deck.ranks for suit in SUITS[: deck.suits])


def whole(names: Names) -> Cards:
    """All cards of the deck."""
    return (1 << len(names)) - 1


def subsets(cards: Cards, size: int) -> list[Cards]:
    """All sets of so many of these cards."""
    bits = [1 << place for place in range(cards.bit_length()) if cards >> place & 1]
    return list(map(sum, combinations(bits, size)))


class Ranking(NamedTuple):
    """What each hand is worth: a number that is higher for a stronger hand, and the category of each number."""

    strength: dict[Cards, int]
    category: list[str]


def _ranking(
    names: Names, dealt: Iterable[int], counted: int, key_of: Callable[[Names], Key], categories: Names
) -> Ranking:
    """Of so many cards dealt, those counted are chosen that make the highest hand."""
    chosen = {
        hand: key_of(tuple(name for place, name in enumerate(names) if hand >> place & 1))
        for hand in subsets(whole(names), counted)
    }
    best = {
        hand: max(chosen[part] for part in subsets(hand, counted))
        for size in dealt
        for hand in subsets(whole(names), size)
    }
    order = sorted(set(best.values()))
    number = {key: place for place, key in enumerate(order)}
    return Ranking({hand: number[key] for hand, key in best.items()}, [categories[key[0]] for key in order])


@lru_cache(maxsize=4)
def five_of_seven(names: Names) -> Ranking:
    """Hold'em: the best five of two own and five community cards."""
    return _ranking(names, (7,), 5, best_five, FIVE_CARD_CATEGORIES)


@lru_cache(maxsize=4)
def four_of_five_or_six(names: Names) -> Ranking:
    """Four Card Poker: the best four of the player's five and of the dealer's six."""
    return _ranking(names, (5, 6), 4, best_four, FOUR_CARD_CATEGORIES)
