"""Converts old versions of events to new ones when they are read; stored events never change."""

from collections.abc import Callable
from dataclasses import replace

from pitbook.json_types import JsonObject
from pitbook.ledger.records import Event

Upcast = Callable[[JsonObject], JsonObject]
"""From the data of one schema version to that of the next."""


class Upcasters:
    """The steps from each old schema version of an event type to the next one."""

    def __init__(self) -> None:
        self._steps: dict[tuple[str, int], Upcast] = {}

    def register(self, event_type: str, schema: int) -> Callable[[Upcast], Upcast]:
        """Decorates the step from this schema version to the next; there is one step from each."""

        def add(step: Upcast) -> Upcast:
            if (event_type, schema) in self._steps:
                raise ValueError(f"{event_type} {schema} has two upcasters")
            self._steps[event_type, schema] = step
            return step

        return add

    def upcast(self, event: Event) -> Event:
        """The event in its newest schema version."""
        while step := self._steps.get((event.type, event.schema)):
            event = replace(event, schema=event.schema + 1, data=step(event.data))
        return event
