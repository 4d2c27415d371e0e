"""How meters follow a table: contributions at the lock-out, their return from void rounds, awards in their order."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from pitbook.meters import Meter, MeterEvent, award, contribute, evolve, return_contribution
from pitbook.table import TableEvent, meter_moves
from pitbook.table.events import AwardTaken, ProgressiveLockedOut, RoundOpened, RoundVoided

MOVING: Final = (ProgressiveLockedOut, RoundVoided, AwardTaken)
"""The events of a table that move its meters."""


def follow(
    meters: Mapping[str, Meter], round_id: str, events: Iterable[TableEvent]
) -> Iterator[tuple[str, MeterEvent]]:
    """The changes of a table's meters that its events lead to, by meter name; each is applied when it is yielded.

    A contribution belongs in the table's escrow, and everything else to the meter itself. `round_id` is the round that
    was in progress before the events.
    """
    for event in events:
        if isinstance(event, RoundOpened):
            round_id = event.round
        if not isinstance(event, MOVING):
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
