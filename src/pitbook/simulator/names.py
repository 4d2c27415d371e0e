"""The names of hands as the kernels find them: the numbers of `settlement.classify`'s names, by table.

A name is known by its place among the names of its evaluation (`rulebooks.hands.NAMES`); the place after the last is
that of no name at all. The tables are filled with what settlement itself says wherever it can be asked.
"""

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitbook.cards import DECK, FOUR_CARD, Rank, Suit
from pitbook.cards.kernels import rank_mask
from pitbook.cards.tables import (
    CATEGORY_OF_STRENGTH4,
    CATEGORY_OF_STRENGTH5,
    FIVE_CARD_TABLES,
    FOUR_CARD_TABLES,
    Tables,
)
from pitbook.compiled import borrowing_kernel
from pitbook.rulebooks.hands import NAMES, Evaluation
from pitbook.settlement import Round, Seat, name_of
from pitbook.settlement.classify import FIVE_NAMES, FOUR_NAMES

EVALUATIONS: Final = tuple(Evaluation)
"""Evaluations are numbered in this order."""
HOLE_CARDS, HOLE_AND_BOARD, FLOPPED, ALL6, FOUR_OF_FIVE, ALL_FIVE, FIVE_AND_BONUS = range(7)
WIDTH: Final = 1 + max(len(names) for names in NAMES.values())
"""Places for the names of any evaluation, and for none."""
_CARDS: Final = 52
_SIX_HIGHEST: Final = np.uint64(0x1F80)
_SUIT: Final = np.uint64(0x1FFF)
_WIDTH: Final = np.uint64(16)
_SPADES: Final = np.uint64(0x1FFF << 16 * Suit.SPADES)
_DIAMONDS: Final = np.uint64(Suit.DIAMONDS)
_STRAIGHT_FLUSH: Final = 8
_ROYAL: Final = 9


class NameTables(NamedTuple):
    """What the kernels need to rank and name hands; hand it on as one argument."""

    five: Tables
    four: Tables
    five_levels: NDArray[np.uint8]
    four_levels: NDArray[np.uint8]
    hole: NDArray[np.uint8]
    """By 52 x one card + the other: the name of two hole cards."""
    by_five: NDArray[np.uint8]
    """By evaluation and five-card strength: the name, where the strength alone decides."""
    by_four: NDArray[np.uint8]
    """By four-card strength: the name of the best four of five."""
    flopped: NDArray[np.uint8]
    """By level less that of a straight flush, by the flop (0 neither, 1 a straight flush, 2 a royal flush), by whether
    the board is royal, and by whether it is spades: the name of a straight or royal flush."""
    six_royal: NDArray[np.uint8]
    """By evaluation and whether it is diamonds: the name of the six highest cards of a suit."""


@borrowing_kernel
def six_card_name(mask: Any, evaluation: Any, tables: Any) -> Any:
    """The best five of six cards, or all six from ace to nine of one suit."""
    name = tables.by_five[evaluation, rank_mask(mask, tables.five)]
    if name == tables.by_five[evaluation, tables.by_five.shape[1] - 1]:
        for suit in range(4):
            if mask == _SIX_HIGHEST << (_WIDTH * np.uint64(suit)):
                return tables.six_royal[evaluation, np.int64(np.uint64(suit) == _DIAMONDS)]
    return name


@borrowing_kernel
def flopped_name(hole: Any, flop: Any, board: Any, strength: Any, tables: Any) -> Any:
    """The best five of seven, telling straight and royal flushes apart by when they were there."""
    level = np.int64(tables.five_levels[strength])
    if level < _STRAIGHT_FLUSH:
        return tables.by_five[FLOPPED, strength]
    early = hole | flop
    at_flop = np.int64(tables.five_levels[rank_mask(early, tables.five)])
    of_board = np.int64(tables.five_levels[rank_mask(board, tables.five)] == _ROYAL)
    return tables.flopped[
        level - _STRAIGHT_FLUSH, max(at_flop - _STRAIGHT_FLUSH + 1, 0), of_board, np.int64(early & _SPADES == early)
    ]


