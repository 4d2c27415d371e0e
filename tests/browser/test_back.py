"""The bar that leads back to one's table from every other page."""

import pytest
from playwright.sync_api import expect

from browser.conftest import Arrive
from browser.playing import sit_at_new

BOOK = "md-heads-up-holdem"
PAGES = ("/", "/learn", "/drill", "/session", "/odds", "/about")


@pytest.mark.prove
def test_the_bar_follows_the_player_and_says_whose_turn_it_is(arrive: Arrive) -> None:
    ann = arrive("phone")
    ann.page.goto("/about")
    expect(ann.page.get_by_role("heading", name="About Pitbook")).to_be_visible()
    assert ann.at("back").count() == 0
    table = sit_at_new(ann, BOOK)
    assert ann.at("back").count() == 0
    ann.page.get_by_role("link", name="About").click()
    expect(ann.at("back")).to_have_text("Back to your table")
    ann.press("back")
    ann.press("deal")
    expect(ann.at("action-check")).to_be_visible()
    for path in PAGES:
        ann.page.goto(path)
        expect(ann.at("back")).to_have_text("Back to your table, your turn")
        assert ann.overflow() <= 0
    expect(ann.page.locator("#announcer")).to_contain_text(f"It is your turn at table {table}.")
    ann.picture("back-bar")
    ann.press("back")
    expect(ann.at("action-check")).to_be_visible()
    assert ann.page.url.endswith(f"/table/{table}")


@pytest.mark.prove
def test_pages_without_a_chosen_book_begin_with_the_first_of_the_lobby(arrive: Arrive) -> None:
    ann = arrive("wide")
    ann.page.goto("/")
    play = ann.page.locator("[data-testid^=play-]").first
    first = (play.get_attribute("data-testid") or "").removeprefix("play-")
    assert first.startswith("md-")
    for path, choice in (("/learn", "lesson-target"), ("/drill", "drill-target"), ("/odds", "book")):
        ann.page.goto(path)
        expect(ann.at(choice)).to_have_value(first)
