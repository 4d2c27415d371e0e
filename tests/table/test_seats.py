"""Seats, chips and wagers: nothing negative, nothing outside the limits, every problem named."""

import pytest

from clauses import procedures as p
from pitbook.problems import MalformedError, PitbookError, RefusedError
from pitbook.table import NONE
from pitbook.table import commands as c
from table.play import FOUR, GALAXY, MA, MD, Game, rules_of


def test_positions_are_taken_once_and_only_those_there_are() -> None:
    game = p.seated(MD)
    p.refused(game, c.Sit(c.player("late"), 1), f"{MD} 2.A")
    for seat in (0, 7, -1):
        p.refused(game, c.Sit(c.player("late"), seat), f"{MD} 2.A")
    p.refused(game, c.Sit(c.player("player 1"), 3), f"{MD} 7.G")
    p.refused(game, c.Sit(c.dealer(), 3))
    with pytest.raises(MalformedError):
        game.do(c.Sit(c.player(" "), 3))
    with pytest.raises(MalformedError):
        game.do(c.Sit(c.player("x" * 100), 3))


def test_chips_are_bought_and_taken_away_in_whole_cents() -> None:
    game = p.seated(MD)
    game.do(c.BuyIn(c.player("player 1"), 50_25))
    game.do(c.CashOut(c.player("player 1"), 1050_25))
    assert game.stacks()[1] == "0.00"
    p.refused(game, c.CashOut(c.player("player 1"), 1))
    p.refused(game, c.BuyIn(c.player("nobody"), 1))
    for wrong in (0, -1, 1.5, True):
        with pytest.raises(MalformedError):
            game.do(c.BuyIn(c.player("player 1"), wrong))  # type: ignore[arg-type]


def test_a_wager_is_debited_when_it_is_placed_and_comes_back_when_it_is_changed() -> None:
    game = p.seated(MD)
    game.wager(1, p.MAIN)
    assert game.stacks()[1] == "980.00"
    game.wager(1, {"ante": 5_00, "odds": 5_00})
    assert game.stacks()[1] == "990.00"
    game.wager(1, {})
    assert game.stacks()[1] == "1000.00"
    p.refused(game, c.PlaceWagers(c.player("player 1"), 1, {}))


@pytest.mark.parametrize(
    ("book", "wagers", "messages"),
    [
        (MD, {"ante": 4_00, "odds": 4_00}, ["ante 4.00 is outside", "odds 4.00 is outside"]),
        (
            MD,
            {"ante": 501_00, "odds": 501_00},
            ["ante 501.00 is outside", "odds 501.00 is outside", "add up to 1002.00", "by word or in cash"],
        ),
        (MD, {"ante": 10_25, "odds": 10_25}, ["ante 10.25 is not a multiple", "odds 10.25 is not a multiple"]),
        (MD, {"ante": 10_00}, ["ante and odds must be equal, not 10.00 and none"]),
        (MD, {"ante": 10_00, "odds": 15_00}, ["ante and odds must be equal, not 10.00 and 15.00"]),
        (MD, {"trips_plus": 5_00}, ["trips_plus needs ante and odds", "needs ante to take part"]),
        (MD, {"ante": 10_00, "odds": 10_00, "progressive": 5_00}, ["progressive is one chip of $1 here, not 5.00"]),
        (MD, {"ante": 10_00, "odds": 10_00, "raise": 30_00}, ["raise is placed when the player is asked"]),
        (MA, {"ante": 10_00, "odds": 10_00, "progressive": 1_00}, ["ma-heads-up-holdem has no wager 'progressive'"]),
        (GALAXY, {"ante": 10_00, "odds": 10_00, "all6": 101_00}, ["all6 101.00 is outside"]),
        (FOUR, {"ante": 10_00, "six_card_bonus": 5_00}, ["six_card_bonus needs aces_up"]),
        (FOUR, {"progressive": 1_00}, ["progressive needs ante or aces_up", "needs ante or aces_up to take part"]),
        (FOUR, {"ante": 10_00, "ante_bonus": 10_00}, ["md-four-card-poker has no wager 'ante_bonus'"]),
    ],
)
def test_refused_wagers_name_every_problem(book: str, wagers: dict[str, int], messages: list[str]) -> None:
    game = p.seated(book)
    with pytest.raises(PitbookError) as caught:
        game.wager(1, wagers)
    assert caught.type is (MalformedError if "has no wager" in messages[0] else RefusedError)
    assert len(caught.value.problems) == len(messages), caught.value
    for problem, message in zip(caught.value.problems, messages, strict=True):
        assert message in problem.message


