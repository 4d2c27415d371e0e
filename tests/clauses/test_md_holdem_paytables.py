"""Chapter 12 of the Maryland hold'em rules, row by row: each row is typed from the book and played by a hand.

Side wagers and bad beats are on $1, so that "N to 1" wins N dollars and hands back N + 1; progressives are on a
meter of $10,000.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from clauses.hands import check, lines, settled
from clauses.holdem import BEATEN, PROGRESSIVE, WINNING, alone

MD = "md-heads-up-holdem"
Tables = Mapping[str, Mapping[str, Any]]


def rows(section: str, tables: Tables, letters: tuple[str, ...], numbers: str) -> list[Any]:
    """A case for each row of each table, marked with the row's own clause."""
    cases = []
    for number, (chosen, table) in zip(numbers, tables.items(), strict=True):
        for letter, (hand, pays) in zip(letters, table.items(), strict=False):
            citation = f"{MD} {section}({number})({letter})"
            marks = pytest.mark.clause(citation)
            cases.append(pytest.param(chosen, hand, pays, citation, id=f"{chosen}-{hand}", marks=marks))
    return cases


def whole_tables(section: str, tables: Tables, numbers: str) -> list[Any]:
    """A case for each table, marked with the table's clause."""
    cases = []
    for number, (chosen, table) in zip(numbers, tables.items(), strict=True):
        citation = f"{MD} {section}({number})"
        cases.append(pytest.param(chosen, table, citation, id=chosen, marks=pytest.mark.clause(citation)))
    return cases


# 12.A and 12.B: the main wagers


@pytest.mark.clause(f"{MD} 12.A")
@pytest.mark.parametrize("raised", ["10.00", "20.00", "30.00"])
@pytest.mark.parametrize("hand", ["pair", "straight", "royal_flush"])
def test_a_winning_ante_and_raise_pay_even_money_whatever_the_hand(hand: str, raised: str) -> None:
    doubled = {"10.00": "20.00", "20.00": "40.00", "30.00": "60.00"}[raised]
    answer = settled(MD, alone(WINNING[hand], raised=raised))
    assert check(answer, 1, "ante", "win", "10.00", "20.00", f"{MD} 12.A")["pays"] == "1 to 1"
    assert check(answer, 1, "raise", "win", raised, doubled, f"{MD} 12.A")["pays"] == "1 to 1"


@pytest.mark.clause(f"{MD} 12.A")
def test_an_ante_or_raise_that_does_not_win_is_not_paid() -> None:
    answer = settled(MD, alone(BEATEN["pair"]))
    check(answer, 1, "ante", "lose", "0.00", "0.00")
    check(answer, 1, "raise", "lose", "0.00", "0.00")


# On an odds wager of $10.
ODDS = {
    "royal_flush": ("500 to 1", "5000.00", "5010.00"),
    "straight_flush": ("50 to 1", "500.00", "510.00"),
    "four_of_a_kind": ("10 to 1", "100.00", "110.00"),
    "full_house": ("3 to 1", "30.00", "40.00"),
    "flush": ("3 to 2", "15.00", "25.00"),
    "straight": ("1 to 1", "10.00", "20.00"),
}


@pytest.mark.parametrize(("chosen", "hand", "expected", "citation"), rows("12.B", {"A": ODDS}, tuple("abcdef"), "1"))
def test_odds_on_a_win(chosen: str, hand: str, expected: tuple[str, str, str], citation: str) -> None:
    pays, payout, returned = expected
    answer = settled(MD, alone(WINNING[hand]), paytables={"odds": chosen})
    line = check(answer, 1, "odds", "win", payout, returned, citation)
    assert (line["hand"], line["pays"], line["reason"]) == (hand, pays, "beats_dealer")


@pytest.mark.clause(f"{MD} 12.B(1)(e)")
def test_three_to_two_pays_the_half_dollar_exactly() -> None:
    answer = settled(MD, alone(WINNING["flush"], ante="0.50", raised="0.50"))
    check(answer, 1, "odds", "win", "0.75", "1.25", f"{MD} 12.B(1)(e)")


@pytest.mark.clause(f"{MD} 12.B(1)(g)")
@pytest.mark.parametrize("hand", ["three_of_a_kind", "two_pairs", "pair", "high_card"])
def test_a_win_below_a_straight_gives_the_odds_wager_back(hand: str) -> None:
    answer = settled(MD, alone(WINNING[hand]))
    line = check(answer, 1, "odds", "push", "0.00", "10.00", f"{MD} 12.B(1)(g)")
    assert (line["hand"], line["pays"], line["reason"]) == (hand, None, "win_below_straight")


