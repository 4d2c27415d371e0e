"""Sentences for what is wrong with a key of a TOML file: what it must be, or which key was probably meant."""

import types
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Annotated, Literal, TypeGuard, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from pitbook.problems import nearest

_MUST = {
    "bool_type": "true or false",
    "dict_type": "a table of keys and values",
    "int_from_float": "a whole number",
    "int_type": "a whole number",
    "model_type": "a table of keys and values",
    "string_too_short": "text of at least one character",
    "string_type": "text in quotes",
}
"""What a value must be, by pydantic's error type."""
_PATTERNS = {
    r"^[a-z][a-z0-9_]*$": 'a name of small letters, digits and underscores, such as "pair_plus"',
    r"^[a-z0-9][a-z0-9-]*$": 'an id of small letters, digits and hyphens, such as "three-card-poker"',
}


def key_problem(error: ErrorDetails, where: str, form: object) -> str:
    """The sentence for one of pydantic's errors at a key; `form` is the type of the whole document."""
    kind, limits = error["type"], error.get("ctx", {})
    match kind:
        case "missing":
            return f"{where} is missing"
        case "too_short":
            return f"{where} needs at least one entry"
        case "extra_forbidden":
            *place, key = error["loc"]
            return f"{where} is not a known key; {nearest(str(key), known_keys(form, place))}"
        case "union_tag_not_found":
            return f"{where}.{_discriminator(limits)} is missing"
        case "union_tag_invalid":
            return f"{where}.{_discriminator(limits)} must be one of {limits['expected_tags']}{_got(limits['tag'])}"
        case "tuple_type" | "list_type":
            given = error["input"]
            must = f'a list, like ["{given}"]' if isinstance(given, str) else "a list in square brackets"
        case "literal_error" | "enum":
            must = limits["expected"]
        case "greater_than_equal":
            must = f"at least {limits['ge']}"
        case "string_pattern_mismatch" if limits["pattern"] in _PATTERNS:
            must = _PATTERNS[limits["pattern"]]
        case _ if kind in _MUST:
            must = _MUST[kind]
        case _:
            return f"{where}: {error['msg'].removeprefix('Value error, ')}"
    return f"{where} must be {must}{_got(error['input'])}"


def not_in_book(name: str, known: Collection[str]) -> str:
    """A name that a book uses but does not define, with the one that was probably meant."""
    return f"{name!r}, which the book does not have; {nearest(name, sorted(known))}"


def _got(value: object) -> str:
    return f" (got {str(value)[:60]!r})"


def _discriminator(limits: Mapping[str, object]) -> str:
    return str(limits["discriminator"]).strip("'")


def known_keys(form: object, place: Iterable[str | int]) -> list[str]:
    """The keys of the table at a place of a document."""
    parts = list(_members(form))
    for key in place:
        inside = [member for part in parts for member in _inside(part, key)]
        # Where a place can hold several kinds of tables, pydantic adds the value that says which one it is.
        parts = inside or [part for part in parts if _is_tagged(part, key)]
    return list(
        dict.fromkeys(field.alias or name for part in parts if _is_table(part) for name, field in _fields(part))
    )


def _members(annotation: object) -> Iterator[object]:
    """The types that an annotation consists of."""
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from _members(get_args(annotation)[0])
    elif origin in (Union, types.UnionType):
        for one in get_args(annotation):
            yield from _members(one)
    else:
        yield annotation


def _inside(part: object, key: str | int) -> Iterator[object]:
    """The types of the value at a key."""
    if _is_table(part):
        for name, field in _fields(part):
            if key in (name, field.alias):
                yield from _members(field.annotation)
    elif get_origin(part) is tuple and isinstance(key, int):
        yield from _members(get_args(part)[0])
    elif get_origin(part) is dict:
        yield from _members(get_args(part)[1])


def _is_table(part: object) -> TypeGuard[type[BaseModel]]:
    return isinstance(part, type) and issubclass(part, BaseModel)


def _fields(part: type[BaseModel]) -> Iterable[tuple[str, FieldInfo]]:
    return part.model_fields.items()


def _is_tagged(part: object, tag: str | int) -> bool:
    return _is_table(part) and any(
        get_origin(field.annotation) is Literal and tag in get_args(field.annotation) for _, field in _fields(part)
    )
