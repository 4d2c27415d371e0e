"""How meters follow a table: contributions at the lock-out, their return from void rounds, awards in their order."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from pitbook.meters import Event, Meter, award, contribute, evolve, open_meter, return_contribution
from pitbook.problems import Problem, RefusedError
from pitbook.submission import MeterTerms
from pitbook.table import Event as TableEvent
from pitbook.table import meter_moves
from pitbook.table.events import ProgressiveLockedOut, RoundOpened, RoundVoided, SettlementReckoned

_MOVING = (ProgressiveLockedOut, RoundVoided, SettlementReckoned)
CENTS = 100


def follow(meters: Mapping[str, Meter], round_id: str, events: Iterable[TableEvent]) -> Iterator[tuple[str, Event]]:
    """What the events of a table mean for its meters, each change by the meter's name; it has happened when yielded.

    `round_id` is the round that was in progress before the events.
    """
    for event in events:
        if isinstance(event, RoundOpened):
            round_id = event.round
        if not isinstance(event, _MOVING):
            continue
        for move in meter_moves((event,)):
            meter = meters[move.meter]
            match move.kind:
                case "contribute":
                    changes = contribute(meter, round_id, move.amount)
                case "return_contribution":
                    changes = return_contribution(meter, round_id)
                case _:
                    changes = award(meter, round_id, move.seat, move.hand, move.amount)
            for change in changes:
                evolve(meter, change)
                yield move.meter, change


def begin(meter: Meter, name: str, terms: MeterTerms) -> tuple[Event, ...]:
    """A meter is opened by the terms of the first table that moves it; every other table has filed the same."""
    reset = Fraction(terms.reset, CENTS)
    limit = None if terms.limit is None else Fraction(terms.limit, CENTS)
    if not meter.version:
        return open_meter(meter, name, Fraction(terms.initial, CENTS), reset, terms.rate, limit)
    if (meter.reset, meter.limit) != (reset, limit) or terms.rate not in (meter.rate, meter.next_rate):
        message = f"the meter {name} has other terms than the rules of this table: they can't share it"
        raise RefusedError(Problem(message, name))
    return ()
