"""A session in figures: published edges, the cost of mistakes, and luck that adds up."""

from fractions import Fraction
from math import sqrt
from pathlib import Path

import pytest

from coach.rounds import ANN, ANTE, BOB, Dealt, is_person
from coach.test_advice import advised
from pit.playing import hosted, play
from pitbook.audit import recall
from pitbook.coach.report import deviation, expected_net, report, round_of
from pitbook.coach.table_history import TableHistories
from pitbook.ledger import MemoryStore
from pitbook.money import parse_cents
from pitbook.odds.solution import solve_main
from pitbook.submission import load_target
from pitbook.table import commands as c
from table.play import FOUR, MD, rules_of, stacked

BOOKS = Path(__file__).parent.parent / "books"
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


def test_decisions_of_two_games_are_told_apart_by_their_cards() -> None:
    """Both games have one decision, which their books call by the same name."""
    own = []
    for book, hand, dealer, extra in (
        (FOUR, "2c3d7h8sJc", "AhAdKsQc9h4d", "5s"),
        ("three-card-poker", "2c3d7h", "AhAdKs", ""),
    ):
        table = Dealt(book)
        table.sit(ANN)
        table.wager({1: {"ante": 10_00}}, stacked(table.rules, [hand], dealer, extra=extra))
        table.decide(1, "fold")
        own += table.own(ANN)
    found = [(one["when"], one["decisions"]) for one in report(ANN, own)["streets"]]
    assert found == [("With your five cards", 1), ("With your three cards", 1)]


def test_a_session_adds_up() -> None:
    table = Dealt()
    table.sit(ANN, BOB)
    table.play(ACES, QUEENS, BOARD, ("check", None), ("raise", 20_00))
    table.play("AhKh", QUEENS, "QhJhTh2c3d", ("check", None), ("check", None), ("fold", None))
    table.play("4h3d", QUEENS, BOARD, ("check", None), ("check", None), ("fold", None))
    found = report(ANN, table.own(ANN))
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
    assert [one["total_compared"] for one in found["series"]] == ["30.00", "10.00", "-10.00"]
    assert {one["when"]: one["mistakes"] for one in found["streets"]}["At the river"] == 1
    own = table.own(ANN)
    assert sum(one.luck for one in own) == -10 - sum(one.expected for one in own) + sum(costs) * 10


def test_only_ones_own_rounds_that_are_over_count() -> None:
    table = Dealt()
    table.sit(ANN, BOB)
    table.play(ACES, QUEENS, BOARD, ("raise", 30_00))
    deck = stacked(rules_of(MD), [ACES], QUEENS, BOARD)
    table.wager({1: ANTE}, deck)
    table.decide(1, "check")
    assert report(BOB, table.own(BOB))["rounds"] == 0
    found = report(ANN, table.own(ANN))
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
    found = report(ANN, table.own(ANN))
    assert (found["rounds"], found["decisions"], found["net"], found["expected"]) == (1, 0, "0.00", "0.00")
    assert found["series"][0]["void"] == played.void


def test_an_envy_bonus_is_won_and_is_no_luck() -> None:
    """Ann's round is the same twice; once Bob has a straight flush, which pays her an envy bonus of 5.

    She has aces against a queen high: ante +10, play +30, aces up +5, six card bonus -5, progressive -1.
    """
    own = []
    for bobs in ("4h4c6d7h9d", "4h5h6h7h9d"):
        table = Dealt(FOUR)
        table.sit(ANN, BOB)
        wagers = {"ante": 10_00, "aces_up": 5_00, "six_card_bonus": 5_00, "progressive": 1_00}
        table.wager(dict.fromkeys((1, 2), wagers), stacked(table.rules, ["AhAd3c8d9s", bobs], "2c5d7s9cJcQd", "", "Ts"))
        table.decide(1, "play", 30_00)
        table.decide(2, "play", 30_00)
        own += table.own(ANN)
    without, envied = own
    assert (without.net, envied.net) == (39_00, 44_00)
    assert without.compared == envied.compared == 39_00
    assert without.expected == envied.expected != 0
    assert without.luck == envied.luck == 39 - without.expected + without.cost


def test_a_payout_limit_cuts_what_is_won_and_not_the_luck() -> None:
    """A royal flush for 500: 500 and 1,500 on ante and raise, and 500 to 1 on the odds; 50,000 are paid."""
    own = []
    for edits in ("", "payout_limit=50000.00"):
        table = Dealt(rules=rules_of(MD, edits=edits))
        table.sit(ANN)
        table.play("AhKh", QUEENS, "QhJhTh2c3d", ("raise", 1_500_00), ante=500_00)
        own += table.own(ANN)
    unlimited, limited = own
    assert (unlimited.net, limited.net) == (252_000_00, 50_000_00)
    assert unlimited.compared == limited.compared == 252_000_00
    assert unlimited.luck == limited.luck
    found = report(ANN, [limited])
    assert (found["net"], found["compared"], found["series"][0]["total_compared"]) == (
        "50000.00",
        "252000.00",
        "252000.00",
    )


