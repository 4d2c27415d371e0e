"""Every sentence of the code that can reach a page, found in the source: templates with numbered places."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

SOURCE: Final = Path(__file__).parents[2] / "src" / "pitbook"
TELLING: Final = (
    "coach/advice.py",
    "coach/differences.py",
    "coach/lesson.py",
    "coach/outlook.py",
    "coach/spot.py",
    "coach/what_if.py",
    "layout/sign.py",
    "table/dealing_method.py",
    "table/script.py",
    "table/step_words.py",
    "table/round_seeds.py",
    "table/narration.py",
)
"""Modules all of whose sentences are for people at the table."""
REFUSING: Final = ("cards", "coach", "pit", "settlement/wagers.py", "submission", "table", "web")
"""Rooms whose problems are shown on pages."""
NOT_SHOWN: Final = frozenset(
    {
        "pit/backups.py",
        "pit/checkpoints.py",
        "pit/house.py",
        "pit/record.py",
        "pit/records.py",
        "pit/seals.py",
        "cards/kernels.py",
        "cards/enumeration.py",
        "cards/hand.py",
        "submission/stock.py",
        "submission/template.py",
        "table/step_effects.py",
        "web/access/sockets.py",
        "web/live/idempotency.py",
        "web/live/self_check.py",
    }
)
"""Problems of the record, of files and of the command line."""


def _template(node: ast.AST) -> str | None:
    """A text with numbered places."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.sub(r"\{(\w*)\}", "{}", node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(str(one.value) if isinstance(one, ast.Constant) else "{}" for one in node.values)
    return None


def _texts(tree: ast.AST) -> Iterator[str]:
    """Texts of some code that are no documentation and no part of another text."""
    skipped = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            skipped |= {id(one) for one in node.values}
    for node in ast.walk(tree):
        text = None if id(node) in skipped else _template(node)
        if text is not None and re.search(r"[A-Za-z]{2,} [A-Za-z{]", text):
            yield text


def _problems(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Problem", "refuse"):
            yield from _texts(node.args[0])


def _modules(places: tuple[str, ...]) -> Iterator[Path]:
    for place in places:
        path = SOURCE / place
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path]


def sentences() -> set[tuple[str, str]]:
    """Each with the module that it stands in."""
    found = set()
    for reads, places in ((_texts, TELLING), (_problems, REFUSING)):
        for path in _modules(places):
            name = path.relative_to(SOURCE).as_posix()
            if name not in NOT_SHOWN:
                found |= {(name, text) for text in reads(ast.parse(path.read_text("utf-8")))}
    return found
