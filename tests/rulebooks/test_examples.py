"""Every condition of a hand's name is enough alone: if cards can meet it, they are found, and if none can, none are."""

from collections.abc import Callable
from typing import Any

import pytest

from pitbook.cards import Card, Suit
from pitbook.cards.hand import best_hand
from pitbook.cards.rankings import RANKINGS
from pitbook.rulebooks import examples as searching
from pitbook.rulebooks.examples import PlacedCards, examples, plain_strength
from pitbook.rulebooks.hands import HandRule

DECK = [Card(number) for number in range(52)]
HOLDEM = {"own": 2, "flop": 3, "late": 2, "up": 0, "hidden": 0, "extra": 0}
Cards = tuple[Card, ...]


def _found(described: dict[str, Any], name: str = "wanted", **sizes: int) -> PlacedCards | None:
    hand = HandRule.model_validate(described)
    return next(examples(DECK, HOLDEM | sizes, {"it": (hand, name)}, plain_strength), None)


def _suits(cards: Cards) -> set[Suit]:
    return {card.suit for card in cards}


@pytest.mark.parametrize("number", [2, 3, 4, 5])
@pytest.mark.parametrize(
    ("condition", "is_met"),
    [
        ({"suited": True}, lambda cards: len(_suits(cards)) == 1),
        ({"suited": False}, lambda cards: len(_suits(cards)) > 1),
        ({"suit": "spades"}, lambda cards: _suits(cards) == {Suit.SPADES}),
        ({"ranks": ["23", "234", "2345", "23456"]}, lambda cards: sorted(c.rank for c in cards)[:2] == [0, 1]),
    ],
    ids=["suited", "unsuited", "suit", "ranks"],
)
def test_a_condition_on_cards_without_a_ranking(
    condition: dict[str, Any], is_met: Callable[[Cards], bool], number: int
) -> None:
    if "ranks" in condition:
        condition = {"ranks": [ranks for ranks in condition["ranks"] if len(ranks) == number]}
    found = _found({"from": ["own"], "names": [{"name": "wanted", "when": [condition]}]}, own=number)
    assert found is not None
    assert len(set(found.own)) == number
    assert is_met(found.own)


@pytest.mark.parametrize("condition", [{"suited": True}, {"suited": False}, {"suit": "hearts"}])
@pytest.mark.parametrize("number", [2, 5])
def test_a_name_that_an_earlier_one_covers_is_never_found(condition: dict[str, Any], number: int) -> None:
    names = [{"name": "earlier", "when": [condition]}, {"name": "wanted", "when": [condition]}]
    assert _found({"from": ["own"], "names": names}, own=number) is None


def test_the_rest_after_finer_names() -> None:
    """Of the 312 suited pairs of cards, those that are not an ace with a king."""
    names = [
        {"name": "suited_ace_king", "when": [{"ranks": ["AK"], "suited": True}]},
        {"name": "wanted", "when": [{"suited": True}]},
    ]
    hand = HandRule.model_validate({"from": ["own"], "names": names})
    found = {frozenset(one.own) for one in examples(DECK, HOLDEM, {"it": (hand, "wanted")}, plain_strength)}
    assert len(found) == 312 - 4


@pytest.mark.parametrize(
    ("of", "condition", "is_met"),
    [
        ("pair", {"hand": "pair of nines"}, lambda cards: "nines" in str(_best(cards))),
        (
            "pair",
            {"at_least": "pair of kings"},
            lambda cards: "kings" in str(_best(cards)) or "aces" in str(_best(cards)),
        ),
        ("pair", {"at_most": "pair of twos"}, lambda cards: "twos" in str(_best(cards))),
        ("flush", {"suit": "hearts"}, lambda cards: [c.suit for c in cards].count(Suit.HEARTS) >= 5),
        ("flush", {"suited": True}, lambda cards: len(_suits(cards)) == 1),
        ("four_of_a_kind", {"cards": ["own"], "suited": True}, lambda cards: len(_suits(cards[:2])) == 1),
        ("royal_flush", {"cards": ["own"], "suited": False}, lambda cards: len(_suits(cards[:2])) == 2),
        ("straight", {"cards": ["flop"], "suited": True}, lambda cards: len(_suits(cards[2:5])) == 1),
        ("flush", {"cards": ["own", "flop"], "suit": "hearts"}, lambda cards: _suits(cards[:5]) == {Suit.HEARTS}),
        ("full_house", {"cards": ["board"], "hand": "full house"}, lambda cards: "full" in str(_best(cards[2:]))),
    ],
)
def test_a_condition_on_a_hand_with_a_ranking(
    of: str, condition: dict[str, Any], is_met: Callable[[Cards], bool]
) -> None:
    names = [{"name": "wanted", "of": of, "when": [condition]}]
    found = _found({"ranking": "five_card", "from": ["own", "board"], "names": names})
    assert found is not None
    cards = found.own + found.flop + found.late
    assert len(set(cards)) == 7
    assert _best(cards).category.value == of
    assert is_met(cards)


def _best(cards: Cards) -> Any:
    return best_hand(cards, RANKINGS["five_card"])


@pytest.mark.parametrize(
    ("of", "condition", "is_met"),
    [
        ("pair", {"cards": ["own"], "ranks": ["22"]}, lambda cards: [card.rank for card in cards[:2]] == [0, 0]),
        ("pair", {"cards": ["board"], "hand": "pair of twos"}, lambda cards: "twos" in str(_best(cards[2:]))),
    ],
)
def test_a_common_hand_whose_first_ways_do_not_fit(
    of: str, condition: dict[str, Any], is_met: Callable[[Cards], bool], steps: list[int]
) -> None:
    """A pair of aces is tried first, and there are a million pairs: random deals find one of twos."""
    found = _found({"ranking": "five_card", "from": ["own", "board"], "names": [_name(of, condition)]})
    assert found is not None
    cards = found.own + found.flop + found.late
    assert _best(cards).category.value == of
    assert is_met(cards)
    assert len(steps) < 15_000


def test_the_search_for_a_hand_that_cannot_occur_ends(steps: list[int]) -> None:
    """Two aces are a pair; 1,302,540 hands of five cards are a high card, too many to try all of them."""
    name = _name("high_card", {"cards": ["own"], "ranks": ["AA"]})
    assert _found({"ranking": "five_card", "from": ["own", "board"], "names": [name]}) is None
    assert 9_000 < len(steps) < 25_000


def test_the_search_ends_where_no_choice_of_cards_has_room(steps: list[int]) -> None:
    """Three times five cards, which share too few to be seven; what does not fit counts as a try too."""
    conditions = [{"cards": ["board"], "hand": "straight"}, {"cards": ["own", "flop"], "hand": "straight flush"}]
    name = {"name": "wanted", "of": "high_card", "when": conditions}
    assert _found({"ranking": "five_card", "from": ["own", "board"], "names": [name]}) is None
    assert len(steps) < 25_000


def _name(of: str, condition: dict[str, Any]) -> dict[str, Any]:
    return {"name": "wanted", "of": of, "when": [condition]}


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows with each choice of cards and each hand that the search looks at; a search that does not end fails."""
    looked_at: list[int] = []

    def counted(function: Callable[..., Any]) -> Callable[..., Any]:
        def counting(*given: object) -> Any:
            looked_at.append(1)
            assert len(looked_at) < 50_000, "the search does not end"
            return function(*given)

        return counting

    for name in ("name_of", "_layings"):
        monkeypatch.setattr(searching, name, counted(getattr(searching, name)))
    return looked_at
