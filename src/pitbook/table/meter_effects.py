"""What the events of a table mean for the meters, which are aggregates of their own."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from pitbook.rulebooks.pays import MeterShare, parse_pays
from pitbook.table.event import TableEvent
from pitbook.table.events import AwardTaken, ProgressiveLockedOut, RoundVoided


@dataclass(frozen=True, slots=True)
class MeterMove:
    """A change to a meter: an amount in dollars, or for an award the share that was won."""

    kind: Literal["contribute", "return_contribution", "award"]
    meter: str
    amount: Fraction
    seat: int = 0
    hand: str = ""


def meter_moves(events: Iterable[TableEvent]) -> Iterator[MeterMove]:
    """Contributions at the lock-out, their return from void rounds, and awards in their order."""
    for event in events:
        match event:
            case ProgressiveLockedOut():
                for meter, amount in event.contributions.items():
                    yield MeterMove("contribute", meter, Fraction(amount))
            case RoundVoided():
                for meter, amount in event.contributions.items():
                    yield MeterMove("return_contribution", meter, Fraction(amount))
            case AwardTaken():
                pays = parse_pays(event.pays)
                if not isinstance(pays, MeterShare):
                    raise ValueError(f"{event.pays} is not a share of a meter")
                yield MeterMove("award", event.meter, pays.share, event.seat, event.hand)
