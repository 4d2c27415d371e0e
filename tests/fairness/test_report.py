"""The report holds for the shuffle that deals, and for no shuffle with a fault."""

import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise, permutations, product
from math import factorial, isclose, sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from fairness import controls
from pitbook.fairness import bulk, expected
from pitbook.fairness.report import failures, report
from pitbook.fairness.statistics import CheckOutcome, ShuffleTally, chi_square, outcomes_of
from pitbook.problems import MalformedError

SEED = hashlib.sha256(b"a report that can be repeated").digest()
NAMES = [
    "position",
    "runs",
    "serial correlation",
    "interplay",
    "interplay correlation",
    "overlaps",
    "coupon collector",
    "duplicates",
]


def test_the_shuffle_that_deals_holds() -> None:
    found = report(SEED, 20_000)
    assert [one.name for one in found.outcomes] == NAMES
    assert all(one.p is not None for one in found.outcomes)
    assert found.failed == frozenset()
    assert found.holds
    assert (found.compared, found.differing) == (200, 0)
    again = report(SEED, 20_000)
    assert replace(again, seconds=found.seconds) == found
    assert report(bytes(32), 20_000).outcomes != found.outcomes


@pytest.mark.prove
def test_the_shuffle_that_deals_holds_a_million_times() -> None:
    found = report(SEED, 1_000_000)
    assert found.holds, found.as_json()
    assert (found.compared, found.differing) == (10_000, 0)


CONTROLS: list[tuple[Callable[[int, int], NDArray[np.uint8]], set[str]]] = [
    (controls.naive_swap, {"position"}),
    (controls.modulo_bias, {"position"}),
    (controls.last_card_stays, {"position", "interplay"}),
    (controls.never_stays, {"position"}),
    (controls.few_riffles, {"interplay", "interplay correlation", "overlaps"}),
    (controls.repeating, {"duplicates"}),
    (controls.too_even, {"position", "interplay", "overlaps"}),
]


@pytest.mark.parametrize(("control", "found_by"), CONTROLS, ids=lambda value: getattr(value, "__name__", ""))
def test_a_shuffle_with_a_fault_fails(control: Callable[[int, int], NDArray[np.uint8]], found_by: set[str]) -> None:
    assert found_by <= failures(outcomes_of(control(20_000, 1)))


def test_a_fair_shuffle_from_elsewhere_holds() -> None:
    assert failures(outcomes_of(controls.fair(20_000, 1))) == frozenset()


def test_a_fast_twin_that_differs_from_the_function_that_deals_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "round_id", lambda number: f"other-{number}")
    decks = bulk.shuffled(SEED, 0, 1_000)
    monkeypatch.undo()
    monkeypatch.setattr("pitbook.fairness.report.batches", lambda *_: [(0, decks)])
    found = report(SEED, 1_000)
    assert (found.compared, found.differing, found.failed, found.holds) == (10, 10, frozenset(), False)


@pytest.mark.prove
def test_fair_reports_fail_about_once_in_a_hundred_times() -> None:
    """200 reports of 1,000 shuffles: at most 2 should fail, and 9 would have a probability below 0.0003.

    The p-values themselves are spread evenly: of the 200 of each test, 20 are expected in each tenth.
    """
    outcomes = [outcomes_of(bulk.shuffled(SEED, 1_000 * number, 1_000)) for number in range(200)]
    assert sum(bool(failures(one)) for one in outcomes) < 9
    for place, name in enumerate(NAMES[:6]):
        tenths = Counter(min(9, int(10 * (one[place].p or 0.0))) for one in outcomes)
        # The 99.9 % point of chi-square with 9 degrees is 27.877 in tables.
        assert sum((tenths[tenth] - 20) ** 2 / 20 for tenth in range(10)) < 27.877, name


def test_decks_added_in_parts_count_as_one_row() -> None:
    decks = bulk.shuffled(SEED, 0, 3_000)
    tally = ShuffleTally()
    for part in (decks[:1], decks[1:1_000], decks[1_000:]):
        tally.add(part)
    assert tally.outcomes() == outcomes_of(decks)


def test_holm_compares_each_with_its_own_share() -> None:
    def with_p(*values: float | None) -> list[CheckOutcome]:
        return [CheckOutcome(f"{place}", "", 0.0, None, p) for place, p in enumerate(values)]

    assert failures(with_p(0.003, 0.9, 0.9, 0.9)) == frozenset()  # 0.01 / 4 = 0.0025
    assert failures(with_p(0.9, 0.002, 0.9, 0.9)) == {"1"}
    assert failures(with_p(0.9, 0.002, 0.003, 0.9)) == {"1", "2"}  # 0.01 / 3 = 0.0033
    assert failures(with_p(0.9, 0.002, 0.004, 0.004)) == {"1"}
    assert failures(with_p(0.004, None, None, 0.9)) == {"0"}  # 0.01 / 2: tests without a result don't count
    assert failures([]) == frozenset()


@pytest.mark.parametrize("shuffles", [1, 2, 29, 30, 259, 260, 261])
def test_with_few_shuffles_tests_are_left_out(shuffles: int) -> None:
    found = report(SEED, shuffles)
    told = {one.name: one.p is not None for one in found.outcomes}
    assert told["position"] == (shuffles >= 260)
    assert told["interplay"] == (shuffles >= 261)
    assert told["serial correlation"] == (shuffles >= 30)
    assert not told["coupon collector"]
    assert found.holds


