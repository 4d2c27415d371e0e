"""Settlement by the Maryland hold'em rules, clause by clause: chapters 7, 11, 12 and 13 as far as money goes.

Where nothing else is said, ante and odds are $10, the board is 9s 4c 7h 2c Kd, and the dealer has either a pair of
kings, or king, queen, nine, seven, five, which is no pair.
"""

from dataclasses import replace
from typing import Any

import pytest

from clauses.hands import Answer, check, lines, malformed, refused, settled
from clauses.holdem import BEATEN, PROGRESSIVE, WINNING, alone, seat, table
from pitbook.problems import Problem
from pitbook.settlement import read_round, settle
from settlement.choices import rules_of

MD = "md-heads-up-holdem"
BOARD = "9s 4c 7h 2c Kd"
KINGS = "Ks Qd"
KING_HIGH = "Qs 5d"
MAIN = ["ante", "odds", "raise"]
ENVY = {"progressive": "J"}


def order(answer: Answer) -> list[tuple[int, str]]:
    """Seat and wager of every line."""
    return [(line["seat"], line["wager"]) for line in answer["lines"]]


def cited(problems: tuple[Problem, ...]) -> list[str | None]:
    return [problem.clause for problem in problems]


def with_wagers(**wagers: str) -> dict[str, Any]:
    """A round of one seat with exactly these wagers."""
    player = {"seat": 1, "hole": "Ah Jd", "wagers": wagers}
    return {"board": BOARD, "dealer": KINGS, "seats": [player], "meters": {"progressive": "10000.00"}}


# 1.B, 2.A, 7: who plays, and what may be wagered


@pytest.mark.clause(f"{MD} 2.A")
def test_a_seventh_position_is_refused() -> None:
    answer = settled(MD, table(BOARD, KINGS, seat(6, "Ah Ad")))
    check(answer, 6, "ante", "win", "10.00", "20.00")
    assert cited(refused(MD, table(BOARD, KINGS, seat(7, "Ah Ad")))) == [f"{MD} 2.A"]


@pytest.mark.clause(f"{MD} 7.F")
def test_only_the_wagers_that_the_book_lists_can_be_placed() -> None:
    everything = {"pocket_bonus": "5.00", "trips_plus": "5.00", "progressive": "1.00"}
    answer = settled(MD, alone(WINNING["pair"], **everything))
    assert [wager for _, wager in order(answer)] == [*MAIN, "pocket_bonus", "trips_plus", "progressive"]
    assert "all6" in str(malformed(MD, alone(WINNING["pair"], all6="5.00"))[0])


@pytest.mark.clause(f"{MD} 7.F(1)")
@pytest.mark.parametrize(
    "wagers",
    [
        {"ante": "10.00", "odds": "5.00", "raise": "10.00"},
        {"ante": "10.00", "odds": "10.50", "raise": "10.00"},
        {"ante": "10.00", "raise": "10.00"},
        {"odds": "10.00"},
    ],
)
def test_ante_and_odds_must_both_be_there_in_equal_amounts(wagers: dict[str, str]) -> None:
    assert f"{MD} 7.F(1)" in cited(refused(MD, with_wagers(**wagers)))


@pytest.mark.clause(f"{MD} 7.F(1)")
def test_equal_ante_and_odds_compete_with_the_dealers_hand() -> None:
    answer = settled(MD, with_wagers(ante="7.50", odds="7.50", **{"raise": "22.50"}))
    check(answer, 1, "ante", "lose", "0.00", "0.00")  # ace high against a pair of kings


@pytest.mark.clause(f"{MD} 7.F(2)")
def test_pocket_bonus_is_made_besides_ante_and_odds() -> None:
    assert f"{MD} 7.F(2)" in cited(refused(MD, with_wagers(pocket_bonus="5.00")))
    answer = settled(MD, with_wagers(ante="10.00", odds="10.00", pocket_bonus="5.00", **{"raise": "10.00"}))
    check(answer, 1, "pocket_bonus", "win", "50.00", "55.00")  # ace and jack of two suits: 10 to 1


@pytest.mark.clause(f"{MD} 7.F(3)")
def test_trips_plus_is_made_besides_ante_and_odds() -> None:
    assert f"{MD} 7.F(3)" in cited(refused(MD, with_wagers(trips_plus="5.00")))
    answer = settled(MD, alone(WINNING["three_of_a_kind"], trips_plus="5.00"))
    check(answer, 1, "trips_plus", "win", "15.00", "20.00")  # 3 to 1


@pytest.mark.clause(f"{MD} 7.F(4)", f"{MD} 7.F(4)(a)")
def test_a_progressive_wager_is_made_besides_ante_and_odds() -> None:
    assert f"{MD} 7.F(4)(a)" in cited(refused(MD, with_wagers(progressive="1.00")))
    answer = settled(MD, alone(WINNING["flush"], progressive="1.00"))
    check(answer, 1, "progressive", "win", "5.00", "5.00")


@pytest.mark.clause(f"{MD} 7.G")
def test_one_player_may_not_have_two_positions() -> None:
    first, second = seat(1, "Ah Ad") | {"player": "Ann"}, seat(2, "Jh Td") | {"player": "Ann"}
    assert cited(refused(MD, table(BOARD, KINGS, first, second))) == [f"{MD} 7.G"]
    settled(MD, table(BOARD, KINGS, first, second | {"player": "Ben"}))


@pytest.mark.clause(f"{MD} 1.A", f"{MD} 1.B", f"{MD} 1.B(3)", f"{MD} 1.B(6)")
@pytest.mark.parametrize(
    ("hole", "board", "dealer", "hand", "result"),
    [
        ("9h 8d", "7s 6c 5h 2c 2d", "Ks Qd", "straight", "win"),  # both of the player's cards
        ("9h 3s", "8d 7s 6c 5h 2d", "Ks Kd", "straight", "win"),  # one of them
        ("Kh Kd", "9s 8c 7h 6d 5c", "2c 3d", "straight", "push"),  # none, and so does the dealer
        ("Kh Kd", "9s 8c 7h 6d 5c", "Ts 3d", "straight", "lose"),  # the dealer's ten makes it higher
    ],
)
def test_player_and_dealer_make_their_hands_from_their_own_and_the_community_cards(
    hole: str, board: str, dealer: str, hand: str, result: str
) -> None:
    answer = settled(MD, alone((hole, board, dealer)))
    (ante,) = lines(answer, 1, "ante")
    assert (ante["hand"], ante["result"]) == (hand, result)


# 11.B to 11.F: the decision


@pytest.mark.parametrize(
    ("place", "multiple", "otherwise"),
    [
        pytest.param(0, 3, "check", marks=pytest.mark.clause(f"{MD} 11.B(1)"), id="11.B(1)"),
        pytest.param(1, 2, "check", marks=pytest.mark.clause(f"{MD} 11.D(1)"), id="11.D(1)"),
        pytest.param(2, 1, "fold", marks=pytest.mark.clause(f"{MD} 11.F"), id="11.F"),
    ],
)
def test_each_decision_allows_one_multiple_of_the_ante(
    place: int, multiple: int, otherwise: str, request: pytest.FixtureRequest
) -> None:
    street = rules_of(MD, {}).streets[place]
    assert (street.multiples, street.any_amount_between, street.otherwise) == ((multiple,), False, otherwise)
    assert street.clauses == (f"{MD} {request.node.callspec.id}",)
    raised = {3: "22.50", 2: "15.00", 1: "7.50"}[multiple]
    answer = settled(MD, alone(WINNING["pair"], ante="7.50", raised=raised))
    (line,) = lines(answer, 1, "raise")
    assert (line["stake"], line["payout"]) == (raised, raised)


