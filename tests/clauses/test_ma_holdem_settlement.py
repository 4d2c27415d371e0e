"""Settlement by the Massachusetts hold'em rules, clause by clause: sections 1, 6, 10, 11 and 12 as far as money goes.

Where nothing else is said, ante and odds are $10, the board is 9s 4c 7h 2c Kd, and the dealer has either a pair of
kings, or king, queen, nine, seven, five, which is no pair.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from clauses.hands import Answer, check, lines, refused, settled
from clauses.holdem import BEATEN, BOARD, KING_HIGH, KINGS, POCKET_BOARD, WINNING, alone, seat, table
from settlement.choices import rules_of

MA = "ma-heads-up-holdem"
MAIN = ["ante", "odds", "raise"]


def with_wagers(**wagers: str) -> dict[str, Any]:
    """A round of one seat with exactly these wagers."""
    return {"board": BOARD, "dealer": KINGS, "seats": [{"seat": 1, "hole": "Ah Jd", "wagers": wagers}]}


def tables(clause: str, tables_: Mapping[str, Mapping[str, Any]]) -> list[Any]:
    """A case for each row of each table, marked with the clause of its table."""
    return [
        pytest.param(chosen, hand, row, f"{MA} {clause} {chosen}", marks=pytest.mark.clause(f"{MA} {clause} {chosen}"))
        for chosen, rows in tables_.items()
        for hand, row in rows.items()
    ]


# Sections 1, 6 and 10: what may be wagered


@pytest.mark.clause(f"{MA} 6(c)", f"{MA} 10(b)", f"{MA} 1 odds wager", f"{MA} 1 ante")
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
    assert f"{MA} 6(c)" in [problem.clause for problem in refused(MA, with_wagers(**wagers))]


@pytest.mark.clause(f"{MA} 6(c)", f"{MA} 10(b)")
def test_equal_ante_and_odds_are_settled() -> None:
    answer = settled(MA, with_wagers(ante="7.50", odds="7.50", **{"raise": "15.00"}))
    check(answer, 1, "ante", "lose", "0.00", "0.00")  # ace high against a pair of kings
    check(answer, 1, "odds", "lose", "0.00", "0.00")


@pytest.mark.clause(f"{MA} 6(c)")
@pytest.mark.parametrize(
    ("cards", "odds", "others"),
    [
        (BEATEN["straight"], "win", "lose"),
        (WINNING["pair"], "push", "win"),
        (BEATEN["pair"], "lose", "lose"),
    ],
)
def test_what_becomes_of_the_odds_has_no_bearing_on_ante_and_raise(
    cards: tuple[str, str, str], odds: str, others: str
) -> None:
    answer = settled(MA, alone(cards))
    results = {line["wager"]: line["result"] for line in answer["lines"]}
    assert results == {"ante": others, "odds": odds, "raise": others}


@pytest.mark.clause(f"{MA} 6(d)")
@pytest.mark.parametrize("wager", ["pocket_bonus", "trips_plus"])
def test_side_wagers_need_the_ante_and_odds_that_begin_a_round(wager: str) -> None:
    problems = refused(MA, with_wagers(**{wager: "5.00"}))
    assert f"{MA} 6(d)" in [problem.clause for problem in problems if wager in problem.message]


@pytest.mark.clause(f"{MA} 1 raise wager")
@pytest.mark.parametrize(
    ("place", "clause", "multiples", "otherwise"),
    [
        pytest.param(
            *(0, "10(d)", (1, 2, 3), "check"),
            marks=pytest.mark.clause(f"{MA} 10(d)", f"{MA} 1 raise wager(a)"),
            id="before_the_flop",
        ),
        pytest.param(
            *(1, "10(f)", (1, 2), "check"),
            marks=pytest.mark.clause(f"{MA} 10(f)", f"{MA} 1 raise wager(b)"),
            id="on_the_flop",
        ),
        pytest.param(
            *(2, "10(h)", (1,), "fold"),
            marks=pytest.mark.clause(f"{MA} 10(h)", f"{MA} 1 raise wager(c)"),
            id="on_the_river",
        ),
    ],
)
def test_each_decision_allows_whole_multiples_of_the_ante(
    place: int, clause: str, multiples: tuple[int, ...], otherwise: str
) -> None:
    street = rules_of(MA, {}).streets[place]
    assert (street.multiples, street.any_amount_between, street.otherwise) == (multiples, False, otherwise)
    assert street.clauses == (f"{MA} {clause}",)
    for multiple in multiples:
        raised = {1: "7.50", 2: "15.00", 3: "22.50"}[multiple]
        answer = settled(MA, alone(WINNING["pair"], ante="7.50", raised=raised))
        assert lines(answer, 1, "raise")[0]["payout"] == raised


@pytest.mark.clause(f"{MA} 10(d)", f"{MA} 10(f)", f"{MA} 10(h)")
@pytest.mark.parametrize("raised", ["5.00", "10.01", "15.00", "25.00", "29.99", "40.00"])
def test_a_raise_of_another_amount_is_refused(raised: str) -> None:
    (problem,) = refused(MA, alone(WINNING["pair"], raised=raised))
    assert problem.clause == f"{MA} 10(d)"


@pytest.mark.clause(f"{MA} 10(h)", f"{MA} 11(i)")
@pytest.mark.parametrize(
    ("hole", "result", "payout", "returned"),
    [
        ("Ah Ad", "win", "150.00", "155.00"),  # 30 to 1 on $5
        ("3h 3s", "win", "25.00", "30.00"),  # 5 to 1
        ("Jh Td", "lose", "0.00", "0.00"),
    ],
)
def test_a_player_who_folds_can_still_win_the_pocket_bonus(hole: str, result: str, payout: str, returned: str) -> None:
    answer = settled(MA, alone((hole, BOARD, KINGS), raised=None, pocket_bonus="5.00"))
    check(answer, 1, "ante", "forfeit", "0.00", "0.00")
    check(answer, 1, "pocket_bonus", result, payout, returned, f"{MA} 11(i)")


@pytest.mark.clause(f"{MA} 10(i)", f"{MA} 1 hand", f"{MA} 1 community cards")
@pytest.mark.parametrize(
    ("hole", "board", "dealer", "hand", "result"),
    [
        ("9h 8d", "7s 6c 5h 2c 2d", "Ks Qd", "straight", "win"),  # both of the player's cards
        ("9h 3s", "8d 7s 6c 5h 2d", "Ks Kd", "straight", "win"),  # one of them
        ("Kh Kd", "9s 8c 7h 6d 5c", "2c 3d", "straight", "push"),  # none, and so does the dealer
        ("Kh Kd", "9s 8c 7h 6d 5c", "Ts 3d", "straight", "lose"),  # the dealer's ten makes it higher
        ("9h 4d", "9s 4c Kd Kc 7h", "Qs Qd", "two_pairs", "lose"),  # kings and nines, kings and queens
    ],
)
def test_player_and_dealer_play_the_best_five_of_their_own_and_the_community_cards(
    hole: str, board: str, dealer: str, hand: str, result: str
) -> None:
    (ante,) = lines(settled(MA, alone((hole, board, dealer))), 1, "ante")
    assert (ante["hand"], ante["result"]) == (hand, result)


# Section 11(b) to (f): the main wagers


@pytest.mark.clause(f"{MA} 11(b)(1)")
def test_without_a_pair_of_the_dealers_odds_and_side_wagers_are_still_paid() -> None:
    cards = ("Ac Tc", "9c 4c 7c 2d Kd", KING_HIGH)
    answer = settled(MA, alone(cards, trips_plus="5.00", pocket_bonus="5.00"))
    check(answer, 1, "odds", "win", "15.00", "25.00")  # a flush: 3 to 2
    check(answer, 1, "trips_plus", "win", "35.00", "40.00")  # 7 to 1
    check(answer, 1, "pocket_bonus", "lose", "0.00", "0.00")  # ace and ten


@pytest.mark.clause(f"{MA} 11(b)(3)")
@pytest.mark.parametrize("hand", BEATEN)
def test_a_beaten_ante_is_collected_however_high_the_hand(hand: str) -> None:
    check(settled(MA, alone(BEATEN[hand])), 1, "ante", "lose", "0.00", "0.00", f"{MA} 11(b)(3)")


# On an odds wager of $10.
ODDS = {
    "A": {
        "royal_flush": ("500 to 1", "5000.00", "5010.00"),
        "straight_flush": ("50 to 1", "500.00", "510.00"),
        "four_of_a_kind": ("10 to 1", "100.00", "110.00"),
        "full_house": ("3 to 1", "30.00", "40.00"),
        "flush": ("3 to 2", "15.00", "25.00"),
        "straight": ("1 to 1", "10.00", "20.00"),
    }
}


@pytest.mark.clause(f"{MA} 11(b)(5)")
@pytest.mark.parametrize(("chosen", "hand", "row", "citation"), tables("11(b)(5)", ODDS))
def test_a_win_with_a_straight_or_better_pays_raise_and_odds(
    chosen: str, hand: str, row: tuple[str, str, str], citation: str
) -> None:
    pays, payout, returned = row
    answer = settled(MA, alone(WINNING[hand], raised="30.00"), paytables={"odds": chosen})
    line = check(answer, 1, "odds", "win", payout, returned, f"{MA} 11(b)(5)", citation)
    assert (line["hand"], line["pays"], line["reason"]) == (hand, pays, "beats_dealer")
    raised = check(answer, 1, "raise", "win", "30.00", "60.00", f"{MA} 11(b)(5)")
    assert raised["pays"] == "1 to 1"


# On $1, so that "N to 1" wins N dollars and hands back N + 1; so are trips plus and pocket bonus below.
BAD_BEAT = {"A": {"straight_flush": 500, "four_of_a_kind": 25, "full_house": 6, "flush": 5, "straight": 4}}


@pytest.mark.clause(f"{MA} 11(f)")
@pytest.mark.parametrize(("chosen", "hand", "odds", "citation"), tables("11(f)", BAD_BEAT))
def test_a_loss_with_a_straight_or_better_costs_ante_and_raise_and_pays_a_bad_beat(
    chosen: str, hand: str, odds: int, citation: str
) -> None:
    answer = settled(MA, alone(BEATEN[hand], ante="1.00", raised="3.00"), paytables={"bad_beat": chosen})
    check(answer, 1, "ante", "lose", "0.00", "0.00")
    check(answer, 1, "raise", "lose", "0.00", "0.00", f"{MA} 11(f)")
    line = check(answer, 1, "odds", "win", f"{odds}.00", f"{odds + 1}.00", f"{MA} 11(f)", citation)
    assert (line["hand"], line["pays"], line["reason"]) == (hand, f"{odds} to 1", "bad_beat")


@pytest.mark.clause(f"{MA} 11(f) A")
def test_a_royal_flush_is_never_a_bad_beat() -> None:
    # The dealer's best is the same royal, on the board.
    answer = settled(MA, alone(("2c 3d", "Ah Kh Qh Jh Th", "4s 5s")))
    check(answer, 1, "odds", "push", "0.00", "10.00")
    table_ = rules_of(MA, {}).tables["bad_beat"]
    assert "royal_flush" not in [row.hand for row in table_.rows if "to" in str(row.pays)]


# Section 11(g) to (i): the side wagers

TRIPS_PLUS = {
    "A": {
        "royal_flush": 100,
        "straight_flush": 40,
        "four_of_a_kind": 30,
        "full_house": 9,
        "flush": 7,
        "straight": 4,
        "three_of_a_kind": 3,
    },
    "B": {
        "royal_flush": 100,
        "straight_flush": 40,
        "four_of_a_kind": 30,
        "full_house": 8,
        "flush": 6,
        "straight": 5,
        "three_of_a_kind": 3,
    },
    "C": {
        "royal_flush": 100,
        "straight_flush": 40,
        "four_of_a_kind": 30,
        "full_house": 8,
        "flush": 7,
        "straight": 4,
        "three_of_a_kind": 3,
    },
    "D": {
        "royal_flush": 100,
        "straight_flush": 40,
        "four_of_a_kind": 30,
        "full_house": 7,
        "flush": 6,
        "straight": 5,
        "three_of_a_kind": 3,
    },
}


@pytest.mark.parametrize(("chosen", "hand", "odds", "citation"), tables("11(g)", TRIPS_PLUS))
def test_trips_plus_rows(chosen: str, hand: str, odds: int, citation: str) -> None:
    answer = settled(MA, alone(WINNING[hand], trips_plus="1.00"), paytables={"trips_plus": chosen})
    line = check(answer, 1, "trips_plus", "win", f"{odds}.00", f"{odds + 1}.00", f"{MA} 11(g)", citation)
    assert (line["hand"], line["pays"], line["reason"]) == (hand, f"{odds} to 1", "qualifying_hand")


@pytest.mark.clause(f"{MA} 11(h)")
@pytest.mark.parametrize(
    ("first", "expected"),
    [
        (False, [*MAIN, "pocket_bonus", "trips_plus"]),
        (True, ["trips_plus", *MAIN, "pocket_bonus"]),
    ],
)
def test_the_house_settles_trips_plus_before_or_after_the_main_wagers(*, first: bool, expected: list[str]) -> None:
    side = {"pocket_bonus": "5.00", "trips_plus": "5.00"}
    round_ = table(BOARD, KINGS, seat(1, "Ah Ad", **side), seat(2, "9h 9d", **side))
    answer = settled(MA, round_, options={"trips_plus_before_main": first})
    assert [line["wager"] for line in answer["lines"]] == expected * 2
    assert [line["seat"] for line in answer["lines"]] == [2] * 5 + [1] * 5
    check(answer, 2, "trips_plus", "win", "15.00", "20.00")  # the money is the same


POCKET_BONUS = {
    "A": {
        "pair_of_aces": 30,
        "suited_ace_and_face": 20,
        "unsuited_ace_and_face": 10,
        "pair_of_twos_to_kings": 5,
    },
    "B": {
        "pair_of_aces": 25,
        "suited_ace_and_face": 20,
        "unsuited_ace_and_face": 10,
        "pair_of_twos_to_kings": 5,
    },
    "C": {
        "pair_of_aces": 30,
        "suited_ace_and_face": 20,
        "unsuited_ace_and_face": 10,
        "pair_of_twos_to_kings": 4,
    },
}
POCKETS = {
    "pair_of_aces": ["As Ah", "Ac Ad"],
    "suited_ace_and_face": ["As Ks", "Qh Ah", "Ad Jd"],
    "unsuited_ace_and_face": ["As Kh", "Qd Ah", "Ac Js"],
    "pair_of_twos_to_kings": ["2h 2s", "Th Td", "Jh Jd", "Kh Kc"],
}


@pytest.mark.parametrize(("chosen", "hand", "odds", "citation"), tables("11(i)", POCKET_BONUS))
def test_pocket_bonus_rows(chosen: str, hand: str, odds: int, citation: str) -> None:
    for hole in POCKETS[hand]:
        round_ = alone((hole, *POCKET_BOARD), pocket_bonus="1.00")
        answer = settled(MA, round_, paytables={"pocket_bonus": chosen})
        line = check(answer, 1, "pocket_bonus", "win", f"{odds}.00", f"{odds + 1}.00", f"{MA} 11(i)", citation)
        assert (line["hand"], line["pays"], line["reason"]) == (hand, f"{odds} to 1", "qualifying_hand")


@pytest.mark.clause(f"{MA} 11(i)", f"{MA} 1 pocket bonus wager")
@pytest.mark.parametrize(
    ("hole", "dealer", "outcome", "payout", "returned"),
    [
        ("Qh Qc", KINGS, "lose", "25.00", "30.00"),  # queens against kings; 5 to 1 on $5
        ("Ah Ac", KINGS, "win", "150.00", "155.00"),
        ("Qh Qc", "Qs Qd", "push", "25.00", "30.00"),
        ("3h 3d", KING_HIGH, "win", "25.00", "30.00"),  # the dealer has no pair
        ("Ah Jh", KINGS, "lose", "100.00", "105.00"),  # ace and jack of hearts: 20 to 1
    ],
)
def test_pocket_bonus_is_paid_regardless_of_the_main_outcome(
    hole: str, dealer: str, outcome: str, payout: str, returned: str
) -> None:
    answer = settled(MA, alone((hole, BOARD, dealer), pocket_bonus="5.00"))
    assert lines(answer, 1, "raise")[0]["result"] == outcome
    check(answer, 1, "pocket_bonus", "win", payout, returned, f"{MA} 11(i)")


# Section 12: void rounds

SIDE = {"pocket_bonus": "5.00", "trips_plus": "5.00"}


def void_round(cause: str) -> Answer:
    """Three nines and aces who raised, and a player who folded."""
    players = [
        seat(1, "9h 9d", **SIDE),
        seat(2, "Jh Td", raised=None, **SIDE),
        seat(3, "Ah Ad", **SIDE),
    ]
    return settled(MA, table(BOARD, KINGS, *players, void=cause))


@pytest.mark.parametrize(
    ("cause", "citation"),
    [
        pytest.param(cause, citation, marks=pytest.mark.clause(citation), id=cause)
        for cause, citation in [
            ("face_up_cards", f"{MA} 12(a)"),
            ("wrong_number_of_cards", f"{MA} 12(c)"),
            ("dealer_card_exposed", f"{MA} 12(d)"),
            ("shoe_jam", f"{MA} 12(f)"),
            ("stub_count_misdeal", f"{MA} 7(f)(2)"),
            ("stub_count_wrong_deck", f"{MA} 7(f)(2)"),
        ]
    ],
)
def test_a_void_round_returns_every_wager(cause: str, citation: str) -> None:
    answer = void_round(cause)
    assert len(answer["lines"]) == 14
    for line in answer["lines"]:
        assert (line["result"], line["reason"], line["payout"]) == ("void", cause, "0.00")
        assert line["returned"] == line["stake"]
        assert citation in line["clauses"]
    assert {total["net"] for total in answer["totals"].values()} == {"0.00"}


@pytest.mark.clause(f"{MA} 12(c)")
def test_a_player_with_one_card_voids_the_round() -> None:
    answer = settled(MA, table(BOARD, KINGS, seat(1, "Ah", **SIDE), void="wrong_number_of_cards"))
    assert {line["result"] for line in answer["lines"]} == {"void"}
    assert answer["totals"]["1"] == {"wagered": "40.00", "returned": "40.00", "net": "0.00"}


@pytest.mark.clause(f"{MA} 12(c)")
def test_a_player_with_three_cards_voids_the_round() -> None:
    answer = settled(MA, table(BOARD, KINGS, seat(1, "Ah Ad Tc", **SIDE), void="wrong_number_of_cards"))
    assert {line["result"] for line in answer["lines"]} == {"void"}
    assert answer["totals"]["1"] == {"wagered": "40.00", "returned": "40.00", "net": "0.00"}


@pytest.mark.clause(f"{MA} 12(e)")
def test_a_jam_of_the_shuffler_voids_no_round() -> None:
    (problem,) = refused(MA, table(BOARD, KINGS, seat(1, "Ah Ad"), void="shuffler_jam"))
    assert problem.clause == f"{MA} 12(e)"
