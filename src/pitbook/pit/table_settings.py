"""How a table is run: who deals, how long people may take, who may see it, and when the coach may speak.

The books leave these to the house. They are events of the pit, not of the table, like the links to its meters.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from typing import ClassVar, Final, Literal, Self, get_args

from pitbook.json_types import Json, JsonObject, made_of
from pitbook.problems import MalformedError, Problem
from pitbook.table import State
from pitbook.table.kinds import SourceName, TableStatus

Dealing = Literal["house", "dealer"]
Coach = Literal["allowed", "after_round", "off"]
LONGEST: Final = 3600
"""The longest time for a decision or for wagers, in seconds."""


@dataclass(frozen=True, slots=True)
class TableSettings:
    """How a table is run."""

    dealing: Dealing = "house"
    """`house`: the table performs each step by itself; `dealer`: each waits for a dealer's or floorperson's command."""
    decision_seconds: int | None = None
    """How long a player may take for a decision, if that is limited."""
    betting_seconds: int | None = None
    """How long wagers are open once the first is placed, if that is limited."""
    private: bool = False
    """Only people who were invited may see the table."""
    coach: Coach = "allowed"


def arrangement_problems(arrangement: TableSettings) -> Iterator[Problem]:
    """What is wrong with an arrangement, independent of the table."""
    if arrangement.dealing not in get_args(Dealing):
        yield Problem(f"{arrangement.dealing!r} does not deal: house or dealer", str(arrangement.dealing)[:40])
    if arrangement.coach not in get_args(Coach):
        yield Problem(f"the coach is {', '.join(get_args(Coach))}", str(arrangement.coach)[:40])
    for name in ("decision_seconds", "betting_seconds"):
        seconds = getattr(arrangement, name)
        if seconds is not None and (type(seconds) is not int or not 1 <= seconds <= LONGEST):
            yield Problem(f"{name} {seconds!r} is not a number from 1 to {LONGEST}", str(seconds)[:40])
    if type(arrangement.private) is not bool:
        yield Problem("a table is private or not", str(arrangement.private)[:40])


def may_arrange(state: State, source: str, before: TableSettings, after: TableSettings) -> Iterator[Problem]:
    """Why the arrangement can't change at this moment: who deals changes only between rounds.

    `source` is where the table's cards come from, also when it is only being opened.
    """
    if state.status == TableStatus.CLOSED:
        yield Problem("the table is not open")
    if before.dealing != after.dealing and state.round is not None and (state.round.closed or state.round.wagers):
        yield Problem("who deals changes only between rounds", after.dealing)
    if after.dealing == "house" and source == SourceName.ENTERED:
        yield Problem("cards that are entered by hand need a dealer", after.dealing)


@dataclass(frozen=True, slots=True)
class Arranged:
    """A table is run like this from now on."""

    type: ClassVar[str] = "arranged"
    version: ClassVar[int] = 1
    table: str
    arrangement: TableSettings

    def to_data(self) -> JsonObject:
        """The content in JSON types."""
        return {"table": self.table, **asdict(self.arrangement)}

    @classmethod
    def from_data(cls, data: Mapping[str, Json]) -> Self:
        """The event from its content."""
        names = [field.name for field in fields(TableSettings)]
        if set(data) != {"table", *names}:
            raise MalformedError(Problem(f"arranged has the keys table, {', '.join(names)}", ", ".join(data)[:80]))
        arrangement = made_of(TableSettings, {name: data[name] for name in names})
        if problems := tuple(arrangement_problems(arrangement)):
            raise MalformedError(problems)
        return cls(str(data["table"]), arrangement)