@pytest.mark.clause(f"{MD} 11.B(1)", f"{MD} 11.D(1)", f"{MD} 11.F")
@pytest.mark.parametrize("raised", ["5.00", "10.01", "15.00", "25.00", "29.99", "40.00"])
def test_a_raise_is_three_or_two_or_one_antes_and_nothing_else(raised: str) -> None:
    assert cited(refused(MD, alone(WINNING["pair"], raised=raised))) == [f"{MD} 11.B(1)"]


@pytest.mark.clause(f"{MD} 11.F")
def test_a_player_has_either_raised_or_folded() -> None:
    neither = alone(WINNING["pair"], raised=None)
    neither["seats"][0]["folded"] = False
    assert cited(refused(MD, neither)) == [f"{MD} 11.F"]
    both = alone(WINNING["pair"])
    both["seats"][0]["folded"] = True
    assert cited(refused(MD, both)) == [f"{MD} 11.F"]


@pytest.mark.clause(f"{MD} 11.F(2)")
@pytest.mark.parametrize(
    ("hole", "dealer"),
    [
        ("Jh Td", KINGS),  # would have lost
        ("9h 9d", KINGS),  # would have won
        ("Kh Qh", KINGS),  # would have tied
        ("Ah Jd", KING_HIGH),  # the dealer has no pair, and the ante is collected all the same
    ],
)
def test_a_fold_costs_ante_and_odds_whatever_the_hands(hole: str, dealer: str) -> None:
    answer = settled(MD, alone((hole, BOARD, dealer), raised=None))
    for wager in ("ante", "odds"):
        line = check(answer, 1, wager, "forfeit", "0.00", "0.00", f"{MD} 11.F(2)")
        assert (line["reason"], line["hand"]) == ("folded", None)
    assert order(answer) == [(1, "ante"), (1, "odds")]
    assert answer["totals"] == {"1": {"wagered": "20.00", "returned": "0.00", "net": "-20.00"}}


@pytest.mark.clause(f"{MD} 11.F(3)", f"{MD} 11.F(3)(a)", f"{MD} 11.F(3)(c)")
def test_a_folded_players_trips_plus_and_pocket_bonus_are_still_settled() -> None:
    winner = settled(MD, alone(("9h 9d", BOARD, KINGS), raised=None, trips_plus="5.00", pocket_bonus="5.00"))
    check(winner, 1, "ante", "forfeit", "0.00", "0.00")
    check(winner, 1, "pocket_bonus", "win", "25.00", "30.00", f"{MD} 12.D(1)(d)")  # a pair of nines: 5 to 1
    check(winner, 1, "trips_plus", "win", "15.00", "20.00", f"{MD} 12.E(1)(g)")  # three nines: 3 to 1
    assert winner["totals"]["1"] == {"wagered": "30.00", "returned": "50.00", "net": "20.00"}
    loser = settled(MD, alone(("Jh Td", BOARD, KINGS), raised=None, trips_plus="5.00", pocket_bonus="5.00"))
    check(loser, 1, "pocket_bonus", "lose", "0.00", "0.00")
    check(loser, 1, "trips_plus", "lose", "0.00", "0.00")
    assert loser["totals"]["1"]["net"] == "-30.00"


@pytest.mark.clause(f"{MD} 11.F(3)(a)", f"{MD} 11.F(3)(c)")
@pytest.mark.parametrize("wager", ["trips_plus", "pocket_bonus"])
def test_a_folded_players_side_wager_waits_until_the_others_are_settled(wager: str) -> None:
    folded = seat(3, "9h 9d", raised=None, **{wager: "5.00"})
    answer = settled(MD, table(BOARD, KINGS, seat(1, "Ah Ad"), folded, seat(2, "Jh Td")))
    assert order(answer)[-3:] == [(3, "ante"), (3, "odds"), (3, wager)]
    assert order(answer)[:3] == [(2, wager) for wager in MAIN]


@pytest.mark.parametrize(
    ("side", "stays"),
    [
        pytest.param({"trips_plus": "5.00"}, True, marks=pytest.mark.clause(f"{MD} 11.F(3)(a)"), id="trips_plus"),
        pytest.param({"pocket_bonus": "5.00"}, True, marks=pytest.mark.clause(f"{MD} 11.F(3)(c)"), id="pocket_bonus"),
        pytest.param({}, False, marks=pytest.mark.clause(f"{MD} 11.F(3)(b)", f"{MD} 11.F(3)(d)"), id="no_side_wager"),
    ],
)
def test_a_folded_hand_that_was_collected_earns_nobody_an_envy_bonus(side: dict[str, str], *, stays: bool) -> None:
    # The folded player holds a flopped royal flush. Without a side wager the cards are gone before it counts.
    holder, receiver = seat(2, "Ah Kh", raised=None, **side), seat(1, "5c 6d", progressive="1.00")
    answer = settled(MD, table("Qh Jh Th 2c 2d", "3s 4s", holder, receiver), paytables=ENVY)
    assert [line["payout"] for line in lines(answer, 1, "envy")] == (["100.00"] if stays else [])


# 11.G and 11.H: the dealer's hand, and the order


@pytest.mark.clause(f"{MD} 11.G(2)")
@pytest.mark.parametrize(
    ("board", "dealer", "ante"),
    [
        ("9s 4c 7h 2c Kd", "Ks 9d", "lose"),  # kings and nines, with both cards
        ("9s 4c 7h 2c Kd", "Ks 3s", "lose"),  # a pair of kings, with one card
        ("9s 4c 7h 2c 2d", "Ks 3s", "lose"),  # the board's pair of twos with a king
        ("9s 9c 9h 9d As", "2c 3d", "push"),  # the board itself, which is also the player's best
    ],
)
def test_the_dealer_plays_the_highest_five_of_seven(board: str, dealer: str, ante: str) -> None:
    answer = settled(MD, alone(("Jh Td", board, dealer)))
    (line,) = lines(answer, 1, "ante")
    assert line["result"] == ante
    assert line["reason"] != "dealer_does_not_qualify"


@pytest.mark.clause(f"{MD} 11.H")
def test_a_pair_of_twos_is_a_dealers_hand_and_ace_high_is_not() -> None:
    # The player has king, jack, ten, nine, seven and is beaten both times.
    below = settled(MD, alone(("Jh Td", BOARD, "As Qd")))
    check(below, 1, "ante", "push", "0.00", "10.00", f"{MD} 11.H(1)")
    least = settled(MD, alone(("Jh Td", BOARD, "2s 3d")))
    check(least, 1, "ante", "lose", "0.00", "0.00", f"{MD} 11.H(4)(c)")