@pytest.mark.clause(f"{MD} 12.B", f"{MD} 12.B(1)")
def test_the_odds_table_pays_six_hands_and_no_other() -> None:
    won = {
        hand: line["pays"]
        for hand, cards in WINNING.items()
        for line in settled(MD, alone(cards), paytables={"odds": "A"})["lines"]
        if line["wager"] == "odds" and line["result"] == "win"
    }
    assert won == {hand: pays for hand, (pays, _, _) in ODDS.items()}


# 12.C: bad beats. The rows of the book are lettered a, b, c, e, f.

BAD_BEAT = {
    "A": {"straight_flush": 500, "four_of_a_kind": 50, "full_house": 10, "flush": 8, "straight": 5},
    "B": {"straight_flush": 500, "four_of_a_kind": 50, "full_house": 10, "flush": 6, "straight": 5},
    "C": {"straight_flush": 500, "four_of_a_kind": 50, "full_house": 10, "flush": 5, "straight": 4},
    "D": {"straight_flush": 500, "four_of_a_kind": 25, "full_house": 6, "flush": 5, "straight": 4},
}


@pytest.mark.parametrize(("chosen", "hand", "odds", "citation"), rows("12.C", BAD_BEAT, tuple("abcef"), "1234"))
def test_bad_beat(chosen: str, hand: str, odds: int, citation: str) -> None:
    answer = settled(MD, alone(BEATEN[hand], ante="1.00", raised="3.00"), paytables={"bad_beat": chosen})
    line = check(answer, 1, "odds", "win", f"{odds}.00", f"{odds + 1}.00", citation)
    assert (line["hand"], line["pays"], line["reason"]) == (hand, f"{odds} to 1", "bad_beat")


@pytest.mark.parametrize(("chosen", "table", "citation"), whole_tables("12.C", BAD_BEAT, "1234"))
def test_a_bad_beat_table_pays_its_five_hands_and_no_other(
    chosen: str, table: Mapping[str, int], citation: str
) -> None:
    paid = {}
    for hand, cards in BEATEN.items():
        answer = settled(MD, alone(cards, ante="1.00", raised="1.00"), paytables={"bad_beat": chosen})
        (line,) = [line for line in answer["lines"] if line["wager"] == "odds"]
        if line["result"] == "win":
            paid[hand] = line["payout"]
            assert any(clause.startswith(citation) for clause in line["clauses"])
    assert paid == {hand: f"{odds}.00" for hand, odds in table.items()}


@pytest.mark.clause(f"{MD} 12.C")
def test_the_chosen_bad_beat_table_is_the_one_that_pays() -> None:
    paid = []
    for chosen in "ABCD":
        answer = settled(MD, alone(BEATEN["flush"]), paytables={"bad_beat": chosen})
        paid += [line["payout"] for line in answer["lines"] if line["wager"] == "odds"]
    assert paid == ["80.00", "60.00", "50.00", "50.00"]  # 8, 6, 5 and 5 to 1 on $10


# 12.D: pocket bonus

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
NO_POCKETS = ["As Ts", "Ah Td", "Ad 2d", "Kh Qh", "Ks Jd", "9h 2s"]
POCKET_BOARD = ("9s 8c 5h 4c 3d", "9c 6s")


@pytest.mark.parametrize(("chosen", "hand", "odds", "citation"), rows("12.D", POCKET_BONUS, tuple("abcd"), "123"))
def test_pocket_bonus(chosen: str, hand: str, odds: int, citation: str) -> None:
    for hole in POCKETS[hand]:
        round_ = alone((hole, *POCKET_BOARD), pocket_bonus="1.00")
        answer = settled(MD, round_, paytables={"pocket_bonus": chosen})
        line = check(answer, 1, "pocket_bonus", "win", f"{odds}.00", f"{odds + 1}.00", citation)
        assert (line["hand"], line["pays"], line["reason"]) == (hand, f"{odds} to 1", "qualifying_hand")


