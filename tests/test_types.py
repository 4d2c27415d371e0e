"""Values of any type: only where a library gives them, each place with its reason."""

import ast
from pathlib import Path

import pytest

import pitbook

PACKAGE = Path(pitbook.__file__).parent
ROOMS = ("coach", "layout", "ledger", "meters", "pit", "settlement", "table", "web")
"""The rooms that are clean. Elsewhere kernels, and files that are checked as they are read, have such values."""
ALLOWED = {
    "coach/spot.py": "a hand of any ranking",
    "ledger/memory.py": "the parts of a sealed event, kept as a plain tuple",
    "ledger/postgres/connecting.py": "a row of psycopg",
    "ledger/postgres/schema.py": "a value of a row",
    "ledger/postgres/shared.py": "a value of a row",
    "ledger/postgres/store.py": "a value of a row",
    "ledger/reader.py": "a row of SQLite, and its values",
    "settlement/classify.py": "a hand of any ranking",
    "table/lines.py": "a stored line, whose values its length tells",
    "web/access/store.py": "a row of SQLite",
    "web/requests/commands.py": "what pydantic makes models from",
    "web/translation/felt.py": "any part of a layout",
}


def uses_any(text: str) -> bool:
    """Whether a module has a value of any type."""
    return any(isinstance(node, ast.Name) and node.id == "Any" for node in ast.walk(ast.parse(text)))


def test_values_of_any_type_are_where_a_library_gives_them() -> None:
    paths = [path for room in ROOMS for path in (PACKAGE / room).rglob("*.py")]
    found = {path.relative_to(PACKAGE).as_posix() for path in paths if uses_any(path.read_text(encoding="utf-8"))}
    assert found == ALLOWED.keys()


@pytest.mark.parametrize(
    ("text", "found"), [("x: Any = 1", True), ("def f(x: dict[str, Any]): ...", True), ("x: int", False)]
)
def test_the_search_finds_them(text: str, found: bool) -> None:
    assert uses_any(text) == found
