"""What the tests of PAR sheets share: solved games, and readers that take a page and a PDF apart again."""

import re
from dataclasses import replace
from datetime import date
from functools import cache
from html.parser import HTMLParser

from pitbook.odds.families.main_result import MainResult
from pitbook.odds.paper.par import ParSheet, build_sheet
from pitbook.odds.solution import Solution, solve
from pitbook.odds.strategies import GeneratedCard, cost, evaluate, generate_card
from pitbook.rulebooks.families import FamilyName
from pitbook.strategy import published, short_names
from pitbook.submission import load_target

FOUR, MD = "md-four-card-poker", "md-heads-up-holdem"
ULTIMATE = "ultimate-texas-holdem"
TARGETS = (FOUR, MD, "ma-heads-up-holdem", "galaxy-heads-up-holdem", ULTIMATE, "three-card-poker", "let-it-ride")
VOID = {"meta", "rect", "line", "path"}


@cache
def solution(target: str) -> Solution:
    return solve(load_target(target))


@cache
def card(target: str) -> GeneratedCard:
    """The derived card; of hold'em, where deriving takes long, an included strategy instead."""
    rules = load_target(target)
    if rules.book.family is not FamilyName.BOARD_DEALER:
        return generate_card(rules)
    basic = published(short_names(rules)["basic"])
    return GeneratedCard(basic, evaluate(rules, basic), cost(rules, basic))


@cache
def sheet(target: str) -> ParSheet:
    return build_sheet(solution(target), card(target))


def result(target: str) -> MainResult:
    found = solution(target).main.result
    assert found is not None
    return found


def approved(name: str = "Pitbook House") -> Solution:
    """Four Card Poker of another house, with an approval date."""
    stock = solution(FOUR)
    return replace(stock, rules=replace(stock.rules, house_name=name, approved=date(2026, 1, 31)))


class Page(HTMLParser):
    """The tables of a page by caption, as rows of cells; every element has to be closed where it was opened."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tables: dict[str, list[list[str]]] = {}
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self._rows: list[list[str]] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.open.append(tag)
        if tag == "caption":
            self._rows = []
            self._caption = ""
        elif tag == "tr":
            self._rows.append([])
        elif tag in ("th", "td"):
            self._rows[-1].append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        assert tag in VOID

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        if tag == "table" and "table" in self.open:
            assert self._caption not in self.tables or self._caption.startswith(("Figures", "Lines"))
            self.tables.setdefault(self._caption, []).extend(self._rows)

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words.append(data)
        if self.open and self.open[-1] == "caption":
            self._caption += data
        elif self.open and self.open[-1] in ("th", "td"):
            self._rows[-1][-1] += data


def number(text: str) -> float:
    """A number as the sheet writes it."""
    plain = text.replace("\N{MINUS SIGN}", "-").replace(",", "").replace("\N{NO-BREAK SPACE}", " ").replace("$", "")
    return float(plain.removesuffix(" to 1").removesuffix(" %"))


_PAGE = re.compile(rb"(?:\d+) 0 obj\n<<\n/(?:Annots .*?\n/)?Contents (\d+) 0 R", re.DOTALL)
_SHOWN = re.compile(rb"/F(\d) [\d.]+ Tf|\(((?:\\.|[^\\)])*)\)", re.DOTALL)
_ESCAPES = {b"r": b"\r", b"n": b"\n", b"t": b"\t"}


def pdf_pages(content: bytes) -> list[str]:
    """The words of each page of an uncompressed document, by the font's own table of what its letters mean."""
    letters = [
        {int(code, 16): chr(int(letter, 16)) for code, letter in re.findall(rb"<(\w{4})> <(\w{4})>\n", block)}
        for block in re.findall(rb"beginbfchar\n(.*?)endbfchar", content, re.DOTALL)
    ]
    pages = []
    for place in _PAGE.findall(content):
        stream = re.search(rb"\n%b 0 obj\n.*?stream\n(.*?)\nendstream" % place, content, re.DOTALL)
        assert stream is not None
        words, font = [], 0
        for chosen, shown in _SHOWN.findall(stream[1]):
            if chosen:
                font = int(chosen) - 1
                continue
            codes = re.sub(rb"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), shown, flags=re.DOTALL)
            pairs = [int.from_bytes(codes[at : at + 2]) for at in range(0, len(codes), 2)]
            words.append("".join(letters[font].get(code, "?") for code in pairs))
        pages.append("\n".join(words))
    return pages
