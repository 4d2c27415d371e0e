"""A drawing of rectangles, lines, areas and words, written as SVG.

It uses only what browsers and the PDF writer draw alike: solid colours, and every attribute on its own element.
"""

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10
from typing import Final

from pitbook.svg import NAMESPACE, element, number

INK: Final = "#1a1a1a"
FAINT: Final = "#5a5a5a"
RULE: Final = "#d5d5d5"
LOSS: Final = "#d9895b"
EVEN: Final = "#9a9a9a"
GAIN: Final = "#4f8abf"
FONT: Final = "DejaVu Sans Condensed, Arial, Helvetica, sans-serif"
"""The PDF embeds the first of these; a browser uses the first one that it has."""

Point = tuple[float, float]


class Drawing:
    """Elements in the order in which they are drawn, with a title and a description for those who can't see them."""

    def __init__(self, name: str, width: float, height: float, title: str, description: str) -> None:
        self.name, self.width, self.height = name, width, height
        self.title, self.description = title, description
        self._elements: list[str] = []

    def _add(self, tag: str, content: str | None = None, **attributes: str | float) -> None:
        self._elements.append(element(tag, content, **attributes))

    def rect(self, x: float, y: float, width: float, height: float, fill: str, *, stroke: str = "none") -> None:
        """A rectangle from its upper left corner."""
        self._add("rect", x=x, y=y, width=width, height=height, fill=fill, stroke=stroke, stroke_width=0.75)

    def line(self, begin: Point, end: Point, *, colour: str = RULE, width: float = 0.75, dashed: bool = False) -> None:
        """A straight line."""
        dashes = {"stroke_dasharray": "4 3"} if dashed else {}
        (x1, y1), (x2, y2) = begin, end
        self._add("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour, stroke_width=width, **dashes)

    def area(self, corners: Sequence[Point], fill: str) -> None:
        """The area within straight lines from corner to corner."""
        path = " ".join(f"{'L' if place else 'M'} {number(x)} {number(y)}" for place, (x, y) in enumerate(corners))
        self._add("path", d=f"{path} Z", fill=fill, stroke="none")

    def text(
        self, at: Point, words: str, *, size: float = 11, anchor: str = "start", bold: bool = False, colour: str = INK
    ) -> None:
        """Words on a base line; the anchor (`start`, `middle`, `end`) says which part of them is at the point."""
        weight = {"font_weight": "bold"} if bold else {}
        x, y = at
        self._add(
            "text", _text(words), x=x, y=y, font_size=size, font_family=FONT, text_anchor=anchor, fill=colour, **weight
        )

    def svg(self) -> str:
        """The drawing as one element, which can stand alone or within a page."""
        width, height = number(self.width), number(self.height)
        title, description = f"{self.name}-title", f"{self.name}-desc"
        content = [
            element("title", _text(self.title), id=title),
            element("desc", _text(self.description), id=description),
            *self._elements,
        ]
        return element(
            "svg",
            "".join(content),
            xmlns=NAMESPACE,
            viewBox=f"0 0 {width} {height}",
            width=width,
            height=height,
            role="img",
            aria_labelledby=f"{title} {description}",
        )


def _text(words: str) -> str:
    return escape(words, quote=False)


def powers_of_ten(least: float, most: float) -> list[int]:
    """The exponents of the powers of ten around a range of positive numbers."""
    return list(range(floor(log10(least)), ceil(log10(most)) + 1))


def even_steps(least: float, most: float, about: int) -> list[float]:
    """Round numbers at even distances that cover a range: steps of 1, 2 or 5 times a power of ten."""
    rough = (most - least) / about
    unit = 10.0 ** floor(log10(rough))
    step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= rough)
    first, last = floor(round(least / step, 9)), ceil(round(most / step, 9))
    return [step * place for place in range(first, last + 1)]
