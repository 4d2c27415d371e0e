"""Takes a picture of every page, at the size of a phone, a tablet and a desktop: `make pictures`.

They go to `.screenshots`; `--docs` writes those that the documentation shows to `docs/pictures`. A server of its own
serves the pages, from a record that is thrown away.
"""

import argparse
import base64
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))  # the pictures are taken of visits that the tests make

from browser.conftest import ARGUMENTS, CHROMIUM  # noqa: E402
from browser.playing import decide, decisions, own_seat, settled, sit_at_new, table_of  # noqa: E402
from browser.serving import Server  # noqa: E402
from browser.visiting import BOOKS, FOUR_CARD, HOLDEM, PATIENCE, SIZES, Profiles, Size, Visitor  # noqa: E402

DOCS = {
    "lobby-whole": "lobby",
    f"table-{HOLDEM[0]}-decision": "table",
    f"table-{FOUR_CARD}-settled": "settled",
    "drill-answer": "drill",
}
"""The pictures that the documentation shows, and under which name."""
QUALITY = 82
"""Of a picture of the documentation, in percent: small, and no letter is blurred."""
MOST_ROUNDS = 30
"""Within which something worth showing comes."""
WITH_COMPILING = 10 * PATIENCE
"""How long to wait, in milliseconds, where the kernels may have to be compiled first."""
STILL = "document.fonts.ready.then(() => Promise.all(document.getAnimations().map((one) => one.finished)))"


class Pictures:
    """Pictures of one size, in a folder."""

    def __init__(self, folder: Path, size: Size, only: frozenset[str] | None) -> None:
        self._folder = folder
        self._size = size
        self._only = only

    def keep(self, page: Page, name: str, *, whole: bool = False) -> None:
        """A picture of the window, or of the whole page."""
        if self._only is not None and name not in self._only:
            return
        page.evaluate(STILL)
        if self._only is None:
            file = f"{name}-{self._size}.png"
            page.screenshot(path=self._folder / file, full_page=whole)
        else:
            file = f"{DOCS[name]}.webp"
            how = {"format": "webp", "quality": QUALITY, "captureBeyondViewport": whole}
            if whole:
                high = page.evaluate("document.documentElement.scrollHeight")
                how["clip"] = {"x": 0, "y": 0, "width": SIZES[self._size][0], "height": high, "scale": 1}
            taken = page.context.new_cdp_session(page).send("Page.captureScreenshot", how)
            (self._folder / file).write_bytes(base64.b64decode(taken["data"]))
        print(file, flush=True)

    @property
    def at_their_best(self) -> bool:
        """Whether they are for the documentation."""
        return self._only is not None


def tables(ann: Visitor, pictures: Pictures, book: str) -> None:
    """A full table of a book: waiting for wagers, at the last decision, settled."""
    name = f"table-{book}"
    table = sit_at_new(ann, book, bots=6)
    pictures.keep(ann.page, f"{name}-waiting")
    for wager in ann.view(table)["wagering"]["wagers"]:
        if not wager["required"]:
            ann.press(f"wager-{wager['name']}")
            break
    ann.at("coach-mode").select_option("before")
    *before, last = decisions(book)
    for _ in range(MOST_ROUNDS if pictures.at_their_best else 1):
        ann.press("deal")
        decide(ann, *before)
        expect(ann.at(f"action-{last}")).to_be_enabled()
        expect(ann.at("coach-advice")).to_be_visible()
        worth = not pictures.at_their_best or worth_showing(ann)
        if worth:
            pictures.keep(ann.page, f"{name}-decision")
        decide(ann, last)
        settled(ann)
        if worth and "won" in ann.at("status").inner_text():
            break
    expect(ann.at("coach-review")).to_be_visible()
    pictures.keep(ann.page, f"{name}-settled")
    pictures.keep(ann.page, f"{name}-settled-whole", whole=True)


def worth_showing(ann: Visitor) -> bool:
    """The player has a pair or better, and does well to play it."""
    table = table_of(ann)
    hand = str(ann.view(table)["round"]["seats"][str(own_seat(ann, table))]["hand"])
    return not hand.startswith("high card") and ann.get(f"/api/tables/{table}/advice")["best"] != "fold"


