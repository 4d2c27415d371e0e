"""Placing wagers: the chip in hand, taking chips back, the same again, and what the chips do not cover."""

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import Arrive
from browser.dealing import open_by_hand
from browser.playing import decide, settled, sit_at_new
from browser.visiting import FOUR_CARD, HOLDEM, Visitor
from pitbook.rulebooks import book_ids

BOOK = "md-heads-up-holdem"
GALAXY = HOLDEM[2]


def in_hand(person: Visitor) -> str:
    return person.page.get_by_role("radio", checked=True).inner_text()


def test_the_chip_in_hand_stays_in_hand(arrive: Arrive) -> None:
    """Whatever wager it is put on, and whatever that wager's least is."""
    ann = arrive()
    table = sit_at_new(ann, GALAXY)
    assert in_hand(ann) == "5"
    for wager in ann.view(table)["wagering"]["wagers"]:
        ann.press(f"wager-{wager['name']}")
        assert in_hand(ann) == "5", wager["name"]


def test_chips_are_taken_back(arrive: Arrive) -> None:
    """One by one, by button and by Ctrl-Z, and a whole wager by a long press."""
    ann = arrive()
    sit_at_new(ann, BOOK)
    deal = ann.at("deal")
    expect(deal).to_contain_text("10.00")
    expect(ann.at("undo")).to_be_disabled()
    ann.press("wager-trips_plus")
    ann.press("wager-trips_plus")
    ann.press("double")
    expect(deal).to_contain_text("40.00")
    ann.press("undo")
    expect(deal).to_contain_text("20.00")
    ann.page.keyboard.press("Control+z")
    expect(deal).to_contain_text("15.00")
    ann.at("wager-trips_plus").click(delay=700)
    expect(deal).to_contain_text("10.00")
    ann.page.keyboard.press("z")
    expect(deal).to_contain_text("15.00")
    ann.press("clear")
    expect(deal).to_be_disabled()
    ann.press("undo")
    expect(deal).to_contain_text("15.00")


@pytest.mark.prove
def test_the_same_again_in_one_key(arrive: Arrive) -> None:
    """Whatever lies on the felt by then, the wagers of the last round are dealt; but not by a key that is held down.

    Whoever holds the space bar to skip the dealing does not wager again by it.
    """
    ann = arrive()
    table = sit_at_new(ann, FOUR_CARD)
    ann.press("wager-aces_up")
    ann.press("deal")
    decide(ann, "fold")
    settled(ann)
    ann.page.locator("main").click(position={"x": 2, "y": 2})
    ann.page.evaluate("dispatchEvent(new KeyboardEvent('keydown', { key: ' ', repeat: true, bubbles: true }))")
    assert ann.at("deal").is_enabled()
    assert not ann.view(table)["round"]["seats"]
    ann.press("clear")
    ann.page.locator("main").click(position={"x": 2, "y": 2})
    ann.page.keyboard.press("Space")
    expect(ann.at("action-fold")).to_be_enabled()
    assert ann.view(table)["round"]["seats"]["4"]["wagers"] == {"ante": "5.00", "aces_up": "5.00"}


def left_with(person: Visitor, table: str, chips: str) -> None:
    """Cash out until so many chips are left."""
    stack = float(person.at("stack").inner_text())
    person.do(table, do="cash_out", amount=f"{stack - float(chips):.2f}")
    expect(person.at("stack")).to_have_text(chips)


TOO_FEW = {
    "20.00": "This leaves you 10.00, not enough to raise 3x (15.00).",
    "13.00": "This leaves you 3.00, not enough to raise.",
    "8.00": "You have 8.00 in chips, and these wagers add up to 10.00.",
    "0.50": "You have 0.50 in chips. Buy in to play.",
}


def test_a_warning_before_the_deal_where_the_chips_will_not_suffice(arrive: Arrive) -> None:
    ann = arrive()
    table = sit_at_new(ann, BOOK)
    assert ann.at("warning").count() == 0
    for chips, says in TOO_FEW.items():
        left_with(ann, table, chips)
        expect(ann.at("warning")).to_contain_text(says)
        if float(chips) < 10:
            expect(ann.at("deal")).to_be_disabled()
        else:
            expect(ann.at("deal")).to_be_enabled()
        expect(ann.at("warning-buy-in")).to_be_enabled()
    ann.press("warning-buy-in")
    ann.page.get_by_role("dialog").get_by_label("Amount").fill("500")
    ann.press("confirm")
    expect(ann.at("warning")).to_have_count(0)
    expect(ann.at("deal")).to_be_enabled()


def test_a_decision_says_what_the_chips_do_not_cover(arrive: Arrive) -> None:
    """The status and the dealer's script, which once said that the seat may raise."""
    ann = arrive()
    table = sit_at_new(ann, BOOK)
    left_with(ann, table, "13.00")
    ann.press("deal")
    said = "Your turn: check. You do not have enough chips to raise 2x for 10.00."
    expect(ann.at("status")).to_have_text(re.compile(said.replace("2x for 10", r"\dx for \d+")))
    expect(ann.page.locator(".script .next")).to_have_text("Next: Seat 3 has too few chips to raise: it has to check.")
    assert ann.at("action-raise_3").count() == 0


@pytest.mark.prove
def test_a_buy_in_that_is_no_amount_gets_a_sentence(arrive: Arrive) -> None:
    ann = arrive()
    ann.page.goto("/")
    ann.page.get_by_label("Buy-in").fill("abc")
    ann.press(f"play-{BOOK}")
    expect(ann.at("problems")).to_contain_text("“abc” is not an amount. Write it like 500.00.")
    ann.fetch("/api/session", {"name": "Ann"})
    status, found = ann.fetch("/api/tables", {"target": BOOK, "seat": 3, "buy_in": "abc"})
    assert status == 422
    assert found["error"]["problems"][0]["message"] == "buy_in has to be an amount of money, like 12.50"
    ann.expected.append("422")


def test_play_buttons_are_named_play_and_regulators_come_first(arrive: Arrive) -> None:
    """One for each book; those that rest on a regulator's come last."""
    ann = arrive()
    ann.page.goto("/")
    expect(ann.at(f"play-{BOOK}")).to_be_visible()
    buttons = ann.page.get_by_role("button", name=re.compile("^Play ")).all()
    order = [(one.get_attribute("data-testid") or "").removeprefix("play-") for one in buttons]
    assert sorted(order[:3]) == sorted([*HOLDEM[:2], FOUR_CARD])
    assert sorted(order) == sorted(book_ids())


def test_a_deal_works_at_once_and_decisions_begin_with_their_word(arrive: Arrive) -> None:
    """A first visit: nothing lies over the buttons, and the least wagers lie ready."""
    ann = arrive("phone")
    ann.page.goto("/")
    ann.page.get_by_role("button", name=re.compile("^Play Four")).tap()
    ann.page.get_by_role("button", name=re.compile("^Deal")).tap()
    for word in ("Play 3x", "Play 1x", "Fold"):
        expect(ann.page.locator(".foot").get_by_role("button", name=re.compile(f"^{word}"))).to_be_enabled()


@pytest.mark.prove
def test_whoever_looks_on_is_not_told_that_wagers_are_open_while_the_deck_is_inspected(arrive: Arrive) -> None:
    ann, eve = arrive(), arrive()
    table = open_by_hand(ann)
    eve.page.goto(f"/table/{table}")
    said = eve.page.locator(".script")
    expect(said).to_contain_text("The dealer is preparing the cards.")
    expect(said).to_contain_text("Inspect the red deck")
    assert "Place your wagers" not in eve.page.locator("body").inner_text()
