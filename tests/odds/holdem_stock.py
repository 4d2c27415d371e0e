"""What the tests of Heads-Up Hold'em share: the stock game, solved once in a process, and its sibling."""

import random
from collections.abc import Sequence
from fractions import Fraction
from functools import cache

import numpy as np

from odds.by_category import game_by_category
from odds.slow.variations import with_bet
from pitbook.cards import DECK, Card, FiveCard
from pitbook.odds.deck import FULL, Deck
from pitbook.odds.families.board_dealer import HoldemSolution, solve_holdem
from pitbook.rulebooks.flow import Street
from pitbook.settlement.compile import MainGame, compile_main
from pitbook.submission import HouseRules, load_target


@cache
def rules() -> HouseRules:
    return load_target("md-heads-up-holdem")


def game() -> MainGame:
    return compile_main(rules())


def streets() -> tuple[Street, ...]:
    return rules().streets


@cache
def solution() -> HoldemSolution:
    return solve_holdem(game(), streets())


def pre_flop_values(hole: Sequence[Card]) -> dict[str, Fraction]:
    """What the solution says of every action with a starting hand, in antes."""
    ranks = sorted((card.rank for card in hole), reverse=hole[0].suit == hole[1].suit)
    place = 13 * ranks[0] + ranks[1]
    deals = solution().pre_flop_deals[place] * game().scale
    return {action: Fraction(totals[place], deals) for action, totals in solution().pre_flop_totals.items()}


def with_multiples(*multiples: tuple[int, ...]) -> tuple[Street, ...]:
    """The stock streets with other multiples; a street without any is left out."""
    return tuple(with_bet(street, each) for street, each in zip(streets(), multiples, strict=True) if each)


def ultimate_game() -> MainGame:
    """Ultimate Texas Hold'em: no bad beats, and a blind that pays by its own table when the player wins."""
    blind = {
        FiveCard.ROYAL_FLUSH: 1000,
        FiveCard.STRAIGHT_FLUSH: 100,
        FiveCard.FOUR_OF_A_KIND: 20,
        FiveCard.FULL_HOUSE: 6,
        FiveCard.FLUSH: 3,
        FiveCard.STRAIGHT: 2,
    }
    fixed, decided = np.zeros((10, 2, 3), np.int64), np.zeros((10, 2, 3), np.int64)
    decided[:] = (-2, 0, 2)
    fixed[:, 1] = (-2, 0, 2)
    fixed[:, :, 0] -= 2
    for category, pays in blind.items():
        fixed[category.level, :, 2] += pays
    pair = FiveCard.PAIR.level
    return game_by_category(
        "five_card", scale=2, qualifying_level=pair, fixed=fixed, decided=decided, fold=-4, staked=2
    )


def deal(chance: random.Random, cards: int, deck: Deck = FULL) -> list[Card]:
    return [DECK[index] for index in chance.sample(deck.cards, cards)]