@pytest.mark.parametrize(("chosen", "table", "citation"), whole_tables("12.D", POCKET_BONUS, "123"))
def test_a_pocket_bonus_table_pays_its_four_rows_and_no_other_hole_cards(
    chosen: str, table: Mapping[str, int], citation: str
) -> None:
    paid = {}
    for hole in [*(holes[0] for holes in POCKETS.values()), *NO_POCKETS]:
        round_ = alone((hole, *POCKET_BOARD), pocket_bonus="1.00")
        (line,) = lines(settled(MD, round_, paytables={"pocket_bonus": chosen}), 1, "pocket_bonus")
        if hole in NO_POCKETS:
            assert (line["result"], line["returned"], line["hand"]) == ("lose", "0.00", None)
            assert line["reason"] == "no_qualifying_hand"
            assert citation in line["clauses"]
        else:
            paid[line["hand"]] = line["payout"]
    assert paid == {hand: f"{odds}.00" for hand, odds in table.items()}


@pytest.mark.clause(f"{MD} 12.D")
def test_the_chosen_pocket_bonus_table_is_the_one_that_pays() -> None:
    paid = []
    for chosen in "ABC":
        for hole in ("As Ah", "Kh Kc"):
            round_ = alone((hole, *POCKET_BOARD), pocket_bonus="5.00")
            answer = settled(MD, round_, paytables={"pocket_bonus": chosen})
            paid += [line["payout"] for line in answer["lines"] if line["wager"] == "pocket_bonus"]
    # 30 and 5, 25 and 5, 30 and 4 to 1 on $5
    assert paid == ["150.00", "25.00", "125.00", "25.00", "150.00", "20.00"]


# 12.E: trips plus

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
        "full_house": 7,
        "flush": 6,
        "straight": 5,
        "three_of_a_kind": 3,
    },
    "D": {
        "royal_flush": 100,
        "straight_flush": 40,
        "four_of_a_kind": 30,
        "full_house": 8,
        "flush": 7,
        "straight": 4,
        "three_of_a_kind": 3,
    },
}


@pytest.mark.parametrize(("chosen", "hand", "odds", "citation"), rows("12.E", TRIPS_PLUS, tuple("abcdefg"), "1234"))
def test_trips_plus(chosen: str, hand: str, odds: int, citation: str) -> None:
    for cards in [WINNING[hand], BEATEN.get(hand, WINNING[hand])]:
        answer = settled(MD, alone(cards, trips_plus="1.00"), paytables={"trips_plus": chosen})
        line = check(answer, 1, "trips_plus", "win", f"{odds}.00", f"{odds + 1}.00", citation)
        assert (line["hand"], line["pays"], line["reason"]) == (hand, f"{odds} to 1", "qualifying_hand")


@pytest.mark.parametrize(("chosen", "table", "citation"), whole_tables("12.E", TRIPS_PLUS, "1234"))
def test_a_trips_plus_table_pays_its_seven_hands_and_none_below(
    chosen: str, table: Mapping[str, int], citation: str
) -> None:
    paid = {}
    for hand, cards in WINNING.items():
        answer = settled(MD, alone(cards, trips_plus="1.00"), paytables={"trips_plus": chosen})
        (line,) = lines(answer, 1, "trips_plus")
        if line["result"] == "win":
            paid[hand] = line["payout"]
        else:
            assert (line["result"], line["returned"], line["hand"]) == ("lose", "0.00", hand)
            assert citation in line["clauses"]
    assert paid == {hand: f"{odds}.00" for hand, odds in table.items()}


@pytest.mark.clause(f"{MD} 12.E")
def test_the_chosen_trips_plus_table_is_the_one_that_pays() -> None:
    paid = []
    for chosen in "ABCD":
        for hand in ("full_house", "flush", "straight"):
            answer = settled(MD, alone(WINNING[hand], trips_plus="5.00"), paytables={"trips_plus": chosen})
            paid += [line["payout"] for line in answer["lines"] if line["wager"] == "trips_plus"]
    # 9, 7, 4; 8, 6, 5; 7, 6, 5; 8, 7, 4 to 1 on $5
    assert paid == [
        *("45.00", "35.00", "20.00"),
        *("40.00", "30.00", "25.00"),
        *("35.00", "30.00", "25.00"),
        *("40.00", "35.00", "20.00"),
    ]


