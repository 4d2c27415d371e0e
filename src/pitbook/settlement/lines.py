"""A settlement line: what happened to one wager, why, and by which clauses."""

from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple

from pitbook.money import format_cents, format_exact
from pitbook.rulebooks.pays import Pays


class Result(StrEnum):
    """What became of the wager."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    FORFEIT = "forfeit"
    """Lost by folding."""
    VOID = "void"
    """Returned, because the round does not count."""
    ADJUST = "adjust"
    """What a payout limit takes back."""


class SettlementLine(NamedTuple):
    """One wager's settlement. Money is in cents, meters are in dollars, exactly."""

    seat: int
    wager: str
    stake: int
    result: Result
    reason: str
    """A word of the engine, `Reason`, or of the case that decided."""
    hand: str | None
    pays: Pays | None
    payout: int
    """What is won; of an award that takes the stake, the award."""
    returned: int
    """Everything handed back for this wager."""
    clauses: tuple[str, ...]
    meter: str | None = None
    meter_before: Fraction | None = None
    meter_after: Fraction | None = None

    @property
    def is_open(self) -> bool:
        """Whether this is a share of a meter that has not been taken: the amount is not known yet."""
        return self.meter is not None and self.meter_before is None

    def as_json(self) -> dict[str, Any]:
        """The line as the command-line contract has it."""
        document: dict[str, Any] = {
            "seat": self.seat,
            "wager": self.wager,
            "stake": format_cents(self.stake),
            "result": self.result.value,
            "reason": self.reason,
            "hand": self.hand,
            "pays": None if self.pays is None else str(self.pays),
            "payout": None if self.is_open else format_cents(self.payout),
            "returned": None if self.is_open else format_cents(self.returned),
            "clauses": list(self.clauses),
        }
        if self.meter is not None:
            document["meter"] = self.meter
        if self.meter_before is not None and self.meter_after is not None:
            document |= {
                "meter_before": format_exact(self.meter_before),
                "meter_after": format_exact(self.meter_after),
            }
        return document
