"""The kernels: same strengths as the friendly hands, and no array can make them read outside their tables."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pitbook.cards import (
    DECK,
    FIVE_CARD,
    FOUR_CARD,
    Ranking,
    best_four_card_hand,
    mask_of,
    parse_cards,
)
from pitbook.cards.hand import best_hand
from pitbook.cards.kernels import (
    CARD_MASKS,
    count_cards,
    rank4_cards,
    rank4_masks,
    rank5_cards,
    rank5_masks,
    rank_mask,
)
from pitbook.cards.tables import (
    CATEGORY_OF_STRENGTH4,
    CATEGORY_OF_STRENGTH5,
    FIVE_CARD_TABLES,
    FOUR_CARD_TABLES,
)
from pitbook.compiled import kernel
from pitbook.problems import MalformedError

HANDS: list[tuple[Any, Ranking[Any], int]] = [(rank5_cards, FIVE_CARD, size) for size in (5, 6, 7)]
HANDS += [(rank4_cards, FOUR_CARD, size) for size in (4, 5, 6)]


def random_hands(number: int, size: int, seed: int) -> NDArray[np.uint8]:
    order = np.random.default_rng(seed).random((number, 52)).argsort(axis=1)
    return np.ascontiguousarray(order[:, :size].astype(np.uint8))


@pytest.mark.parametrize(("rank", "ranking", "size"), HANDS)
def test_kernels_and_friendly_hands_agree(rank: Any, ranking: Ranking[Any], size: int) -> None:
    hands = random_hands(5_000, size, seed=size)
    friendly = [best_hand([DECK[index] for index in hand], ranking).strength for hand in hands.tolist()]
    assert rank(hands).tolist() == friendly


@pytest.mark.prove
@pytest.mark.parametrize(("rank", "ranking", "size"), HANDS)
def test_kernels_and_friendly_hands_agree_on_many_more(rank: Any, ranking: Ranking[Any], size: int) -> None:
    hands = random_hands(300_000, size, seed=100 + size)
    friendly = [best_hand([DECK[index] for index in hand], ranking).strength for hand in hands.tolist()]
    assert rank(hands).tolist() == friendly


@pytest.mark.parametrize(
    ("rank_cards", "rank_masks", "size"), [(rank5_cards, rank5_masks, 7), (rank4_cards, rank4_masks, 6)]
)
def test_masks_and_indices_give_the_same(rank_cards: Any, rank_masks: Any, size: int) -> None:
    hands = random_hands(10_000, size, seed=1)
    masks = np.bitwise_or.reduce(CARD_MASKS[hands], axis=1)
    strengths = rank_masks(masks)
    assert strengths.dtype == np.uint16
    assert np.array_equal(rank_cards(hands), strengths)
    assert np.array_equal(rank_masks(masks[::2]), strengths[::2])


def test_a_kernel_ranks_hands_inside_other_kernels() -> None:
    @kernel
    def stronger(one: Any, other: Any, tables: Any) -> Any:
        return rank_mask(one, tables) > rank_mask(other, tables)

    flush, straight = (np.uint64(mask_of(parse_cards(hand))) for hand in ("2h4h6h8hTh", "2c3h4h5h6h"))
    assert stronger(flush, straight, FIVE_CARD_TABLES)
    assert count_cards(flush) == 5
    four_flush = best_four_card_hand("2h 4h 6h 8h")
    assert rank_mask(np.uint64(mask_of(four_flush.cards)), FOUR_CARD_TABLES) == four_flush.strength


@pytest.mark.parametrize(("table", "ranking"), [(CATEGORY_OF_STRENGTH5, FIVE_CARD), (CATEGORY_OF_STRENGTH4, FOUR_CARD)])
def test_categories_are_found_by_strength(table: NDArray[np.uint8], ranking: Ranking[Any]) -> None:
    assert table.dtype == np.uint8
    assert table.tolist() == [0] + [category.level for category, _ in ranking.classes]


def test_tables_are_small_and_nobody_writes_to_them() -> None:
    for tables in (FIVE_CARD_TABLES, FOUR_CARD_TABLES):
        assert sum(table.nbytes for table in tables) < 450_000
        assert not any(table.flags.writeable for table in tables)


@pytest.mark.parametrize("mask", [0, 0xF, 0xFF, 1 << 13 | 0x1F, 1 << 63 | 0x1F, 2**64 - 1])
def test_masks_that_are_no_hand_are_refused(mask: int) -> None:
    with pytest.raises(MalformedError, match=f"mask 1, {mask:#x}, is not a set of 5 to 7 cards"):
        rank5_masks(np.array([0x1F, mask], np.uint64))


@pytest.mark.parametrize("hand", [[0, 1, 2, 3, 3], [0, 1, 2, 3, 52], [255] * 5])
def test_lines_that_are_no_hand_are_refused(hand: list[int]) -> None:
    with pytest.raises(MalformedError, match=r"line 1, .*, is not 5 different card indices from 0 to 51"):
        rank5_cards(np.array([[0, 1, 2, 3, 4], hand], np.uint8))


@pytest.mark.parametrize(("rank", "size"), [(rank5_cards, 4), (rank5_cards, 8), (rank4_cards, 3), (rank4_cards, 7)])
def test_lines_of_too_few_or_too_many_cards_are_refused(rank: Any, size: int) -> None:
    with pytest.raises(MalformedError, match="hand is made from"):
        rank(random_hands(3, size, seed=1))


@pytest.mark.parametrize("wrong", [np.array([[0x1F]], np.uint64), np.array([0x1F], np.int64), [0x1F]])
def test_other_arrays_are_refused(wrong: Any) -> None:
    with pytest.raises(TypeError, match=r"an array of uint64 with 1 dimension\(s\) is needed"):
        rank5_masks(wrong)


def test_no_hands_have_no_strengths() -> None:
    assert rank5_masks(np.array([], np.uint64)).tolist() == []
    assert rank4_cards(np.empty((0, 5), np.uint8)).tolist() == []
