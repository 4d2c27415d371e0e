"""The main game wager by wager: nothing is lost between the solver's counts and settlement's lines."""

from fractions import Fraction

import pytest

from odds.par.sheets import FOUR, MD, TARGETS, result, solution
from pitbook.odds.par.by_wager import MainWager, main_wagers


def wagers(target: str) -> dict[str, MainWager]:
    return {wager.name: wager for wager in main_wagers(solution(target).rules, result(target))}


@pytest.mark.parametrize("target", TARGETS)
def test_the_wagers_add_up_to_the_game(target: str) -> None:
    found = wagers(target).values()
    assert sum((wager.net for wager in found), Fraction(0)) == -result(target).house_edge
    assert sum((wager.average_stake for wager in found), Fraction(0)) == result(target).average_wager


@pytest.mark.parametrize("target", TARGETS)
def test_the_ante_ends_somehow_in_every_deal(target: str) -> None:
    ante = wagers(target)["ante"]
    assert sum(line.deals for line in ante.lines) == result(target).deals
    assert ante.average_stake == 1


def test_the_ante_bonus_by_hand() -> None:
    """Nobody folds these: 624 fours of 2,598,960 hands at 25 to 1, 2,072 straight flushes at 20, 58,656 threes at 2."""
    bonus = wagers(FOUR)["ante_bonus"]
    assert [(line.hand, line.probability) for line in bonus.lines] == [
        ("four_of_a_kind", Fraction(624, 2_598_960)),
        ("straight_flush", Fraction(2_072, 2_598_960)),
        ("three_of_a_kind", Fraction(58_656, 2_598_960)),
    ]
    assert bonus.net == Fraction(624 * 25 + 2_072 * 20 + 58_656 * 2, 2_598_960)
    assert bonus.house_advantage is None


def test_folding_forfeits_ante_and_odds() -> None:
    folded = result(MD).decisions["river"]["fold"]
    for name in ("ante", "odds"):
        line = wagers(MD)[name].lines[-1]
        assert (line.result, line.deals, line.net) == ("forfeit", folded, Fraction(-folded, result(MD).deals))


def test_bad_beats_stand_after_the_wins() -> None:
    lines = wagers(MD)["odds"].lines
    reasons = [line.reason for line in lines if line.result == "win"]
    assert reasons == ["beats_dealer"] * 6 + ["bad_beat"] * 5
    assert [line.pays for line in lines[:6]] == ["500 to 1", "50 to 1", "10 to 1", "3 to 1", "3 to 2", "1 to 1"]
