"""The odds page: the exact edge of the choices that are made on it."""

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import Arrive
from browser.visiting import Size


def test_the_exact_edge_follows_the_choices(arrive: Arrive) -> None:
    ann = arrive()
    ann.page.goto("/odds?target=md-heads-up-holdem")
    edge = ann.at("house_edge")
    expect(edge).to_contain_text("2.3584 %")
    assert "840,983,767" not in edge.inner_text()
    ann.press("fractions")
    expect(edge).to_contain_text("840,983,767 / 35,658,730,800")
    assert ann.page.locator(".chart").or_(ann.page.locator("[data-testid=chart]")).count() > 0
    trips = ann.at("edge-trips_plus").inner_text()
    ann.at("paytable-trips_plus").select_option(index=1)
    expect(ann.at("edge-trips_plus")).not_to_have_text(trips)
    expect(edge).to_contain_text("840,983,767 / 35,658,730,800")
    ann.at("paytable-bad_beat").select_option("B")
    expect(edge).to_contain_text("3.0571 %")
    expect(edge).to_contain_text("42,515,471,209 / 1,390,690,501,200")
    assert "bad_beat" in ann.page.url, "the address can be kept"


@pytest.mark.prove
def test_what_equal_actions_change_is_shown_where_it_is_more_than_rounding(arrive: Arrive) -> None:
    """In Let It Ride four to an outside straight with nothing high is worth the same either way."""
    ann = arrive()
    ann.page.goto("/odds?target=let-it-ride")
    expect(ann.at("average_wager")).to_contain_text("1.2237")
    expect(ann.at("average_wager").get_by_test_id("if-most")).to_have_text(
        "1.2321 if you bet more whenever two plays are equal"
    )
    expect(ann.at("element_of_risk").get_by_test_id("if-most")).to_contain_text("2.84")
    ann.page.goto("/odds?target=md-four-card-poker")
    expect(ann.at("average_wager")).to_contain_text("2.1423")
    expect(ann.at("if-most")).to_have_count(0)
    ann.press("fractions")
    expect(ann.at("average_wager").get_by_test_id("if-most")).to_contain_text("10,903,741 / 5,089,630")


@pytest.mark.parametrize(
    ("chosen", "edge"),
    [
        ("md-four-card-poker", "8840827253/317119576410"),
        pytest.param("md-heads-up-holdem&paytable=bad_beat:B", "42515471209/1390690501200", marks=pytest.mark.prove),
    ],
)
def test_the_sheet_of_the_choices_is_loaded(chosen: str, edge: str, arrive: Arrive) -> None:
    """In hold'em it takes long to derive a card of the strategy."""
    ann = arrive()
    ann.page.goto(f"/odds?target={chosen}")
    expect(ann.at("house_edge")).to_be_visible()
    with ann.page.expect_download() as loading:
        ann.press("par-json")
    assert f'"{edge}"' in loading.value.path().read_text("utf-8")


def test_sign_and_layout_can_be_printed(arrive: Arrive) -> None:
    ann = arrive()
    for what in ("sign", "layout"):
        ann.page.goto(f"/print/{what}?target=md-four-card-poker")
        assert re.search(r"aces up", ann.page.locator("body").inner_text(), re.IGNORECASE)
        ann.picture(f"print-{what}")


FOLLOW = """() => {
  const tops = () => ["#glance-title", "[data-testid=book]"].map((one) =>
    Math.round(document.querySelector(one).getBoundingClientRect().top)).join(" ");
  window.tops = new Set();
  const look = () => { window.tops.add(tops()); requestAnimationFrame(look); };
  look();
}"""
"""Keeps where the first figures and the choice of the book stand, frame by frame."""


@pytest.mark.parametrize("size", ["phone", pytest.param("wide", marks=pytest.mark.prove)])
def test_the_page_stays_where_it_is_when_another_book_is_chosen(size: Size, arrive: Arrive) -> None:
    """While the odds are worked out, and when they have come: what is above them does not move, but for its length."""
    ann = arrive(size)
    ann.page.goto("/odds?target=md-heads-up-holdem")
    expect(ann.at("house_edge")).to_contain_text("2.3584 %")
    ann.page.evaluate(FOLLOW)
    ann.at("book").select_option("md-four-card-poker")
    expect(ann.at("house_edge")).to_contain_text("2.7879 %")
    expect(ann.page.locator(".working")).to_have_count(0)
    glance, book = (
        {int(top) for top in tops}
        for tops in zip(*(one.split() for one in ann.page.evaluate("[...window.tops]")), strict=True)
    )
    assert max(glance) - min(glance) <= 1, "the figures stay"
    if size == "wide":
        assert max(book) - min(book) <= 1, "so do the choices"
