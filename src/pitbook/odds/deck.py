"""The deck that a game is counted with: that of its book, or a shorter one for proofs."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitbook.cards import DECK, Card, Rank, Suit, mask_of
from pitbook.cards.kernels import CARD_MASKS
from pitbook.rulebooks import RuleBook


@dataclass(frozen=True)
class Deck:
    """Some ranks in the first one to four suits. Its hands are ranked like those of the full deck."""

    ranks: tuple[int, ...]
    suits: int

    def __post_init__(self) -> None:
        if tuple(sorted(set(self.ranks))) != tuple(self.ranks) or not set(self.ranks) <= set(range(len(Rank))):
            raise ValueError(f"{self.ranks} are not different ranks from 0 to 12 in ascending order")
        if not 1 <= self.suits <= len(Suit):
            raise ValueError(f"a deck has one to four suits, not {self.suits}")

    @cached_property
    def cards(self) -> tuple[int, ...]:
        """The indices of its cards (4 x rank + suit), ascending."""
        return tuple(card.index for card in DECK if card.rank in self.ranks and card.suit < self.suits)

    @cached_property
    def masks(self) -> NDArray[np.uint64]:
        """The masks of its cards, in the order of `cards`."""
        return CARD_MASKS[list(self.cards)]

    @cached_property
    def absent(self) -> np.uint64:
        """The set of all cards that it does not have."""
        return np.uint64(mask_of(card for card in DECK if card.index not in self.cards))

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbols of its ranks, from the highest down."""
        return tuple(Rank(rank).symbol for rank in reversed(self.ranks))

    def without(self, known: Iterable[Card]) -> NDArray[np.int64]:
        """The indices of its cards that are not among those known."""
        gone = {card.index for card in known}
        return np.array([card for card in self.cards if card not in gone], np.int64)

    def __len__(self) -> int:
        return len(self.ranks) * self.suits


FULL: Final = Deck(tuple(range(13)), 4)
"""The 52 cards."""


def deck_of(book: RuleBook) -> Deck:
    """The deck with which a book is played."""
    return Deck(tuple(range(len(Rank) - book.deck.cards // len(Suit), len(Rank))), len(Suit))
