"""Tail probabilities of the normal and the chi-square distribution.

Relative precision is 1e-10 or better for chi-squares of up to 10,000 degrees and tails down to 1e-300.
"""

from math import erfc, exp, lgamma, log, sqrt
from typing import Final

_PRECISION: Final = 1e-15
_TINY: Final = 1e-300
_MOST_TERMS: Final = 100_000


def normal_two_sided(z: float) -> float:
    """The probability that a standard normal number lies at least as far from zero."""
    return erfc(abs(z) / sqrt(2))


def chi_square_tails(statistic: float, degrees: int) -> tuple[float, float]:
    """The probabilities that a chi-square with these degrees of freedom is at most, and at least, the statistic."""
    return _gamma_tails(degrees / 2, statistic / 2)


def chi_square_two_sided(statistic: float, degrees: int) -> float:
    """Twice the smaller tail: agreement that is too good to be chance is as suspicious as too little."""
    return min(1.0, 2 * min(chi_square_tails(statistic, degrees)))


def poisson_at_least(count: int, mean: float) -> float:
    """The probability that a Poisson variable of this mean is at least `count`."""
    return 1.0 if count == 0 else _gamma_tails(count, mean)[0]


def _gamma_tails(a: float, x: float) -> tuple[float, float]:
    """The regularised incomplete gamma functions P(a, x) and Q(a, x): a series on the left, a fraction on the right."""
    if x <= 0:
        return 0.0, 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        lower = scale * _series(a, x)
        return lower, 1 - lower
    upper = scale * _fraction(a, x)
    return 1 - upper, upper


def _series(a: float, x: float) -> float:
    """The sum over n of x^n / (a (a + 1) … (a + n))."""
    total = term = 1 / a
    for n in range(1, _MOST_TERMS):
        term *= x / (a + n)
        total += term
        if term < total * _PRECISION:
            break
    return total


def _fraction(a: float, x: float) -> float:
    """The continued fraction 1 / (x + 1 - a - 1 (1 - a) / (x + 3 - a - …)), by Lentz's method."""
    b = x + 1 - a
    c = 1 / _TINY
    d = 1 / b
    result = d
    for n in range(1, _MOST_TERMS):
        factor = -n * (n - a)
        b += 2
        d = 1 / (factor * d + b or _TINY)
        c = b + factor / c or _TINY
        result *= c * d
        if abs(c * d - 1) < _PRECISION:
            break
    return result
