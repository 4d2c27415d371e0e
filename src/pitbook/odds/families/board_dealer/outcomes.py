"""The second sweep: with the decisions known, how many deals end in each outcome.

It runs the first one backwards. Each flop says how many holes of each pair of types take which *path* (raise before
the flop, raise on it, wait for the river); each class of boards collects that from the flops it contains, and splits
the dealer's hands into outcomes. As before, flush boards add what the flush changes to boards counted as plain ones.
"""

import numpy as np

from pitbook.array_types import Cube, Matrix, Vector
from pitbook.compiled import kernel
from pitbook.odds.families.board_dealer.classes import (
    BOARD,
    FLOP,
    RANKS,
    SUITS,
    TYPES,
    Cards,
    ClassTables,
    Suited,
    hole_pair,
    multiset_place,
    suited_place,
)
from pitbook.odds.families.board_dealer.counts import has_flush, has_plain, ranks_of
from pitbook.odds.families.board_dealer.flop import add_deals, flop_classes
from pitbook.odds.families.board_dealer.flops import Flops, hole_place
from pitbook.odds.families.board_dealer.streets import Money
from pitbook.strategy.starting_hands import hole_class


@kernel
def count_paths(
    flops: Flops,
    cards: Cards,
    places: ClassTables,
    pre_flop: Vector[np.uint8],
    flop_actions: Matrix[np.uint8],
    pre_flop_paths: Vector[np.int64],
    flop_paths: Vector[np.int64],
    plain: Cube[np.int32],
    flush: Cube[np.int32],
) -> None:
    """By class of flops, path and pair of types: how many real flops with real holes take the path.

    A code's path is in `pre_flop_paths` or `flop_paths`; the code 0, to wait, leads on to the next street.
    """
    found = np.zeros(SUITS, np.int64)
    for flop in range(flops.weights.size):
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
                code = pre_flop[hole_class(one, two)]
                path = pre_flop_paths[code] if code else flop_paths[flop_actions[flop, hole_place(one, two)]]
                ranks[path, hole_pair(one, two, -1)] += weight
                for suit in range(SUITS):
                    if found[suit] >= 0:
                        flush[found[suit], path, hole_pair(one, two, suit)] += weight


@kernel
def _taken(chosen: int, kinds: Vector[np.int64], size: int) -> bool:
    """Whether this choice of three of the types of the board's five cards stands for all that are equal to it.

    Of equal types (sorted, so they are neighbours) it takes the first ones.
    """
    number = 0
    for place in range(size):
        if chosen >> place & 1:
            number += 1
            if place and kinds[place] == kinds[place - 1] and not chosen >> (place - 1) & 1:
                return False
    return number == FLOP


@kernel
def _collect(
    kinds: Vector[np.int64],
    types: int,
    cards: Cards,
    places: ClassTables,
    source: Cube[np.int32],
    weights: Matrix[np.int32],
) -> None:
    """Adds up the paths of a board's hands over the flops it contains. `kinds` are the types of its five cards."""
    weights[:] = 0
    for chosen in range(1 << BOARD):
        if not _taken(chosen, kinds, BOARD):
            continue
        suited, size, off = 0, 0, 0
        one, two = -1, -1
        for place in range(BOARD):
            kind = kinds[place]
            if chosen >> place & 1:
                if kind >= RANKS:
                    suited |= 1 << (kind - RANKS)
                    size += 1
                else:
                    off += 1 << 4 * kind
            elif one < 0:
                one = kind
            else:
                two = kind
        if types == RANKS:
            flop = multiset_place(off, places.choose)
        else:
            flop = suited_place(suited, size, off, FLOP - size, places.flop_starts, places)
        copies = cards.suits if types == RANKS else cards.suits - 1
        of_one = 1 if one >= RANKS else copies - (off >> 4 * one & 15)
        of_two = 1 if two >= RANKS else copies - (off >> 4 * two & 15)
        add_deals(one, two, of_one, of_two, types, source[flop], weights)


