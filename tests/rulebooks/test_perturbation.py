"""Each number in the data matters: change any one of them, and the facts of the book no longer hold."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from kinds import LIKE_MARYLAND
from pitbook.problems import MalformedError
from pitbook.rulebooks import book_ids
from pitbook.rulebooks.folder import REGISTER, load_folder
from pitbook.rulebooks.known_books import BOOKS
from rulebooks.facts import check_book
from rulebooks.house_checks import check_house_book

NUMBER = re.compile(r"(?<![A-Za-z_])\d[\d,]*(?:\.\d+)?")
# Citations, sentences for people, and the names of keys are not numbers of the book.
NOT_DATA = re.compile(
    r'(?:\w*clauses\w* = (?:"[^"]*"|\[[^\]]*\]))|(?:(?:says|title|authority|note) = "[^"]*")'
    r"|#.*|pays_for_5|clauses_for_5"
)


def _places(text: str) -> Iterator[tuple[int, int]]:
    """Where the numbers of a book's file stand."""
    start = 0
    for line in text.splitlines(keepends=True):
        hidden = NOT_DATA.sub(lambda found: " " * len(found[0]), line)
        for found in NUMBER.finditer(hidden):
            yield start + found.start(), start + found.end()
        start += len(line)


def _next(number: str) -> str:
    """The same number, one larger in its last place, written the same way."""
    if "." in number:
        whole, decimals = number.split(".")
        return f"{whole}.{int(decimals) + 1:0{len(decimals)}d}"
    larger = int(number.replace(",", "")) + 1
    return f"{larger:,}" if "," in number else str(larger)


def _holds(folder: Path) -> bool:
    try:
        book = load_folder(folder)
        (check_house_book if book.house_book else check_book)(book)
    except (MalformedError, AssertionError):
        return False
    return True


def _perturb(book_id: str, tmp_path: Path, every: int) -> tuple[int, list[str]]:
    folder = tmp_path / book_id
    shutil.copytree(BOOKS / book_id, folder)
    assert _holds(folder)
    tried, unnoticed = 0, []
    for path in sorted(folder.glob("*.toml")):
        if path.name == REGISTER:
            continue
        text = path.read_text(encoding="utf-8")
        for number, (start, end) in enumerate(_places(text)):
            if number % every:
                continue
            tried += 1
            path.write_text(text[:start] + _next(text[start:end]) + text[end:], encoding="utf-8")
            if _holds(folder):
                line = text.count("\n", 0, start) + 1
                unnoticed.append(f"{path.name}:{line}: {text[start:end]}")
        path.write_text(text, encoding="utf-8")
    return tried, unnoticed


@pytest.mark.parametrize("book_id", [book for book in book_ids() if book not in LIKE_MARYLAND])
def test_some_numbers_matter(book_id: str, tmp_path: Path) -> None:
    tried, unnoticed = _perturb(book_id, tmp_path, every=20)
    assert tried > 5
    assert unnoticed == []


@pytest.mark.prove
@pytest.mark.parametrize("book_id", book_ids())
def test_every_number_matters(book_id: str, tmp_path: Path) -> None:
    tried, unnoticed = _perturb(book_id, tmp_path, every=1)
    assert tried > 60
    assert unnoticed == []
