"""Three-card hands: all 22,100 in the order of an independent ranking, and the words for strengths of every ranking."""

import random
from collections import Counter
from itertools import combinations, pairwise

import numpy as np
import pytest

from oracle.hands import THREE_CARD_CATEGORIES, best_three_card_key, five_card_key, four_card_key, three_card_key
from pitbook.cards import DECK, RANKINGS, THREE_CARD, best_three_card_hand, mask_of
from pitbook.cards.kernels import rank_mask
from pitbook.cards.lookup import strength_in
from pitbook.cards.rankings import category_by_strength, made_in_words, strengths_called, strengths_in_words
from pitbook.cards.tables import tables_of
from pitbook.problems import MalformedError

KEYS = {"five_card": five_card_key, "four_card": four_card_key, "three_card": three_card_key}


def test_all_three_card_hands_in_order() -> None:
    keys: dict[int, tuple[int, ...]] = {}
    counts: Counter[str] = Counter()
    strength = strength_in("three_card")
    for hand in combinations(DECK, 3):
        key, found = three_card_key([str(card) for card in hand]), strength(mask_of(hand))
        assert keys.setdefault(found, key) == key
        counts[THREE_CARD_CATEGORIES[key[0]]] += 1
    in_order = [keys[found] for found in sorted(keys)]
    assert len(keys) == len(THREE_CARD.classes) == 741
    assert all(lower < higher for lower, higher in pairwise(in_order))
    names = category_by_strength("three_card")
    assert all(names[found] == THREE_CARD_CATEGORIES[key[0]] for found, key in keys.items())
    # 12 straights in 4 suits and in 4^3 - 4 others; 13 ranks in 4 ways; C(13, 3) less 12 in 4 suits.
    assert counts == {
        "straight_flush": 48,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "high_card": 16_440,
    }


def test_friendly_hands_kernels_and_the_best_of_more_cards() -> None:
    chance = random.Random(3)
    strength, tables = strength_in("three_card"), tables_of("three_card")
    by_key: dict[int, tuple[int, ...]] = {}
    for _ in range(3_000):
        cards = chance.sample(DECK, chance.choice((3, 4, 5)))
        hand, mask = best_three_card_hand(cards), mask_of(cards)
        assert hand.strength == strength(mask) == rank_mask(np.uint64(mask), tables)
        key = best_three_card_key([str(card) for card in cards])
        assert by_key.setdefault(hand.strength, key) == key
    in_order = [by_key[found] for found in sorted(by_key)]
    assert all(lower < higher for lower, higher in pairwise(in_order))


def test_three_card_hands_read_as_sentences() -> None:
    assert str(best_three_card_hand("Ac 2d 3h")) == "straight, three high"
    assert str(best_three_card_hand("Qs Ks As")) == "straight flush, ace high"
    assert str(best_three_card_hand("Qs 9d 2c")) == "high card queen, kickers nine, two"
    with pytest.raises(MalformedError, match="3, 4 or 5 cards"):
        best_three_card_hand("2c 3c 4c 5c 6c 7c")


@pytest.mark.parametrize("ranking", RANKINGS)
def test_words_stand_for_neighbouring_strengths(ranking: str) -> None:
    """Every word is true of every strength between its lowest and highest: counted anew from the sentences."""
    order = RANKINGS[ranking]
    true_of: Counter[str] = Counter()
    for category, ranks in order.classes:
        said = str(order.shapes[category].sentence(ranks))
        words = {said, said.split(", kickers", maxsplit=1)[0], category.value.replace("_", " ")}
        words.add(said.rsplit(", ", 1)[0] if said.endswith(" kicker") else said)
        true_of.update(words)
    for phrase, number in true_of.items():
        lowest, highest = strengths_in_words(ranking)[phrase]
        assert highest - lowest + 1 == number
    assert made_in_words(ranking).items() <= strengths_in_words(ranking).items()
    assert {"pair", "pair of fours", "flush"} <= made_in_words(ranking).keys()


@pytest.mark.parametrize(
    ("ranking", "words", "least"),
    [
        ("three_card", "queen high", (0, 12)),
        ("three_card", "pair", (1,)),
        ("three_card", "straight flush, ace high", (5, 14)),
        ("four_card", "king high", (0, 13)),
        ("four_card", "pair of aces", (1, 14)),
        ("five_card", "ace-king", (0, 14, 13)),
        ("five_card", "ace king queen", (0, 14, 13, 12)),
        ("five_card", "pair of fours", (1, 4)),
        ("five_card", "two pairs, kings and tens", (2, 13, 10)),
        ("five_card", "Three_of_a_kind", (3,)),
    ],
)
def test_at_least_a_hand_in_words(ranking: str, words: str, least: tuple[int, ...]) -> None:
    """At least what the words say is at least the key of the lowest such hand."""
    size, strength = RANKINGS[ranking].size, strength_in(ranking)
    lowest = strengths_called(ranking, words).lowest
    chance = random.Random(words)
    seen = set()
    for number in range(3_000):
        # Half of the cards come from a few high ranks, so that rare hands come too.
        cards = chance.sample(DECK[32:] if number % 2 else DECK, size)
        reaches = strength(mask_of(cards)) >= lowest
        assert reaches == (KEYS[ranking]([str(card) for card in cards]) >= least)
        seen.add(reaches)
    assert seen == {False, True}


@pytest.mark.parametrize("words", ["", "banana", "pair of", "two high", "full house, aces over aces", "royal flush"])
def test_words_that_stand_for_nothing(words: str) -> None:
    with pytest.raises(ValueError, match="is not a three-card hand in words"):
        strengths_called("three_card", words)
