"""Four Card Poker, chapter 12: every row of every table is played by a hand, and what has to be filed is asked for."""

from typing import Any

import pytest

from clauses.four_card import BOOK, cite, dealt, filed, fold, objections, seat, settled_in
from clauses.hands import check, lines, settled
from pitbook.submission import house_rules

DEALER = "2c 3d 6h 8s 3c 2h"
"""Six cards that none of the hands below uses: threes and twos."""

FOUR_CARD_HANDS = {
    "four_aces": "As Ah Ad Ac 9d",
    "four_of_a_kind": "7s 7h 7d 7c 2d",
    "straight_flush": "8c 7c 6c 5c Kd",
    "three_of_a_kind": "Qs Qh Qd 5c 2d",
    "flush": "Kh Jh 8h 4h 2s",
    "straight": "Js Th 9d 8c 3s",
    "two_pairs": "Ks Kd 4c 4s 9h",
    "pair_of_aces": "Ah Ad 9c 6s 3h",
    "pair": "Ks Kh 9d 6c 4h",
    "high_card": "Ac Th 8d 5s 2s",
}
"""The best four of five cards make the hand."""

FIVE_CARD_HANDS = {
    "royal_flush": "As Ks Qs Js Ts",
    "straight_flush": "9c 8c 7c 6c 5c",
    "four_of_a_kind": "Js Jh Jd Jc Kd",
    "full_house": "Td Th Ts 4c 4d",
    "flush": "Ad Qd 9d 6d 4d",
    "straight": "Tc 9d 8h 7h 6c",
    "three_of_a_kind": "5s 5h 5d Kh 9c",
    "two_pairs": "Ks Kh 4s 4h 9c",
}
"""All five cards make the hand."""

SIX_CARD_HANDS = {
    "super_royal_of_diamonds": ("Kd Qd Jd Td 9d", "Ad"),
    "super_royal of hearts": ("Ah Kh Qh Jh Th", "9h"),
    "super_royal of spades": ("As Ks Js Ts 9s", "Qs"),
    "super_royal of clubs": ("Ac Kc Qc Jc 9c", "Tc"),
    "royal_flush": ("As Ks Qs Ts 4d", "Js"),
    "straight_flush": ("9c 8c 7c 6c Kd", "5c"),
    "four_of_a_kind": ("Js Jh Jd 4c Kd", "Jc"),
    "full_house": ("Td Th Ts 4c 9d", "4d"),
    "flush": ("Ad Qd 9d 6d 4c", "4d"),
    "straight": ("Tc 9d 8h 7h Kd", "6c"),
    "three_of_a_kind": ("5s 5h Kh 9c 4d", "5d"),
    "two_pairs": ("Ks Kh 4s 9c 7d", "4h"),
}
"""The player's five cards and the bonus card; each hand but the super royals needs the bonus card."""

RECEIVER = "Kh Jd Td 4h 3s"
"""Nothing at all, of cards that none of the hands that earn envy uses."""


def row(clause: str, *values: Any) -> Any:
    """One row of a table, as a case that covers the row's clause."""
    return pytest.param(clause, *values, id=clause, marks=pytest.mark.clause(cite(clause)))


# A, B: ante, play and the ante bonus


@pytest.mark.clause("md-four-card-poker 12.A")
def test_ante_and_play_pay_one_to_one() -> None:
    # Two threes and two twos at the dealer; kings and fours beat them, a straight does too, a pair does not.
    answer = settled(
        BOOK,
        dealt(
            DEALER,
            seat(1, FOUR_CARD_HANDS["two_pairs"], ante="10.00", play="30.00"),
            seat(2, FOUR_CARD_HANDS["straight"], ante="7.50", play="12.50"),
            seat(3, "Kh Qc Qd 6c 5d", ante="10.00", play="30.00"),
        ),
    )
    for number, wager, stake, returned in (
        (1, "ante", "10.00", "20.00"),
        (1, "play", "30.00", "60.00"),
        (2, "ante", "7.50", "15.00"),
        (2, "play", "12.50", "25.00"),
    ):
        assert check(answer, number, wager, "win", stake, returned, cite("12.A"))["pays"] == "1 to 1"
    for wager in ("ante", "play"):
        assert cite("12.A") not in check(answer, 3, wager, "lose", "0.00", "0.00")["clauses"]


FOUR_NINES = "9s 9h 9d 9c Kc Qd"
ANTE_BONUS = [
    # On an ante of 10; the dealer has two pairs, or four nines.
    row("12.B(1)", "four_of_a_kind", "7s 7h 7d 7c 2d", "25 to 1", "250.00"),
    row("12.B(2)", "straight_flush", "8c 7c 6c 5c Kd", "20 to 1", "200.00"),
    row("12.B(3)", "three_of_a_kind", "Qs Qh Qc 5c 2d", "2 to 1", "20.00"),
]


