"""The table's layout in windows of every size, with every seat taken: nothing is covered, cut, or too small to hit."""

import re
from collections.abc import Callable, Iterable
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Arrive
from browser.layout import decision_problems, layout_problems
from browser.playing import decide, decisions, settled, sit_at_new
from browser.test_settings import choose
from browser.test_sharing import take_seat
from browser.visiting import BOOKS, FOUR_CARD, HOLDEM, Visitor, wait_until

GALAXY = HOLDEM[2]
Window = tuple[int, int]
WINDOWS: tuple[Window, ...] = (
    (360, 740), (390, 844), (768, 1024), (834, 1194), (1024, 768), (1180, 820), (1280, 800), (1440, 900), (1920, 1080),
)  # fmt: skip
"""At full size and upright, or as a laptop has them; each is also turned, and looked at twice as large."""
MATRIX: tuple[Window, ...] = tuple(
    dict.fromkeys(
        (wide // zoom, high // zoom)
        for (one, other), zoom in product(WINDOWS, (1, 2))
        for wide, high in ((one, other), (other, one))
    )
)
SOME: tuple[Window, ...] = ((360, 740), (1180, 820), (844, 390), (640, 400))
"""The four of every run, with the book that has the most on its felt. The last two are a phone on its side, and a
laptop at twice the size."""
FRAME = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
DRAWN = """() => {
  const [frame, felt] = [".table-top", ".felt"].map((name) => document.querySelector(name));
  return felt && felt.dataset.drawn === `${Math.floor(frame.clientWidth)} ${Math.floor(frame.clientHeight)}`;
}"""
"""The felt is drawn for the window as it is."""
Check = Callable[[Page], list[str]]


def settle_layout(page: Page) -> None:
    """Wait until the page is drawn for its window."""
    page.evaluate(FRAME)
    wait_until(page, DRAWN)
    page.evaluate(FRAME)


def in_every(page: Page, windows: Iterable[Window], *checks: Check) -> dict[str, list[str]]:
    """What is wrong, window by window."""
    wrong = {}
    for wide, high in windows:
        page.set_viewport_size({"width": wide, "height": high})
        settle_layout(page)
        found = [problem for check in checks for problem in check(page)]
        if found:
            wrong[f"{wide} x {high}"] = found
    return wrong


def full_table(ann: Visitor, book: str) -> None:
    """Every seat taken, and every wager that the felt has placed."""
    table = sit_at_new(ann, book, bots=6)
    for wager in ann.view(table)["wagering"]["wagers"]:
        if not wager["required"]:
            ann.press(f"wager-{wager['name']}")


def round_in_every(ann: Visitor, book: str, windows: Iterable[Window]) -> None:
    """While wagers are placed, at the last decision, and when all is paid."""
    ann.turn_to_a_new_page()
    full_table(ann, book)
    assert in_every(ann.page, windows, layout_problems) == {}
    ann.press("deal")
    *before, last = decisions(book)
    decide(ann, *before)
    expect(ann.at(f"action-{last}")).to_be_enabled()
    assert in_every(ann.page, windows, decision_problems, layout_problems) == {}
    ann.page.set_viewport_size({"width": 1280, "height": 800})
    decide(ann, last)
    settled(ann)
    assert in_every(ann.page, windows, layout_problems) == {}


@pytest.mark.parametrize("book", [pytest.param(GALAXY, marks=pytest.mark.prove), FOUR_CARD])
def test_a_full_table_in_windows_of_four_sizes(book: str, arrive: Arrive) -> None:
    round_in_every(arrive(), book, SOME)


@pytest.mark.prove
@pytest.mark.parametrize("book", BOOKS)
def test_a_full_table_in_every_window(book: str, arrive: Arrive) -> None:
    assert len(MATRIX) >= 30
    round_in_every(arrive(), book, MATRIX)


@pytest.mark.prove
@pytest.mark.parametrize("book", BOOKS)
def test_a_full_table_in_large_print_in_every_window(book: str, arrive: Arrive) -> None:
    ann = arrive()
    ann.page.goto("/")
    choose(ann, print="large")
    round_in_every(ann, book, MATRIX)


@pytest.mark.prove
@pytest.mark.parametrize("boxes", [2, 3])
def test_several_boxes_of_one_player_in_every_window(boxes: int, arrive: Arrive) -> None:
    ann = arrive()
    ann.turn_to_a_new_page()
    sit_at_new(ann, FOUR_CARD)
    for seat in range(5, 4 + boxes):
        ann.press(f"sit-{seat}")
        expect(ann.at(f"seat-{seat}")).to_have_class(re.compile("mine"))
    ann.press("deal")
    expect(ann.at("action-fold")).to_be_enabled()
    roomy = [window for window in MATRIX if min(window) >= (360 if boxes == 2 else 768)]
    assert in_every(ann.page, roomy, decision_problems, layout_problems) == {}


@pytest.mark.prove
def test_free_seats_can_be_taken_in_every_window(arrive: Arrive) -> None:
    """Whoever looks on has a button at each free seat."""
    ann, eve = arrive(), arrive()
    eve.turn_to_a_new_page()
    table = sit_at_new(ann, FOUR_CARD, shared=True)
    eve.page.goto(f"/table/{table}")
    expect(eve.at("sit-1")).to_be_visible()
    assert in_every(eve.page, MATRIX, layout_problems) == {}
    take_seat(eve, table, 1, "Eve")
    assert in_every(eve.page, MATRIX, layout_problems) == {}


NUMBERS_ON_AREAS = """() => {
  const boxes = (found) => [...document.querySelectorAll(found)].map((one) => [one, one.getBoundingClientRect()]);
  const areas = boxes(".felt .areas *").filter(([, box]) => box.width && box.height);
  return boxes(".plate:has(.sit) .place")
    .filter(([, one]) => areas.some(([, other]) =>
      one.left < other.right && other.left < one.right && one.top + 2 < other.bottom && other.top < one.bottom - 2))
    .map(([one]) => one.textContent);
}"""
"""The numbers of free seats beside yours that lie on an area, but for the thin space around their digits."""


def test_the_number_of_a_free_seat_lies_on_no_area(arrive: Arrive) -> None:
    """Where one player may have several boxes, the seats beside have a button."""
    ann = arrive()
    ann.turn_to_a_new_page()
    sit_at_new(ann, FOUR_CARD)
    expect(ann.at("sit-3")).to_be_visible()
    assert in_every(ann.page, ((1440, 900), *SOME), lambda page: page.evaluate(NUMBERS_ON_AREAS)) == {}