@pytest.mark.clause(f"{MD} 11.H(1)")
@pytest.mark.parametrize("hole", ["Ah Jd", "9h 9d", "Qh 5h", "Jh Td"])
def test_without_a_pair_of_the_dealers_the_ante_goes_back_to_winner_and_loser_alike(hole: str) -> None:
    answer = settled(MD, alone((hole, BOARD, KING_HIGH), raised="30.00"))
    line = check(answer, 1, "ante", "push", "0.00", "10.00", f"{MD} 11.H(1)")
    assert line["reason"] == "dealer_does_not_qualify"


@pytest.mark.clause(f"{MD} 11.H(1)(b)")
@pytest.mark.parametrize(
    ("hole", "board", "hand", "result"),
    [
        ("6h 5h", "9s 8c 7h 2c Kd", "straight", "win"),  # both cards
        ("Kh 3s", "9s 8c 7h 2c Kd", "pair", "win"),  # one
        ("Jh 3s", "9s 8c 7h 2c Kd", "high_card", "lose"),  # K J 9 8 7 against K Q 9 8 7
        ("3h 2d", "As Kd Tc 8h 7s", "high_card", "lose"),  # none: the board's ace, king, ten, eight, seven
    ],
)
def test_against_a_dealer_without_a_pair_the_players_highest_five_count(
    hole: str, board: str, hand: str, result: str
) -> None:
    answer = settled(MD, alone((hole, board, KING_HIGH)))
    (line,) = lines(answer, 1, "raise")
    assert (line["hand"], line["result"]) == (hand, result)


@pytest.mark.clause(f"{MD} 11.H(3)(b)")
@pytest.mark.parametrize(
    ("hole", "board", "dealer", "hand", "result"),
    [
        ("9h 4d", BOARD, KINGS, "two_pairs", "win"),  # nines and fours, with both cards
        ("Kh 3s", BOARD, KINGS, "pair", "lose"),  # kings with 9 7 4 against kings with a queen
        ("9h 4d", "9s 4c Kd Kc 7h", "Qs Qd", "two_pairs", "lose"),  # kings and nines against kings and queens
        ("5d 3d", "9s 9c Kd Kc Ah", "5h 3s", "two_pairs", "push"),  # the board, for both
    ],
)
def test_against_a_dealers_pair_the_players_highest_five_count(
    hole: str, board: str, dealer: str, hand: str, result: str
) -> None:
    answer = settled(MD, alone((hole, board, dealer)))
    (line,) = lines(answer, 1, "raise")
    assert (line["hand"], line["result"]) == (hand, result)


@pytest.mark.parametrize(
    "dealer",
    [
        pytest.param(KING_HIGH, marks=pytest.mark.clause(f"{MD} 11.H(1)", f"{MD} 11.H(1)(d)"), id="no_pair"),
        pytest.param(KINGS, marks=pytest.mark.clause(f"{MD} 11.H(3)", f"{MD} 11.H(3)(d)"), id="pair"),
    ],
)
def test_players_are_settled_one_at_a_time_from_the_dealers_right(dealer: str) -> None:
    # Seat 5 wins, 4 loses, 2 wins, 1 loses; whatever the outcome, each one's wagers are finished before the next.
    # Seats 6 and 3 folded and are not in this pass.
    answer = settled(
        MD,
        table(
            BOARD,
            dealer,
            seat(2, "Ah Ad"),
            seat(6, "8h 8d", raised=None, pocket_bonus="5.00"),
            seat(1, "Jh Td", pocket_bonus="5.00"),
            seat(4, "Jd Tc"),
            seat(5, "9h 9d", trips_plus="5.00"),
            seat(3, "6h 3h", raised=None),
        ),
    )
    raisers = [
        *((5, wager) for wager in [*MAIN, "trips_plus"]),
        *((4, wager) for wager in MAIN),
        *((2, wager) for wager in MAIN),
        *((1, wager) for wager in [*MAIN, "pocket_bonus"]),
    ]
    folded = [(6, "ante"), (6, "odds"), (6, "pocket_bonus"), (3, "ante"), (3, "odds")]
    assert order(answer) == raisers + folded
    assert [line["result"] for line in answer["lines"] if line["wager"] == "raise"] == [*("win", "lose", "win", "lose")]


@pytest.mark.clause(f"{MD} 11.H(2)", f"{MD} 11.H(2)(a)")
@pytest.mark.parametrize(
    ("hole", "board", "odds", "payout", "returned"),
    [
        ("6h 5h", "9s 8c 7h 2c Kd", "win", "10.00", "20.00"),  # a straight: 1 to 1
        ("Ac Tc", "9c 4c 7c 2d Kd", "win", "15.00", "25.00"),  # a flush: 3 to 2
        ("9h 9d", BOARD, "push", "0.00", "10.00"),  # three nines
        ("Ah Jd", BOARD, "push", "0.00", "10.00"),  # ace high
    ],
)
def test_a_win_over_a_dealer_without_a_pair_pays_raise_and_odds(
    hole: str, board: str, odds: str, payout: str, returned: str
) -> None:
    answer = settled(MD, alone((hole, board, KING_HIGH), raised="20.00"))
    check(answer, 1, "ante", "push", "0.00", "10.00")
    check(answer, 1, "raise", "win", "20.00", "40.00", f"{MD} 11.H(2)(a)")
    clauses = [f"{MD} 11.H(2)(a)"] if odds == "win" else [f"{MD} 11.H(2)(a)", f"{MD} 12.B(1)(g)"]
    check(answer, 1, "odds", odds, payout, returned, *clauses)


@pytest.mark.clause(f"{MD} 11.H(2)", f"{MD} 11.H(2)(b)")
@pytest.mark.parametrize(
    ("hole", "board", "dealer"),
    [
        ("Qh 5h", BOARD, KING_HIGH),  # the same ranks in other suits
        ("2d 3h", "As Kd Qc Jh 9s", "2c 3d"),  # the board plays for both
    ],
)
def test_a_tie_with_a_dealer_without_a_pair_returns_raise_and_odds(hole: str, board: str, dealer: str) -> None:
    answer = settled(MD, alone((hole, board, dealer), raised="20.00"))
    check(answer, 1, "ante", "push", "0.00", "10.00")
    check(answer, 1, "raise", "push", "0.00", "20.00", f"{MD} 11.H(2)(b)")
    check(answer, 1, "odds", "push", "0.00", "10.00", f"{MD} 11.H(2)(b)")
    assert answer["totals"]["1"]["net"] == "0.00"


@pytest.mark.clause(f"{MD} 11.H(2)", f"{MD} 11.H(2)(c)")
@pytest.mark.parametrize("hole", ["Jh Td", "Qh 3s"])  # K J T 9 7, and K Q 9 7 4 against K Q 9 7 5
def test_a_loss_to_a_dealer_without_a_pair_costs_raise_and_odds_but_not_the_ante(hole: str) -> None:
    answer = settled(MD, alone((hole, BOARD, KING_HIGH), raised="20.00"))
    check(answer, 1, "ante", "push", "0.00", "10.00")
    check(answer, 1, "raise", "lose", "0.00", "0.00", f"{MD} 11.H(2)(c)")
    check(answer, 1, "odds", "lose", "0.00", "0.00", f"{MD} 11.H(2)(c)")
    assert answer["totals"]["1"]["net"] == "-30.00"


