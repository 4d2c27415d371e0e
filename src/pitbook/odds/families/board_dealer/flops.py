"""Canonical flops: suits are interchangeable, so 1,755 flops stand for 22,100."""

from functools import lru_cache
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitbook.cards import DECK
from pitbook.compiled import kernel
from pitbook.odds.deck import Deck
from pitbook.odds.families.board_dealer.classes import SUITS
from pitbook.strategy.starting_hands import hole_class

HOLES = 1326
"""Two of 52 cards."""
FLOPS = 22_100
"""Three of 52 cards."""


class Flops(NamedTuple):
    """The canonical flops of a deck, and how to get to them; hand it on as one argument."""

    cards: NDArray[np.int64]
    """By canonical flop: its three cards."""
    weights: NDArray[np.int64]
    """By canonical flop: how many real ones it stands for."""
    canonical: NDArray[np.int64]
    """By place of a real flop among all of 52 cards: its canonical flop, or -1."""
    permutation_of: NDArray[np.int64]
    """By place of a real flop: the number of the permutation of suits that leads to the canonical one."""
    permutations: NDArray[np.int64]
    """By permutation and suit: the suit that takes its place."""


@kernel
def flop_place(one: int, two: int, three: int) -> int:
    """The place of three cards, ascending, among all flops."""
    return three * (three - 1) * (three - 2) // 6 + two * (two - 1) // 2 + one


@kernel
def hole_place(one: int, two: int) -> int:
    """The place of two cards, in any order, among all holes."""
    if one < two:
        return two * (two - 1) // 2 + one
    return one * (one - 1) // 2 + two


@lru_cache(maxsize=1)
def chart_of_holes() -> NDArray[np.int64]:
    """By place of a hole: its place in the chart of starting hands."""
    chart = np.zeros(HOLES, np.int64)
    for one, two in combinations(range(len(DECK)), 2):
        chart[hole_place.py_func(one, two)] = hole_class.py_func(one, two)
    return chart


@lru_cache(maxsize=8)
def canonical_flops(deck: Deck) -> Flops:
    """The flops of a deck; of those that a change of suits makes equal, the first one is canonical."""
    flops = np.array(list(combinations(deck.cards, 3)), np.int64)
    orders = np.array([(*order, *range(deck.suits, SUITS)) for order in permutations(range(deck.suits))], np.int64)
    permuted = np.sort(flops & ~3 | orders[:, flops & 3], axis=2)
    places = flop_place.py_func(permuted[..., 0], permuted[..., 1], permuted[..., 2])
    best = places.argmin(axis=0)
    first, index, weights = np.unique(places.min(axis=0), return_inverse=True, return_counts=True)
    own = places[0]
    canonical, permutation_of = np.full(FLOPS, -1, np.int64), np.zeros(FLOPS, np.int64)
    canonical[own], permutation_of[own] = index, best
    by_place = np.zeros((FLOPS, 3), np.int64)
    by_place[own] = flops
    return Flops(by_place[first], weights.astype(np.int64), canonical, permutation_of, orders)
