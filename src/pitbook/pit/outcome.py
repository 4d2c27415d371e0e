"""The outcome of a command, first decided and then stored."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from pitbook.ledger import Receipt
from pitbook.meters import Meter
from pitbook.pit.storing import Ticket
from pitbook.pit.table_settings import TableSettings
from pitbook.table import State, TableEvent

ATTEMPTS: Final = 100
"""How often a command is tried if another table moves a shared meter at the same moment.

Each conflict means that the other table made progress; one of two succeeds at the first or second try, on average.
"""
PATIENCE: Final = 2.0
"""How long to keep trying, in seconds."""


class Tries:
    """How often, and for how long, a decision is retried after conflicts with others."""

    def __init__(self) -> None:
        self._left = ATTEMPTS
        self._end = time.monotonic() + PATIENCE

    def again(self) -> bool:
        """Whether to try once more."""
        self._left -= 1
        return self._left > 0 and time.monotonic() <= self._end


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command led to at its table, and the receipt of the commit that has it."""

    events: tuple[TableEvent, ...]
    receipt: Receipt
    repeated: bool = False
    """The command had been handled before, under the same key."""


class TableSnapshot(NamedTuple):
    """A table as it is now, how it is run, and the meters that it moves."""

    state: State
    arrangement: TableSettings
    meters: Mapping[str, Meter]
    streams: Mapping[str, str]
    """The streams of the meters, by name."""


@dataclass(frozen=True, slots=True)
class PendingOutcome:
    """The outcome of a command that is still being stored: nobody may be told of it before it is in the record."""

    events: tuple[TableEvent, ...]
    before: int
    """The version of the table on which it was decided."""
    version: int
    """The version of the table that it leads to."""
    arrangement: TableSettings
    shown: Mapping[str, Fraction]
    """What the table's meters show after it, by name."""
    streams: Mapping[str, str]
    """The streams of the meters, by name."""
    ticket: Ticket
    found: Outcome | None = None
    """The earlier outcome, if the command was handled before under the same key."""

    @property
    def repeated(self) -> bool:
        """Whether the command had been handled before."""
        return self.found is not None

    def stored(self) -> Receipt:
        """Wait until everything is durable; raise the reason if it is not stored."""
        receipt = self.ticket.receipt()
        return receipt if self.found is None else self.found.receipt
