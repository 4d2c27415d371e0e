"""The values that JSON can express, as types."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, TypeVar

Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None
JsonObject: TypeAlias = dict[str, Json]
T = TypeVar("T")


def made_of(kind: Callable[..., T], fields: Mapping[str, object]) -> T:
    """An object built from fields that came as JSON; the caller has to check their values."""
    return kind(**fields)
