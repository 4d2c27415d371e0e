"""An audit in parts says what the audit in order says; it goes on where it stopped, and trusts nothing that changed."""

import hashlib
import os
import pickle
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import apsw
import pytest

from audit.test_tampering import copied, forgeries
from pit.playing import FLOOR, hosted, play
from pitbook.audit import AuditReport, audit, parts
from pitbook.audit.commits import CommitAudit
from pitbook.audit.parts import PartTask, audit_part, follow_part, joined, parts_of
from pitbook.audit.survey import Survey
from pitbook.ledger import Address, MemoryStore, Snapshot, Store, StoredEvent
from pitbook.pit import Pit, open_record
from pitbook.pit.snapshots import code_digest, written
from pitbook.problems import RefusedError
from pitbook.spread import Parallel, one_by_one, processes
from pitbook.submission import HouseRules
from postgresql import Server
from table.play import FOUR, KEYS, MD, rules_of

SHARED = "meter:shared/progressive"


def limited(limit: int | None) -> HouseRules:
    """Rules whose meter begins at its limit, so that every contribution overflows; or has another limit."""
    rules = rules_of(MD)
    terms = {"initial": 5_000_00, "reset": 5_000_00, "rate": Fraction(1, 10), "limit": limit}
    return replace(rules, meters={name: replace(one, **terms) for name, one in rules.meters.items()})  # type: ignore[arg-type]


def house(store: Store, rounds: int = 1) -> Pit:
    """Tables A and B on one meter, and C with none or its own; rounds at each in turn."""
    hosts = [
        hosted(store, limited(5_000_00), "A", rate=0.3, meters="shared"),
        hosted(store, limited(5_000_00), "B", seed=2, meters="shared"),
        hosted(store, rules_of(FOUR), "C", seed=3),
    ]
    for _ in range(rounds):
        for host in hosts:
            play(host, 1)
    return hosts[0].pit


def surveyed(store: Store) -> Survey:
    survey = Survey(store.head().number, (), lambda _: None)
    assert store.verify_chain(None, survey.note) == []
    return survey


