"""How a hand compares with the dealer's, counted over every deal that is still possible.

Money plays no part here: the counts are the same by any paytable, and those of starting hands are kept in a file.
"""

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitbook.array_types import Matrix, Vector
from pitbook.cards import Card, mask_of
from pitbook.cards.kernels import CARD_MASKS, rank_mask
from pitbook.cards.tables import CATEGORY_OF_STRENGTH5, FIVE_CARD_TABLES, Tables
from pitbook.compiled import kernel
from pitbook.odds.deck import FULL, Deck
from pitbook.odds.families.board_dealer.classes import (
    BOARD,
    FLUSH_BOARDS,
    PLAIN_BOARDS,
    SUITS,
    TABLES,
    ClassTables,
    board_class,
)
from pitbook.odds.families.last_decision import deals_of, levels_and_qualified
from pitbook.odds.families.protocol import Deals
from pitbook.strategy.starting_hands import place_of_hole

STARTING_HANDS: Final = "starting_hands.json"
"""Written by `tools/count_starting_hands.py`."""


@kernel
def _dealer_pairs(
    hole: np.uint64,
    board: np.uint64,
    live: Vector[np.int64],
    masks: Vector[np.uint64],
    tables: Tables,
    levels: Vector[np.uint8],
    deals: Matrix[np.int64],
    cards: Matrix[np.int64],
) -> None:
    """Counts every two live cards off the board as the dealer's; `cards` has a line for each of the 52, or none."""
    mine = rank_mask(hole | board, tables)
    for high in range(live.size):
        first = masks[live[high]]
        if first & board:
            continue
        first |= board
        for low in range(high):
            second = masks[live[low]]
            if second & board:
                continue
            dealer = rank_mask(first | second, tables)
            comparison = 1 + (mine > dealer) - (mine < dealer)
            deals[levels[dealer], comparison] += 1
            if cards.size:
                cards[live[high], comparison] += 1
                cards[live[low], comparison] += 1


@kernel
def _turns_and_rivers(
    hole: np.uint64,
    flop: np.uint64,
    live: Vector[np.int64],
    masks: Vector[np.uint64],
    tables: Tables,
    levels: Vector[np.uint8],
    deals: Matrix[np.int64],
    cards: Matrix[np.int64],
) -> None:
    """Counts every two live cards as turn and river."""
    none = np.zeros((0, 3), np.int64)
    for high in range(live.size):
        for low in range(high):
            board = flop | masks[live[high]] | masks[live[low]]
            each = np.zeros_like(deals)
            _dealer_pairs(hole, board, live, masks, tables, levels, each, none)
            deals += each
            for level in range(each.shape[0]):
                for comparison in range(3):
                    cards[live[high], comparison] += each[level, comparison]
                    cards[live[low], comparison] += each[level, comparison]


@kernel
def _boards(
    hole: np.uint64,
    live: Vector[np.int64],
    masks: Vector[np.uint64],
    tables: Tables,
    levels: Vector[np.uint8],
    classes: ClassTables,
    plain: Vector[np.int64],
    flush: Matrix[np.int64],
    deals: Matrix[np.int64],
) -> None:
    """Counts every five live cards as the board: those of one class, which are alike, together.

    `plain` and `flush` are numbers of boards by class, all zero at first; the last board met stands for its class.
    """
    board = np.zeros(BOARD, np.int64)
    last_plain = np.zeros(plain.shape, np.uint64)
    last_flush = np.zeros(flush.shape, np.uint64)
    for first in range(live.size):
        for second in range(first + 1, live.size):
            for third in range(second + 1, live.size):
                for fourth in range(third + 1, live.size):
                    for fifth in range(fourth + 1, live.size):
                        board[0], board[1], board[2] = live[first], live[second], live[third]
                        board[3], board[4] = live[fourth], live[fifth]
                        suit, place = board_class(board, classes)
                        cards = masks[board[0]] | masks[board[1]] | masks[board[2]] | masks[board[3]] | masks[board[4]]
                        if suit < 0:
                            plain[place] += 1
                            last_plain[place] = cards
                        else:
                            flush[suit, place] += 1
                            last_flush[suit, place] = cards
    none = np.zeros((0, 3), np.int64)
    for place in range(plain.size):
        if plain[place]:
            each = np.zeros_like(deals)
            _dealer_pairs(hole, last_plain[place], live, masks, tables, levels, each, none)
            deals += plain[place] * each
    for suit in range(flush.shape[0]):
        for place in range(flush.shape[1]):
            if flush[suit, place]:
                each = np.zeros_like(deals)
                _dealer_pairs(hole, last_flush[suit, place], live, masks, tables, levels, each, none)
                deals += flush[suit, place] * each


def count_deals(
    qualifying: int, own: Sequence[Card], seen: Sequence[Card], dead: Sequence[Card] = (), *, deck: Deck = FULL
) -> Deals:
    """Every deal that is still possible, by how the hand compares with the dealer's, if nobody folds.

    The dealer qualifies with at least so strong a hand.
    """
    live = deck.without((*own, *seen, *dead))
    levels = levels_and_qualified(CATEGORY_OF_STRENGTH5, qualifying)
    if not seen:
        if not dead and deck == FULL and not _is_cut(qualifying):
            return _kept(place_of_hole(own), qualifying)
        return deals_of(before_flop(own, live, levels), None)
    held, shown = np.uint64(mask_of(own)), np.uint64(mask_of(seen))
    cards = np.zeros((len(CARD_MASKS), 3), np.int64)
    deals = np.zeros((int(levels.max()) + 1, 3), np.int64)
    count = _dealer_pairs if len(seen) == BOARD else _turns_and_rivers
    count(held, shown, live, CARD_MASKS, FIVE_CARD_TABLES, levels, deals, cards)
    return deals_of(deals, cards)


def before_flop(
    own: Sequence[Card], live: NDArray[np.int64], levels: NDArray[np.uint8] = CATEGORY_OF_STRENGTH5
) -> NDArray[np.int64]:
    """The deals of a starting hand, counted: by the level of the dealer's hand, and by lose, tie and win."""
    plain = np.zeros(len(PLAIN_BOARDS), np.int64)
    flush = np.zeros((SUITS, len(FLUSH_BOARDS.suited)), np.int64)
    deals = np.zeros((int(levels.max()) + 1, 3), np.int64)
    held = np.uint64(mask_of(own))
    _boards(held, live, CARD_MASKS, FIVE_CARD_TABLES, levels, TABLES, plain, flush, deals)
    return deals


def _is_cut(qualifying: int) -> bool:
    """Whether the dealer qualifies with some hands of a category and not with others."""
    return qualifying > 1 and CATEGORY_OF_STRENGTH5[qualifying - 1] == CATEGORY_OF_STRENGTH5[qualifying]


def _kept(place: int, qualifying: int) -> Deals:
    """The deals of a starting hand, as they were counted once for all paytables."""
    by_level = _starting_hands()[place]
    return Deals(by_level, by_level[CATEGORY_OF_STRENGTH5[qualifying] if qualifying > 1 else 0 :].sum(axis=0), None)


@cache
def _starting_hands() -> NDArray[np.int64]:
    """The deals of each starting hand, in the order of the chart."""
    text = (files("pitbook.odds.families.board_dealer") / STARTING_HANDS).read_text(encoding="utf-8")
    return np.array(json.loads(text), np.int64)
