"""Validation errors as sentences."""

from collections.abc import Iterable, Mapping
from typing import Final

from pydantic_core import ErrorDetails

from pitbook.problems import Problem
from pitbook.table.command_fields import AMOUNT, PLAIN

_IN_WORDS: Final[Mapping[str, str]] = {
    "bool_type": "must be true or false",
    "dict_type": "has to be an object",
    "extra_forbidden": "is not a known key",
    "int_type": "has to be a whole number",
    "json_invalid": "is not JSON",
    "list_type": "has to be a list",
    "missing": "is missing",
    "model_attributes_type": "has to be an object",
    "model_type": "has to be an object",
    "string_type": "has to be text",
}
_PATTERNS: Final[Mapping[str, str]] = {
    AMOUNT: "has to be an amount of money, like 12.50",
    PLAIN: "has to be text without control characters",
}
_CHOICES: Final = frozenset({"union_tag_invalid", "union_tag_not_found"})
_LAYERS: Final = frozenset({"body", "query", "path", "header", "command"})


def problems_of(errors: Iterable[ErrorDetails]) -> tuple[Problem, ...]:
    """Every problem with the form of an input, each as a sentence that names its place."""
    return tuple(_problem(error) for error in list(errors)[:20])


def _problem(error: ErrorDetails) -> Problem:
    if error["type"] in _CHOICES:
        return _choice(error["ctx"])
    # Where the input is not JSON, the place is a number of characters.
    place = [str(key) for key in error["loc"] if key not in _LAYERS and error["type"] != "json_invalid"]
    where = ".".join(place) or "the input"
    words = _IN_WORDS.get(error["type"]) or _PATTERNS.get(error.get("ctx", {}).get("pattern", ""))
    message = f"{where} {words}" if words else f"{where}: {error['msg']}"
    given = error.get("input")
    value = given if isinstance(given, str) else None if given is None or isinstance(given, dict | list) else str(given)
    return Problem(_clean(message)[:300], None if value is None else _clean(value)[:40])


def _choice(said: Mapping[str, object]) -> Problem:
    """The key that says which kind of input this is, like `do`, is missing or names no known kind."""
    key = str(said["discriminator"]).strip("'")
    if "tag" not in said:
        return Problem(f"{key} is missing: it says what this is (see /docs)", key)
    known = str(said["expected_tags"]).replace("'", "")
    return Problem(f"{key} has to be one of {known} (see /docs)", _clean(str(said["tag"]))[:40])


def _clean(text: str) -> str:
    """Text that can be sent, whatever was in the input."""
    return text.encode("utf-8", "replace").decode("utf-8")
