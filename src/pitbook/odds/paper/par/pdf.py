"""The sheet as a PDF: identity and page number on every page, embedded fonts, the charts as vectors.

Equal sheets give equal files, byte for byte.
"""

import re
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Final

from fpdf import FPDF
from fpdf.enums import TableBordersLayout, TableCellFillMode
from fpdf.fonts import FontFace, TTFFont

from pitbook.odds.paper.par.sheet import Chart, Column, Identity, ParSheet, Section, Table, Text

_FONTS: Final = Path(__file__).parent / "fonts"
_FAMILY: Final = "DejaVu Sans Condensed"
_MARGIN: Final = 14.0
_TOP, _BOTTOM = 22.0, 18.0
_PAGE_WIDTH, _PAGE_HEIGHT = 210.0, 297.0
_WIDTH: Final = _PAGE_WIDTH - 2 * _MARGIN
_MILLIMETRES: Final = 0.27
"""The width of one unit of a drawing, in millimetres."""
_PAGES: Final = "\0" * 4
"""Stands for the number of pages until it is known; printable words never contain it."""
_ROOM: Final = 34.0
"""The space that a heading and the first rows below it need, in millimetres."""
_CELL: Final = 7.2
_ROW: Final = 4.5
"""The approximate height of a row, in millimetres."""
_SHORT: Final = 120.0
"""A table up to this height stays on one page."""
_GAP: Final = 3.0
_RULE: Final = (170, 170, 170)
_INK: Final = (26, 26, 26)
_NOT_DRAWN: Final = re.compile("<title.*?</title>|<desc.*?</desc>")
_HEAD: Final = (236, 240, 244)


