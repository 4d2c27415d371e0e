"""The river counted: all hands of a board at once; no money yet.

Hole cards are grouped by the pair of their types, and the groups sorted by strength. One sweep over them keeps how
many hands have been passed, in all and for a card of each type. What the dealer can hold against a given hand is what
was passed, less the hands with either of the player's cards (and the player's own hand, which both take away).
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitbook.array_types import Cube, Matrix, Vector
from pitbook.cards.tables import ROW_SHIFT, SUITED_SHIFT, Tables
from pitbook.compiled import kernel
from pitbook.odds.families.board_dealer.classes import RANKS, TYPE_PAIRS, TYPES, Cards, Suited, multiset_place

KEPT: Final = 4
"""What is kept of a hand: its strength (0: nobody can hold it), then how many of the dealer's hands are weaker, as
strong, and do not qualify."""

_FIELD: Final = np.uint64((1 << ROW_SHIFT) - 1)
_ROW_SHIFT: Final = np.uint64(ROW_SHIFT)
_SUITED_SHIFT: Final = np.uint64(SUITED_SHIFT)
_LOW_BITS: Final = 6
_BUCKETS: Final = 128


class Scratch(NamedTuple):
    """Room for one board at a time."""

    number: NDArray[np.int64]
    """By type: how many such cards are not on the board."""
    strengths: NDArray[np.int64]
    """By pair of types: the strength of the hand; 0 if nobody can hold it."""
    less: NDArray[np.int64]
    """By pair: how many of the dealer's hands are weaker."""
    tie: NDArray[np.int64]
    """By pair: how many of the dealer's hands are as strong."""
    below: NDArray[np.int64]
    """By pair: how many of the dealer's hands do not qualify."""
    order: NDArray[np.int64]
    spare: NDArray[np.int64]
    passed: NDArray[np.int64]
    equal: NDArray[np.int64]
    unqualified: NDArray[np.int64]
    buckets: NDArray[np.int64]


def new_scratch() -> Scratch:
    """Room for one thread."""
    sizes = (TYPES, *[TYPE_PAIRS] * 6, *[TYPES] * 3, _BUCKETS)
    return Scratch._make(np.zeros(size, np.int64) for size in sizes)


@kernel
def _rank_plain(found: np.uint64, tables: Tables) -> np.int64:
    """The strength if suits do not count, from the sum of the cards' entries in `tables.suits`."""
    row = np.uint64(tables.rows[found >> _ROW_SHIFT & _FIELD])
    return np.int64(tables.strengths[row + np.uint64(tables.columns[found & _FIELD])])


