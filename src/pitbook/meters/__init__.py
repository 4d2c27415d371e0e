"""Progressive meters: an aggregate of their own, with its own events, shared by tables.

Amounts are exact fractions of a dollar. At every moment
contributions + seeds - contributions returned = displayed + overflow + paid.
"""

from pitbook.meters.events import REGISTRY, MeterEvent, read_event
from pitbook.meters.meter import (
    Contribution,
    Escrow,
    Meter,
    award,
    change_parameters,
    contribute,
    evolve,
    evolve_escrow,
    fold,
    join_table,
    meet_minimum,
    open_meter,
    release_overflow,
    return_contribution,
)

__all__ = [
    "REGISTRY",
    "Contribution",
    "Escrow",
    "Meter",
    "MeterEvent",
    "award",
    "change_parameters",
    "contribute",
    "evolve",
    "evolve_escrow",
    "fold",
    "join_table",
    "meet_minimum",
    "open_meter",
    "read_event",
    "release_overflow",
    "return_contribution",
]
