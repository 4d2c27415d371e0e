"""The order of hands is the one of an independent evaluator, written naively from the rule books."""

import random
from collections.abc import Callable, Iterable
from itertools import combinations, islice, pairwise
from typing import Any

import numpy as np
import pytest

from oracle.hands import five_card_key, four_card_key
from pitbook.cards import DECK, FIVE_CARD, FOUR_CARD, Ranking, Suit
from pitbook.cards.kernels import rank4_cards, rank5_cards

Hand = tuple[int, ...]
NAMES = [str(card) for card in DECK]
CHUNK = 100_000


def check_order(
    hands: Iterable[Hand],
    rank: Callable[[Any], Any],
    key: Callable[[Iterable[str]], Any],
    ranking: Ranking[Any],
) -> int:
    """Equal strengths have equal keys, and higher strengths higher keys; how many strengths there were."""
    keys: dict[int, Any] = {}
    remaining = iter(hands)
    while chunk := list(islice(remaining, CHUNK)):
        for hand, strength in zip(chunk, rank(np.array(chunk, np.uint8)).tolist(), strict=True):
            found = key([NAMES[index] for index in hand])
            assert keys.setdefault(strength, found) == found
    in_order = [keys[strength] for strength in sorted(keys)]
    assert all(lower < higher for lower, higher in pairwise(in_order))
    for strength, found in keys.items():
        assert ranking.class_of(strength)[0].level == found[0]
    return len(keys)


def one_hand_of_each_class(ranking: Ranking[Any]) -> Iterable[Hand]:
    for category, ranks in ranking.classes:
        shape = ranking.shapes[category]
        cards: list[int] = []
        for place, rank in enumerate(shape.ranks_of_cards(ranks)):
            suits = [Suit.CLUBS] if shape.suited or place < ranking.size - 1 else [Suit.DIAMONDS]
            cards.append(next(4 * rank + suit for suit in (*suits, *Suit) if 4 * rank + suit not in cards))
        yield tuple(cards)


def test_one_four_card_hand_of_each_class() -> None:
    assert check_order(one_hand_of_each_class(FOUR_CARD), rank4_cards, four_card_key, FOUR_CARD) == 2535


def test_many_four_card_hands() -> None:
    chance = random.Random(4)
    sample = (tuple(chance.sample(range(52), 4)) for _ in range(20_000))
    suited = (tuple(4 * rank for rank in ranks) for ranks in combinations(range(13), 4))
    check_order([*sample, *suited], rank4_cards, four_card_key, FOUR_CARD)


@pytest.mark.prove
def test_all_four_card_hands() -> None:
    assert check_order(combinations(range(52), 4), rank4_cards, four_card_key, FOUR_CARD) == 2535


def test_one_five_card_hand_of_each_class() -> None:
    assert check_order(one_hand_of_each_class(FIVE_CARD), rank5_cards, five_card_key, FIVE_CARD) == 7462


def test_many_five_card_hands() -> None:
    chance = random.Random(5)
    sample = (tuple(chance.sample(range(52), 5)) for _ in range(20_000))
    suited = (tuple(4 * rank for rank in ranks) for ranks in combinations(range(13), 5))
    check_order([*sample, *suited], rank5_cards, five_card_key, FIVE_CARD)


@pytest.mark.prove
def test_all_five_card_hands() -> None:
    assert check_order(combinations(range(52), 5), rank5_cards, five_card_key, FIVE_CARD) == 7462
