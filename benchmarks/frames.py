"""The frames of a deal in the browser: every book with a full table, beside an empty animation on the same page.

A real `pitbook serve` and the system's Chromium, which draws 60 frames a second where nothing keeps it from it. A frame
is dropped where the next one comes later than that. Both animations last equally long, in turns.
"""

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright
from rich.console import Console
from rich.table import Table

from pitbook.rulebooks import book_ids

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
FRAME = 1000 / 60
"""Milliseconds."""
DEALS = 3
WINDOW = (1280, 800)
PATIENCE = 120_000
PITBOOK = (sys.executable, "-m", "pitbook")
DEAL = """() => new Promise((done) => {
  const times = [];
  let last = performance.now();
  const look = (now) => {
    times.push(now - last);
    last = now;
    if (document.querySelector("[data-testid^=action-]:enabled")) done(times.slice(1));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  document.querySelector("[data-testid=deal]").click();
})"""
"""From the press of the button until the player is asked; nothing else looks at the page meanwhile."""
EMPTY = """(milliseconds) => new Promise((done) => {
  const one = document.createElement("div");
  one.className = "card back flying";
  document.querySelector(".felt").append(one);
  const frames = [{ transform: "none" }, { transform: "translate(600px, 300px)" }];
  const moving = one.animate(frames, { duration: milliseconds });
  const times = [];
  let last = performance.now();
  const look = (now) => {
    times.push(now - last);
    last = now;
    if (moving.playState !== "finished") return requestAnimationFrame(look);
    one.remove();
    done(times.slice(1));
  };
  requestAnimationFrame(look);
})"""
"""One card that moves across the felt, and nothing else."""


@dataclass
class Frames:
    """What was measured of one kind of animation, in milliseconds."""

    times: list[float] = field(default_factory=list)

    @property
    def dropped(self) -> int:
        """Frames that were due and did not come."""
        return sum(max(0, round(time / FRAME) - 1) for time in self.times)

    @property
    def due(self) -> int:
        """Frames that should have come."""
        return len(self.times) + self.dropped

    @property
    def longest(self) -> float:
        return max(self.times)


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """A server of its own; its address."""
    command = [*PITBOOK, "serve", "--no-open", "--port", "0", "--db", str(folder / "record.db")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603
    try:
        said = process.stdout.readline() if process.stdout else ""
        yield said.split(" at ")[1].split()[0].rstrip("/.")
    finally:
        process.terminate()
        process.wait()


def sit(page: Page, address: str, book: str) -> None:
    """At a new table with every other seat taken, and every wager placed."""
    page.goto(address)
    page.get_by_label("Other players").select_option("6")
    page.get_by_test_id(f"play-{book}").click()
    expect(page.get_by_test_id("deal")).to_be_enabled()
    expect(page.locator(".seat.mine")).to_be_visible()
    for spot in page.locator(".seat.mine button.area").all():
        spot.click()


def finish(page: Page) -> None:
    """Check or fold, whatever is last, until the next deal can be asked for; what is dealt meanwhile is skipped."""
    last = page.locator("[data-testid^=action-]").last
    until = time.monotonic() + PATIENCE / 1000
    while not page.get_by_test_id("deal").is_visible():
        if time.monotonic() > until:
            raise SystemExit("A round did not come to its end: the frames of a deal are not measured.")
        page.keyboard.press("Escape")
        if last.is_visible() and last.is_enabled():
            last.click()
        page.wait_for_timeout(50)


def measure(browser: Browser, address: str, book: str) -> tuple[Frames, Frames]:
    """The frames of some deals, from the press of the button until the player is asked, and of as long a quiet move."""
    wide, high = WINDOW
    page = browser.new_context(viewport={"width": wide, "height": high}, reduced_motion="no-preference").new_page()
    page.set_default_timeout(PATIENCE)
    sit(page, address, book)
    deal, empty = Frames(), Frames()
    for turn in range(DEALS + 1):
        dealt = page.evaluate(DEAL)
        quiet = page.evaluate(EMPTY, sum(dealt))
        # The first deal loads sounds and scripts that no other has to.
        if turn:
            deal.times += dealt
            empty.times += quiet
        if turn < DEALS:
            finish(page)
    page.context.close()
    return deal, empty


def main() -> None:
    """Print the frames of each book."""
    console = Console()
    path = next((found for name in CHROMIUM if (found := shutil.which(name))), None)
    if path is None:
        console.print("No Chromium here: the frames of a deal are not measured.")
        return
    table = Table(title=f"Frames of a deal, {DEALS} deals to a full table, {WINDOW[0]} by {WINDOW[1]}")
    heads = ("book", "", "frames due", "dropped", "share", "longest, ms", "longest, of the empty one")
    for number, head in enumerate(heads):
        table.add_column(head, justify="left" if number < 2 else "right")
    expect.set_options(timeout=PATIENCE)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            for book in book_ids():
                deal, empty = measure(browser, address, book)
                for name, one in (("deal", deal), ("empty", empty)):
                    share, ratio = one.dropped / one.due, one.longest / empty.longest
                    cells = (f"{one.due}", f"{one.dropped}", f"{share:.1%}", f"{one.longest:.0f}", f"{ratio:.1f}")
                    table.add_row(book if name == "deal" else "", name, *cells)
        finally:
            browser.close()
    console.print(table)


if __name__ == "__main__":
    main()
