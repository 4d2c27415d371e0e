"""Errors: one form for all of them."""

from pitbook.documents import Document
from pitbook.problems import ErrorKind


class ProblemDocument(Document):
    """One thing that is wrong, in words."""

    message: str
    value: str | None
    clause: str | None


class ErrorPart(Document):
    """What kind of error it is, and everything that is wrong."""

    kind: ErrorKind
    problems: list[ProblemDocument]


class ErrorDocument(Document):
    """Every error, whatever its status."""

    error: ErrorPart


_DESCRIPTIONS = {
    401: "Nobody is signed in.",
    403: "The caller does not have the role for it, or the request comes from another site.",
    404: "What was asked for does not exist.",
    408: "The request did not arrive in time.",
    405: "The address knows no such method.",
    409: "Refused: understood, but the rules do not allow it now.",
    412: "A conflict: the table has moved on, or the key was used for another command.",
    413: "The request is too large.",
    422: "Malformed: not what it claims to be.",
    429: "Too much in a short time.",
    503: "The command is stored but not confirmed: its idempotency key tells what became of it.",
}


_FORM = {"application/json": {"schema": {"$ref": f"#/components/schemas/{ErrorDocument.__name__}"}}}

ERRORS: dict[int | str, dict[str, object]] = {
    status: {"description": words} | ({"model": ErrorDocument} if status == 401 else {"content": _FORM})
    for status, words in _DESCRIPTIONS.items()
}
"""The errors that any route may answer with.

The first one adds the form to the description and the others refer to it, so that no model is built for each of them.
"""
