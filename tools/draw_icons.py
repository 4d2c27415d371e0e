"""Draws the icons of the app from `icon.svg`, with the system's Chromium: `.venv/bin/python tools/draw_icons.py`.

A maskable icon fills its square, and systems may cut everything off but a circle of four fifths of its width.
"""

import re
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

PAGES = Path(__file__).parents[1] / "src" / "pitbook" / "web" / "pages"
DRAWING = PAGES / "icon.svg"
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
ICONS = {"icon-192.png": 192, "icon-512.png": 512}
FULL = {"icon-180.png": 180, "icon-maskable-512.png": 512}
"""Those that fill their square; Apple's home screen rounds the corners itself."""
SAFE = 0.8


def full_square(drawing: str) -> str:
    """The drawing without round corners, and what is on it small enough for the safe circle."""
    side = float(re.search(r'viewBox="0 0 ([\d.]+) \1"', drawing)[1])  # type: ignore[index]
    ground, figure = re.fullmatch(r"<svg[^>]*>(<rect [^>]*/>)(.*)</svg>\s*", drawing, re.DOTALL).groups()  # type: ignore[union-attr]
    ground = re.sub(r' rx="[^"]*"', "", ground)
    moved = f"translate({side / 2} {side / 2}) scale({SAFE}) translate({-side / 2} {-side / 2})"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side:g} {side:g}">'
        f'{ground}<g transform="{moved}">{figure}</g></svg>'
    )


def main() -> None:
    """Draw every icon anew."""
    path = next((found for name in CHROMIUM if (found := shutil.which(name))), None)
    if path is None:
        raise SystemExit(f"no Chromium here: none of {', '.join(CHROMIUM)} is installed")
    drawing = DRAWING.read_text("utf-8")
    wanted = [(name, size, drawing) for name, size in ICONS.items()]
    wanted += [(name, size, full_square(drawing)) for name, size in FULL.items()]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page()
        for name, size, svg in wanted:
            page.set_viewport_size({"width": size, "height": size})
            page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block; width: {size}px }}</style>{svg}")
            page.screenshot(path=PAGES / name, omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
