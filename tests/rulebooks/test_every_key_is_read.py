"""Nothing in a book is read and ignored: some code looks at every key that a book may have."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pitbook
from pitbook.rulebooks import RuleBook
from pitbook.rulebooks.models import BookPart

PACKAGE = Path(pitbook.__file__).parent
AS_TEXT = {("RuleBook", "house_book")}
"""Keys that `pitbook.rulebooks.known_books` finds in the file, before the book is loaded."""


def _parts(part: type[BookPart]) -> Iterator[type[BookPart]]:
    for one in part.__subclasses__():
        yield one
        yield from _parts(one)


def _looked_at() -> set[str]:
    """Every name after a dot, and every name that is looked up by its text."""
    nodes = [node for path in PACKAGE.rglob("*.py") for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {node.attr for node in nodes if isinstance(node, ast.Attribute)} | texts


def test_some_code_looks_at_every_key() -> None:
    keys = {(part.__name__, name) for part in _parts(BookPart) for name in part.model_fields}
    assert ("RuleBook", "deck") in keys
    assert issubclass(RuleBook, BookPart)
    found = _looked_at()
    assert "no_code_reads_this" not in found
    assert sorted((part, name) for part, name in keys if name not in found) == sorted(AS_TEXT)
