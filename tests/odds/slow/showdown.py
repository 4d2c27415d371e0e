"""What can come of a showdown: the player's hand against every hand that the dealer may hold."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from pitbook.settlement.compile import MainGame

from .cards import Ranking

LOSE, TIE, WIN = 0, 1, 2


class Showdown(NamedTuple):
    """The player's category, and how many dealer hands there are of each category with each comparison."""

    mine: str
    against: tuple[tuple[str, int, int], ...]
    """Category of the dealer's hand, the comparison as the player sees it, number of dealer hands."""


def showdown(ranking: Ranking, mine: int, theirs: Iterable[int]) -> Showdown:
    """The player's strength against each of the dealer's possible strengths, all equally likely."""
    found: Counter[tuple[str, int]] = Counter()
    for strength, times in Counter(theirs).items():
        comparison = WIN if mine > strength else TIE if mine == strength else LOSE
        found[ranking.category[strength], comparison] += times
    against = tuple((category, comparison, times) for (category, comparison), times in found.items())
    return Showdown(ranking.category[mine], against)


class Totals(NamedTuple):
    """Sums over a number of equally likely deals."""

    deals: int
    fixed: int
    """The net of what was wagered before the deal, if the player stays in."""
    decided: int
    """The net of each ante's worth of the wager that is decided on."""


class Money:
    """The game's amounts, looked up by the names of the hands."""

    def __init__(self, game: MainGame) -> None:
        """Read the game's arrays."""
        self._level = {name: level for level, name in enumerate(game.names)}
        self._least = int(game.class_of[game.qualifying])
        self._fixed: list[list[list[int]]] = game.fixed.tolist()
        self._decided: list[list[list[int]]] = game.decided.tolist()

    def totals(self, outcome: Showdown) -> Totals:
        """The dealer qualifies with the least category named or any higher one; the rest is in the arrays."""
        deals = fixed = decided = 0
        level = self._level[outcome.mine]
        for category, comparison, times in outcome.against:
            qualifies = 1 if self._level[category] >= self._least else 0
            deals += times
            fixed += times * self._fixed[level][qualifies][comparison]
            decided += times * self._decided[level][qualifies][comparison]
        return Totals(deals, fixed, decided)
