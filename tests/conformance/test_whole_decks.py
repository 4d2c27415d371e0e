"""Whole short decks of hold'em and Four Card Poker, as written and changed: counted a second time, by other means.

Hold'em is counted whole with 24 to 36 cards, Four Card Poker with 24 and 28. With 36 cards its deals are too many for
that: there, the decisions of some hands against every up card are counted, each over all that the dealer can have.
"""

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from conformance.books import shape, without_options
from conformance.slow import cards_of
from conformance.test_perturbed_books import (
    CHANGES,
    Document,
    loaded,
    original_of,
    other_cards,
    other_deck,
    tried,
    verdict,
)
from conformance.whole import PLAYER, UNITS, OwnHands, house_edge
from pitbook.odds.deck import Deck
from pitbook.odds.families.own_dealer import family
from pitbook.odds.families.protocol import KnownCards
from pitbook.odds.families.registry import family_of
from pitbook.odds.solution import solve_main
from pitbook.submission import HouseRules

HOLDEM, ULTIMATE, FOUR = "md-heads-up-holdem", "ultimate-texas-holdem", "md-four-card-poker"
COUNTED = {(2, 2, 5), (5, 6, 0)}
KINDS = tuple(change for change in CHANGES if change not in (other_cards, other_deck))


def with_deck(book: str, cards: int, folder: Path) -> Document:
    """A book with so many cards, and two positions, for which there are always enough."""
    document = original_of(book, folder)
    document.setdefault("deck", {})["cards"] = cards
    document.setdefault("positions", {})["most"] = 2
    return document


def short_deck(book: str, cards: int, folder: Path) -> HouseRules:
    """The main game of a book with so many cards."""
    return without_options(loaded(with_deck(book, cards, folder), folder))


def solved_whole(main: HouseRules) -> None:
    """The house edge is that of every deal of the book's deck."""
    fast = solve_main(main, edge_only=True, use_stored=False).house_edge
    assert shape(main) in COUNTED
    assert fast == house_edge(main)


def decided(main: HouseRules, hands: int) -> None:
    """Some hands against every up card: what each action is worth, and what is done."""
    (street,) = main.streets
    solved = solve_main(main, use_stored=False)
    counted, chance = OwnHands(main), Random(36)
    for _ in range(hands):
        own = chance.sample(range(counted.cards), PLAYER)
        left, values, fold = counted.values(own)
        cards = cards_of(counted.pay.set_of(own))
        for place, up in enumerate(left):
            nets = [fold, *(int(values[counted.pay.multiples.index(one), place]) for one in street.multiples)]
            (seen,) = cards_of(counted.pay.set_of([up]))
            advice = family_of(main).advise(main, KnownCards(cards, [seen]), None, solver=lambda: solved, progress=None)
            assert list(advice) == list(street.actions)
            assert list(advice.values()) == [Fraction(net, counted.completions * UNITS) for net in nets]
            assert solved.policy.action(cards, [seen]) == street.actions[nets.index(max(nets))]


def test_hold_em_with_24_cards(tmp_path: Path) -> None:
    solved_whole(short_deck(ULTIMATE, 24, tmp_path))


def test_four_card_poker_with_24_cards(tmp_path: Path) -> None:
    decided(short_deck(FOUR, 24, tmp_path), 2)


def test_a_family_that_counts_with_another_deck_does_not_conform(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    main = short_deck(FOUR, 24, tmp_path)
    monkeypatch.setattr(family, "deck_of", lambda _: Deck(tuple(range(6, 13)), 4))
    with pytest.raises(AssertionError):
        decided(main, 1)


@pytest.mark.prove
@pytest.mark.parametrize(
    ("book", "cards"), [(HOLDEM, 28), (HOLDEM, 36), (ULTIMATE, 32), (ULTIMATE, 36), (FOUR, 24), (FOUR, 28)]
)
def test_whole_decks(book: str, cards: int, tmp_path: Path) -> None:
    assert verdict(with_deck(book, cards, tmp_path), tmp_path, solved_whole) == "played"


@pytest.mark.prove
def test_some_decisions_of_four_card_poker_with_36_cards(tmp_path: Path) -> None:
    decided(short_deck(FOUR, 36, tmp_path), 12)


@pytest.mark.prove
@pytest.mark.parametrize(("book", "cards", "examples"), [(HOLDEM, 28, 12), (ULTIMATE, 24, 24), (FOUR, 24, 20)])
def test_changed_books_with_short_decks(book: str, cards: int, examples: int, tmp_path: Path) -> None:
    found = tried(with_deck(book, cards, tmp_path), tmp_path, examples, solved_whole, KINDS)
    assert found["refused"]
    assert found["played"]


@pytest.mark.prove
@pytest.mark.parametrize(("book", "examples"), [(HOLDEM, 4), (ULTIMATE, 4), (FOUR, 8)])
def test_changed_books_with_36_cards(book: str, examples: int, tmp_path: Path) -> None:
    """Hold'em by every deal; Four Card Poker by the decisions of some hands. A few may all be refused."""
    solved = solved_whole if book != FOUR else lambda main: decided(main, 3)
    found = tried(with_deck(book, 36, tmp_path), tmp_path, examples, solved, KINDS)
    assert set(found) <= {"played", "refused"}
