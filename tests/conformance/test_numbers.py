"""The fast solver of a book's family says what the slow one says, wager by wager, as fractions."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from conformance.slow import SlowSolver
from odds.slow.decks import Short, short
from pitbook.odds.deck import Deck
from pitbook.odds.families import registry
from pitbook.odds.families.own_dealer import family as own_dealer
from pitbook.odds.families.protocol import Solved
from pitbook.odds.families.registry import family_of
from pitbook.odds.main_wagers import main_wagers
from pitbook.rulebooks import book_ids, load_book
from pitbook.rulebooks.families import FamilyName
from pitbook.settlement.compile import MainGame, compile_main
from pitbook.submission import HouseRules, load_target

DECKS = {
    FamilyName.BOARD_DEALER: (short("QKA", 3),),
    FamilyName.OWN_DEALER: (short("89TJKA", 2), short("JQA", 4)),
    FamilyName.NO_DEALER: (short("89TJKA", 2), short("TJA", 4)),
}
"""Short decks that are tried by default; the second has hands that the first has not."""
LONGER = {
    FamilyName.BOARD_DEALER: (short("TJQKA", 2), short("23456A", 2), short("2345789", 2), short("6KA", 4)),
    FamilyName.OWN_DEALER: (short("89TJQKA", 2), short("234579A", 2), short("9TQA", 4)),
    FamilyName.NO_DEALER: (short("23456789TJQKA", 1), short("2345TJQKA", 2), short("6TJQKA", 4)),
}


def main_game(book_id: str) -> HouseRules:
    """The stock house of a book without its optional wagers."""
    rules = load_target(book_id)
    return replace(rules, wagers=tuple(wager for wager in rules.wagers if not wager.optional))


def conforms(rules: HouseRules, deck: Short) -> None:
    """Slow and fast agree: the house edge, and the net of every wager of the main game."""
    cards = Deck(deck.ranks, deck.suits)
    slow = {name: net for name, net in SlowSolver(rules, cards).nets().items() if net}
    fast = family_of(rules).solve(rules, edge_only=False, progress=None, deck=cards)
    assert fast.house_edge == -sum(slow.values(), Fraction(0))
    assert fast.result is not None
    assert {wager.name: wager.net for wager in main_wagers(rules, fast.result.outcomes) if wager.net} == slow


def _cells(decks: Mapping[FamilyName, tuple[Short, ...]]) -> list[Any]:
    return [
        pytest.param(book_id, deck, id=f"{book_id} {deck}")
        for book_id in book_ids()
        for deck in decks[load_book(book_id).family]
    ]


@pytest.mark.parametrize(("book_id", "deck"), _cells(DECKS))
def test_fast_and_slow_agree(book_id: str, deck: Short) -> None:
    conforms(main_game(book_id), deck)


@pytest.mark.prove
@pytest.mark.parametrize(("book_id", "deck"), _cells(LONGER))
def test_fast_and_slow_agree_on_longer_decks(book_id: str, deck: Short) -> None:
    conforms(main_game(book_id), deck)


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
    rules = main_game("md-four-card-poker")
    monkeypatch.setattr(registry, "FAMILIES", (_OneDealMore(family_of(rules)),))
    with pytest.raises(AssertionError):
        conforms(rules, short("JQA", 4))


def test_a_family_that_merges_two_pay_classes_does_not_conform(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ante bonus pays three of a kind 2 to 1 and a straight flush 20 to 1: merged, they would be paid alike."""
    rules = main_game("md-four-card-poker")

    def merged(of: HouseRules) -> MainGame:
        game = compile_main(of)
        names = list(game.names)
        one, other = names.index("three_of_a_kind"), names.index("straight_flush")
        return replace(game, class_of=np.where(game.class_of == other, one, game.class_of).astype(np.uint8))

    monkeypatch.setattr(own_dealer, "compile_main", merged)
    with pytest.raises(AssertionError):
        conforms(rules, short("TJQK", 3))
