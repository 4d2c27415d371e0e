"""Puts into sentences what is in a damaged record and could not come from any command."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from pitbook.problems import MalformedError, Problem

DAMAGE: Final = (LookupError, ValueError, TypeError, AttributeError)
"""What a record that was forged as a whole, or made by other code, can lead to."""


@contextmanager
def readable(what: str) -> Iterator[None]:
    """Everything inside only reads the record; what can't be followed is malformed."""
    try:
        yield
    except DAMAGE as error:
        message = f"{what} can't be followed: {error} (pitbook audit says what is wrong)"
        raise MalformedError(Problem(message, what)) from error
