"""The meters of a record: what each shows, where it came from, and which tables move it."""

from dataclasses import dataclass
from typing import Any

from pitbook.audit.damage import readable
from pitbook.ledger import Store
from pitbook.meters import Meter
from pitbook.money import format_exact
from pitbook.pit.metering import load_meter
from pitbook.pit.records import METER, PIT, MetersLinked, meter_streams, read_pit_event


@dataclass(frozen=True, slots=True)
class MeterReading:
    """A meter as it is now, and the tables that move it."""

    name: str
    meter: Meter
    tables: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The reading as a document."""
        meter = self.meter
        amounts = {
            "displayed": meter.displayed,
            "overflow": meter.overflow,
            "contributed": meter.contributed,
            "seeded": meter.seeded,
            "returned": meter.returned,
            "paid": meter.paid,
            "reset": meter.reset,
            "rate": meter.rate,
        }
        return {
            "meter": self.name,
            "tables": list(self.tables),
            **{name: format_exact(amount) for name, amount in amounts.items()},
            "next_rate": None if meter.next_rate is None else format_exact(meter.next_rate),
            "limit": None if meter.limit is None else format_exact(meter.limit),
            "wins": meter.wins,
            "balanced": meter.balanced,
        }


def read_meters(store: Store) -> list[MeterReading]:
    """Every meter of the record, each with its escrows as they are at one moment."""
    with readable("the record of the meters"):
        return _read(store)


def _read(store: Store) -> list[MeterReading]:
    tables: dict[str, list[str]] = {}
    for stream in store.streams(PIT):
        links = [event for event in map(read_pit_event, store.read(stream)) if isinstance(event, MetersLinked)]
        for link in links[-1:]:
            for place in link.meters.values():
                tables.setdefault(place, []).append(stream.removeprefix(PIT))
    return [
        MeterReading(stream.removeprefix(METER), load_meter(store, stream), tuple(tables.get(stream, ())))
        for stream in meter_streams(store)
    ]