@borrowing_kernel
def name_holdem(
    one: Any,
    two: Any,
    flop: Any,
    board: Any,
    extra: Any,
    strength: Any,
    masks: Any,
    tables: Any,
    needed: Any,
    names: Any,
) -> None:
    """The names of a hold'em seat's cards under the evaluations that are needed."""
    hole = masks[one] | masks[two]
    if needed[HOLE_CARDS]:
        names[HOLE_CARDS] = tables.hole[_CARDS * one + two]
    if needed[HOLE_AND_BOARD]:
        names[HOLE_AND_BOARD] = tables.by_five[HOLE_AND_BOARD, strength]
    if needed[FLOPPED]:
        names[FLOPPED] = flopped_name(hole, flop, board, strength, tables)
    if needed[ALL6]:
        names[ALL6] = six_card_name(hole | extra, ALL6, tables)


@borrowing_kernel
def name_four_card(hand: Any, extra: Any, strength: Any, tables: Any, needed: Any, names: Any) -> None:
    """The names of a Four Card Poker seat's cards under the evaluations that are needed."""
    if needed[FOUR_OF_FIVE]:
        names[FOUR_OF_FIVE] = tables.by_four[strength]
    if needed[ALL_FIVE]:
        names[ALL_FIVE] = tables.by_five[ALL_FIVE, rank_mask(hand, tables.five)]
    if needed[FIVE_AND_BONUS]:
        names[FIVE_AND_BONUS] = six_card_name(hand | extra, FIVE_AND_BONUS, tables)


def _place(evaluation: Evaluation, name: str | None) -> int:
    names = NAMES[evaluation]
    return len(names) if name is None else names.index(name)


def _flopped_name(level: int, at_flop: int, of_board: int, spades: int) -> str:
    """The name by the rule of `settlement.classify`."""
    if at_flop == 2:
        return "flopped_royal_flush_in_spades" if spades else "flopped_royal_flush"
    name = ("community_royal_flush" if of_board else "royal_flush") if level else "straight_flush"
    if at_flop == 1:
        return "flopped_straight_flush" if name == "straight_flush" else f"{name}_after_flopped_straight_flush"
    return name


@cache
def name_tables() -> NameTables:
    """The tables, filled once in a process."""
    hole = np.zeros(_CARDS * _CARDS, np.uint8)
    for one in DECK:
        for two in DECK:
            if one != two:
                name = name_of(Evaluation.HOLE_CARDS, Seat(1, "", (one, two), {}), Round((), ()))
                hole[_CARDS * one.index + two.index] = _place(Evaluation.HOLE_CARDS, name)
    by_five = np.zeros((len(EVALUATIONS), len(FIVE_NAMES)), np.uint8)
    six_royal = np.zeros((len(EVALUATIONS), 2), np.uint8)
    for number, evaluation in enumerate(EVALUATIONS):
        if "royal_flush" in NAMES[evaluation]:
            by_five[number, 1:] = [_place(evaluation, name) for name in FIVE_NAMES[1:]]
    for number, royal in ((ALL6, "six_card_royal"), (FIVE_AND_BONUS, "super_royal")):
        names = (royal, f"{royal}_of_diamonds")
        six_royal[number] = [_place(EVALUATIONS[number], name) for name in names]
    by_four = np.zeros(len(FOUR_NAMES), np.uint8)
    for strength, name in _four_card_names():
        by_four[strength] = _place(Evaluation.FOUR_OF_FIVE, name)
    flopped = np.zeros((2, 3, 2, 2), np.uint8)
    for place in np.ndindex(flopped.shape):
        flopped[place] = _place(Evaluation.HOLE_AND_BOARD_FLOPPED, _flopped_name(*place))
    return NameTables(
        FIVE_CARD_TABLES,
        FOUR_CARD_TABLES,
        CATEGORY_OF_STRENGTH5,
        CATEGORY_OF_STRENGTH4,
        hole,
        by_five,
        by_four,
        flopped,
        six_royal,
    )


def _four_card_names() -> list[tuple[int, str]]:
    """By strength: the name that settlement gives the best four of five."""
    apart = {"four_of_a_kind": "four_aces", "pair": "pair_of_aces"}
    return [
        (strength, apart.get(category.value, category.value) if ranks[0] is Rank.ACE else category.value)
        for strength, (category, ranks) in enumerate(FOUR_CARD.classes, 1)
    ]
