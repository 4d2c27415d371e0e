"""Strategies for people, compiled and counted: the exact worth of any rules, and rules derived from the solution."""

from pitbook.odds.strategies.compiling import load_for, policy_of
from pitbook.odds.strategies.evaluating import cost, evaluate
from pitbook.odds.strategies.generating import GeneratedCard, generate_card
from pitbook.odds.strategies.naming import strategy_named

__all__ = [
    "GeneratedCard",
    "cost",
    "evaluate",
    "generate_card",
    "load_for",
    "policy_of",
    "strategy_named",
]