def holds_in_parts(store: Store) -> bool:
    survey = surveyed(store)
    return joined([follow_part(store, part, KEYS) for part in parts_of(store, survey, 1)], survey) is not None


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each table is a part, and what it has come to is saved at every chance."""
    monkeypatch.setattr(parts_of, "__defaults__", (1,))
    monkeypatch.setattr(parts, "SECONDS", 0.0)
    monkeypatch.setattr(parts, "_OFTEN", 1)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "house.db"
    with open_record(path, create=True) as store:
        house(store, 2)
        state = Pit(store).state("A")
        store.put_snapshot(Snapshot("table:A", state.version, code_digest(), written(state)))
    return path


def audited(path: Path, spread: Parallel | None = None, folder: Path | None = None) -> AuditReport:
    with closing(open_record(path, read_only=True)) as store:
        return audit(store, spread=spread, folder=folder)


def test_tables_are_apart_and_one_part_answers_for_each_meter() -> None:
    store = MemoryStore()
    house(store)
    divided = parts_of(store, surveyed(store), 1)
    assert sorted(part.streams[0] for part in divided) == ["table:A", "table:B", "table:C"]
    assert [SHARED in part.meters for part in divided].count(True) == 2
    assert [SHARED in part.owned for part in divided].count(True) == 1
    assert len(parts_of(store, surveyed(store), 10_000)) == 1


def test_parts_go_through_all_that_the_order_goes_through() -> None:
    store = MemoryStore()
    house(store)
    survey = surveyed(store)
    done, report = joined([follow_part(store, part, KEYS) for part in parts_of(store, survey, 1)], survey), audit(store)
    assert done is not None
    assert report.holds
    counted = (done.commits, done.events, done.tables, done.rounds, done.void, done.meters)
    assert counted == (report.commits, report.events, report.tables, report.rounds, report.void, report.meters)


def test_a_commit_is_looked_for_only_in_the_streams_that_it_has_events_in(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()
    house(store)
    taken: list[int] = []
    take = parts._Upcoming.take

    def noted(one: Any, number: int) -> list[StoredEvent]:
        taken.append(number)
        return take(one, number)

    monkeypatch.setattr(parts._Upcoming, "take", noted)
    (whole,) = parts_of(store, surveyed(store), 10_000)
    assert follow_part(store, whole, KEYS).holds
    assert sorted(taken) == sorted(
        number for number, commit in enumerate(store.read_all(), 1) for _ in {one.stream for one in commit.events}
    )


def test_a_part_that_is_left_out_fails_or_counts_twice_is_noticed() -> None:
    store = MemoryStore()
    house(store)
    survey = surveyed(store)
    results = [follow_part(store, part, KEYS) for part in parts_of(store, survey, 1)]
    assert joined(results, survey) is not None
    assert joined(results[1:], survey) is None
    assert joined([*results, results[0]], survey) is None
    assert joined([replace(results[0], holds=False), *results[1:]], survey) is None


def test_terms_that_change_together_and_a_release_by_hand_hold_in_parts() -> None:
    """Both tables adopt in one commit, so they are one part; the release stands in a commit without a table."""
    store = MemoryStore()
    pit = house(store)
    pit.adopt_together(dict.fromkeys("AB", limited(None)), FLOOR, reason="filed")
    pit.release_overflow("shared/progressive", FLOOR, "the limit is gone")
    survey = surveyed(store)
    assert survey.together == {frozenset({"table:A", "table:B"})}
    assert len(parts_of(store, survey, 1)) == 2
    assert audit(store).holds
    assert holds_in_parts(store)
    (released,) = (one for one in store.read(SHARED) if one.event.type == "overflow_released")
    for other in ("99999.00", "0.01"):
        data = {**released.event.data, "amount": other}
        forged = copied(store, limited(None), {(SHARED, released.version): data})
        for digest in store.documents():
            forged.put_document(store.get_document(digest))
        assert not holds_in_parts(forged)


@pytest.mark.parametrize("number", [6, pytest.param(300, marks=pytest.mark.prove)])
def test_what_is_forged_is_found_in_parts_too(number: int) -> None:
    """Every hash is made anew, so that only deriving it again finds it, whichever part it is in."""
    store, rules = MemoryStore(), rules_of(MD)
    hosts = [hosted(store, rules, name, rate=0.5, seed=ord(name), meters="shared") for name in "AB"]
    for host in hosts:
        play(host, 1)
    assert holds_in_parts(copied(store, rules, {}))
    for stored, name, data in Random(number).sample(forgeries(store), number):
        forged = copied(store, rules, {(stored.stream, stored.version): data})
        assert not holds_in_parts(forged), (stored.stream, stored.event.type, name, data)


@pytest.mark.usefixtures("small_parts")
def test_the_report_of_a_record_is_the_same_in_parts(record: Path) -> None:
    in_order = audited(record)
    assert in_order.holds
    assert audited(record, one_by_one) == in_order


@pytest.mark.usefixtures("small_parts")
def test_what_is_wrong_is_said_in_the_same_words(record: Path) -> None:
    """A snapshot is in no chain: whoever writes one is found by folding alone."""
    with closing(apsw.Connection(str(record))) as connection:
        connection.execute("UPDATE snapshots SET state = zeroblob(100)")
    in_order = audited(record)
    assert "the snapshot of table:A" in in_order.problems[0].message
    assert audited(record, one_by_one) == in_order


@pytest.mark.prove
def test_two_processes_say_the_same_and_how_far_they_are(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts_of, "__defaults__", (1,))
    told: list[float] = []
    with closing(open_record(record, read_only=True)) as store:
        report = audit(store, progress=told.append, spread=processes(2))
    assert report == audited(record)
    assert told == sorted(told)
    assert told[-1] > 0.89


class Counted:
    """How many commits are followed, and an end after some of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.followed = 0
        self.end: int | None = None
        follow = CommitAudit.follow

        def counting(audit: CommitAudit, found: Any) -> None:
            if self.followed == self.end:
                raise KeyboardInterrupt
            self.followed += 1
            follow(audit, found)

        monkeypatch.setattr(CommitAudit, "follow", counting)


@pytest.fixture
def interrupted(
    record: Path, tmp_path: Path, small_parts: None, monkeypatch: pytest.MonkeyPatch
) -> tuple[Counted, Path]:
    """An audit of all parts that ended three commits before the end of the largest part; what it saved."""
    folder, counted = tmp_path / "progress", Counted(monkeypatch)
    assert audited(record, one_by_one).holds
    counted.end, counted.followed = counted.followed - 3, 0
    with pytest.raises(KeyboardInterrupt):
        audited(record, one_by_one, folder)
    counted.end, counted.followed = None, 0
    assert len(list(folder.iterdir())) == 3
    return counted, folder


