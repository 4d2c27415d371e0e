"""A session in figures: published edges, the cost of mistakes, and luck that adds up."""

from fractions import Fraction

import pytest

from coach.rounds import ANN, ANTE, BOB, Dealt
from coach.test_advice import advised
from pitbook.coach.report import expected_net, report, rounds_of
from pitbook.table import commands as c
from table.play import FOUR, MD, rules_of, stacked

ACES, QUEENS, BOARD = "AhAd", "QsQd", "2c7d9hTsJc"


@pytest.mark.parametrize(
    ("book", "wagers", "published"),
    [
        (MD, {"ante": 100_00, "odds": 100_00}, "-2.36"),
        (FOUR, {"ante": 100_00}, "-2.79"),
        (FOUR, {"aces_up": 100_00}, "-2.78"),
    ],
)
def test_the_expectation_is_the_published_edge(book: str, wagers: dict[str, int], published: str) -> None:
    """2.36 % for Heads-Up Hold'em, 2.79 % for Four Card Poker, 2.78 % for aces up."""
    assert f"{float(expected_net(rules_of(book), wagers, {})):.2f}" == published


def test_the_pocket_bonus_is_expected_by_hand() -> None:
    """Table A on 1,326 hands: 6 at 30, 12 at 20, 36 at 10 and 72 at 5 to 1 return 1,266, so 60 are lost."""
    rules = rules_of(MD)
    without = expected_net(rules, ANTE, {})
    assert expected_net(rules, ANTE | {"pocket_bonus": 2_00}, {}) - without == -2 * Fraction(60, 1326)


def test_a_progressive_is_expected_at_what_the_meter_showed() -> None:
    """Four Card A: four aces, 48 of 2,598,960 hands, take the meter: what it shows is worth as much."""
    rules = rules_of(FOUR)
    wagers = {"ante": 10_00, "progressive": 1_00}
    low, high = (expected_net(rules, wagers, {"progressive": Fraction(amount)}) for amount in (5_000, 6_000))
    assert high - low == 1_000 * Fraction(48, 2_598_960)


def test_a_session_adds_up() -> None:
    table = Dealt()
    table.sit(ANN, BOB)
    table.play(ACES, QUEENS, BOARD, ("check", None), ("raise", 20_00))
    table.play("AhKh", QUEENS, "QhJhTh2c3d", ("check", None), ("check", None), ("fold", None))
    table.play("4h3d", QUEENS, BOARD, ("check", None), ("check", None), ("fold", None))
    found = report(ANN, table.rounds.values())
    before = advised(MD, "--hole", "Ah Ad")
    suited = advised(MD, "--hole", "Ah Kh")
    royal = advised(MD, "--hole", "Ah Kh", "--board", "Qh Jh Th")
    river = advised(MD, "--hole", "Ah Kh", "--board", "Qh Jh Th 2c 3d")
    costs = [
        before["raise_3"] - before["check"],
        suited["raise_3"] - suited["check"],
        royal["raise_2"] - royal["check"],
        river["raise_1"] - river["fold"],
    ]
    assert (found["rounds"], found["decisions"], found["mistakes"]) == (3, 8, 4)
    assert Fraction(found["cost"]["fraction"]) == sum(costs)
    assert found["cost_money"] == f"{float(sum(costs) * 10):.2f}"
    assert [one["cost"]["fraction"] for one in found["worst"]] == [str(cost) for cost in sorted(costs, reverse=True)]
    assert [one["round"] for one in found["worst"]][:2] == ["T1-2", "T1-2"]
    assert (found["net"], found["expected"]) == ("-10.00", "-0.71"), "30 won, twice 20 lost; three times 0.0236 x 10"
    assert [one["total_net"] for one in found["series"]] == ["30.00", "10.00", "-10.00"]
    assert found["streets"]["river"]["mistakes"] == 1
    own = rounds_of(ANN, table.rounds.values())
    assert sum(one.luck for one in own) == -10 - sum(one.expected for one in own) + sum(costs) * 10


def test_only_ones_own_rounds_that_are_over_count() -> None:
    table = Dealt()
    table.sit(ANN, BOB)
    table.play(ACES, QUEENS, BOARD, ("raise", 30_00))
    deck = stacked(rules_of(MD), [ACES], QUEENS, BOARD)
    table.wager({1: ANTE}, deck)
    table.decide(1, "check")
    assert report(BOB, table.rounds.values())["rounds"] == 0
    found = report(ANN, table.rounds.values())
    assert (found["rounds"], found["decisions"], found["mistakes"]) == (1, 1, 0)


def test_a_void_round_has_no_expectation_and_no_mistakes() -> None:
    table = Dealt()
    table.sit(ANN)
    deck = stacked(rules_of(MD), [ACES], QUEENS, BOARD)
    table.wager({1: ANTE}, deck)
    table.decide(1, "check")
    table.pit.handle("T1", c.Report(c.dealer(), "wrong_number_of_cards", {}))
    (played,) = [one for one in table.rounds.values() if one.over]
    assert played.void
    found = report(ANN, table.rounds.values())
    assert (found["rounds"], found["decisions"], found["net"], found["expected"]) == (1, 0, "0.00", "0.00")
    assert found["series"][0]["void"] == played.void
