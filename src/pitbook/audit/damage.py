"""Turns errors that only a damaged record can cause, and no command, into sentences."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from pitbook.problems import MalformedError, Problem

DAMAGE: Final = (LookupError, ValueError, TypeError, AttributeError)
"""The errors that a record can cause if it was forged as a whole, or made by other code."""


@contextmanager
def readable(what: str) -> Iterator[None]:
    """For code that only reads the record: what can't be followed is malformed."""
    try:
        yield
    except DAMAGE as error:
        message = f"{what} can't be followed: {error} (pitbook audit says what is wrong)"
        raise MalformedError(Problem(message, what)) from error
