"""The counts of the dealer's hands are those of plain enumeration."""

import random
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from odds.by_category import least_of, level_of
from odds.four_card_stock import deal, result, rules, solution
from pitbook.cards import DECK, Card, FourCard, mask_of
from pitbook.cards.enumeration import strength_counts4
from pitbook.cards.kernels import rank4_masks
from pitbook.cards.lookup import four_card_strength
from pitbook.cards.tables import CATEGORY_OF_STRENGTH4
from pitbook.odds.deck import FULL, Deck
from pitbook.odds.families.own_dealer import FourCardCounts, count_four_card
from pitbook.odds.families.sets import canonical_sets, weights
from pitbook.settlement import DealtRound, Seat, classify

FEW, SAMPLES = 4, 12
MANY = 150
SHORT_DECKS = (
    Deck((0, 1, 2, 3, 11, 12), 2),
    Deck((6, 7, 8, 9, 12), 3),
    Deck((2, 3, 4, 5), 4),
    Deck(tuple(range(12)), 1),
)


@cache
def _fives_of(cards: int) -> NDArray[np.uint8]:
    return np.array(list(combinations(range(cards), 5)), np.uint8)


def _enumerated(cards: list[Card], up: Card, qualifying_level: int) -> list[list[int]]:
    """All completions of the dealer's hand, ranked one by one: by qualification and comparison."""
    left = np.array([card.mask for card in DECK if card not in (*cards, up)], np.uint64)
    strengths = rank4_masks(np.bitwise_or.reduce(left[_fives_of(len(left))], axis=1) | np.uint64(up.mask))
    mine = four_card_strength(mask_of(cards))
    qualify = CATEGORY_OF_STRENGTH4[strengths] >= qualifying_level
    compared = (strengths > mine, strengths == mine, strengths < mine)
    return [[int((which & (qualify == bool(q))).sum()) for which in compared] for q in (0, 1)]


def _compare_samples(counts: FourCardCounts, samples: int) -> None:
    chance = random.Random(samples)
    for _ in range(samples):
        *cards, up = deal(chance, 6)
        assert counts.of(cards, up).tolist() == _enumerated(cards, up, level_of("four_card", counts.qualifying))


@pytest.mark.prove
def test_random_hands_have_the_enumerated_counts() -> None:
    _compare_samples(solution().counts, FEW)


@pytest.mark.prove
def test_many_random_hands_have_the_enumerated_counts_with_any_qualifying_hand() -> None:
    _compare_samples(solution().counts, MANY)
    for level in range(1, len(FourCard)):
        _compare_samples(count_four_card(least_of("four_card", level)), SAMPLES)


@pytest.mark.parametrize("deck", SHORT_DECKS, ids=str)
def test_counts_on_short_decks_are_those_of_settlement(deck: Deck) -> None:
    counts = count_four_card(deck=deck)
    chance = random.Random(len(deck))
    for _ in range(40):
        *cards, up = deal(chance, 6, deck)
        found = np.zeros((2, 3), np.int64)
        left = [DECK[index] for index in deck.cards if DECK[index] not in (*cards, up)]
        for hidden in combinations(left, 5):
            seat = Seat(1, "player", tuple(cards), {"ante": 100, "play": 100})
            outcome = classify(rules().book, DealtRound((*hidden, up), (seat,)), seat, ())
            found[int(outcome.dealer_qualifies), outcome.comparison] += 1
        assert counts.of(cards, up).tolist() == found.tolist()


def test_all_deals_are_counted_once() -> None:
    counts = solution().counts
    assert counts.deals == comb(52, 5) * 47 * comb(46, 5) == 167_439_136_344_480
    assert result().deals == counts.deals
    assert len(counts.hands) == 134_459
    assert int(counts.weights.sum()) == comb(52, 5)


def test_hands_that_win_always_or_never() -> None:
    """Four aces are beaten and tied by nothing; the hands of all deals have the strengths of all five-card sets."""
    counts = solution().counts
    aces = [card for card in DECK if card.rank == 12]
    assert counts.of([*aces, DECK[0]], DECK[4]).tolist() == [[0, 0, 0], [0, 0, comb(46, 5)]]
    by_strength = np.bincount(counts.strengths, weights=counts.weights.astype(np.float64), minlength=2536)
    assert by_strength.astype(np.int64).tolist() == strength_counts4(5).tolist()


@pytest.mark.parametrize("deck", [FULL, *SHORT_DECKS], ids=str)
def test_canonical_sets_stand_for_all_sets(deck: Deck) -> None:
    for size in range(6):
        assert int(weights(deck, canonical_sets(deck, size)).sum()) == comb(len(deck), size)


def test_the_number_of_canonical_sets_is_the_known_one() -> None:
    assert [len(canonical_sets(FULL, size)) for size in range(6)] == [1, 13, 169, 1_755, 16_432, 134_459]


@pytest.mark.parametrize("deck", [SHORT_DECKS[1], pytest.param(FULL, marks=pytest.mark.prove)], ids=str)
def test_one_thread_counts_what_two_do(deck: Deck) -> None:
    alone, both = (count_four_card(deck=deck, threads=threads) for threads in (1, 2))
    assert alone.reaching.any()
    assert np.array_equal(alone.reaching, both.reaching)


def test_progress_grows_to_one() -> None:
    told: list[float] = []
    count_four_card(deck=SHORT_DECKS[0], progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1


def test_a_deck_without_eleven_cards_is_refused() -> None:
    with pytest.raises(ValueError, match="too small"):
        count_four_card(deck=Deck((0, 1), 4))