@kernel
def _rank_pairs(
    types: int, key: np.uint64, suited: int, pairs: Matrix[np.int64], tables: Tables, room: Scratch
) -> None:
    """Fills in the strength of every pair of types that can be held."""
    number, strengths = room.number, room.strengths
    for place in range(types * (types + 1) // 2):
        high, low = pairs[place, 0], pairs[place, 1]
        if number[high] == 0 or number[low] == 0 or (high == low and number[high] == 1):
            strengths[place] = 0
            continue
        ranks, flush = 0, suited
        first, second = high, low
        if high >= RANKS:
            first -= RANKS
            flush |= 1 << first
        if low >= RANKS:
            second -= RANKS
            flush |= 1 << second
        ranks = key + tables.suits[1 << first] + tables.suits[1 << second]
        strengths[place] = max(np.int64(tables.suits[flush] >> _SUITED_SHIFT), _rank_plain(ranks, tables))


@kernel
def _sort_pairs(count: int, room: Scratch) -> int:
    """Orders the pairs that can be held by strength, weakest first, and returns how many they are."""
    strengths, order, spare, buckets = room.strengths, room.order, room.spare, room.buckets
    held = 0
    buckets[:] = 0
    for place in range(count):
        if strengths[place]:
            spare[held] = place
            held += 1
            buckets[strengths[place] & ((1 << _LOW_BITS) - 1)] += 1
    start = 0
    for bucket in range(1 << _LOW_BITS):
        buckets[bucket], start = start, start + buckets[bucket]
    for each in range(held):
        bucket = strengths[spare[each]] & ((1 << _LOW_BITS) - 1)
        order[buckets[bucket]] = spare[each]
        buckets[bucket] += 1
    buckets[:] = 0
    for each in range(held):
        buckets[strengths[order[each]] >> _LOW_BITS] += 1
    start = 0
    for bucket in range(_BUCKETS):
        buckets[bucket], start = start, start + buckets[bucket]
    for each in range(held):
        bucket = strengths[order[each]] >> _LOW_BITS
        spare[buckets[bucket]] = order[each]
        buckets[bucket] += 1
    return held


@kernel
def _sweep(types: int, pairs: Matrix[np.int64], qualifying: int, room: Scratch) -> None:
    """Fills in, for every pair, how many of the dealer's hands are weaker, as strong, and do not qualify."""
    number, strengths, order = room.number, room.strengths, room.spare
    passed, equal, unqualified = room.passed, room.equal, room.unqualified
    held = _sort_pairs(types * (types + 1) // 2, room)
    all_passed, all_unqualified, snapped = 0, 0, False
    passed[:] = 0
    equal[:] = 0
    begin = 0
    while begin < held:
        strength = strengths[order[begin]]
        if not snapped and strength >= qualifying:
            snapped, all_unqualified = True, all_passed
            unqualified[:] = passed
        end, all_equal = begin, 0
        while end < held and strengths[order[end]] == strength:
            high, low = pairs[order[end], 0], pairs[order[end], 1]
            if high == low:
                all_equal += number[high] * (number[high] - 1) // 2
                equal[high] += number[high] - 1
            else:
                all_equal += number[high] * number[low]
                equal[high] += number[low]
                equal[low] += number[high]
            end += 1
        for each in range(begin, end):
            place = order[each]
            high, low = pairs[place, 0], pairs[place, 1]
            room.less[place] = all_passed - passed[high] - passed[low]
            room.tie[place] = all_equal - equal[high] - equal[low] + 1
        for each in range(begin, end):
            for side in range(2):
                kind = pairs[order[each], side]
                passed[kind] += equal[kind]
                equal[kind] = 0
        all_passed += all_equal
        begin = end
    if not snapped:
        all_unqualified = all_passed
        unqualified[:] = passed
    for each in range(held):
        place = order[each]
        below = all_unqualified - unqualified[pairs[place, 0]] - unqualified[pairs[place, 1]]
        room.below[place] = below + 1 if strengths[place] < qualifying else below


@kernel
def has_plain(ranks: Vector[np.int64], cards: Cards) -> bool:
    """Whether the deck has cards of these ranks, which are ascending."""
    equal = 0
    for place in range(ranks.size):
        rank = ranks[place]
        equal = equal + 1 if place and ranks[place - 1] == rank else 1
        if equal > cards.suits * cards.present[rank]:
            return False
    return True


@kernel
def has_flush(suited: int, off: int, cards: Cards) -> bool:
    """Whether the deck has these ranks in one suit and, with it, those of the others."""
    for rank in range(RANKS):
        on_board, others = suited >> rank & 1, off >> 4 * rank & 15
        if on_board > cards.present[rank] or others > (cards.suits - 1) * cards.present[rank]:
            return False
    return True


@kernel
def _plain_board(
    ranks: Vector[np.int64], cards: Cards, pairs: Matrix[np.int64], tables: Tables, qualifying: int, room: Scratch
) -> None:
    """Counts all hands of a board without a flush."""
    for rank in range(RANKS):
        room.number[rank] = cards.suits * cards.present[rank]
    key = np.uint64(0)
    for place in range(ranks.size):
        rank = ranks[place]
        key += tables.suits[1 << rank]
        room.number[rank] -= 1
    _rank_pairs(RANKS, key, 0, pairs, tables, room)
    _sweep(RANKS, pairs, qualifying, room)


@kernel
def _flush_board(
    suited: int, off: int, cards: Cards, pairs: Matrix[np.int64], tables: Tables, qualifying: int, room: Scratch
) -> None:
    """Counts all hands of a board with that flush suit."""
    key = np.uint64(0)
    for rank in range(RANKS):
        on_board = suited >> rank & 1
        others = off >> 4 * rank & 15
        room.number[rank] = (cards.suits - 1) * cards.present[rank] - others
        room.number[RANKS + rank] = cards.present[rank] - on_board
        key += tables.suits[1 << rank] * np.uint64(on_board + others)
    _rank_pairs(TYPES, key, suited, pairs, tables, room)
    _sweep(TYPES, pairs, qualifying, room)


@kernel
def ranks_of(suited: int, off: int, choose: Matrix[np.int64]) -> int:
    """The place of the plain class with the same ranks as a flush class."""
    counts = off
    for rank in range(RANKS):
        counts += (suited >> rank & 1) << 4 * rank
    return multiset_place(counts, choose)


@kernel
def _keep(room: Scratch, hands: Matrix[np.int16]) -> None:
    """Keeps the counts of a board's hands."""
    for place in range(hands.shape[0]):
        if room.strengths[place]:
            hands[place, 0] = room.strengths[place]
            hands[place, 1] = room.less[place]
            hands[place, 2] = room.tie[place]
            hands[place, 3] = room.below[place]


@kernel
def plain_hands(
    first: int,
    last: int,
    boards: Matrix[np.int64],
    cards: Cards,
    pairs: Matrix[np.int64],
    tables: Tables,
    qualifying: int,
    room: Scratch,
    hands: Cube[np.int16],
) -> None:
    """Counts all hands on plain boards."""
    for board in range(first, last):
        if has_plain(boards[board], cards):
            _plain_board(boards[board], cards, pairs, tables, qualifying, room)
            _keep(room, hands[board])


@kernel
def flush_hands(
    first: int,
    last: int,
    boards: Suited,
    cards: Cards,
    pairs: Matrix[np.int64],
    tables: Tables,
    qualifying: int,
    room: Scratch,
    hands: Cube[np.int16],
) -> None:
    """Counts all hands on flush boards."""
    for board in range(first, last):
        suited, off = boards.suited[board], boards.off[board]
        if has_flush(suited, off, cards):
            _flush_board(suited, off, cards, pairs, tables, qualifying, room)
            _keep(room, hands[board])
