"""The most that one player can win at the minimum wagers, worked out by hand, and the payout limit."""

from typing import Any

import pytest

from pitbook.rulebooks import load_book
from pitbook.settlement.highest_win import highest_win, payout_limit_problems
from pitbook.submission import HouseRules, house_rules, load_target, stock_submission


def _with_ante(least: str, limit: str) -> HouseRules:
    data: dict[str, Any] = stock_submission(load_book("md-heads-up-holdem"))
    data["limits"]["ante"] = {"least": least, "most": "1000.00"}
    data["payout_limit"] = limit
    return house_rules(data)


@pytest.mark.parametrize(
    ("target", "tables", "cents"),
    [
        # Ante 5, odds 5, raise 15, side wagers 1. A royal flush with a pair of aces in the hand, king to ten on the
        # board: 5 + 2,500 + 15, trips plus 100, pocket bonus 30.
        ("md-heads-up-holdem", [], 2_650_00),
        ("md-heads-up-holdem", [("pocket_bonus", "B")], 2_645_00),
        ("ma-heads-up-holdem", [], 2_650_00),
        # The other ace makes a royal flush with the four All 6 cards as well: 1,000 more.
        ("galaxy-heads-up-holdem", [], 3_650_00),
        # 200,000 for the six-card royal of diamonds, held with ace and king (20); on the board two to five of
        # diamonds: a straight flush (40) that loses to a higher one, 500 to 1 on the odds wager: 2,500.
        pytest.param("galaxy-heads-up-holdem", [("all6", "5")], 202_560_00, marks=pytest.mark.prove),
        # A super royal of diamonds for $1,000,000, in it a four-card straight flush: ante 5, play 15, ante bonus 20 to
        # 1 on 5, aces up 30.
        ("md-four-card-poker", [], 1_000_150_00),
        ("md-four-card-poker", [("six_card_bonus", "B"), ("aces_up", "C")], 100_160_00),
    ],
)
def test_most_one_player_can_win(target: str, tables: list[tuple[str, str]], cents: int) -> None:
    assert highest_win(load_target(target, tables)) == cents


@pytest.mark.clause("md-heads-up-holdem 12.E-2(1)")
def test_payout_limit_is_at_least_what_one_player_can_win_at_the_minimum() -> None:
    """At an ante of 200 the same royal wins 200 + 100,000 + 600 + 100 + 30: more than $50,000."""
    assert payout_limit_problems(_with_ante("200.00", "100930.00")) == []
    problems = payout_limit_problems(_with_ante("200.00", "100929.99"))
    assert [problem.clause for problem in problems] == ["md-heads-up-holdem 12.E-2(1)"]
    assert "100930.00" in problems[0].message
    assert payout_limit_problems(_with_ante("5.00", "50000.00")) == []