@pytest.mark.clause(f"{MD} 11.H(4)", f"{MD} 11.H(4)(a)")
def test_a_win_over_a_dealers_pair_pays_ante_raise_and_odds() -> None:
    answer = settled(MD, alone(WINNING["flush"], raised="30.00"))
    check(answer, 1, "ante", "win", "10.00", "20.00", f"{MD} 11.H(4)(a)", f"{MD} 12.A")
    check(answer, 1, "raise", "win", "30.00", "60.00", f"{MD} 11.H(4)(a)", f"{MD} 12.A")
    check(answer, 1, "odds", "win", "15.00", "25.00", f"{MD} 11.H(4)(a)", f"{MD} 12.B(1)(e)")
    assert answer["totals"]["1"] == {"wagered": "50.00", "returned": "105.00", "net": "55.00"}


@pytest.mark.clause(f"{MD} 11.H(4)", f"{MD} 11.H(4)(a)")
def test_a_win_below_a_straight_pays_ante_and_raise_and_leaves_the_odds() -> None:
    answer = settled(MD, alone(WINNING["pair"], raised="30.00"))
    check(answer, 1, "ante", "win", "10.00", "20.00", f"{MD} 11.H(4)(a)")
    check(answer, 1, "raise", "win", "30.00", "60.00", f"{MD} 11.H(4)(a)")
    check(answer, 1, "odds", "push", "0.00", "10.00", f"{MD} 11.H(4)(a)", f"{MD} 12.B(1)(g)")
    assert answer["totals"]["1"]["net"] == "40.00"


@pytest.mark.clause(f"{MD} 11.H(4)", f"{MD} 11.H(4)(b)")
@pytest.mark.parametrize(
    ("hole", "board", "dealer"),
    [
        ("Kh Qh", BOARD, KINGS),  # kings with a queen, both
        ("Kh Kd", "9s 8c 7h 6d 5c", "2c 3d"),  # the board's straight: a tie pays no odds
        ("2c 3d", "Ah Kh Qh Jh Th", "4s 5s"),  # nor does the board's royal flush
    ],
)
def test_a_tie_with_a_dealers_pair_or_better_returns_all_three(hole: str, board: str, dealer: str) -> None:
    answer = settled(MD, alone((hole, board, dealer), raised="30.00"))
    check(answer, 1, "ante", "push", "0.00", "10.00", f"{MD} 11.H(4)(b)")
    check(answer, 1, "odds", "push", "0.00", "10.00", f"{MD} 11.H(4)(b)")
    check(answer, 1, "raise", "push", "0.00", "30.00", f"{MD} 11.H(4)(b)")


@pytest.mark.clause(f"{MD} 11.H(4)", f"{MD} 11.H(4)(c)")
@pytest.mark.parametrize("hand", BEATEN)
def test_a_loss_costs_the_ante_however_high_the_hand(hand: str) -> None:
    answer = settled(MD, alone(BEATEN[hand]))
    line = check(answer, 1, "ante", "lose", "0.00", "0.00", f"{MD} 11.H(4)(c)")
    assert (line["hand"], line["reason"]) == (hand, "loses_to_dealer")


@pytest.mark.clause(f"{MD} 11.H(4)(c)(i)")
@pytest.mark.parametrize("hand", ["three_of_a_kind", "two_pairs", "pair", "high_card"])
def test_a_loss_below_a_straight_costs_raise_and_odds_too(hand: str) -> None:
    answer = settled(MD, alone(BEATEN[hand], raised="30.00"))
    check(answer, 1, "raise", "lose", "0.00", "0.00", f"{MD} 11.H(4)(c)(i)")
    check(answer, 1, "odds", "lose", "0.00", "0.00", f"{MD} 11.H(4)(c)(i)")
    assert answer["totals"]["1"]["net"] == "-50.00"


@pytest.mark.clause(f"{MD} 11.H(4)(c)(ii)")
@pytest.mark.parametrize(
    ("hand", "payout", "returned", "net"),
    [
        # Table A on $10; ante 10 and raise 30 are lost.
        ("straight", "50.00", "60.00", "10.00"),
        ("flush", "80.00", "90.00", "40.00"),
        ("straight_flush", "5000.00", "5010.00", "4960.00"),
    ],
)
def test_a_loss_with_a_straight_or_higher_costs_the_raise_and_pays_a_bad_beat(
    hand: str, payout: str, returned: str, net: str
) -> None:
    answer = settled(MD, alone(BEATEN[hand], raised="30.00"))
    check(answer, 1, "raise", "lose", "0.00", "0.00", f"{MD} 11.H(4)(c)(ii)")
    line = check(answer, 1, "odds", "win", payout, returned, f"{MD} 11.H(4)(c)(ii)")
    assert line["reason"] == "bad_beat"
    assert answer["totals"]["1"]["net"] == net


@pytest.mark.clause(f"{MD} 1.A", f"{MD} 1.B", f"{MD} 1.B(1)")
def test_a_bad_beat_needs_a_straight_and_a_loss() -> None:
    reasons = {
        name: lines(settled(MD, alone(cards)), 1, "odds")[0]["reason"]
        for name, cards in {
            "a straight beaten": BEATEN["straight"],
            "three of a kind beaten": BEATEN["three_of_a_kind"],
            "a straight that ties": ("Kh Kd", "9s 8c 7h 6d 5c", "2c 3d"),
            "a straight that wins": WINNING["straight"],
        }.items()
    }
    assert reasons == {
        "a straight beaten": "bad_beat",
        "three of a kind beaten": "loses_to_dealer",
        "a straight that ties": "ties_dealer",
        "a straight that wins": "beats_dealer",
    }
    folded = settled(MD, alone(BEATEN["straight"], raised=None))
    check(folded, 1, "odds", "forfeit", "0.00", "0.00")


# 11.I: pocket bonus and trips plus


@pytest.mark.clause(f"{MD} 11.I", f"{MD} 11.J")
def test_side_wagers_follow_the_main_wagers_and_the_progressive_comes_last() -> None:
    side = {"progressive": "1.00", "trips_plus": "5.00", "pocket_bonus": "5.00"}
    answer = settled(MD, table(BOARD, KINGS, seat(1, "Ah Ad", **side), seat(2, "Jh Td", **side)))
    one = [*MAIN, "pocket_bonus", "trips_plus", "progressive"]
    assert order(answer) == [*((2, wager) for wager in one), *((1, wager) for wager in one)]


@pytest.mark.clause(f"{MD} 11.I(1)")
@pytest.mark.parametrize(
    ("hole", "result", "payout", "returned"),
    [
        ("Ah Ad", "win", "150.00", "155.00"),  # 30 to 1 on $5
        ("3h 3s", "win", "25.00", "30.00"),  # 5 to 1
        ("Kh 9d", "lose", "0.00", "0.00"),  # two pairs with the board, but none in the hand
        ("Ah Td", "lose", "0.00", "0.00"),
    ],
)
def test_pocket_bonus_looks_at_the_two_cards_alone(hole: str, result: str, payout: str, returned: str) -> None:
    answer = settled(MD, alone((hole, BOARD, KINGS), pocket_bonus="5.00"))
    check(answer, 1, "pocket_bonus", result, payout, returned, f"{MD} 11.I(1)")


