"""Reading meters: the events of a meter, and of the escrow of every table that moves it."""

from collections.abc import Collection
from typing import Final

from pitbook.ledger import Store
from pitbook.meters import Escrow, Meter, evolve, evolve_escrow
from pitbook.meters.events import Contributed, TableJoined
from pitbook.pit.records import escrow_stream, meter_of, read_meter_event
from pitbook.pit.snapshots import escrow_from, escrows_from, keep_some, meter_from
from pitbook.problems import MalformedError, Problem

TOGETHER: Final = 500
"""How many escrows are read at once from their snapshots on, so that few events are held at a time."""


def escrows_of(stream: str, meter: Meter) -> dict[str, str]:
    """The tables whose escrows belong to a meter, by stream."""
    return {escrow_stream(stream, table): table for table in sorted(meter.tables)}


def load_meter(store: Store, stream: str) -> Meter:
    """The meter as it is now: from its snapshots, and then together with its escrows as of one moment."""
    meter = meter_from(store, stream)
    for stored in store.read(stream, meter.version):
        evolve(meter, read_meter_event(stored))
        keep_some(store, stream, meter, meter.version - 1)
    escrows = sorted(escrows_of(stream, meter))
    for start in range(0, len(escrows), TOGETHER):
        some = escrows[start : start + TOGETHER]
        for name, escrow in escrows_from(store, some).items():
            meter.take_escrow(meter_of(name)[1], escrow)
        _read(store, stream, meter, some)
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
    """Read what has happened since to a meter and its escrows, or to the streams `only`, all as of one moment.

    Tables that joined in the meantime are read in another pass, until none have.
    """
    while True:
        joined = _read(store, stream, meter, {stream, *escrows_of(stream, meter)} if only is None else only)
        if not joined:
            return
        only = None if only is None else {stream, *only, *(escrow_stream(stream, table) for table in joined)}


def _read(store: Store, stream: str, meter: Meter, names: Collection[str]) -> list[str]:
    """Read on in these streams of a meter and of tables known to move it; returns the tables that joined."""
    tables = {name: meter_of(name)[1] for name in names if name != stream}
    after = {name: meter.escrow(table).version for name, table in tables.items() if table in meter.tables}
    found = store.read_together({stream: meter.version} | after if stream in names else after)
    for name, events in found.items():
        for stored in events if name != stream else ():
            evolve(meter, _contribution(read_meter_event(stored)))
            keep_some(store, name, meter.escrow(tables[name]), stored.version - 1)
    joined = []
    for stored in found.get(stream, ()):
        event = read_meter_event(stored)
        evolve(meter, event)
        keep_some(store, stream, meter, meter.version - 1)
        if isinstance(event, TableJoined):
            joined.append(event.table)
    return joined


def _contribution(event: object) -> Contributed:
    if not isinstance(event, Contributed):
        raise MalformedError(Problem("an escrow has only contributions"))
    return event
