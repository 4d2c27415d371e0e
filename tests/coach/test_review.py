"""Decisions as the record has them, and what each cost: the difference of two values of `pitbook advise`."""

from fractions import Fraction

import pytest

from coach.rounds import ANN, ANTE, BOB, BOT, Dealt, is_person
from coach.test_advice import advised
from pit.playing import hosted, play
from pitbook.audit import recall
from pitbook.coach.review import review
from pitbook.coach.spot import spot_of
from pitbook.coach.table_history import TableHistories
from pitbook.ledger import MemoryStore
from pitbook.money import format_cents
from pitbook.pit.bots import simple, situation
from pitbook.rulebooks.actions import Action
from pitbook.table import commands as c
from table.play import EVERY_BOOK, FOUR, MD, rules_of, stacked

ACES, QUEENS, BOARD = "AhAd", "QsQd", "2c7d9hTsJc"


def test_a_mistake_costs_the_difference_of_two_values() -> None:
    """Checking aces before the flop, then raising: the first was the mistake."""
    table = Dealt()
    table.sit(ANN)
    table.play(ACES, QUEENS, BOARD, ("check", None), ("raise", 20_00))
    (played,) = [one for one in table.rounds.values() if one.over]
    checked, raised = review(played.decisions)
    before = advised(MD, "--hole", "Ah Ad")
    assert checked.cost == before["raise_3"] - before["check"] > 0
    assert checked.cost_money == checked.cost * 10
    assert raised.cost == 0
    assert checked.as_json()["best"] == "raise_3"
    flop = advised(MD, "--hole", "Ah Ad", "--board", "2c 7d 9h")
    assert raised.advice.values == flop
    assert raised.as_json() | {"actions": None, "why": None, "outlook": None} == {
        "seat": 1,
        "street": "flop",
        "when": "On the flop",
        "units": "antes",
        "cards": ["Ah", "Ad"],
        "board": ["2c", "7d", "9h"],
        "up": [],
        "dead": [],
        "action": "raise_2",
        "amount": "20.00",
        "ante": "10.00",
        "actions": None,
        "best": "raise_2",
        "cost": {"fraction": "0", "decimal": 0.0},
        "cost_money": "0.00",
        "why": None,
        "outlook": None,
    }


def test_folding_a_sure_win_is_named_for_what_it_is() -> None:
    table = Dealt()
    table.sit(ANN)
    table.play("AhKh", QUEENS, "QhJhTh2c3d", ("check", None), ("check", None), ("fold", None))
    *_, folded = review(next(iter(table.rounds.values())).decisions)
    assert folded.advice.best == "raise_1"
    assert folded.cost == folded.advice.values["raise_1"] + 2 > 502
    assert folded.as_json()["why"].endswith("antes against -2.00.")


def test_four_card_players_may_wager_between_the_multiples() -> None:
    table = Dealt(FOUR)
    table.sit(ANN)
    deck = stacked(rules_of(FOUR), ["9h9d2s3cJd"], "2h3h4d5c7c8c", "", "Kd")
    table.wager({1: {"ante": 10_00}}, deck)
    table.decide(1, "play", 15_00)
    (played,) = [one for one in table.rounds.values() if one.over]
    (made,) = review(played.decisions)
    values = advised(FOUR, "--cards", "9h 9d 2s 3c Jd", "--up", "8c")
    between = values["play_1"] + (values["play_3"] - values["play_1"]) / 4
    assert made.decision.multiple == Fraction(3, 2)
    assert made.cost == max(values.values()) - between
    assert made.as_json()["up"] == ["8c"]
    assert "playing 1.5x" in made.as_json()["why"]


def test_the_history_has_everybodys_net_and_only_peoples_decisions() -> None:
    table = Dealt()
    table.sit(ANN, BOT, BOB)
    deck = stacked(rules_of(MD), [ACES, "7h2d", "8h3d"], QUEENS, BOARD)
    table.wager(dict.fromkeys((1, 2, 3), ANTE), deck)
    for seat in (1, 2, 3):
        table.decide(seat, "check")
    (played,) = table.rounds.values()
    assert not played.over, "a round in progress has the decisions that were made, and no result"
    assert [(one.player, one.action) for one in played.decisions] == [(ANN, "check"), (BOB, "check")]
    assert played.net_of(ANN) is None
    table.decide(1, "raise", 20_00)
    for action in ("check", "fold"):
        for seat in (2, 3):
            table.decide(seat, action)
    first, *_ = table.rounds.values()
    assert first.over
    assert [one.player for one in first.decisions] == [ANN, BOB, ANN, BOB, BOB]
    # Aces beat queens: even money on ante and raise, and the odds push below a straight; the others lose 20.
    assert (first.net_of(ANN), first.net_of(BOT), first.net_of(BOB)) == (30_00, -20_00, -20_00)
    assert first.net_of("Eve~33333333") is None


def test_a_decision_for_somebody_who_left_is_not_the_players() -> None:
    table = Dealt()
    table.sit(ANN, BOB)
    deck = stacked(rules_of(MD), ["7h2d", ACES], QUEENS, BOARD)
    table.wager({1: ANTE, 2: ANTE}, deck)
    pit = table.pit
    pit.handle("T1", c.Leave(table.player(1)))
    pit.handle("T1", c.RuleOnLeaving(c.floorperson("Ada"), ANN, abandoned=False, reason="the wagers stand"))
    table.decide(2, "raise", 30_00)
    (played,) = [one for one in table.rounds.values() if one.over]
    assert {one.player for one in played.decisions} == {BOB}
    assert played.net_of(ANN) == -20_00


def test_a_record_is_read_on_from_where_it_was_read() -> None:
    """Reading after each round gives what reading once at the end gives."""
    table, late = Dealt(), Dealt()
    for one in (table, late):
        one.sit(ANN)
    for number in range(3):
        for one in (table, late):
            one.play(ACES, QUEENS, BOARD, ("raise", 30_00))
        assert sum(played.over for played in table.rounds.values()) == number + 1
    assert [one.net for one in table.rounds.values()] == [one.net for one in late.rounds.values()]


def test_bots_play_as_their_situation_says() -> None:
    """The situation that bots and the coach are shown is the same one."""
    table = Dealt()
    table.sit(ANN)
    deck = stacked(rules_of(MD), [ACES], QUEENS, BOARD)
    table.wager({1: ANTE}, deck)
    state = table.pit.state("T1")
    spot = spot_of(state)
    assert spot is not None
    assert spot.cards == situation(state).cards
    assert simple(situation(state)) == Action("raise", 3)


@pytest.mark.parametrize("book", EVERY_BOOK)
def test_the_nets_are_those_of_the_record_whatever_went_wrong(book: str) -> None:
    store = MemoryStore()
    host = hosted(store, rules_of(book), rate=0.5, seed=5)
    rounds = play(host, 12)
    found = {one.round: one for one in TableHistories(store, host.pit.library, is_person).newest("T1")}
    for round_id in rounds:
        totals = recall(store, round_id).as_json()["totals"]
        assert {str(seat): format_cents(net) for seat, net in found[round_id].net.items()} == {
            seat: total["net"] for seat, total in totals.items()
        }
        assert all(one.cost >= 0 for one in review(found[round_id].decisions[:3]))