@pytest.mark.parametrize(("clause", "hand", "cards", "pays", "payout"), ANTE_BONUS)
@pytest.mark.parametrize(("dealer", "ante"), [(DEALER, "win"), (FOUR_NINES, "lose")])
def test_ante_bonus(clause: str, hand: str, cards: str, pays: str, payout: str, dealer: str, ante: str) -> None:
    answer = settled(BOOK, dealt(dealer, seat(1, cards, ante="10.00", play="30.00")))
    assert [line["result"] for line in lines(answer, 1, "ante")] == [ante]
    line = check(answer, 1, "ante_bonus", "win", payout, payout, cite(clause))
    assert (line["stake"], line["hand"], line["pays"]) == ("0.00", hand, pays)


@pytest.mark.clause("md-four-card-poker 12.B")
def test_the_ante_bonus_goes_by_the_ante_and_needs_the_play_wager() -> None:
    three = FOUR_CARD_HANDS["three_of_a_kind"]
    for play in ("10.00", "30.00"):
        # Twice the ante of 10, however large the play wager is, and though the dealer's three kings are higher.
        answer = settled(BOOK, dealt("Kc Kh Ks 9s 8d 4h", seat(1, three, ante="10.00", play=play)))
        check(answer, 1, "play", "lose", "0.00", "0.00")
        check(answer, 1, "ante_bonus", "win", "20.00", "20.00", cite("12.B"), cite("12.B(3)"))
    folded = settled(BOOK, dealt(DEALER, fold(1, three, ante="10.00")))
    aces_up_only = settled(BOOK, dealt(DEALER, seat(1, three, aces_up="10.00")))
    for answer in (folded, aces_up_only):
        assert not lines(answer, 1, "ante_bonus")
    # The next lower hands have none, though they win.
    for hand in ("flush", "straight", "two_pairs"):
        answer = settled(BOOK, dealt(DEALER, seat(1, FOUR_CARD_HANDS[hand], ante="10.00", play="10.00")))
        check(answer, 1, "ante", "win", "10.00", "20.00")
        assert not lines(answer, 1, "ante_bonus")


# C: aces up

ACES_UP_HANDS = (
    "four_of_a_kind",
    "straight_flush",
    "three_of_a_kind",
    "flush",
    "straight",
    "two_pairs",
    "pair_of_aces",
)
ACES_UP = {
    # four of a kind, straight flush, three of a kind, flush, straight, two pair, pair of aces: all "to 1"
    "A": ("12.C(1)", 50, 30, 9, 6, 4, 2, 1),
    "B": ("12.C(2)", 50, 30, 7, 6, 5, 2, 1),
    "C": ("12.C(3)", 50, 40, 8, 5, 4, 3, 1),
    "D": ("12.C(4)", 50, 40, 8, 6, 4, 2, 1),
    "E": ("12.C(5)", 50, 30, 8, 6, 4, 2, 1),
    "F": ("12.C(6)", 50, 40, 7, 5, 4, 3, 1),
}


@pytest.mark.parametrize(
    ("clause", "table", "hand", "to_one"),
    [
        row(f"{clause}({letter})", table, hand, to_one)
        for table, (clause, *column) in ACES_UP.items()
        for letter, hand, to_one in zip("abcdefg", ACES_UP_HANDS, column, strict=True)
    ],
)
def test_aces_up(clause: str, table: str, hand: str, to_one: int) -> None:
    answer = settled(BOOK, dealt(DEALER, seat(1, FOUR_CARD_HANDS[hand], aces_up="2.50")), paytables={"aces_up": table})
    cents = 250 * to_one
    won, back = (f"{amount // 100}.{amount % 100:02}" for amount in (cents, cents + 250))
    line = check(answer, 1, "aces_up", "win", won, back, cite(clause))
    assert (line["hand"], line["pays"]) == (hand, f"{to_one} to 1")


@pytest.mark.parametrize(("clause", "table"), [row(clause, table) for table, (clause, *_) in ACES_UP.items()])
def test_aces_up_loses_below_the_pair_of_aces(clause: str, table: str) -> None:
    for hand in ("pair", "high_card"):
        answer = settled(
            BOOK, dealt(DEALER, seat(1, FOUR_CARD_HANDS[hand], aces_up="5.00")), paytables={"aces_up": table}
        )
        assert check(answer, 1, "aces_up", "lose", "0.00", "0.00", cite(clause))["hand"] == hand


@pytest.mark.clause("md-four-card-poker 12.C")
def test_the_submission_chooses_one_of_six_aces_up_tables() -> None:
    for table in "ABCDEF":
        assert objections(filed({"aces_up": table})) == []
    silent = filed()
    del silent["paytables"]["aces_up"]
    for data in (silent, filed({"aces_up": "G"})):
        assert [problem.clause for problem in objections(data)] == [cite("12.C")]


# D: the progressive

