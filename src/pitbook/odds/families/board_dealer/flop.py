"""The flop: the sums over turn and river, and the decisions before them.

A board's class follows from the flop's and from the types of turn and river. So the sum over all turns and rivers is a
sum over classes, times the number of ways to deal two cards of those types that the player does not hold. The plain
classes are summed as if no flush were possible; for each suit of the flop, what the flush changes is added.
"""

import numpy as np

from pitbook.array_types import Cube, Matrix, Vector
from pitbook.compiled import kernel
from pitbook.odds.families.board_dealer.classes import (
    BOARD,
    FLUSH,
    RANKS,
    SUITS,
    TYPES,
    Cards,
    ClassTables,
    Suited,
    hole_pair,
    multiset_place,
    pair_place,
    rank_counts,
    seen_from,
    suited_place,
)
from pitbook.odds.families.board_dealer.flops import Flops, hole_place
from pitbook.odds.families.board_dealer.river import best_value
from pitbook.strategy.starting_hands import hole_class


@kernel
def add_deals(
    one: int, two: int, of_one: int, of_two: int, types: int, source: Matrix[np.int32], total: Matrix[np.int64]
) -> None:
    """Adds the source, times the ways to deal turn and river of types `one` and `two`, for every pair of hole types.

    There are `of_one` and `of_two` cards of these types, less those that the player holds.
    """
    same = one == two
    ways = of_one * (of_one - 1) // 2 if same else of_one * of_two
    if ways <= 0:
        return
    for line in range(total.shape[0]):
        for place in range(total.shape[1]):
            total[line, place] += ways * source[line, place]
    for other in range(types):
        held_one = 2 if other == one else 1
        held_two = 1 if other == two and not same else 0
        _correct(pair_place(one, other), of_one - held_one, of_two - held_two, same, ways, source, total)
    if same:
        return
    for other in range(types):
        if other != one:
            held_two = 2 if other == two else 1
            _correct(pair_place(two, other), of_one, of_two - held_two, same, ways, source, total)


@kernel
def _correct(
    place: int, of_one: int, of_two: int, same: bool, ways: int, source: Matrix[np.int32], total: Matrix[np.int64]
) -> None:
    """Replaces the number of ways by what is left to a player who holds some of the cards."""
    left_one, left_two = max(of_one, 0), max(of_two, 0)
    left = left_one * (left_one - 1) // 2 if same else left_one * left_two
    for line in range(total.shape[0]):
        total[line, place] += (left - ways) * source[line, place]


@kernel
def plain_sums(
    first: int,
    last: int,
    flops: Matrix[np.int64],
    cards: Cards,
    choose: Matrix[np.int64],
    values: Cube[np.int32],
    sums: Cube[np.int64],
) -> None:
    """For flops of given ranks: the values of all hands, summed over turn and river, as if there were no flushes."""
    number = np.zeros(RANKS, np.int64)
    for flop in range(first, last):
        counts = 0
        for rank in range(RANKS):
            number[rank] = cards.suits * cards.present[rank]
        for place in range(flops.shape[1]):
            counts += 1 << 4 * flops[flop, place]
            number[flops[flop, place]] -= 1
        if number.min() < 0:
            continue
        for one in range(RANKS):
            for two in range(one + 1):
                board = counts + (1 << 4 * one) + (1 << 4 * two)
                source = values[multiset_place(board, choose)]
                add_deals(one, two, number[one], number[two], RANKS, source, sums[flop])


@kernel
def flush_sums(
    first: int,
    last: int,
    flops: Suited,
    cards: Cards,
    places: ClassTables,
    values: Cube[np.int32],
    sums: Cube[np.int64],
) -> None:
    """For flops seen from one suit: what flushes in it change, summed over turn and river."""
    number = np.zeros(TYPES, np.int64)
    for flop in range(first, last):
        suited, size, off = flops.suited[flop], flops.size[flop], flops.off[flop]
        for rank in range(RANKS):
            number[rank] = (cards.suits - 1) * cards.present[rank] - (off >> 4 * rank & 15)
            number[RANKS + rank] = cards.present[rank] - (suited >> rank & 1)
        if number.min() < 0:
            continue
        for one in range(TYPES):
            for two in range(one + 1):
                more = (one >= RANKS) + (two >= RANKS)
                impossible = number[one] == 0 or number[two] == 0 or (one == two and number[one] < 2)
                if size + more < FLUSH or impossible:
                    continue
                board, others = suited, off
                for card in (one, two):
                    if card >= RANKS:
                        board |= 1 << (card - RANKS)
                    else:
                        others += 1 << 4 * card
                place = suited_place(board, size + more, others, BOARD - size - more, places.board_starts, places)
                add_deals(one, two, number[one], number[two], TYPES, values[place], sums[flop])


@kernel
def flop_classes(flop: Vector[np.int64], places: ClassTables, found: Vector[np.int64]) -> int:
    """The place of the flop's plain class; `found` gets the class seen from each suit, or -1."""
    for suit in range(SUITS):
        suited, size, off = seen_from(flop, suit)
        found[suit] = -1
        if size:
            found[suit] = suited_place(suited, size, off, flop.size - size, places.flop_starts, places)
    return multiset_place(rank_counts(flop), places.choose)


@kernel
def decide_flops(
    first: int,
    last: int,
    flops: Flops,
    cards: Cards,
    places: ClassTables,
    plain: Cube[np.int64],
    flush: Cube[np.int64],
    multiples: Vector[np.int64],
    fold: int,
    is_last: bool,
    actions: Matrix[np.uint8],
    most: Matrix[np.uint8],
    totals: Matrix[np.int64],
) -> None:
    """Decides every canonical flop for every hole, and adds the three values to the class of the hole."""
    found = np.zeros(SUITS, np.int64)
    for flop in range(first, last):
        weight = flops.weights[flop]
        on_flop = flops.cards[flop]
        ranks = plain[flop_classes(on_flop, places, found)]
        for high in range(cards.cards.size):
            one = cards.cards[high]
            if one == on_flop[0] or one == on_flop[1] or one == on_flop[2]:
                continue
            for low in range(high):
                two = cards.cards[low]
                if two == on_flop[0] or two == on_flop[1] or two == on_flop[2]:
                    continue
                place = hole_pair(one, two, -1)
                fixed, decided, wait = ranks[0, place], ranks[1, place], ranks[2, place]
                for suit in range(SUITS):
                    if found[suit] >= 0:
                        suits = flush[found[suit]]
                        place = hole_pair(one, two, suit)
                        fixed += suits[0, place]
                        decided += suits[1, place]
                        wait += suits[2, place]
                if is_last:
                    wait = fold
                best, code, greatest = best_value(fixed, decided, wait, multiples)
                at = hole_place(one, two)
                actions[flop, at], most[flop, at] = code, greatest
                chart = hole_class(one, two)
                totals[0, chart] += weight * fixed
                totals[1, chart] += weight * decided
                totals[2, chart] += weight * best
