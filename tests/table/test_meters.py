"""Tables and meters: contributions at the lock-out, awards in order, a meter that two tables share."""

from fractions import Fraction

import pytest

from clauses import procedures as p
from pitbook.table import NONE, meter_moves
from pitbook.table import commands as c
from pitbook.table.meter_effects import MeterMove
from table.play import FOUR, MD, Game, rules_of, stacked


def test_contributions_awards_and_returns_as_moves() -> None:
    game = p.with_wagers(MD)
    game.deck = stacked(game.rules, ["Ah Kh", "2s 3s"], "5c 6c", "Qh Jh Th 2c 2d")
    game.deal()
    for seat in (1, 2):
        game.decide(seat, "raise", 30_00)
    award = MeterMove("award", "progressive", Fraction(1, 10), 1, "flopped_royal_flush")
    assert list(meter_moves(game.events)) == [MeterMove("contribute", "progressive", Fraction("0.20")), award]
    for seat in (1, 2):
        game.wager(seat, p.every_wager(MD))
    game.deal()
    game.do(c.Report(c.dealer(), "wrong_number_of_cards"))
    back = MeterMove("return_contribution", "progressive", Fraction("0.20"))
    assert list(meter_moves(game.events))[-1] == back


def test_a_second_winner_is_paid_from_what_the_first_left() -> None:
    """Both share a royal flush of the board, 10 % each: of 5,000.20 seat 2 takes 500.02, then seat 1 450.018."""
    game = p.with_wagers(MD)
    game.deck = stacked(game.rules, ["2c 3d", "4s 5s"], "6c 7c", "Ah Kh Qh Jh Th")
    game.deal()
    for seat in (1, 2):
        game.decide(seat, "raise", 30_00)
    # Hands tie: ante, odds and raise push; pocket bonus -5; trips plus 100 to 1 on 5; the progressive chip is lost.
    assert game.stacks() == {1: f"{1000 - 5 + 500 - 1 + 450.02:.2f}", 2: f"{1000 - 5 + 500 - 1 + 500.02:.2f}"}
    assert game.meters["progressive"].displayed == Fraction("4050.162")


def test_two_tables_share_a_meter() -> None:
    one = p.with_wagers(MD)
    other = Game(rules_of(MD), table="U")
    other.join(one.meters, "U")
    other.deck = stacked(other.rules, ["As Ks"], "5c 6c", "Qs Js Ts 2c 2d")
    other.sit(1)
    other.wager(1, p.every_wager(MD))
    one.deal()
    other.deal()
    other.decide(1, "raise", 30_00)
    # A flopped royal flush in spades takes all: 5,000 and the contributions of three wagers.
    assert other.state.players["player 1"].stack >= 5000_30
    assert one.meters["progressive"].paid == Fraction("5000.30")
    one.do(c.Report(c.dealer(), "wrong_number_of_cards"))
    # The award has paid out what the void round contributed: the house returns the 0.20.
    meter = one.meters["progressive"]
    assert (meter.displayed, meter.seeded) == (Fraction("5000.00"), Fraction("10000.20"))


def test_contribution_and_award_in_one_command() -> None:
    """A Four Card player with aces up alone decides nothing: lock-out and settlement follow at once."""
    game = p.seated(FOUR)
    game.deck = stacked(game.rules, ["Ah Ad Ac As 4s"], "Kd Ks 7c 5h 3d 2s", extra="9c")
    game.wager(1, {"aces_up": 5_00, "progressive": 1_00})
    game.deal()
    assert game.state.rounds == 1
    # Aces up 50 to 1: 250, and the whole meter with its own contribution: 5,000.10, for the chip.
    assert game.stacks()[1] == f"{1000 + 250 - 1 + 5000.10:.2f}"


def test_a_wager_that_was_not_accepted_contributes_nothing() -> None:
    game = p.seated(MD, automations=NONE)
    game.wager(1, p.every_wager(MD))
    game.perform_until("no_more_bets")
    game.step("no_more_bets")
    game.step("lock_out_progressive")
    assert game.state.agenda[0].do == "deal"
    assert list(meter_moves(game.events)) == []


@pytest.mark.parametrize("accepted", [True, False])
def test_abandoned_before_the_lock_out_the_chip_is_lost_once(accepted: bool) -> None:
    game = p.seated(MD, automations=NONE)
    for seat in (1, 2):
        game.wager(seat, p.every_wager(MD))
        if seat == 1 or accepted:
            game.do(c.Acknowledge(c.device(), seat))
    game.deal()
    game.do(c.Leave(c.player("player 2")))
    game.do(c.RuleOnLeaving(c.floorperson(), "player 2", True, "went away"))
    game.perform_until("deal")
    assert game.state.players["player 2"].stack == 1000_00 - sum(p.every_wager(MD).values())
