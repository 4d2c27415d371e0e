"""What happened to a meter. Amounts are exact decimals in text, in dollars."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import ClassVar, Final, Self

from pitbook.json_types import Json, JsonObject
from pitbook.problems import MalformedError, Problem

REGISTRY: Final[dict[str, type["MeterEvent"]]] = {}
"""Every kind of event by its stored name; each class registers itself."""


@dataclass(frozen=True, slots=True)
class MeterEvent:
    """Something that happened to a meter."""

    type: ClassVar[str]
    version: ClassVar[int] = 1

    def __init_subclass__(cls) -> None:
        REGISTRY[cls.type] = cls

    def to_data(self) -> JsonObject:
        """The event's content in JSON types."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def from_data(cls, data: Mapping[str, Json]) -> Self:
        """The event from its content; missing or unknown keys are malformed."""
        names = [field.name for field in fields(cls)]
        if set(data) != set(names):
            raise MalformedError(Problem(f"{cls.type} has the keys {', '.join(names)}", ", ".join(map(str, data))[:80]))
        return cls(**data)


@dataclass(frozen=True, slots=True)
class MeterOpened(MeterEvent):
    """A meter was opened with the seed of the house."""

    type = "meter_opened"
    meter: str
    initial: str
    reset: str
    rate: str
    limit: str | None


@dataclass(frozen=True, slots=True)
class TableJoined(MeterEvent):
    """The progressive wagers of a table move the meter from now on, by rules that state its terms."""

    type = "table_joined"
    table: str


@dataclass(frozen=True, slots=True)
class MinimumMet(MeterEvent):
    """A paytable with a higher minimum than any before it began on the meter, which showed at least that."""

    type = "minimum_met"
    amount: str


@dataclass(frozen=True, slots=True)
class Contributed(MeterEvent):
    """A round's wagers contributed. The contribution waits in the escrow of its table to be folded into the meter."""

    type = "contributed"
    round: str
    amount: str


@dataclass(frozen=True, slots=True)
class ContributionsFolded(MeterEvent):
    """All that waited in the escrows of the tables went into the meter; what is above the limit went to the overflow.

    By table: how many contributions its escrow has, their sum, and the round and amount of the last one.
    """

    type = "contributions_folded"
    escrows: dict[str, dict[str, str | int]]
    amount: str
    overflow: str


@dataclass(frozen=True, slots=True)
class ContributionReturned(MeterEvent):
    """A void round's contribution was returned: out of the meter and the overflow, as far as it is still there.

    The house returns, as `seeded`, what awards have paid out of it, what a reset took from the overflow, and what the
    minimum of a paytable needs.
    """

    type = "contribution_returned"
    round: str
    amount: str
    overflow: str
    seeded: str


@dataclass(frozen=True, slots=True)
class Awarded(MeterEvent):
    """A share of the meter was won; `paid` is the award as it is paid, rounded up to the cent."""

    type = "awarded"
    round: str
    seat: int
    hand: str
    share: str
    paid: str


@dataclass(frozen=True, slots=True)
class MeterReset(MeterEvent):
    """The meter was reset after all of it was won; the house seeds what the overflow does not cover."""

    type = "meter_reset"
    amount: str
    from_overflow: str


@dataclass(frozen=True, slots=True)
class OverflowReleased(MeterEvent):
    """The overflow was moved into the meter, up to its limit."""

    type = "overflow_released"
    amount: str


@dataclass(frozen=True, slots=True)
class ParametersChanged(MeterEvent):
    """Every table on the meter has adopted rules with other terms; a new rate waits for the next reset."""

    type = "parameters_changed"
    reset: str
    rate: str
    limit: str | None
    reason: str
    by: str


def read_event(name: str, data: Mapping[str, Json]) -> MeterEvent:
    """An event as it was stored."""
    if name not in REGISTRY:
        raise MalformedError(Problem(f"there is no event {name!r}", name[:80]))
    return REGISTRY[name].from_data(data)