# 12.D-2: the progressive

ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii")
AWARDS = {
    "A": {
        "flopped_royal_flush_in_spades": "100%",
        "flopped_royal_flush": "10%",
        "royal_flush": "10%",
        "community_royal_flush": "10%",
        "straight_flush": "$200",
        "four_of_a_kind": "$50",
        "full_house": "$10",
        "flush": "$5",
    },
    "B": {
        "flopped_royal_flush_in_spades": "100%",
        "flopped_royal_flush": "$1,000",
        "royal_flush": "$1,000",
        "community_royal_flush": "$1,000",
        "straight_flush": "$200",
        "four_of_a_kind": "$50",
        "full_house": "$10",
        "flush": "$5",
    },
    "C": {
        "flopped_royal_flush_in_spades": "100%",
        "flopped_royal_flush": "10%",
        "royal_flush": "10%",
        "community_royal_flush": "10%",
        "straight_flush": "$500",
        "four_of_a_kind": "$100",
        "full_house": "$10",
    },
    "D": {
        "flopped_royal_flush_in_spades": "100%",
        "flopped_royal_flush": "100%",
        "royal_flush": "$1,000",
        "community_royal_flush": "$1,000",
        "straight_flush": "$500",
        "four_of_a_kind": "$100",
        "full_house": "$10",
    },
    "E": {
        "flopped_royal_flush_in_spades": "100%",
        "flopped_royal_flush": "100%",
        "royal_flush": "$3,000",
        "community_royal_flush": "$3,000",
        "straight_flush": "$250",
        "four_of_a_kind": "$100",
        "full_house": "$10",
    },
    "F": {
        "flopped_royal_flush_in_spades": "100%",
        "flopped_royal_flush": "100%",
        "royal_flush": "5%",
        "community_royal_flush": "$3,000",
        "straight_flush": "$250",
        "four_of_a_kind": "$100",
        "full_house": "$10",
    },
    "G": {
        "flopped_royal_flush_in_spades": "100%",
        "flopped_royal_flush": "100%",
        "royal_flush": "100%",
        "community_royal_flush": "$1,000",
        "straight_flush": "$250",
        "four_of_a_kind": "$75",
        "full_house": "$11",
    },
    "H": {
        "flopped_royal_flush_in_spades": "100%",
        "flopped_royal_flush": "100%",
        "royal_flush": "100%",
        "community_royal_flush": "$1,000",
        "straight_flush": "$300",
        "four_of_a_kind": "$100",
        "full_house": "$10",
    },
    "I": {
        "flopped_straight_flush": "100%",
        "royal_flush": "$2,000",
        "straight_flush": "$250",
        "four_of_a_kind": "$50",
        "full_house": "$7",
        "flush": "$5",
    },
    "J": {
        "flopped_royal_flush": "100%",
        "royal_flush": "100%",
        "community_royal_flush": "$1,000",
        "straight_flush": "$250",
        "four_of_a_kind": "$75",
        "full_house": "$11",
    },
}
# What each award hands over from a meter of $10,000 for a wager of $1, and what then stands on the meter.
MONEY = {
    "100%": ("100% of meter", "10000.00", "reset"),
    "10%": ("10% of meter", "1000.00", "9000.00"),
    "5%": ("5% of meter", "500.00", "9500.00"),
    "$3,000": ("$3,000", "3000.00", "10000.00"),
    "$2,000": ("$2,000", "2000.00", "10000.00"),
    "$1,000": ("$1,000", "1000.00", "10000.00"),
    "$500": ("$500", "500.00", "10000.00"),
    "$300": ("$300", "300.00", "10000.00"),
    "$250": ("$250", "250.00", "10000.00"),
    "$200": ("$200", "200.00", "10000.00"),
    "$100": ("$100", "100.00", "10000.00"),
    "$75": ("$75", "75.00", "10000.00"),
    "$50": ("$50", "50.00", "10000.00"),
    "$11": ("$11", "11.00", "10000.00"),
    "$10": ("$10", "10.00", "10000.00"),
    "$7": ("$7", "7.00", "10000.00"),
    "$5": ("$5", "5.00", "10000.00"),
}
ROWS_OF_ALL_TABLES = [
    *("royal_flush", "flopped_royal_flush_in_spades", "flopped_royal_flush", "community_royal_flush"),
    *("flopped_straight_flush", "straight_flush", "four_of_a_kind", "full_house", "flush"),
    *("straight", "three_of_a_kind", "two_pairs", "pair", "high_card"),
]
RESETS = dict.fromkeys("ABCDE", "5000.00") | {"F": "6000.00", "I": "2500.00"} | dict.fromkeys("GHJ", "2000.00")


