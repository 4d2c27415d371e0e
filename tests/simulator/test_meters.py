"""Meters move exactly: contributions, shares, resets, limits and overflow, against the plain sums of fractions."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from pitbook.simulator.meters import UNIT, Hits, MeterCourse
from pitbook.simulator.totals import Shifts, amount_of, bin_of
from pitbook.submission import HouseRules, load_target


def _rules(limit: int | None) -> HouseRules:
    rules = load_target("md-heads-up-holdem")
    terms = replace(rules.meters["progressive"], initial=500_000, reset=500_000, rate=Fraction(13, 100), limit=limit)
    return replace(rules, meters={"progressive": terms})


@pytest.mark.parametrize("limit", [None, 500_100, 503_000])
def test_a_course_is_what_round_after_round_gives(limit: int | None) -> None:
    rng = random.Random(limit)
    course = MeterCourse(_rules(limit), 600)
    level, overflow, levels, paid = Fraction(5000), Fraction(0), Fraction(0), 0
    each, top = Fraction(600 * 13, 100 * 100), None if limit is None else Fraction(limit, 100)
    for number in range(2_000):
        before = level
        level = level + each if top is None else max(before, min(top, level + each))
        overflow += before + each - level
        levels += level
        share = rng.choice([None] * 60 + [Fraction(1, 10), Fraction(1)])
        if share:
            course.advance(number + 1)
            cents = course.award(number, "hand", "progressive", share)
            assert cents == -(-level * share * 100 // 1)
            paid += cents
            overflow -= min(overflow, Fraction(5000)) if share == 1 else 0
            level = Fraction(5000) if share == 1 else level - level * share
    course.advance(2_000)
    assert course.meters.readings()["progressive"] == level
    assert Fraction(course.meters.overflow["progressive"], UNIT) == overflow
    assert Fraction(course.level_sums["progressive"], UNIT) == levels
    assert course.contributed["progressive"] == 2_000 * each * UNIT
    assert course.hits["progressive", "hand"].cents == paid
    assert (
        course.initial["progressive"] + course.contributed["progressive"] + course.seeded["progressive"]
        == course.paid["progressive"] + course.meters.level["progressive"] + course.meters.overflow["progressive"]
    )


def test_time_between_hits() -> None:
    hits = Hits()
    assert hits.mean_gap is None
    for number in (10, 10, 40, 90):
        hits.add(number, 5)
    assert (hits.count, hits.cents, hits.shortest, hits.longest) == (4, 20, 0, 50)
    assert hits.mean_gap == pytest.approx(80 / 3)


@pytest.mark.parametrize("amount", [0, 1, -1, 511, 1023, 1024, 5_000, -123_456, 987_654_321, -(10**15)])
def test_bins_are_narrow_and_keep_their_order(amount: int) -> None:
    assert abs(amount_of(bin_of(amount)) - amount) <= abs(amount) / 1024
    assert bin_of(amount) <= bin_of(amount + 1) <= bin_of(2 * amount + 3 if amount > 0 else amount // 2 + 3)


def test_quantiles_of_shifts() -> None:
    shifts = Shifts()
    assert shifts.quantile(0.5) is None
    shifts.add(list(range(-50, 51)))
    shifts.add([])
    assert (shifts.count, shifts.total, shifts.least, shifts.most, shifts.losing) == (101, 0, -50, 50, 50)
    assert [shifts.quantile(part) for part in (0.01, 0.5, 0.99)] == [-49, 0, 49]
    shifts.add([7])
    assert shifts.count == 102
