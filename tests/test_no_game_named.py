"""No code but the families' knows a game: no wager, table, action or book of any book stands in it as a constant."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pitbook
from pitbook.rulebooks import book_ids, load_book

PACKAGE = Path(pitbook.__file__).parent
COMMON = {"ante", "fold", "check", "play", "progressive", "envy"}
"""Words that every game of the kind has, or that mean something else as well."""
COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)
JS_STRING = re.compile(r"'([^'\\\n]*)'|\"([^\"\\\n]*)\"|`([^`\\]*)`")


@cache
def names() -> frozenset[str]:
    """The ids of all embedded books, and their wagers, tables and actions."""
    found: set[str] = set()
    for book_id in book_ids():
        book = load_book(book_id)
        actions = {name for street in book.flow.streets for name in street.names}
        found |= {book_id} | {wager.name for wager in book.wagers} | {kind.name for kind in book.paytables} | actions
    return frozenset(found - COMMON)


def constants(source: str) -> Iterator[tuple[int, str]]:
    """The string constants of a Python module that are no docstrings, each with its line."""
    tree = ast.parse(source)
    stated = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in stated:
            yield node.lineno, node.value


def quoted(source: str) -> Iterator[tuple[int, str]]:
    """The strings of a page's module that stand in no comment, whatever the quotes, each with its line."""
    source = COMMENT.sub(lambda found: "\n" * found[0].count("\n"), source)
    for found in JS_STRING.finditer(source):
        yield source.count("\n", 0, found.start()) + 1, next(text for text in found.groups() if text is not None)


def _outside_families(pattern: str) -> list[Path]:
    apart = {"families", "books", "vendor"}
    found = [path for path in PACKAGE.rglob(pattern) if not apart & set(path.relative_to(PACKAGE).parts)]
    assert found
    return found


def test_python_names_no_game() -> None:
    assert [
        f"{path.relative_to(PACKAGE)}:{line}: {text}"
        for path in _outside_families("*.py")
        for line, text in constants(path.read_text(encoding="utf-8"))
        if text in names()
    ] == []


def test_pages_name_no_game() -> None:
    assert [
        f"{path.relative_to(PACKAGE)}:{line}: {text}"
        for path in _outside_families("*.js")
        for line, text in quoted(path.read_text(encoding="utf-8"))
        if text in names()
    ] == []


def test_the_search_finds_what_it_looks_for() -> None:
    assert {text for _, text in constants('"""odds"""\nx = "trips_plus"\ny = f"{x} raise_3"\n')} >= {"trips_plus"}
    assert {text for _, text in quoted("a = 'odds'; b = \"all6\"; c = `raise_3`;")} == {"odds", "all6", "raise_3"}
    assert {"trips_plus", "raise_3", "md-heads-up-holdem", "bad_beat"} <= names()
