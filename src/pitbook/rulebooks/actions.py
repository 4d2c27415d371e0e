"""What a player does at a decision, named after the book's wagers. Only this module parses and prints actions."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from pitbook.problems import MalformedError, Problem

FOLD: Final = "fold"
CHECK: Final = "check"
WITHDRAW: Final = "withdraw"
MOST, LEAST = "most", "least"
_WITHDRAWS: Final = f"{WITHDRAW}_"
_NAME: Final = re.compile(rf"(?P<verb>[a-z][a-z0-9_]*?)(?:_(?P<times>[1-9][0-9]?|{MOST}|{LEAST}))?")


def withdrawal_of(wager: str) -> str:
    """The verb that takes this wager back."""
    return f"{_WITHDRAWS}{wager}"


def is_withdrawal(verb: str) -> bool:
    """Whether this verb takes a wager back."""
    return verb.startswith(_WITHDRAWS)


@dataclass(frozen=True, slots=True)
class Action:
    """What a player does: a verb of the book and, for a wager, a multiple of the base or the most or least allowed."""

    verb: str
    """`fold`, the book's word for waiting, the name of a wager, or `withdraw_` and the name of one."""
    multiple: int | str | None = None
    """The multiple of the base; None if nothing is wagered, or if an amount is given instead."""

    @staticmethod
    @lru_cache(maxsize=1024)
    def parse(text: str) -> "Action":
        """An action from its name, such as `raise_3`, `check` or `withdraw_bet_1`."""
        found = _NAME.fullmatch(text)
        if found is None:
            raise MalformedError(Problem(f"{text[:40]!r} is not the name of an action, such as {FOLD}", text[:40]))
        if is_withdrawal(text) or found["times"] is None:
            return Action(text)
        times = found["times"]
        return Action(found["verb"], int(times) if times.isdecimal() else times)

    @property
    def withdraws(self) -> bool:
        """Whether it takes a wager back."""
        return self.verb.startswith(_WITHDRAWS)

    @property
    def name(self) -> str:
        """The action in JSON and files: `raise_3`, `withdraw_bet_1`."""
        return self.verb if self.multiple is None else f"{self.verb}_{self.multiple}"

    @property
    def words(self) -> str:
        """The action as people read it: "raise 3x", "play the most", "withdraw bet 1"."""
        return f"{_spaced(self.verb)}{self._times}"

    @property
    def label(self) -> str:
        """The same with a capital, for buttons and the start of a line."""
        words = self.words
        return words[:1].upper() + words[1:]

    @property
    def doing(self) -> str:
        """The action as a gerund: "raising 3x", "checking"."""
        first, _, rest = _spaced(self.verb).partition(" ")
        return f"{first.removesuffix('e')}ing{f' {rest}' if rest else ''}{self._times}"

    @property
    def _times(self) -> str:
        if self.multiple is None:
            return ""
        return f" {self.multiple}x" if isinstance(self.multiple, int) else f" the {self.multiple}"


def _spaced(name: str) -> str:
    return name.replace("_", " ")