@pytest.mark.clause(f"{MD} 11.I(2)")
@pytest.mark.parametrize(
    ("hole", "dealer", "outcome"),
    [
        ("Qh Qc", KINGS, "lose"),  # queens against kings
        ("Ah Ac", KINGS, "win"),
        ("Qh Qc", "Qs Qd", "push"),
        ("3h 3d", KING_HIGH, "win"),  # the dealer has no pair
    ],
)
def test_a_winning_pocket_bonus_is_paid_whoever_has_the_higher_hand(hole: str, dealer: str, outcome: str) -> None:
    answer = settled(MD, alone((hole, BOARD, dealer), pocket_bonus="5.00"))
    assert lines(answer, 1, "raise")[0]["result"] == outcome
    payout, returned = ("150.00", "155.00") if hole == "Ah Ac" else ("25.00", "30.00")
    check(answer, 1, "pocket_bonus", "win", payout, returned, f"{MD} 11.I(2)")


@pytest.mark.clause(f"{MD} 11.I(3)")
@pytest.mark.parametrize(
    ("hole", "board", "result", "payout", "returned"),
    [
        ("9h 9d", BOARD, "win", "15.00", "20.00"),  # three nines: 3 to 1 on $5
        ("5h 3d", "9s 9c 9h 4c Kd", "win", "15.00", "20.00"),  # the board's three nines
        ("9h 4d", BOARD, "lose", "0.00", "0.00"),  # two pairs
        ("Ah Ad", BOARD, "lose", "0.00", "0.00"),  # a pair
    ],
)
def test_trips_plus_looks_at_the_two_cards_with_the_community_cards(
    hole: str, board: str, result: str, payout: str, returned: str
) -> None:
    answer = settled(MD, alone((hole, board, KINGS), trips_plus="5.00"))
    check(answer, 1, "trips_plus", result, payout, returned, f"{MD} 11.I(3)")


@pytest.mark.clause(f"{MD} 11.I(4)")
@pytest.mark.parametrize(
    ("cards", "outcome"),
    [
        (BEATEN["three_of_a_kind"], "lose"),
        (WINNING["three_of_a_kind"], "win"),
        (("5h 3d", "9s 9c 9h Ac Kd", "5s 2c"), "push"),  # the board's three nines, ace, king, for both
        (("9h 9d", BOARD, KING_HIGH), "win"),  # the dealer has no pair
    ],
)
def test_a_winning_trips_plus_is_paid_whoever_has_the_higher_hand(cards: tuple[str, str, str], outcome: str) -> None:
    answer = settled(MD, alone(cards, trips_plus="5.00"))
    assert lines(answer, 1, "raise")[0]["result"] == outcome
    check(answer, 1, "trips_plus", "win", "15.00", "20.00", f"{MD} 11.I(4)")


# 11.J and 12.D-2: progressive and envy


@pytest.mark.clause(f"{MD} 11.J")
def test_a_progressive_wager_without_a_listed_hand_loses() -> None:
    answer = settled(MD, alone(WINNING["straight"], progressive="1.00"))
    check(answer, 1, "progressive", "lose", "0.00", "0.00", f"{MD} 11.J")
    assert answer["meters"] == {"progressive": "10000.00"}


@pytest.mark.clause(f"{MD} 11.J(1)")
@pytest.mark.parametrize(
    ("cards", "outcome", "payout"),
    [
        (BEATEN["full_house"], "lose", "10.00"),
        (BEATEN["straight_flush"], "lose", "200.00"),
        (WINNING["full_house"], "win", "10.00"),
        (("Ac Tc", "9c 4c 7c 2d Kd", KING_HIGH), "win", "5.00"),  # the dealer has no pair
        (("5h 3d", "9s 9c 9h 9d Ac", "5s 2c"), "push", "50.00"),  # the board's four nines, for both
    ],
)
def test_a_winning_progressive_is_paid_whoever_has_the_higher_hand(
    cards: tuple[str, str, str], outcome: str, payout: str
) -> None:
    answer = settled(MD, alone(cards, progressive="1.00"))
    assert lines(answer, 1, "raise")[0]["result"] == outcome
    check(answer, 1, "progressive", "win", payout, payout, f"{MD} 11.J(1)")


@pytest.mark.clause(f"{MD} 11.J(2)(d)", f"{MD} 12.D-2")
def test_a_progressive_pays_its_row_and_keeps_the_wager() -> None:
    answer = settled(MD, alone(WINNING["four_of_a_kind"], progressive="1.00"))
    check(answer, 1, "progressive", "win", "50.00", "50.00", f"{MD} 11.J(2)(d)", f"{MD} 12.D-2(1)(a)(vi)")
    # ante +10, raise +10, odds 10 to 1 +100, progressive +49
    assert answer["totals"]["1"] == {"wagered": "31.00", "returned": "200.00", "net": "169.00"}


@pytest.mark.clause(f"{MD} 12.D-2(4)", f"{MD} 12.D-2(5)")
def test_shares_are_taken_from_the_meter_as_it_stands_at_each_players_turn() -> None:
    # A royal flush on the board, table A: a tenth for each, from the dealer's right.
    players = [seat(1, "2c 3d", progressive="1.00"), seat(3, "2d 3c", progressive="1.00")]
    folded = seat(5, "2h 3h", raised=None, progressive="1.00")  # settled after those who raised
    answer = settled(MD, table("Ah Kh Qh Jh Th", "4s 5s", *players, folded))
    taken = [line for line in answer["lines"] if line["wager"] == "progressive"]
    assert [(line["seat"], line["payout"]) for line in taken] == [
        (3, "1000.00"),
        (1, "900.00"),
        (5, "810.00"),
    ]
    assert [(line["meter_before"], line["meter_after"]) for line in taken] == [
        ("10000.00", "9000.00"),
        ("9000.00", "8100.00"),
        ("8100.00", "7290.00"),
    ]
    assert all({f"{MD} 12.D-2(4)"} <= set(line["clauses"]) for line in taken)
    assert answer["meters"] == {"progressive": "7290.00"}


@pytest.mark.clause(f"{MD} 12.D-2(4)", f"{MD} 12.D-2(5)")
def test_whoever_comes_after_the_whole_meter_is_paid_from_the_reset_amount() -> None:
    # Two flopped straight flushes, jack high and nine high; table I gives each the whole meter, which resets to $2,500.
    players = [seat(1, "6h 5h", progressive="1.00"), seat(2, "Jh Th", progressive="1.00")]
    answer = settled(MD, table("9h 8h 7h 2c 2d", "Ks Qd", *players), paytables={"progressive": "I"})
    check(answer, 2, "progressive", "win", "10000.00", "10000.00", f"{MD} 12.D-2(4)")
    check(answer, 1, "progressive", "win", "2500.00", "2500.00", f"{MD} 12.D-2(4)")
    assert answer["meters"] == {"progressive": "2500.00"}


FLOPPED = "Qh Jh Th 2c 2d"
"""With Ah Kh a flopped royal flush."""


