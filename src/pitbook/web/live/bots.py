"""Bots of the house: their names say how they play, so a restarted server recognises them."""

from collections.abc import Iterable
from typing import Final

from pitbook.coach.bots import exact_bot, strategy_bot
from pitbook.odds.families.counted import is_judged
from pitbook.pit import Bot, simple
from pitbook.pit.bots import Situation
from pitbook.pit.names import BOT, MARK, display_name
from pitbook.problems import Problem, RefusedError
from pitbook.rulebooks.actions import Action
from pitbook.strategy import published
from pitbook.strategy.published import published_names
from pitbook.submission import HouseRules

EXACT, SIMPLE = "exact", "simple"
NAMES: Final = (
    *("Ada", "Ben", "Clara", "Dev", "Elena", "Felix", "Grace", "Hugo", "Iris", "Jonas", "Keiko", "Leo"),
    *("Mira", "Nils", "Olga", "Pablo", "Quinn", "Rosa", "Sam", "Tess", "Umar", "Vera", "Wes", "Yara"),
)
"""More names than a table has positions."""


def ways_to_play(rules: HouseRules) -> tuple[str, ...]:
    """How a bot can play at a table with these rules."""
    solved = (EXACT,) if is_judged(rules) else ()
    return (*solved, SIMPLE, *published_names(rules))


def bot_name(plays: str, rules: HouseRules, taken: Iterable[str]) -> str:
    """The name of the next bot that plays like this, unlike every name at the table: `Ada~exact~bot`."""
    if plays not in ways_to_play(rules):
        raise RefusedError(Problem(f"a bot plays {', '.join(ways_to_play(rules))}", plays[:40]))
    known = {display_name(name) for name in taken}
    return next(f"{name}{MARK}{plays}{BOT}" for name in NAMES if name not in known)


def plays(name: str) -> str:
    """How the bot of this name plays."""
    return name.removesuffix(BOT).partition(MARK)[2]


def chosen_action(asked: Situation, name: str) -> Action:
    """What the bot of this name does."""
    return learned(asked.rules, name)(asked)


def learned(rules: HouseRules, name: str) -> Bot:
    """The bot of this name, ready to play; the first time, solving the game may take a while."""
    way = plays(name)
    bot = _READY.get((way, rules.digest))
    if bot is None:
        if len(_READY) >= MAX_READY:
            _READY.clear()
        bot = _READY[way, rules.digest] = _new_bot(way, rules)
    return bot


def _new_bot(way: str, rules: HouseRules) -> Bot:
    if way == EXACT:
        return exact_bot(rules)
    return simple if way == SIMPLE else strategy_bot(published(way), rules)


_READY: Final[dict[tuple[str, str], Bot]] = {}
"""Bots that are ready to play, by how they play and by the digest of the house rules."""
MAX_READY: Final = 32
