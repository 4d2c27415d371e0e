"""The figures that are published for the games of Pitbook's own books, to the digits printed."""

from fractions import Fraction

import pytest

from oracle.house_paytables import RIDE, THREE, ULTIMATE
from pitbook.odds.families.main_result import MainResult
from pitbook.odds.solution import solve, solve_main
from pitbook.odds.strategies import evaluate
from pitbook.strategy import published, short_names
from pitbook.submission import load_target


def _result(book: str, *tables: tuple[str, str]) -> MainResult:
    found = solve_main(load_target(book, list(tables))).result
    assert found is not None
    return found


def _percent(value: Fraction, digits: int) -> str:
    return f"{float(100 * value):.{digits}f}"


def test_ultimate_texas_holdem() -> None:
    result = _result(ULTIMATE)
    assert _percent(result.house_edge, 3) == "2.185"
    assert _percent(result.element_of_risk, 3) == "0.526"


def test_three_card_poker() -> None:
    result = _result(THREE)
    assert _percent(result.house_edge, 4) == "3.3730"
    assert f"{result.standard_deviation:.4f}" == "1.6393"
    assert _percent(result.element_of_risk, 2) == "2.01"


def test_let_it_ride() -> None:
    result = _result(RIDE)
    assert _percent(result.house_edge, 3) == "3.506"
    assert _percent(result.element_of_risk, 2) == "2.86"
    assert _percent(Fraction(result.decisions["first"]["ride"], result.deals), 6) == "7.276018"
    assert _percent(_result(RIDE, ("bets", "B")).house_edge, 3) == "3.737"


@pytest.mark.parametrize(
    ("book", "kind", "table", "edge"),
    [
        (THREE, "pair_plus", "A", "2.32"),
        (THREE, "pair_plus", "B", "7.28"),
        (THREE, "six_card_bonus", "D", "10.22"),
        (RIDE, "three_card_bonus", "A", "7.28"),
    ],
)
def test_side_wagers(book: str, kind: str, table: str, edge: str) -> None:
    """The six card bonus is quoted as 10.23 %; it is 2,081,616 of 20,358,520, which is 10.2248 %."""
    found = solve(load_target(book, [(kind, table)])).wagers[kind]
    assert _percent(found.house_edge, 2) == edge


@pytest.mark.parametrize(("book", "name"), [(THREE, "simple"), (RIDE, "basic")])
def test_the_well_known_strategies_are_the_best_ones(book: str, name: str) -> None:
    """Queen, six, four or better; and that of Let It Ride, without the situations in which nothing is gained."""
    rules = load_target(book)
    by_hand = evaluate(rules, published(short_names(rules)[name]), use_stored=False)
    assert by_hand.house_edge == _result(book).house_edge
    assert by_hand.average_wager == _result(book).average_wager
