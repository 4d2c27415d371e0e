"""The live table deals, asks, shows and pays what the book says, by the settlement of the same cards."""

from dataclasses import replace
from random import Random

import pytest

from conformance.books import TABLE, main_game, rules_of, smallest
from conformance.slow import SlowSolver
from conformance.tellers import LiveTable
from conformance.walking import random_end, staked
from pitbook.odds.choices import with_table
from pitbook.rulebooks.folder import book_of
from pitbook.settlement import settle
from pitbook.submission import HouseRules
from pitbook.table import views

CHEAP = "three-card-poker"


def plays_alike(rules: HouseRules, rounds: int, played_by: HouseRules | None = None) -> None:
    """Rounds with every wager: the lines of the table are those of settlement, wager by wager."""
    table, chance, wagers = LiveTable(rules, played_by), Random(14), staked(rules)
    for _ in range(rounds):
        end = random_end(rules, chance, wagers)
        paid = table(end)
        expected: dict[str, int] = {}
        for line in settle(rules, table.settled(end)).lines:
            expected[line.wager] = expected.get(line.wager, 0) + line.returned
        assert paid == expected


def test_the_table_pays_what_settlement_pays(target: str) -> None:
    plays_alike(rules_of(target), 25)


@pytest.mark.prove
def test_many_rounds_at_the_table(target: str) -> None:
    plays_alike(rules_of(target), 1_000)


@pytest.mark.prove
def test_the_slow_solver_finds_the_same_at_the_table(target: str) -> None:
    """Every deal of a tiny deck and every way to play it."""
    rules = main_game(target)
    deck = smallest(rules, TABLE)
    assert SlowSolver(rules, deck, LiveTable(rules)).nets() == SlowSolver(rules, deck).nets()


def _with_multiples(rules: HouseRules, *multiples: int) -> HouseRules:
    document = rules.book.model_dump(mode="json", by_alias=True)
    for step in document["flow"]["steps"]:
        for offer in step.get("actions", ()):
            if "multiples" in offer:
                offer["multiples"] = list(multiples)
    return replace(rules, book=book_of(document, "another book"))


def test_a_table_that_offers_another_action_does_not_conform() -> None:
    rules = rules_of(CHEAP)
    with pytest.raises(AssertionError):
        plays_alike(rules, 1, _with_multiples(rules, 1, 2))


def test_a_table_that_pays_by_another_table_does_not_conform() -> None:
    rules = rules_of(CHEAP)
    kind = rules.book.kind_of_table("pair_plus")
    assert kind is not None
    with pytest.raises(AssertionError):
        plays_alike(rules, 25, with_table(rules, kind.name, kind.tables[1]))


def test_a_table_that_shows_a_card_too_early_does_not_conform(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "_shown", lambda cards, up: [str(card) for card in cards])
    with pytest.raises(AssertionError):
        plays_alike(rules_of(CHEAP), 1)
