"""The river: what every hand is worth, and what to do with it."""

from typing import Final

import numpy as np

from pitbook.array_types import Cube, Matrix, Vector
from pitbook.compiled import kernel
from pitbook.odds.families.board_dealer.classes import Suited
from pitbook.odds.families.board_dealer.counts import ranks_of
from pitbook.odds.families.board_dealer.streets import Money

OUTCOMES: Final = 6
"""3 x qualifies + comparison: the dealer does not qualify, then does; the player loses, ties, wins."""
VALUES: Final = 3
"""What a hand is worth against all dealer's hands: before the deal, per ante raised, and if decided best here."""


@kernel
def best_value(fixed: int, decided: int, otherwise: int, multiples: Vector[np.int64]) -> tuple[int, int, int]:
    """The best of waiting or folding and all raises, and its code: of equal ones, what wagers least, and what most."""
    best, code, most = otherwise, 0, 0
    for place in range(multiples.size):
        value = fixed + multiples[place] * decided
        if value > best:
            best, code, most = value, place + 1, place + 1
        elif value == best:
            most = place + 1
    return best, code, most


@kernel
def _worth(hand: Vector[np.int16], dealer_hands: int, money: Money, amounts: Matrix[np.int64]) -> np.int64:
    """The sum of the amounts over all dealer's hands."""
    strength, less, tie, below = np.int64(hand[0]), np.int64(hand[1]), np.int64(hand[2]), np.int64(hand[3])
    level = money.levels[strength]
    if strength < money.qualifying:
        return (
            (below - less - tie) * amounts[level, 0]
            + tie * amounts[level, 1]
            + less * amounts[level, 2]
            + (dealer_hands - below) * amounts[level, 3]
        )
    return (
        below * amounts[level, 2]
        + (dealer_hands - less - tie) * amounts[level, 3]
        + tie * amounts[level, 4]
        + (less - below) * amounts[level, 5]
    )


@kernel
def plain_values(
    first: int,
    last: int,
    hands: Cube[np.int16],
    dealer_hands: int,
    money: Money,
    multiples: Vector[np.int64],
    values: Cube[np.int32],
    actions: Matrix[np.uint8],
    most: Matrix[np.uint8],
) -> None:
    """Values and best actions of all hands on plain boards; of equal actions those that wager least, and most."""
    for board in range(first, last):
        for pair in range(actions.shape[1]):
            hand = hands[board, pair]
            if hand[0]:
                fixed = _worth(hand, dealer_hands, money, money.fixed)
                decided = _worth(hand, dealer_hands, money, money.decided)
                best, code, greatest = best_value(fixed, decided, dealer_hands * money.fold, multiples)
                values[board, 0, pair], values[board, 1, pair], values[board, 2, pair] = fixed, decided, best
                actions[board, pair], most[board, pair] = code, greatest


@kernel
def flush_values(
    first: int,
    last: int,
    boards: Suited,
    hands: Cube[np.int16],
    dealer_hands: int,
    rank_pair: Vector[np.int64],
    choose: Matrix[np.int64],
    money: Money,
    multiples: Vector[np.int64],
    plain: Cube[np.int32],
    values: Cube[np.int32],
    actions: Matrix[np.uint8],
    most: Matrix[np.uint8],
) -> None:
    """Best actions of all hands on flush boards, and by how much their values exceed those without the flush."""
    for board in range(first, last):
        ranks = ranks_of(boards.suited[board], boards.off[board], choose)
        for place in range(actions.shape[1]):
            hand = hands[board, place]
            if hand[0]:
                fixed = _worth(hand, dealer_hands, money, money.fixed)
                decided = _worth(hand, dealer_hands, money, money.decided)
                best, code, greatest = best_value(fixed, decided, dealer_hands * money.fold, multiples)
                pair = rank_pair[place]
                values[board, 0, place] = fixed - plain[ranks, 0, pair]
                values[board, 1, place] = decided - plain[ranks, 1, pair]
                values[board, 2, place] = best - plain[ranks, 2, pair]
                actions[board, place], most[board, place] = code, greatest