def test_an_audit_that_was_killed_goes_on_where_it_stopped(record: Path, interrupted: tuple[Counted, Path]) -> None:
    counted, folder = interrupted
    report = audited(record, one_by_one, folder)
    assert counted.followed <= 6, "what was done is not done again"
    counted.followed = 0
    assert report == audited(record)
    assert counted.followed == report.commits
    counted.followed = 0
    assert audited(record, one_by_one, folder) == report
    assert counted.followed <= 3, "what is over is not done again either"


def test_an_audit_goes_on_with_what_the_record_has_more(record: Path, interrupted: tuple[Counted, Path]) -> None:
    counted, folder = interrupted
    with open_record(record) as store:
        host = hosted(store, rules_of(FOUR), "D")
        play(host, 1)
    report = audited(record, one_by_one, folder)
    assert 0 < counted.followed < 20
    assert report == audited(record)
    assert report.tables == 4


def test_a_part_that_changed_is_audited_again(record: Path, interrupted: tuple[Counted, Path]) -> None:
    """A snapshot that held when its part was audited was written over since; nothing else would find it."""
    _, folder = interrupted
    with closing(apsw.Connection(str(record))) as connection:
        connection.execute("UPDATE snapshots SET state = zeroblob(100) WHERE stream = 'table:A'")
    report = audited(record, one_by_one, folder)
    assert "the snapshot of table:A" in report.problems[0].message
    assert report == audited(record)


def test_progress_on_lines_that_the_record_no_longer_has_is_not_used(
    tmp_path: Path, small_parts: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody shows the first audit another amount at the cage, on which nothing rests, and then takes it back."""
    rules, saved = rules_of(MD), tmp_path / "saved.part"
    store = MemoryStore()
    play(hosted(store, rules), 1)
    bought = next(one for one in store.read("table:T1") if one.event.type == "bought_in")
    data = {**bought.event.data, "amount": int(str(bought.event.data["amount"])) + 1}
    other = copied(store, rules, {("table:T1", bought.version): data})
    (part,), counted = parts_of(store, surveyed(store)), Counted(monkeypatch)
    assert follow_part(other, part, KEYS, saved).holds
    followed, counted.followed = counted.followed, 0
    assert follow_part(other, part, KEYS, saved).holds
    assert counted.followed < followed
    counted.followed = 0
    assert follow_part(store, part, KEYS, saved).holds
    assert counted.followed == followed


@pytest.mark.parametrize("what", ["code", "key", "byte", "class"])
def test_progress_of_something_else_is_not_used(
    what: str, record: Path, interrupted: tuple[Counted, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other code, an audit without the key, a damaged file, and a file that wants to run a function."""
    counted, folder = interrupted
    if what == "code":
        monkeypatch.setattr(parts, "code", lambda: "other")
    elif what == "key":
        record.with_name(record.name + ".key").unlink()
    for file in folder.iterdir():
        content = file.read_bytes()
        if what == "byte":
            file.write_bytes(content[:-100] + b"?" + content[-99:])
        elif what == "class":
            body = pickle.dumps((os.getpid, {}, ()))
            file.write_bytes(hashlib.sha256(body).digest() + body)
    report = audited(record, one_by_one, folder)
    assert counted.followed > report.commits / 2
    counted.followed = 0
    assert report == audited(record)


def test_every_process_of_an_audit_has_the_key_or_none(record: Path) -> None:
    with closing(open_record(record, read_only=True)) as store:
        (part,) = parts_of(store, surveyed(store))
    assert audit_part(PartTask(part, record, record.with_name("house.db.key"), True, None), lambda _: None).holds
    with pytest.raises(RefusedError, match="can't be read on every machine"):
        audit_part(PartTask(part, record, record.with_name("elsewhere.key"), True, None), lambda _: None)


def test_a_record_in_a_database_is_audited_in_parts(
    postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    place = Address.parse(postgres.ledger("parts"))
    with open_record(place, create=True) as store:
        house(store)
        store.catch_up()
    with closing(open_record(place, read_only=True)) as store:
        report = audit(store)
        monkeypatch.setattr(parts_of, "__defaults__", (1,))
        assert report.holds
        assert audit(store, spread=one_by_one, folder=tmp_path / "progress") == report
        assert len(list((tmp_path / "progress").iterdir())) > 0
        assert audit(store, spread=one_by_one, folder=tmp_path / "progress") == report