@pytest.mark.parametrize(("chosen", "hand", "award", "citation"), rows("12.D-2(1)", AWARDS, ROMAN, "abcdefghij"))
def test_progressive(chosen: str, hand: str, award: str, citation: str) -> None:
    pays, payout, after = MONEY[award]
    after = RESETS[chosen] if after == "reset" else after
    round_ = alone(PROGRESSIVE[hand], progressive="1.00")
    answer = settled(MD, round_, paytables={"progressive": chosen})
    line = check(answer, 1, "progressive", "win", payout, payout, citation)  # the wager itself stays taken
    assert (line["hand"], line["pays"], line["reason"]) == (hand, pays, "qualifying_hand")
    assert answer["meters"] == {"progressive": after}
    moved = (line.get("meter"), line.get("meter_before"), line.get("meter_after"))
    assert moved == (("progressive", "10000.00", after) if "%" in award else (None, None, None))


@pytest.mark.parametrize(("chosen", "table", "citation"), whole_tables("12.D-2(1)", AWARDS, "abcdefghij"))
def test_a_progressive_table_pays_its_own_hands_and_no_other(
    chosen: str, table: Mapping[str, str], citation: str
) -> None:
    paid: dict[str, str] = {}
    for hand in ROWS_OF_ALL_TABLES:
        round_ = alone(PROGRESSIVE[hand], progressive="1.00")
        answer = settled(MD, round_, paytables={"progressive": chosen})
        (line,) = lines(answer, 1, "progressive")
        if line["result"] == "win":
            paid.setdefault(line["hand"], line["payout"])
        else:
            assert (line["result"], line["returned"], line["hand"]) == ("lose", "0.00", hand)
            assert citation in line["clauses"]
            assert answer["meters"] == {"progressive": "10000.00"}
    assert paid == {hand: MONEY[award][1] for hand, award in table.items()}


@pytest.mark.clause(f"{MD} 12.D-2(1)")
def test_the_chosen_progressive_table_is_the_one_that_pays() -> None:
    paid = []
    for chosen in AWARDS:
        round_ = alone(PROGRESSIVE["straight_flush"], progressive="1.00")
        answer = settled(MD, round_, paytables={"progressive": chosen})
        paid += [line["payout"] for line in answer["lines"] if line["wager"] == "progressive"]
    expected = [200, 200, 500, 500, 250, 250, 250, 300, 250, 250]
    assert paid == [f"{dollars}.00" for dollars in expected]


@pytest.mark.clause(f"{MD} 12.D-2(1)")
def test_dollar_awards_are_for_one_dollar_and_shares_of_the_meter_are_not() -> None:
    flush = settled(MD, alone(PROGRESSIVE["flush"], progressive="5.00"))
    check(flush, 1, "progressive", "win", "25.00", "25.00", f"{MD} 12.D-2(1)(a)(viii)")
    royal = settled(MD, alone(PROGRESSIVE["royal_flush"], progressive="5.00"))
    check(royal, 1, "progressive", "win", "1000.00", "1000.00", f"{MD} 12.D-2(1)(a)(iii)")


@pytest.mark.clause(f"{MD} 12.D-2(1)(a)(iii)")
def test_a_share_is_paid_rounded_up_to_the_cent_and_leaves_the_meter_exactly() -> None:
    hole, board, dealer = PROGRESSIVE["royal_flush"]
    round_ = alone((hole, board, dealer), progressive="1.00") | {"meters": {"progressive": "5000.05"}}
    answer = settled(MD, round_)
    check(answer, 1, "progressive", "win", "500.01", "500.01", f"{MD} 12.D-2(1)(a)(iii)")  # 500.005
    assert answer["meters"] == {"progressive": "4500.045"}


@pytest.mark.clause(f"{MD} 12.D-2(1)(a)(i)", f"{MD} 12.D-2(1)(a)(iii)", f"{MD} 1.B(4)")
@pytest.mark.parametrize(
    ("hole", "board"),
    [
        ("As Ks", "Qs Js 2c Ts 2d"),  # the ten on the turn
        ("As Ks", "Qs Js 2c 2d Ts"),  # the ten on the river
        ("As 3c", "Ks Qs Js Ts 2d"),  # one hole card only
    ],
)
def test_a_spade_royal_that_is_not_complete_on_the_first_three_cards_is_not_flopped(hole: str, board: str) -> None:
    answer = settled(MD, alone((hole, board, "3h 4h"), progressive="1.00"))
    line = check(answer, 1, "progressive", "win", "1000.00", "1000.00", f"{MD} 12.D-2(1)(a)(iii)")
    assert line["hand"] == "royal_flush"


