"""Cards: their names, numbers and masks, and what is said about text that is not cards."""

import pytest

from pitbook.cards import DECK, Card, Rank, Suit, mask_of, parse_card, parse_cards
from pitbook.problems import MalformedError


def messages(text: str) -> list[str]:
    with pytest.raises(MalformedError) as caught:
        parse_cards(text)
    return [problem.message for problem in caught.value.problems]


def test_the_deck_has_each_card_once_in_the_order_of_the_index() -> None:
    assert len(set(DECK)) == 52
    assert [card.index for card in DECK] == list(range(52))
    assert [str(card) for card in DECK[:5]] == ["2c", "2d", "2h", "2s", "3c"]
    assert str(DECK[51]) == "As"


def test_index_and_mask_follow_from_rank_and_suit() -> None:
    card = parse_card("Qh")
    assert (card.rank, card.suit) == (Rank.QUEEN, Suit.HEARTS)
    assert card.index == 4 * 10 + 2
    assert card.mask == 1 << (16 * 2 + 10)
    assert mask_of(parse_cards("2c Qh")) == 1 | 1 << 42
    assert len({card.mask for card in DECK}) == 52


@pytest.mark.parametrize("text", ["Td", "10d", "td", "TD", "10D", " tD "])
def test_a_ten_may_be_written_in_several_ways(text: str) -> None:
    assert str(parse_card(text)) == "Td"


@pytest.mark.parametrize("text", ["As Ks Qs", "As,Ks,Qs", "AsKsQs", " as, KS ,\tqs\n", "AsKs Qs"])
def test_cards_may_be_separated_by_spaces_commas_or_nothing(text: str) -> None:
    assert [str(card) for card in parse_cards(text)] == ["As", "Ks", "Qs"]


def test_tens_are_read_in_a_run_of_cards() -> None:
    assert [str(card) for card in parse_cards("10d10hTs")] == ["Td", "Th", "Ts"]


@pytest.mark.parametrize("text", ["A♣ K♦ Q♥ J♠", "A♧K♢Q♡J♤", "a♣\ufe0f,k♦\ufe0e qh Js"])
def test_suits_may_be_signs(text: str) -> None:
    assert [str(card) for card in parse_cards(text)] == ["Ac", "Kd", "Qh", "Js"]


@pytest.mark.parametrize("text", ["", " ", ", ,"])
def test_no_cards_are_no_problem(text: str) -> None:
    assert parse_cards(text) == ()


@pytest.mark.parametrize(
    "text", ["", "A", "h", "hA", "1h", "11h", "Ahh", "Ah Kd", "♥A", "A♥♥", "Ѐh", "\N{KELVIN SIGN}h"]
)
def test_what_is_not_one_card_is_named(text: str) -> None:
    with pytest.raises(MalformedError, match="is not a card") as caught:
        parse_card(text)
    assert caught.value.problems[0].value == text


def test_letters_that_only_look_like_card_letters_when_lowered_are_refused() -> None:
    assert len(messages("\N{KELVIN SIGN}h A\N{LATIN SMALL LETTER LONG S}")) == 2


def test_all_problems_are_reported_together() -> None:
    assert messages("As Xx Kd As 12h, Kd KD 9c") == [
        '"Xx" is not a card (a card is a rank and a suit, like Ah or 10d)',
        '"12h" is not a card (a card is a rank and a suit, like Ah or 10d)',
        "As is given 2 times, but a deck has only one",
        "Kd is given 3 times, but a deck has only one",
    ]


def test_a_huge_text_is_refused_in_one_short_sentence() -> None:
    (message,) = messages("Ah " * 1_000_000)
    assert message == "3000000 characters are too long for a list of cards (at most 1000)"
    (message,) = messages("x" * 900)
    assert len(message) < 200


@pytest.mark.parametrize("index", [-1, 52])
def test_there_is_no_card_outside_the_deck(index: int) -> None:
    with pytest.raises(MalformedError, match=f"{index} is not the index of a card"):
        Card(index)


def test_cards_are_immutable_values() -> None:
    card = parse_card("Ah")
    with pytest.raises(AttributeError):
        card.index = 3  # type: ignore[misc]
    assert card == DECK[card.index]
    assert sorted(parse_cards("As 2d 2c")) == list(parse_cards("2c 2d As"))
    assert repr(card) == "<Card Ah>"


def test_ranks_have_names_for_one_and_for_several() -> None:
    assert [rank.symbol for rank in Rank] == list("23456789TJQKA")
    assert (Rank.ACE.singular, Rank.ACE.plural) == ("ace", "aces")
    assert (Rank.SIX.singular, Rank.SIX.plural) == ("six", "sixes")
    assert (Rank.TEN.singular, Rank.TEN.plural) == ("ten", "tens")