METERS = {
    "A": {"progressive": "5432.10"},
    "B": {"progressive": "5432.10"},
    "C": {"progressive": "54321.00"},
    "D": {"major": "2345.60", "minor": "345.60"},
    "E": {"mega": "23456.70", "major": "2345.60", "minor": "345.60"},
    "F": {"mega": "23456.70", "major": "2345.60", "minor": "345.60"},
}
FIXED_AWARDS = [
    row("12.D(1)(a)(ii)", "A", "four_of_a_kind", 300),
    row("12.D(1)(a)(iii)", "A", "straight_flush", 100),
    row("12.D(1)(a)(iv)", "A", "three_of_a_kind", 9),
    row("12.D(1)(b)(ii)", "B", "four_of_a_kind", 300),
    row("12.D(1)(b)(iii)", "B", "straight_flush", 100),
    row("12.D(1)(b)(iv)", "B", "three_of_a_kind", 15),
    row("12.D(1)(c)(iii)", "C", "four_of_a_kind", 300),
    row("12.D(1)(c)(iv)", "C", "full_house", 50),
    row("12.D(1)(c)(v)", "C", "flush", 40),
    row("12.D(1)(c)(vi)", "C", "straight", 30),
    row("12.D(1)(c)(vii)", "C", "three_of_a_kind", 9),
    row("12.D(1)(d)(iii)", "D", "four_of_a_kind", 300),
    row("12.D(1)(d)(iv)", "D", "full_house", 50),
    row("12.D(1)(d)(v)", "D", "flush", 40),
    row("12.D(1)(d)(vi)", "D", "straight", 30),
    row("12.D(1)(d)(vii)", "D", "three_of_a_kind", 9),
    row("12.D(1)(e)(iv)", "E", "full_house", 50),
    row("12.D(1)(e)(v)", "E", "flush", 40),
    row("12.D(1)(e)(vi)", "E", "straight", 30),
    row("12.D(1)(e)(vii)", "E", "three_of_a_kind", 10),
    row("12.D(1)(f)(iv)", "F", "full_house", 50),
    row("12.D(1)(f)(v)", "F", "flush", 40),
    row("12.D(1)(f)(vi)", "F", "straight", 30),
    row("12.D(1)(f)(vii)", "F", "three_of_a_kind", 9),
]


def progressive(
    table: str, *hands: tuple[int, str], stake: str = "1.00", meters: dict[str, str] | None = None
) -> dict[str, Any]:
    """Seats with an aces up and a progressive wager each, settled by a progressive table."""
    seats = [seat(number, cards, aces_up="5.00", progressive=stake) for number, cards in hands]
    return settled(BOOK, dealt(DEALER, *seats, meters=meters or METERS[table]), paytables={"progressive": table})


def cards_of(table: str, hand: str) -> str:
    """Tables A and B look at the best four cards, the others at all five."""
    return (FOUR_CARD_HANDS if table in "AB" else FIVE_CARD_HANDS)[hand]


@pytest.mark.parametrize(("clause", "table", "hand", "for_one"), FIXED_AWARDS)
def test_fixed_progressive_awards(clause: str, table: str, hand: str, for_one: int) -> None:
    # The award takes the chip, goes by the wager, and leaves the meters alone.
    for stake, award in (("1.00", f"{for_one}.00"), ("5.00", f"{5 * for_one}.00")):
        answer = progressive(table, (1, cards_of(table, hand)), stake=stake)
        line = check(answer, 1, "progressive", "win", award, award, cite(clause))
        assert (line["hand"], line["pays"]) == (hand, f"{for_one} for 1")
        assert "meter" not in line
        assert answer["meters"] == METERS[table]


METER_AWARDS = [
    row("12.D(1)(a)(i)", "A", "four_aces", "100% of meter", "progressive", "5432.10", "5000.00"),
    row("12.D(1)(b)(i)", "B", "four_aces", "100% of meter", "progressive", "5432.10", "1000.00"),
    row("12.D(1)(c)(i)", "C", "royal_flush", "100% of meter", "progressive", "54321.00", "10000.00"),
    row("12.D(1)(c)(ii)", "C", "straight_flush", "10% of meter", "progressive", "5432.10", "48888.90"),
    row("12.D(1)(d)(i)", "D", "royal_flush", "100% of major", "major", "2345.60", "1000.00"),
    row("12.D(1)(d)(ii)", "D", "straight_flush", "100% of minor", "minor", "345.60", "250.00"),
    row("12.D(1)(e)(i)", "E", "royal_flush", "100% of mega", "mega", "23456.70", "10000.00"),
    row("12.D(1)(e)(ii)", "E", "straight_flush", "100% of major", "major", "2345.60", "1000.00"),
    row("12.D(1)(e)(iii)", "E", "four_of_a_kind", "100% of minor", "minor", "345.60", "250.00"),
    row("12.D(1)(f)(i)", "F", "royal_flush", "100% of mega", "mega", "23456.70", "10000.00"),
    row("12.D(1)(f)(ii)", "F", "straight_flush", "100% of major", "major", "2345.60", "1000.00"),
    row("12.D(1)(f)(iii)", "F", "four_of_a_kind", "100% of minor", "minor", "345.60", "250.00"),
]


