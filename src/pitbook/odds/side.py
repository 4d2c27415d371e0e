"""Side wagers, exactly: under each evaluation, how many of all combinations of cards earn each name.

Five-card hands are counted without looking at each one. First suits are ignored, and sets of cards are counted by
their ranks. Then every set with five or more cards of a suit is looked at, taken away as what it was without suits,
and added as what it is. A set can have so many cards of one suit only.
"""

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitbook.cards import DECK, FIVE_CARD, FOUR_CARD, FiveCard, FourCard, Rank, Suit
from pitbook.cards.enumeration import strength_counts4
from pitbook.cards.kernels import count_cards, rank5_masks, rank_mask
from pitbook.cards.tables import CATEGORY_OF_STRENGTH5, FIVE_CARD_TABLES, SUITED_SHIFT
from pitbook.compiled import kernel
from pitbook.rulebooks.hands import NAMES, Evaluation
from pitbook.settlement.classify import name_of
from pitbook.settlement.round import Round, Seat

_RANKS: Final = len(Rank)
_COPIES: Final = len(Suit)
_FLUSH: Final = 5
_ONE: Final = np.uint64(1)
_WITHOUT_SUITS: Final = FIVE_CARD_TABLES._replace(suits=FIVE_CARD_TABLES.suits & np.uint64((1 << SUITED_SHIFT) - 1))
"""Tables by which no hand is suited."""
_COMBINATIONS: Final = np.array([comb(_COPIES, copies) for copies in range(_COPIES + 1)], np.int64)
_STRAIGHT_FLUSH, _ROYAL_FLUSH = FiveCard.STRAIGHT_FLUSH.level, FiveCard.ROYAL_FLUSH.level
_SPLITS: Final = comb(7, 2) * comb(5, 3)
"""The ways in which seven cards are a player's two, the flop, and turn and river."""


@kernel
def _count_by_ranks(size: Any, ways_of: Any, tables: Any, counts: Any) -> None:
    """Counts all sets of so many cards by their strength without suits, going through their ranks in order."""
    ranks = np.zeros(size, np.int64)
    while True:
        cards, ways, copies = np.uint64(0), 1, 0
        for place in range(size):
            copies = copies + 1 if place and ranks[place] == ranks[place - 1] else 1
            if copies >= ways_of.size:
                break
            cards |= _ONE << np.uint64(16 * (copies - 1) + ranks[place])
            ways = ways * ways_of[copies] // ways_of[copies - 1]
        if copies < ways_of.size:
            counts[rank_mask(cards, tables)] += ways
        place = size - 1
        while place >= 0 and ranks[place] == _RANKS - 1:
            place -= 1
        if place < 0:
            return
        ranks[place:] = ranks[place] + 1


