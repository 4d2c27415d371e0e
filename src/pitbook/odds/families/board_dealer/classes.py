"""Boards, flops and hole cards by what decides a hand.

A suit matters only if the board has at least three cards of it. So there are two kinds of boards:

- *Plain*: no flush is possible, and only the ranks count. 6,188 sets of five ranks, and 91 pairs of ranks to hold.
- *Flush*: one suit has three cards or more. What counts is which ranks are of that suit, and how many cards of each
  rank are not: 36,608 classes. A hole card is of one of 26 types (its rank, off the suit or of it), and two of them
  are one of 351 pairs.

All real boards of a class, and all real hole cards of a pair of types, are alike for the player and the dealer. Flops
are put into classes in the same way, the flush ones for each suit that they hold: 455 and 2,483.
"""

from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitbook.array_types import Matrix, Vector
from pitbook.compiled import kernel

RANKS: Final = 13
SUITS: Final = 4
TYPES: Final = 2 * RANKS
"""Types of cards on a flush board: ranks off the suit, then ranks of it."""
RANK_PAIRS: Final = RANKS * (RANKS + 1) // 2
TYPE_PAIRS: Final = TYPES * (TYPES + 1) // 2
BOARD: Final = 5
FLOP: Final = 3
FLUSH: Final = 3
"""How many cards of a suit the board needs for a flush to be possible."""


class Cards(NamedTuple):
    """A deck for the kernels."""

    cards: NDArray[np.int64]
    present: NDArray[np.int64]
    """By rank: 1 if the deck has it."""
    suits: int
    dealer_hands: int
    """How many hands the dealer can have when seven cards are known."""


class ClassTables(NamedTuple):
    """What a kernel needs to find the class of some cards; hand it on as one argument."""

    choose: NDArray[np.int64]
    """Binomial coefficients."""
    subset_place: NDArray[np.int64]
    """By the ranks of one suit, as 13 bits: the place among all sets of as many ranks."""
    multisets: NDArray[np.int64]
    """By a number of cards: how many ways there are to give them ranks."""
    board_starts: NDArray[np.int64]
    """By the number of suited cards: where the flush boards with so many begin."""
    flop_starts: NDArray[np.int64]
    """By the number of suited cards: where the flops with so many begin."""


class Suited(NamedTuple):
    """Cards seen from one suit, a line for each class."""

    suited: NDArray[np.int64]
    """The ranks of that suit, as 13 bits."""
    size: NDArray[np.int64]
    """How many they are."""
    off: NDArray[np.int64]
    """The other cards: their number by rank, four bits for each rank."""


@kernel
def pair_place(one: int, two: int) -> int:
    """The place of a pair of ranks or types, in any order, among all pairs."""
    if one < two:
        return two * (two + 1) // 2 + one
    return one * (one + 1) // 2 + two


@kernel
def multiset_place(counts: int, choose: Matrix[np.int64]) -> int:
    """The place of some ranks, given as four bits of count for each, among all choices of as many."""
    place, number, rank = 0, 0, 0
    while counts:
        for _ in range(counts & 15):
            place += choose[rank + number, number + 1]
            number += 1
        counts >>= 4
        rank += 1
    return place


@kernel
def suited_place(suited: int, size: int, off: int, off_size: int, starts: Vector[np.int64], tables: ClassTables) -> int:
    """The place of a class of cards seen from one suit."""
    return starts[size] + tables.subset_place[suited] * tables.multisets[off_size] + multiset_place(off, tables.choose)


@kernel
def rank_counts(cards: Vector[np.int64]) -> int:
    """How many cards there are of each rank, four bits for each; the cards have 64 bits."""
    counts = 0
    for place in range(cards.size):
        counts += 1 << 4 * (cards[place] >> 2)
    return counts


@kernel
def seen_from(cards: Vector[np.int64], suit: int) -> tuple[int, int, int]:
    """Cards seen from a suit: the ranks of it, how many, and the counts of the other ranks."""
    suited, size, off = 0, 0, 0
    for place in range(cards.size):
        card = cards[place]
        if card & 3 == suit:
            suited |= 1 << (card >> 2)
            size += 1
        else:
            off += 1 << 4 * (card >> 2)
    return suited, size, off


@kernel
def board_class(board: Vector[np.int64], tables: ClassTables) -> tuple[int, int]:
    """The suit in which a flush is possible (or -1) and the place of the board's class."""
    for suit in range(SUITS):
        suited, size, off = seen_from(board, suit)
        if size >= FLUSH:
            return suit, suited_place(suited, size, off, BOARD - size, tables.board_starts, tables)
    return -1, multiset_place(rank_counts(board), tables.choose)


@kernel
def hole_pair(one: int, two: int, suit: int) -> int:
    """The place of two hole cards among the pairs of types on a board with that flush suit (-1: none)."""
    first, second = np.int64(one) >> 2, np.int64(two) >> 2
    if one & 3 == suit:
        first += RANKS
    if two & 3 == suit:
        second += RANKS
    return pair_place(first, second)


def _tables() -> ClassTables:
    choose = np.array([[comb(n, k) for k in range(BOARD + 1)] for n in range(RANKS + BOARD)], np.int64)
    subset_place = np.zeros(1 << RANKS, np.int64)
    for size in range(BOARD + 1):
        for place, ranks in enumerate(combinations(range(RANKS), size)):
            subset_place[sum(1 << rank for rank in ranks)] = place
    multisets = np.array([comb(RANKS + size - 1, size) for size in range(FLUSH)], np.int64)
    return ClassTables(choose, subset_place, multisets, _starts(BOARD, FLUSH), _starts(FLOP, 1))


def _starts(cards: int, least: int) -> NDArray[np.int64]:
    starts, total = np.zeros(cards + 2, np.int64), 0
    for size in range(least, cards + 1):
        starts[size] = total
        total += comb(RANKS, size) * comb(RANKS + cards - size - 1, cards - size)
    starts[cards + 1] = total
    return starts


def _plain(cards: int) -> NDArray[np.int64]:
    """By place: the ranks of that many cards, ascending."""
    ranks = list(combinations_with_replacement(range(RANKS), cards))
    by_place = sorted(ranks, key=lambda each: each[::-1])
    return np.array(by_place, np.int64)


def _suited(cards: int, least: int) -> Suited:
    lines = []
    for size in range(least, cards + 1):
        suited = (1 << np.array(list(combinations(range(RANKS), size)), np.int64)).sum(axis=1)
        off = (1 << 4 * _plain(cards - size)).sum(axis=1)
        lines.append((np.repeat(suited, len(off)), np.full(len(suited) * len(off), size), np.tile(off, len(suited))))
    return Suited(*(np.concatenate(column) for column in zip(*lines, strict=True)))


TABLES: Final = _tables()
PLAIN_BOARDS: Final = _plain(BOARD)
"""By place: the five ranks of a plain board, ascending."""
PLAIN_FLOPS: Final = _plain(FLOP)
FLUSH_BOARDS: Final = _suited(BOARD, FLUSH)
FLUSH_FLOPS: Final = _suited(FLOP, 1)
PAIRS: Final = np.array([(high, low) for high in range(TYPES) for low in range(high + 1)], np.int64)
"""By place: the types of a pair, the higher one first. The first 91 are those of ranks alone."""
RANK_PAIR: Final = np.array([int(pair_place.py_func(high % RANKS, low % RANKS)) for high, low in PAIRS], np.int64)
"""By place of a pair of types: the place of the pair of their ranks."""
