"""Which English texts the code and the books can make: what a catalogue has besides is not used any more."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from pitbook.rulebooks import book_ids, load_book
from web.sentences import SOURCE

_PLACE: Final = re.compile(r"\{\d?(?::\w+)?\w*\}")
_ENDS: Final = " .,:;()"
OF_THE_LIBRARY: Final = (
    "Input should be less than or equal to {}",
    "Input should be greater than or equal to {}",
    "Input should be {}",
    "String should have at least {} characters",
    "String should have at most {} characters",
)
"""Pydantic's."""
_LEAST: Final = 3
"""Letters of a template without which it would fit anything."""


def _plain(text: str) -> str:
    return re.sub(r"[\s_]+", " ", text.lower())


def _constants() -> Iterator[str]:
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Constant(value=str(text)) | ast.Name(id=text) | ast.Attribute(attr=text):
                    yield text
                case ast.JoinedStr():
                    yield "".join(str(one.value) if isinstance(one, ast.Constant) else "{}" for one in node.values)


def _of_books(found: Any) -> Iterator[str]:
    match found:
        case dict():
            yield from found
            yield from _of_books(list(found.values()))
        case list():
            for one in found:
                yield from _of_books(one)
        case str():
            yield found


def _actions() -> Iterator[str]:
    for book in map(load_book, book_ids()):
        for street in book.flow.streets:
            for action in street.names.values():
                yield action.words
                yield action.doing


@cache
def _english() -> tuple[str, list[tuple[int, re.Pattern[str]]]]:
    """Every text of the code and the books in one, and the templates among them with what is fixed of each."""
    texts = {*_constants(), *OF_THE_LIBRARY, *_actions()}
    for path in SOURCE.rglob("*.toml"):
        if path.parent.name != "words":
            texts |= set(_of_books(tomllib.loads(path.read_text("utf-8"))))
    templates = []
    for text in texts:
        fixed = [_plain(part) for part in _PLACE.split(text)]
        weight = sum(len(part.strip()) for part in fixed)
        if len(fixed) > 1 and weight >= _LEAST:
            templates.append((weight, re.compile(".*".join(map(re.escape, fixed)))))
    return _plain("\n".join(texts)), templates


def can_be_made(english: str) -> bool:
    """Whether a text or template of a catalogue can be made: all of it stands somewhere, or fits a template there."""
    known, templates = _english()
    if all(_plain(part).strip(_ENDS) in known for part in _PLACE.split(english)):
        return True
    whole = _plain(_PLACE.sub("\1", english)).strip(". ")
    return any(3 * weight >= len(whole) and pattern.search(f"{whole}.") for weight, pattern in templates)
