"""The self-check: digests of the code, the books and a submission, so that two installations can be compared."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from pitbook import __version__
from pitbook.submission import load_target

_PACKAGE = Path(__file__).parent
_CODE = frozenset({".py", ".js", ".css", ".html"})
"""What runs, on the server and in the pages."""


def _digest(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(paths):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(_PACKAGE).as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def selfcheck(target: str | None = None) -> dict[str, str]:
    """The version, and digests of all code, of all books, and of the target's house rules if one is given."""
    digests = {
        "version": __version__,
        "code": _digest(path for path in _PACKAGE.rglob("*") if path.suffix in _CODE),
        "books": _digest(_PACKAGE.rglob("*.toml")),
    }
    return digests | ({"submission": load_target(target).digest} if target else {})
