"""Strategies as functions that play a seat: the numbers wing handed to the live one."""

from collections.abc import Callable

from pitbook.odds.four_card import FourCardPolicy
from pitbook.odds.solution import solve_main
from pitbook.pit import Bot, Situation
from pitbook.strategy import Strategy, fit
from pitbook.strategy.plain import rule_for
from pitbook.strategy.rules import VERBS
from pitbook.submission import HouseRules


def exact_bot(rules: HouseRules, progress: Callable[[float], None] | None = None) -> Bot:
    """The solved strategy of these house rules, without any mistake."""
    policy = solve_main(rules, edge_only=True, progress=progress).policy
    if isinstance(policy, FourCardPolicy):
        four_card = policy
        return lambda asked: four_card.action(asked.cards, asked.up[0])
    holdem = policy
    return lambda asked: holdem.action(asked.cards, asked.board)


def strategy_bot(strategy: Strategy, rules: HouseRules) -> Bot:
    """A strategy in words, as it fits these house rules."""
    game = rules.book.game
    fitted = {street.name: part for street, part in zip(rules.streets, fit(strategy, game, rules.streets), strict=True)}

    def act(asked: Situation) -> str:
        part = fitted[asked.street.name]
        seen = asked.up if game == "four_card" else asked.board
        code = part.codes[rule_for(part.rules, asked.cards, seen)]
        return f"{VERBS[game]}_{part.multiples[code - 1]}" if code else asked.street.otherwise

    return act
