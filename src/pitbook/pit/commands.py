"""Commands to a table that are not part of the rules: its settings, bots and guests, and when a round is dealt."""

from dataclasses import dataclass, fields
from enum import Enum
from typing import Annotated, Final, Literal

from pydantic import Field, StrictInt

from pitbook.json_types import JsonObject
from pitbook.pit.table_settings import LONGEST, Coach, Dealing
from pitbook.table.command_fields import Cents, Flag, Name, Seat, Wagers
from pitbook.table.commands import Command

Seconds = Annotated[StrictInt, Field(ge=1, le=LONGEST)]


class Unchanged(Enum):
    """Marks a field that a command leaves as it is."""

    UNCHANGED = "unchanged"


UNCHANGED: Final = Unchanged.UNCHANGED
Keep = Literal[Unchanged.UNCHANGED]


@dataclass(frozen=True, slots=True)
class Arrange(Command):
    """Run the table like this from now on; what is left out stays as it is."""

    dealing: Dealing | Keep | None = UNCHANGED
    decision_seconds: Seconds | Keep | None = UNCHANGED
    betting_seconds: Seconds | Keep | None = UNCHANGED
    private: Flag | Keep | None = UNCHANGED
    coach: Coach | Keep | None = UNCHANGED

    @property
    def changes(self) -> JsonObject:
        """The fields that the command sets, by name."""
        said = {one.name: getattr(self, one.name) for one in fields(self) if one.name != "by"}
        return {name: value for name, value in said.items() if value is not UNCHANGED}


@dataclass(frozen=True, slots=True)
class Ready(Command):
    """Ask the house to deal the round, or only this one; wagers that come along are placed first, in one commit."""

    seat: Seat | None = None
    wagers: Wagers | None = None
    round: Name | None = None


@dataclass(frozen=True, slots=True)
class SeatGuest(Command):
    """Seat somebody who has no session here and speaks to the dealer."""

    seat: Seat
    name: Name
    buy_in: Cents | None = None


@dataclass(frozen=True, slots=True)
class SeatBot(Command):
    """Seat a bot that plays exactly, simply, or by a published strategy."""

    seat: Seat
    plays: Name


@dataclass(frozen=True, slots=True)
class DismissBot(Command):
    """Have a bot leave."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class InsertStack(Command):
    """The shuffler puts the stack into the shoe by itself."""


@dataclass(frozen=True, slots=True)
class ChangeMethod(Command):
    """Play without the devices that are out of use; when all are restored, by the filed method again."""
