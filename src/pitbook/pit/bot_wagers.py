"""What the house's bots wager: the main wagers at their least, and side wagers as each of them likes.

A bot is fond of each side wager to its own degree: it places it in a quarter, a half or three quarters of its rounds.
Which rounds those are follows from a seed, the round's public commitment: the mix is the same whoever works it out
again, and says nothing about the cards. What book and house refuse, a bot does not wager.
"""

import hashlib
from typing import Final

from pitbook.pit.host import least_wagers
from pitbook.pit.names import display_name
from pitbook.settlement.wagers import wager_problems
from pitbook.submission import HouseRules

QUARTERS: Final = 4


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
