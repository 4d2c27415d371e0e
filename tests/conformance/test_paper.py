"""What is printed and written of a book: the layout has every wager, and strategy files mean what they were."""

import tomllib
from pathlib import Path
from random import Random

import pytest

from conformance.books import CHEAP, rules_of, shape
from conformance.slow import cards_of
from conformance.walking import random_end, staked
from pitbook.layout import felt_of, layout_page, plan_of, sign_page
from pitbook.odds.families.registry import family_of
from pitbook.odds.solution import solve_main
from pitbook.odds.strategies import evaluate, generate_card, policy_of
from pitbook.strategy import published, published_names, read_strategy, render
from pitbook.submission import HouseRules


def test_every_wager_has_its_spot_at_every_position(target: str) -> None:
    rules = rules_of(target)
    plan = plan_of(felt_of(rules))
    wagers = sorted(wager.name for wager in rules.wagers if not wager.is_bonus)
    for seat in range(1, rules.positions + 1):
        assert sorted(spot.wager for spot in plan.spots(seat)) == wagers
    cards = {"community": rules.book.board, "dealer": rules.book.dealer.cards}
    assert {place for place in ("community", "dealer") if place in plan.cards} == {
        place for place, number in cards.items() if number
    }


def test_layout_and_sign_are_printed_with_every_row_of_the_tables(target: str) -> None:
    rules = rules_of(target)
    sign = sign_page(rules, "style.css")
    for wager in rules.wagers:
        assert wager.title in layout_page(rules, "style.css") or wager.is_bonus
    for table in rules.tables.values():
        for row in table.rows:
            assert str(row.pays) in sign


def strategies_are_kept(rules: HouseRules) -> None:
    """The card of a house: written, read again and counted again, it is the same and worth the same."""
    card = generate_card(rules, use_stored=False)
    again = read_strategy(tomllib.loads(render(card.strategy)), "again")
    assert again.streets == card.strategy.streets
    assert evaluate(rules, again, use_stored=False) == card.result
    assert card.cost >= 0


def test_a_strategy_card_is_written_and_read_again(cheap_target: str) -> None:
    strategies_are_kept(rules_of(cheap_target))


@pytest.mark.prove
def test_every_strategy_card_is_written_and_read_again(simulated_target: str) -> None:
    strategies_are_kept(rules_of(simulated_target))


def test_included_strategies_are_written_and_read_again(target: str) -> None:
    rules = rules_of(target)
    for name in published_names(rules):
        strategy = published(name)
        again = read_strategy(tomllib.loads(render(strategy)), strategy.source)
        assert again == strategy


def decisions_are_kept(rules: HouseRules, path: Path) -> None:
    """The best decisions: saved and loaded, they are the same in any situation, and worth what was solved."""
    solved = solve_main(rules)
    solved.policy.save(path)
    loaded = family_of(rules).load(path)
    assert family_of(rules).evaluate(rules, loaded, progress=None) == solved.result
    chance, street = Random(14), rules.streets[0]
    for _ in range(50):
        end = random_end(rules, chance, staked(rules))
        known = cards_of(end.own), cards_of(end.board)[: street.board] or cards_of(end.up)
        assert loaded.action(*known) == solved.policy.action(*known) in street.actions


def test_decisions_are_saved_and_loaded(cheap_target: str, tmp_path: Path) -> None:
    decisions_are_kept(rules_of(cheap_target), tmp_path / "policy")


@pytest.mark.prove
def test_decisions_of_every_book_are_saved_and_loaded(solved_target: str, tmp_path: Path) -> None:
    decisions_are_kept(rules_of(solved_target), tmp_path / "policy")


def test_a_strategy_that_loses_a_rule_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a file that is written without its first rule."""
    rules = rules_of("three-card-poker")
    assert shape(rules) in CHEAP
    strategy = generate_card(rules).strategy
    data = tomllib.loads(render(strategy))
    ((street, written),) = [(name, found) for name, found in data.items() if isinstance(found, list)]
    shorter = read_strategy(data | {street: written[1:]}, "shorter")
    assert shorter.streets != strategy.streets
    assert family_of(rules).evaluate(rules, policy_of(rules, shorter), progress=None) != evaluate(rules, strategy)