def test_amounts_that_are_none_are_malformed() -> None:
    game = p.seated(MD)
    for wrong in (0, -500, 5.0, "5.00"):
        with pytest.raises(MalformedError):
            game.wager(1, {"ante": wrong, "odds": 10_00})  # type: ignore[dict-item]


def test_a_raise_needs_the_chips() -> None:
    game = p.seated(MD)
    game.wager(1, p.MAIN)
    game.do(c.CashOut(c.player("player 1"), 955_00))
    game.deal()
    p.refused(game, c.Decide(c.player("player 1"), 1, "raise", 30_00), f"{MD} 7.A")
    game.decide(1, "check")
    game.decide(1, "raise", 20_00)


def test_closing_finishes_the_round_in_progress() -> None:
    game = p.with_wagers(MD)
    game.deal()
    game.do(c.CloseTable(c.floorperson()))
    p.refused(game, c.CloseTable(c.floorperson()))
    p.refused(game, c.Sit(c.player("late"), 3))
    for seat in (1, 2):
        game.decide(seat, "raise", 30_00)
    assert game.state.status == "closed"
    assert game.stacks() == {1: "1029.00", 2: "1079.00"}
    p.refused(game, c.Sit(c.player("late"), 3))
    p.refused(game, c.BuyIn(c.player("player 1"), 1_00))
    game.do(c.CashOut(c.player("player 1"), 1000_00))
    game.do(c.Leave(c.player("player 1")))
    game.do(c.Leave(c.player("player 2")))
    assert (game.state.players, game.state.taken) == ({}, 2108_00)


def test_closing_before_no_more_bets_gives_the_wagers_back() -> None:
    game = p.with_wagers(MD)
    game.do(c.CloseTable(c.floorperson()))
    assert (game.state.status, game.stacks()) == ("closed", {1: "1000.00", 2: "1000.00"})


def test_nothing_happens_at_a_table_that_is_not_open() -> None:
    rules = rules_of(MD)
    game = Game(rules, opened=False, automations=NONE)
    for command in (c.Sit(c.player("Ann"), 1), c.Do(c.dealer(), "inspect"), c.CloseTable(c.floorperson())):
        p.refused(game, command)
    p.refused(game, c.OpenTable(c.dealer(), "T", rules.digest))
    p.refused(game, c.OpenTable(c.floorperson(), "T", "unknown"))
    game.do(c.OpenTable(c.floorperson(), "T", rules.digest))
    p.refused(game, c.OpenTable(c.floorperson(), "T", rules.digest))


def test_a_round_that_nobody_has_wagered_on_is_withdrawn_for_an_idle_table() -> None:
    game = p.seated(MD, source="virtual")
    for seat in (1, 2):
        game.do(c.Leave(c.player(f"player {seat}")))
    assert game.state.round.id == "T-1"
    game.do(c.GoIdle(c.dealer()))
    assert (game.state.round, game.state.idle) == (None, "down")
    game.do(c.Sit(c.player("Ann"), 2, 1000_00))
    assert game.state.round.id == "T-2"
    game.do(c.PlaceWagers(c.player("Ann"), 2, p.MAIN))
    other = rules_of(MD, "automated", "board_face_down")
    game.library[other.digest] = other
    p.refused(game, c.AdoptRules(c.floorperson(), other.digest))
    game.do(c.PlaceWagers(c.player("Ann"), 2, {}))
    game.do(c.AdoptRules(c.floorperson(), other.digest))
    assert (game.state.round.id, game.state.rules.dealing.method) == ("T-3", "automated")
