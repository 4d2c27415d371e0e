"""A grid of decisions: each cell says in words what to do, and repeats it as a colour."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from pitbook.drawing import FAINT, INK, Drawing

_WIDTH: Final = 640
_ROW: Final = 32
_TOP, _BOTTOM = 20, 26
WAIT: Final = "#efefef"
"""The colour of a check or a fold."""
MIXED: Final = "#ffffff"
_RAISES: Final = ("#cfe2f3", "#8fbde3", "#f7cf8a", "#f0a860")
_LINE: Final = "#a8a8a8"
_ONE_LINE: Final = 0.62
_FIRST, _SECOND = 0.44, 0.80
"""The base lines of one and of two lines of words, as fractions of a cell's height."""
_LONG: Final = 20
"""How many letters of a row's name fit in one line."""


class Cell(NamedTuple):
    """One situation."""

    above: str
    below: str
    fill: str


def fills(actions: Sequence[str]) -> dict[str, str]:
    """A colour for each action: the first one is to wait or to fold, the last the greatest wager."""
    shades = _RAISES[1:2] if len(actions) == 2 else _RAISES
    return {action: shades[(place - 1) % len(shades)] if place else WAIT for place, action in enumerate(actions)}


def grid_chart(
    name: str,
    title: str,
    description: str,
    columns: Sequence[str],
    rows: Sequence[tuple[str, Sequence[Cell]]],
    legend: Sequence[tuple[str, str]],
    *,
    label_width: float = 24,
) -> str:
    """Rows of cells under the columns' names; the legend gives each colour its meaning."""
    height = _TOP + _ROW * len(rows) + _BOTTOM
    drawing = Drawing(name, _WIDTH, height, title, description)
    width = (_WIDTH - label_width - 1) / len(columns)
    for place, column in enumerate(columns):
        x = label_width + (place + 0.5) * width
        drawing.text((x, _TOP - 6), column, size=11, anchor="middle", bold=True, colour=FAINT)
    for line, (label, cells) in enumerate(rows):
        y = _TOP + line * _ROW
        _label(drawing, label, label_width - 7, y)
        for place, cell in enumerate(cells):
            left = label_width + place * width
            middle = left + width / 2
            drawing.rect(left, y, width, _ROW, cell.fill, stroke=_LINE)
            first = _FIRST if cell.below else _ONE_LINE
            drawing.text((middle, y + _ROW * first), cell.above, size=11.5, anchor="middle", bold=True)
            if cell.below:
                drawing.text((middle, y + _ROW * _SECOND), cell.below, size=10, anchor="middle", colour=INK)
    x = 6.0
    for fill, words in legend:
        drawing.rect(x, height - 17, 14, 11, fill, stroke=_LINE)
        drawing.text((x + 19, height - 7.5), words, size=10)
        x += 32 + 6.2 * len(words)
    return drawing.svg()


def _label(drawing: Drawing, label: str, x: float, y: float) -> None:
    """A row's name; a long range takes two lines."""
    first, to, last = label.partition(" to ")
    two_lines = len(label) > _LONG and bool(to)
    lines = [(f"{first} to", _FIRST), (last, _SECOND)] if two_lines else [(label, _ONE_LINE)]
    for words, height in lines:
        drawing.text((x, y + _ROW * height), words, size=11, anchor="end", bold=True, colour=FAINT)