@kernel
def _tally(
    weight: np.int64, end: int, hand: Vector[np.int16], dealer_hands: int, money: Money, tally: Cube[np.int64]
) -> None:
    """Adds a hand's outcomes, so many times."""
    strength, less, tie, below = np.int64(hand[0]), np.int64(hand[1]), np.int64(hand[2]), np.int64(hand[3])
    level = money.levels[strength]
    if strength < money.qualifying:
        tally[end, level, 0] += weight * (below - less - tie)
        tally[end, level, 1] += weight * tie
        tally[end, level, 2] += weight * less
        tally[end, level, 3] += weight * (dealer_hands - below)
    else:
        tally[end, level, 2] += weight * below
        tally[end, level, 3] += weight * (dealer_hands - less - tie)
        tally[end, level, 4] += weight * tie
        tally[end, level, 5] += weight * (less - below)


@kernel
def plain_outcomes(
    first: int,
    last: int,
    boards: Matrix[np.int64],
    hands: Cube[np.int16],
    cards: Cards,
    places: ClassTables,
    money: Money,
    actions: Matrix[np.uint8],
    source: Cube[np.int32],
    river: int,
    most: Matrix[np.uint8],
    wagers: Vector[np.int64],
    tally: Cube[np.int64],
    wagered: Vector[np.int64],
) -> None:
    """Tallies all boards as plain ones, by path up to that of the river, the path `river`.

    The last path is that of those who take `most` at the river: by action, `wagers` are what they wager then, and the
    sum of it is added to `wagered`.
    """
    weights = np.zeros(source.shape[1:], np.int32)
    for board in range(first, last):
        if not has_plain(boards[board], cards):
            continue
        _collect(boards[board], RANKS, cards, places, source, weights)
        for pair in range(actions.shape[1]):
            hand = hands[board, pair]
            if hand[0]:
                for path in range(river + 1):
                    weight = np.int64(weights[path, pair])
                    if weight == 0:
                        continue
                    end = path if path < river else river + actions[board, pair]
                    _tally(weight, end, hand, cards.dealer_hands, money, tally)
                wagered[0] += np.int64(weights[-1, pair]) * wagers[most[board, pair]]


@kernel
def flush_outcomes(
    first: int,
    last: int,
    boards: Suited,
    hands: Cube[np.int16],
    plain_hands: Cube[np.int16],
    cards: Cards,
    places: ClassTables,
    rank_pair: Vector[np.int64],
    money: Money,
    actions: Matrix[np.uint8],
    plain_actions: Matrix[np.uint8],
    source: Cube[np.int32],
    river: int,
    most: Matrix[np.uint8],
    plain_most: Matrix[np.uint8],
    wagers: Vector[np.int64],
    tally: Cube[np.int64],
    wagered: Vector[np.int64],
) -> None:
    """Tallies the flush boards, and takes back what was tallied for them as plain ones."""
    weights = np.zeros(source.shape[1:], np.int32)
    kinds = np.zeros(BOARD, np.int64)
    for board in range(first, last):
        suited, off = boards.suited[board], boards.off[board]
        if not has_flush(suited, off, cards):
            continue
        number = 0
        for rank in range(RANKS):
            for _ in range(off >> 4 * rank & 15):
                kinds[number] = rank
                number += 1
        for rank in range(RANKS):
            if suited >> rank & 1:
                kinds[number] = RANKS + rank
                number += 1
        _collect(kinds, TYPES, cards, places, source, weights)
        ranks = ranks_of(suited, off, places.choose)
        for place in range(actions.shape[1]):
            hand = hands[board, place]
            if hand[0]:
                pair = rank_pair[place]
                plain = plain_hands[ranks, pair]
                for path in range(river + 1):
                    weight = np.int64(weights[path, place])
                    if weight == 0:
                        continue
                    end = path if path < river else river + actions[board, place]
                    plain_end = path if path < river else river + plain_actions[ranks, pair]
                    _tally(weight, end, hand, cards.dealer_hands, money, tally)
                    _tally(-weight, plain_end, plain, cards.dealer_hands, money, tally)
                more = wagers[most[board, place]] - wagers[plain_most[ranks, pair]]
                wagered[0] += np.int64(weights[-1, place]) * more
