"""Reading meters: the events of a meter, and of the escrow of every table that moves it."""

from collections.abc import Collection

from pitbook.ledger import Store
from pitbook.meters import Escrow, Meter, evolve, evolve_escrow
from pitbook.meters.events import Contributed
from pitbook.pit.records import escrow_stream, read_meter_event
from pitbook.pit.snapshots import escrow_from, keep_some, meter_from
from pitbook.problems import MalformedError, Problem


def escrows_of(stream: str, meter: Meter) -> dict[str, str]:
    """By stream, the tables whose escrows belong to a meter."""
    return {escrow_stream(stream, table): table for table in sorted(meter.tables)}


def load_meter(store: Store, stream: str) -> Meter:
    """A meter as it stands: from its snapshots, and then together with its escrows as they are at one moment."""
    meter = meter_from(store, stream)
    for stored in store.read(stream, meter.version):
        evolve(meter, read_meter_event(stored))
        keep_some(store, stream, meter, meter.version - 1)
    for escrow, table in escrows_of(stream, meter).items():
        meter.take_escrow(table, load_escrow(store, escrow))
    read_on(store, stream, meter)
    return meter


def load_escrow(store: Store, stream: str) -> Escrow:
    """The escrow of a table as it stands."""
    escrow = escrow_from(store, stream)
    for stored in store.read(stream, escrow.version):
        evolve_escrow(escrow, _contribution(read_meter_event(stored)))
        keep_some(store, stream, escrow, escrow.version - 1)
    return escrow


def read_on(store: Store, stream: str, meter: Meter, only: Collection[str] | None = None) -> None:
    """What has happened since to a meter and its escrows, or to those of these streams, all as of one moment.

    Tables that have joined meanwhile are read with the next look, until there are none.
    """
    while True:
        tables = escrows_of(stream, meter)
        after = {stream: meter.version} | {name: meter.escrow(table).version for name, table in tables.items()}
        found = store.read_together(after if only is None else {name: after[name] for name in only if name in after})
        for name, events in found.items():
            for stored in events if name != stream else ():
                evolve(meter, _contribution(read_meter_event(stored)))
                keep_some(store, name, meter.escrow(tables[name]), stored.version - 1)
        for stored in found.get(stream, ()):
            evolve(meter, read_meter_event(stored))
            keep_some(store, stream, meter, meter.version - 1)
        new = escrows_of(stream, meter).keys() - tables.keys()
        if not new:
            return
        only = None if only is None else {stream, *only, *new}


def _contribution(event: object) -> Contributed:
    if not isinstance(event, Contributed):
        raise MalformedError(Problem("an escrow has contributions and nothing else"))
    return event
