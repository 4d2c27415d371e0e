"""Strategies as functions that play a seat: they bring the numbers wing to the live wing."""

from collections.abc import Callable

from pitbook.odds.families.counted import flow_problem, stakes_problem
from pitbook.odds.solution import solve_main
from pitbook.pit import Bot, Situation
from pitbook.problems import RefusedError
from pitbook.rulebooks.actions import Action
from pitbook.strategy import Strategy, fit
from pitbook.strategy.families.registry import language_of
from pitbook.strategy.plain import rules_for
from pitbook.submission import HouseRules


def exact_bot(rules: HouseRules, progress: Callable[[float], None] | None = None) -> Bot:
    """The solved strategy of these house rules, without any mistake; refused if the cards alone do not decide."""
    if problem := flow_problem(rules) or stakes_problem(rules):
        raise RefusedError(problem)
    policy = solve_main(rules, edge_only=True, progress=progress).policy
    return lambda asked: Action.parse(policy.action(asked.cards, (*asked.board, *asked.up), asked.left))


def strategy_bot(strategy: Strategy, rules: HouseRules) -> Bot:
    """A strategy in words, fitted to these house rules."""
    language = language_of(rules.book)
    fitted = {street.name: part for street, part in zip(rules.streets, fit(strategy, rules), strict=True)}

    def act(asked: Situation) -> Action:
        part = fitted[asked.street.name]
        for number in rules_for(
            language, part.rules, asked.cards, (*asked.board, *asked.up), rules.book.deck.playing_cards
        ):
            action = part.rules[number].do
            if action is not None and asked.street.offers_action(action):
                return action
        raise ValueError(f"no rule of {strategy.source} holds at {asked.street.name}")

    return act
