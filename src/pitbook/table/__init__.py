"""The live table, pure: commands lead to events, events make up the state, and the agenda says what comes next."""

from pitbook.table.agenda import AgendaStep
from pitbook.table.automations import ALL, NONE, ActorEvents, AutomatedTable, Automations
from pitbook.table.context import Context
from pitbook.table.decide import decide
from pitbook.table.event import REGISTRY, TableEvent, read_event
from pitbook.table.evolve import evolve, fold
from pitbook.table.meter_effects import MeterMove, meter_moves
from pitbook.table.script import next_steps
from pitbook.table.state import State, chips
from pitbook.table.views import dealer_view, player_view, public_view

__all__ = [
    "ALL",
    "NONE",
    "REGISTRY",
    "ActorEvents",
    "AgendaStep",
    "AutomatedTable",
    "Automations",
    "Context",
    "MeterMove",
    "State",
    "TableEvent",
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
