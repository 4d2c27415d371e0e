"""The numbers of one house's game: what its family counts under a strategy, and its side wagers."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitbook.odds.families.main_result import MainResult
from pitbook.odds.side import side_counts
from pitbook.odds.solution import solve_main
from pitbook.odds.strategies import evaluate, policy_of, strategy_named
from pitbook.odds.wagers import WagerResult, wager_result
from pitbook.progress import Progress
from pitbook.strategy import Strategy
from pitbook.submission import HouseRules


@dataclass(frozen=True)
class Numbers:
    """The numbers that are needed to play whole rounds of a game; a strategy of None is the exact one."""

    rules: HouseRules

    def strategy(self, name: str) -> Strategy | None:
        """A strategy by its published name, or by its file."""
        return strategy_named(self.rules, name)

    def policy(self, strategy: Strategy | None, progress: Progress | None = None) -> Any:
        """A strategy's decisions, in the family's own form."""
        if strategy is not None:
            return policy_of(self.rules, strategy)
        return solve_main(self.rules, progress=progress).policy

    def result(self, strategy: Strategy | None, progress: Progress | None = None) -> MainResult:
        """The exact result of the main game under a strategy, counted now or before."""
        if strategy is not None:
            return evaluate(self.rules, strategy, progress=progress)
        found = solve_main(self.rules, progress=progress).result
        if found is None:
            raise ValueError("a game is solved with its distribution")
        return found

    def side(self, wager: str, stake: Fraction, meters: Mapping[str, Fraction]) -> WagerResult:
        """A side wager at a stake and at readings of the meters, both in dollars."""
        return wager_result(self.rules, wager, stake, meters)

    def chances(self, hand: str) -> dict[str | None, Fraction]:
        """How likely each name of a hand is, finest first; last, how likely it is that the hand has none."""
        counts = side_counts(self.rules.book, hand)
        total = sum(counts.values())
        return {name: Fraction(combinations, total) for name, combinations in counts.items()}