@kernel
def _suited_sets(size: Any, sets: Any) -> Any:
    """Lists the sets of so many cards, seven at most, with five or more of the first suit; returns their number."""
    found = 0
    others = np.empty(3 * _RANKS, np.uint64)
    for other in range(others.size):
        others[other] = _ONE << np.uint64(16 * (1 + other // _RANKS) + other % _RANKS)
    for ranks in range(1 << _RANKS):
        suited = np.uint64(ranks)
        missing = size - count_cards(suited)
        if not 0 <= missing <= size - _FLUSH:
            continue
        if missing == 0:
            sets[found] = suited
            found += 1
        for first in range(others.size if missing else 0):
            if missing == 1:
                sets[found] = suited | others[first]
                found += 1
            for second in range(first + 1, others.size if missing == 2 else 0):
                sets[found] = suited | others[first] | others[second]
                found += 1
    return found


@kernel
def _count_strengths(sets: Any, times: Any, tables: Any, counts: Any) -> None:
    """Adds each set to the count of its strength, so many times."""
    for cards in sets:
        counts[rank_mask(cards, tables)] += times


@kernel
def _count_flops(sets: Any, tables: Any, levels: Any, counts: Any) -> None:
    """Splits each set of seven cards into the player's two, a flop and two more, in every way.

    Counts by category of the seven, category on the flop, and category of the board alone.
    """
    cards = np.empty(7, np.uint64)
    for seven in sets:
        level = levels[rank_mask(seven, tables)]
        rest = seven
        for place in range(7):
            cards[place] = rest & (~rest + _ONE)
            rest ^= cards[place]
        for first in range(7):
            for second in range(first + 1, 7):
                board = seven ^ cards[first] ^ cards[second]
                boards = levels[rank_mask(board, tables)]
                for turn in range(7):
                    for river in range(turn + 1, 7):
                        late = cards[turn] | cards[river]
                        if late & board == late:
                            counts[level, levels[rank_mask(seven ^ late, tables)], boards] += 1


def _suited(size: int) -> NDArray[np.uint64]:
    """The sets of so many cards with five or more of the first suit."""
    most = sum(comb(_RANKS, suited) * comb(3 * _RANKS, size - suited) for suited in range(_FLUSH, size + 1))
    sets = np.empty(most, np.uint64)
    return sets[: _suited_sets(size, sets)]


@lru_cache(maxsize=8)
def _five_card_counts(size: int) -> Counter[str | None]:
    """The best five of so many cards, by category."""
    counts = np.zeros(len(CATEGORY_OF_STRENGTH5), np.int64)
    _count_by_ranks(size, _COMBINATIONS, _WITHOUT_SUITS, counts)
    suited = _suited(size)
    _count_strengths(suited, -_COPIES, _WITHOUT_SUITS, counts)
    _count_strengths(suited, _COPIES, FIVE_CARD_TABLES, counts)
    named: Counter[str | None] = Counter()
    for (category, _), count in zip(FIVE_CARD.classes, counts[1:].tolist(), strict=True):
        named[category.value] += count
    return named


def _hole_cards() -> Counter[str | None]:
    """Two cards: few enough to ask settlement for each name."""
    nothing = Round((), ())
    return Counter(name_of(Evaluation.HOLE_CARDS, Seat(1, "", pair, {}), nothing) for pair in combinations(DECK, 2))


def _hole_and_board_flopped() -> Counter[str | None]:
    """Seven cards in every split. Only straight and royal flushes are told apart by it."""
    named = Counter({name: count * _SPLITS for name, count in _five_card_counts(7).items()})
    del named[FiveCard.STRAIGHT_FLUSH.value], named[FiveCard.ROYAL_FLUSH.value]
    suited = _suited(7)
    counts = np.zeros((_ROYAL_FLUSH + 1,) * 3, np.int64)
    straight = CATEGORY_OF_STRENGTH5[rank5_masks(suited)] >= _STRAIGHT_FLUSH
    _count_flops(suited[straight], FIVE_CARD_TABLES, CATEGORY_OF_STRENGTH5, counts)
    for (level, on_flop, of_board), count in np.ndenumerate(counts):
        for suit in Suit:
            named[_flopped(level, on_flop, of_board, suit)] += int(count)
    return named


def _flopped(level: int, on_flop: int, of_board: int, suit: Suit) -> str:
    """The name of a straight or royal flush by when it was there, and whether it is the board's own."""
    if on_flop == _ROYAL_FLUSH:
        return "flopped_royal_flush_in_spades" if suit is Suit.SPADES else "flopped_royal_flush"
    if level == _STRAIGHT_FLUSH:
        return "flopped_straight_flush" if on_flop == _STRAIGHT_FLUSH else "straight_flush"
    name = "community_royal_flush" if of_board == _ROYAL_FLUSH else "royal_flush"
    return f"{name}_after_flopped_straight_flush" if on_flop == _STRAIGHT_FLUSH else name


def _six_cards(royal: str) -> Counter[str | None]:
    """The best five of six; the six highest cards of a suit are no royal flush but more, diamonds apart."""
    named = _five_card_counts(6).copy()
    for suit in Suit:
        named[FiveCard.ROYAL_FLUSH.value] -= 1
        named[f"{royal}_of_diamonds" if suit is Suit.DIAMONDS else royal] += 1
    return named


def _four_of_five() -> Counter[str | None]:
    """The best four of five, four aces and a pair of aces apart."""
    apart = {FourCard.FOUR_OF_A_KIND: "four_aces", FourCard.PAIR: "pair_of_aces"}
    named: Counter[str | None] = Counter()
    for (category, ranks), count in zip(FOUR_CARD.classes, strength_counts4(5)[1:].tolist(), strict=True):
        named[apart.get(category, category.value) if ranks[0] is Rank.ACE else category.value] += count
    return named


_COUNTED: Final[dict[Evaluation, Callable[[], Counter[str | None]]]] = {
    Evaluation.HOLE_CARDS: _hole_cards,
    Evaluation.HOLE_AND_BOARD: lambda: _five_card_counts(7),
    Evaluation.HOLE_AND_BOARD_FLOPPED: _hole_and_board_flopped,
    Evaluation.HOLE_AND_ALL6: lambda: _six_cards("six_card_royal"),
    Evaluation.FOUR_OF_FIVE: _four_of_five,
    Evaluation.ALL_FIVE: lambda: _five_card_counts(5),
    Evaluation.FIVE_AND_BONUS: lambda: _six_cards("super_royal"),
}
"""For each evaluation, how its combinations are counted by name."""


def side_counts(evaluation: Evaluation) -> dict[str | None, int]:
    """How many combinations earn each name, finest first; at the end, how many earn none.

    The order of the cards counts only where flopped hands do: there it is the player's two, the flop, and the rest.
    """
    return dict(_counts(evaluation))


@lru_cache(maxsize=len(Evaluation))
def _counts(evaluation: Evaluation) -> dict[str | None, int]:
    counted = _COUNTED[evaluation]()
    return {name: counted[name] for name in (*NAMES[evaluation], None)}


def warm() -> None:
    """Compiles the kernels, or loads them if that was done before."""
    side_counts(Evaluation.HOLE_AND_BOARD_FLOPPED)
