"""A reading is named on every line that it decided, and on no other."""

from typing import Any

import pytest

from clauses.four_card import dealt, fold
from clauses.four_card import seat as box
from clauses.holdem import seat, table
from pitbook.rulebooks import interpretations
from pitbook.settlement import read_round, settle
from pitbook.settlement.interpretations import CASES
from settlement.choices import rules_of

MD, MA, GALAXY, FOUR = "md-heads-up-holdem", "ma-heads-up-holdem", "galaxy-heads-up-holdem", "md-four-card-poker"
Expected = dict[tuple[int, str], set[int]]
"""The readings behind the lines of a seat's wager; lines that are not listed have none."""
MAIN = {"ante": "10.00", "odds": "10.00"}
ROYAL_BOARD = "As Ks Qs Js Ts"
KING_HIGH = "Kc Jd 9h 6s 3c 2d"
NOTHING = "Qd Td 8c 5h 4s"
FOUR_SEVENS = "7c 7d 7h 7s 2h"
METER = {"progressive": "10000.00"}


def _all(number: int, *wagers: str, by: set[int]) -> Expected:
    return {(number, wager): by for wager in wagers}


CASES_BY_HAND: dict[str, tuple[str, dict[str, Any], dict[str, Any], Expected]] = {
    # Reading 1: kings beat twos with an ace, and a six-high straight the one that begins with an ace. Three nines beat
    # a pair whatever the kickers are, and a higher kicker beside the same pair is the text's own case.
    "a pair against twos with an ace": (
        MD,
        {},
        table("2c 9s 7h 5d Jc", "Ah 2d", seat(1, "Ks Kd"), seat(2, "9h 9d"), seat(3, "2h Kh")),
        _all(1, "ante", "odds", "raise", by={1}),
    ),
    "straights, one of them from an ace": (
        MA,
        {},
        table("2c 3d 4h 5s Kc", "Ad 9c", seat(1, "6h 9d")),
        _all(1, "ante", "odds", "raise", by={1}),
    ),
    "a pair of four cards against twos with an ace": (
        FOUR,
        {},
        dealt(
            "2c 2d Ah 9s 7c 5d",
            box(1, "Kc Kd 8h 6s 4c", ante="10.00", play="10.00"),
            box(2, "8c 8d 8s Qs Jd", aces_up="5.00"),
        ),
        _all(1, "ante", "play", by={1}),
    ),
    # Galaxy says nothing of how hands of one category compare, so there is nothing to read.
    "a pair against twos with an ace in Galaxy": (GALAXY, {}, table("2c 9s 7h 5d Jc", "Ah 2d", seat(1, "Ks Kd")), {}),
    # Readings 2 and 3: seat 1 lacks a pocket bonus, so the text collects its cards; seat 2 has both side wagers. No
    # book but Four Card says what becomes of a folded progressive.
    "folds in Maryland hold'em": (
        MD,
        {},
        table(
            "9s 4c 7h 2c Kd",
            "Ks Qd",
            seat(1, "Jh Td", raised=None, trips_plus="5.00"),
            seat(2, "Jc Tc", raised=None, trips_plus="5.00", pocket_bonus="5.00", progressive="1.00"),
            seat(3, "Js Ts", trips_plus="5.00", pocket_bonus="5.00", progressive="1.00"),
        ),
        {(1, "trips_plus"): {2}, (2, "progressive"): {3}},
    ),
    "folds in Massachusetts": (
        MA,
        {},
        table("9s 4c 7h 2c Kd", "Ks Qd", seat(1, "Jh Td", raised=None, trips_plus="5.00", pocket_bonus="5.00")),
        {(1, "trips_plus"): {3}},
    ),
    "folds in Galaxy": (
        GALAXY,
        {},
        table(
            "9s 4c 7h 2c Kd",
            "Ks Qd",
            seat(1, "Jh Td", raised=None, trips_plus="5.00", pocket_bonus="5.00", all6="5.00", progressive="1.00"),
            seat(2, "Jc Tc", trips_plus="5.00", pocket_bonus="5.00", all6="5.00", progressive="1.00"),
            all6_cards="8s 6c 5h 3d",
        ),
        _all(1, "trips_plus", "pocket_bonus", "all6", "progressive", by={3}),
    ),
    "folds in Four Card": (
        FOUR,
        {},
        dealt(
            KING_HIGH,
            fold(1, NOTHING, ante="10.00", aces_up="5.00", progressive="1.00"),
            box(2, "Qc Ts 8d 5c 4d", ante="10.00", play="10.00", aces_up="5.00", progressive="1.00"),
            meters=METER,
        ),
        {(1, "aces_up"): {2}},
    ),
    # Readings 4, 5, 10 and 31: ten percent for each royal on the board. Seat 3 raised and is paid before seat 2, which
    # folded (its place after seat 1 is a reading), and every one but the first from what the others left.
    "three shares of a meter": (
        MD,
        {},
        table(
            ROYAL_BOARD,
            "2c 3d",
            seat(1, "4c 5d", progressive="1.00"),
            seat(2, "4d 5c", raised=None, progressive="1.00", pocket_bonus="1.00", trips_plus="1.00"),
            seat(3, "4h 5h", progressive="1.00"),
        ),
        {
            (3, "progressive"): {5, 10},
            (1, "progressive"): {4, 5, 10, 31},
            (2, "progressive"): {3, 4, 5, 10, 31},
        },
    ),
    # Galaxy says that the wager is not returned, and nothing of the order.
    "two shares of a meter in Galaxy": (
        GALAXY,
        {},
        table(ROYAL_BOARD, "2c 3d", seat(1, "4c 5d", progressive="1.00"), seat(3, "4h 5h", progressive="1.00")),
        {(3, "progressive"): {4, 5}, (1, "progressive"): {4, 5}},
    ),
    # Reading 26: a tenth of $10,000.01.
    "a fraction of a cent": (
        MD,
        {},
        table(ROYAL_BOARD, "2c 3d", seat(1, "4c 5d", progressive="1.00"), meter="10000.01"),
        {(1, "progressive"): {5, 10, 26}},
    ),
    # Reading 6: table I has a row for flopped straight flushes, and none for flopped or community royals.
    **{
        f"table I, {name}": (
            MD,
            {"paytables": {"progressive": "I"}},
            table(board, "3c 4d", seat(1, hole, progressive="1.00")),
            {(1, "progressive"): by},
        )
        for name, hole, board, by in [
            ("a flopped royal", "Ah Kh", "Qh Jh Th 2c 2d", {5, 6, 10}),
            ("a royal of the board", "2c 3d", "Ah Kh Qh Jh Th", {6, 10}),
            ("a straight flush that becomes a royal", "9h Th", "Jh Qh Kh Ah 2d", {6, 10}),
            ("a flopped straight flush", "9h 8h", "7h 6h 5h 2c 2d", {5, 10}),
            ("a straight flush on the river", "9h 8h", "7h 6h 2c 5h 2d", {10}),
            ("a royal on the turn", "Ah Kh", "Qh Jh 2c Th 2d", {10}),
            ("nothing", "9c 8h", "7h 6h 2c Kh 2d", set()),
        ]
    },
    "table A, a flopped royal": (
        MD,
        {},
        table("Qh Jh Th 2c 2d", "3c 4d", seat(1, "Ah Kh", progressive="1.00")),
        {(1, "progressive"): {5, 10}},
    ),
    # Readings 7 and 29: seat 2 holds a royal without a wager of its own, or with one and an award. Maryland hold'em
    # calls the receiver's wager by another name, and states amounts for $1.
    "envy for a holder without a wager": (
        MD,
        {"paytables": {"progressive": "J"}},
        table("Qh Jh Th 2c 2d", "3s 4s", seat(1, "5c 6d", progressive="1.00"), seat(2, "Ah Kh")),
        {(1, "envy"): {7, 29}},
    ),
    "envy for a holder with an award": (
        MD,
        {"paytables": {"progressive": "J"}},
        table("Qh Jh Th 2c 2d", "3s 4s", seat(1, "5c 6d", progressive="1.00"), seat(2, "Ah Kh", progressive="1.00")),
        {(1, "envy"): {29}, (2, "progressive"): {5, 10}},
    ),
    "envy for a wager of $2": (
        MD,
        {"paytables": {"progressive": "J"}},
        table("Qh Jh Th 2c 2d", "3s 4s", seat(1, "5c 6d", progressive="2.00"), seat(2, "Ah Kh", progressive="1.00")),
        {(1, "envy"): {7, 29}, (2, "progressive"): {5, 10}},
    ),
    "envy in Four Card, at $1 and $5": (
        FOUR,
        {},
        dealt(
            KING_HIGH,
            box(1, "Qc Ts 8d 5c 4d", aces_up="5.00", progressive="5.00"),
            box(2, NOTHING, ante="10.00", play="10.00", progressive="1.00"),
            box(3, FOUR_SEVENS, ante="10.00", play="10.00", progressive="1.00"),
            meters=METER,
        ),
        {(1, "progressive"): {27}},
    ),
    # Reading 33: Ann holds four sevens in seat 4 and a straight flush in seat 3, and earns Bob one bonus.
    "envy for a holder with two boxes": (
        FOUR,
        {},
        dealt(
            "Kc Jd 9h 6s 3c 2d",
            box(3, "Jc Tc 9c 8c 3d", ante="10.00", play="10.00", progressive="1.00") | {"player": "Ann"},
            box(4, FOUR_SEVENS, ante="10.00", play="10.00", progressive="1.00") | {"player": "Ann"},
            box(6, "Qd Td 8h 5h 4s", ante="10.00", play="10.00", progressive="1.00"),
            meters=METER,
        ),
        {(6, "envy"): {33}},
    ),
    "envy for a holder whose other box has nothing": (
        FOUR,
        {},
        dealt(
            "Kc Jd 9h 6s 3c 2d",
            box(3, "Ah Qh 8d 5d 4c", ante="10.00", play="10.00", progressive="1.00") | {"player": "Ann"},
            box(4, FOUR_SEVENS, ante="10.00", play="10.00", progressive="1.00") | {"player": "Ann"},
            box(6, NOTHING, ante="10.00", play="10.00", progressive="1.00"),
            meters=METER,
        ),
        {},
    ),
    # Reading 8: $20 on the main wagers and $25 on the pocket bonus reach a limit of $30 together; the $25 that are won
    # beside lost main wagers exceed a limit of $20 alone.
    "a limit on the sum": (
        MD,
        {"payout_limit": "30.00"},
        table("9s 4c 7h 2c Kd", "Ks Qd", seat(1, "Ah Ad", raised="10.00"), seat(2, "9h 9d", pocket_bonus="5.00")),
        {(2, "payout_limit"): {8}},
    ),
    "a limit on one wager": (
        MD,
        {"payout_limit": "20.00"},
        table("9s 4c 7h 2c Kd", "Ks Qd", seat(2, "8h 8d", pocket_bonus="5.00")),
        {},
    ),
    # Reading 9: $10 for a full house are stated for $1; a share of the meter is the same for $5.
    "dollars and shares for larger wagers": (
        MD,
        {},
        table(
            "As Ks Qs Ah Ad",
            "2c 3d",
            seat(1, "Kc Kd", progressive="2.00"),
            seat(2, "Js Ts", progressive="5.00"),
            seat(3, "Qc Qd", progressive="1.00"),
        ),
        {(1, "progressive"): {9, 10}, (2, "progressive"): {5, 9, 10}, (3, "progressive"): {10}},
    ),
    # Reading 10: Four Card says "300 for 1" and not what becomes of the stake beside a share or a fixed sum.
    "a share in Four Card": (
        FOUR,
        {},
        dealt(
            KING_HIGH,
            box(1, "Ac Ad Ah As 2s", aces_up="5.00", progressive="1.00"),
            box(3, FOUR_SEVENS, ante="10.00", play="10.00", progressive="1.00"),
            meters=METER,
        ),
        {(1, "progressive"): {5, 10, 27}},
    ),
    "a super royal": (
        FOUR,
        {},
        dealt(
            "Kc Jd 9h 6s 3c 2d",
            box(1, "Ah Kh Qh Jh Th", ante="10.00", play="10.00", aces_up="5.00", six_card_bonus="1.00"),
            box(2, "7c 7d 7h 7s 2h", ante="10.00", play="10.00", aces_up="5.00", six_card_bonus="1.00"),
            bonus_card="9s",
        ),
        {},
    ),
    "a super royal of hearts": (
        FOUR,
        {},
        dealt(
            "Kc Jd 9c 6s 3c 2d",
            box(1, "Ah Kh Qh Jh Th", ante="10.00", play="10.00", aces_up="5.00", six_card_bonus="1.00"),
            bonus_card="9h",
        ),
        {(1, "six_card_bonus"): {10}},
    ),
    # Galaxy prints bare numbers in every table but the progressive; the ante and the raise are paid even money.
    "bare numbers": (
        GALAXY,
        {},
        table(
            "9s 4c 4h 2c 7d",
            "Ks Kd",
            seat(1, "9h 9d", trips_plus="5.00", pocket_bonus="5.00", progressive="1.00"),
            seat(2, "Kh Qd", trips_plus="5.00", pocket_bonus="5.00", progressive="1.00"),
        ),
        _all(1, "odds", "trips_plus", "pocket_bonus", by={10}),
    ),
    "a bad beat": (
        GALAXY,
        {},
        table("9s 4c 4h 2c Kd", "Kh Ks", seat(1, "9h 9d")),
        {(1, "odds"): {10}},
    ),
    # Reading 12: what a six-card royal is.
    "six-card royal": (
        GALAXY,
        {},
        table("2c 2h 7c 8s 4c", "Kc Qc", seat(1, "Ad Kd", all6="5.00"), seat(2, "3c 3h", all6="5.00"))
        | {"all6_cards": "Qd Jd Td 9d"},
        {(1, "all6"): {10, 12}},
    ),
    # Reading 14: the Massachusetts clause leaves pairs out.
    "pairs in Massachusetts": (
        MA,
        {},
        table(
            "9s 4c 7h 2c Kd",
            "Ks Qd",
            seat(1, "8h 8d", pocket_bonus="5.00"),
            seat(2, "Ah Jh", pocket_bonus="5.00"),
            seat(3, "Jc 3d", pocket_bonus="5.00"),
        ),
        {(1, "pocket_bonus"): {14}},
    ),
    # Readings 16 and 35: Galaxy has no irregularities of its own; a folded ante was collected.
    "a jam in Galaxy": (
        GALAXY,
        {},
        table("", "Ks Qd", seat(1, "8h 8d", progressive="1.00"), seat(2, "Ah Jh", raised=None), void="shoe_jam"),
        _all(1, "ante", "odds", "raise", "progressive", by={16}) | _all(2, "ante", "odds", by={16, 35}),
    ),
    # Readings 17 and 35: the pocket bonus is settled although all wagers go back.
    "face-up cards": (
        MD,
        {},
        table("", "Ks Qd", seat(1, "8h 8d", pocket_bonus="5.00", trips_plus="5.00"), void="face_up_cards"),
        {(1, "pocket_bonus"): {17}},
    ),
    "face-up cards before the deal is complete": (
        MD,
        {},
        table("", "Ks", seat(1, "8h 8d", pocket_bonus="5.00", trips_plus="5.00"), void="face_up_cards"),
        {},
    ),
    # Readings 18, 22, 23 and 35: only ante, odds and raise are named; seat 2 folded, seat 3 left.
    "a dealer's card": (
        MD,
        {},
        table(
            "9s 4c 7h 2c Kd",
            "Ks Qd",
            seat(1, "8h 8d", pocket_bonus="5.00", progressive="1.00"),
            seat(2, "Jh Td", raised=None, trips_plus="5.00"),
            seat(3, "Jc Tc", trips_plus="5.00") | {"abandoned": True},
            void="dealer_card_exposed",
        ),
        _all(1, "ante", "odds", "raise", "pocket_bonus", by={18})
        | {(1, "progressive"): {18, 22, 35}}
        | _all(2, "ante", "odds", by={18, 35})
        | {(2, "trips_plus"): {18}}
        | _all(3, "ante", "odds", "raise", by={18, 35})
        | {(3, "trips_plus"): {18, 23, 35}},
    ),
    "abandoned wagers": (
        MD,
        {},
        table("9s 4c 7h 2c Kd", "Ks Qd", seat(1, "8h 8d"), seat(2, "Jh Td") | {"abandoned": True}),
        _all(2, "ante", "odds", "raise", by={23}),
    ),
    # Readings 19 and 35: Massachusetts names the players only, and does not say that wagers go back.
    "a dealer with three cards in Massachusetts": (
        MA,
        {},
        table("", "Ks Qd 2c", seat(1, "8h 8d"), void="wrong_number_of_cards"),
        _all(1, "ante", "odds", "raise", by={19, 35}),
    ),
    "a player with three cards in Massachusetts": (
        MA,
        {},
        table("", "Ks Qd", seat(1, "8h 8d 2c"), void="wrong_number_of_cards"),
        _all(1, "ante", "odds", "raise", by={35}),
    ),
    "a dealer with three cards in Maryland": (
        MD,
        {},
        table("", "Ks Qd 2c", seat(1, "8h 8d", progressive="1.00"), void="wrong_number_of_cards"),
        {},
    ),
    # Reading 20: Four Card chapter 10 refers to the wrong section.
    "a wrong stub from an automated shoe": (
        FOUR,
        {"dealing": {"method": "automated", "shuffler": "automatic"}},
        dealt(KING_HIGH, box(1, NOTHING, ante="10.00"), void="stub_count_misdeal"),
        {(1, "ante"): {20}},
    ),
    "a wrong stub from a manual shoe": (
        FOUR,
        {},
        dealt(KING_HIGH, box(1, NOTHING, ante="10.00"), void="stub_count_misdeal"),
        {},
    ),
    # Reading 39: no clause says what a misdeal with another number of cards than 52 comes to.
    "a wrong stub and a wrong deck": (
        MD,
        {},
        table("", "Ks Qd", seat(1, "8h 8d", progressive="1.00"), void="stub_count_misdeal_wrong_deck"),
        _all(1, "ante", "odds", "raise", "progressive", by={35, 39}) | {(1, "progressive"): {22, 35, 39}},
    ),
    # Reading 27: four queens are paid 25 to 1 on the ante under four aces; seat 2 loses without a bonus.
    "an ante bonus under four aces": (
        FOUR,
        {},
        dealt(
            "Ac Ad Ah As Kc 2d",
            box(1, "Qc Qd Qh Qs 3d", ante="10.00", play="20.00"),
            box(2, "Kd Kh 4h 4s 8c", ante="10.00", play="10.00"),
        ),
        _all(1, "ante", "play", "ante_bonus", by={27}),
    ),
    # Reading 34: table C is decided by five cards, whatever the four best of them are.
    "progressive C": (
        FOUR,
        {"paytables": {"progressive": "C"}},
        dealt(
            KING_HIGH,
            box(1, "Ah Qh Jh Th 8h", ante="10.00", play="10.00", progressive="1.00"),
            box(2, "Qd Td 8c 5h 4s", ante="10.00", play="10.00", progressive="1.00"),
            meters=METER,
        ),
        {(1, "progressive"): {34}, (2, "progressive"): {34}},
    ),
    # And so is envy D, which lists a royal flush; its award moves a meter (5) and takes the chip (10).
    "envy D": (
        FOUR,
        {"paytables": {"progressive": "D"}},
        dealt(
            KING_HIGH,
            box(1, "Ah Kh Qh Jh Th", ante="10.00", play="10.00", progressive="1.00"),
            box(2, "Qd Td 8c 5h 4s", ante="10.00", play="10.00", progressive="1.00"),
            meters={"major": "1000.00", "minor": "500.00"},
        ),
        {(1, "progressive"): {5, 10, 34}, (2, "progressive"): {34}, (2, "envy"): {34}},
    ),
}


@pytest.mark.parametrize("name", CASES_BY_HAND)
def test_the_readings_behind_each_line(name: str) -> None:
    book, choices, hand, expected = CASES_BY_HAND[name]
    rules = rules_of(book, choices)
    settlement = settle(rules, read_round(rules, hand))
    numbers = {one.name: one.number for one in interpretations()}
    for line in settlement.as_json()["lines"]:
        found = {numbers[reading] for reading in line["readings"]}
        assert found == expected.get((line["seat"], line["wager"]), set()), line
    placed = {(line.seat, line.wager) for line in settlement.lines}
    assert placed.issuperset(expected)


def test_every_reading_that_decides_is_tried_where_it_does_and_where_it_does_not() -> None:
    for reading in interpretations():
        tried = [reading.number in by for *_, expected in CASES_BY_HAND.values() for by in expected.values()]
        assert any(tried) is (reading.decides is not None), reading.name
        assert not all(tried), reading.name


def test_every_case_that_a_reading_names_is_known_and_the_other_way_round() -> None:
    assert {one.decides for one in interpretations() if one.decides} == set(CASES)