@pytest.mark.clause(f"{MD} 11.J(2)", f"{MD} 11.J(2)(e)", f"{MD} 11.J(2)(e)(i)")
def test_another_players_royal_pays_envy_to_those_with_a_progressive_wager_after_the_award() -> None:
    answer = settled(
        MD,
        table(
            FLOPPED,
            "3s 4s",
            seat(1, "5c 6d", progressive="1.00"),
            seat(2, "Ah Kh", progressive="1.00"),
            seat(3, "7c 8d"),  # no progressive wager, no envy
            seat(4, "7d 8c", raised=None, progressive="1.00"),  # folded, but still a receiver
        ),
        paytables=ENVY,
    )
    place = order(answer).index((2, "progressive"))
    assert order(answer)[place : place + 3] == [(2, "progressive"), (4, "envy"), (1, "envy")]
    check(answer, 2, "progressive", "win", "10000.00", "10000.00", f"{MD} 12.D-2(1)(j)(i)")
    for receiver in (4, 1):
        line = check(answer, receiver, "envy", "win", "100.00", "100.00", f"{MD} 11.J(2)(e)(i)")
        assert (line["stake"], line["reason"], line["pays"]) == ("0.00", "envy_qualifying_hand", "$100")
    assert not lines(answer, 3, "envy")
    # Seat 1 ties the dealer, twos with queen, jack, ten; its progressive wager is gone, and 100 come in.
    assert answer["totals"]["1"] == {"wagered": "31.00", "returned": "130.00", "net": "99.00"}


@pytest.mark.clause(f"{MD} 11.J(2)(e)(i)")
def test_an_envy_bonus_needs_a_progressive_wager_of_the_receiver_and_never_of_the_holder() -> None:
    round_ = table(FLOPPED, "3s 4s", seat(1, "5c 6d", progressive="1.00"), seat(2, "Ah Kh"), seat(3, "7c 8d"))
    answer = settled(MD, round_, paytables=ENVY)
    check(answer, 1, "envy", "win", "100.00", "100.00", f"{MD} 11.J(2)(e)(i)")
    assert not lines(answer, 3, "envy")


@pytest.mark.clause(f"{MD} 7.C(2)", f"{MD} 11.J(2)(e)(i)")
def test_wagers_ruled_abandoned_neither_earn_nor_receive_an_envy_bonus() -> None:
    holder, other = seat(2, "Ah Kh", progressive="1.00"), seat(1, "5c 6d", progressive="1.00")
    for gone, stays in ((holder, other), (other, holder)):
        answer = settled(MD, table(FLOPPED, "3s 4s", gone | {"abandoned": True}, stays), paytables=ENVY)
        assert "envy" not in {wager for _, wager in order(answer)}


@pytest.mark.clause(f"{MD} 11.J(2)(e)(ii)")
def test_each_other_player_with_such_a_hand_earns_an_envy_bonus() -> None:
    # One deck never deals two royal flushes that are not the board's, so the second holder gets the first one's cards.
    rules = rules_of(MD, {"paytables": ENVY})
    round_ = read_round(
        rules,
        table(
            FLOPPED,
            "3s 4s",
            seat(1, "5c 6d", progressive="1.00"),
            seat(2, "Ah Kh", progressive="1.00"),
            seat(3, "7c 8d", progressive="1.00"),
        ),
    )
    first, holder, other = round_.seats
    twice = replace(round_, seats=(first, holder, replace(other, cards=holder.cards)))
    answer = settle(rules, twice).as_json()
    envy = [(line["seat"], line["payout"]) for line in answer["lines"] if line["wager"] == "envy"]
    # At seat 3's turn seats 2 and 1 are paid, at seat 2's turn seats 3 and 1: two for the player who holds nothing.
    assert envy == [(2, "100.00"), (1, "100.00"), (3, "100.00"), (1, "100.00")]


@pytest.mark.clause(f"{MD} 11.J(2)(e)(iii)")
def test_there_is_no_envy_for_ones_own_hand_nor_for_the_dealers() -> None:
    own = settled(MD, alone(PROGRESSIVE["flopped_royal_flush"], progressive="1.00"), paytables=ENVY)
    assert not lines(own, 1, "envy")
    players = [seat(1, "5c 6d", progressive="1.00"), seat(2, "3s 4s", progressive="1.00")]
    dealers = settled(MD, table(FLOPPED, "Ah Kh", *players), paytables=ENVY)
    assert {wager for _, wager in order(dealers)} == {*MAIN, "progressive"}


@pytest.mark.clause(f"{MD} 12.D-2(6)", f"{MD} 12.D-2(6)(a)")
@pytest.mark.parametrize(("wager", "payout"), [("1.00", "100.00"), ("2.00", "200.00"), ("5.00", "500.00")])
def test_envy_goes_by_the_receivers_own_wager(wager: str, payout: str) -> None:
    holder = seat(2, "Ah Kh", progressive="3.00")
    answer = settled(MD, table(FLOPPED, "3s 4s", seat(1, "5c 6d", progressive=wager), holder), paytables=ENVY)
    check(answer, 1, "envy", "win", payout, payout, f"{MD} 12.D-2(6)(a)")


@pytest.mark.clause(f"{MD} 12.D-2(6)", f"{MD} 12.D-2(6)(b)")
@pytest.mark.parametrize("chosen", "ABCDEFGHI")
def test_envy_is_paid_only_by_a_table_that_was_designated(chosen: str) -> None:
    players = [seat(1, "5c 6d", progressive="1.00"), seat(2, "Ah Kh", progressive="1.00")]
    none = settled(MD, table(FLOPPED, "3s 4s", *players), paytables={"progressive": chosen})
    assert not lines(none, 1, "envy")
    with_j = settled(MD, table(FLOPPED, "3s 4s", *players), paytables={"progressive": "J", "envy": "J"})
    check(with_j, 1, "envy", "win", "100.00", "100.00")


@pytest.mark.clause(f"{MD} 12.D-2(7)")
@pytest.mark.parametrize(
    ("board", "hand", "citation"),
    [
        pytest.param(
            "Qh Jh Th 2c 2d",
            "flopped_royal_flush",
            f"{MD} 12.D-2(7)(a)(i)",
            marks=pytest.mark.clause(f"{MD} 12.D-2(7)(a)(i)"),
            id="flopped",
        ),
        pytest.param(
            "Qh Jh 2c Th 2d",
            "royal_flush",
            f"{MD} 12.D-2(7)(a)(ii)",
            marks=pytest.mark.clause(f"{MD} 12.D-2(7)(a)(ii)"),
            id="later",
        ),
    ],
)
def test_envy_rows_for_a_dollar(board: str, hand: str, citation: str) -> None:
    players = [seat(1, "5c 6d", progressive="1.00"), seat(2, "Ah Kh", progressive="1.00")]
    answer = settled(MD, table(board, "3s 4s", *players), paytables=ENVY)
    line = check(answer, 1, "envy", "win", "100.00", "100.00", citation)
    assert (line["hand"], line["pays"]) == (hand, "$100")


@pytest.mark.clause(f"{MD} 12.D-2(7)(a)")
def test_the_envy_table_has_two_rows_and_no_other_hand_earns_envy() -> None:
    earned = {}
    for hand, (hole, board, dealer) in PROGRESSIVE.items():
        players = [seat(1, "8s 3c", progressive="1.00"), seat(2, hole, progressive="1.00")]
        answer = settled(MD, table(board, dealer, *players), paytables=ENVY)
        for line in lines(answer, 1, "envy"):
            earned[hand] = line["payout"]
    assert earned == {
        "royal_flush": "100.00",
        "flopped_royal_flush": "100.00",
        "flopped_royal_flush_in_spades": "100.00",  # the table does not tell the suits apart
    }