def past(ann: Visitor, pictures: Pictures) -> None:
    """What was played: history, a round, its replay and proof, the statistics."""
    table = table_of(ann)
    ann.page.goto(f"/table/{table}/history")
    expect(ann.at(f"round-{table}-1")).to_be_visible()
    pictures.keep(ann.page, "history", whole=True)
    ann.press(f"round-{table}-1")
    expect(ann.at("replay-last")).to_be_visible()
    expect(ann.page.locator(".felt")).to_be_visible()
    pictures.keep(ann.page, "round", whole=True)
    ann.press("replay-last")
    ann.press("verify")
    expect(ann.at("verify-result")).to_be_visible()
    pictures.keep(ann.page, "replay", whole=True)
    ann.page.goto("/session")
    expect(ann.at("session-rounds")).to_be_visible()
    pictures.keep(ann.page, "statistics", whole=True)
    ann.press("part-lifetime")
    expect(ann.at("save-csv")).to_be_enabled()
    pictures.keep(ann.page, "statistics-lifetime", whole=True)


def teaching(ann: Visitor, pictures: Pictures) -> None:
    """Lessons, differences, glossary, the drill before and after an answer."""
    ann.page.goto(f"/learn?target={HOLDEM[0]}")
    for part in ("lesson", "differences", "glossary"):
        ann.press(f"part-{part}")
        expect(ann.at(part)).to_be_visible()
        pictures.keep(ann.page, f"learn-{part}", whole=True)
    ann.page.goto(f"/drill?target={HOLDEM[0]}")
    action = ann.page.locator("[data-testid^=action-]").first
    expect(action).to_be_enabled()
    pictures.keep(ann.page, "drill", whole=True)
    action.click()
    expect(ann.at("drill-answer")).to_be_visible()
    pictures.keep(ann.page, "drill-answer", whole=True)


def others(ann: Visitor, pictures: Pictures) -> None:
    """Every other page, and the dialogs."""
    ann.page.goto("/")
    expect(ann.at(f"play-{FOUR_CARD}")).to_be_visible()
    pictures.keep(ann.page, "lobby")
    pictures.keep(ann.page, "lobby-whole", whole=True)
    ann.page.get_by_role("button", name="Settings").locator("visible=true").first.click()
    expect(ann.at("theme")).to_be_visible()
    pictures.keep(ann.page, "settings")
    ann.page.keyboard.press("Escape")
    ann.page.goto(f"/odds?target={HOLDEM[0]}")
    expect(ann.at("house_edge")).to_be_visible()
    pictures.keep(ann.page, "odds")
    pictures.keep(ann.page, "odds-whole", whole=True)
    for name, path in (("about", "/about"), ("verifier", "/verifier"), ("docs", "/docs"), ("nothing", "/nothing")):
        ann.page.goto(path)
        ann.page.wait_for_load_state("networkidle")
        pictures.keep(ann.page, name)
    table = sit_at_new(ann, HOLDEM[0])
    ann.page.goto(f"/table/{table}/dealer")
    ann.press("dealing-dealer")
    expect(ann.at("step-do")).to_be_visible()
    pictures.keep(ann.page, "dealer", whole=True)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium."""
    path = next((found for name in CHROMIUM if (found := shutil.which(name))), None)
    if path is None:
        raise SystemExit(f"no Chromium here: none of {', '.join(CHROMIUM)} is installed")
    expect.set_options(timeout=WITH_COMPILING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


def main() -> None:
    """Take them all, or those of the README."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--docs", action="store_true", help="only those that the README shows, into docs/pictures")
    for_docs = parser.parse_args().docs
    folder = ROOT / ("docs/pictures" if for_docs else ".screenshots")
    folder.mkdir(exist_ok=True)
    sizes: list[Size] = ["wide"] if for_docs else list(SIZES)
    with tempfile.TemporaryDirectory() as place, chromium() as browser:
        server = Server(Path(place) / "record.db")
        try:
            for size in sizes:
                ann = Visitor(Profiles(browser, server.address), server, size, fresh=True)
                pictures = Pictures(folder, size, frozenset(DOCS) if for_docs else None)
                others(ann, pictures)
                for book in BOOKS if not for_docs else (HOLDEM[0], FOUR_CARD):
                    tables(ann, pictures, book)
                past(ann, pictures)
                teaching(ann, pictures)
                ann.leave()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
