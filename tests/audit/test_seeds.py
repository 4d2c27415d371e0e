"""The audit of seeds: sealed, committed to, listed, revealed, missing; and what it can say with the key and without."""

from pathlib import Path
from typing import Any

import pytest

from audit.test_tampering import copied, others
from pit.playing import FLOOR, ONE
from pitbook.audit import audit, recall, verify
from pitbook.audit.receipts import check_receipt, receipt
from pitbook.fairness import commit_player
from pitbook.house_keys import HouseKeys
from pitbook.ledger import MemoryStore, StoredEvent
from pitbook.pit import Pit, open_record
from pitbook.pit.checkpoints import CheckpointSigner, read_checkpoints
from pitbook.problems import RefusedError
from pitbook.table import commands as c
from pitbook.transparency.notes import Verifier
from pitbook.web.history.replays import replay
from table.looking import there
from table.play import KEYS, MA, MD, NOW, rules_of

TWO = c.player("player 2")
WAGERS = {"ante": 5_00, "odds": 5_00}


class Clock:
    """A time that the test sets."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> Any:
        return self.now


def seated(store: Any, book: str = MD) -> tuple[Pit, Clock]:
    """Two players who have played a round, with wagers and commitments in the second."""
    clock = Clock()
    pit = Pit(store, now=clock, keys=KEYS)
    pit.open_table("T1", rules_of(book), FLOOR)
    for number, by in enumerate((ONE, TWO), 1):
        pit.handle("T1", c.Sit(by, number, 500_00))
    wagers(pit)
    pit.handle("T1", c.DealRound(c.dealer()))
    finish(pit)
    wagers(pit)
    for by, seed in ((ONE, "seven"), (TWO, "clover")):
        pit.handle("T1", c.CommitSeed(by, commit_player(seed, "T1-2", by.name)))
    return pit, clock


def wagers(pit: Pit) -> None:
    for number, by in enumerate((ONE, TWO), 1):
        pit.handle("T1", c.PlaceWagers(by, number, WAGERS))


def finish(pit: Pit) -> None:
    state = pit.state("T1")
    number = state.round.number if state.round else 0
    while (current := pit.state("T1").round) and current.number == number:
        seat = current.to_act[0]
        by = c.player(pit.state("T1").seats[seat])
        pit.handle("T1", c.Decide(by, seat, "raise", 15_00))


def full(store: Any) -> Pit:
    """A round with seeds and a beacon, one that was called off, one without the player who was missing."""
    pit, clock = seated(store)
    opened = pit.state("T1").round
    assert opened is not None
    pit.handle("T1", c.GiveBeacon(FLOOR, "pulse 7", opened.opened))
    pit.handle("T1", c.DealRound(c.dealer()))
    for by, seed in ((TWO, "clover"), (ONE, "seven")):
        pit.handle("T1", c.RevealSeed(by, seed))
    finish(pit)
    wagers(pit)
    for by, seed in ((ONE, "eight"), (TWO, "nine")):
        pit.handle("T1", c.CommitSeed(by, commit_player(seed, "T1-3", by.name)))
    pit.handle("T1", c.DealRound(c.dealer()))
    pit.handle("T1", c.RevealSeed(ONE, "eight"))
    clock.now = clock.now.replace(minute=30)
    pit.handle("T1", c.Do(c.dealer(), "reveal_seeds"))
    wagers(pit)
    pit.handle("T1", c.CommitSeed(ONE, commit_player("ten", "T1-4", ONE.name)))
    pit.handle("T1", c.DealRound(c.dealer()))
    pit.handle("T1", c.RevealSeed(ONE, "ten"))
    finish(pit)
    return pit


def test_everything_about_seeds_is_derived_again() -> None:
    store = MemoryStore()
    full(store)
    for keys in (None, KEYS):
        report = audit(store, keys=keys)
        assert (report.problems, report.notices) == ((), ())
    for number, (said, missing) in enumerate(((0, ()), (2, ()), (2, (TWO.name,)), (1, ())), 1):
        found = verify(store, f"T1-{number}")
        assert found.problems == ()
        assert found.proof is not None
        assert (len(found.proof.contributions), found.proof.missing) == (said, missing)
        assert bool(found.proof.decks) == (number != 3)
    assert recall(store, "T1-3").as_json()["missing"] == [TWO.name]
    assert replay(store, "T1-3")["void"] == "called_off"
    assert there(replay(store, "T1-3")["frames"][-1]["view"])["seeds"]["missing"] == [TWO.name]


KINDS = ("seed_committed", "beacon_given", "seed_list_closed", "seed_revealed", "round_called_off", "round_ended")


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.prove)])
def test_every_change_to_what_the_record_says_of_seeds_is_found(every: int) -> None:
    """But for the time that the house gives players, which nothing follows from until it is over."""
    store = MemoryStore()
    full(store)
    rules, tried = rules_of(MD), 0
    events: list[StoredEvent] = [one for one in store.read("table:T1") if one.event.type in KINDS]
    assert {one.event.type for one in events} == set(KINDS)
    changes = [
        (stored, name, other)
        for stored in events
        for name, value in stored.event.data.items()
        if name != "until"
        for other in others(value)
    ]
    for stored, name, other in changes[::every]:
        data = stored.event.data | {name: other}
        report = audit(copied(store, rules, {(stored.stream, stored.version): data}))
        assert not report.holds, (stored.event.type, name, other)
        tried += 1
    assert tried > 40 // every


def test_who_was_missing_is_not_on_a_later_list() -> None:
    store = MemoryStore()
    full(store)
    (last,) = [one for one in store.read("table:T1") if one.event.type == "seed_committed"][-1:]
    data = {"player": TWO.name, "commitment": last.event.data["commitment"]}
    forged = copied(store, rules_of(MD), {(last.stream, last.version): data})
    assert not audit(forged).holds


def test_with_the_key_a_seal_has_to_hold_the_seed_that_was_committed_to() -> None:
    store = MemoryStore()
    full(store)
    opened = [one for one in store.read("table:T1") if one.event.type == "round_opened"]
    ended, still_open = opened[1], opened[-1]
    sealed = KEYS.seal(bytes(32), str(ended.event.data["round"]))
    forged = copied(store, rules_of(MD), {(ended.stream, ended.version): ended.event.data | {"sealed": sealed}})
    assert audit(forged).holds, "without the key nobody can look into a seal"
    (problem,) = audit(forged, keys=KEYS).problems
    assert problem.message.endswith("the sealed seed is not the one that was committed to")
    (problem,) = audit(store, keys=HouseKeys.ephemeral()).problems
    assert "no key of this house opens" in problem.message
    other = still_open.event.data | {"commitment": "0" * 64}
    assert not audit(copied(store, rules_of(MD), {(still_open.stream, still_open.version): other}), keys=KEYS).holds


@pytest.mark.parametrize("revealed", [0, 1, 2])
def test_a_round_in_progress_holds_at_every_moment(revealed: int) -> None:
    """Without the key the deck of a round in progress is taken as the record says, and the audit says so."""
    store = MemoryStore()
    pit, _ = seated(store, MA)
    pit.handle("T1", c.DealRound(c.dealer()))
    for by, seed in ((TWO, "clover"), (ONE, "seven"))[:revealed]:
        pit.handle("T1", c.RevealSeed(by, seed))
    assert audit(store, keys=KEYS).holds
    report = audit(store)
    assert report.holds
    assert [one.value for one in report.notices] == (["T1-2"] if revealed == 2 else [])
    ordered = [one for one in store.read("table:T1") if one.event.type == "cards_ordered"][-1]
    order = str(ordered.event.data["order"])
    if revealed == 2:
        data = ordered.event.data | {"order": order[2:] + order[:2]}
        assert not audit(copied(store, rules_of(MA), {(ordered.stream, ordered.version): data}), keys=KEYS).holds


@pytest.mark.parametrize("moment", ["committed", "closed", "revealed", "fixed"])
def test_a_pit_that_starts_again_goes_on_from_every_moment(moment: str, tmp_path: Path) -> None:
    """The seals are opened by the key beside the record, and by no other."""
    path = tmp_path / "record.db"
    with open_record(path, create=True) as store:
        seated(store)
    steps: list[c.Command] = [c.DealRound(c.dealer()), c.RevealSeed(ONE, "seven"), c.RevealSeed(TWO, "clover")]
    before = ("committed", "closed", "revealed", "fixed").index(moment)
    with open_record(path) as store:
        for command in steps[:before]:
            Pit(store, now=lambda: NOW).handle("T1", command)
    with open_record(path) as store:
        pit = Pit(store, now=lambda: NOW)
        for command in steps[before:]:
            pit.handle("T1", command)
        finish(pit)
        assert audit(store).holds
        assert verify(store, "T1-2").problems == ()
        assert [one for one in audit(store).notices if one.value == "T1-2"] == []
    path.with_name("record.db.key").unlink()
    with pytest.raises(RefusedError, match="is missing"):
        open_record(path)


def test_a_round_that_was_called_off_has_its_receipt(tmp_path: Path) -> None:
    """Who was said to be missing can prove that the house said so."""
    path = tmp_path / "record.db"
    with open_record(path, create=True) as store:
        full(store)
        CheckpointSigner(store).sign()
        found = check_receipt(receipt(store, read_checkpoints(path), "T1-3", TWO.name), Verifier.parse(store.house.key))
        assert audit(store).holds
    (called_off,) = [event for event in found.events if event[2] == "round_called_off"]
    assert [TWO.name] in called_off[5]
    assert found.cards == ()


def test_a_rotated_key_still_opens_older_seals_also_in_another_process(tmp_path: Path) -> None:
    path = tmp_path / "record.db"
    with open_record(path, create=True) as store:
        pit, _ = seated(store)
        with open_record(path) as other:
            other.rotate_key()
            there = Pit(other, now=lambda: NOW)
            there.handle("T1", c.DealRound(c.dealer()))
            there.handle("T1", c.RevealSeed(ONE, "seven"))
            there.handle("T1", c.RevealSeed(TWO, "clover"))
            finish(there)
        wagers(pit)
        pit.handle("T1", c.DealRound(c.dealer()))
        finish(pit)
        assert audit(store).holds