# 12.E-2: the payout limit. A royal flush with an ante of $100 and a raise of $300 wins 100 + 50,000 + 300.

ROYAL = {"ante": "100.00", "raised": "300.00"}


@pytest.mark.clause(f"{MD} 12.E-2")
def test_winnings_above_the_payout_limit_are_cut_to_it() -> None:
    answer = settled(MD, alone(WINNING["royal_flush"], **ROYAL), payout_limit="50000.00")
    line = check(answer, 1, "payout_limit", "adjust", "-400.00", "-400.00", f"{MD} 12.E-2")
    assert (line["stake"], line["reason"], line["hand"], line["pays"]) == ("0.00", "payout_limit", None, None)
    assert order(answer)[-1] == (1, "payout_limit")
    assert answer["totals"]["1"] == {"wagered": "500.00", "returned": "50500.00", "net": "50000.00"}


@pytest.mark.clause(f"{MD} 12.E-2")
@pytest.mark.parametrize(("limit", "cut"), [("50400.00", None), ("50399.99", "-0.01"), (None, None)])
def test_winnings_up_to_the_limit_are_paid_in_full(limit: str | None, cut: str | None) -> None:
    answer = settled(MD, alone(WINNING["royal_flush"], **ROYAL), payout_limit=limit)
    assert [line["payout"] for line in lines(answer, 1, "payout_limit")] == ([cut] if cut else [])


@pytest.mark.clause(f"{MD} 12.E-2", f"{MD} 12.E-2(2)")
def test_the_limit_counts_side_wagers_but_never_the_progressive() -> None:
    # Pocket bonus 20 x 10 and trips plus 100 x 10 come on top: 51,600. The tenth of the meter is not limited.
    side = {"pocket_bonus": "10.00", "trips_plus": "10.00", "progressive": "1.00"}
    answer = settled(MD, alone(WINNING["royal_flush"], **ROYAL, **side), payout_limit="50000.00")
    check(answer, 1, "payout_limit", "adjust", "-1600.00", "-1600.00", f"{MD} 12.E-2(2)")
    check(answer, 1, "progressive", "win", "1000.00", "1000.00")
    assert [wager for _, wager in order(answer)][-3:] == ["trips_plus", "payout_limit", "progressive"]


@pytest.mark.clause(f"{MD} 12.E-2(2)")
def test_a_progressive_far_above_the_limit_is_paid_in_full() -> None:
    round_ = alone(PROGRESSIVE["flopped_royal_flush_in_spades"], progressive="1.00")
    round_["meters"] = {"progressive": "80000.00"}
    answer = settled(MD, round_, payout_limit="50000.00")
    check(answer, 1, "progressive", "win", "80000.00", "80000.00")
    assert not lines(answer, 1, "payout_limit")


@pytest.mark.clause(f"{MD} 12.E-2(2)")
def test_the_limit_is_each_players_own_and_leaves_envy_alone() -> None:
    holder = seat(2, "Ah Kh", ante="100.00", raised="300.00")
    # Seat 1 holds a straight, queen to eight, over the dealer's twos: ante 10, odds 10, raise 10; envy 100.
    other = seat(1, "9c 8d", progressive="1.00")
    answer = settled(MD, table(FLOPPED, "3s 4s", other, holder), paytables=ENVY, payout_limit="50000.00")
    check(answer, 2, "payout_limit", "adjust", "-400.00", "-400.00")
    assert not lines(answer, 1, "payout_limit")
    low = settled(MD, table(FLOPPED, "3s 4s", other, holder), paytables=ENVY, payout_limit="30.00")
    assert not lines(low, 1, "payout_limit")
    check(low, 1, "envy", "win", "100.00", "100.00")


# 13 and the counts of the stub: void rounds

EVERYTHING = {"pocket_bonus": "5.00", "trips_plus": "5.00", "progressive": "1.00"}


def all_returned(answer: Answer, reason: str, *citations: str) -> None:
    """Every line gives its stake back, for this reason and by these clauses; nobody wins or loses anything."""
    for line in answer["lines"]:
        assert (line["result"], line["reason"], line["payout"]) == ("void", reason, "0.00"), line
        assert line["returned"] == line["stake"]
        assert (line["hand"], line["pays"]) == (None, None)
        assert set(citations) <= set(line["clauses"])
    assert {total["net"] for total in answer["totals"].values()} == {"0.00"}


@pytest.mark.clause(f"{MD} 13.B")
def test_face_up_cards_before_all_have_two_cards_return_every_wager() -> None:
    # The dealer has one card, so that even the aces' pocket bonus goes back.
    waiting = [seat(1, "Ah Ad", **EVERYTHING), seat(2, "Jh Td", **EVERYTHING)]
    for one in waiting:
        one["folded"] = False
        del one["wagers"]["raise"]
    answer = settled(MD, table("", "Ks", *waiting, void="face_up_cards"))
    assert len(answer["lines"]) == 10
    all_returned(answer, "face_up_cards", f"{MD} 13.B")
    assert answer["meters"] == {"progressive": "10000.00"}


@pytest.mark.clause(f"{MD} 13.B", f"{MD} 13.C")
def test_face_up_cards_later_settle_the_pocket_bonus_and_return_the_rest() -> None:
    # The second face-up card is found on the turn. Trips plus would have won for seat 1, and is returned.
    players = [
        seat(1, "9h 9d", raised="20.00", **EVERYTHING),
        seat(2, "Ah Ad", raised="30.00", **EVERYTHING),
        seat(3, "Jh Td", raised="30.00", **EVERYTHING),
    ]
    answer = settled(MD, table("9s 4c 7h", KINGS, *players, void="face_up_cards"))
    check(answer, 3, "pocket_bonus", "lose", "0.00", "0.00", f"{MD} 13.C")
    check(answer, 2, "pocket_bonus", "win", "150.00", "155.00", f"{MD} 13.C", f"{MD} 12.D(1)(a)")
    check(answer, 1, "pocket_bonus", "win", "25.00", "30.00", f"{MD} 13.C", f"{MD} 12.D(1)(d)")
    others = [line for line in answer["lines"] if line["wager"] != "pocket_bonus"]
    assert {line["wager"] for line in others} == {*MAIN, "trips_plus", "progressive"}
    for line in others:
        assert (line["result"], line["returned"], line["clauses"]) == ("void", line["stake"], [f"{MD} 13.B"])
    assert [answer["totals"][number]["net"] for number in "123"] == ["25.00", "150.00", "-5.00"]


@pytest.mark.clause(f"{MD} 13.C")
def test_face_up_cards_settle_no_pocket_bonus_while_one_player_lacks_a_card() -> None:
    players = [seat(1, "Ah Ad", pocket_bonus="5.00"), seat(2, "Jh", pocket_bonus="5.00")]
    all_returned(settled(MD, table("", KINGS, *players, void="face_up_cards")), "face_up_cards", f"{MD} 13.B")


