"""Values of any type: only where a library gives them, each place with its reason."""

import ast
from pathlib import Path

import pytest

import pitbook

PACKAGE = Path(pitbook.__file__).parent
ALLOWED = {
    "audit/commands.py": "an event of any type, in tables by type",
    "audit/meters.py": "a document of figures",
    "audit/parts.py": "what pickle hands over",
    "audit/rounds.py": "a document of figures",
    "cards/rankings.py": "a ranking of any categories",
    "cli/completion.py": "a command of typer",
    "cli/output.py": "what rich prints",
    "coach/spot.py": "a hand of any ranking",
    "compiled.py": "what numba makes of a function",
    "fairness/proof_parsing.py": "values of a file, checked as they are read",
    "ledger/memory.py": "the parts of a sealed event, kept as a plain tuple",
    "ledger/postgres/connecting.py": "a row of psycopg",
    "ledger/postgres/schema.py": "a value of a row",
    "ledger/postgres/shared.py": "a value of a row",
    "ledger/postgres/store.py": "a value of a row",
    "ledger/reader.py": "a row of SQLite, and its values",
    "odds/cached_documents.py": "a document from a file",
    "odds/families/board_dealer/solve.py": "what kernels return, and arrays of two widths",
    "odds/families/class_chart.py": "integers of any width",
    "odds/families/dealing.py": "the policies of any family",
    "odds/families/main_result.py": "a document from a file",
    "odds/families/numbers.py": "the policy of any family",
    "odds/families/own_dealer/counts.py": "the arguments of several kernels",
    "odds/families/own_dealer/policy.py": "integers of any width",
    "odds/families/policy_file.py": "arrays of any type",
    "odds/families/protocol.py": "the policy of any family",
    "odds/families/registry.py": "a family with policies of any type",
    "odds/side.py": "a hand as a book writes it",
    "rulebooks/examples.py": "a ranking of any categories",
    "rulebooks/hands.py": "a ranking of any categories",
    "settlement/classify.py": "a hand of any ranking",
    "simulator/blocks.py": "the policy of any family",
    "simulator/cluster.py": "a client of Dask",
    "spread.py": "a client of Dask, and results of any type",
    "strategy/conditions.py": "a ranking of any categories",
    "strategy/words.py": "a ranking of any categories",
    "submission/file.py": "what pydantic makes models from",
    "table/lines.py": "a stored line, whose values its length tells",
    "web/access/store.py": "a row of SQLite",
    "web/requests/commands.py": "what pydantic makes models from",
    "web/translation/felt.py": "any part of a layout",
}


def uses_any(text: str) -> bool:
    """Whether a module has a value of any type."""
    return any(isinstance(node, ast.Name) and node.id == "Any" for node in ast.walk(ast.parse(text)))


def test_values_of_any_type_are_where_a_library_gives_them() -> None:
    paths = PACKAGE.rglob("*.py")
    found = {path.relative_to(PACKAGE).as_posix() for path in paths if uses_any(path.read_text(encoding="utf-8"))}
    assert found == ALLOWED.keys()


@pytest.mark.parametrize(
    ("text", "found"), [("x: Any = 1", True), ("def f(x: dict[str, Any]): ...", True), ("x: int", False)]
)
def test_the_search_finds_them(text: str, found: bool) -> None:
    assert uses_any(text) == found
