"""The fast solver and a slow one, written from the rules alone, give the same fraction on short decks."""

import random

import pytest

from odds.holdem_stock import game, streets
from odds.slow import slow_holdem
from odds.slow.decks import HOLDEM, HOLDEM_LONGER, HOLDEM_SHORTEST, Short
from odds.slow.variations import random_game
from pitbook.odds.deck import Deck
from pitbook.odds.families.board_dealer import solve_holdem


def _agree_on(short: Short, seed: int, variations: int) -> None:
    deck = Deck(short.ranks, short.suits)
    chance = random.Random(seed)
    games = [(game(), streets()), *(random_game(chance) for _ in range(variations))]
    for rules, decisions in games:
        solved = solve_holdem(rules, decisions, deck=deck)
        assert -solved.house_edge == slow_holdem(rules, decisions, short)
        assert solved.result is not None
        assert solved.result.house_edge == solved.house_edge


@pytest.mark.parametrize(
    "short",
    [*HOLDEM_SHORTEST[:2], *(pytest.param(one, marks=pytest.mark.prove) for one in HOLDEM_SHORTEST[2:])],
    ids=str,
)
def test_both_solvers_agree_for_the_stock_rules_and_random_ones(short: Short) -> None:
    _agree_on(short, seed=len(short.ranks), variations=int(short is HOLDEM_SHORTEST[0]))


@pytest.mark.prove
@pytest.mark.parametrize("short", HOLDEM, ids=str)
def test_both_solvers_agree_for_many_random_rules(short: Short) -> None:
    _agree_on(short, seed=100 + len(short.ranks), variations=8)


@pytest.mark.prove
@pytest.mark.parametrize("short", HOLDEM_LONGER, ids=str)
def test_both_solvers_agree_on_longer_decks(short: Short) -> None:
    _agree_on(short, seed=len(short.ranks), variations=2)
