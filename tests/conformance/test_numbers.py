"""The fast solver of a book's family says what the slow one says, wager by wager, as fractions."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from conformance.books import SHORT, deck_of, main_game, rules_of, shape, smallest
from conformance.slow import SlowSolver
from odds.slow.decks import short
from pitbook.odds.deck import Deck
from pitbook.odds.deck import deck_of as deck_of_book
from pitbook.odds.families import registry
from pitbook.odds.families.main_wagers import main_wagers
from pitbook.odds.families.own_dealer import plain_family
from pitbook.odds.families.protocol import Solved
from pitbook.odds.families.registry import family_of
from pitbook.odds.solution import solve_main
from pitbook.settlement.compile import MainGame, compile_main
from pitbook.submission import HouseRules

CHEAP, TWENTY = "three-card-poker", "tests/books/twenty-card-three"


def conforms(rules: HouseRules, deck: Deck) -> None:
    """Slow and fast agree: the house edge, and the net of every wager of the main game."""
    slow = {name: net for name, net in SlowSolver(rules, deck).nets().items() if net}
    fast = family_of(rules).solve(rules, edge_only=False, progress=None, deck=deck)
    assert fast.house_edge == -sum(slow.values(), Fraction(0))
    assert fast.result is not None
    assert {wager.name: wager.net for wager in main_wagers(rules, fast.result.outcomes) if wager.net} == slow


def test_fast_and_slow_agree(solved_target: str) -> None:
    conforms(main_game(solved_target), smallest(main_game(solved_target)))


@pytest.mark.prove
def test_fast_and_slow_agree_on_longer_decks(solved_target: str) -> None:
    rules = main_game(solved_target)
    for deck in SHORT[shape(rules)]:
        conforms(rules, deck_of(deck))


@pytest.mark.prove
def test_a_book_with_twenty_cards_is_solved_with_them() -> None:
    """All of its deals, by the slow solver: nothing is left out, and no other card is dealt."""
    rules = main_game(TWENTY)
    deck = deck_of_book(rules.book)
    assert len(deck) == 20
    slow = {name: net for name, net in SlowSolver(rules, deck).nets().items() if net}
    found = solve_main(rules_of(TWENTY), use_stored=False).result
    assert found is not None
    assert {wager.name: wager.net for wager in main_wagers(rules, found.outcomes) if wager.net} == slow


class _OneDealMore:
    """A family that counts one deal too many."""

    def __init__(self, family: Any) -> None:
        self.family = family

    def fits(self, book: Any) -> bool:
        return bool(self.family.fits(book))

    def solve(self, rules: HouseRules, **more: Any) -> Solved:
        found: Solved = self.family.solve(rules, **more)
        assert found.result is not None
        outcomes = dict(found.result.outcomes)
        first = next(iter(outcomes))
        outcomes[first] += 1
        return replace(found, result=replace(found.result, outcomes=outcomes))


def test_a_family_that_counts_one_deal_too_many_does_not_conform(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = main_game(CHEAP)
    monkeypatch.setattr(registry, "FAMILIES", (_OneDealMore(family_of(rules)),))
    with pytest.raises(AssertionError):
        conforms(rules, smallest(rules))


def test_a_family_that_merges_two_pay_classes_does_not_conform(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ante bonus pays three of a kind 4 to 1 and a straight 1 to 1: merged, they would be paid alike."""
    rules, deck = main_game(CHEAP), deck_of(short("QKA", 3))
    conforms(rules, deck)

    def merged(of: HouseRules) -> MainGame:
        game = compile_main(of)
        names = list(game.names)
        one, other = names.index("three_of_a_kind"), names.index("straight")
        return replace(game, class_of=np.where(game.class_of == other, one, game.class_of).astype(np.uint8))

    monkeypatch.setattr(plain_family, "compile_main", merged)
    with pytest.raises(AssertionError):
        conforms(rules, deck)
