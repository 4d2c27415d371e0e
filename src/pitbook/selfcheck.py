"""The self-check: digests to compare two installations, and whether the shuffle gives the published results."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from pitbook import __version__
from pitbook.fairness.vectors import check_shuffle
from pitbook.submission import load_target

_PACKAGE = Path(__file__).parent
_CODE = frozenset({".py", ".js", ".css", ".html", ".json"})
"""The kinds of files that hold code, on the server and in the pages, and tables of numbers."""


def _digest(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(paths):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(_PACKAGE).as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def program_digest() -> str:
    """A digest of all code and all books, which identifies a version of the program."""
    return _digest(path for path in _PACKAGE.rglob("*") if path.suffix in _CODE | {".toml", ".svg", ".png"})


def selfcheck(target: str | None = None) -> dict[str, str]:
    """The version, digests of the code, the books and the target's house rules, and the result of the shuffle test."""
    digests = {
        "version": __version__,
        "code": _digest(path for path in _PACKAGE.rglob("*") if path.suffix in _CODE),
        "books": _digest(_PACKAGE.rglob("*.toml")),
        "shuffle": check_shuffle(),
    }
    return digests | ({"submission": load_target(target).digest} if target else {})
