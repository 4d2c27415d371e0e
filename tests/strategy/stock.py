"""What the tests of strategies share: houses, and strategies made of a few lines."""

import tomllib
from functools import cache

from pitbook.problems import MalformedError
from pitbook.strategy import Strategy, read_strategy
from pitbook.submission import HouseRules, load_target

HOLDEM = "md-heads-up-holdem"
FOUR_CARD = "md-four-card-poker"
ULTIMATE = "ultimate-texas-holdem"


@cache
def rules(target: str) -> HouseRules:
    return load_target(target)


def strategy_of(text: str) -> Strategy:
    return read_strategy(tomllib.loads(text), "mine.toml")


def problems_of(text: str) -> list[str]:
    """The sentences with which a file is refused."""
    try:
        strategy_of(text)
    except MalformedError as error:
        return [problem.message for problem in error.problems]
    return []
