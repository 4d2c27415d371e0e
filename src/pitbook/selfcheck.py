"""The self-check: digests by which two installations are compared, and whether the shuffle is as published."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from pitbook import __version__
from pitbook.fairness.vectors import check_shuffle
from pitbook.submission import load_target

_PACKAGE = Path(__file__).parent
_CODE = frozenset({".py", ".js", ".css", ".html", ".json"})
"""What runs, on the server and in the pages, and the tables of numbers that it reads."""


def _digest(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(paths):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(_PACKAGE).as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def program_digest() -> str:
    """By which two versions of the program are told apart: all its code, and all its books."""
    return _digest(path for path in _PACKAGE.rglob("*") if path.suffix in _CODE | {".toml", ".svg", ".png"})


def selfcheck(target: str | None = None) -> dict[str, str]:
    """The version, digests of all code, of all books and of the target's house rules, and what the shuffle gives."""
    digests = {
        "version": __version__,
        "code": _digest(path for path in _PACKAGE.rglob("*") if path.suffix in _CODE),
        "books": _digest(_PACKAGE.rglob("*.toml")),
        "shuffle": check_shuffle(),
    }
    return digests | ({"submission": load_target(target).digest} if target else {})