@pytest.mark.parametrize(("clause", "table", "hand", "pays", "meter", "award", "after"), METER_AWARDS)
def test_progressive_awards_from_the_meter(
    clause: str, table: str, hand: str, pays: str, meter: str, award: str, after: str
) -> None:
    # The whole meter begins again at the least amount that may be filed; the wager's size changes nothing.
    for stake in ("1.00", "5.00"):
        answer = progressive(table, (1, cards_of(table, hand)), stake=stake)
        line = check(answer, 1, "progressive", "win", award, award, cite(clause))
        assert (line["hand"], line["pays"], line["meter"]) == (hand, pays, meter)
        assert (line["meter_before"], line["meter_after"]) == (METERS[table][meter], after)
        assert answer["meters"] == METERS[table] | {meter: after}


BELOW_THREE_OF_A_KIND = tuple(
    FOUR_CARD_HANDS[hand] for hand in ("flush", "straight", "two_pairs", "pair_of_aces", "high_card")
)
NOT_OF_FIVE_CARDS = (
    *(FOUR_CARD_HANDS[hand] for hand in ("straight_flush", "flush", "straight", "high_card")),
    FIVE_CARD_HANDS["two_pairs"],
)
"""Four cards in a row or of one suit are nothing where all five count."""


@pytest.mark.parametrize(
    ("clause", "table", "losers"),
    [
        row("12.D(1)(a)", "A", BELOW_THREE_OF_A_KIND),
        row("12.D(1)(b)", "B", BELOW_THREE_OF_A_KIND),
        row("12.D(1)(c)", "C", NOT_OF_FIVE_CARDS),
        row("12.D(1)(d)", "D", NOT_OF_FIVE_CARDS),
        row("12.D(1)(e)", "E", NOT_OF_FIVE_CARDS),
        row("12.D(1)(f)", "F", NOT_OF_FIVE_CARDS),
    ],
)
def test_progressive_hands_below_the_table_lose(clause: str, table: str, losers: tuple[str, ...]) -> None:
    for cards in losers:
        answer = progressive(table, (1, cards))
        check(answer, 1, "progressive", "lose", "0.00", "0.00", cite(clause))
        assert answer["meters"] == METERS[table]


@pytest.mark.clause("md-four-card-poker 12.D")
def test_without_a_progressive_wager_nothing_of_it_is_filed_or_paid() -> None:
    tables = {kind: table for kind, table in filed()["paytables"].items() if kind != "progressive"}
    without = filed(wagers=["six_card_bonus"]) | {"paytables": tables}
    terms = without.pop("progressive")
    rules = house_rules(without)
    answer = settled_in(
        rules,
        dealt(DEALER, seat(1, FOUR_CARD_HANDS["four_aces"], aces_up="5.00"), seat(2, RECEIVER, aces_up="5.00")),
    )
    assert [line["wager"] for line in answer["lines"]] == ["aces_up", "aces_up"]
    assert answer["meters"] == {}
    assert objections(without | {"progressive": terms})
    for kind in ("progressive", "envy"):
        assert objections(without | {"paytables": tables | {kind: "A"}})


@pytest.mark.clause("md-four-card-poker 12.D(1)")
def test_the_submission_chooses_one_of_six_progressive_tables() -> None:
    for table in "ABCDEF":
        assert objections(filed({"progressive": table})) == []
    silent = filed()
    del silent["paytables"]["progressive"]
    unknown = filed()
    unknown["paytables"]["progressive"] = "G"
    for data in (silent, unknown):
        assert cite("12.D(1)") in [problem.clause for problem in objections(data)]


@pytest.mark.clause("md-four-card-poker 12.D(2)")
def test_only_the_highest_hand_is_paid() -> None:
    # Four aces are four of a kind too, and three of them three of a kind: the meter is paid, and nothing else.
    # A royal flush is also a straight flush, a flush and a straight; a full house has three of a kind in it.
    for table, cards, award in (
        ("A", FOUR_CARD_HANDS["four_aces"], "5432.10"),
        ("A", FOUR_CARD_HANDS["four_of_a_kind"], "300.00"),
        ("B", FOUR_CARD_HANDS["four_aces"], "5432.10"),
        ("C", FIVE_CARD_HANDS["royal_flush"], "54321.00"),
        ("C", FIVE_CARD_HANDS["straight_flush"], "5432.10"),
        ("D", FIVE_CARD_HANDS["royal_flush"], "2345.60"),
        ("D", FIVE_CARD_HANDS["full_house"], "50.00"),
        ("E", FIVE_CARD_HANDS["four_of_a_kind"], "345.60"),
        ("F", FIVE_CARD_HANDS["royal_flush"], "23456.70"),
    ):
        check(progressive(table, (1, cards)), 1, "progressive", "win", award, award)


