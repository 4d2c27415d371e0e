"""The page: its numbers are the solution's, its markup is sound, and nothing comes from outside."""

import re
from dataclasses import replace
from fractions import Fraction
from functools import cache
from xml.etree import ElementTree as Tree

import pytest

from kinds import one_of_each_kind
from odds.par.sheets import FOUR, MD, TARGETS, Page, approved, card, number, result, sheet, solution
from pitbook.odds.paper.par.build import build_sheet, deals_in_words
from pitbook.odds.paper.par.html import html_page
from pitbook.odds.paper.par.numbers import clean
from pitbook.odds.wagers import LOSS


@cache
def page_of(target: str) -> Page:
    return Page(html_page(sheet(target)))


PERFECT = ("three-card-poker",)
"""Games with a line of best play that a card can state: queen, six and four or better plays."""


@pytest.mark.parametrize("target", one_of_each_kind(TARGETS))
def test_the_main_figures_are_the_solutions(target: str) -> None:
    figures, unit = result(target), solution(target).rules.book.flow.unit
    rows = {row[0]: row[1:] for row in page_of(target).tables["Figures under the best strategy"]}
    assert Fraction(rows[f"House edge, per {unit}"][1]) == figures.house_edge
    assert number(rows[f"House edge, per {unit}"][0]) == pytest.approx(float(figures.house_edge) * 100, abs=5e-5)
    assert Fraction(rows["Element of risk, per unit wagered"][1]) == figures.element_of_risk
    assert Fraction(rows[f"Average wager, in {unit}s"][1]) == figures.average_wager
    assert number(rows[f"Standard deviation, per {unit}"][0]) == pytest.approx(figures.standard_deviation, abs=5e-7)
    assert number(rows["Standard deviation, per unit wagered"][0]) == pytest.approx(
        figures.standard_deviation / float(figures.average_wager), abs=5e-7
    )
    assert number(rows[f"Variance, in square {unit}s"][0]) == pytest.approx(float(figures.variance), abs=5e-7)
    assert number(rows["Hit frequency"][0]) == pytest.approx(float(figures.hit_frequency) * 100, abs=5e-5)
    assert number(rows["Deals counted"][0]) == figures.deals == deals_in_words(solution(target).rules.book)[1]


@pytest.mark.parametrize("target", one_of_each_kind(TARGETS))
def test_the_distribution_is_the_solutions(target: str) -> None:
    figures = result(target)
    _, *rows, total = page_of(target).tables[f"Net result, out of {figures.deals:,} deals"]
    assert len(rows) == len(figures.net)
    for row, (net, deals) in zip(rows, figures.net.items(), strict=True):
        assert number(row[0]) == net / figures.scale
        assert number(row[1]) == deals
        assert number(row[2]) == pytest.approx(deals / figures.deals, abs=5e-13)
        assert number(row[3]) == pytest.approx(figures.deals / deals, abs=5e-3)
    assert number(total[1]) == figures.deals
    assert number(total[4]) == pytest.approx(-float(figures.house_edge), abs=5e-9)


@pytest.mark.parametrize("target", one_of_each_kind(TARGETS))
def test_side_wagers_and_decisions_are_the_solutions(target: str) -> None:
    page, figures = page_of(target), result(target)
    decisions = [number(row[1]) for row in page.tables[f"Decisions, out of {figures.deals:,} deals"][1:]]
    assert decisions == [deals for actions in figures.decisions.values() for deals in actions.values()]
    edges = [row for row in page.tables.get("Figures", []) if row[0].startswith("House advantage")]
    for wager, row in zip(solution(target).wagers.values(), edges, strict=True):
        assert Fraction(row[2]) == wager.house_edge
        rows = page.tables[f"Lines, out of {wager.total:,} combinations"]
        found = {(row[0].partition(",")[0], row[1]): row for row in rows}
        for line in wager.lines:
            name = line.hand.replace("_", " ").capitalize()
            cells = found[name, f"{line.combinations:,}"]
            assert number(cells[2]) == pytest.approx(float(line.probability), abs=5e-13)
            assert number(cells[4]) == pytest.approx(float(1 / line.probability - 1), abs=5e-3)


def test_wagers_paytables_and_meters_have_the_titles_of_the_book() -> None:
    tables = page_of(FOUR).tables
    wagers = {row[0]: row[1:3] for row in tables["Wagers on offer"]}
    assert wagers["Aces Up"][1] == "the hand alone, by Aces Up table A"
    assert wagers["Ante Bonus"][0] == "no wager of its own; with the Ante"
    (decision,) = tables["Decisions of the player"][1:]
    assert decision[2] == "Play: any amount from once to 3 times the Ante"
    assert tables["Meters as submitted"][1][0] == "Progressive Payout"
    assert dict(row[:2] for row in tables["Game and submission"])["Paytables"].startswith("Ante Bonus ")


def test_payout_odds_are_what_is_won_on_a_unit() -> None:
    """Aces Up pays to 1; a progressive that pays 300 for 1 wins 299; the six card bonus pays sums at a stake of $1."""
    rows = [row for caption, rows in page_of(FOUR).tables.items() if caption.startswith("Lines") for row in rows]
    pays = {(row[0], row[5]): row[6].replace("\N{NO-BREAK SPACE}", " ") for row in rows}
    assert pays["Three of a kind", "9 to 1"] == "9 to 1"
    assert pays["Four of a kind", "300 for 1"] == "299 to 1"
    assert pays["Super royal", "$100,000"] == "100,000 to 1"
    assert pays["Four aces", "100% of meter"] == "4,999 to 1"
    assert all(won == "–" for (hand, _), won in pays.items() if hand.lower() == LOSS)


