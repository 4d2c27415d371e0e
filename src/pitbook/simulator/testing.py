"""Estimates with their intervals, and tests of counts against exact probabilities."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Final

from pitbook.json_types import JsonObject
from pitbook.p_values import chi_square_tails

LEVELS: Final = (0.95, 0.99)
LEAST_EXPECTED: Final = 5
"""A chi-square needs this many expected cases in each class; classes with fewer are joined."""


def quantile(level: float) -> float:
    """How many standard deviations on either side contain this part of a normal distribution."""
    return NormalDist().inv_cdf((1 + level) / 2)


@dataclass(frozen=True)
class Estimate:
    """A figure with its standard error."""

    value: float
    error: float

    def interval(self, level: float) -> tuple[float, float]:
        """Where the true figure lies, with this confidence."""
        half = quantile(level) * self.error
        return self.value - half, self.value + half

    def z(self, exact: float) -> float | None:
        """How many standard errors the figure is above an exact one."""
        return (self.value - exact) / self.error if self.error else None

    def as_json(self) -> JsonObject:
        """The figure and its intervals."""
        return {
            "value": self.value,
            "standard_error": self.error,
            "interval_95": list(self.interval(LEVELS[0])),
            "interval_99": list(self.interval(LEVELS[1])),
        }


@dataclass(frozen=True)
class ChiSquare:
    """Counts against probabilities: the statistic, its degrees of freedom, and how likely it is at least that large."""

    statistic: float
    degrees: int
    p: float

    def as_json(self) -> JsonObject:
        """The test as a document."""
        return {"statistic": self.statistic, "degrees": self.degrees, "p": self.p}


def chi_square(observed: Sequence[int], probabilities: Sequence[float]) -> ChiSquare | None:
    """The test of counts against probabilities that add up to one; None if all rounds fall into one class."""
    rounds = sum(observed)
    classes = sorted(zip(probabilities, observed, strict=True))
    joined: list[list[float]] = []
    for probability, count in classes:
        if joined and joined[-1][0] < LEAST_EXPECTED:
            joined[-1][0] += probability * rounds
            joined[-1][1] += count
        else:
            joined.append([probability * rounds, count])
    if len(joined) > 1 and joined[-1][0] < LEAST_EXPECTED:
        last = joined.pop()
        joined[-1] = [joined[-1][0] + last[0], joined[-1][1] + last[1]]
    if len(joined) < 2:
        return None
    statistic = sum((count - expected) ** 2 / expected for expected, count in joined)
    return ChiSquare(statistic, len(joined) - 1, chi_square_tails(statistic, len(joined) - 1)[1])


def count_z(count: int, rounds: int, probability: float) -> float | None:
    """How many standard deviations a count is above its expectation."""
    spread = sqrt(rounds * probability * (1 - probability))
    return (count - rounds * probability) / spread if spread else None


def largest_z(counts: Sequence[int], rounds: int, probabilities: Sequence[float] | None) -> float | None:
    """The `count_z` furthest from zero, of counts over the same number of rounds; None if none is known."""
    if probabilities is None:
        return None
    scores = [count_z(count, rounds, chance) for count, chance in zip(counts, probabilities, strict=True)]
    return max((score for score in scores if score is not None), key=abs, default=None)


def proportion_interval(count: int, trials: int, level: float) -> tuple[float, float]:
    """Wilson's interval of a proportion."""
    z = quantile(level)
    share, weight = count / trials, z * z / trials
    middle = (share + weight / 2) / (1 + weight)
    half = z * sqrt(share * (1 - share) / trials + weight / (4 * trials)) / (1 + weight)
    return max(0.0, middle - half), min(1.0, middle + half)