MINIMUMS = [
    row("12.D(3)(b)(i)", "A", "progressive", "5000.00", "4999.99"),
    row("12.D(3)(b)(ii)", "B", "progressive", "1000.00", "999.99"),
    row("12.D(3)(b)(iii)", "C", "progressive", "10000.00", "9999.99"),
    row("12.D(3)(b)(iv)(1)", "D", "major", "1000.00", "999.99"),
    row("12.D(3)(b)(iv)(2)", "D", "minor", "250.00", "249.99"),
    row("12.D(3)(b)(v)(1)", "E", "mega", "10000.00", "9999.99"),
    row("12.D(3)(b)(v)(2)", "E", "major", "1000.00", "999.99"),
    row("12.D(3)(b)(v)(3)", "E", "minor", "250.00", "249.99"),
    row("12.D(3)(b)(vi)(1)", "F", "mega", "10000.00", "9999.99"),
    row("12.D(3)(b)(vi)(2)", "F", "major", "1000.00", "999.99"),
    row("12.D(3)(b)(vi)(3)", "F", "minor", "250.00", "249.99"),
]


def filed_meter(table: str, meter: str, **terms: str) -> dict[str, Any]:
    """A submission with this progressive table, and these terms filed for one of its meters."""
    data = filed({"progressive": table})
    data["progressive"]["meters"][meter] |= terms
    return data


@pytest.mark.parametrize(("clause", "table", "meter", "least", "too_little"), MINIMUMS)
def test_a_meter_begins_and_resets_with_its_minimum_or_more(
    clause: str, table: str, meter: str, least: str, too_little: str
) -> None:
    assert objections(filed_meter(table, meter, initial=least, reset=least)) == []
    for terms in ({"initial": too_little, "reset": least}, {"initial": least, "reset": too_little}):
        (problem,) = objections(filed_meter(table, meter, **terms))
        assert problem.clause == cite(clause)
        assert problem.value == too_little


@pytest.mark.parametrize(
    ("clause", "table", "meters"),
    [
        row("12.D(3)(b)(iv)", "D", ("major", "minor")),
        row("12.D(3)(b)(v)", "E", ("mega", "major", "minor")),
        row("12.D(3)(b)(vi)", "F", ("mega", "major", "minor")),
    ],
)
def test_each_meter_of_a_table_has_amounts_of_its_own(clause: str, table: str, meters: tuple[str, ...]) -> None:
    assert list(filed({"progressive": table})["progressive"]["meters"]) == list(meters)
    for place, meter in enumerate(meters, 1):
        data = filed({"progressive": table})
        del data["progressive"]["meters"][meter]
        assert cite(f"{clause}({place})") in {problem.clause for problem in objections(data)}
    foreign = filed({"progressive": table})
    foreign["progressive"]["meters"]["progressive"] = {"initial": "5000.00", "reset": "5000.00", "rate": "0.10"}
    assert objections(foreign)


@pytest.mark.clause("md-four-card-poker 12.D(3)(b)")
@pytest.mark.parametrize("amount", ["initial", "reset"])
def test_initial_and_reset_amount_have_to_be_filed(amount: str) -> None:
    data = filed()
    del data["progressive"]["meters"]["progressive"][amount]
    assert [problem.clause for problem in objections(data)] == [cite("12.D(3)(b)(i)")]


@pytest.mark.clause("md-four-card-poker 12.D(3)(a)")
@pytest.mark.parametrize(("table", "meters"), METERS.items())
def test_the_rate_of_progression_of_each_meter_has_to_be_filed(table: str, meters: dict[str, str]) -> None:
    for meter in meters:
        assert objections(filed_meter(table, meter, rate="0.25")) == []
        missing = filed({"progressive": table})
        del missing["progressive"]["meters"][meter]["rate"]
        for data in (missing, filed_meter(table, meter, rate="0")):
            assert [problem.clause for problem in objections(data)] == [cite("12.D(3)(a)")]


@pytest.mark.clause("md-four-card-poker 12.D(3)")
def test_a_progressive_without_filed_terms_is_refused() -> None:
    data = filed()
    del data["progressive"]
    found = {problem.clause for problem in objections(data)}
    assert {cite("12.D(3)(a)"), cite("12.D(3)(b)(i)")} <= found


@pytest.mark.clause("md-four-card-poker 12.D(4)")
def test_each_winner_is_paid_what_the_meter_shows_at_that_players_turn() -> None:
    # Two straight flushes in table C, the higher seat first: 10 % of 20,000, then 10 % of the 18,000 left.
    dealer = "2c 3d Ac 8s 3c 2h"
    wagers = {"aces_up": "5.00", "progressive": "1.00"}
    runs = (seat(7, FIVE_CARD_HANDS["straight_flush"], **wagers), seat(2, "7h 6h 5h 4h 3h", **wagers))
    meters = {"progressive": "20000.00"}
    choice = {"progressive": "C"}
    answer = settled(BOOK, dealt(dealer, *runs, meters=meters), paytables=choice)
    first = check(answer, 7, "progressive", "win", "2000.00", "2000.00", cite("12.D(4)"))
    second = check(answer, 2, "progressive", "win", "1800.00", "1800.00", cite("12.D(4)"))
    assert (first["meter_before"], first["meter_after"]) == ("20000.00", "18000.00")
    assert (second["meter_before"], second["meter_after"]) == ("18000.00", "16200.00")
    assert answer["meters"] == {"progressive": "16200.00"}
    # A royal flush before it empties the meter: the straight flush gets 10 % of the 10,000 it begins again with.
    royal = seat(7, FIVE_CARD_HANDS["royal_flush"], **wagers)
    answer = settled(BOOK, dealt(dealer, royal, runs[1], meters=meters), paytables=choice)
    check(answer, 7, "progressive", "win", "20000.00", "20000.00")
    check(answer, 2, "progressive", "win", "1000.00", "1000.00")
    assert answer["meters"] == {"progressive": "9000.00"}
    # The other way round the royal flush gets what is left, and nobody's turn comes after it.
    royal = seat(1, FIVE_CARD_HANDS["royal_flush"], **wagers)
    answer = settled(BOOK, dealt(dealer, royal, runs[1], meters=meters), paytables=choice)
    check(answer, 2, "progressive", "win", "2000.00", "2000.00")
    check(answer, 1, "progressive", "win", "18000.00", "18000.00")
    assert answer["meters"] == {"progressive": "10000.00"}


