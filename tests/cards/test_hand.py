"""The friendly hands: how they read, which cards they choose, how they compare, and what they refuse."""

import operator
import pickle
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from pitbook.cards import (
    Card,
    FiveCard,
    FourCard,
    Rank,
    best_five_card_hand,
    best_four_card_hand,
    parse_cards,
)
from pitbook.problems import MalformedError


@pytest.mark.parametrize(
    ("cards", "sentence", "category"),
    [
        ("Ts Js Qs Ks As", "royal flush", "royal_flush"),
        ("9d Td Jd Qd Kd Ah", "straight flush, king high", "straight_flush"),
        ("Ac 2c 3c 4c 5c Kd Kh", "straight flush, five high", "straight_flush"),
        ("6c 6d 6h 6s 2c 2d 2h", "four of a kind, sixes, two kicker", "four_of_a_kind"),
        ("6c 6d 6h 2c 2d", "full house, sixes over twos", "full_house"),
        ("3c 3d 3h Ac Ad Ah Kd", "full house, aces over threes", "full_house"),
        ("Kh 9h 7h 4h 2h Kd Ks", "flush, king high, kickers nine, seven, four, two", "flush"),
        ("Ah 2d 3c 4c 5d", "straight, five high", "straight"),
        ("Ah 2d 3c 4c 5d 6h 9c", "straight, six high", "straight"),
        ("Qh Qd Qc 8s 5d 4h 2c", "three of a kind, queens, kickers eight, five", "three_of_a_kind"),
        ("As Ad Kc Kd 9d 9c Qd", "two pairs, aces and kings, queen kicker", "two_pairs"),
        ("Kc Kd Ac 9d 4h", "pair of kings, kickers ace, nine, four", "pair"),
        ("Kc Ad Qc Jd 9h 2h 3c", "high card ace, kickers king, queen, jack, nine", "high_card"),
    ],
)
def test_five_card_hands_read_as_sentences(cards: str, sentence: str, category: str) -> None:
    hand = best_five_card_hand(cards)
    assert str(hand) == sentence
    assert hand.category is FiveCard(category)


@pytest.mark.parametrize(
    ("cards", "sentence", "category"),
    [
        ("6c 6d 6h 6s Ac Ad", "four of a kind, sixes", "four_of_a_kind"),
        ("Jd Qd Kd Ad Ah As", "straight flush, ace high", "straight_flush"),
        ("Ac 2c 3c 4c", "straight flush, four high", "straight_flush"),
        ("Qh Qd Qc 8s 5d", "three of a kind, queens, eight kicker", "three_of_a_kind"),
        ("Kh 9h 7h 4h 2h Kd", "flush, king high, kickers nine, seven, four", "flush"),
        ("Ah 2d 3c 4c Kd", "straight, four high", "straight"),
        ("As Ad Kc Kd 9d 9c", "two pairs, aces and kings", "two_pairs"),
        ("Kc Kd Ac 9d 4h", "pair of kings, kickers ace, nine", "pair"),
        ("Kc Ad Qc 9h 2h 7c", "high card ace, kickers king, queen, nine", "high_card"),
    ],
)
def test_four_card_hands_read_as_sentences(cards: str, sentence: str, category: str) -> None:
    hand = best_four_card_hand(cards)
    assert str(hand) == sentence
    assert hand.category is FourCard(category)


@pytest.mark.parametrize(
    ("cards", "chosen"),
    [
        ("9c As 9d Ks Qd Qh 2c", "Qd Qh 9c 9d As"),
        ("2c 2d 6h 6c 6d 9s Ts", "6h 6c 6d 2c 2d"),
        ("Ah 2d 3c 4c 5d Ad Ac", "5d 4c 3c 2d Ah"),
        ("2h 3h 4h 8h Th Qh As", "Qh Th 8h 4h 3h"),
        ("7c 2c 9d Jd Kh 3s 5s", "Kh Jd 9d 7c 5s"),
    ],
)
def test_the_chosen_five_cards_come_made_part_first(cards: str, chosen: str) -> None:
    assert " ".join(map(str, best_five_card_hand(cards).cards)) == chosen


