"""Which books there are: those that come with the product, and folders of one's own that are put beside them."""

import re
from functools import cache
from pathlib import Path
from typing import Final

from pitbook.problems import MalformedError, Problem, closest

_HOUSE_BOOK: Final = re.compile(r"^house_book *= *true\b", re.MULTILINE)
BOOKS: Final = Path(__file__).parent / "books"
_LIKENESS: Final = 0.85
"""Titles of books share long words: only a slip of the pen is taken for one of them."""
_ADDED: Final[dict[str, Path]] = {}
"""By id, the folders of books that were added for this process."""


def book_ids() -> tuple[str, ...]:
    """The ids of all books: those of regulators and owners, Pitbook's own, then those that were added."""
    return (*_embedded(), *sorted(_ADDED))


@cache
def _embedded() -> tuple[str, ...]:
    folders = [path for path in BOOKS.iterdir() if path.is_dir()]
    return tuple(path.name for path in sorted(folders, key=lambda path: (_is_house_book(path), path.name)))


def _is_house_book(folder: Path) -> bool:
    """By the line that says so: reading seven whole books for an order of names takes long."""
    return _HOUSE_BOOK.search((folder / "game.toml").read_text(encoding="utf-8")) is not None


def book_hint(name: str) -> str:
    """Which book may have been meant, or all that there are."""
    close = closest(name, book_ids(), _LIKENESS)
    return f"did you mean {close!r}?" if close else f"the books are {', '.join(book_ids())}"


def book_folder(book_id: str) -> Path | None:
    """The folder of a book."""
    if book_id in _ADDED:
        return _ADDED[book_id]
    return BOOKS / book_id if book_id in book_ids() else None


def put_on_shelf(book_id: str, folder: Path) -> None:
    """Add a book for this process; no two books have the same id."""
    if book_id in book_ids():
        raise MalformedError(Problem(f"{folder}: there is a book {book_id!r} already", book_id))
    _ADDED[book_id] = folder
