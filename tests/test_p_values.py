"""Tail probabilities against printed tables and exact sums."""

from decimal import Decimal, localcontext
from math import exp, isclose

import pytest

from pitbook.p_values import chi_square_tails, chi_square_two_sided, normal_two_sided, poisson_at_least

# Upper critical values of chi-square as tables print them: degrees, probability, value.
TABLE = [
    (1, 0.05, 3.841), (1, 0.01, 6.635), (1, 0.001, 10.828), (2, 0.05, 5.991), (2, 0.01, 9.210), (3, 0.05, 7.815),
    (5, 0.01, 15.086), (10, 0.95, 3.940), (10, 0.05, 18.307), (10, 0.01, 23.209), (20, 0.99, 8.260), (20, 0.05, 31.410),
    (30, 0.05, 43.773), (30, 0.001, 59.703), (50, 0.01, 76.154), (100, 0.95, 77.929), (100, 0.05, 124.342),
    (100, 0.01, 135.807),
]  # fmt: skip


@pytest.mark.parametrize(("degrees", "probability", "value"), TABLE)
def test_chi_square_of_the_tables(degrees: int, probability: float, value: float) -> None:
    # Between the values half a unit in the last printed place away.
    assert chi_square_tails(value + 0.0005, degrees)[1] < probability < chi_square_tails(value - 0.0005, degrees)[1]


def test_normal_of_the_tables() -> None:
    for z, tail in ((1.959964, 0.05), (2.575829, 0.01), (3.290527, 0.001), (4.891638, 1e-6)):
        assert isclose(normal_two_sided(z), tail, rel_tol=1e-5)
        assert normal_two_sided(-z) == normal_two_sided(z)
    assert normal_two_sided(0) == 1


def _exact_tails(statistic: int, degrees: int) -> tuple[float, float]:
    """For even degrees the upper tail is a finite sum: exp(-x) (1 + x + ... + x^(a-1) / (a-1)!)."""
    with localcontext() as precise:
        precise.prec = 700
        x = Decimal(statistic) / 2
        term = total = Decimal(1)
        for k in range(1, degrees // 2):
            term *= x / k
            total += term
        upper = total * (-x).exp()
        return float(1 - upper), float(upper)


@pytest.mark.parametrize("degrees", [2, 4, 10, 100, 2600, 10_000])
@pytest.mark.parametrize("percent", [1, 50, 90, 97, 100, 101, 103, 110, 150])
def test_chi_square_is_precise_to_ten_digits(degrees: int, percent: int) -> None:
    statistic = degrees * percent // 100
    for tail, exact in zip(chi_square_tails(statistic, degrees), _exact_tails(statistic, degrees), strict=True):
        assert isclose(tail, exact, rel_tol=1e-10, abs_tol=1e-300)


def test_far_tails_keep_their_precision() -> None:
    for statistic in (3_000, 4_000, 6_000):
        assert isclose(chi_square_tails(statistic, 2600)[1], _exact_tails(statistic, 2600)[1], rel_tol=1e-10)
    assert chi_square_tails(50_000, 2600)[1] == 0
    assert chi_square_tails(0, 5) == (0, 1)


def test_two_sides_are_twice_the_smaller_tail() -> None:
    assert isclose(chi_square_two_sided(9.210340371976184, 2), 0.02, rel_tol=1e-12)  # exp(-x / 2) = 1 %
    assert isclose(chi_square_two_sided(0.020100671707002873, 2), 0.02, rel_tol=1e-12)  # 1 - exp(-x / 2) = 1 %


def test_poisson() -> None:
    assert poisson_at_least(0, 0.3) == 1
    assert isclose(poisson_at_least(1, 1e-9), 1e-9, rel_tol=1e-8)
    assert isclose(poisson_at_least(2, 3.0), 1 - 4 * exp(-3), rel_tol=1e-12)
    assert poisson_at_least(1, 0) == 0
