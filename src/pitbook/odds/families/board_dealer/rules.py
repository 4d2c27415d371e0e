"""Rules of a strategy applied to every class of situations, as the policy has them.

A class of boards at the river is looked at through one real board of it: suits are given so that no other flush is
possible. The dealer's outs are counted by types of cards, which is once for each board and not for each hand.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitbook.array_types import Cube, Matrix, Vector
from pitbook.cards.kernels import CARD_MASKS, rank_mask
from pitbook.cards.tables import CATEGORY_OF_STRENGTH5, FIVE_CARD_TABLES, Tables
from pitbook.compiled import kernel
from pitbook.odds.deck import FULL, Deck
from pitbook.odds.families.board_dealer.classes import (
    BOARD,
    FLUSH_BOARDS,
    PAIRS,
    PLAIN_BOARDS,
    RANK_PAIRS,
    RANKS,
    SUITS,
    TYPE_PAIRS,
    TYPES,
)
from pitbook.odds.families.board_dealer.flops import HOLES, canonical_flops, hole_place
from pitbook.odds.families.board_dealer.policy import HoldemPolicy, shapes_of
from pitbook.odds.families.board_dealer.streets import Street, stages
from pitbook.strategy import Fitted
from pitbook.strategy.families.board_dealer import BoardFeature
from pitbook.strategy.families.board_kernels import (
    BETTER_THAN_BOARD,
    DEALER_OUTS,
    HAND,
    flop_features,
    pair_features,
)
from pitbook.strategy.kernels import boxes_of, first_rule
from pitbook.strategy.starting_hands import hole_class

_FLUSH_SUIT: Final = SUITS - 1
_FEATURES: Final = len(BoardFeature)


@kernel
def _free_card(kind: int, off_suits: int, gone: np.uint64, skipped: int, masks: Vector[np.uint64]) -> int:
    """The first card of a type that is neither gone nor skipped; -1 if there is none."""
    if kind >= RANKS:
        card = 4 * (kind - RANKS) + _FLUSH_SUIT
        return card if not masks[card] & gone and card != skipped else -1
    for suit in range(off_suits):
        card = 4 * kind + suit
        if not masks[card] & gone and card != skipped:
            return card
    return -1


@kernel
def river_rules(
    boards: Matrix[np.int64],
    types: int,
    absent: np.uint64,
    pairs: Matrix[np.int64],
    masks: Vector[np.uint64],
    tables: Tables,
    levels: Vector[np.uint8],
    boxes: Cube[np.int64],
    found: Matrix[np.int16],
) -> None:
    """By class of boards and pair of types: the rule that holds; nothing is written for what nobody can hold.

    `boards` are real boards, with -1 where a class has none; 13 types are ranks alone, 26 tell the flush suit apart.
    `absent` are the cards that the deck does not have.
    """
    off_suits = SUITS if types == RANKS else SUITS - 1
    number, reached = np.zeros(types, np.int64), np.zeros(types, np.int64)
    features = np.zeros(_FEATURES, np.int64)
    for place in range(boards.shape[0]):
        if boards[place, 0] < 0:
            continue
        board, counts = np.uint64(0), 0
        for card in boards[place]:
            board |= masks[card]
            counts += 1 << 4 * (card >> 2)
        category, gone = levels[rank_mask(board, tables)], board | absent
        for kind in range(types):
            number[kind], reached[kind] = 0, 0
            for suit in range(SUITS):
                of_kind = suit < off_suits if kind < RANKS else suit == _FLUSH_SUIT
                if of_kind and not masks[4 * (kind % RANKS) + suit] & gone:
                    number[kind] += 1
            card = _free_card(kind, off_suits, gone, -1, masks)
            if card >= 0:
                reached[kind] = rank_mask(board | masks[card], tables)
        for pair in range(types * (types + 1) // 2):
            high, low = pairs[pair, 0], pairs[pair, 1]
            one = _free_card(high, off_suits, gone, -1, masks)
            two = _free_card(low, off_suits, gone, one, masks)
            if one < 0 or two < 0:
                continue
            hand = np.int64(rank_mask(board | masks[one] | masks[two], tables))
            outs = 0
            for kind in range(types):
                if reached[kind] > hand:
                    outs += number[kind]
            if reached[high] > hand:
                outs -= 1
            if reached[low] > hand:
                outs -= 1
            pair_features(high % RANKS, low % RANKS, counts, features)
            features[HAND] = hand
            features[BETTER_THAN_BOARD] = levels[hand] > category
            features[DEALER_OUTS] = outs
            found[place, pair] = first_rule(features, boxes)


@kernel
def flop_rules(
    flops: Matrix[np.int64],
    pack: Vector[np.int64],
    masks: Vector[np.uint64],
    tables: Tables,
    levels: Vector[np.uint8],
    boxes: Cube[np.int64],
    found: Matrix[np.int16],
) -> None:
    """By canonical flop and hole: the rule that holds; nothing is written for holes with a card of the flop."""
    features = np.zeros(_FEATURES, np.int64)
    for flop in range(flops.shape[0]):
        cards = flops[flop]
        for high in range(pack.size):
            for low in range(high):
                one, two = pack[high], pack[low]
                if one in (cards[0], cards[1], cards[2]) or two in (cards[0], cards[1], cards[2]):
                    continue
                flop_features(one, two, cards, pack[0] >> 2, masks, tables, levels, features)
                found[flop, hole_place(one, two)] = first_rule(features, boxes)


@cache
def _real_boards(deck: Deck) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """A real board of each plain and of each flush class; -1 where the deck has none."""
    none = (PLAIN_BOARDS[:, :1] == PLAIN_BOARDS[:, -1:]) | (PLAIN_BOARDS[:, :1] < deck.ranks[0])
    plain = np.where(none, -1, 4 * PLAIN_BOARDS + np.arange(BOARD) % SUITS).astype(np.int64)
    flush = np.zeros((len(FLUSH_BOARDS.suited), BOARD), np.int64)
    for place, (suited, off) in enumerate(zip(FLUSH_BOARDS.suited.tolist(), FLUSH_BOARDS.off.tolist(), strict=True)):
        cards = [4 * rank + _FLUSH_SUIT for rank in range(RANKS) if suited >> rank & 1]
        others = [rank for rank in range(RANKS) for _ in range(off >> 4 * rank & 15)]
        flush[place] = cards + [4 * rank + suit for suit, rank in enumerate(others)]
    flush[flush.min(axis=1) < deck.cards[0]] = -1
    return plain, flush


def river_found(deck: Deck, boxes: NDArray[np.int64]) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """The number of the first box that holds, for plain and for flush classes; -1 where nobody can be."""
    plain, flush = (np.full(shape, -1, np.int16) for shape in _RIVER_SHAPES)
    given = (deck.absent, PAIRS, CARD_MASKS, FIVE_CARD_TABLES, CATEGORY_OF_STRENGTH5, boxes)
    for boards, types, found in zip(_real_boards(deck), (RANKS, TYPES), (plain, flush), strict=True):
        river_rules(boards, types, *given, found)
    return plain, flush


_RIVER_SHAPES: Final = ((len(PLAIN_BOARDS), RANK_PAIRS), (len(FLUSH_BOARDS.suited), TYPE_PAIRS))


def flop_found(deck: Deck, boxes: NDArray[np.int64]) -> NDArray[np.int16]:
    """The number of the first box that holds, by canonical flop and hole; -1 where nobody can be."""
    flops, pack = canonical_flops(deck), np.array(deck.cards, np.int64)
    found = np.full((len(flops.weights), HOLES), -1, np.int16)
    flop_rules(flops.cards, pack, CARD_MASKS, FIVE_CARD_TABLES, CATEGORY_OF_STRENGTH5, boxes, found)
    return found


def rules_found(deck: Deck, fitted: Fitted) -> tuple[NDArray[np.int16], ...]:
    """In every situation of a street: the number of the rule that holds."""
    if fitted.street == "pre_flop":
        return (_chart(deck, fitted),)
    boxes = boxes_of([rule.box for rule in fitted.rules])
    return (flop_found(deck, boxes),) if fitted.street == "flop" else river_found(deck, boxes)


def policy_of(deck: Deck, streets: Sequence[Street], codes: Mapping[str, Sequence[NDArray[np.uint8]]]) -> HoldemPolicy:
    """The decisions by street and situation as a policy."""
    arrays = {name: np.zeros(shape, np.uint8) for name, shape in shapes_of(deck).items()}
    names = {"pre_flop": ("pre_flop",), "flop": ("flop",), "river": ("plain", "flush")}
    for street, each in codes.items():
        arrays |= dict(zip(names[street], each, strict=True))
    return HoldemPolicy(stages(streets), deck, **arrays)


def _chart(deck: Deck, fitted: Fitted) -> NDArray[np.int16]:
    """By place in the chart: the rule that holds; -1 where the deck has no such hand."""
    found = np.full(RANKS * RANKS, -1, np.int16)
    for place in {hole_class.py_func(one, two) for one, two in combinations(deck.cards, 2)}:
        holds = (number for number, rule in enumerate(fitted.rules) if rule.hands is None or place in rule.hands)
        found[place] = next(holds, -1)
    return found


def warm() -> None:
    """Compiles the kernels, or loads them if that was done before."""
    boxes = boxes_of([((0, 0),) * _FEATURES])
    given = (CARD_MASKS, FIVE_CARD_TABLES, CATEGORY_OF_STRENGTH5, boxes)
    for boards, types, (_, pairs) in zip(_real_boards(FULL), (RANKS, TYPES), _RIVER_SHAPES, strict=True):
        river_rules(boards[:1], types, FULL.absent, PAIRS, *given, np.zeros((1, pairs), np.int16))
    pack = np.array(FULL.cards, np.int64)
    flop_rules(canonical_flops(FULL).cards[:1], pack, *given, np.zeros((1, HOLES), np.int16))
