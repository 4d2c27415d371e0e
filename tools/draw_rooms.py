"""Draws the map of the rooms, `docs/pictures/rooms.svg`: `python tools/draw_rooms.py`.

The picture has a background of its own, so it can be read on a light page and on a dark one.
"""

from html import escape
from pathlib import Path
from typing import Final, NamedTuple

TARGET: Final = Path(__file__).parents[1] / "docs" / "pictures" / "rooms.svg"
WIDTH, ROW, GAP, EDGE, HEAD = 960, 58, 10, 16, 26


class Band(NamedTuple):
    """Rooms of one kind: a title, a colour, where it lies (left, top and width), and its rows of rooms."""

    title: str
    colour: str
    left: int
    top: int
    width: int
    rows: tuple[tuple[tuple[str, str], ...], ...]

    @property
    def height(self) -> int:
        """How high the band is with all its rows."""
        return HEAD + len(self.rows) * (ROW + GAP)


HALF: Final = (WIDTH - 3 * EDGE) // 2
WHOLE: Final = WIDTH - 2 * EDGE
SHARED: Final = Band("The rules, shared by both wings", "#2f6f4f", EDGE, 16, WHOLE, (
    (("cards", "cards, hands, rankings"), ("rulebooks", "the books as data"), ("submission", "an operator's choices"),
     ("settlement", "who is paid what"), ("layout", "felt and sign")),
))  # fmt: skip
WINGS: Final = SHARED.top + SHARED.height + 34
NUMBERS: Final = Band("Numbers", "#3b5b9a", EDGE, WINGS, HALF, (
    (("strategy", "what to do, in files"),),
    (("odds", "exact solver, side wagers, PAR"),),
    (("simulator", "millions of rounds"),),
))  # fmt: skip
LIVE: Final = Band("Live", "#8a4a2b", 2 * EDGE + HALF, WINGS, HALF, (
    (("fairness", "shuffle"), ("meters", "progressives"), ("ledger", "the record")),
    (("table", "commands, events, state"),),
    (("pit", "one commit per command"), ("audit", "derives all again")),
))  # fmt: skip
JOINED: Final = Band("Joined", "#6b4a8a", EDGE, WINGS + NUMBERS.height + 34, WHOLE, (
    (("coach", "the value of a decision"), ("web", "pages, HTTP, WebSocket"), ("witness", "cosigns checkpoints"),
     ("cli", "the pitbook command")),
))  # fmt: skip
FLOOR: Final = Band("Tools that every room may use", "#555f66", EDGE, JOINED.top + JOINED.height + 14, WHOLE, (
    (("problems", "errors"), ("money", "cents"), ("exact", "fractions"), ("files", "safe writes"),
     ("progress", "of long work")),
    (("documents", "JSON forms"), ("json_types", "JSON"), ("p_values", "statistics"), ("svg", "elements"),
     ("drawing", "charts")),
    (("compiled", "kernel cache"), ("array_types", "of kernels"), ("source_digest", "which code ran"),
     ("spread", "work in parts"), ("house_keys", "sign, seal"), ("transparency", "signed trees")),
))  # fmt: skip
BANDS: Final = (SHARED, NUMBERS, LIVE, JOINED, FLOOR)


def rooms() -> set[str]:
    """The names on the map."""
    return {name for band in BANDS for row in band.rows for name, _ in row}


def _box(left: float, top: float, width: float, name: str, about: str) -> str:
    middle = left + width / 2
    return (
        f'<rect x="{left:.1f}" y="{top}" width="{width:.1f}" height="{ROW}" rx="8" fill="#ffffff"/>'
        f'<text x="{middle:.1f}" y="{top + 25}" class="name">{escape(name)}</text>'
        f'<text x="{middle:.1f}" y="{top + 44}" class="about">{escape(about)}</text>'
    )


def _band(band: Band) -> str:
    parts = [
        f'<rect x="{band.left}" y="{band.top}" width="{band.width}" height="{band.height}" rx="12"'
        f' fill="{band.colour}"/>',
        f'<text x="{band.left + 14}" y="{band.top + 19}" class="title">{escape(band.title)}</text>',
    ]
    for number, row in enumerate(band.rows):
        width = (band.width - GAP * (len(row) + 1)) / len(row)
        top = band.top + HEAD + number * (ROW + GAP)
        parts += [
            _box(band.left + GAP + place * (width + GAP), top, width, name, about)
            for place, (name, about) in enumerate(row)
        ]
    return "\n".join(parts)


def _arrow(left: float, top: float) -> str:
    return f'<path d="M{left} {top} v20 m-6 -7 l6 7 l6 -7" fill="none" stroke="#333a3f" stroke-width="2.5"/>'


def picture() -> str:
    """The map as SVG."""
    height = FLOOR.top + FLOOR.height + EDGE
    quarter = EDGE + HALF / 2
    arrows = [
        _arrow(left, top)
        for left in (quarter, WIDTH - quarter)
        for top in (SHARED.top + SHARED.height + 7, NUMBERS.top + NUMBERS.height + 7)
    ]
    style = (
        "text{font-family:system-ui,sans-serif;text-anchor:middle}.name{font-size:15px;font-weight:600;fill:#14211b}"
        ".about{font-size:12px;fill:#39443f}.title{font-size:15px;font-weight:600;fill:#ffffff;text-anchor:start}"
    )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img"'
            ' aria-labelledby="title">',
            '<title id="title">The rooms of Pitbook: rules at the top, two wings below, joined by the applications'
            "</title>",
            f"<style>{style}</style>",
            f'<rect width="{WIDTH}" height="{height}" rx="16" fill="#e8ece9"/>',
            *(_band(band) for band in BANDS),
            *arrows,
            "</svg>\n",
        ]
    )


if __name__ == "__main__":
    TARGET.write_text(picture(), encoding="utf-8")
