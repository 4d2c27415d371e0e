"""Past rounds are found from the newest on, whole and in order, and nothing older is folded than what is asked for."""

from collections.abc import Iterator
from itertools import islice

import pytest

from coach.rounds import is_person
from pit.playing import hosted, play
from pitbook.audit import audit, recall
from pitbook.coach.table_history import PlayedRound, TableHistories
from pitbook.ledger import MemoryStore, Snapshot, StoredEvent
from pitbook.money import format_cents
from pitbook.pit import Host, snapshots
from pitbook.pit.snapshots import code_digest, landings
from pitbook.problems import RefusedError
from pitbook.table import commands as c
from table.play import EVERY_BOOK, MD, rules_of

STREAM = "table:T1"
EVERY = 150
"""Some three rounds of a full table."""


class Counted(MemoryStore):
    """Counts the events that are read of the table."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def read(self, stream: str, after: int = 0) -> Iterator[StoredEvent]:
        for stored in super().read(stream, after):
            self.count += stream == STREAM
            yield stored

    def since(self) -> int:
        """How many since this was last asked."""
        found, self.count = self.count, 0
        return found


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short streams have several snapshots too."""
    monkeypatch.setattr(snapshots, "EVERY", EVERY)


def histories(host: Host) -> TableHistories:
    """Nothing has been read yet."""
    return TableHistories(host.pit.store, host.pit.library, is_person)


def from_the_beginning(host: Host, monkeypatch: pytest.MonkeyPatch) -> list[PlayedRound]:
    """All rounds, in one fold without any snapshot."""
    with monkeypatch.context() as patch:
        patch.setattr(host.pit.store, "snapshot_versions", lambda *_: [])
        patch.setattr(snapshots, "EVERY", 10**9)
        return list(histories(host).newest("T1"))


@pytest.mark.parametrize("book", EVERY_BOOK)
def test_segments_give_what_one_fold_gives(book: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever goes wrong in the rounds, and also where a snapshot lies in the middle of one."""
    host = hosted(MemoryStore(), rules_of(book), rate=0.4)
    played = play(host, 20)
    host.make_ready()
    store, past = host.pit.store, histories(host)
    assert len(store.snapshot_versions(STREAM, code_digest())) >= 4
    current, *over = past.newest("T1")
    assert not current.over
    assert [one.round for one in over] == played[::-1]
    assert [current, *over] == from_the_beginning(host, monkeypatch)
    for one in over:
        told = recall(store, one.round).as_json()
        assert one.void == told["void"]
        nets = {str(seat): format_cents(net) for seat, net in one.net.items()}
        assert nets == {seat: total["net"] for seat, total in told["totals"].items()}


def test_a_snapshot_in_the_middle_of_a_round_cuts_no_round_in_two(monkeypatch: pytest.MonkeyPatch) -> None:
    """Command by command, and so with snapshots at any step: before wagers, between decisions, before settlement."""
    monkeypatch.setattr(snapshots, "EVERY", 7)
    host = hosted(MemoryStore(), rules_of(MD), rate=0)
    pit = host.pit
    for _ in range(6):
        host.make_ready()
        pit.handle("T1", c.PlaceWagers(c.player("player 1"), 1, {"ante": 10_00, "odds": 10_00}))
        pit.handle("T1", c.DealRound(c.dealer()))
        for action in ("check", "check", "fold"):
            pit.handle("T1", c.Decide(c.player("player 1"), 1, action))
    host.make_ready()
    assert len(pit.store.snapshot_versions(STREAM, code_digest())) > 12
    found = list(histories(host).newest("T1"))
    assert [one.number for one in found if one.over] == [6, 5, 4, 3, 2, 1]
    assert {len(one.decisions) for one in found if one.over} == {3}
    assert {one.net_of("player 1") for one in found if one.over} == {-20_00}
    assert found == from_the_beginning(host, monkeypatch)


def test_pages_follow_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    host = hosted(MemoryStore(), rules_of(MD), rate=0.2)
    play(host, 24)
    host.make_ready()
    whole = from_the_beginning(host, monkeypatch)
    for size in (1, 4, 7, 100):
        past, pages, before = histories(host), [], None
        while page := list(islice(past.newest("T1", before), size)):
            pages += page
            before = page[-1].number
        assert pages == whole
    past = histories(host)
    for one in whole:
        assert past.find(one.round) == one
    for missing in ("T1-26", "T1-999999999"):
        assert past.find(missing) is None
    assert not list(past.newest("T1", 1))
    with pytest.raises(RefusedError, match="there is no table T9"):
        next(past.newest("T9"))


def test_the_cost_of_a_page_does_not_grow_with_the_record() -> None:
    """At most the segments that hold the page, each at most two intervals of snapshots long, whatever came before."""
    store = Counted()
    host = hosted(store, rules_of(MD))
    costs = []
    for _ in range(4):
        play(host, 30)
        past = histories(host)
        store.since()
        assert len(list(islice(past.newest("T1"), 3))) == 3
        costs.append(store.since())
        assert len(list(islice(past.newest("T1", 20), 3))) == 3
        costs.append(store.since())
    assert store.version(STREAM) > 20 * EVERY
    assert max(costs) <= 4 * EVERY


def test_what_was_read_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asking after each round reads that round alone, also over the places where snapshots come to lie."""
    store = Counted()
    host = hosted(store, rules_of(MD))
    past = histories(host)
    play(host, 2)
    list(past.newest("T1"))
    longest = 0
    for _ in range(12):
        before = store.version(STREAM)
        play(host, 1)
        store.since()
        newest, *_ = [one for one in past.newest("T1") if one.over]
        new = store.version(STREAM) - before
        longest = max(longest, store.since() - new)
        assert newest.version <= store.version(STREAM)
    assert longest < EVERY, "what lies between the newest snapshot and the new round, at the most"
    assert list(past.newest("T1")) == from_the_beginning(host, monkeypatch)


def test_snapshots_that_are_missing_are_kept_anew_and_damaged_ones_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()
    host = hosted(store, rules_of(MD), rate=0.3)
    play(host, 20)
    whole = from_the_beginning(host, monkeypatch)
    store.drop_snapshots()
    assert list(histories(host).newest("T1")) == whole
    found = landings(store, STREAM, host.pit.library)
    assert len(found) == 1 + store.version(STREAM) // EVERY
    assert audit(store).holds
    for version in found[2:4]:
        store.put_snapshot(Snapshot(STREAM, version, code_digest(), b"no state at all, and no digest of one"))
    past = histories(host)
    assert list(past.newest("T1")) == whole
    for before in range(1, 20, 3):
        assert [one.number for one in past.newest("T1", before)] == [one.number for one in whole if one.number < before]


def test_a_round_that_nobody_played_is_not_there() -> None:
    """Withdrawn because the table goes idle, or open when the table closes."""
    host = hosted(MemoryStore(), rules_of(MD))
    pit = host.pit
    play(host, 1)
    host.make_ready()
    for name in [*pit.state("T1").players]:
        pit.handle("T1", c.Leave(c.player(name)))
    pit.handle("T1", c.GoIdle(c.dealer()))
    past = histories(host)
    assert [one.number for one in past.newest("T1")] == [1]
    pit.handle("T1", c.PlayerArrives(c.player("Ann")))
    host.seat(1)
    host.make_ready()
    assert [(one.number, one.over) for one in past.newest("T1")] == [(3, False), (1, True)]
    assert past.find("T1-2") is None
    pit.handle("T1", c.CloseTable(c.floorperson("Ada")))
    assert [one.number for one in past.newest("T1")] == [one.number for one in histories(host).newest("T1")] == [1]
