"""The layout as a drawing: an SVG with presentation attributes alone, as a strict content security policy wants it."""

from collections.abc import Iterable, Iterator
from html import escape
from math import cos, pi, sin
from typing import Final

from pitbook.layout.felt import COMMUNITY, DEALER, EXTRA, BettingArea, CardArea, Felt
from pitbook.layout.sign import Schedule

WIDTH, HEIGHT = 1600, 1040
_INK, _CLOTH, _RIM = "#f4ecd2", "#14532d", "#4a2c17"
_FONT: Final = "DejaVu Sans, Verdana, sans-serif"
_MIDDLE: Final = WIDTH / 2
_CARD: Final = (54, 76)
_CIRCLE: Final = 34
_LINE: Final = 16.0
_PANEL: Final = (36.0, 440.0)
"""Where the columns of odds begin and end."""
_COLUMNS: Final = ((52.0, 320.0), (WIDTH - 372.0, 320.0))
"""Left edge and width of each."""


def felt_svg(felt: Felt) -> str:
    """The drawing: the dealer above, position 1 at the dealer's left, and so on clockwise."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="{_FONT}">',
        f"<title>{escape(f'Layout: {felt.title}, {felt.house_name.text}')}</title>",
        f'<path d="{_outline(0)}" fill="{_RIM}"/><path d="{_outline(18)}" fill="{_CLOTH}"/>',
        _box(_MIDDLE - 210, 20, 420, 40, "Table inventory", fill="#2a1a0e"),
        *_cards(felt.cards),
        _text(_MIDDLE, 360, felt.house_name.text, 44, weight="bold", name="house_name"),
        _text(_MIDDLE, 398, felt.title, 20),
        *(_text(_MIDDLE, 446 + 30 * n, one.text, 21, name=one.shows) for n, one in enumerate(felt.inscriptions)),
        *_schedules(felt.sign.schedules),
    ]
    for position in range(1, felt.positions + 1):
        parts += _position(position, felt.positions, felt.areas)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _outline(inset: float) -> str:
    """A table with a straight side for the dealer and a curved one for the players."""
    left, right, top = inset, WIDTH - inset, inset
    return (
        f"M{left} {top}H{right}V{HEIGHT * 0.35}"
        f"C{right} {HEIGHT - inset} {WIDTH * 0.72} {HEIGHT - inset} {_MIDDLE} {HEIGHT - inset}"
        f"C{WIDTH * 0.28} {HEIGHT - inset} {left} {HEIGHT - inset} {left} {HEIGHT * 0.35}Z"
    )


def _text(
    x: float, y: float, words: str, size: float, *, weight: str = "", anchor: str = "middle", name: str = ""
) -> str:
    heavy = f' font-weight="{weight}"' if weight else ""
    shows = f' data-shows="{escape(name)}"' if name else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" fill="{_INK}" text-anchor="{anchor}"{heavy}{shows}>'
        f"{escape(words)}</text>"
    )


def _box(x: float, y: float, width: float, height: float, label: str, *, fill: str = "none") -> str:
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="8" fill="{fill}" '
        f'stroke="{_INK}" stroke-width="2"/>' + _text(x + width / 2, y + height / 2 + 6, label, 15)
    )


def _cards(areas: Iterable[CardArea]) -> Iterator[str]:
    """Community cards directly before the table inventory, the dealer's under them, the extra at the dealer's right."""
    tops = {COMMUNITY: 74.0, DEALER: 196.0, EXTRA: 74.0}
    found = {area.place: area for area in areas}
    if COMMUNITY not in found:
        tops[DEALER] = tops[COMMUNITY]
        tops[EXTRA] = 196.0
    for area in areas:
        width, height = _CARD
        pitch = width + 8
        across = area.cards * pitch - 8
        left = _MIDDLE - across / 2
        if area.place == EXTRA and COMMUNITY in found:
            left = _MIDDLE - found[COMMUNITY].cards * pitch / 2 - across - 16
            tops[EXTRA] = tops[DEALER]
        top = tops[area.place]
        yield f'<g data-cards="{escape(area.place)}">'
        for number in range(area.cards):
            yield (
                f'<rect x="{left + number * pitch:.1f}" y="{top:.1f}" width="{width}" height="{height}" rx="6" '
                f'fill="none" stroke="{_INK}" stroke-width="2" stroke-dasharray="6 4"/>'
            )
        yield _text(left + across / 2, top + height + 17, area.label, 14) + "</g>"


def _position(position: int, positions: int, areas: tuple[BettingArea, ...]) -> Iterator[str]:
    """One position: the main wagers in a row near the player, the optional ones in a row beyond them."""
    turn = pi * (0.06 + 0.88 * (position - 0.5) / positions)
    x, y = _MIDDLE + 660 * cos(turn), 335 + 560 * sin(turn)
    yield f'<g data-position="{position}">'
    rows = [[area for area in areas if area.main], [area for area in areas if not area.main]]
    for number, row in enumerate(rows):
        for place, area in enumerate(row):
            centre = x + (place - (len(row) - 1) / 2) * (2 * _CIRCLE + 4), y - number * (2 * _CIRCLE + 6)
            yield from _spot(*centre, area)
    yield _text(x, y + _CIRCLE + 20, str(position), 16) + "</g>"


def _spot(x: float, y: float, area: BettingArea) -> Iterator[str]:
    """The area of one wager: a ring, a square where the wager is optional, with its name."""
    shape = (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_CIRCLE}"'
        if area.main
        else f'<rect x="{x - _CIRCLE:.1f}" y="{y - _CIRCLE:.1f}" width="{2 * _CIRCLE}" height="{2 * _CIRCLE}" rx="10"'
    )
    yield f'{shape} fill="none" stroke="{_INK}" stroke-width="2" data-wager="{escape(area.wager)}"/>'
    words = area.label.split()
    for number, word in enumerate(words):
        yield _text(x, y + 5 + (number - (len(words) - 1) / 2) * 14, word, 11 if len(word) > 7 else 13)


def _schedules(schedules: tuple[Schedule, ...]) -> Iterator[str]:
    """What every wager pays, in two columns beside the cards; the more there is, the smaller it is written."""
    heights = [len(schedule.lines) + 1.6 for schedule in schedules]
    half, filled = sum(heights) / 2, 0.0
    columns: tuple[list[Schedule], list[Schedule]] = ([], [])
    for schedule, height in zip(schedules, heights, strict=True):
        columns[0 if filled + height / 2 <= half else 1].append(schedule)
        filled += height
    tallest = max((sum(len(one.lines) + 1.6 for one in column) for column in columns), default=1.0)
    line = min(_LINE, (_PANEL[1] - _PANEL[0]) / max(tallest, 1.0))
    size = line * 0.78
    for (left, width), column in zip(_COLUMNS, columns, strict=True):
        y = _PANEL[0] + line
        for schedule in column:
            yield f'<g data-schedule="{escape(schedule.wager)}">'
            yield _text(left, y, schedule.title, size * 1.12, weight="bold", anchor="start")
            for row in schedule.lines:
                y += line
                yield _text(left, y, row.when, size, anchor="start")
                yield _text(left + width, y, row.pays, size, anchor="end")
            yield "</g>"
            y += 1.6 * line
