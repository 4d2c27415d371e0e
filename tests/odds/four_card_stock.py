"""What the tests of Four Card Poker share: the stock game, solved once in a process, and variations of its rules."""

import random
from dataclasses import replace
from functools import cache

import numpy as np

from odds.by_category import least_of
from odds.slow.variations import with_bet
from pitbook.cards import DECK, Card
from pitbook.odds.deck import FULL, Deck
from pitbook.odds.families.main_result import MainResult
from pitbook.odds.families.own_dealer import FourCardSolution, solve_four_card
from pitbook.rulebooks.flow import Street
from pitbook.settlement.compile import MainGame, compile_main
from pitbook.submission import HouseRules, load_target


@cache
def rules() -> HouseRules:
    return load_target("md-four-card-poker")


def game() -> MainGame:
    return compile_main(rules())


def streets() -> tuple[Street, ...]:
    return rules().streets


def street_of(*multiples: int, any_amount_between: bool = False) -> tuple[Street, ...]:
    return (with_bet(streets()[0], multiples, any_amount_between=any_amount_between),)


@cache
def solution() -> FourCardSolution:
    return solve_four_card(game(), streets())


def varied(chance: random.Random, qualifying_level: int) -> MainGame:
    """The stock game with any amounts at all, different for each category, qualification and comparison."""
    stock = game()
    numbers = np.random.default_rng(chance.randrange(2**32))
    fixed = numbers.integers(-9, 10, stock.fixed.shape)
    decided = numbers.integers(-4, 5, stock.decided.shape)
    return replace(
        stock,
        scale=2,
        qualifying=least_of("four_card", qualifying_level),
        fixed=fixed,
        per_unit=decided[None],
        fold=-chance.randrange(4),
    )


def deal(chance: random.Random, cards: int, deck: Deck = FULL) -> list[Card]:
    return [DECK[index] for index in chance.sample(deck.cards, cards)]


def result() -> MainResult:
    found = solution().result
    assert found is not None
    return found
