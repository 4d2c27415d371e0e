"""Bots of the house: their names say how they play, so that a server that starts again knows them."""

from collections.abc import Container, Mapping
from itertools import count
from typing import Final

from pitbook.coach.bots import exact_bot, strategy_bot
from pitbook.pit import Bot, simple
from pitbook.pit.bots import Situation
from pitbook.problems import Problem, RefusedError
from pitbook.strategy import published
from pitbook.strategy.published import published_names
from pitbook.submission import HouseRules
from pitbook.web.sessions import BOT

EXACT, SIMPLE = "exact", "simple"
_TITLES: Final[Mapping[str, str]] = {EXACT: "Exact", SIMPLE: "Simple"}


def ways_to_play(rules: HouseRules) -> tuple[str, ...]:
    """How a bot can play at a table with these rules."""
    return (EXACT, SIMPLE, *published_names(rules.book.game))


def bot_name(plays: str, rules: HouseRules, taken: Container[str]) -> str:
    """The name of the next bot that plays like this: `Exact 1~bot`, or a published strategy's name."""
    if plays not in ways_to_play(rules):
        raise RefusedError(Problem(f"a bot plays {', '.join(ways_to_play(rules))}", plays[:40]))
    names = (f"{_TITLES.get(plays, plays)} {number}{BOT}" for number in count(1))
    return next(name for name in names if name not in taken)


def plays(name: str) -> str:
    """How the bot of this name plays."""
    title = name.removesuffix(BOT).rpartition(" ")[0]
    return next((way for way, known in _TITLES.items() if known == title), title)


def chosen_action(asked: Situation, name: str) -> str:
    """What the bot of this name does."""
    return learned(asked.rules, name)(asked)


def learned(rules: HouseRules, name: str) -> Bot:
    """The bot of this name, able to play; solving the game for it may take a while the first time."""
    way = plays(name)
    bot = _READY.get((way, rules.digest))
    if bot is None:
        if len(_READY) >= MOST_READY:
            _READY.clear()
        bot = _READY[way, rules.digest] = _new_bot(way, rules)
    return bot


def _new_bot(way: str, rules: HouseRules) -> Bot:
    if way == EXACT:
        return exact_bot(rules)
    return simple if way == SIMPLE else strategy_bot(published(way), rules)


_READY: Final[dict[tuple[str, str], Bot]] = {}
"""Bots that have learned to play, by how and by whose rules."""
MOST_READY: Final = 32
