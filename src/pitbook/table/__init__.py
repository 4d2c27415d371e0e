"""The live table, pure: commands lead to events, events make up the state, and the agenda says what comes next."""

from pitbook.table.agenda import Step
from pitbook.table.automations import ALL, NONE, Automations, Deed, Table
from pitbook.table.context import Context
from pitbook.table.decide import decide
from pitbook.table.event import Event
from pitbook.table.events import REGISTRY, read_event
from pitbook.table.evolve import evolve, fold
from pitbook.table.metering import MeterMove, meter_moves
from pitbook.table.script import next_steps
from pitbook.table.state import State, chips
from pitbook.table.views import dealer_view, player_view, public_view

__all__ = [
    "ALL",
    "NONE",
    "REGISTRY",
    "Automations",
    "Context",
    "Deed",
    "Event",
    "MeterMove",
    "State",
    "Step",
    "Table",
    "chips",
    "dealer_view",
    "decide",
    "evolve",
    "fold",
    "meter_moves",
    "next_steps",
    "player_view",
    "public_view",
    "read_event",
]
