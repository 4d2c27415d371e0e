"""Ledgers of old versions are read as new ones; the fixtures are files that were written once and stay as they are."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ledger.samples import NOON, one
from pitbook.ledger import Event, MemoryStore, SqliteStore, TreeHead, Upcasters

FIXTURE = Path(__file__).parent / "fixtures" / "doors-3.db"
FIXTURE_HEAD = TreeHead(1, "1222bcc5caa25ad25b3627df5554b8a93e7109596a2810c9bcb2428bd91c9096")
"""Three events of the invented type DoorOpened, of schema 1, 2 and 3, and one of another type."""


def doors() -> Upcasters:
    """Schema 1 had an English word, schema 2 a number, schema 3 also says which hand opened the door."""
    upcasters = Upcasters()

    @upcasters.register("DoorOpened", 1)
    def _number(data: dict[str, Any]) -> dict[str, Any]:
        return {"door": {"first": 1, "second": 2}[data["door"]]}

    @upcasters.register("DoorOpened", 2)
    def _hand(data: dict[str, Any]) -> dict[str, Any]:
        return data | {"hand": None}

    return upcasters


OLD = [
    Event("DoorOpened", 1, {"door": "second"}, NOON, "guard"),
    Event("DoorOpened", 2, {"door": 1}, NOON, "guard"),
    Event("DoorOpened", 3, {"door": 4, "hand": "left"}, NOON, "guard"),
    Event("DoorShut", 1, {"door": "first"}, NOON, "guard", "a draught"),
]
NEW = [
    Event("DoorOpened", 3, {"door": 2, "hand": None}, NOON, "guard"),
    Event("DoorOpened", 3, {"door": 1, "hand": None}, NOON, "guard"),
    Event("DoorOpened", 3, {"door": 4, "hand": "left"}, NOON, "guard"),
    Event("DoorShut", 1, {"door": "first"}, NOON, "guard", "a draught"),
]


def test_a_stored_ledger_is_read_in_the_newest_version(tmp_path: Path) -> None:
    path = Path(shutil.copy(FIXTURE, tmp_path / "doors.db"))
    shutil.copy(FIXTURE.with_name("doors-3.db.head"), tmp_path / "doors.db.head")
    with SqliteStore(path, upcasters=doors(), create=False) as store:
        assert [item.event for item in store.read("house")] == NEW
        assert [item.event for commit in store.read_all() for item in commit.events] == NEW
        assert store.tree_head() == FIXTURE_HEAD
        assert store.verify_chain(FIXTURE_HEAD) == []
    with SqliteStore(path, create=False) as store:
        assert [item.event for item in store.read("house")] == OLD


@pytest.mark.parametrize(
    "make", [lambda _: MemoryStore(upcasters=doors()), lambda p: SqliteStore(p, upcasters=doors())]
)
def test_every_store_upcasts(make: Callable[[Path], MemoryStore | SqliteStore], tmp_path: Path) -> None:
    with make(tmp_path / "ledger.db") as store:
        old = one("house", 0, *OLD, key="k")
        receipt = store.append(old)
        assert [item.event for item in store.read("house")] == NEW
        found = store.find("k")
        assert found is not None
        assert [item.event for item in found.events] == NEW
        assert store.append(old) == receipt
        assert store.tree_head() == FIXTURE_HEAD
        assert store.verify_chain() == []


def test_there_is_one_step_from_each_version() -> None:
    upcasters = doors()
    with pytest.raises(ValueError, match="DoorOpened 1 has two upcasters"):
        upcasters.register("DoorOpened", 1)(lambda data: data)
