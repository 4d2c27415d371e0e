"""The printed layout and the felt in the page show the same, from the same layout of the house rules."""

import pytest

from browser.conftest import Arrive
from browser.playing import sit_at_new
from browser.visiting import FOUR_CARD, HOLDEM

PRINTED = """() => {
  const texts = (one) => [...one.querySelectorAll("text")].map((text) => text.textContent);
  const columns = new Map();
  for (const schedule of document.querySelectorAll("[data-schedule]")) {
    const left = schedule.querySelector("text").getAttribute("x");
    columns.set(left, [...(columns.get(left) || []), ...texts(schedule)]);
  }
  const first = document.querySelector("[data-position='1']");
  const names = [...first.querySelectorAll("[data-wager]")].map((one) => one.dataset.wager);
  return {
    house: document.querySelector("[data-shows=house_name]").textContent,
    columns: [...columns.values()],
    cards: [...document.querySelectorAll("[data-cards]")].map((one) => [one.querySelectorAll("rect").length,
      texts(one).join(" ")]),
    circles: names.filter((name) => first.querySelector(`circle[data-wager=${name}]`)),
    squares: names.filter((name) => first.querySelector(`rect[data-wager=${name}]`)),
    positions: document.querySelectorAll("[data-position]").length,
  };
}"""
DRAWN = """() => {
  const own = document.querySelector(".seat.mine");
  const spots = (kind) => [...own.querySelectorAll(`.area.${kind}`)].map((one) => one.dataset.spot.split(" ")[1]);
  return {
    house: document.querySelector(".house-name").textContent,
    columns: [...document.querySelectorAll(".on-felt > *")].map((one) => [...one.querySelectorAll("h3, th, td")].map(
      (text) => text.textContent.trim())),
    cards: [...document.querySelectorAll(".card-area")].map((one) => [one.querySelectorAll(".card").length,
      one.querySelector(".caption").textContent]),
    circles: spots("round"), squares: spots("square"), positions: document.querySelectorAll(".seat").length,
  };
}"""


@pytest.mark.parametrize("book", [FOUR_CARD, *(pytest.param(book, marks=pytest.mark.prove) for book in HOLDEM)])
def test_the_printed_layout_and_the_felt_are_one(book: str, arrive: Arrive) -> None:
    """The same columns of odds, the same spots in the same shapes, the same places for cards."""
    ann = arrive()
    table = sit_at_new(ann, book)
    drawn = ann.page.evaluate(DRAWN)
    ann.page.goto(f"/print/layout?table={table}")
    assert drawn == ann.page.evaluate(PRINTED)
    assert len(drawn["columns"]) == 2
