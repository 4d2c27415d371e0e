"""The self-check: digests to compare two installations, and whether the shuffle gives the published results."""

from pitbook import __version__
from pitbook.fairness.vectors import check_shuffle
from pitbook.source_digest import PACKAGE, digest_of_files
from pitbook.submission import load_target

_CODE = frozenset({".py", ".js", ".css", ".html", ".json"})
"""The kinds of files that hold code, on the server and in the pages, and tables of numbers."""


def program_digest() -> str:
    """A digest of all code and all books, which identifies a version of the program."""
    return digest_of_files(path for path in PACKAGE.rglob("*") if path.suffix in _CODE | {".toml", ".svg", ".png"})


def selfcheck(target: str | None = None) -> dict[str, str]:
    """The version, digests of the code, the books and the target's house rules, and the result of the shuffle test."""
    digests = {
        "version": __version__,
        "code": digest_of_files(path for path in PACKAGE.rglob("*") if path.suffix in _CODE),
        "books": digest_of_files(PACKAGE.rglob("*.toml")),
        "shuffle": check_shuffle(),
    }
    return digests | ({"submission": load_target(target).digest} if target else {})
