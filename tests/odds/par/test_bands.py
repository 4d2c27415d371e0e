"""Volatility index and confidence bands, by hand for one case."""

from fractions import Fraction

import pytest

from pitbook.odds.paper.par.spread import LEVELS, ROUNDS, bands, quantile, volatility_index


def test_quantiles_of_the_normal_distribution() -> None:
    """From any printed table: 1.6449, 1.9600 and 2.5758."""
    assert quantile(Fraction(90, 100)) == pytest.approx(1.6448536, abs=1e-7)
    assert quantile(Fraction(95, 100)) == pytest.approx(1.9599640, abs=1e-7)
    assert quantile(Fraction(99, 100)) == pytest.approx(2.5758293, abs=1e-7)


def test_the_volatility_index_is_the_90_percent_quantile_times_the_deviation() -> None:
    assert volatility_index(2.0) == pytest.approx(2 * 1.6448536, abs=1e-6)


def test_bands_by_hand() -> None:
    """A return of 97 % and a deviation of 2: after 10,000 rounds 1.96 x 2 / 100 = 3.92 % on either side."""
    found = {(band.rounds, band.level): band for band in bands(Fraction(97, 100), 2.0)}
    assert [rounds for rounds, _ in found] == [rounds for rounds in ROUNDS for _ in LEVELS]
    assert ROUNDS == (1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000)
    band = found[10_000, Fraction(95, 100)]
    assert band.half == pytest.approx(0.0391993, abs=1e-7)
    assert (band.low, band.high) == pytest.approx((0.9308007, 1.0091993), abs=1e-7)
    assert found[1_000_000, Fraction(99, 100)].half == pytest.approx(0.0051517, abs=1e-7)