@pytest.mark.parametrize(
    ("cards", "chosen"),
    [
        ("9c As 9d Ks Qd Qh", "Qd Qh 9c 9d"),
        ("2h Ah Kh 4c 3h 4h", "4h 3h 2h Ah"),
        ("2d 2h 2c 5c 9c Kc", "2d 2h 2c Kc"),
    ],
)
def test_the_chosen_four_cards_come_made_part_first(cards: str, chosen: str) -> None:
    assert " ".join(map(str, best_four_card_hand(cards).cards)) == chosen


def test_the_deciding_ranks_are_given_in_the_order_in_which_they_decide() -> None:
    assert best_five_card_hand("2c 2d 6h 6c Ad").ranks == (Rank.SIX, Rank.TWO, Rank.ACE)
    assert best_five_card_hand("Ac 2d 3h 4c 5d").ranks == (Rank.FIVE,)


def test_cards_may_be_given_as_cards() -> None:
    cards = parse_cards("2c 2d 6h 6c 6d")
    assert best_five_card_hand(iter(cards)) == best_five_card_hand("2c2d6h6c6d")


def test_hands_compare_by_strength() -> None:
    pair, same, flush = map(best_five_card_hand, ("Kc Kd Ac 9d 4h", "Kh Ks Ad 9c 4d", "2h 3h 4h 5h 7h"))
    assert pair == same
    assert hash(pair) == hash(same)
    assert pair <= same < flush
    assert flush > pair
    assert max(pair, flush) is flush
    assert pair != "pair"


def test_hands_survive_pickling() -> None:
    hand = best_five_card_hand("Kc Kd Ac 9d 4h")
    copy = pickle.loads(pickle.dumps(hand))  # noqa: S301 - our own bytes
    assert (copy, str(copy), copy.cards) == (hand, str(hand), hand.cards)


@pytest.mark.parametrize("compare", [operator.lt, operator.le, operator.gt, operator.ge])
def test_hands_of_different_rankings_have_no_order(compare: Callable[[Any, Any], bool]) -> None:
    five, four = best_five_card_hand("Kc Kd Ac 9d 4h"), best_four_card_hand("Kc Kd Ac 9d")
    with pytest.raises(TypeError, match="different rankings"):
        compare(five, four)
    with pytest.raises(TypeError):
        compare(five, 3)
    with pytest.raises(TypeError):
        compare(FiveCard.PAIR, FourCard.PAIR)
    assert five != four


@pytest.mark.parametrize(
    ("cards", "complaints"),
    [
        ("", ["a five-card hand is made from 5, 6 or 7 cards, but 0 were given"]),
        ("Ah Kh Qh Jh", ["a five-card hand is made from 5, 6 or 7 cards, but 4 were given"]),
        ("2c3c4c5c6c7c8c9c", ["a five-card hand is made from 5, 6 or 7 cards, but 8 were given"]),
        ("Ah Kh Qh Jh Ah", ["Ah is given 2 times, but a deck has only one"]),
        (
            "Ah Ah",
            [
                "a five-card hand is made from 5, 6 or 7 cards, but 2 were given",
                "Ah is given 2 times, but a deck has only one",
            ],
        ),
        ("nonsense", ['"nonsense" is not a card (a card is a rank and a suit, like Ah or 10d)']),
        ("A" * 2000, ["2000 characters are too long for a list of cards (at most 1000)"]),
        (parse_cards("Ah Kh"), ["a five-card hand is made from 5, 6 or 7 cards, but 2 were given"]),
        (parse_cards("Ah Kh Qh Jh") * 2, None),
        (["Ah", 7], ["'Ah' is not a Card", "7 is not a Card"]),
    ],
)
def test_what_is_no_hand_is_refused_with_every_reason(
    cards: str | Iterable[Card], complaints: list[str] | None
) -> None:
    with pytest.raises(MalformedError) as caught:
        best_five_card_hand(cards)
    if complaints is None:
        assert len(caught.value.problems) == 5
    else:
        assert [problem.message for problem in caught.value.problems] == complaints


@pytest.mark.parametrize("cards", ["Ah Kh Qh", "2c3c4c5c6c7c8c"])
def test_a_four_card_hand_is_made_from_four_to_six_cards(cards: str) -> None:
    with pytest.raises(MalformedError, match=r"a four-card hand is made from 4, 5 or 6 cards, but \d were given"):
        best_four_card_hand(cards)
