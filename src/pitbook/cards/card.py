"""A card: its rank, its suit, its number, and how it is written.

A card is written rank then suit: `Ah`, `Td` (or `10d`), `9c`. On input, case does not matter and `A♥` is `Ah`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from pitbook.problems import MalformedError, Problem

_CARD = re.compile(r"(10|[2-9TJQKA])([CDHS])", re.IGNORECASE | re.ASCII)
_RUN_OF_CARDS = re.compile(f"(?:{_CARD.pattern})+", re.IGNORECASE | re.ASCII)
_SEPARATORS = re.compile(r"[\s,]+")
_SUIT_SIGNS: Final = str.maketrans("♣♧♦♢♥♡♠♤", "ccddhhss", "\ufe0e\ufe0f")
"""Suit symbols as letters; the selectors that choose between text and emoji are dropped."""
_LONGEST_TEXT = 1000
_LONGEST_QUOTE = 40


class Rank(IntEnum):
    """The thirteen ranks, low to high (md-heads-up-holdem 6.A, md-four-card-poker 6.A)."""

    TWO = 0
    THREE = 1
    FOUR = 2
    FIVE = 3
    SIX = 4
    SEVEN = 5
    EIGHT = 6
    NINE = 7
    TEN = 8
    JACK = 9
    QUEEN = 10
    KING = 11
    ACE = 12

    @property
    def symbol(self) -> str:
        """How the rank is written: `2` to `9`, `T`, `J`, `Q`, `K`, `A`."""
        return "23456789TJQKA"[self]

    @property
    def singular(self) -> str:
        """The name of one such card: `ace`."""
        return self.name.lower()

    @property
    def plural(self) -> str:
        """The name of several such cards: `aces`, `sixes`."""
        return self.singular + ("es" if self is Rank.SIX else "s")


class Suit(IntEnum):
    """The four suits. No suit is higher than another (md-heads-up-holdem 6.C, md-four-card-poker 6.B)."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def symbol(self) -> str:
        """How the suit is written: `c`, `d`, `h`, `s`."""
        return "cdhs"[self]


_RANKS = tuple(Rank)
_SUITS = tuple(Suit)
_TEXTS = tuple(rank.symbol + suit.symbol for rank in Rank for suit in Suit)


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Card:
    """One of the 52 cards. Cards sort by their index, which says nothing about which hand is stronger."""

    index: int
    """4 x rank + suit: 0 for the two of clubs, 51 for the ace of spades."""

    def __post_init__(self) -> None:
        if not 0 <= self.index < 52:
            raise MalformedError(Problem(f"{self.index} is not the index of a card (0 to 51)", value=str(self.index)))

    @property
    def rank(self) -> Rank:
        """The rank, which decides between hands."""
        return _RANKS[self.index >> 2]

    @property
    def suit(self) -> Suit:
        """The suit, which matters only for flushes."""
        return _SUITS[self.index & 3]

    @property
    def mask(self) -> int:
        """The card's bit in a 64-bit set of cards: 16 bits per suit, one of them per rank."""
        return 1 << (16 * (self.index & 3) + (self.index >> 2))

    def __str__(self) -> str:
        return _TEXTS[self.index]

    def __repr__(self) -> str:
        return f"<Card {self}>"


DECK: Final = tuple(Card(index) for index in range(52))
"""All 52 cards by index, from `2c` to `As`."""

_BY_NAME: Final = {str(card).upper(): card for card in DECK}


def mask_of(cards: Iterable[Card]) -> int:
    """The cards as one 64-bit set, the form that kernels take."""
    mask = 0
    for card in cards:
        mask |= card.mask
    return mask


def parse_card(text: str) -> Card:
    """One card from its name: `Ah`, `10d`, `tD`, `A♥`."""
    name = text.strip()
    if found := _CARD.fullmatch(name.translate(_SUIT_SIGNS)):
        return _card(*found.groups())
    raise MalformedError(_not_a_card(name))


def parse_cards(text: str) -> tuple[Card, ...]:
    """Different cards, in the order given: `As Ks`, `As,Ks` or `AsKs`.

    Everything that is not a card, and every repeated card, is reported together.
    """
    cards, problems = read_cards(text)
    problems += repeated_cards(cards)
    if problems:
        raise MalformedError(problems)
    return cards


def read_cards(text: str) -> tuple[tuple[Card, ...], list[Problem]]:
    """The cards in a text, repeated ones included, and a problem for each part that is not a card."""
    if len(text) > _LONGEST_TEXT:
        message = f"{len(text)} characters are too long for a list of cards (at most {_LONGEST_TEXT})"
        return (), [Problem(message, value=_quote(text))]
    cards: list[Card] = []
    problems: list[Problem] = []
    for part in filter(None, _SEPARATORS.split(text)):
        plain = part.translate(_SUIT_SIGNS)
        if _RUN_OF_CARDS.fullmatch(plain):
            cards += (_card(*found.groups()) for found in _CARD.finditer(plain))
        else:
            problems.append(_not_a_card(part))
    return tuple(cards), problems


def repeated_cards(cards: Sequence[Card]) -> list[Problem]:
    """A problem for each repeated card: a deck has one of each."""
    if len(set(cards)) == len(cards):
        return []
    return [
        Problem(f"{card} is given {times} times, but a deck has only one", value=str(card))
        for card, times in Counter(cards).items()
        if times > 1
    ]


def _card(rank: str, suit: str) -> Card:
    return _BY_NAME[(rank.replace("10", "T") + suit).upper()]


def _not_a_card(text: str) -> Problem:
    quote = _quote(text)
    return Problem(f'"{quote}" is not a card (a card is a rank and a suit, like Ah or 10d)', value=quote)


def _quote(text: str) -> str:
    return text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "…"
