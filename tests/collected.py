"""The clauses that tests are marked with, as the collection of the whole suite finds them."""

from collections.abc import Iterable
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
CLAUSES = pytest.StashKey[frozenset[str]]()
"""Where a run that has collected the whole suite keeps them."""


def clauses_of(items: Iterable[pytest.Item]) -> frozenset[str]:
    """The clauses of the tests' markers."""
    return frozenset(str(arg) for item in items for mark in item.iter_markers("clause") for arg in mark.args)


def is_whole(items: Iterable[pytest.Item]) -> bool:
    """Whether the tests come from every file that there is."""
    return {item.path for item in items} >= set(TESTS.rglob("test_*.py"))
