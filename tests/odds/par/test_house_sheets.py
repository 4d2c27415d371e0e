"""PAR sheets of Pitbook's own books: figures of the solution, counted in the game's own wager."""

import re
from fractions import Fraction

import pytest

from odds.par.sheets import card, result, sheet, solution
from pitbook.odds.paper.par.build import deals_in_words
from pitbook.odds.paper.par.html import html_page


@pytest.mark.parametrize(
    ("target", "unit", "words"),
    [
        ("three-card-poker", "ante", "22,100 hands of the player × 18,424 hands of the dealer"),
        ("let-it-ride", "bet", "22,100 hands of the player × 49 community cards × 48 further community cards"),
    ],
)
def test_the_main_figures_stand_there_in_the_games_own_wager(target: str, unit: str, words: str) -> None:
    assert deals_in_words(solution(target).rules.book) == (words, result(target).deals)
    page = html_page(sheet(target))
    edge = result(target).house_edge
    assert f"House edge, per {unit}" in page
    assert str(edge) in page.replace(",", "")
    assert ("antes" in re.sub(r"<[^>]*>", " ", page)) == (unit == "ante")


@pytest.mark.parametrize(("target", "most"), [("three-card-poker", 0), ("let-it-ride", Fraction(1, 10_000))])
def test_the_derived_card_costs_nothing_or_little(target: str, most: Fraction) -> None:
    assert 0 <= card(target).cost <= most
