"""What every event is: its stored name and version, and its content in JSON types."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import ClassVar, Final, Self

from pitbook.json_types import Json, JsonObject
from pitbook.problems import MalformedError, Problem

REGISTRY: Final[dict[str, type["TableEvent"]]] = {}
"""Every kind of event by its stored name; each class registers itself."""
Slots = tuple[tuple[str, Callable[["TableEvent", Json], None]], ...]
FieldReader = tuple[tuple[str, ...], Callable[["TableEvent"], tuple[Json, ...]]]


@dataclass(frozen=True, slots=True)
class TableEvent:
    """Something that happened."""

    type: ClassVar[str]
    version: ClassVar[int] = 1

    def __init_subclass__(cls) -> None:
        REGISTRY[cls.type] = cls

    def to_data(self) -> JsonObject:
        """The event's content, as JSON can write it: its tuples become lists there."""
        names, values = _reader(type(self))
        return dict(zip(names, values(self), strict=True))

    @classmethod
    def from_data(cls, data: Mapping[str, Json]) -> Self:
        """The event from its content; missing or unknown keys are malformed."""
        names = _names(cls)
        if len(data) != len(names) or not all(map(data.__contains__, names)):
            raise MalformedError(Problem(f"{cls.type} has the keys {', '.join(names)}", ", ".join(map(str, data))[:80]))
        made = object.__new__(cls)
        for name, fill in _slots(cls):
            value = data[name]
            fill(made, value if type(value) in _PLAIN else _frozen(value))
        return made


def read_event(name: str, data: Mapping[str, Json]) -> TableEvent:
    """An event as it was stored."""
    if name not in REGISTRY:
        raise MalformedError(Problem(f"there is no event {name!r}", name[:80]))
    return REGISTRY[name].from_data(data)


def _names(cls: type[TableEvent]) -> tuple[str, ...]:
    found = _NAMES.get(cls)
    if found is None:
        found = _NAMES[cls] = tuple(field.name for field in fields(cls))
    return found


def _reader(cls: type[TableEvent]) -> FieldReader:
    """The names of the fields, and a function that reads all of them at once."""
    found = _READERS.get(cls)
    if found is None:
        names = _names(cls)
        # With a single name `attrgetter` returns no tuple.
        values = attrgetter(*names) if len(names) > 1 else lambda event: tuple([getattr(event, name) for name in names])
        found = _READERS[cls] = (names, values)
    return found


def _slots(cls: type[TableEvent]) -> Slots:
    """The setter of each field of a new event: the initializer of a frozen class takes three times as long."""
    found = _SLOTS.get(cls)
    if found is None:
        found = _SLOTS[cls] = tuple((name, getattr(cls, name).__set__) for name in _names(cls))
    return found


def _frozen(value: Json) -> Json:
    if type(value) in _PLAIN:
        return value
    if isinstance(value, list):
        return tuple(value if _PLAIN.issuperset(map(type, value)) else [_frozen(item) for item in value])
    if isinstance(value, dict):
        return {key: _frozen(item) for key, item in value.items()}
    return value


_PLAIN: Final = frozenset({str, int, bool, type(None)})
_SLOTS: Final[dict[type[TableEvent], Slots]] = {}
_READERS: Final[dict[type[TableEvent], FieldReader]] = {}
_NAMES: Final[dict[type[TableEvent], tuple[str, ...]]] = {}
