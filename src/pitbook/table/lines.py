"""Settlement lines as events record them: what became of each wager, without stake and clauses."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Self, TypeAlias

from pitbook.problems import MalformedError, Problem
from pitbook.rulebooks.pays import MeterShare, parse_pays
from pitbook.settlement import Result, SettlementLine

StoredLine: TypeAlias = Sequence[Any]
"""Seat, wager, result, reason, hand, pays, payout and returned; an open line has null amounts and, last, its meter."""


class RecordedLine(NamedTuple):
    """One wager's settlement. Money is in cents, meters are exact decimals in text.

    The line of a meter share stays open until that player's turn: its amount is not known before. Amounts of an open
    line are 0 here and null in the record.
    """

    seat: int
    wager: str
    result: Result
    reason: str
    hand: str | None
    pays: str | None
    payout: int
    returned: int
    meter: str | None = None
    meter_before: str | None = None
    meter_after: str | None = None

    @classmethod
    def of(cls, line: SettlementLine) -> Self:
        """A line as settlement makes it."""
        seat, wager, _, result, reason, hand, pays, payout, returned, _, meter, before, _ = line
        written = None if pays is None else _written(pays)
        unpaid = meter if before is None else None
        values = (seat, wager, result, str(reason), hand, written, payout, returned, unpaid, None, None)
        return tuple.__new__(cls, values)  # Calling the class itself takes twice as long.

    @classmethod
    def from_data(cls, data: StoredLine) -> Self:
        """A line as it was stored: eight values, or nine with the meter of an open line."""
        if len(data) == _PLAIN:
            seat, wager, result, reason, hand, pays, payout, returned = data
            values = (seat, wager, _RESULTS[result], reason, hand, pays, payout, returned, None, None, None)
            return tuple.__new__(cls, values)
        seat, wager, result, reason, hand, pays, payout, returned, meter = data
        if payout is not None or returned is not None or meter is None:
            raise ValueError("an open line has a meter and no amounts")
        return cls(seat, wager, _RESULTS[result], reason, hand, pays, 0, 0, meter)

    def to_data(self) -> StoredLine:
        """The line as it is stored."""
        if self.meter is None:
            return self[:_PLAIN]
        return (*self[:_AMOUNTS], None, None, self.meter)

    @property
    def is_open(self) -> bool:
        """Whether this is a share of a meter that has not been taken yet."""
        return self.meter is not None and self.meter_before is None

    @property
    def meter_share(self) -> MeterShare | None:
        """The share of a meter that the line pays, if it pays one."""
        pays = None if self.pays is None else parse_pays(self.pays)
        return pays if isinstance(pays, MeterShare) else None

    @property
    def is_whole_meter(self) -> bool:
        """Whether the line pays the whole of a meter."""
        share = self.meter_share
        return share is not None and share.share == 1


Lines = tuple[RecordedLine, ...]
_written = lru_cache(maxsize=1024)(str)
_AMOUNTS = RecordedLine._fields.index("payout")
_PLAIN = RecordedLine._fields.index("meter")
_RESULTS = {str(result): result for result in Result}


def read_lines(stored: Iterable[StoredLine]) -> Lines:
    """The lines of a stored event."""
    try:
        return tuple([RecordedLine.from_data(line) for line in stored])
    except (TypeError, ValueError, KeyError) as error:
        message = "a settlement line has eight values, and nine where a share of a meter is open"
        raise MalformedError(Problem(message, str(stored)[:80])) from error
