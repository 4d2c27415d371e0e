"""Hands ranked fast: one hand inside other kernels, or arrays of hands from Python.

A set of cards is a 64-bit mask, with 16 bits per suit and one of them per rank (`Card.mask`).
Strengths are dense and higher is stronger: 1 to 7462 in five-card poker, 1 to 2535 in four-card poker.
"""

from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from pitbook.array_types import Matrix, Vector
from pitbook.cards.card import DECK
from pitbook.cards.five_card import FIVE_CARD
from pitbook.cards.four_card import FOUR_CARD
from pitbook.cards.ranking import C, Ranking
from pitbook.cards.rankings import RANKINGS
from pitbook.cards.tables import FIVE_CARD_TABLES, FOUR_CARD_TABLES, ROW_SHIFT, SUITED_SHIFT, Tables, tables_of
from pitbook.compiled import kernel
from pitbook.problems import MalformedError, Problem

_SUIT: Final = np.uint64(0x1FFF)
_NOT_A_CARD: Final = np.uint64(~0x1FFF_1FFF_1FFF_1FFF & 0xFFFF_FFFF_FFFF_FFFF)
_FIELD: Final = np.uint64((1 << ROW_SHIFT) - 1)
_ROW_SHIFT: Final = np.uint64(ROW_SHIFT)
_SUITED_SHIFT: Final = np.uint64(SUITED_SHIFT)
_ONE: Final = np.uint64(1)

CARD_MASKS: Final = np.array([card.mask for card in DECK], np.uint64)
"""The mask of each card, by its index; kernels take it as an argument."""
CARD_MASKS.setflags(write=False)

_MASK_OF_BYTE: Final = np.zeros(256, np.uint64)
_MASK_OF_BYTE[: len(CARD_MASKS)] = CARD_MASKS

Scalar = TypeVar("Scalar", bound=np.generic)


@kernel
def rank_mask(mask: np.uint64, tables: Tables) -> np.uint64:
    """The strength of the best hand in a set of cards, by the ranking whose tables are given.

    The set must have as many cards as the ranking chooses from; nothing is checked here.
    """
    found = (
        tables.suits[mask & _SUIT]
        + tables.suits[mask >> np.uint64(16) & _SUIT]
        + tables.suits[mask >> np.uint64(32) & _SUIT]
        + tables.suits[mask >> np.uint64(48)]
    )
    row = np.uint64(tables.rows[found >> _ROW_SHIFT & _FIELD])
    column = np.uint64(tables.columns[found & _FIELD])
    return max(found >> _SUITED_SHIFT, np.uint64(tables.strengths[row + column]))


@kernel
def count_cards(mask: np.uint64) -> int:
    """How many cards a set has."""
    count = 0
    while mask:
        mask &= mask - _ONE
        count += 1
    return count


@kernel
def _rank_masks(masks: Vector[np.uint64], least: int, most: int, tables: Tables, strengths: Vector[np.uint16]) -> int:
    """Fills in the strengths up to the first mask that is no hand, and returns how many that are."""
    for place in range(masks.size):
        mask = masks[place]
        if mask & _NOT_A_CARD or not least <= count_cards(mask) <= most:
            return place
        strengths[place] = rank_mask(mask, tables)
    return masks.size


@kernel
def _rank_cards(
    cards: Matrix[np.uint8], card_masks: Vector[np.uint64], tables: Tables, strengths: Vector[np.uint16]
) -> int:
    """Fills in the strengths up to the first line that is no hand, and returns how many that are."""
    hands, size = cards.shape
    for place in range(hands):
        mask = np.uint64(0)
        for column in range(size):
            mask |= card_masks[cards[place, column]]
        if count_cards(mask) != size:
            return place
        strengths[place] = rank_mask(mask, tables)
    return hands


def rank5_masks(masks: NDArray[np.uint64]) -> NDArray[np.uint16]:
    """The five-card strengths of sets of five, six or seven cards."""
    return _strengths_of_masks(masks, FIVE_CARD, FIVE_CARD_TABLES)


def rank4_masks(masks: NDArray[np.uint64]) -> NDArray[np.uint16]:
    """The four-card strengths of sets of four, five or six cards."""
    return _strengths_of_masks(masks, FOUR_CARD, FOUR_CARD_TABLES)


def rank_masks(masks: NDArray[np.uint64], ranking: str) -> NDArray[np.uint16]:
    """The strengths of sets of cards in a ranking by its name."""
    return _strengths_of_masks(masks, RANKINGS[ranking], tables_of(ranking))


def rank5_cards(cards: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """The five-card strengths of hands of five, six or seven cards: a line of card indices for each hand."""
    return _strengths_of_cards(cards, FIVE_CARD, FIVE_CARD_TABLES)


def rank4_cards(cards: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """The four-card strengths of hands of four, five or six cards: a line of card indices for each hand."""
    return _strengths_of_cards(cards, FOUR_CARD, FOUR_CARD_TABLES)


def warm() -> None:
    """Compiles the kernels, or loads them if that was done before."""
    rank5_masks(np.array([0x1F], np.uint64))
    rank5_cards(np.array([[0, 4, 8, 12, 16]], np.uint8))


def _strengths_of_masks(masks: NDArray[np.uint64], ranking: Ranking[C], tables: Tables) -> NDArray[np.uint16]:
    masks = _array(masks, np.uint64, dimensions=1)
    strengths = np.empty(len(masks), np.uint16)
    ranked = _rank_masks(masks, ranking.size, ranking.most, tables, strengths)
    if ranked < len(masks):
        value = f"{masks[ranked]:#x}"
        message = f"mask {ranked}, {value}, is not a set of {ranking.size} to {ranking.most} cards"
        raise MalformedError(Problem(message, value=value))
    return strengths


def _strengths_of_cards(cards: NDArray[np.uint8], ranking: Ranking[C], tables: Tables) -> NDArray[np.uint16]:
    cards = _array(cards, np.uint8, dimensions=2)
    if not ranking.accepts(cards.shape[1]):
        number = str(cards.shape[1])
        message = f"{ranking.name} is made from {ranking.size} to {ranking.most} cards, not {number}"
        raise MalformedError(Problem(message, value=number))
    strengths = np.empty(len(cards), np.uint16)
    ranked = _rank_cards(cards, _MASK_OF_BYTE, tables, strengths)
    if ranked < len(cards):
        value = str(cards[ranked].tolist())
        message = f"line {ranked}, {value}, is not {cards.shape[1]} different card indices from 0 to 51"
        raise MalformedError(Problem(message, value=value))
    return strengths


def _array(array: NDArray[Scalar], dtype: type[Scalar], dimensions: int) -> NDArray[Scalar]:
    if not isinstance(array, np.ndarray) or array.dtype != dtype or array.ndim != dimensions:
        raise TypeError(f"an array of {dtype.__name__} with {dimensions} dimension(s) is needed")
    return np.ascontiguousarray(array)
