"""The books by kind: a test that takes long is run on one book of each, and on the others in the proofs."""

from collections.abc import Iterable
from typing import Any

import pytest

LIKE_MARYLAND = ("galaxy-heads-up-holdem", "ma-heads-up-holdem", "ultimate-texas-holdem")
"""The same code deals, solves and settles these as Maryland hold'em; what sets them apart has tests of its own."""


def one_of_each_kind(books: Iterable[str]) -> list[Any]:
    """The books, as values of a parameter."""
    return [pytest.param(book, marks=pytest.mark.prove) if book in LIKE_MARYLAND else book for book in books]