@pytest.mark.parametrize("book", [MD, FOUR])
def test_luck_compares_the_same_wagers_on_both_sides(book: str) -> None:
    """What is compared is what the record pays for the wagers, line by line; what is expected is of those wagers."""
    store = MemoryStore()
    host = hosted(store, rules_of(book), rate=0.3, seed=3)
    play(host, 8)
    past = TableHistories(store, host.pit.library, is_person)
    void = 0
    for played in past.newest("T1", 9):
        told = recall(store, played.round).as_json()
        for seat, name in played.seats.items():
            own = round_of(name, played)
            assert own is not None
            void += played.void is not None
            if played.void is not None:
                assert (own.compared, own.expected, own.luck) == (0, Fraction(0), Fraction(0))
                continue
            paid = [line for line in told["lines"] if line["seat"] == seat]
            assert {line["wager"] for line in paid} <= {*played.wagers[seat], "ante_bonus", "envy"}
            back = sum(parse_cents(line["returned"]) for line in paid if line["wager"] != "envy")
            assert own.compared == back - sum(played.wagers[seat].values())
            placed = {wager: at for wager, at in played.wagers[seat].items() if wager not in ("raise", "play")}
            assert own.expected == expected_net(played.rules, placed, played.meters)
    assert void, "some rounds were void"


@pytest.mark.parametrize("book", ["limited-three-card", "stud"])
def test_rounds_of_games_whose_decisions_have_no_value_are_told_and_not_judged(book: str) -> None:
    store = MemoryStore()
    host = hosted(store, load_target(str(BOOKS / book)), seed=3)
    play(host, 2)
    own = [
        round_of("player 1", played) for played in TableHistories(store, host.pit.library, is_person).newest("T1", 9)
    ]
    told = report("player 1", [one for one in own if one is not None])
    assert (told["rounds"], told["decisions"], told["mistakes"], told["luck"]) == (2, 0, 0, "0.00")
    assert told["units"] is None
    assert told["net"] != "0.00"


def test_a_round_that_somebody_left_is_not_compared() -> None:
    """Nobody made the decisions that the expectation is of."""
    table = Dealt()
    table.sit(ANN, BOB)
    table.wager({1: ANTE, 2: ANTE}, stacked(rules_of(MD), ["7h2d", ACES], QUEENS, BOARD))
    table.pit.handle("T1", c.Leave(table.player(1)))
    table.pit.handle("T1", c.RuleOnLeaving(c.floorperson("Ada"), ANN, abandoned=True, reason="gone for good"))
    table.decide(2, "raise", 30_00)
    (own,) = table.own(ANN)
    assert (own.net, own.compared, own.expected, own.luck) == (-20_00, 0, Fraction(0), Fraction(0))
    (other,) = table.own(BOB)
    assert other.compared == other.net == 40_00


def test_the_band_of_luck_is_two_standard_deviations_of_the_wagers() -> None:
    """It grows with the root of the number of rounds; a side wager's deviation, by hand, is added."""
    result = solve_main(rules_of(MD)).result
    assert result is not None
    ante = {"ante": 10_00, "odds": 10_00}
    assert deviation(rules_of(MD), ante, {}) == pytest.approx(10 * sqrt(result.variance))
    with_side = deviation(rules_of(MD), ante | {"pocket_bonus": 1_00}, {})
    # 6 of 1,326 pairs of aces at 30 to 1, 12 suited and 36 unsuited with an ace at 20 and 10, 72 other pairs at 5.
    wins = ((6, 30), (12, 20), (36, 10), (72, 5), (1_200, -1))
    mean = sum(number * pays for number, pays in wins) / 1_326
    square = sum(number * pays * pays for number, pays in wins) / 1_326
    assert with_side - deviation(rules_of(MD), ante, {}) == pytest.approx(sqrt(square - mean * mean))
    table = Dealt()
    table.sit(ANN)
    for _ in range(4):
        table.play(ACES, QUEENS, BOARD, ("raise", 30_00))
    told = report(ANN, table.own(ANN))
    assert float(told["band"]) == pytest.approx(2 * 10 * sqrt(result.variance) * sqrt(4), abs=0.01)
    assert [one["total_band"] for one in told["series"]][-1] == told["band"]
