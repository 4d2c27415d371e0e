"""The known books: those that come with Pitbook, and custom folders that are added."""

import re
from functools import cache
from pathlib import Path
from typing import Final

from pitbook.problems import MalformedError, Problem, closest

_HOUSE_BOOK: Final = re.compile(r"^house_book *= *true\b", re.MULTILINE)
BOOKS: Final = Path(__file__).parent / "books"
_LIKENESS: Final = 0.85
"""Book ids share long words, so only a close misspelling is taken for one of them."""
_ADDED: Final[dict[str, Path]] = {}
"""The folders of books that were added for this process, by id."""


def book_ids() -> tuple[str, ...]:
    """The ids of all books: those of regulators and owners, Pitbook's own, then those that were added."""
    return (*_embedded(), *sorted(_ADDED))


@cache
def _embedded() -> tuple[str, ...]:
    folders = [path for path in BOOKS.iterdir() if path.is_dir()]
    return tuple(path.name for path in sorted(folders, key=lambda path: (_is_house_book(path), path.name)))


def _is_house_book(folder: Path) -> bool:
    """Search for the line that says so: parsing seven books only to sort their names is slow."""
    return _HOUSE_BOOK.search((folder / "game.toml").read_text(encoding="utf-8")) is not None


def book_hint(name: str) -> str:
    """A hint for an error message: the most similar book id, or the list of all books."""
    close = closest(name, book_ids(), _LIKENESS)
    return f"did you mean {close!r}?" if close else f"the books are {', '.join(book_ids())}"


def book_folder(book_id: str) -> Path | None:
    """The folder of a book."""
    if book_id in _ADDED:
        return _ADDED[book_id]
    return BOOKS / book_id if book_id in book_ids() else None


def add_known_book(book_id: str, folder: Path) -> None:
    """Add a book for this process; its id must be new."""
    if book_id in book_ids():
        raise MalformedError(Problem(f"{folder}: there is already a book {book_id!r}", book_id))
    _ADDED[book_id] = folder
