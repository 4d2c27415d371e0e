"""Another public evaluator agrees. It numbers cards as we do, and hands the other way: 1 is the best."""

from collections.abc import Iterator
from itertools import combinations, islice

import numpy as np
import pytest
from numpy.typing import NDArray
from phevaluator import evaluate_cards

from pitbook.cards.kernels import rank5_cards

CHUNK = 100_000


def check_agreement(hands: NDArray[np.uint8]) -> None:
    theirs = [evaluate_cards(*hand) for hand in hands.tolist()]
    assert np.array_equal(rank5_cards(hands), 7463 - np.array(theirs))


def random_hands(number: int, size: int, seed: int) -> Iterator[NDArray[np.uint8]]:
    chance = np.random.default_rng(seed)
    for made in range(0, number, CHUNK):
        order = chance.random((min(CHUNK, number - made), 52), np.float32).argpartition(size, axis=1)
        yield np.ascontiguousarray(order[:, :size].astype(np.uint8))


@pytest.mark.parametrize("number", [20_000, pytest.param(200_000, marks=pytest.mark.prove)])
@pytest.mark.parametrize("size", [5, 6, 7])
def test_many_hands(size: int, number: int) -> None:
    for hands in random_hands(number, size, seed=size):
        check_agreement(hands)


@pytest.mark.prove
def test_all_five_card_hands() -> None:
    everything = combinations(range(52), 5)
    while chunk := list(islice(everything, CHUNK)):
        check_agreement(np.array(chunk, np.uint8))


@pytest.mark.prove
def test_ten_million_seven_card_hands() -> None:
    for hands in random_hands(10_000_000, 7, seed=77):
        check_agreement(hands)
