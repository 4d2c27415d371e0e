"""The schema for editors: it accepts every file of every book, and nothing that loading would refuse for its form."""

import tomllib
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from pitbook.rulebooks.folder import REGISTER
from pitbook.rulebooks.known_books import BOOKS
from pitbook.rulebooks.schema import book_schema
from rulebooks.test_changes import GENEROUS

FILES = [path for path in sorted(BOOKS.glob("*/*.toml")) if path.name != REGISTER and not path.name.startswith("words")]


@pytest.fixture(scope="module")
def validator() -> Any:
    return jsonschema_rs.validator_for(book_schema())


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name} {path.name}")
def test_every_file_of_every_book_fits(validator: Any, path: Path) -> None:
    assert [error.message for error in validator.iter_errors(tomllib.loads(path.read_text(encoding="utf-8")))] == []


@pytest.mark.parametrize(
    "text",
    [
        "[positions]\nmost = 6\nleast = 1\n",
        '[positions]\nmost = "six"\n',
        '[[wagers]]\nname = "ante"\ntitle = "Ante"\nclauses = "1"\ncases = []\n',
        '[[wagers]]\nname = "ante"\ntitle = "Ante"\nclauses = "1"\ncases = [{ result = "wins", clauses = "1" }]\n',
        "changes = []\n",
        'colour = "green"\n',
    ],
)
def test_what_loading_refuses_does_not_fit(validator: Any, text: str) -> None:
    assert not validator.is_valid(tomllib.loads(text))


def test_a_file_of_a_few_lines_fits(validator: Any) -> None:
    assert validator.is_valid(tomllib.loads(GENEROUS))