class _Pages(FPDF):
    """Pages with the identity above and below."""

    def __init__(self, identity: Identity) -> None:
        super().__init__(format="A4")
        self.identity = identity
        self.add_font(_FAMILY, "", _FONTS / "DejaVuSansCondensed.ttf")
        self.add_font(_FAMILY, "B", _FONTS / "DejaVuSansCondensed-Bold.ttf")
        self.set_font(_FAMILY, size=9)
        self.set_margins(_MARGIN, _TOP, _MARGIN)
        self.set_auto_page_break(True, _BOTTOM)
        self.set_creation_date(datetime.fromtimestamp(0, UTC))
        self.set_title(f"PAR sheet: {identity.title}, {identity.house}")
        self.set_subject(f"{identity.approval}; house rules {identity.digest}")
        self.set_creator(f"Pitbook {identity.version}")
        self.set_lang("en")
        self.alias_nb_pages(_PAGES)

    def printable(self, words: str) -> str:
        """The text, with escapes for characters that the font does not have."""
        font = self.fonts[_FAMILY.lower()]
        known = font.cmap if isinstance(font, TTFFont) else {}
        return "".join(c if ord(c) in known else c.encode("ascii", "backslashreplace").decode() for c in words)

    def fitting(self, words: str, width: float) -> str:
        """As much of the text as fits, with dots for the rest."""
        words = self.printable(words)
        if self.get_string_width(words) <= width:
            return words
        while words and self.get_string_width(f"{words}…") > width:
            words = words[: -1 - len(words) // 50]
        return f"{words}…"

    def header(self) -> None:
        """Game, house and approval."""
        who = self.identity
        self.set_text_color(*_INK)
        self.set_y(9)
        self.set_font(_FAMILY, "B", 9)
        approval = self.get_string_width(who.approval) + 2
        self.cell(_WIDTH - approval, 5, self.fitting(f"PAR sheet · {who.title} · {who.house}", _WIDTH - approval - 4))
        self.cell(approval, 5, who.approval, align="R")
        self.set_draw_color(*_INK)
        self.line(_MARGIN, 15, _PAGE_WIDTH - _MARGIN, 15)
        self.set_y(_TOP)

    def footer(self) -> None:
        """Rule book, digest and page number."""
        who = self.identity
        self.set_text_color(*_INK)
        self.set_y(-12)
        self.set_font(_FAMILY, "", 8)
        self.cell(
            _WIDTH - 30, 5, self.fitting(f"{who.book} · house rules {who.short_digest} · {who.approval}", _WIDTH - 34)
        )
        self.cell(30, 5, f"page {self.page_no()} of {_PAGES}", align="R")

    def need(self, height: float) -> None:
        """Begin a new page unless this one has enough space left."""
        if self.get_y() + height > _PAGE_HEIGHT - _BOTTOM:
            self.add_page()

    def paragraph(self, words: str, size: float = 9, style: str = "") -> None:
        """A paragraph over the whole width."""
        self.set_font(_FAMILY, style, size)
        self.set_text_color(*_INK)
        self.multi_cell(_WIDTH, size * 0.48, self.printable(words), align="L", new_x="LMARGIN", new_y="NEXT")


def pdf_bytes(sheet: ParSheet, *, compressed: bool = True) -> bytes:
    """The whole document."""
    pages = _Pages(sheet.identity)
    pages.set_compression(compressed)
    pages.add_page()
    pages.paragraph(f"PAR sheet: {sheet.identity.title}", 17, "B")
    pages.paragraph(f"{sheet.identity.house} · {sheet.identity.approval}", 11)
    for section in sheet.sections:
        _section(pages, section)
    try:
        return bytes(pages.output())
    finally:
        for font in pages.fonts.values():
            if isinstance(font, TTFFont):
                font.ttfont.close()


def _section(pages: _Pages, section: Section) -> None:
    pages.ln(4)
    pages.need(12 + _opening(section))
    pages.start_section(pages.printable(section.title))
    pages.paragraph(section.title, 13, "B")
    pages.ln(1.5)
    for block in section.blocks:
        match block:
            case Text(words):
                pages.need(8)
                pages.paragraph(words)
                pages.ln(_GAP)
            case Chart():
                _chart(pages, block)
            case Table():
                _table(pages, block)


def _opening(section: Section) -> float:
    """The space that a heading needs so that it does not stand alone: its words and the chart or table after them.

    A section of words alone is kept together.
    """
    height = 0.0
    for block in section.blocks:
        match block:
            case Text(words):
                height += 5 + 4.5 * (1 + len(words) // 120)
            case Chart():
                return height + _chart_size(block)[1] + 8
            case Table():
                return height + _table_room(block)
    return min(height, _PAGE_HEIGHT - _TOP - _BOTTOM - 12)


def _chart_size(chart: Chart) -> tuple[float, float]:
    """The size of a chart in millimetres: as drawn, unless the page is not high enough for that."""
    words = chart.svg.split('viewBox="0 0 ')[1].split('"')[0]
    width, height = (float(number) * _MILLIMETRES for number in words.split())
    scale = min(1.0, (_PAGE_HEIGHT - _TOP - _BOTTOM - 22) / height)
    return width * scale, height * scale


def _chart(pages: _Pages, chart: Chart) -> None:
    width, height = _chart_size(chart)
    pages.need(height + 8)
    pages.paragraph(chart.caption, 8.5, "B")
    pages.ln(1)
    drawn = _NOT_DRAWN.sub("", chart.svg)
    pages.image(BytesIO(drawn.encode()), x=_MARGIN, y=pages.get_y(), w=width, h=height, alt_text=chart.caption)
    pages.set_y(pages.get_y() + height + _GAP)


def _table_room(table: Table) -> float:
    """The space that a table needs on its page: all of it, or the beginning of a long one."""
    whole = 12 + _ROW * (len(table.rows) + 1)
    return whole if whole < _SHORT else _ROOM


def _table(pages: _Pages, table: Table) -> None:
    pages.need(_table_room(table))
    pages.paragraph(table.caption, 8.5, "B")
    pages.ln(0.8)
    pages.set_font(_FAMILY, "", _CELL)
    pages.set_draw_color(*_RULE)
    rows = [[pages.printable(cell) for cell in row] for row in table.rows]
    if table.total:
        rows.append([pages.printable(cell) for cell in table.total])
    heads = [pages.printable(column.title) for column in table.columns]
    widths = _widths(pages, table.columns, heads, rows)
    with pages.table(
        width=sum(widths),
        align="L",
        col_widths=tuple(widths),
        text_align=tuple("LEFT" if column.words else "RIGHT" for column in table.columns),
        borders_layout=TableBordersLayout.HORIZONTAL_LINES,
        cell_fill_mode=TableCellFillMode.NONE,
        headings_style=FontFace(emphasis="BOLD", fill_color=_HEAD),
        line_height=_CELL * 0.47,
        padding=(0.5, 1, 0.5, 1),
        wrapmode="WORD",
    ) as drawn:
        drawn.row(heads)
        for place, row in enumerate(rows):
            last = table.total is not None and place == len(rows) - 1
            drawn.row(row, style=FontFace(emphasis="BOLD") if last else None)
    pages.ln(_GAP)


def _widths(pages: _Pages, columns: tuple[Column, ...], heads: list[str], rows: list[list[str]]) -> list[float]:
    """The widths of the columns: those of the content; if the page is too narrow, the widest columns of words wrap."""
    widths = []
    for place, column in enumerate(columns):
        longest = max((pages.get_string_width(row[place]) for row in rows), default=0.0)
        pages.set_font(_FAMILY, "B", _CELL)
        total = pages.get_string_width(rows[-1][place]) if rows else 0.0
        words = heads[place].split(" ")
        head = max(pages.get_string_width(word) for word in words)
        if column.words:
            head = max(head, pages.get_string_width(heads[place]))
        pages.set_font(_FAMILY, "", _CELL)
        widths.append(max(longest, total, head, 11) + 3.2)
    while sum(widths) > _WIDTH:
        wrapped = [place for place, column in enumerate(columns) if column.words] or list(range(len(columns)))
        widest = max(wrapped, key=lambda place: widths[place])
        widths[widest] -= min(1.0, sum(widths) - _WIDTH)
    return widths
