"""What the pit stores and how it is found again: streams, events with time, actor and reason, and old versions.

A table has the stream `table:T1`, a meter `meter:T1/progressive`, the escrow of a table at it the branch
`meter:T1/progressive#T1`, and `pit:T1` says which meters the table moves and how it is run.
Drills have streams of their own (`pitbook.pit.drills`).
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import ClassVar, Final, Protocol, Self

from pitbook import meters, table
from pitbook.json_types import Json, JsonObject
from pitbook.ledger import BRANCH, Store, StoredEvent, Upcasters
from pitbook.ledger.chain import read_content
from pitbook.pit.table_settings import Arranged
from pitbook.problems import MalformedError, PitbookError, Problem

TABLE, METER, PIT = "table:", "meter:", "pit:"
UPCASTERS: Final = Upcasters()
"""The steps from every old version of an event to the next one."""
_TABLE_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}", re.ASCII)
_LINK_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}", re.ASCII)
_SHORT: Final = 200
"""The most letters in the values of an event that is remembered; longer ones come up only once."""
_ROUND_ID: Final = re.compile(r"(.+)-([1-9][0-9]{0,11})", re.ASCII)


class RecordEvent(Protocol):
    """What events of tables, meters, the pit and drills have in common."""

    type: ClassVar[str]
    version: ClassVar[int]

    def to_data(self) -> JsonObject:
        """The content in JSON types."""


@dataclass(frozen=True, slots=True)
class MetersLinked:
    """The progressive wagers of a table move these meters from now on: by name, their streams."""

    type: ClassVar[str] = "meters_linked"
    version: ClassVar[int] = 1
    table: str
    meters: Mapping[str, str]

    def to_data(self) -> JsonObject:
        """The content in JSON types."""
        return {"table": self.table, "meters": dict(self.meters)}

    @classmethod
    def from_data(cls, data: Mapping[str, Json]) -> Self:
        """The event from its content."""
        if set(data) != {"table", "meters"} or not isinstance(data["meters"], dict):
            raise MalformedError(Problem("meters_linked has the keys table, meters", ", ".join(map(str, data))[:80]))
        return cls(str(data["table"]), data["meters"])


def default_path() -> Path:
    """Where the record is kept unless another file is named: in the user's data folder."""
    named = Path(os.environ.get("XDG_DATA_HOME", ""))
    folder = named if named.is_absolute() else Path.home() / ".local" / "share"
    return folder / "pitbook" / "pitbook.db"


def table_stream(name: str) -> str:
    """The stream of a table."""
    if not _TABLE_NAME.fullmatch(name):
        message = f"{name[:40]!r} can't be the name of a table (letters, digits, - and _, at most 32)"
        raise MalformedError(Problem(message, name[:40]))
    return TABLE + name


def meter_stream(link: str, meter: str) -> str:
    """The stream of a meter; tables with the same link share it."""
    if not _LINK_NAME.fullmatch(link):
        message = f"{link[:40]!r} can't be the name of shared meters (letters, digits, - and _, at most 32)"
        raise MalformedError(Problem(message, link[:40]))
    return f"{METER}{link}/{meter}"


def escrow_stream(meter: str, table: str) -> str:
    """The stream of a table's contributions to the meter in this stream."""
    return f"{meter}{BRANCH}{table}"


def is_escrow(stream: str) -> bool:
    """Whether a stream is the escrow of a table at a meter."""
    return stream.startswith(METER) and BRANCH in stream


def meter_of(escrow: str) -> tuple[str, str]:
    """The stream of the meter to which an escrow belongs, and its table."""
    meter, _, table = escrow.partition(BRANCH)
    return meter, table


def meter_streams(store: Store, link: str = "") -> list[str]:
    """The streams of all meters, or of those that share this name; without their escrows."""
    return [stream for stream in store.streams(f"{METER}{link}{'/' if link else ''}") if not is_escrow(stream)]


def link_of(streams: Mapping[str, str]) -> str | None:
    """The name that the meters in these streams share, if there are any."""
    return next((stream.removeprefix(METER).partition("/")[0] for stream in streams.values()), None)


def table_of(round_id: str) -> tuple[str, int]:
    """The table and the number of a round, from its id."""
    found = _ROUND_ID.fullmatch(round_id)
    if found is None or not _TABLE_NAME.fullmatch(found[1]):
        message = f"{round_id[:40]!r} is not the id of a round, like T1-17"
        raise MalformedError(Problem(message, round_id[:40]))
    return found[1], int(found[2])


def read_table_event(stored: StoredEvent) -> table.TableEvent:
    """An event of a table as it was stored, in its newest version; one that came up before may be the same object."""
    sealed = stored.sealed
    if len(sealed.values) <= _SHORT:
        try:
            return _short_event(sealed.type, sealed.schema, sealed.fields, sealed.values)
        except (PitbookError, ValueError, TypeError):
            pass  # The code below names what can't be read.
    found = table.read_event(stored.event.type, stored.event.data)
    _is_current(stored, found.version)
    return found


@lru_cache(4096)
def _short_event(kind: str, schema: int, fields: str, values: str) -> table.TableEvent:
    """Most events of a table are short and come up again and again: the same wagers, decisions and steps."""
    found = table.read_event(kind, read_content(fields, values))
    if found.version != schema:
        raise ValueError(f"{kind} has another version than {schema}")
    return found


def read_meter_event(stored: StoredEvent) -> meters.MeterEvent:
    """An event of a meter as it was stored, in its newest version."""
    found = meters.read_event(stored.event.type, stored.event.data)
    _is_current(stored, found.version)
    return found


def read_pit_event(stored: StoredEvent) -> MetersLinked | Arranged:
    """Which meters a table moves, or how it is run, as it was stored."""
    kind = _PIT_EVENTS.get(stored.event.type)
    if kind is None:
        raise MalformedError(Problem(f"there is no event {stored.event.type!r}", stored.event.type[:80]))
    _is_current(stored, kind.version)
    return kind.from_data(stored.event.data)


_PIT_EVENTS: Final[Mapping[str, type[MetersLinked] | type[Arranged]]] = {
    MetersLinked.type: MetersLinked,
    Arranged.type: Arranged,
}


def _is_current(stored: StoredEvent, version: int) -> None:
    """A version newer than this code is as unreadable as an old version that nobody upcasts."""
    if stored.event.schema != version:
        message = f"{stored.event.type} of version {stored.event.schema} can't be read; this code knows {version}"
        raise MalformedError(Problem(message, str(stored.event.schema)))
