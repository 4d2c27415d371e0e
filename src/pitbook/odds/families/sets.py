"""Sets of cards up to an exchange of suits: no suit is higher than another (md-four-card-poker 6.B).

A set is a mask of 16 bits for each suit (`Card.mask`). Its canonical form has the four parts sorted, the greatest
first, so that two sets are alike exactly if their canonical forms are equal. A card's *lane* is the number of its
bit, from 0 to 63; arrays by card have 64 lanes, and the lanes that belong to no card stay empty.
"""

from functools import lru_cache
from itertools import pairwise
from math import factorial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitbook.array_types import Matrix, Vector
from pitbook.cards import Card
from pitbook.cards.kernels import count_cards
from pitbook.compiled import kernel
from pitbook.odds.deck import Deck

LANES: Final = 64
_SUITS: Final = 4
_WIDTH: Final = np.uint64(16)
_PART: Final = np.uint64(0xFFFF)
_ONE: Final = np.uint64(1)


@kernel
def canonical(mask: np.uint64) -> tuple[np.uint64, np.uint8]:
    """The canonical form of a set, and the place that each suit takes in it, as four digits of two bits."""
    form = np.uint64(0)
    places = np.uint8(0)
    for suit in range(_SUITS):
        part = mask >> (_WIDTH * np.uint64(suit)) & _PART
        place = 0
        for other in range(_SUITS):
            others = mask >> (_WIDTH * np.uint64(other)) & _PART
            if others > part or (others == part and other < suit):
                place += 1
        form |= part << (_WIDTH * np.uint64(place))
        places |= np.uint8(place << (2 * suit))
    return form, places


@kernel
def place_of(places: np.uint8, suit: int) -> np.uint8:
    """The place that a suit takes in a canonical form."""
    return places >> (2 * suit) & 3


@kernel
def find(sets: Vector[np.uint64], form: np.uint64) -> int:
    """The index of a canonical form among the sorted canonical sets of its size; -1 if it is not there."""
    low, high = 0, sets.size
    while low < high:
        middle = (low + high) >> 1
        if sets[middle] < form:
            low = middle + 1
        else:
            high = middle
    if low < sets.size and sets[low] == form:
        return low
    return -1


@kernel
def _grown(sets: Vector[np.uint64], lanes: Vector[np.int64], grown: Vector[np.uint64]) -> int:
    """Every set with one more card, in canonical form; returns how many there are, alike ones included."""
    count = 0
    for index in range(sets.size):
        for lane in lanes:
            card = _ONE << np.uint64(lane)
            if not sets[index] & card:
                grown[count] = canonical(sets[index] | card)[0]
                count += 1
    return count


@kernel
def _children(
    sets: Vector[np.uint64], bigger: Vector[np.uint64], lanes: Vector[np.int64], children: Matrix[np.int32]
) -> None:
    """By set and lane: the index of the set that has this card besides."""
    for index in range(sets.size):
        for lane in lanes:
            card = _ONE << np.uint64(lane)
            if not sets[index] & card:
                children[index, lane] = find(bigger, canonical(sets[index] | card)[0])


@kernel
def _subsets(
    hands: Vector[np.uint64], size: int, sets: Vector[np.uint64], indices: Matrix[np.uint16], places: Matrix[np.uint8]
) -> None:
    """By hand of five cards: the index of each of its subsets of that size, and where the suits go in it."""
    cards = np.empty(5, np.uint64)
    for hand in range(hands.size):
        rest = hands[hand]
        for card in range(5):
            cards[card] = rest & (~rest + _ONE)
            rest ^= cards[card]
        column = 0
        for members in range(32):
            if count_cards(np.uint64(members)) == size:
                subset = np.uint64(0)
                for card in range(5):
                    if members >> card & 1:
                        subset |= cards[card]
                form, where = canonical(subset)
                indices[hand, column] = find(sets, form)
                places[hand, column] = where
                column += 1


def lanes_of(deck: Deck) -> NDArray[np.int64]:
    """The lane of each card of the deck."""
    lanes = [16 * suit + rank for suit in range(deck.suits) for rank in deck.ranks]
    return np.array(sorted(lanes), np.int64)


@lru_cache(maxsize=32)
def canonical_sets(deck: Deck, size: int) -> NDArray[np.uint64]:
    """All sets of that many cards of the deck in canonical form, sorted."""
    if size == 0:
        sets = np.zeros(1, np.uint64)
    else:
        lanes = lanes_of(deck)
        smaller = canonical_sets(deck, size - 1)
        grown = np.empty(len(smaller) * len(lanes), np.uint64)
        sets = np.unique(grown[: _grown(smaller, lanes, grown)])
    sets.setflags(write=False)
    return sets


def weights(deck: Deck, sets: NDArray[np.uint64]) -> NDArray[np.int64]:
    """How many sets of the deck each canonical one stands for: the exchanges of suits that change it."""
    parts = np.stack([sets >> np.uint64(16 * suit) & _PART for suit in range(deck.suits)])
    alike = np.ones(len(sets), np.int64)
    run = np.ones(len(sets), np.int64)
    for before, part in pairwise(parts):
        run = np.where(before == part, run + 1, 1)
        alike *= run
    return factorial(deck.suits) // alike


def children(deck: Deck, size: int) -> NDArray[np.int32]:
    """By canonical set of that size and lane: the index of the set with that card besides."""
    sets = canonical_sets(deck, size)
    found = np.zeros((len(sets), LANES), np.int32)
    _children(sets, canonical_sets(deck, size + 1), lanes_of(deck), found)
    return found


def subsets(deck: Deck, hands: NDArray[np.uint64], size: int) -> tuple[NDArray[np.uint16], NDArray[np.uint8]]:
    """By hand of five cards: the indices of its subsets of that size, and where the suits go in each."""
    columns = (1, 5, 10, 10, 5, 1)[size]
    indices = np.empty((len(hands), columns), np.uint16)
    places = np.empty((len(hands), columns), np.uint8)
    _subsets(hands, size, canonical_sets(deck, size), indices, places)
    return indices, places


def find_hand(hands: NDArray[np.uint64], mask: int, up: Card) -> tuple[int, int]:
    """The index of a hand's canonical form, and the lane that the up card has then."""
    form, places = canonical(np.uint64(mask))
    index = int(find(hands, form))
    if index < 0:
        raise ValueError("not a hand of this deck")
    return index, 16 * int(place_of(places, up.suit)) + int(up.rank)
