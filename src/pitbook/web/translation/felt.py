"""A layout in another language, before it is drawn: a drawing breaks and shortens what is written on it."""

from dataclasses import fields, is_dataclass, replace
from typing import Any, Final

from pitbook.layout import Felt
from pitbook.web.translation.sentences import Translator

_WRITTEN: Final = frozenset({"label", "pays", "text", "title", "when"})
"""The fields of a layout that hold words for people."""


def felt_in(felt: Felt, language: Translator | None) -> Felt:
    """The layout in a language; unchanged for English."""
    found: Felt = felt if language is None else _said(felt, language)
    return found


def _said(value: Any, language: Translator) -> Any:
    if isinstance(value, tuple):
        return tuple(_said(one, language) for one in value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    news = {}
    for field in fields(value):
        part = getattr(value, field.name)
        translated = isinstance(part, str) and field.name in _WRITTEN
        news[field.name] = language.say(part) if translated else _said(part, language)
    return replace(value, **news)
