"""The exact result of a main game: how many deals end in each outcome, and every figure that follows from it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, Final, NamedTuple

from pitbook.settlement.compile import MainGame

_NOBODY: Final = -1


class End(NamedTuple):
    """How a round of the main game can end."""

    stakes: tuple[int, ...]
    """The antes on each wager that the decisions make or withdraw."""
    level: int
    """The pay class of the player's hand."""
    qualifies: int
    """Whether the dealer qualifies: 0 or 1."""
    comparison: int
    """0 lose, 1 tie, 2 win."""

    @property
    def folded(self) -> bool:
        """Whether the hand was folded; then its class no longer matters."""
        return self.level == _NOBODY


def folded_with(stakes: tuple[int, ...]) -> End:
    """The end of a hand that was folded with these stakes on the wagers of earlier decisions."""
    return End(stakes, _NOBODY, 0, 0)


FOLDED: Final = folded_with((0,))
"""The end of every folded hand in games whose decisions make only one wager."""


@dataclass(frozen=True)
class MainResult:
    """Counts of equally likely deals under one strategy. Every figure but the standard deviation is exact."""

    deals: int
    """How many equally likely deals were counted: the denominator of everything. In hold'em the flop is told apart from
    the rest of the board: 1,326 hands x 19,600 flops x 1,081 turns and rivers x 990 hands of the dealer."""
    scale: int
    """Net results are in 1/scale antes."""
    staked: int
    """The antes wagered before the deal."""
    outcomes: dict[End, int]
    """The number of deals that end in each way."""
    net: dict[int, int]
    """By net result, in 1/scale antes: the number of deals."""
    decisions: dict[str, dict[str, int]]
    """By street and action: the number of deals in which that action is taken there."""

    @property
    def house_edge(self) -> Fraction:
        """The average win of the house, in antes."""
        return Fraction(-self._total(lambda net: net), self.deals * self.scale)

    @property
    def average_wager(self) -> Fraction:
        """The average of all wagers of the main game together, in antes."""
        decided = sum(sum(ended.stakes) * deals for ended, deals in self.outcomes.items())
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
        """How often the player ends a round ahead, which is a hit."""
        return self.win_frequency

    def as_json(self) -> dict[str, Any]:
        """The result in JSON types."""
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
        """The result that `as_json` wrote."""
        outcomes = {End(tuple(stakes), *rest): deals for stakes, *rest, deals in body["outcomes"]}
        return cls(body["deals"], body["scale"], body["staked"], outcomes, dict(body["net"]), body["decisions"])

    def _total(self, of: Callable[[int], int]) -> int:
        return sum(of(net) * deals for net, deals in self.net.items())

    def _frequency(self, counts: Callable[[int], bool]) -> Fraction:
        return Fraction(sum(deals for net, deals in self.net.items() if counts(net)), self.deals)


def net_of(game: MainGame, ended: End) -> int:
    """The net result of an ending, in 1/scale antes."""
    stakes, *group = ended
    if ended.folded:
        return game.fold + sum(stake * net for stake, net in zip(stakes, game.fold_per_unit, strict=True))
    place = tuple(group)
    return int(game.fixed[place]) + sum(
        stake * int(nets[place]) for stake, nets in zip(stakes, game.per_unit, strict=True)
    )


def main_result(
    game: MainGame,
    outcomes: Mapping[End, int],
    decisions: dict[str, dict[str, int]],
) -> MainResult:
    """The result that follows from the counts of outcomes: outcomes that never occur are left out."""
    counted = {outcome: deals for outcome, deals in sorted(outcomes.items()) if deals}
    net: dict[int, int] = {}
    for outcome, deals in counted.items():
        amount = net_of(game, outcome)
        net[amount] = net.get(amount, 0) + deals
    return MainResult(sum(counted.values()), game.scale, game.staked, counted, dict(sorted(net.items())), decisions)