@pytest.mark.clause("md-four-card-poker 12.D(4)")
def test_a_share_is_paid_to_the_next_cent_and_leaves_the_meter_exactly() -> None:
    # 10 % of 12,345.67 is 1,234.567.
    answer = progressive("C", (1, FIVE_CARD_HANDS["straight_flush"]), meters={"progressive": "12345.67"})
    check(answer, 1, "progressive", "win", "1234.57", "1234.57")
    assert answer["meters"] == {"progressive": "11111.103"}


# E, F, G: envy

ENVY = [
    ("A", "four_aces", "12.F(1)(a)", "$100", "100.00", "12.G(1)(a)", "$500", "500.00"),
    ("A", "four_of_a_kind", "12.F(1)(b)", "$10", "10.00", "12.G(1)(b)", "$50", "50.00"),
    ("A", "straight_flush", "12.F(1)(c)", "$5", "5.00", "12.G(1)(c)", "$25", "25.00"),
    ("B", "four_aces", "12.F(2)(a)", "$100", "100.00", "12.G(2)(a)", "$500", "500.00"),
    ("B", "four_of_a_kind", "12.F(2)(b)", "$25", "25.00", "12.G(2)(b)", "$125", "125.00"),
    ("C", "four_aces", "12.F(3)(a)", "$1,000", "1000.00", "12.G(3)(a)", "$5,000", "5000.00"),
    ("C", "four_of_a_kind", "12.F(3)(b)", "$300", "300.00", "12.G(3)(b)", "$1,500", "1500.00"),
    ("D", "royal_flush", "12.F(4)(a)", "$1,000", "1000.00", "12.G(4)(a)", "$5,000", "5000.00"),
    ("D", "straight_flush", "12.F(4)(b)", "$300", "300.00", "12.G(4)(b)", "$1,500", "1500.00"),
    ("E", "royal_flush", "12.F(5)(a)", "$1,000", "1000.00", "12.G(5)(a)", "$5,000", "5000.00"),
    ("E", "straight_flush", "12.F(5)(b)", "$300", "300.00", "12.G(5)(b)", "$1,500", "1500.00"),
    ("F", "royal_flush", "12.F(6)(a)", "$1,000", "1000.00", "12.G(6)(a)", "$5,000", "5000.00"),
    ("F", "straight_flush", "12.F(6)(b)", "$300", "300.00", "12.G(6)(b)", "$1,500", "1500.00"),
]


def envious(table: str, cards: str, stake: str, **choices: str) -> dict[str, Any]:
    """A hand in seat 1, and a player with nothing but a progressive wager of this stake in seat 2."""
    hand = dealt(
        DEALER,
        seat(1, cards, aces_up="5.00"),
        seat(2, RECEIVER, aces_up="5.00", progressive=stake),
        meters=METERS[table],
    )
    return settled(BOOK, hand, paytables={"progressive": table} | choices)


@pytest.mark.parametrize(
    ("clause", "table", "hand", "stake", "pays", "payout"),
    [
        *(row(clause, table, hand, "1.00", pays, won) for table, hand, clause, pays, won, *_ in ENVY),
        *(row(clause, table, hand, "5.00", pays, won) for table, hand, *_, clause, pays, won in ENVY),
    ],
)
def test_envy(clause: str, table: str, hand: str, stake: str, pays: str, payout: str) -> None:
    cards = (FOUR_CARD_HANDS if table in "ABC" else FIVE_CARD_HANDS)[hand]
    answer = envious(table, cards, stake)
    line = check(answer, 2, "envy", "win", payout, payout, cite(clause))
    assert (line["stake"], line["hand"], line["pays"]) == ("0.00", hand, pays)
    assert answer["meters"] == METERS[table]


