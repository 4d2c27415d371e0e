"""The exact result of a main game: how many deals end in each outcome, and every figure that follows from it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from pitbook.settlement.compile import MainGame

FOLDED = (0, 0, 0, 0)
"""The outcome of every hand that was folded."""


@dataclass(frozen=True)
class MainResult:
    """Counts of equally likely deals under one strategy. Every figure but the standard deviation is exact."""

    deals: int
    """How many equally likely deals were counted: the denominator of everything. Of hold'em, flop and rest of a board
    are told apart: 1,326 hands x 19,600 flops x 1,081 turns and rivers x 990 hands of the dealer."""
    scale: int
    """Net results are in 1/scale antes."""
    staked: int
    """The antes wagered before the deal."""
    outcomes: dict[tuple[int, int, int, int], int]
    """By the antes wagered at the decision, level of the player's category, whether the dealer qualifies, and
    comparison (0 lose, 1 tie, 2 win): the number of deals. Folded hands are `(0, 0, 0, 0)`."""
    net: dict[int, int]
    """By net result, in 1/scale antes: the number of deals."""
    decisions: dict[str, dict[str, int]]
    """By street and action: the number of deals in which that action is taken there."""

    @property
    def house_edge(self) -> Fraction:
        """What the house wins in the mean, in antes."""
        return Fraction(-self._total(lambda net: net), self.deals * self.scale)

    @property
    def average_wager(self) -> Fraction:
        """All wagers of the main game in the mean, in antes."""
        decided = sum(multiple * deals for (multiple, *_), deals in self.outcomes.items())
        return self.staked + Fraction(decided, self.deals)

    @property
    def element_of_risk(self) -> Fraction:
        """What the house wins of each unit wagered."""
        return self.house_edge / self.average_wager

    @property
    def variance(self) -> Fraction:
        """The variance of the net result, in square antes."""
        return Fraction(self._total(lambda net: net * net), self.deals * self.scale**2) - self.house_edge**2

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the net result, in antes."""
        return sqrt(self.variance)

    @property
    def win_frequency(self) -> Fraction:
        """How often the player ends ahead."""
        return self._frequency(lambda net: net > 0)

    @property
    def push_frequency(self) -> Fraction:
        """How often the player ends even."""
        return self._frequency(lambda net: net == 0)

    @property
    def lose_frequency(self) -> Fraction:
        """How often the player ends behind."""
        return self._frequency(lambda net: net < 0)

    @property
    def hit_frequency(self) -> Fraction:
        """How often the round pays more than it takes: a hit is a round that the player ends ahead."""
        return self.win_frequency

    def as_json(self) -> dict[str, Any]:
        """All of it in JSON types."""
        return {
            "deals": self.deals,
            "scale": self.scale,
            "staked": self.staked,
            "outcomes": [[*outcome, deals] for outcome, deals in self.outcomes.items()],
            "net": list(self.net.items()),
            "decisions": self.decisions,
        }

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> "MainResult":
        """The result again."""
        outcomes = {(a, b, c, d): deals for a, b, c, d, deals in body["outcomes"]}
        return cls(body["deals"], body["scale"], body["staked"], outcomes, dict(body["net"]), body["decisions"])

    def _total(self, of: Callable[[int], int]) -> int:
        return sum(of(net) * deals for net, deals in self.net.items())

    def _frequency(self, counts: Callable[[int], bool]) -> Fraction:
        return Fraction(sum(deals for net, deals in self.net.items() if counts(net)), self.deals)


def net_of(game: MainGame, outcome: tuple[int, int, int, int]) -> int:
    """The net result of an outcome, in 1/scale antes."""
    if outcome == FOLDED:
        return game.fold
    multiple, *group = outcome
    return int(game.fixed[tuple(group)]) + multiple * int(game.decided[tuple(group)])


def main_result(
    game: MainGame,
    outcomes: Mapping[tuple[int, int, int, int], int],
    decisions: dict[str, dict[str, int]],
) -> MainResult:
    """The result that follows from the counts of outcomes: outcomes that never occur are left out."""
    counted = {outcome: deals for outcome, deals in sorted(outcomes.items()) if deals}
    net: dict[int, int] = {}
    for outcome, deals in counted.items():
        amount = net_of(game, outcome)
        net[amount] = net.get(amount, 0) + deals
    return MainResult(sum(counted.values()), game.scale, game.staked, counted, dict(sorted(net.items())), decisions)
