"""How far results differ from what is expected: the volatility index and the confidence bands of the return.

After n rounds the return lies, with a given confidence, within z times the standard deviation over the root of n of
what is expected; z is the two-sided quantile of the normal distribution.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Final

ROUNDS: Final = tuple(10**power for power in range(3, 9))
LEVELS: Final = (Fraction(95, 100), Fraction(99, 100))
VOLATILITY_LEVEL: Final = Fraction(90, 100)
"""The volatility index is half the width of the band with this confidence after one round, as on sheets of slots."""


@dataclass(frozen=True)
class Band:
    """The range of the return after a number of rounds, with a given confidence."""

    rounds: int
    level: Fraction
    half: float
    low: float
    high: float


def quantile(level: Fraction) -> float:
    """How many standard deviations on either side contain this part of a normal distribution."""
    return NormalDist().inv_cdf((1 + float(level)) / 2)


def volatility_index(deviation: float) -> float:
    """The standard deviation times the quantile of 90 %, which is 1.645."""
    return quantile(VOLATILITY_LEVEL) * deviation


def bands(mean: Fraction, deviation: float, rounds: Sequence[int] = ROUNDS) -> tuple[Band, ...]:
    """The bands around a mean return for every number of rounds and every level."""
    found = []
    for count in rounds:
        for level in LEVELS:
            half = quantile(level) * deviation / sqrt(count)
            found.append(Band(count, level, half, float(mean) - half, float(mean) + half))
    return tuple(found)
