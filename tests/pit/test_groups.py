"""Commands that wait together are stored together: each with its own outcome, in their order, or with its own error."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pit.playing import FLOOR, hosted, play
from pitbook.audit import audit
from pitbook.ledger import Commit, MemoryStore, Receipt, SqliteStore, Store
from pitbook.pit import Batch, Pit
from pitbook.pit.outcome import PendingOutcome
from pitbook.problems import ConflictError, MalformedError, PitbookError, Problem, RefusedError
from pitbook.table import commands as c
from table.play import KEYS, MD, rules_of

TABLES = [f"T{number}" for number in range(6)]


class Counted:
    """Counts the commits of each group that a store is given, and fails where it is told to."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.groups: list[int] = []
        self.full = False
        self.before: threading.Event | None = None
        """Waited for before anything is stored."""
        self._append = store.append_group
        monkeypatch.setattr(store, "append_group", self)

    def __call__(self, commits: Sequence[Commit]) -> list[Receipt | PitbookError]:
        self.groups.append(len(commits))
        if self.before is not None:
            assert self.before.wait(10)
        if self.full:
            raise RefusedError(Problem("there is no room left"))
        return self._append(commits)


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    made: MemoryStore | SqliteStore
    made = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "pit.db")
    yield made
    made.close()


@pytest.fixture
def pit(store: Store) -> Pit:
    """Tables with one player each, who is called like the table."""
    made = Pit(store, keys=KEYS)
    for name in TABLES:
        made.open_table(name, rules_of(MD), FLOOR, then=(c.Sit(c.player(name), 1, 100_00),))
    return made


def buys(pit: Pit, name: str, cents: int = 5_00, key: str | None = None) -> PendingOutcome:
    """The player of a table buys chips, decided and not stored."""

    def work(batch: Batch) -> None:
        batch.do(c.BuyIn(c.player(name), cents))

    return pit.decide(name, work, key=key)


def stack(pit: Pit, name: str) -> int:
    return pit.state(name).players[name].stack


