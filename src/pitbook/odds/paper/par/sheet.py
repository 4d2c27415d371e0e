"""The content of a sheet, for every format: sections with paragraphs, tables and charts."""

from dataclasses import dataclass
from typing import NamedTuple

from pitbook import __version__
from pitbook.odds.paper.par.numbers import clean
from pitbook.submission import HouseRules


@dataclass(frozen=True)
class Identity:
    """Which game and house the sheet is about, and whether it was approved. Every page shows it."""

    title: str
    book: str
    authority: str
    house: str
    approved: str | None
    """The date of approval in ISO 8601."""
    tables: tuple[tuple[str, str], ...]
    """Each kind of paytable, with the table that was chosen."""
    digest: str
    """The digest of all house rules."""
    par_digest: str
    """The digest of what the figures are calculated from; the proof of each round has it too."""
    version: str = __version__

    @property
    def approval(self) -> str:
        """The date of approval in words, or that there is none."""
        return f"approved {self.approved}" if self.approved else "not approved"

    @property
    def short_digest(self) -> str:
        """Enough of the digest to tell two submissions apart."""
        return self.digest[:16]


def identity_of(rules: HouseRules) -> Identity:
    """The identity of a game as one house plays it."""
    return Identity(
        title=clean(rules.book.title),
        book=rules.book.id,
        authority=clean(rules.book.authority),
        house=clean(rules.house_name),
        approved=rules.approved.isoformat() if rules.approved else None,
        tables=tuple((kind, table.id) for kind, table in rules.tables.items()),
        digest=rules.digest,
        par_digest=rules.par_digest,
    )


class Column(NamedTuple):
    """A column of a table; words are aligned to the left, numbers to the right."""

    title: str
    words: bool = False


@dataclass(frozen=True)
class Table:
    """A table; the first cell of each row says what the row is about. The totals are a last row."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    total: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    words: str


@dataclass(frozen=True)
class Chart:
    """A drawing."""

    svg: str
    caption: str


Block = Table | Text | Chart


@dataclass(frozen=True)
class Section:
    """A part of the sheet under a heading."""

    name: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class ParSheet:
    """The whole sheet."""

    identity: Identity
    sections: tuple[Section, ...]


def facts(caption: str, rows: list[tuple[str, str, str]], *, third: str) -> Table:
    """A table of single figures: name, value, and a third column for remarks or exact values."""
    return Table(caption, (Column("Figure", words=True), Column("Value"), Column(third, words=True)), tuple(rows))