@pytest.mark.clause(f"{MD} 13.E")
@pytest.mark.parametrize(
    ("hole", "board", "dealer"),
    [
        ("Ah", BOARD, KINGS),  # a player with one card
        ("Ah Ad", "9s 4c 7h 2c", KINGS),  # four community cards
        ("Ah Ad", BOARD, "Ks"),  # a dealer with one card
    ],
)
def test_a_wrong_number_of_cards_returns_every_wager(hole: str, board: str, dealer: str) -> None:
    players = [seat(1, hole, **EVERYTHING), seat(2, "9h 9d", raised=None, **EVERYTHING)]
    answer = settled(MD, table(board, dealer, *players, void="wrong_number_of_cards"))
    assert len(answer["lines"]) == 11
    all_returned(answer, "wrong_number_of_cards", f"{MD} 13.E")
    assert answer["meters"] == {"progressive": "10000.00"}


@pytest.mark.clause(f"{MD} 13.E")
@pytest.mark.parametrize(
    ("hole", "board", "dealer"),
    [
        ("Ah Ad Tc", BOARD, KINGS),
        ("Ah Ad", "9s 4c 7h 2c Kd Tc", KINGS),
        ("Ah Ad", BOARD, "Ks Qd Tc"),
    ],
)
def test_one_card_too_many_is_a_wrong_number_as_well(hole: str, board: str, dealer: str) -> None:
    answer = settled(MD, table(board, dealer, seat(1, hole, **EVERYTHING), void="wrong_number_of_cards"))
    all_returned(answer, "wrong_number_of_cards", f"{MD} 13.E")


@pytest.mark.clause(f"{MD} 13.F", f"{MD} 13.G")
def test_an_exposed_dealers_card_returns_the_main_wagers_and_settles_pocket_bonus_and_trips_plus() -> None:
    players = [
        seat(1, "9h 9d", raised="30.00", **EVERYTHING),
        seat(2, "Jh Td", raised=None, **EVERYTHING),  # folded, and gets ante and odds back
        seat(3, "Ah Qh", raised="30.00", **EVERYTHING),
    ]
    answer = settled(MD, table(BOARD, KINGS, *players, void="dealer_card_exposed"))
    for number in (1, 2, 3):
        for wager in [*MAIN, "progressive"] if number != 2 else ["ante", "odds", "progressive"]:
            stake = {"raise": "30.00", "progressive": "1.00"}.get(wager, "10.00")
            line = check(answer, number, wager, "void", "0.00", stake)
            assert (line["reason"], line["hand"]) == ("dealer_card_exposed", None)
            # 13.F names ante, odds and raise; the progressive goes back by a reading, and no clause says so.
            assert line["clauses"] == ([f"{MD} 13.F"] if wager in MAIN else [])
    check(answer, 1, "pocket_bonus", "win", "25.00", "30.00", f"{MD} 13.G", f"{MD} 12.D(1)(d)")
    check(answer, 1, "trips_plus", "win", "15.00", "20.00", f"{MD} 13.G", f"{MD} 12.E(1)(g)")
    check(answer, 2, "pocket_bonus", "lose", "0.00", "0.00", f"{MD} 13.G")
    check(answer, 2, "trips_plus", "lose", "0.00", "0.00", f"{MD} 13.G")
    check(answer, 3, "pocket_bonus", "win", "100.00", "105.00", f"{MD} 13.G", f"{MD} 12.D(1)(b)")
    check(answer, 3, "trips_plus", "lose", "0.00", "0.00", f"{MD} 13.G")
    assert [answer["totals"][number]["net"] for number in "123"] == ["40.00", "-10.00", "95.00"]


@pytest.mark.clause(f"{MD} 7.C(2)", f"{MD} 13.G")
def test_wagers_ruled_abandoned_are_lost_and_go_back_in_a_void_round_but_for_those_that_it_settles() -> None:
    gone = seat(1, "Ah Ad", raised=None, **EVERYTHING) | {"folded": False, "abandoned": True}
    counted = settled(MD, table(BOARD, KINGS, gone, seat(2, "9h 9d")))
    assert order(counted)[-5:] == [(1, wager) for wager in ("ante", "odds", *EVERYTHING)]
    for wager in ("ante", "odds", *EVERYTHING):
        line = check(counted, 1, wager, "lose", "0.00", "0.00")
        assert (line["reason"], line["clauses"]) == ("abandoned", [f"{MD} 7.C(2)"])
    void = settled(MD, table(BOARD, KINGS, gone, void="dealer_card_exposed"))
    for wager, stake in {"ante": "10.00", "odds": "10.00", "progressive": "1.00"}.items():
        check(void, 1, wager, "void", "0.00", stake)
    for wager in ("pocket_bonus", "trips_plus"):  # aces would have paid 30 to 1
        line = check(void, 1, wager, "lose", "0.00", "0.00")
        assert line["clauses"] == [f"{MD} 13.G", f"{MD} 7.C(2)"]
    face_up = settled(MD, table(BOARD, KINGS, gone, void="face_up_cards"))
    check(face_up, 1, "pocket_bonus", "lose", "0.00", "0.00", f"{MD} 13.C", f"{MD} 7.C(2)")
    check(face_up, 1, "trips_plus", "void", "0.00", "5.00", f"{MD} 13.B")


@pytest.mark.clause(f"{MD} 13.F")
def test_an_exposed_dealers_card_before_any_raise_returns_what_there_is() -> None:
    waiting = seat(1, "Ah Jd")
    del waiting["wagers"]["raise"]
    answer = settled(MD, table("", KINGS, waiting, void="dealer_card_exposed"))
    assert order(answer) == [(1, "ante"), (1, "odds")]
    all_returned(answer, "dealer_card_exposed", f"{MD} 13.F")


@pytest.mark.clause(f"{MD} 13.G")
def test_trips_plus_after_an_exposed_dealers_card_needs_the_whole_board() -> None:
    waiting = table("9s 4c 7h", KINGS, seat(1, "9h 9d", trips_plus="5.00"), void="dealer_card_exposed")
    assert "board" in str(refused(MD, waiting)[0])


@pytest.mark.parametrize(
    ("cause", "method", "citation"),
    [
        pytest.param(cause, method, citation, marks=pytest.mark.clause(citation), id=citation)
        for cause, method, citation in [
            ("shuffler_jam", "hand", f"{MD} 13.H(2)"),
            ("shoe_jam", "automated", f"{MD} 13.I(1)"),
            ("stub_count_misdeal", "manual_shoe", f"{MD} 8.G(1)"),
            ("stub_count_misdeal", "hand", f"{MD} 9.E(1)"),
            ("stub_count_misdeal", "automated", f"{MD} 10.E(1)"),
            ("stub_count_wrong_deck", "manual_shoe", f"{MD} 8.G(2)"),
            ("stub_count_wrong_deck", "hand", f"{MD} 9.E(2)"),
            ("stub_count_wrong_deck", "automated", f"{MD} 10.E(2)"),
        ]
    ],
)
def test_jams_and_wrong_counts_return_every_wager(cause: str, method: str, citation: str) -> None:
    # Aces for a pocket bonus, three nines for trips plus and a folded player: all get their wagers back, no more.
    players = [
        seat(1, "9h 9d", **EVERYTHING),
        seat(2, "Jh Td", raised=None, **EVERYTHING),
        seat(3, "Ah Ad", **EVERYTHING),
    ]
    dealing = {"method": method, "shuffler": "automatic"}
    answer = settled(MD, table(BOARD, KINGS, *players, void=cause), dealing=dealing)
    assert len(answer["lines"]) == 17
    all_returned(answer, cause, citation)
    assert answer["meters"] == {"progressive": "10000.00"}
