"""A newcomer's first round: by mouse at every book, by keyboard, and on a phone."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Arrive
from browser.playing import decisions, own_seat, settled_net, sit_at_new, table_of
from browser.visiting import FOUR_CARD, HOLDEM, Visitor

BUY_IN = 50_000
GALAXY = "galaxy-heads-up-holdem"
STREETS = {GALAXY: ("action-raise_3", "action-raise_2", "action-raise_1"), FOUR_CARD: ("action-play_3",)}
"""A button that only one decision of a book has, for each decision."""


def _focused(person: Visitor) -> Any:
    """Where the keyboard is: the control's test id, and whether one sees it."""
    return person.page.evaluate(
        """() => { const one = document.activeElement;
          return [one.dataset.testid || null, getComputedStyle(one).outlineStyle !== "none"]; }"""
    )


def _tab_to(person: Visitor, testid: str) -> None:
    for _ in range(80):
        person.page.keyboard.press("Tab")
        found, seen = _focused(person)
        if found == testid:
            assert seen, f"nobody sees that the keyboard is at {testid}"
            return
    raise AssertionError(f"Tab never comes to {testid}")


@pytest.mark.parametrize("book", [FOUR_CARD, *(pytest.param(book, marks=pytest.mark.prove) for book in HOLDEM)])
def test_a_round_by_tab_and_enter(book: str, arrive: Arrive) -> None:
    """Nothing but Tab, Enter and Space: every control can be reached, and one sees where one is."""
    ann = arrive()
    ann.page.goto("/")
    expect(ann.at(f"play-{book}")).to_be_visible()
    _tab_to(ann, f"play-{book}")
    ann.page.keyboard.press("Enter")
    expect(ann.at("deal")).to_be_enabled()
    _tab_to(ann, "deal")
    ann.page.keyboard.press("Enter")
    for action in decisions(book):
        expect(ann.at(f"action-{action}")).to_be_enabled()
        _tab_to(ann, f"action-{action}")
        ann.page.keyboard.press("Space")
    settled_net(ann, table_of(ann), BUY_IN)


def test_the_keyboard_is_where_the_action_is(arrive: Arrive) -> None:
    """On entering and after every move a few stops lead to the buttons; nobody is called away from elsewhere."""
    ann = arrive()
    ann.page.goto("/")
    ann.at(f"play-{GALAXY}").focus()
    ann.page.keyboard.press("Enter")
    expect(ann.page.get_by_role("group", name="Your wagers")).to_be_focused()
    expect(ann.at("deal")).to_be_enabled()
    ann.at("deal").focus()
    ann.page.keyboard.press("Enter")
    decision = ann.page.get_by_role("group", name="Your decision")
    expect(decision).to_be_focused()
    expect(ann.at("action-check")).to_be_enabled()
    ann.page.keyboard.press("Tab")
    assert _focused(ann)[0].startswith("action-")
    ann.at("action-check").focus()
    ann.page.keyboard.press("Enter")
    expect(ann.at("action-raise_2")).to_be_enabled()
    expect(decision).to_be_focused()
    ann.at("coach-mode").focus()
    ann.page.evaluate("document.querySelector('[data-testid=action-check]').click()")
    expect(ann.at("action-raise_1")).to_be_enabled()
    expect(ann.at("coach-mode")).to_be_focused()


def test_a_round_by_the_keys_on_the_buttons(arrive: Arrive) -> None:
    """Every action has a key, which is printed on its button and listed by "?"."""
    ann = arrive()
    ann.page.goto("/")
    play = ann.at("play-md-heads-up-holdem")
    expect(play).to_be_enabled()
    ann.page.keyboard.press(play.locator("kbd").inner_text())
    expect(ann.at("deal")).to_be_enabled()
    ann.page.keyboard.press("?")
    listed = ann.page.get_by_role("dialog").inner_text()
    assert "Deal" in listed
    assert "Add a chip to the wager" in listed
    ann.page.keyboard.press("Escape")
    ann.page.keyboard.press("ArrowUp")  # a chip more on the ante, and so on the odds
    expect(ann.at("amount")).to_have_value("10.00")
    ann.page.keyboard.press(ann.at("deal").locator("kbd").inner_text().lower())
    for action in decisions("md-heads-up-holdem"):
        button = ann.at(f"action-{action}")
        expect(button).to_be_enabled()
        ann.page.keyboard.press(button.locator("kbd").inner_text().lower())
    table = table_of(ann)
    settled_net(ann, table, BUY_IN)
    wagers = ann.view(table)["last_round"]["seats"][str(own_seat(ann, table))]["wagers"]
    assert wagers == {"ante": "10.00", "odds": "10.00", "raise": "10.00"}


def _in_view(buttons: Locator) -> None:
    """Every button lies inside the window, and is high enough for a thumb."""
    expect(buttons.first).to_be_visible()
    for button in buttons.all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 40
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= 390
        assert box["y"] + box["height"] <= 844


@pytest.mark.prove
@pytest.mark.parametrize("book", [GALAXY, FOUR_CARD])
def test_a_round_on_a_phone(book: str, arrive: Arrive) -> None:
    """In one hand and one column: with every wager that the felt has."""
    ann = arrive("phone")
    ann.page.goto("/")
    expect(ann.at(f"play-{book}")).to_be_visible()
    assert ann.overflow() <= 0
    table = sit_at_new(ann, book)
    _in_view(ann.page.locator(".rail button:visible"))
    wagers = [one["name"] for one in ann.view(table)["wagering"]["wagers"] if not one["required"]]
    assert len(wagers) >= 3
    for wager in wagers:
        ann.press(f"wager-{wager}")
    assert ann.overflow() <= 0
    ann.press("deal")
    for street, action in zip(STREETS[book], decisions(book), strict=True):
        expect(ann.at(street)).to_be_enabled()
        _in_view(ann.page.locator(".rail button:visible"))
        _in_view(ann.at(f"seat-{own_seat(ann, table)}").locator("[data-card]"))
        assert ann.overflow() <= 0
        ann.press(f"action-{action}")
    settled_net(ann, table, BUY_IN)
    assert ann.overflow() <= 0
    assert set(wagers) < set(ann.view(table)["last_round"]["seats"][str(own_seat(ann, table))]["wagers"])
