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
