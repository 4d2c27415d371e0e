"""A table on a shared meter is shown what another table has moved, once, and nothing that did not move."""

from pitbook.ledger import MemoryStore
from pitbook.pit import Pit, TableSettings
from pitbook.submission import load_target
from pitbook.table.commands import floorperson
from pitbook.web.live.projection import TableExtras, load_projection
from pitbook.web.live.shown_meters import ShownMeters

SHARED = {"progressive": "meter:bank/progressive"}


def extras(shown: str, streams: dict[str, str]) -> TableExtras:
    return TableExtras(TableSettings(), {"progressive": shown}, streams=streams)


def test_a_table_learns_what_another_has_moved() -> None:
    pit = Pit(MemoryStore())
    tables = {}
    for name, streams in (("T1", SHARED), ("T2", SHARED), ("T3", {"progressive": "meter:T3/progressive"})):
        pit.open_table(name, load_target("md-heads-up-holdem"), floorperson(), arrangement=TableSettings())
        found = load_projection(pit, name, 60)
        assert found is not None
        found.extras = extras("5000.00", streams)
        tables[name] = found
    meters = ShownMeters()
    for name, table in tables.items():
        meters.take(name, table.extras)
    assert list(meters.late(tables)) == []
    tables["T1"].extras = extras("5000.50", SHARED)
    meters.take("T1", tables["T1"].extras)
    assert list(meters.late(tables)) == [("T2", extras("5000.50", SHARED))]
    assert list(meters.late(tables)) == []
    tables["T3"].extras = extras("5001.00", {"progressive": "meter:T3/progressive"})
    meters.take("T3", tables["T3"].extras)
    assert list(meters.late(tables)) == [], "nobody else is on that meter"
    assert meters.of_tables(["meter:other/progressive", *SHARED.values()]) == set(SHARED.values())
    for _ in range(2):
        meters.hear({SHARED["progressive"]: "5002.00", "meter:other/progressive": "1.00"})
    assert sorted(name for name, _ in meters.late(tables)) == ["T1", "T2"]
    assert list(meters.late(tables)) == []
