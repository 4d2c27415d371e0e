"""What bots wager: the main wagers at their minimum, and side wagers by each bot's own preferences.

Each bot places each side wager in a quarter, a half or three quarters of its rounds. A seed, the round's public
commitment, decides which rounds: anybody can recompute the choice, and it says nothing about the cards. A bot never
makes a wager that the book or the house refuses.
"""

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from pitbook.pit.names import display_name
from pitbook.rulebooks.flow import multiples_of
from pitbook.settlement.wagers import least_amount, placeable, wager_problems
from pitbook.submission import HouseRules

QUARTERS: Final = 4


@lru_cache(maxsize=64)
def least_wagers(rules: HouseRules) -> Mapping[str, int]:
    """Every wager on offer, at the least that the house takes."""
    return {name: least_amount(rules, wager) for name, wager in placeable(rules).items()}


@lru_cache(maxsize=64)
def most_needed(rules: HouseRules) -> int:
    """The most that a seat may have to put up in a round with these wagers."""
    wagers = least_wagers(rules)
    base = wagers.get(rules.book.flow.base, 0)
    most = sum(multiples_of(rules.streets, wager)[1] for wager in rules.book.flow.decided)
    return sum(wagers.values()) + base * most


def bot_wagers(rules: HouseRules, seed: str, name: str) -> dict[str, int]:
    """What the bot of this name wagers in the round of this seed, in cents."""
    least, base = least_wagers(rules), rules.book.flow.base
    equals = {wager.name: wager.equals for wager in rules.wagers}
    chosen = {wager: cents for wager, cents in least.items() if base in (wager, equals[wager])}
    for wager, cents in least.items():
        if wager not in chosen and _likes(seed, name, wager):
            wanted = chosen | {wager: cents}
            chosen = chosen if any(wager_problems(rules, wanted)) else wanted
    return chosen


def _likes(seed: str, name: str, wager: str) -> bool:
    """Whether a bot places a side wager in this round."""
    fondness = 1 + _number(display_name(name), wager) % (QUARTERS - 1)
    return _number(seed, name, wager) % QUARTERS < fondness


def _number(*words: str) -> int:
    return int.from_bytes(hashlib.sha256("\0".join(words).encode()).digest()[:8])
