"""What is written and drawn on a layout or a sign, read back from the drawing and the pages themselves."""

import re
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

from pitbook.layout import felt_of, felt_svg, sign_page
from pitbook.rulebooks import load_book
from pitbook.submission import HouseRules, house_rules, stock_submission

_SVG = "{http://www.w3.org/2000/svg}"
STYLE = "/print/style.css"


def offering(book: str, *wagers: str) -> HouseRules:
    """The stock table of a book with only these optional wagers."""
    data: dict[str, Any] = stock_submission(load_book(book))
    kept = {kind: table for kind, table in data["paytables"].items() if kind in wagers or kind not in data["wagers"]}
    data |= {"wagers": list(wagers), "paytables": kept}
    if "progressive" not in wagers:
        del data["progressive"]
    return house_rules(data)


def drawing(rules: HouseRules) -> ElementTree.Element:
    """The drawing of the layout, parsed."""
    return ElementTree.fromstring(felt_svg(felt_of(rules)))  # noqa: S314 (our own text)


def written(part: ElementTree.Element) -> list[str]:
    """Every text on it, in order."""
    return [str(text.text) for text in part.iter(f"{_SVG}text")]


def wagers_at(rules: HouseRules, position: int) -> list[str]:
    """The wagers that one position has a drawn area for."""
    (place,) = [group for group in drawing(rules).iter(f"{_SVG}g") if group.get("data-position") == str(position)]
    return [shape.attrib["data-wager"] for shape in place if "data-wager" in shape.attrib]


def positions(rules: HouseRules) -> dict[int, tuple[float, float]]:
    """Where the number of each position is written."""
    found = {}
    for group in drawing(rules).iter(f"{_SVG}g"):
        if number := group.get("data-position"):
            (label,) = [text for text in group.iter(f"{_SVG}text") if text.text == number]
            found[int(number)] = float(label.attrib["x"]), float(label.attrib["y"])
    return found


def card_places(rules: HouseRules, place: str) -> list[tuple[float, float]]:
    """Where the outlines of the cards of an area are drawn."""
    groups = [group for group in drawing(rules).iter(f"{_SVG}g") if group.get("data-cards") == place]
    return [(float(r.attrib["x"]), float(r.attrib["y"])) for group in groups for r in group.iter(f"{_SVG}rect")]


def schedules_on_felt(rules: HouseRules) -> list[list[str]]:
    """The texts of each schedule of payout odds on the layout, its title first."""
    groups = [group for group in drawing(rules).iter(f"{_SVG}g") if group.get("data-schedule")]
    return [written(group) for group in groups]


class _Tables(HTMLParser):
    """The sections of a sign: each heading, and the rows under it."""

    def __init__(self) -> None:
        super().__init__()
        self.sections: dict[str, list[tuple[str, ...]]] = {}
        self._open: list[str] = []
        self._title = ""
        self._row: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open.append(tag)
        if tag == "tr":
            self._row = []

    def handle_endtag(self, tag: str) -> None:
        if tag == "tr":
            self.sections.setdefault(self._title, []).append(tuple(self._row))
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if "h2" in self._open or "summary" in self._open:
            self._title = data
        elif "th" in self._open or "td" in self._open:
            self._row.append(data)


def sign_sections(rules: HouseRules) -> dict[str, list[tuple[str, ...]]]:
    """Every section of the printed sign with its rows."""
    parser = _Tables()
    parser.feed(sign_page(rules, STYLE))
    return parser.sections


def words_of(page: str) -> list[str]:
    """Every word on a page, without its tags and addresses."""
    return re.findall(r"[a-z]+", re.sub(r"<[^>]*>", " ", page).lower())
