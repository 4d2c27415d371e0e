"""Errors over HTTP: the three kinds of `pitbook.problems`, and those that only a server has, each with its status."""

from collections.abc import Mapping
from typing import ClassVar, Final

from pitbook.problems import ConflictError, MalformedError, PitbookError, Problem, RefusedError, UnconfirmedError
from pitbook.web.responses.errors import ErrorDocument, ProblemDocument


class UnauthenticatedError(RefusedError):
    """Nobody is signed in."""

    status: ClassVar[int] = 401


class ForbiddenError(RefusedError):
    """The caller does not have the role for it."""

    status: ClassVar[int] = 403


class UnknownError(RefusedError):
    """What was asked for does not exist."""

    status: ClassVar[int] = 404


class OutdatedPageError(ConflictError):
    """The page belongs to another version of Pitbook than the server."""


class TooSlowError(RefusedError):
    """A request arrives too slowly."""

    status: ClassVar[int] = 408


class TooLargeError(MalformedError):
    """The input is larger than this server reads."""

    status: ClassVar[int] = 413


class TooFastError(RefusedError):
    """The caller sent too many requests in a short time."""

    status: ClassVar[int] = 429


_STATUS: Final[Mapping[type[PitbookError], int]] = {
    UnconfirmedError: 503,
    MalformedError: 422,
    RefusedError: 409,
    ConflictError: 412,
}


def unconfirmed() -> UnconfirmedError:
    """A command was stored, but a later step failed."""
    again = "send it again with the same idempotency key to learn what happened; it will not be carried out twice"
    return UnconfirmedError(Problem(f"the command is stored but not confirmed: {again}"))


def status_of(error: PitbookError) -> int:
    """The status that an error is answered with."""
    own = getattr(error, "status", None)
    if isinstance(own, int):
        return own
    return next((status for kind, status in _STATUS.items() if isinstance(error, kind)), 409)


def error_document(error: PitbookError) -> ErrorDocument:
    """The JSON document of an error, the same in every answer and message."""
    problems: list[ProblemDocument] = [
        {"message": one.message, "value": one.value, "clause": one.clause} for one in error.problems
    ]
    return {"error": {"kind": error.kind, "problems": problems}}