FOR_FOUR_CARDS = {
    hand: FOUR_CARD_HANDS[hand] for hand in ("four_aces", "four_of_a_kind", "straight_flush", "three_of_a_kind")
}
FOR_FIVE_CARDS = {
    "royal_flush": FIVE_CARD_HANDS["royal_flush"],
    "straight_flush": FIVE_CARD_HANDS["straight_flush"],
    "four_of_a_kind": FOUR_CARD_HANDS["four_of_a_kind"],
    "four_aces": FOUR_CARD_HANDS["four_aces"],
    "straight flush of four": FOUR_CARD_HANDS["straight_flush"],
}


@pytest.mark.parametrize(
    ("clause", "table", "stake", "paid"),
    [
        row("12.F(1)", "A", "1.00", {"four_aces": "100.00", "four_of_a_kind": "10.00", "straight_flush": "5.00"}),
        row("12.F(2)", "B", "1.00", {"four_aces": "100.00", "four_of_a_kind": "25.00"}),
        row("12.F(3)", "C", "1.00", {"four_aces": "1000.00", "four_of_a_kind": "300.00"}),
        row("12.F(4)", "D", "1.00", {"royal_flush": "1000.00", "straight_flush": "300.00"}),
        row("12.F(5)", "E", "1.00", {"royal_flush": "1000.00", "straight_flush": "300.00"}),
        row("12.F(6)", "F", "1.00", {"royal_flush": "1000.00", "straight_flush": "300.00"}),
        row("12.G(1)", "A", "5.00", {"four_aces": "500.00", "four_of_a_kind": "50.00", "straight_flush": "25.00"}),
        row("12.G(2)", "B", "5.00", {"four_aces": "500.00", "four_of_a_kind": "125.00"}),
        row("12.G(3)", "C", "5.00", {"four_aces": "5000.00", "four_of_a_kind": "1500.00"}),
        row("12.G(4)", "D", "5.00", {"royal_flush": "5000.00", "straight_flush": "1500.00"}),
        row("12.G(5)", "E", "5.00", {"royal_flush": "5000.00", "straight_flush": "1500.00"}),
        row("12.G(6)", "F", "5.00", {"royal_flush": "5000.00", "straight_flush": "1500.00"}),
    ],
)
def test_an_envy_table_pays_its_rows_and_nothing_below(
    clause: str, table: str, stake: str, paid: dict[str, str]
) -> None:
    earned = {}
    for hand, cards in (FOR_FOUR_CARDS if table in "ABC" else FOR_FIVE_CARDS).items():
        for line in lines(envious(table, cards, stake), 2, "envy"):
            earned[hand] = line["payout"]
            assert any(cited.startswith(cite(clause)) for cited in line["clauses"])
    assert earned == paid


@pytest.mark.clause("md-four-card-poker 12.E", "md-four-card-poker 12.E(1)")
def test_envy_goes_by_the_wager_of_the_player_who_receives_it() -> None:
    # Four sevens in seat 2, whose own wager is $5: seat 1 has wagered $1, seat 3 $5, and seat 4 $2, for which no amount
    # is listed and the one for $1 counts twice.
    answer = settled(
        BOOK,
        dealt(
            DEALER,
            seat(1, RECEIVER, aces_up="5.00", progressive="1.00"),
            seat(2, FOUR_CARD_HANDS["four_of_a_kind"], aces_up="5.00", progressive="5.00"),
            seat(3, "Qs Qh Jc 5c 4d", aces_up="5.00", progressive="5.00"),
            seat(4, "Ks Tc 9h 5d 4c", aces_up="5.00", progressive="2.00"),
            meters=METERS["A"],
        ),
    )
    check(answer, 1, "envy", "win", "10.00", "10.00", cite("12.E(1)"), cite("12.F(1)(b)"))
    check(answer, 3, "envy", "win", "50.00", "50.00", cite("12.E(1)"), cite("12.G(1)(b)"))
    check(answer, 4, "envy", "win", "20.00", "20.00", cite("12.E(1)"), cite("12.F(1)(b)"))
    assert not lines(answer, 2, "envy")


@pytest.mark.clause("md-four-card-poker 12.E(2)")
def test_the_submission_chooses_the_envy_table() -> None:
    four = FOUR_CARD_HANDS["four_of_a_kind"]
    # Four of a kind are $10 by table A, $25 by B, $300 by C, and nothing by D, whose rows are of five cards.
    for table, payout in (("A", "10.00"), ("B", "25.00"), ("C", "300.00")):
        check(envious("A", four, "1.00", envy=table), 2, "envy", "win", payout, payout)
    for table in "DEF":
        assert not lines(envious("A", four, "1.00", envy=table), 2, "envy")
    unknown = filed()
    unknown["paytables"]["envy"] = "G"
    assert [problem.clause for problem in objections(unknown)] == [cite("12.E(2)")]


@pytest.mark.clause("md-four-card-poker 12.F", "md-four-card-poker 12.G")
def test_envy_is_listed_for_wagers_of_one_and_five_dollars_only() -> None:
    for wager in ("1.00", "5.00"):
        data = filed()
        data["progressive"]["wager"] = wager
        assert objections(data) == []
    for wager in ("2.00", "10.00"):
        data = filed()
        data["progressive"]["wager"] = wager
        (problem,) = objections(data)
        assert problem.clause
        assert problem.clause.startswith((cite("12.F"), cite("12.G")))


