"""Settlement by Galaxy's rules of play, step by step: 2, 5, 7, 9 to 11, the side bets and every paytable.

Where nothing else is said, ante and odds are $10, the board is 9s 4c 7h 2c Kd, and the dealer has either a pair of
kings, or king, queen, nine, seven, five, which is no pair.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from clauses.hands import check, lines, refused, settled
from clauses.holdem import BEATEN, BOARD, KING_HIGH, KINGS, POCKET_BOARD, PROGRESSIVE, WINNING, alone, seat, table
from settlement.choices import rules_of

GALAXY = "galaxy-heads-up-holdem"
MAIN = ["ante", "odds", "raise"]


def with_wagers(**wagers: str) -> dict[str, Any]:
    """A round of one seat with exactly these wagers."""
    player = {"seat": 1, "hole": "Ah Jd", "wagers": wagers}
    return {"board": BOARD, "dealer": KINGS, "seats": [player], "meters": {"progressive": "10000.00"}}


def tables(name: str, tables_: Mapping[str, Mapping[str, Any]]) -> list[Any]:
    """A case for each row of each table, marked with the table."""
    return [
        pytest.param(
            *(chosen, hand, row, f"{GALAXY} {name} {chosen}"),
            marks=pytest.mark.clause(f"{GALAXY} {name} {chosen}"),
            id=f"{chosen}-{hand}",
        )
        for chosen, rows in tables_.items()
        for hand, row in rows.items()
    ]


def columns(hands: list[str], **numbers: list[int]) -> dict[str, dict[str, int]]:
    """Tables as the book prints them: one row for each hand, one column for each table."""
    by_hand = dict(zip(hands, numbers.values(), strict=True))
    assert list(numbers) == hands
    return {
        str(place + 1): {hand: row[place] for hand, row in by_hand.items()}
        for place in range(len(next(iter(numbers.values()))))
    }


# Steps 2, 5, 7 and 9: what may be wagered


@pytest.mark.clause(f"{GALAXY} 2")
@pytest.mark.parametrize(
    "wagers",
    [
        {"ante": "10.00", "odds": "5.00", "raise": "10.00"},
        {"ante": "10.00", "odds": "10.50", "raise": "10.00"},
        {"ante": "10.00", "raise": "10.00"},
        {"odds": "10.00"},
        {"trips_plus": "5.00"},
        {"pocket_bonus": "5.00"},
        {"progressive": "1.00"},
    ],
)
def test_ante_and_odds_are_mandatory_and_equal(wagers: dict[str, str]) -> None:
    assert f"{GALAXY} 2" in [problem.clause for problem in refused(GALAXY, with_wagers(**wagers))]


@pytest.mark.clause(f"{GALAXY} 2")
def test_equal_ante_and_odds_are_settled() -> None:
    answer = settled(GALAXY, with_wagers(ante="7.50", odds="7.50", **{"raise": "15.00"}))
    check(answer, 1, "ante", "lose", "0.00", "0.00")  # ace high against a pair of kings
    check(answer, 1, "odds", "lose", "0.00", "0.00")


@pytest.mark.parametrize(
    ("place", "multiple", "otherwise"),
    [
        pytest.param(0, 3, "check", marks=pytest.mark.clause(f"{GALAXY} 5"), id="5"),
        pytest.param(1, 2, "check", marks=pytest.mark.clause(f"{GALAXY} 7"), id="7"),
        pytest.param(2, 1, "fold", marks=pytest.mark.clause(f"{GALAXY} 9"), id="9"),
    ],
)
def test_each_decision_allows_one_multiple_of_the_ante(
    place: int, multiple: int, otherwise: str, request: pytest.FixtureRequest
) -> None:
    street = rules_of(GALAXY, {}).streets[place]
    assert (street.multiples, street.any_amount_between, street.otherwise) == ((multiple,), False, otherwise)
    assert street.clauses == (f"{GALAXY} {request.node.callspec.id}",)
    raised = {3: "22.50", 2: "15.00", 1: "7.50"}[multiple]
    answer = settled(GALAXY, alone(WINNING["pair"], ante="7.50", raised=raised))
    assert lines(answer, 1, "raise")[0]["payout"] == raised


@pytest.mark.clause(f"{GALAXY} 5")
def test_the_house_may_allow_smaller_raises_before_the_flop_and_only_there() -> None:
    streets = rules_of(GALAXY, {"options": {"smaller_raises": True}}).streets
    assert [street.multiples for street in streets] == [(1, 2, 3), (2,), (1,)]


@pytest.mark.clause(f"{GALAXY} 5", f"{GALAXY} 7", f"{GALAXY} 9")
@pytest.mark.parametrize("smaller", [False, True])
@pytest.mark.parametrize("raised", ["5.00", "10.01", "15.00", "25.00", "29.99", "40.00"])
def test_a_raise_of_another_amount_is_refused(raised: str, *, smaller: bool) -> None:
    options = {"smaller_raises": smaller}
    (problem,) = refused(GALAXY, alone(WINNING["pair"], raised=raised), options=options)
    assert problem.clause == f"{GALAXY} 5"


# Steps 10 and 11: the main wagers


@pytest.mark.clause(f"{GALAXY} 10")
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
def test_player_and_dealer_play_any_five_of_hole_and_community_cards(
    hole: str, board: str, dealer: str, hand: str, result: str
) -> None:
    (ante,) = lines(settled(GALAXY, alone((hole, board, dealer))), 1, "ante")
    assert (ante["hand"], ante["result"]) == (hand, result)


@pytest.mark.clause(f"{GALAXY} 11.a")
def test_without_a_pair_of_the_dealers_odds_and_side_bets_are_still_paid() -> None:
    cards = ("Ac Tc", "9c 4c 7c 2d Kd", KING_HIGH)
    answer = settled(GALAXY, alone(cards, trips_plus="5.00", progressive="1.00"))
    check(answer, 1, "odds", "win", "15.00", "25.00")  # a flush: 3 to 2
    check(answer, 1, "trips_plus", "win", "35.00", "40.00")  # 7 to 1
    check(answer, 1, "progressive", "win", "5.00", "5.00")  # 5 for 1


@pytest.mark.clause(f"{GALAXY} 11.c")
@pytest.mark.parametrize("hand", BEATEN)
def test_a_beaten_ante_is_collected_however_high_the_hand(hand: str) -> None:
    check(settled(GALAXY, alone(BEATEN[hand])), 1, "ante", "lose", "0.00", "0.00", f"{GALAXY} 11.c")


# On an odds wager of $10; the book writes 1.5 for the flush.
ODDS = {
    "1": {
        "royal_flush": ("500 to 1", "5000.00", "5010.00"),
        "straight_flush": ("50 to 1", "500.00", "510.00"),
        "four_of_a_kind": ("10 to 1", "100.00", "110.00"),
        "full_house": ("3 to 1", "30.00", "40.00"),
        "flush": ("3 to 2", "15.00", "25.00"),
        "straight": ("1 to 1", "10.00", "20.00"),
    }
}


@pytest.mark.clause(f"{GALAXY} 11.e")
@pytest.mark.parametrize(("chosen", "hand", "row", "citation"), tables("Odds", ODDS))
def test_a_win_with_a_straight_or_better_pays_raise_and_odds(
    chosen: str, hand: str, row: tuple[str, str, str], citation: str
) -> None:
    pays, payout, returned = row
    answer = settled(GALAXY, alone(WINNING[hand], raised="30.00"), paytables={"odds": chosen})
    line = check(answer, 1, "odds", "win", payout, returned, f"{GALAXY} 11.e", citation)
    assert (line["hand"], line["pays"], line["reason"]) == (hand, pays, "beats_dealer")
    assert check(answer, 1, "raise", "win", "30.00", "60.00", f"{GALAXY} 11.e")["pays"] == "1 to 1"


# On $1, so that N to 1 wins N dollars and hands back N + 1; so are the side bets below.
BAD_BEAT = columns(
    ["straight_flush", "four_of_a_kind", "full_house", "flush", "straight"],
    straight_flush=[500, 500, 500, 500],
    four_of_a_kind=[50, 50, 50, 25],
    full_house=[10, 10, 10, 6],
    flush=[8, 6, 5, 5],
    straight=[5, 5, 4, 4],
)


@pytest.mark.clause(f"{GALAXY} 11.i")
@pytest.mark.parametrize(("chosen", "hand", "odds", "citation"), tables("Bad Beat", BAD_BEAT))
def test_a_loss_with_a_straight_or_better_costs_the_raise_and_pays_a_bad_beat(
    chosen: str, hand: str, odds: int, citation: str
) -> None:
    answer = settled(GALAXY, alone(BEATEN[hand], ante="1.00", raised="3.00"), paytables={"bad_beat": chosen})
    check(answer, 1, "raise", "lose", "0.00", "0.00", f"{GALAXY} 11.i")
    line = check(answer, 1, "odds", "win", f"{odds}.00", f"{odds + 1}.00", f"{GALAXY} 11.i", citation)
    assert (line["hand"], line["pays"], line["reason"]) == (hand, f"{odds} to 1", "bad_beat")


# Trips Plus

TRIPS_PLUS = columns(
    [
        "royal_flush",
        "straight_flush",
        "four_of_a_kind",
        "full_house",
        "flush",
        "straight",
        "three_of_a_kind",
    ],
    royal_flush=[100, 100, 100, 100],
    straight_flush=[40, 40, 40, 40],
    four_of_a_kind=[30, 30, 30, 30],
    full_house=[9, 8, 8, 7],
    flush=[7, 6, 7, 6],
    straight=[4, 5, 4, 5],
    three_of_a_kind=[3, 3, 3, 3],
)


@pytest.mark.parametrize(("chosen", "hand", "odds", "citation"), tables("Trips Plus", TRIPS_PLUS))
def test_trips_plus_rows(chosen: str, hand: str, odds: int, citation: str) -> None:
    answer = settled(GALAXY, alone(WINNING[hand], trips_plus="1.00"), paytables={"trips_plus": chosen})
    line = check(answer, 1, "trips_plus", "win", f"{odds}.00", f"{odds + 1}.00", citation)
    assert (line["hand"], line["pays"], line["reason"]) == (hand, f"{odds} to 1", "qualifying_hand")


@pytest.mark.clause(f"{GALAXY} Trips Plus")
@pytest.mark.parametrize(
    ("first", "expected"),
    [
        (False, [*MAIN, "pocket_bonus", "trips_plus"]),
        (True, ["trips_plus", *MAIN, "pocket_bonus"]),
    ],
)
def test_the_house_settles_trips_plus_before_or_after_the_main_bets(*, first: bool, expected: list[str]) -> None:
    side = {"pocket_bonus": "5.00", "trips_plus": "5.00"}
    round_ = table(BOARD, KINGS, seat(1, "Ah Ad", **side), seat(2, "9h 9d", **side))
    answer = settled(GALAXY, round_, options={"trips_plus_before_main": first})
    assert [line["wager"] for line in answer["lines"]] == expected * 2
    assert [line["seat"] for line in answer["lines"]] == [2] * 5 + [1] * 5
    check(answer, 2, "trips_plus", "win", "15.00", "20.00")  # the money is the same


# Pocket Bonus

POCKET_BONUS = columns(
    ["pair_of_aces", "suited_ace_and_face", "unsuited_ace_and_face", "pair_of_twos_to_kings"],
    pair_of_aces=[30, 25, 30],
    suited_ace_and_face=[20, 20, 20],
    unsuited_ace_and_face=[10, 10, 10],
    pair_of_twos_to_kings=[5, 5, 4],
)
POCKETS = {
    "pair_of_aces": ["As Ah", "Ac Ad"],
    "suited_ace_and_face": ["As Ks", "Qh Ah", "Ad Jd"],
    "unsuited_ace_and_face": ["As Kh", "Qd Ah", "Ac Js"],
    "pair_of_twos_to_kings": ["2h 2s", "Th Td", "Jh Jd", "Kh Kc"],
}


@pytest.mark.parametrize(("chosen", "hand", "odds", "citation"), tables("Pocket Bonus", POCKET_BONUS))
def test_pocket_bonus_rows(chosen: str, hand: str, odds: int, citation: str) -> None:
    for hole in POCKETS[hand]:
        round_ = alone((hole, *POCKET_BOARD), pocket_bonus="1.00")
        answer = settled(GALAXY, round_, paytables={"pocket_bonus": chosen})
        line = check(answer, 1, "pocket_bonus", "win", f"{odds}.00", f"{odds + 1}.00", citation)
        assert (line["hand"], line["pays"], line["reason"]) == (hand, f"{odds} to 1", "qualifying_hand")


@pytest.mark.clause(f"{GALAXY} Pocket Bonus")
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
def test_pocket_bonus_pays_on_the_hole_cards_only(
    hole: str, dealer: str, outcome: str, payout: str, returned: str
) -> None:
    answer = settled(GALAXY, alone((hole, BOARD, dealer), pocket_bonus="5.00"))
    assert lines(answer, 1, "raise")[0]["result"] == outcome
    check(answer, 1, "pocket_bonus", "win", payout, returned, f"{GALAXY} Pocket Bonus")


# All 6

ALL6 = columns(
    [
        "six_card_royal_of_diamonds",
        "six_card_royal",
        "royal_flush",
        "straight_flush",
        "four_of_a_kind",
        "full_house",
        "flush",
        "straight",
        "three_of_a_kind",
    ],
    six_card_royal_of_diamonds=[1000, 1000, 1000, 1000, 200000],
    six_card_royal=[1000, 1000, 1000, 1000, 20000],
    royal_flush=[1000, 1000, 1000, 1000, 1000],
    straight_flush=[200, 200, 200, 200, 200],
    four_of_a_kind=[50, 50, 100, 100, 50],
    full_house=[25, 25, 20, 20, 20],
    flush=[20, 15, 15, 15, 15],
    straight=[10, 10, 9, 10, 10],
    three_of_a_kind=[5, 5, 8, 7, 5],
)
SIX = {  # the player's two cards and the four dealt first
    "six_card_royal_of_diamonds": [("Ad Kd", "Qd Jd Td 9d"), ("Td 9d", "Ad Kd Qd Jd")],
    "six_card_royal": [("As Ks", "Qs Js Ts 9s"), ("Th 9h", "Ah Kh Qh Jh"), ("Ac 9c", "Kc Qc Jc Tc")],
    "royal_flush": [("As Ks", "Qs Js Ts 9d"), ("Ad 2c", "Kd Qd Jd Td"), ("As Ks", "Qs Js Ts 8s")],
    "straight_flush": [("Ks Qs", "Js Ts 9s 2d"), ("Ah 2h", "3h 4h 5h 9d")],
    "four_of_a_kind": [("9h 9d", "9s 9c 4h 2c")],
    "full_house": [("9h 9d", "9s 4c 4h 2c")],
    "flush": [("Ah 9h", "7h 4h 2h 2c")],
    "straight": [("9h 8d", "7s 6c 5h 2c")],
    "three_of_a_kind": [("9h 9d", "9s 4c 7h 2c")],
}
SIX_BOARD = ("3s 3d 5c 6d 8c", "3c 7c")


@pytest.mark.parametrize(("chosen", "hand", "odds", "citation"), tables("All 6", ALL6))
def test_all_6_rows(chosen: str, hand: str, odds: int, citation: str) -> None:
    for hole, four in SIX[hand]:
        round_ = alone((hole, *SIX_BOARD), all6="1.00") | {"all6_cards": four}
        answer = settled(GALAXY, round_, paytables={"all6": chosen})
        line = check(answer, 1, "all6", "win", f"{odds}.00", f"{odds + 1}.00", citation)
        assert (line["hand"], line["pays"], line["reason"]) == (hand, f"{odds:,} to 1", "qualifying_hand")


@pytest.mark.clause(f"{GALAXY} All 6")
@pytest.mark.parametrize(
    ("hole", "four", "hand"),
    [
        ("9h 4d", "9s 4c 7h 2c", "two_pairs"),
        ("Ah Ad", "9s 4c 7h 2c", "pair"),
        ("Ah Kd", "9s 4c 7h 2c", "high_card"),
    ],
)
def test_all_6_loses_below_three_of_a_kind(hole: str, four: str, hand: str) -> None:
    answer = settled(GALAXY, alone((hole, *SIX_BOARD), all6="5.00") | {"all6_cards": four})
    assert check(answer, 1, "all6", "lose", "0.00", "0.00", f"{GALAXY} All 6")["hand"] == hand


@pytest.mark.clause(f"{GALAXY} All 6")
def test_all_6_is_made_of_the_hole_cards_and_its_own_four_cards_alone() -> None:
    # With the board the player has four threes; with the four cards a straight, which counts for nothing else.
    round_ = alone(("3h 4s", "3s 3d 3c Kd Kc", "2s 7c"), all6="5.00", trips_plus="5.00")
    answer = settled(GALAXY, round_ | {"all6_cards": "5h 6c 7d Qs"})
    line = check(answer, 1, "all6", "win", "50.00", "55.00", f"{GALAXY} All 6")  # 10 to 1 on $5
    assert line["hand"] == "straight"
    check(answer, 1, "trips_plus", "win", "150.00", "155.00")  # four of a kind: 30 to 1
    # Two players share the four cards.
    players = [seat(1, "9h 8d", all6="1.00"), seat(2, "Ah Kd", all6="1.00")]
    both = settled(GALAXY, table(*SIX_BOARD, *players, all6_cards="7s 6c 5h 2c"))
    check(both, 1, "all6", "win", "10.00", "11.00")
    check(both, 2, "all6", "lose", "0.00", "0.00")


@pytest.mark.clause(f"{GALAXY} All 6")
@pytest.mark.parametrize("four", [None, "7s 6c 5h", "7s 6c 5h 2c 2d"])
def test_all_6_needs_exactly_four_cards(four: str | None) -> None:
    round_ = alone(("9h 8d", *SIX_BOARD), all6="1.00") | {"all6_cards": four}
    assert "all6_cards" in refused(GALAXY, round_)[0].message


# Progressive, on a meter of $10,000. A row lists the tables of one block of the book.

HOLDEM_ROWS = (
    "flopped_royal_flush_in_spades",
    "flopped_royal_flush",
    "royal_flush",
    "community_royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
)
PRINTED = {
    "1": ("100%", "10%", "10%", "10%", "200", "50", "10", "5"),
    "2": ("100%", "1,000", "1,000", "1,000", "200", "50", "10", "5"),
    "3": ("100%", "10%", "10%", "10%", "500", "100", "10", "Loss"),
    "4": ("100%", "100%", "1,000", "1,000", "500", "100", "10", "Loss"),
    "5": ("100%", "100%", "3,000", "3,000", "250", "100", "10", "Loss"),
    "6": ("100%", "100%", "5%", "3,000", "250", "100", "10", "Loss"),
    "7": ("100%", "100%", "100%", "1,000", "250", "75", "11", "Loss"),
    "8": ("100%", "100%", "100%", "1,000", "300", "100", "10", "Loss"),
}
AWARDS = {chosen: dict(zip(HOLDEM_ROWS, row, strict=True)) for chosen, row in PRINTED.items()} | {
    "9": {
        "flopped_straight_flush": "100%",
        "royal_flush": "2,000",
        "straight_flush": "250",
        "four_of_a_kind": "50",
        "full_house": "7",
        "flush": "5",
    }
}
SHARES = {"100%": "10000.00", "10%": "1000.00", "5%": "500.00"}
LEFT = {"10%": "9000.00", "5%": "9500.00"}
SEEDS = dict.fromkeys("12345", "5000.00") | {"6": "6000.00", "7": "2000.00", "8": "2000.00", "9": "2500.00"}


@pytest.mark.parametrize(("chosen", "hand", "award", "citation"), tables("Progressive", AWARDS))
def test_progressive_rows(chosen: str, hand: str, award: str, citation: str) -> None:
    # On $2: a fixed award is twice its number, and the wager is not returned; a share is the same for every wager.
    round_ = alone(PROGRESSIVE[hand], progressive="2.00")
    answer = settled(GALAXY, round_, paytables={"progressive": chosen})
    if award == "Loss":
        line = check(answer, 1, "progressive", "lose", "0.00", "0.00", citation)
        assert line["pays"] is None
        assert answer["meters"] == {"progressive": "10000.00"}
        return
    payout = SHARES.get(award) or f"{2 * int(award.replace(',', ''))}.00"
    line = check(answer, 1, "progressive", "win", payout, payout, citation)
    assert line["pays"] == (f"{award} of meter" if award in SHARES else f"{award} for 1")
    assert (line["hand"], line["reason"]) == (hand, "qualifying_hand")
    left = SEEDS[chosen] if award == "100%" else LEFT.get(award, "10000.00")
    assert answer["meters"] == {"progressive": left}


@pytest.mark.parametrize(
    ("chosen", "citation"),
    [
        pytest.param(chosen, citation, marks=pytest.mark.clause(citation), id=chosen)
        for chosen, citation in [(chosen, f"{GALAXY} Progressive {chosen}") for chosen in AWARDS]
    ],
)
def test_hands_outside_the_progressive_table_lose(chosen: str, citation: str) -> None:
    for hand in ("straight", "three_of_a_kind", "two_pairs", "pair", "high_card"):
        round_ = alone(PROGRESSIVE[hand], progressive="1.00")
        answer = settled(GALAXY, round_, paytables={"progressive": chosen})
        check(answer, 1, "progressive", "lose", "0.00", "0.00", citation)


@pytest.mark.clause(f"{GALAXY} Progressive")
@pytest.mark.parametrize(
    ("cards", "hand", "payout"),
    [
        (("As Ks", "Qs Js Ts 2c 2d", "3h 4h"), "flopped_royal_flush_in_spades", "10000.00"),
        (("As Ks", "Qs Js 2c Ts 2d", "3h 4h"), "royal_flush", "1000.00"),  # the ten on the turn
        (("As 3c", "Ks Qs Js Ts 2d", "3h 4h"), "royal_flush", "1000.00"),  # one of the two cards only
        (("9h 9d", "9s 9c 4h 4c 7d", "Ks Qd"), "four_of_a_kind", "50.00"),  # and no full house besides
        (BEATEN["full_house"], "full_house", "10.00"),
    ],
)
def test_a_progressive_pays_the_highest_hand_only_and_flopped_means_the_first_three_cards(
    cards: tuple[str, str, str], hand: str, payout: str
) -> None:
    answer = settled(GALAXY, alone(cards, progressive="1.00"))
    line = check(answer, 1, "progressive", "win", payout, payout, f"{GALAXY} Progressive")
    assert line["hand"] == hand


@pytest.mark.clause(f"{GALAXY} Progressive")
def test_the_wager_is_not_returned_with_the_award() -> None:
    answer = settled(GALAXY, alone(WINNING["four_of_a_kind"], progressive="1.00"))
    # ante +10, raise +10, odds 10 to 1 +100, progressive 50 for 1 +49
    assert answer["totals"]["1"] == {"wagered": "31.00", "returned": "200.00", "net": "169.00"}


@pytest.mark.clause(f"{GALAXY} Progressive")
def test_after_a_whole_meter_the_next_player_is_paid_from_its_seed() -> None:
    # Two flopped straight flushes in table 9; the operator's seed is $4,000.
    players = [seat(1, "6h 5h", progressive="1.00"), seat(2, "Jh Th", progressive="1.00")]
    answer = settled(
        GALAXY,
        table("9h 8h 7h 2c 2d", "Ks Qd", *players),
        paytables={"progressive": "9"},
        meters={"progressive": {"reset": "4000.00"}},
    )
    check(answer, 2, "progressive", "win", "10000.00", "10000.00")
    check(answer, 1, "progressive", "win", "4000.00", "4000.00")
    assert answer["meters"] == {"progressive": "4000.00"}


@pytest.mark.clause(f"{GALAXY} Progressive 9")
def test_table_9_counts_a_flopped_royal_as_flopped_straight_flush_unless_the_house_says_otherwise() -> None:
    round_ = alone(PROGRESSIVE["flopped_royal_flush"], progressive="1.00")
    chosen = {"progressive": "9"}
    answer = settled(GALAXY, round_, paytables=chosen)
    check(answer, 1, "progressive", "win", "10000.00", "10000.00", f"{GALAXY} Progressive 9")
    apart = {"flopped_royal_is_flopped_straight_flush": False}
    answer = settled(GALAXY, round_, paytables=chosen, options=apart)
    check(answer, 1, "progressive", "win", "2000.00", "2000.00", f"{GALAXY} Progressive 9")


@pytest.mark.clause(f"{GALAXY} Progressive", f"{GALAXY} Progressive 9")
def test_table_9_pays_a_flopped_straight_flush_as_such_although_it_becomes_a_royal() -> None:
    round_ = alone(("9h Th", "Jh Qh Kh Ah 2d", "3s 4s"), progressive="1.00")
    chosen = {"progressive": "9"}
    answer = settled(GALAXY, round_, paytables=chosen)
    check(answer, 1, "progressive", "win", "10000.00", "10000.00", f"{GALAXY} Progressive 9")
    answer = settled(GALAXY, round_, paytables=chosen, options={"flopped_straight_flush_stays": False})
    check(answer, 1, "progressive", "win", "2000.00", "2000.00", f"{GALAXY} Progressive 9")


def test_void_rounds_go_by_the_house_default_and_never_cite_galaxy() -> None:
    side = {"pocket_bonus": "5.00", "trips_plus": "5.00", "all6": "5.00", "progressive": "1.00"}
    round_ = table(BOARD, KINGS, seat(1, "Ah Ad", **side), all6_cards="8s 6c 5h 2d", void="shoe_jam")
    answer = settled(GALAXY, round_)
    assert [line["result"] for line in answer["lines"]] == ["void"] * 7
    assert all(clause.startswith("md-heads-up-holdem 13.I") for line in answer["lines"] for clause in line["clauses"])
