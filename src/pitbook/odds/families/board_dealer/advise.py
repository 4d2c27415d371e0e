"""The exact value of every action in one situation, with cards that are known to be out of play, or without.

The dealer's hands are counted one by one. Before the flop many boards are alike: boards of one class (see `classes`)
leave the dealer hands of the same strengths, whatever cards are dead, so each class is counted once.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitbook.array_types import Cube, Matrix, Vector
from pitbook.cards import Card, mask_of
from pitbook.cards.kernels import CARD_MASKS, rank_mask
from pitbook.cards.tables import FIVE_CARD_TABLES, Tables
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
from pitbook.odds.families.board_dealer.flops import FLOPS, flop_place
from pitbook.odds.families.board_dealer.river import OUTCOMES, VALUES, best_value
from pitbook.odds.families.board_dealer.streets import BOARDS, Money, Stage, Street, money_of, stages
from pitbook.settlement.compile import MainGame


@kernel
def count_outcomes(
    hole: np.uint64,
    board: np.uint64,
    live: Vector[np.int64],
    masks: Vector[np.uint64],
    tables: Tables,
    money: Money,
    multiples: Vector[np.int64],
    found: Vector[np.int64],
) -> tuple[np.uint8, int, int, int, int]:
    """Counts the outcomes of a board over all hands that the dealer can have of the live cards off it.

    Returns the level of the player's hand, its three values, and what is best at the river.
    """
    strength = rank_mask(hole | board, tables)
    found[:OUTCOMES] = 0
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
            found[1 + (strength > dealer) - (strength < dealer) + 3 * (dealer >= money.qualifying)] += 1
    level = money.levels[strength]
    fixed, decided, hands = 0, 0, 0
    for outcome in range(OUTCOMES):
        fixed += found[outcome] * money.fixed[level, outcome]
        decided += found[outcome] * money.decided[level, outcome]
        hands += found[outcome]
    best, code, _ = best_value(fixed, decided, hands * money.fold, multiples)
    return level, fixed, decided, best, code


@kernel
def _river_values(
    hole: np.uint64,
    board: np.uint64,
    live: Vector[np.int64],
    masks: Vector[np.uint64],
    tables: Tables,
    money: Money,
    multiples: Vector[np.int64],
    values: Vector[np.int64],
) -> None:
    """The three values of a hand on a board."""
    found = np.zeros(OUTCOMES, np.int64)
    _, values[0], values[1], values[2], _ = count_outcomes(hole, board, live, masks, tables, money, multiples, found)


@kernel
def _flop_values(
    hole: np.uint64,
    flop: np.uint64,
    live: Vector[np.int64],
    masks: Vector[np.uint64],
    tables: Tables,
    money: Money,
    multiples: Vector[np.int64],
    values: Vector[np.int64],
) -> None:
    """The three values, summed over turn and river."""
    each = np.zeros(VALUES, np.int64)
    for high in range(live.size):
        for low in range(high):
            board = flop | masks[live[high]] | masks[live[low]]
            _river_values(hole, board, live, masks, tables, money, multiples, each)
            values += each


@kernel
def _add_boards(
    first: int,
    hole: np.uint64,
    live: Vector[np.int64],
    masks: Vector[np.uint64],
    tables: Tables,
    classes: ClassTables,
    money: Money,
    multiples: Vector[np.int64],
    plain: Matrix[np.int64],
    flush: Cube[np.int64],
    by_flop: Matrix[np.int64],
) -> None:
    """Adds the three values of all boards whose lowest card is the `first` live one to each of their ten flops.

    `plain` and `flush` keep the values of every class of boards that was met; the last entry says that it was.
    """
    board = np.zeros(BOARD, np.int64)
    for second in range(first + 1, live.size):
        for third in range(second + 1, live.size):
            for fourth in range(third + 1, live.size):
                for fifth in range(fourth + 1, live.size):
                    board[0], board[1], board[2] = live[first], live[second], live[third]
                    board[3], board[4] = live[fourth], live[fifth]
                    suit, place = board_class(board, classes)
                    known = plain[place] if suit < 0 else flush[suit, place]
                    if known[VALUES] == 0:
                        cards = masks[board[0]] | masks[board[1]] | masks[board[2]] | masks[board[3]] | masks[board[4]]
                        _river_values(hole, cards, live, masks, tables, money, multiples, known)
                        known[VALUES] = 1
                    for one in range(BOARD):
                        for two in range(one + 1, BOARD):
                            for three in range(two + 1, BOARD):
                                at = flop_place(board[one], board[two], board[three])
                                for value in range(VALUES):
                                    by_flop[at, value] += known[value]


def advise_holdem(
    game: MainGame,
    streets: Sequence[Street],
    hole: Sequence[Card],
    board: Sequence[Card] = (),
    dead: Sequence[Card] = (),
    *,
    deck: Deck = FULL,
    progress: Callable[[float], None] | None = None,
) -> dict[str, Fraction]:
    """The value of every legal action, as the net of the main game in antes, with the best decisions afterwards.

    Neither the dealer nor the board can have a dead card, and the player knows them at every decision. The cards are
    those of a decision: whether they can be is for the caller to check.
    """
    all_stages = stages(streets)
    stage = all_stages[BOARDS.index(len(board))]
    money = money_of(game, [multiple for each in all_stages for multiple in each.multiples])
    live = deck.without((*hole, *board, *dead))
    river = np.array(all_stages[2].multiples, np.int64)
    held, values = np.uint64(mask_of(hole)), np.zeros(VALUES, np.int64)
    if len(board) == BOARDS[0]:
        fixed, decided, wait = _before_flop(held, live, money, river, all_stages[1], progress)
    else:
        count = _river_values if len(board) == BOARDS[2] else _flop_values
        count(held, np.uint64(mask_of(board)), live, CARD_MASKS, FIVE_CARD_TABLES, money, river, values)
        fixed, decided, wait = values.tolist()
    deals, left = 1, len(live)
    for dealt in (3, 2, 2)[BOARDS.index(len(board)) :]:
        deals *= comb(left, dealt)
        left -= dealt
    if stage.last:
        wait = deals * game.fold
    nets = [wait, *(fixed + multiple * decided for multiple in stage.multiples)]
    return {action: Fraction(net, deals * game.scale) for action, net in zip(stage.actions, nets, strict=True)}


def _before_flop(
    hole: np.uint64,
    live: Vector[np.int64],
    money: Money,
    river: Vector[np.int64],
    middle: Stage,
    progress: Callable[[float], None] | None,
) -> tuple[int, int, int]:
    """The three values, summed over all boards and the ten flops of each, with the flop decided for the best."""
    by_flop = values_by_flop(hole, live, money, river, progress)
    fixed, decided, wait = by_flop.T
    if middle.last:
        dealt = comb(len(live) - 3, 2) * comb(len(live) - 5, 2)
        wait = np.where(by_flop.any(axis=1), money.fold * dealt, 0)
    best = wait.copy()
    for multiple in middle.multiples:
        best = np.maximum(best, fixed + multiple * decided)
    return int(fixed.sum()), int(decided.sum()), int(best.sum())


def values_by_flop(
    hole: np.uint64,
    live: Vector[np.int64],
    money: Money,
    river: Vector[np.int64],
    progress: Callable[[float], None] | None = None,
) -> NDArray[np.int64]:
    """By flop: the three values of a hand, summed over all boards, each of which has ten flops."""
    plain = np.zeros((len(PLAIN_BOARDS), VALUES + 1), np.int64)
    flush = np.zeros((SUITS, len(FLUSH_BOARDS.suited), VALUES + 1), np.int64)
    by_flop = np.zeros((FLOPS, VALUES), np.int64)
    done, boards = 0, comb(len(live), BOARD)
    for first in range(len(live) - BOARD + 1):
        _add_boards(first, hole, live, CARD_MASKS, FIVE_CARD_TABLES, TABLES, money, river, plain, flush, by_flop)
        done += comb(len(live) - first - 1, BOARD - 1)
        if progress:
            progress(done / boards)
    return by_flop
