"""How the main game comes out after an action, with the best decisions afterwards: every deal, by what was done.

A deal is counted under what the player ends up wagering, the level of the player's hand, and the outcome (3 x qualifies
+ comparison). Before the flop, boards of one class are counted once, as in `advise`.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pitbook.array_types import Cube, Matrix, Vector
from pitbook.cards import Card, mask_of
from pitbook.cards.kernels import CARD_MASKS
from pitbook.cards.tables import FIVE_CARD_TABLES, Tables
from pitbook.compiled import kernel
from pitbook.odds.deck import FULL, Deck
from pitbook.odds.families.board_dealer.advise import count_outcomes, values_by_flop
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
from pitbook.odds.families.board_dealer.river import OUTCOMES
from pitbook.odds.families.board_dealer.streets import BOARDS, Money, Street, money_of, stages
from pitbook.settlement.compile import MainGame

_LEVEL, _CODE, _MET = OUTCOMES, OUTCOMES + 1, OUTCOMES + 2
"""After its outcomes, a board has the level of the player's hand, what is done at the river, and that it was met."""
Tally = NDArray[np.int64]
"""Deals by the place of a wager among all multiples of the game (the first place is a fold), level and outcome."""


@kernel
def _board_outcomes(
    hole: np.uint64,
    board: np.uint64,
    live: Vector[np.int64],
    masks: Vector[np.uint64],
    tables: Tables,
    money: Money,
    multiples: Vector[np.int64],
    found: Vector[np.int64],
) -> None:
    """Fills in the outcomes of a board, the level, and the best decision at the river."""
    level, _, _, _, code = count_outcomes(hole, board, live, masks, tables, money, multiples, found)
    found[_LEVEL], found[_CODE], found[_MET] = level, code, 1


@kernel
def _tally(found: Vector[np.int64], code: int, times: int, tally: Cube[np.int64]) -> None:
    """Adds the outcomes of a board under a code; code 0 is a fold, where hands no longer matter."""
    for outcome in range(OUTCOMES):
        if code:
            tally[code, found[_LEVEL], outcome] += times * found[outcome]
        else:
            tally[0, 0, 0] += times * found[outcome]


@kernel
def _after_flop(
    hole: np.uint64,
    flop: np.uint64,
    live: Vector[np.int64],
    masks: Vector[np.uint64],
    tables: Tables,
    money: Money,
    multiples: Vector[np.int64],
    wagered: Cube[np.int64],
    at_river: Cube[np.int64],
) -> None:
    """Tallies every turn and river: for a wager at the flop (code 1), and for the best decision at the river."""
    found = np.zeros(OUTCOMES + 3, np.int64)
    for high in range(live.size):
        for low in range(high):
            board = flop | masks[live[high]] | masks[live[low]]
            _board_outcomes(hole, board, live, masks, tables, money, multiples, found)
            _tally(found, 1, 1, wagered)
            _tally(found, found[_CODE], 1, at_river)


@kernel
def _every_board(
    hole: np.uint64,
    live: Vector[np.int64],
    masks: Vector[np.uint64],
    tables: Tables,
    classes: ClassTables,
    money: Money,
    multiples: Vector[np.int64],
    flop_codes: Vector[np.int64],
    plain: Matrix[np.int64],
    flush: Cube[np.int64],
    wagered: Cube[np.int64],
    at_flop: Cube[np.int64],
    at_river: Cube[np.int64],
) -> None:
    """Tallies every board with its ten flops: for a wager before them, at the flop where that is best, at the river."""
    board = np.zeros(BOARD, np.int64)
    for first in range(live.size):
        for second in range(first + 1, live.size):
            for third in range(second + 1, live.size):
                for fourth in range(third + 1, live.size):
                    for fifth in range(fourth + 1, live.size):
                        board[0], board[1], board[2] = live[first], live[second], live[third]
                        board[3], board[4] = live[fourth], live[fifth]
                        suit, place = board_class(board, classes)
                        found = plain[place] if suit < 0 else flush[suit, place]
                        if found[_MET] == 0:
                            cards = masks[board[0]] | masks[board[1]] | masks[board[2]] | masks[board[3]]
                            cards |= masks[board[4]]
                            _board_outcomes(hole, cards, live, masks, tables, money, multiples, found)
                        _tally(found, 1, 10, wagered)
                        for one in range(BOARD):
                            for two in range(one + 1, BOARD):
                                for three in range(two + 1, BOARD):
                                    code = flop_codes[flop_place(board[one], board[two], board[three])]
                                    if code:
                                        _tally(found, code, 1, at_flop)
                                    else:
                                        _tally(found, found[_CODE], 1, at_river)


def holdem_nets(
    game: MainGame,
    streets: Sequence[Street],
    hole: Sequence[Card],
    board: Sequence[Card],
    dead: Sequence[Card] = (),
    *,
    deck: Deck = FULL,
) -> dict[str, dict[int, int]]:
    """By action: how many deals net how much, in units of the game, before the flop or on it."""
    all_stages = stages(streets)
    _, middle, end = all_stages
    stage = all_stages[BOARDS.index(len(board))]
    money = money_of(game, [multiple for each in all_stages for multiple in each.multiples])
    live = deck.without((*hole, *board, *dead))
    river = np.array(end.multiples, np.int64)
    held = np.uint64(mask_of(hole))
    shape = (1 + max(len(middle.multiples), len(end.multiples), 1), len(game.fixed), OUTCOMES)
    wagered, at_flop, at_river = (np.zeros(shape, np.int64) for _ in range(3))
    args = (live, CARD_MASKS, FIVE_CARD_TABLES)
    if len(board) == BOARDS[1]:
        _after_flop(held, np.uint64(mask_of(board)), *args, money, river, wagered, at_river)
    else:
        plain = np.zeros((len(PLAIN_BOARDS), OUTCOMES + 3), np.int64)
        flush = np.zeros((SUITS, len(FLUSH_BOARDS.suited), OUTCOMES + 3), np.int64)
        codes = _flop_codes(held, live, money, river, middle.multiples)
        _every_board(held, *args, TABLES, money, river, codes, plain, flush, wagered, at_flop, at_river)
    waited: dict[int, int] = {}
    for tally, multiples in ((at_flop, middle.multiples), (at_river, end.multiples)):
        _add(waited, tally, money, multiples)
    wait, *raises = stage.actions
    found = {
        action: _add({}, wagered, money, (multiple,)) for action, multiple in zip(raises, stage.multiples, strict=True)
    }
    return {wait: waited} | found


def _flop_codes(
    hole: np.uint64, live: Vector[np.int64], money: Money, river: Vector[np.int64], multiples: Sequence[int]
) -> NDArray[np.int64]:
    """By flop: what to do there, 0 for waiting; of equal actions the one that wagers least."""
    fixed, decided, best = values_by_flop(hole, live, money, river).T.copy()
    codes = np.zeros(FLOPS, np.int64)
    for code, multiple in enumerate(multiples, 1):
        better = fixed + multiple * decided > best
        codes[better], best[better] = code, (fixed + multiple * decided)[better]
    return codes


def _add(nets: dict[int, int], tally: Tally, money: Money, multiples: Sequence[int]) -> dict[int, int]:
    """Adds the deals of a tally by their net."""
    amounts = [np.full_like(money.fixed, money.fold), *(money.fixed + one * money.decided for one in multiples)]
    for code, by_level in enumerate(amounts):
        for net, deals in zip(by_level.flat, tally[code].flat, strict=True):
            if deals:
                nets[int(net)] = nets.get(int(net), 0) + int(deals)
    return nets