@pytest.mark.parametrize("shuffles", [-1, 0, 100_000_001])
def test_other_numbers_of_shuffles_are_malformed(shuffles: int) -> None:
    with pytest.raises(MalformedError, match="is not a number of shuffles"):
        report(SEED, shuffles)


@pytest.mark.parametrize("card", [0, 52, 255])
def test_lines_that_are_no_decks_are_malformed(card: int) -> None:
    decks = bulk.shuffled(SEED, 0, 10)
    decks[7, np.flatnonzero(decks[7])[0]] = card
    with pytest.raises(MalformedError, match="line 7 of the decks"):
        outcomes_of(decks)


def test_statistics_of_two_decks_by_hand() -> None:
    """The ordered deck and the same turned round: what each tally has to say about them."""
    ordered = np.arange(52, dtype=np.uint8)
    tally = ShuffleTally()
    tally.add(np.stack([ordered, ordered[::-1]]))
    assert tally._rises[[51, 0]].tolist() == [1, 1]
    assert tally._kept.tolist() == [1] + [0] * 51
    assert tally._sums[0] == 2
    squares = sum((2 * value - 51) ** 2 for value in range(52))
    assert tally._sums[2] == -squares
    serial = sum((2 * value - 51) * (2 * (value + 1) - 51) for value in range(51)) - 51 * 51
    assert tally._sums[1] == 2 * serial
    assert (tally._moves == np.eye(52)[::-1]).all()
    tally.add(ordered[::-1].reshape(1, 52))
    assert tally._kept[51] == 1
    assert tally._duplicates(3).statistic == 1


def test_distributions_of_small_decks_by_counting() -> None:
    for size in range(1, 7):
        orders = list(permutations(range(size)))
        rises = Counter(sum(b > a for a, b in pairwise(order)) for order in orders)
        kept = Counter(sum(b == a + 1 for a, b in pairwise(order)) for order in orders)
        assert expected.rises(size) == tuple(rises[k] / factorial(size) for k in range(size))
        assert expected.kept_neighbours(size) == tuple(kept[k] / factorial(size) for k in range(size))
    for draws in range(1, 8):
        complete = sum(len(set(row)) == 3 and len(set(row[:-1])) < 3 for row in product(range(3), repeat=draws))
        assert isclose(expected.draws_to_see_all(3, 10)[draws], complete / 3**draws, abs_tol=1e-12)


def test_distributions_of_52_cards_have_the_known_means() -> None:
    for probabilities, mean in (
        (expected.rises(52), 51 / 2),
        (expected.kept_neighbours(52), 51 / 52),
        (expected.draws_to_see_all(52, 2_000), 52 * sum(1 / k for k in range(1, 53))),
    ):
        assert isclose(sum(probabilities), 1, abs_tol=1e-12)
        assert isclose(sum(k * p for k, p in enumerate(probabilities)), mean, rel_tol=1e-9)


def test_mean_and_variance_of_the_sums_by_counting() -> None:
    """The formulas of the serial and the interplay sum, for all orders of seven cards in place of 52."""
    size = 7
    values = [2 * value - (size - 1) for value in range(size)]
    squares, fourths = sum(v**2 for v in values), sum(v**4 for v in values)
    around = [sum(a * b for a, b in zip(order, order[1:] + order[:1], strict=True)) for order in permutations(values)]
    mean = -squares / (size - 1)
    variance = (squares**2 - fourths) / (size - 1)
    variance += (squares**2 - 2 * fourths) / ((size - 1) * (size - 2)) - mean**2
    assert isclose(np.mean(around), mean)
    assert isclose(np.var(around), variance)
    across = [sum(a * b for a, b in zip(order, values, strict=True)) for order in permutations(values)]
    assert np.mean(across) == 0
    assert isclose(np.var(across), squares**2 / (size - 1))
    decks = np.array([[*range(52)]] * 30, np.uint8)
    serial = outcomes_of(decks)[2].statistic
    total = sum((2 * k - 51) * (2 * ((k + 1) % 52) - 51) for k in range(52))
    squares = sum((2 * k - 51) ** 2 for k in range(52))
    fourths = sum((2 * k - 51) ** 4 for k in range(52))
    spread = (squares**2 - fourths) / 51 + (squares**2 - 2 * fourths) / (51 * 50) - (squares / 51) ** 2
    assert isclose(serial, 30 * (total + squares / 51) / sqrt(30 * spread))


def test_classes_with_few_expected_cases_are_joined() -> None:
    # 20 cases: expected 1, 4, 10, 4, 1 become 5 and 10 and, with what is left at the end joined to it, 15.
    statistic, degrees = chi_square([3, 4, 8, 3, 2], [0.05, 0.2, 0.5, 0.2, 0.05])
    assert degrees == 2
    assert isclose(statistic, (7 - 5) ** 2 / 5 + (8 - 10) ** 2 / 10 + (5 - 5) ** 2 / 5)
    assert chi_square([1, 1], [0.5, 0.5]) == (0, 0)
