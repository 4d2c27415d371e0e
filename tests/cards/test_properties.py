"""What holds for every hand and every card."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook.cards import DECK, Card, Hand, best_five_card_hand, best_four_card_hand, parse_card, parse_cards
from pitbook.problems import MalformedError

BestHand = Callable[[list[Card]], Hand[Any]]
EITHER_RANKING = pytest.mark.parametrize(("best", "size"), [(best_five_card_hand, 5), (best_four_card_hand, 4)])

seven_cards = st.lists(st.sampled_from(DECK), min_size=7, max_size=7, unique=True)
separators = st.sampled_from([" ", ",", ", ", "  ", "\t", ""])


@EITHER_RANKING
@given(cards=seven_cards, more=st.integers(0, 2), suits=st.permutations(range(4)))
def test_suits_may_be_exchanged(best: BestHand, size: int, cards: list[Card], more: int, suits: list[int]) -> None:
    hand = cards[: size + more]
    exchanged = [DECK[4 * card.rank + suits[card.suit]] for card in hand]
    assert best(exchanged) == best(hand)


@EITHER_RANKING
@given(cards=seven_cards, more=st.integers(0, 1))
def test_another_card_never_weakens_a_hand(best: BestHand, size: int, cards: list[Card], more: int) -> None:
    assert best(cards[: size + more + 1]) >= best(cards[: size + more])


@EITHER_RANKING
@given(cards=seven_cards, more=st.integers(0, 2), data=st.data())
def test_the_order_of_the_cards_does_not_matter(
    best: BestHand, size: int, cards: list[Card], more: int, data: st.DataObject
) -> None:
    hand = cards[: size + more]
    assert best(data.draw(st.permutations(hand))) == best(hand)


@EITHER_RANKING
@given(cards=seven_cards, more=st.integers(0, 2))
def test_the_chosen_cards_are_the_hand(best: BestHand, size: int, cards: list[Card], more: int) -> None:
    hand = best(cards[: size + more])
    assert len(hand.cards) == size
    assert set(hand.cards) <= set(cards[: size + more])
    assert best(list(hand.cards)) == hand


@given(cards=st.lists(st.sampled_from(DECK), unique=True), separator=separators)
def test_cards_survive_printing_and_parsing(cards: list[Card], separator: str) -> None:
    text = separator.join(map(str, cards))
    assert parse_cards(text) == tuple(cards)
    assert parse_cards(text.upper()) == parse_cards(text.lower()) == tuple(cards)
    assert [parse_card(str(card)) for card in cards] == cards


@given(text=st.text(max_size=40) | st.text(alphabet="AKQJT10987cdhs ,", max_size=40))
def test_any_text_is_cards_or_malformed(text: str) -> None:
    try:
        cards = parse_cards(text)
    except MalformedError:
        return
    assert len(set(cards)) == len(cards)
    assert parse_cards(" ".join(map(str, cards))) == cards