@pytest.mark.clause(f"{MD} 12.D-2(1)(i)(i)", f"{MD} 12.D-2(1)(i)(ii)")
def test_table_i_counts_a_flopped_royal_as_a_flopped_straight_flush_unless_the_house_says_otherwise() -> None:
    round_ = alone(PROGRESSIVE["flopped_royal_flush"], progressive="1.00")
    chosen = {"progressive": "I"}
    answer = settled(MD, round_, paytables=chosen)
    check(answer, 1, "progressive", "win", "10000.00", "10000.00", f"{MD} 12.D-2(1)(i)(i)")
    apart = {"flopped_royal_is_flopped_straight_flush": False}
    answer = settled(MD, round_, paytables=chosen, options=apart)
    check(answer, 1, "progressive", "win", "2000.00", "2000.00", f"{MD} 12.D-2(1)(i)(ii)")


@pytest.mark.clause(f"{MD} 12.D-2(2)", f"{MD} 12.D-2(1)(i)(i)", f"{MD} 12.D-2(1)(i)(ii)")
@pytest.mark.parametrize(
    "cards",
    [
        ("9h Th", "Jh Qh Kh Ah 2d", "3s 4s"),  # a king-high straight flush, and then the ace
        ("8h 9h", "Th Jh Qh Kh Ah", "3s 4s"),  # a queen-high one, and then a royal flush on the board
    ],
)
def test_table_i_pays_a_flopped_straight_flush_that_becomes_a_royal_as_a_royal_unless_the_house_says_otherwise(
    cards: tuple[str, str, str],
) -> None:
    round_ = alone(cards, progressive="1.00")
    answer = settled(MD, round_, paytables={"progressive": "I"})
    line = check(answer, 1, "progressive", "win", "2000.00", "2000.00", f"{MD} 12.D-2(2)", f"{MD} 12.D-2(1)(i)(ii)")
    assert (line["hand"], answer["meters"]) == ("royal_flush", {"progressive": "10000.00"})
    stays = {"flopped_straight_flush_stays": True}
    answer = settled(MD, round_, paytables={"progressive": "I"}, options=stays)
    check(answer, 1, "progressive", "win", "10000.00", "10000.00", f"{MD} 12.D-2(1)(i)(i)")


@pytest.mark.clause(f"{MD} 12.D-2(1)(i)(ii)")
def test_table_i_pays_a_royal_on_the_board_as_a_royal() -> None:
    round_ = alone(PROGRESSIVE["community_royal_flush"], progressive="1.00")
    answer = settled(MD, round_, paytables={"progressive": "I"})
    check(answer, 1, "progressive", "win", "2000.00", "2000.00", f"{MD} 12.D-2(1)(i)(ii)")


@pytest.mark.clause(f"{MD} 12.D-2(1)(j)(i)")
def test_table_j_pays_a_flopped_royal_in_every_suit_alike() -> None:
    round_ = alone(PROGRESSIVE["flopped_royal_flush_in_spades"], progressive="1.00")
    answer = settled(MD, round_, paytables={"progressive": "J"})
    line = check(answer, 1, "progressive", "win", "10000.00", "10000.00", f"{MD} 12.D-2(1)(j)(i)")
    assert line["hand"] == "flopped_royal_flush"


@pytest.mark.clause(f"{MD} 12.D-2(2)")
@pytest.mark.parametrize(
    ("cards", "hand", "payout"),
    [
        # four nines; three nines and two fours are in it too
        (("9h 9d", "9s 9c 4h 4c 7d", "Ks Qd"), "four_of_a_kind", "50.00"),
        # a royal; a king-high straight flush and flushes are in it too
        (("Ah Kh", "Qh Jh 9h Th 2d", "3s 4s"), "royal_flush", "1000.00"),
        # a jack-high straight flush; a flush with the ace is in it too
        (("Jh Th", "9h 8h 2c 7h Ah", "3s 4s"), "straight_flush", "200.00"),
    ],
)
def test_only_the_highest_hand_is_paid(cards: tuple[str, str, str], hand: str, payout: str) -> None:
    answer = settled(MD, alone(cards, progressive="1.00"))
    line = check(answer, 1, "progressive", "win", payout, payout)
    assert line["hand"] == hand