def test_envy_by_the_number_of_other_players() -> None:
    """Table A at $1: (48 x 100 + 576 x 10 + 2,072 x 5) of 2,598,960 for each of up to six others."""
    each = Fraction(48 * 100 + 576 * 10 + 2_072 * 5, 2_598_960)
    rows = page_of(FOUR).tables["Envy by the number of other players, at a wager of $1"][1:]
    assert [(row[0], Fraction(row[2])) for row in rows] == [(str(others), others * each) for others in range(1, 7)]


def test_the_meters_and_what_breaks_even() -> None:
    """Fixed awards give 300 x 576 + 100 x 2,072 + 9 x 58,656 of 2,598,960; four aces are 48 of them."""
    tables = page_of(FOUR).tables
    fixed = Fraction(300 * 576 + 100 * 2_072 + 9 * 58_656, 2_598_960)
    figures = {row[0]: row for row in tables["Progressive figures"]}
    assert Fraction(figures["Return of the fixed awards"][2]) == fixed
    meter = tables["Meters"][1]
    assert meter[:3] == ["Progressive Payout", "$5,000.00", "$5,000"]
    assert tables["Meters as submitted"][1][2:] == ["$5,000", "$5,000", "–"]
    assert number(meter[4]) == pytest.approx(float((1 - fixed) / Fraction(48, 2_598_960)), abs=5e-3)
    hits = tables["Mean rounds between hits, for one player"]
    assert number(hits[1][2]) == 2_598_960 / 48


@pytest.mark.parametrize("target", one_of_each_kind(TARGETS))
def test_the_page_is_sound_and_needs_nothing_from_outside(target: str) -> None:
    text = html_page(sheet(target))
    page = Page(text)
    Tree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))  # noqa: S314 (our own page)
    tags = {tag for tag, _ in page.tags}
    assert not tags & {"script", "link", "img", "iframe", "object", "base", "form"}
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org/2000/svg\")", text)
    names = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(set(names)) == len(names)
    targets = {str(attributes["href"])[1:] for tag, attributes in page.tags if tag == "a"}
    assert targets <= set(names)
    assert sum(tag == "caption" for tag, _ in page.tags) == sum(tag == "table" for tag, _ in page.tags) - 1
    assert all("scope" in attributes for tag, attributes in page.tags if tag == "th")


def test_the_identity_and_the_approval_are_in_the_frame_of_print() -> None:
    words = Page(html_page(build_sheet(approved(), card(FOUR)))).words
    running = [each for each in words if "Four Card Poker (Maryland) · Pitbook House · approved 2026-01-31" in each]
    assert len(running) == 2
    assert "approved 2026-01-31" in words
    stock = Page(html_page(sheet(MD))).words
    assert sum("not approved" in each for each in stock) >= 3
    assert solution(MD).rules.digest in stock


def test_a_strange_name_of_a_house_is_words_and_nothing_more() -> None:
    page = Page(html_page(build_sheet(approved('<script>"Łódź" & 澳門\x00\n'), card(FOUR))))
    assert any('<script>"Łódź" & 澳門\\x00\\n' in each for each in page.words)
    assert "script" not in {tag for tag, _ in page.tags}
    assert clean("a\tb\u200e") == "a\\tb\\u200e"


STREETS = {
    FOUR: ["With your five cards"],
    "three-card-poker": ["With your three cards"],
    "let-it-ride": ["With three cards", "With four cards"],
}


@pytest.mark.parametrize("target", one_of_each_kind(TARGETS))
def test_the_strategy_card_stands_with_its_exact_cost(target: str) -> None:
    tables = page_of(target).tables
    rows = tables["Strategy card"][1:]
    assert [row[0] for row in rows if row[0]] == STREETS.get(target, ["Before the flop", "On the flop", "At the river"])
    assert len(rows) == sum(len(rules) for _, rules in card(target).strategy.streets)
    worth = {row[0]: row for row in tables["What the card is worth"]}
    edge, spent = (
        worth[f"House edge with this card, per {solution(target).rules.book.flow.unit}"],
        worth["Cost of the card against the best play"],
    )
    assert Fraction(edge[2]) - Fraction(spent[2]) == result(target).house_edge
    assert Fraction(spent[2]) == card(target).cost
    assert (card(target).cost > 0) == (target not in PERFECT)


def test_what_the_edge_in_the_long_run_takes_for_granted() -> None:
    """A limit of the meter is named; without one there is nothing to say about it."""
    stock = solution(FOUR)
    terms = {name: replace(each, limit=5_000_000) for name, each in stock.rules.meters.items()}
    limited = replace(stock, rules=replace(stock.rules, meters=terms))
    for solved, said in ((stock, False), (limited, True)):
        rows = Page(html_page(build_sheet(solved, card(FOUR)))).tables["Progressive figures"]
        assert ("held back above the limit of Progressive Payout" in rows[4][2]) is said
