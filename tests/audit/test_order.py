"""One walk along the chain derives every event, and still says first what comes first."""

from collections.abc import Callable
from typing import Any

import pytest

from audit.test_tampering import copied
from pit.playing import recorded
from pitbook.audit import audit
from pitbook.audit.commits import CommitAudit
from pitbook.ledger import MemoryStore, Store, StoredEvent, TreeHead
from pitbook.ledger.chain import SealedCommit, SealedEvent, Watch
from pitbook.ledger.records import LATEST
from pitbook.pit.records import read_table_event
from pitbook.problems import MalformedError, Problem
from table.play import MD, rules_of


@pytest.fixture(scope="module")
def store() -> MemoryStore:
    found = recorded(rules_of(MD), 4)
    assert isinstance(found, MemoryStore)
    return found


def first_of(store: Store, kind: str) -> StoredEvent:
    return next(one for commit in store.read_all() for one in commit.events if one.event.type == kind)


def test_that_the_chain_does_not_hold_is_said_before_that_an_earlier_event_does_not_follow(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    decided = first_of(store, "decided")
    data = decided.event.data | {"seat": 5 if decided.event.data["seat"] != 5 else 4}
    forged = copied(store, rules_of(MD), {(decided.stream, decided.version): data})
    report, last = audit(forged), forged.head().number
    assert f"{decided.stream} version {decided.version} (decided)" in report.problems[0].message
    assert 0 < report.commits < decided.commit
    sealed = MemoryStore._sealed

    def cut(self: MemoryStore, number: int) -> SealedCommit:
        found = sealed(self, number)
        return found._replace(hash="0" * 64) if number == last else found

    monkeypatch.setattr(MemoryStore, "_sealed", cut)
    report = audit(forged)
    assert "does not match its hash" in report.problems[0].message
    assert (report.commits, report.rounds, report.tables) == (0, 0, 0)


def test_a_walk_that_begins_again_derives_everything_anew(store: MemoryStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that was lost on the way is walked along again from the first commit."""
    right, verify = audit(store), MemoryStore.verify_chain

    def twice(self: MemoryStore, head: TreeHead | None = None, watch: Watch | None = None) -> list[Problem]:
        assert watch is not None
        for number in range(1, self.size() // 2):
            watch(self._sealed(number))
        return verify(self, head, watch)

    monkeypatch.setattr(MemoryStore, "verify_chain", twice)
    assert audit(store) == right
    assert right.holds


def test_commits_that_the_walk_does_not_come_to_are_not_passed_over(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody puts a shorter record in the place of the one that the audit has begun with."""
    verify, size = MemoryStore.verify_chain, store.size()

    def shorter(self: MemoryStore, head: TreeHead | None = None, watch: Watch | None = None) -> list[Problem]:
        assert watch is not None
        return verify(self, head, lambda commit: None if commit.number == size else watch(commit))

    monkeypatch.setattr(MemoryStore, "verify_chain", shorter)
    report = audit(store)
    assert not report.holds
    assert f"the record had {size} when the audit began" in report.problems[0].message


UNREADABLE: dict[str, Callable[[SealedEvent], dict[str, Any]]] = {
    "no JSON": lambda event: {"values": "{"},
    "fewer values than fields": lambda event: {"values": "[]"},
    "no such year": lambda event: {"time": LATEST + 1},
}


@pytest.mark.parametrize("how", UNREADABLE)
@pytest.mark.parametrize("kind", ["performed", "wagers_placed", "settlement_reckoned", "round_sealed", "contributed"])
def test_an_event_that_cannot_be_read_is_named_by_its_place_before_anything_that_does_not_follow(
    store: MemoryStore, kind: str, how: str
) -> None:
    """Though another event of the same kind and content was read before."""
    audits, found = CommitAudit(store, None), first_of(store, kind)
    for commit in store.read_all():
        streams: dict[str, list[StoredEvent]] = {}
        for one in commit.events:
            if one.stream == found.stream and one.version == found.version:
                changed = SealedEvent(*one.sealed)._replace(**UNREADABLE[how](one.sealed))
                one = changed.open(one.commit, store.upcasters)  # noqa: PLW2901
            streams.setdefault(one.stream, []).append(one)
        if commit.receipt.number == found.commit:
            break
        audits.follow(streams)
    with pytest.raises(MalformedError, match=f"^version {found.version} of the stream '{found.stream}', of commit"):
        audits.follow(streams)


def test_the_same_decision_is_read_once(store: MemoryStore) -> None:
    """Events that came up before are not made again, whoever decided and when."""
    events = [one for commit in store.read_all() for one in commit.events if one.sealed.type == "wagers_placed"]
    made = {one.sealed.values: read_table_event(one) for one in events}
    assert len(made) < len(events)
    assert all(read_table_event(one) is made[one.sealed.values] for one in events)
    assert all(read_table_event(one).to_data() == one.event.data for one in events)
