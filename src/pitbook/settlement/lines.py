"""A settlement line: what happened to one wager, why, and by which clauses."""

from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple, NotRequired

from pitbook.documents import Document
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


class LineOutcome(Document):
    """What happened to a wager and why, in JSON types."""

    wager: str
    stake: str
    result: Result
    reason: str
    hand: str | None
    pays: str | None


class LineGrounds(Document):
    """The clauses of a settlement line, and the meter that it is paid from, in JSON types."""

    clauses: list[str]
    meter: NotRequired[str]
    meter_before: NotRequired[str]
    meter_after: NotRequired[str]


class LineDocument(LineOutcome, LineGrounds):
    """A settlement line in JSON types; a share of a meter that was not taken yet has no amounts."""

    seat: int
    payout: str | None
    returned: str | None


class SettlementLine(NamedTuple):
    """One wager's settlement. Money is in cents, meters are in dollars, exactly."""

    seat: int
    wager: str
    stake: int
    result: Result
    reason: str
    """A `Reason` of the engine, or the reason that the deciding case states."""
    hand: str | None
    pays: Pays | None
    payout: int
    """What is won; for an award that takes the stake, the award."""
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

    def outcome(self) -> LineOutcome:
        """What happened and why, in JSON types."""
        return {
            "wager": self.wager,
            "stake": format_cents(self.stake),
            "result": self.result,
            "reason": self.reason,
            "hand": self.hand,
            "pays": None if self.pays is None else str(self.pays),
        }

    def grounds(self) -> LineGrounds:
        """The clauses and the meter, in JSON types."""
        grounds: LineGrounds = {"clauses": list(self.clauses)}
        if self.meter is not None:
            grounds["meter"] = self.meter
        if self.meter_before is not None and self.meter_after is not None:
            grounds["meter_before"] = format_exact(self.meter_before)
            grounds["meter_after"] = format_exact(self.meter_after)
        return grounds

    def as_json(self) -> LineDocument:
        """The line as the command-line contract has it."""
        return {
            "seat": self.seat,
            **self.outcome(),
            "payout": None if self.is_open else format_cents(self.payout),
            "returned": None if self.is_open else format_cents(self.returned),
            **self.grounds(),
        }