def test_what_waits_together_is_one_transaction(store: Store, pit: Pit, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(store, monkeypatch)
    first = store.head().number
    decided = [buys(pit, name, key=f"buy {name}") for name in TABLES]
    assert store.head().number == first, "nothing is in the record before it is stored"
    receipts = [one.stored() for one in decided]
    assert counted.groups == [len(TABLES)]
    assert [one.number for one in receipts] == list(range(first + 1, first + 1 + len(TABLES)))
    assert [found.receipt for name in TABLES if (found := store.find(f"buy {name}"))] == receipts
    pit.handle("T1", c.BuyIn(c.player("T1"), 1_00))
    assert counted.groups == [len(TABLES), 1], "a lone command waits for nobody"
    assert audit(store).holds


def test_one_bad_command_spoils_no_other(store: Store, pit: Pit, monkeypatch: pytest.MonkeyPatch) -> None:
    """One is malformed, one comes too late, one is decided on top of that; all others are stored."""
    decided = {name: buys(pit, name) for name in TABLES}
    with pytest.raises(MalformedError):
        buys(pit, "T1", -1)
    decided = {name: buys(pit, name) for name in TABLES}
    on_top = buys(pit, "T2", 7_00)
    other = Pit(store, keys=KEYS)
    # As many events as were decided here, so that the version fits what was decided on top.
    other.handle("T2", c.BuyIn(c.player("T2"), 1_00))
    counted = Counted(store, monkeypatch)
    for name in TABLES:
        if name != "T2":
            decided[name].stored()
    assert counted.groups == [len(TABLES) + 1]
    for late in (decided["T2"], on_top):
        with pytest.raises(ConflictError):
            late.stored()
    assert {name: stack(pit, name) for name in TABLES} == dict.fromkeys(TABLES, 11000) | {"T2": 106_00}
    assert stack(Pit(store, keys=KEYS), "T2") == 106_00
    assert audit(store).holds


def test_commands_at_one_table_see_each_other(store: Store, pit: Pit, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(store, monkeypatch)
    first, second = buys(pit, "T1"), buys(pit, "T1", 7_00)
    assert (second.before, second.version) == (first.version, first.version + 1)
    assert second.stored().number == first.stored().number + 1
    assert counted.groups == [2]
    assert stack(pit, "T1") == 112_00


def test_a_key_that_is_on_its_way_has_no_second_effect(store: Store, pit: Pit) -> None:
    first = buys(pit, "T1", key="once")
    again = buys(pit, "T1", key="once")
    assert (first.repeated, again.repeated) == (False, True)
    assert again.stored() == first.stored()
    assert stack(pit, "T1") == 105_00


def test_nobody_sees_what_is_not_durable(store: Store, pit: Pit) -> None:
    """Whoever asks for a table waits for what was decided there; an answer that rests on it does too."""
    decided = buys(pit, "T1")
    assert stack(pit, "T1") == 105_00
    assert decided.ticket.result == store.head()
    nothing = pit.decide("T1", lambda _: None)
    assert nothing.events == ()
    buys(pit, "T1")
    rests = pit.decide("T1", lambda _: None)
    assert rests.ticket.result is None
    rests.stored()
    assert store.version("table:T1") == rests.version


def test_when_storing_fails_everything_ahead_is_forgotten(
    store: Store, pit: Pit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody who waits gets the error, also who was decided on top while the group was being stored."""
    counted = Counted(store, monkeypatch)
    counted.before = threading.Event()
    counted.full = True
    head = store.head()
    decided = [buys(pit, name) for name in TABLES]
    with ThreadPoolExecutor(1) as pool:
        storing = pool.submit(decided[0].stored)
        while not counted.groups:
            pass
        on_top = buys(pit, "T1")
        aside = Pit(store, keys=KEYS)
        counted.before.set()
        with pytest.raises(RefusedError, match="no room left"):
            storing.result()
    for one in (*decided, on_top):
        with pytest.raises(RefusedError, match="no room left"):
            one.stored()
    counted.full = False
    assert store.head() == head
    assert {name: stack(pit, name) for name in TABLES} == {name: stack(aside, name) for name in TABLES}
    assert pit.handle("T1", c.BuyIn(c.player("T1"), 5_00)).receipt.number == head.number + 1
    assert audit(store).holds


def test_threads_share_transactions(store: Store, pit: Pit, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one group is being stored the others are decided: they are the next group."""
    counted = Counted(store, monkeypatch)
    counted.before = threading.Event()
    with ThreadPoolExecutor(len(TABLES)) as pool:
        asked = [pool.submit(pit.handle, name, c.BuyIn(c.player(name), 5_00)) for name in TABLES]
        while not counted.groups or counted.groups[0] + len(pit._storing._waiting) < len(TABLES):
            pass
        counted.before.set()
        numbers = {one.result().receipt.number for one in asked}
    assert len(numbers) == len(TABLES)
    assert sum(counted.groups) == len(TABLES)
    assert len(counted.groups) == 2
    assert {stack(pit, name) for name in TABLES} == {105_00}


def test_tables_on_one_meter_share_a_transaction(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """What one table adds to the meter the other one's award would see, though nothing is stored yet."""
    first = hosted(store, rules_of(MD), "T1", meters="bank")
    first.pit.open_table("T2", rules_of(MD), FLOOR, meters="bank", then=(c.Sit(c.player("Bea"), 1, 100_00),))
    play(first, 1)
    shown = first.pit.meters("T1")["progressive"].displayed
    wagers = {"ante": 5_00, "odds": 5_00, "progressive": 1_00}
    for name in ("T1", "T2"):
        by = c.player(first.pit.state(name).seats[1])
        first.pit.handle(name, c.PlaceWagers(by, 1, wagers))
    counted = Counted(store, monkeypatch)

    def deal(batch: Batch) -> None:
        batch.do(c.DealRound(c.dealer()))

    decided = [first.pit.decide(name, deal) for name in ("T1", "T2")]
    assert decided[1].shown["progressive"] > decided[0].shown["progressive"] > shown
    for one in decided:
        one.stored()
    assert counted.groups == [2]
    assert Pit(store, keys=KEYS).meters("T1")["progressive"].displayed == decided[1].shown["progressive"]
    assert audit(store).holds


@pytest.mark.parametrize("times", [2, pytest.param(30, marks=pytest.mark.prove)])
def test_a_process_killed_while_it_stores_groups_keeps_what_it_acknowledged(tmp_path: Path, times: int) -> None:
    path, tests = tmp_path / "pit.db", Path(__file__).parents[1]
    acknowledged: set[str] = set()
    for run in range(times):
        process = subprocess.Popen(
            [sys.executable, "-m", "pit.buying", str(path), str(run), "8"],
            cwd=tests,
            env=os.environ | {"PYTHONPATH": os.pathsep.join([str(tests), *sys.path])},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        said = "".join(process.stdout.readline() for _ in range(40 + run))
        process.kill()
        said += process.stdout.read()
        acknowledged |= {line.strip() for line in said.splitlines(keepends=True) if line.endswith("\n")}
        process.stdout.close()
        process.wait()
    with SqliteStore(path, create=False) as store:
        keys = [commit.key for commit in store.read_all() if commit.key and not commit.key.startswith("open")]
        assert len(keys) == len(set(keys))
        assert acknowledged <= set(keys)
        assert len(set(keys) - acknowledged) <= 8 * times, "each thread may have one more"
        assert audit(store).holds