# H: the six card bonus

SIX_CARD_BONUS = [
    row("12.H(1)(a)", "A", "super_royal_of_diamonds", "$1,000,000", "1000000.00", "1000005.00"),
    row("12.H(1)(b)", "A", "super_royal of hearts", "$100,000", "100000.00", "100005.00"),
    row("12.H(1)(b)", "A", "super_royal of spades", "$100,000", "100000.00", "100005.00"),
    row("12.H(1)(b)", "A", "super_royal of clubs", "$100,000", "100000.00", "100005.00"),
    row("12.H(1)(c)", "A", "royal_flush", "1,000 to 1", "5000.00", "5005.00"),
    row("12.H(1)(d)", "A", "straight_flush", "200 to 1", "1000.00", "1005.00"),
    row("12.H(1)(e)", "A", "four_of_a_kind", "50 to 1", "250.00", "255.00"),
    row("12.H(1)(f)", "A", "full_house", "20 to 1", "100.00", "105.00"),
    row("12.H(1)(g)", "A", "flush", "15 to 1", "75.00", "80.00"),
    row("12.H(1)(h)", "A", "straight", "10 to 1", "50.00", "55.00"),
    row("12.H(1)(i)", "A", "three_of_a_kind", "5 to 1", "25.00", "30.00"),
    row("12.H(2)(a)", "B", "super_royal_of_diamonds", "$100,000", "100000.00", "100005.00"),
    row("12.H(2)(a)", "B", "super_royal of hearts", "$100,000", "100000.00", "100005.00"),
    row("12.H(2)(a)", "B", "super_royal of spades", "$100,000", "100000.00", "100005.00"),
    row("12.H(2)(a)", "B", "super_royal of clubs", "$100,000", "100000.00", "100005.00"),
    row("12.H(2)(b)", "B", "royal_flush", "1,000 to 1", "5000.00", "5005.00"),
    row("12.H(2)(c)", "B", "straight_flush", "200 to 1", "1000.00", "1005.00"),
    row("12.H(2)(d)", "B", "four_of_a_kind", "50 to 1", "250.00", "255.00"),
    row("12.H(2)(e)", "B", "full_house", "20 to 1", "100.00", "105.00"),
    row("12.H(2)(f)", "B", "flush", "15 to 1", "75.00", "80.00"),
    row("12.H(2)(g)", "B", "straight", "10 to 1", "50.00", "55.00"),
    row("12.H(2)(h)", "B", "three_of_a_kind", "5 to 1", "25.00", "30.00"),
]


def six_cards(table: str, hand: str, stake: str = "5.00") -> dict[str, Any]:
    """A six card bonus wager of this stake, beside the wagers that it needs."""
    cards, bonus_card = SIX_CARD_HANDS[hand]
    wagers = {"ante": "5.00", "play": "5.00", "aces_up": "5.00", "six_card_bonus": stake}
    return settled(
        BOOK, dealt(DEALER, seat(1, cards, **wagers), bonus_card=bonus_card), paytables={"six_card_bonus": table}
    )


@pytest.mark.parametrize(("clause", "table", "hand", "pays", "payout", "returned"), SIX_CARD_BONUS)
def test_six_card_bonus(clause: str, table: str, hand: str, pays: str, payout: str, returned: str) -> None:
    line = check(six_cards(table, hand), 1, "six_card_bonus", "win", payout, returned, cite(clause))
    name = "super_royal" if table == "B" and "diamonds" in hand else hand.split(maxsplit=1)[0]
    assert (line["hand"], line["pays"]) == (name, pays)


@pytest.mark.parametrize(
    ("clause", "table", "payout", "returned"),
    [
        row("12.H(1)", "A", "1000000.00", {"1.00": "1000001.00", "100.00": "1000100.00"}),
        row("12.H(2)", "B", "100000.00", {"1.00": "100001.00", "100.00": "100100.00"}),
    ],
)
def test_a_six_card_bonus_table_from_its_fixed_sum_to_what_loses(
    clause: str, table: str, payout: str, returned: dict[str, str]
) -> None:
    # A super royal is a sum, the same for a $1 and a $100 wager; the stake comes back on top.
    for stake, back in returned.items():
        check(six_cards(table, "super_royal_of_diamonds", stake), 1, "six_card_bonus", "win", payout, back)
    # Below three of a kind it loses.
    lost = check(six_cards(table, "two_pairs"), 1, "six_card_bonus", "lose", "0.00", "0.00", cite(clause))
    assert lost["hand"] == "two_pairs"


@pytest.mark.clause("md-four-card-poker 12.H")
def test_the_submission_chooses_one_of_two_six_card_bonus_tables() -> None:
    for table in "AB":
        assert objections(filed({"six_card_bonus": table})) == []
    silent = filed()
    del silent["paytables"]["six_card_bonus"]
    for data in (silent, filed({"six_card_bonus": "C"})):
        assert [problem.clause for problem in objections(data)] == [cite("12.H")]
