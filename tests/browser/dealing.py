"""What a dealer does on the dealer's page: open a table, press the next step until something is asked, enter cards."""

from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from browser.visiting import Visitor, wait_until

HOLDEM = "md-heads-up-holdem"
STEPS = """async (stops) => {
  const patiently = async (found) => {
    for (let asked = 0; asked < 3000; asked += 1) {
      const value = found();
      if (value) return value;
      await new Promise((done) => setTimeout(done, 20));
    }
    throw new Error("the table did not move on");
  };
  const next = () => document.querySelector("[data-testid=next-step]");
  const quiet = () => next().getAttribute("aria-busy") === "false";
  const button = () => document.querySelector("[data-testid=step-do]:not(:disabled)");
  const done = [];
  while (done.length < 200) {
    await patiently(quiet);
    const { step, version } = next().dataset;
    if (stops.includes(step) || document.querySelector("[data-testid=cards-typed]")) return done;
    const depth = document.querySelector("[data-testid=step-depth]");
    if (depth) {
      depth.value = "20";
      depth.dispatchEvent(new Event("input", { bubbles: true }));
    }
    const count = document.querySelector("[data-testid=step-count]");
    if (count && !button()) {
      count.value = /\\d+/.exec(count.closest("label").textContent)[0]; // what it should be
      count.dispatchEvent(new Event("input", { bubbles: true }));
    }
    (await patiently(button)).click();
    done.push(step);
    await patiently(() => Number(next().dataset.version) > Number(version) && quiet());
  }
  throw new Error("too many steps");
}"""
"""Presses the button of the next step until one of some steps is due, or cards are asked for."""
MOVED = """(version) => {
  const next = document.querySelector("[data-testid=next-step]");
  return Number(next.dataset.version) > version && next.getAttribute("aria-busy") === "false";
}"""


def open_by_hand(ann: Visitor, book: str = HOLDEM, deals: str = "dealer", submission: Path | None = None) -> str:
    """Open a table that one deals at oneself, with virtual cards or (`deals="entered"`) those of a real deck."""
    ann.page.goto("/")
    ann.page.get_by_text("Set up a custom table").click()
    ann.page.get_by_label("Book").select_option(book)
    ann.page.get_by_label("Who deals").select_option(deals)
    if submission is not None:
        ann.page.get_by_label("Or a submission file").set_input_files(submission)
    ann.press("open-table")
    expect(ann.at("next-step")).to_be_visible()
    assert ann.page.url.endswith("/dealer")
    return ann.page.url.split("/")[-2]


def next_step(ann: Visitor, table: str) -> Any:
    return ann.view(table, "dealer")["steps"][0]


def is_due(ann: Visitor, step: str) -> None:
    """Wait until the page shows that a step is the next one."""
    expect(ann.at("next-step")).to_have_attribute("data-step", step)


def version(ann: Visitor) -> int:
    """The version of the table that the page shows."""
    return int(ann.at("next-step").get_attribute("data-version") or 0)


def press(ann: Visitor, testid: str) -> None:
    """Press a button, and wait until the page shows that the table has moved on."""
    before = version(ann)
    ann.at(testid).click()
    wait_until(ann.page, MOVED, before)


def deal_until(ann: Visitor, *stops: str) -> list[str]:
    """Press the button of the next step until one of some steps is due, or cards are asked for; what was done."""
    done: list[str] = ann.page.evaluate(STEPS, list(stops))
    return done


def seat_guest(ann: Visitor, seat: int, name: str, buy_in: str = "500.00") -> None:
    """Seat somebody who speaks to the dealer."""
    ann.at("guest-seat").select_option(str(seat))
    ann.at("guest-name").fill(name)
    ann.at("guest-buy-in").fill(buy_in)
    ann.press("seat-guest")
    expect(ann.page.get_by_role("heading", name=f"Seat {seat}: {name}")).to_be_visible()


def wager(ann: Visitor, seat: int, **wagers: str) -> None:
    """Record what a guest puts down; an ante that is not named is not wagered."""
    for name, amount in ({"ante": ""} | wagers).items():
        ann.at(f"guest-{seat}-{name}").fill(amount)
    press(ann, f"guest-{seat}-place")


def enter(ann: Visitor, cards: str) -> None:
    """Type the cards that the next step asks for, and do the step by Enter."""
    before = version(ann)
    field = ann.at("cards-typed")
    field.fill(cards)
    expect(ann.at("step-do")).to_be_enabled()
    field.press("Enter")
    wait_until(ann.page, MOVED, before)


def mistype(ann: Visitor, cards: str, said: str) -> None:
    """Cards that can't be: the page says why, and neither the button nor Enter does anything."""
    field = ann.at("cards-typed")
    field.fill(cards)
    expect(ann.page.locator(".picked")).to_contain_text(said)
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(ann.at("step-do")).to_be_disabled()
    field.press("Enter")
    expect(field).to_have_value(cards)


def paid(view: Any, seat: int) -> dict[str, tuple[str, str]]:
    """Every line of a seat in the round that ended last: its result, and what came back."""
    lines = view["last_round"]["seats"][str(seat)]["settled"]
    return {line["wager"]: (line["result"], line["returned"]) for line in lines}
