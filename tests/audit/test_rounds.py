"""Rounds out of the record: shown again, checked, exported; never before they are over."""

import csv
import json
from io import StringIO

import pytest

from pit.playing import FLOOR, ONE, hosted, play, recorded
from pit.progressives import bet, open_tables, take_turn, win
from pitbook.audit import export, read_meters, recall, verify
from pitbook.fairness import commit_player
from pitbook.ledger import MemoryStore
from pitbook.pit import Pit
from pitbook.problems import MalformedError, RefusedError
from pitbook.table import commands as c
from pitbook.web.history.replays import replay
from table.looking import there
from table.play import BOOKS, FOUR, MA, MD, rules_of

WAGERS = {"ante": 5_00, "odds": 5_00}


@pytest.mark.parametrize("book", BOOKS)
def test_a_round_is_shown_again_in_its_sequence(book: str) -> None:
    store = recorded(rules_of(book), 6, rate=0.5)
    for number in range(1, 7):
        found = recall(store, f"T1-{number}")
        document = json.loads(json.dumps(found.as_json()))
        assert document["replay"] is True
        assert document["round"] == f"T1-{number}"
        versions = [event["version"] for event in document["events"]]
        assert versions == list(range(versions[0], versions[-1] + 1))
        text = "\n".join(document["transcript"])
        assert f"[{book} " in text
        assert document["transcript"][-1] == f"Round T1-{number} is over."
        stored = [one for one in document["events"] if one["type"] == "settlement_reckoned"][-1]
        told = [[line[0], line[1], line[2], line[7]] for line in stored["data"]["lines"]]
        paid = [
            [line["seat"], line["wager"], line["result"], round(float(line["returned"]) * 100)]
            for line in document["lines"]
        ]
        assert told == paid
        assert all(line["clauses"] or line["readings"] for line in document["lines"])


@pytest.mark.parametrize("book", BOOKS)
def test_every_shuffle_can_be_recomputed(book: str) -> None:
    store = recorded(rules_of(book), 8, rate=0.7)
    for number in range(1, 9):
        found = verify(store, f"T1-{number}")
        assert found.problems == ()
        assert found.proof is not None
        assert found.proof.terms.round_id == f"T1-{number}"
        assert found.proof.terms.rules == rules_of(book).digest
        assert found.proof.terms.par == rules_of(book).par_digest


def test_player_seeds_and_recuts_are_part_of_the_proof() -> None:
    store = MemoryStore()
    pit = Pit(store)
    pit.open_table("T1", rules_of(MD), FLOOR)
    bet, deal, wins = c.PlaceWagers(ONE, 1, WAGERS), c.DealRound(c.dealer()), c.Decide(ONE, 1, "raise", 15_00)
    commands: list[c.Command] = [
        *(c.Sit(ONE, 1, 500_00), bet, deal, wins),
        c.CommitSeed(ONE, commit_player("seven", "T1-2", ONE.name)),
        c.OrderRecut(FLOOR, "once more"),
        c.OrderReshuffle(FLOOR, "and again"),
        *(bet, deal),
        c.RevealSeed(ONE, "seven"),
        wins,
    ]
    for command in commands:
        pit.handle("T1", command)
    found = verify(store, "T1-2")
    assert found.problems == ()
    assert found.proof is not None
    assert [(one.player, one.seed) for one in found.proof.contributions] == [(ONE.name, "seven")]
    assert len(found.proof.decks) == 2
    assert len(found.proof.cuts) == 3


def test_a_round_that_is_not_over_is_not_shown() -> None:
    store = MemoryStore()
    host = hosted(store, rules_of(MA))
    play(host, 2)
    host.pit.handle("T1", c.PlaceWagers(ONE, 1, {"ante": 5_00, "odds": 5_00}))
    host.pit.handle("T1", c.DealRound(c.dealer()))
    current = host.pit.state("T1").round
    assert current is not None
    assert current.order is not None
    for show in (recall, verify):
        with pytest.raises(RefusedError, match="T1-3 is not over"):
            show(store, "T1-3")
        with pytest.raises(RefusedError, match="no round T1-4: table T1 has played 2"):
            show(store, "T1-4")
        with pytest.raises(RefusedError, match="no table T2"):
            show(store, "T2-1")
        for wrong in ("T1", "T1-0", "-1", "T1-x", ""):
            with pytest.raises(MalformedError, match="not the id of a round"):
                show(store, wrong)
    secret = "".join(export(store, "jsonl")) + "".join(export(store, "csv"))
    assert current.sealed is not None
    seed = host.pit.keys.unseal(current.sealed, "T1-3").hex()
    assert seed not in secret
    assert '"round": "T1-3"' not in secret
    host.make_ready()
    assert seed in "".join(export(store, "jsonl"))
    assert verify(store, "T1-3").problems == ()


def test_rounds_of_a_closed_table_are_shown() -> None:
    store = MemoryStore()
    host = hosted(store, rules_of(FOUR))
    play(host, 1)
    host.pit.handle("T1", c.CloseTable(FLOOR))
    assert recall(store, "T1-1").round.id == "T1-1"
    with pytest.raises(RefusedError, match="no round T1-2"):
        recall(store, "T1-2")


def test_both_exports_have_every_event_of_finished_rounds() -> None:
    store = recorded(rules_of(MD), 3)
    pit = Pit(store)
    pit.handle("T1", c.CloseTable(FLOOR))
    lines = [json.loads(line) for line in export(store, "jsonl")]
    events = [stored for commit in store.read_all() for stored in commit.events]
    assert [(line["stream"], line["version"]) for line in lines] == [(one.stream, one.version) for one in events]
    assert [line["data"] for line in lines] == [one.event.data for one in events]
    rows = list(csv.DictReader(StringIO("".join(export(store, "csv")))))
    assert [row | {"data": json.loads(row["data"])} for row in rows] == [
        {name: value if name == "data" else str(value) for name, value in line.items()} for line in lines
    ]


def test_meters_are_read_from_the_record() -> None:
    store = recorded(rules_of(MD), 3)
    (reading,) = read_meters(store)
    document = reading.as_json()
    assert document["meter"] == "T1/progressive"
    assert document["tables"] == ["T1"]
    assert document["balanced"] is True
    assert document["contributed"] == "1.80", "three rounds of six dollars, a tenth of each"
    assert read_meters(MemoryStore()) == []


@pytest.mark.parametrize("book", [MD, FOUR])
def test_an_award_is_replayed_as_it_was_taken(book: str) -> None:
    """The meter showed 5,000.10 at the lock-out and, with another table's 0.10, 5,000.20 when the award was paid."""
    store = MemoryStore()
    pit = open_tables(store, book, book)
    win(pit, "T1")
    bet(pit, "T2", "nothing")
    assert take_turn(pit, "T1") == 5000_20
    for document in (recall(store, "T1-1").as_json(), replay(store, "T1-1")):
        [line] = [line for line in document["lines"] if line["wager"] == "progressive"]
        assert (line["pays"], line["payout"], line["returned"]) == ("100% of meter", "5000.20", "5000.20")
        assert (line["meter"], line["meter_before"], line["meter_after"]) == ("progressive", "5000.20", "5000.00")
        assert document["meters"] == {"progressive": "5000.00"}
    frames = {frame["type"]: frame for frame in document["frames"]}
    assert frames["award_taken"]["words"][0]["words"] == (
        "The meter shows 5000.20: seat 1 is paid 100% of meter, 5000.20."
    )
    settled = there(frames["round_ended"]["view"])["seats"]["1"]["settled"]
    assert [line["payout"] for line in settled if line["wager"] == "progressive"] == ["5000.20"]
