"""Four Card Poker: what its words mean, and who may wager what, clause by clause; worked out by hand."""

import pytest

from clauses.four_card import (
    BOOK,
    CLUBS_JACK_HIGH_RUN,
    FOUR_SEVENS,
    KING_HIGH,
    METER,
    NOTHING,
    THREE_JACKS,
    citations,
    cite,
    dealt,
    filed,
    fold,
    net,
    objections,
    order_of,
    refused_in,
    seat,
)
from clauses.hands import check, lines, refused, settled
from pitbook.submission import house_rules

# Chapter 1: what the words mean


@pytest.mark.clause("md-four-card-poker 1.A", "md-four-card-poker 1.B", "md-four-card-poker 1.B(1)")
@pytest.mark.parametrize("dealer", [KING_HIGH, THREE_JACKS, "Qs Qd Qc Qh Td 8d"])
def test_aces_up_plays_against_the_table_whatever_the_dealer_holds(dealer: str) -> None:
    # Two pairs, 2 to 1 in table A: 10.00 on 5.00; the pair of kings beside it has none, whoever it would beat.
    answer = settled(
        BOOK,
        dealt(
            dealer,
            seat(1, "Tc Ts 4c 4s 7h", aces_up="5.00"),
            seat(2, "Kh Ks 8c 6d 3h", aces_up="5.00"),
        ),
    )
    check(answer, 1, "aces_up", "win", "10.00", "15.00", cite("12.C(1)(f)"))
    check(answer, 2, "aces_up", "lose", "0.00", "0.00", cite("11.D(5)"))


@pytest.mark.clause("md-four-card-poker 1.A", "md-four-card-poker 1.B", "md-four-card-poker 1.B(2)")
@pytest.mark.parametrize("meter", ["5000.00", "123456.78"])
def test_envy_is_a_fixed_sum_for_players_with_a_progressive_wager_only(meter: str) -> None:
    # Four sevens next door: $10 for a $1 wager in table A, however much the meter shows.
    answer = settled(
        BOOK,
        dealt(
            KING_HIGH,
            seat(1, FOUR_SEVENS, aces_up="5.00"),
            seat(2, NOTHING, aces_up="5.00", progressive="1.00"),
            seat(3, "Qc Qd 9s 5d 3h", aces_up="5.00"),
            meters={"progressive": meter},
        ),
    )
    check(answer, 2, "envy", "win", "10.00", "10.00", cite("11.D(10)(e)(i)"))
    assert not lines(answer, 3, "envy")
    assert answer["meters"] == {"progressive": meter}


@pytest.mark.clause("md-four-card-poker 1.A", "md-four-card-poker 1.B", "md-four-card-poker 1.B(3)")
@pytest.mark.parametrize(
    ("table", "cards", "envy"),
    [
        # Table A reaches down to the straight flush; four-card tables B and C end with four of a kind.
        ("A", FOUR_SEVENS, "10.00"),
        ("A", CLUBS_JACK_HIGH_RUN, "5.00"),
        ("A", "Qs Qh Qd 8c 4c", None),
        ("B", FOUR_SEVENS, "25.00"),
        ("B", CLUBS_JACK_HIGH_RUN, None),
        ("C", FOUR_SEVENS, "300.00"),
        ("C", CLUBS_JACK_HIGH_RUN, None),
    ],
)
def test_the_table_decides_which_hands_earn_envy(table: str, cards: str, envy: str | None) -> None:
    answer = settled(
        BOOK,
        dealt(
            KING_HIGH,
            seat(1, cards, aces_up="5.00"),
            seat(2, NOTHING, aces_up="5.00", progressive="1.00"),
            meters={"progressive": "20000.00"},
        ),
        paytables={"progressive": table},
    )
    assert [line["payout"] for line in lines(answer, 2, "envy")] == ([envy] if envy else [])


@pytest.mark.clause("md-four-card-poker 1.A", "md-four-card-poker 1.B", "md-four-card-poker 1.B(5)")
def test_staying_in_against_the_dealer_takes_a_play_wager() -> None:
    undecided = dealt(KING_HIGH, seat(1, "As Ah 8c 5d 4s", ante="10.00"))
    (problem,) = refused(BOOK, undecided)
    assert problem.clause
    assert problem.clause.startswith(cite("11.B"))
    # A pair of aces would win; only with the play wager does it.
    played = settled(BOOK, dealt(KING_HIGH, seat(1, "As Ah 8c 5d 4s", ante="10.00", play="10.00")))
    check(played, 1, "play", "win", "10.00", "20.00")
    folded = settled(BOOK, dealt(KING_HIGH, fold(1, "As Ah 8c 5d 4s", ante="10.00")))
    assert order_of(folded) == [(1, "ante")]
    assert net(folded) == {"1": "-10.00"}


@pytest.mark.clause("md-four-card-poker 1.A", "md-four-card-poker 1.B", "md-four-card-poker 1.B(6)")
@pytest.mark.parametrize("table", ["A", "B"])
def test_three_of_a_kind_is_the_lowest_progressive_hand(table: str) -> None:
    answer = settled(
        BOOK,
        dealt(
            KING_HIGH,
            seat(1, "2s 2h 2c 8c 5d", aces_up="5.00", progressive="1.00"),
            seat(2, "Ah Kh 9s 8h 4h", aces_up="5.00", progressive="1.00"),
            meters=METER,
        ),
        paytables={"progressive": table},
    )
    # Three twos are paid; the next lower hand, an ace-high flush, is not.
    award = {"A": "9.00", "B": "15.00"}[table]
    check(answer, 1, "progressive", "win", award, award)
    lost = check(answer, 2, "progressive", "lose", "0.00", "0.00", cite("11.D(8)"))
    assert lost["hand"] == "flush"


# Chapter 2: the table


@pytest.mark.clause("md-four-card-poker 2.A(1)")
def test_a_table_has_at_most_seven_positions() -> None:
    seventh = settled(BOOK, dealt(KING_HIGH, seat(7, "As Ah 8c 5d 4s", aces_up="5.00")))
    check(seventh, 7, "aces_up", "win", "5.00", "10.00")
    assert citations(dealt(KING_HIGH, seat(8, "As Ah 8c 5d 4s", aces_up="5.00"))) == {cite("2.A(1)")}
    assert objections(filed(positions=7)) == []
    assert [problem.clause for problem in objections(filed(positions=8))] == [cite("2.A(1)")]


# Chapter 6: the six-card hand


@pytest.mark.clause("md-four-card-poker 6.F(8)")
@pytest.mark.parametrize("table", ["A", "B"])
@pytest.mark.parametrize(
    ("cards", "bonus_card", "hand", "payout"),
    [
        ("Ah Kh Qh Jh Th", "9h", "super_royal", "100000.00"),
        ("9s Js Qs Ks As", "Ts", "super_royal", "100000.00"),
        # The nine in another suit leaves a royal flush; without the ace it is the straight flush below: 200 to 1.
        ("Ah Kh Qh Jh Th", "9s", "royal_flush", "5000.00"),
        ("Ah Kh Qh Jh Th", "8h", "royal_flush", "5000.00"),
        ("Kh Qh Jh Th 9h", "8h", "straight_flush", "1000.00"),
        # Ace, king, queen, jack, nine, eight of one suit: a flush, 15 to 1.
        ("Ah Kh Qh Jh 9h", "8h", "flush", "75.00"),
    ],
)
def test_a_super_royal_is_ace_to_nine_of_one_suit(
    table: str, cards: str, bonus_card: str, hand: str, payout: str
) -> None:
    answer = settled(
        BOOK,
        dealt(
            "Kc Jd 9c 6s 3c 2d",
            seat(1, cards, ante="5.00", play="5.00", aces_up="5.00", six_card_bonus="5.00"),
            bonus_card=bonus_card,
        ),
        paytables={"six_card_bonus": table},
    )
    (line,) = lines(answer, 1, "six_card_bonus")
    assert (line["hand"], line["payout"]) == (hand, payout)


# Chapter 7: the wagers and what each one needs


@pytest.mark.clause("md-four-card-poker 7.E")
def test_a_player_needs_an_ante_or_an_aces_up_wager_to_take_part() -> None:
    (problem,) = refused(BOOK, dealt(KING_HIGH, seat(1, "As Ah 8c 5d 4s")))
    assert problem.clause
    assert problem.clause.startswith(cite("7.E"))
    for wagers in (
        {"ante": "5.00", "play": "5.00"},
        {"aces_up": "5.00"},
        {"ante": "5.00", "play": "5.00", "aces_up": "5.00"},
    ):
        answer = settled(BOOK, dealt(KING_HIGH, seat(1, "As Ah 8c 5d 4s", **wagers)))
        assert [line["wager"] for line in answer["lines"]] == list(wagers)


@pytest.mark.clause("md-four-card-poker 7.E(1)")
def test_an_ante_with_its_play_wager_competes_with_the_dealer_alone() -> None:
    # A pair of aces beats king high: 10 and 25 are paid even money. No paytable is asked.
    won = settled(BOOK, dealt(KING_HIGH, seat(1, "As Ah 8c 5d 4s", ante="10.00", play="25.00")))
    assert order_of(won) == [(1, "ante"), (1, "play")]
    assert net(won) == {"1": "35.00"}
    # The same pair loses to three jacks.
    lost = settled(BOOK, dealt(THREE_JACKS, seat(1, "As Ah 8c 5d 4s", ante="10.00", play="25.00")))
    assert net(lost) == {"1": "-35.00"}
    # A play wager without an ante is none.
    assert refused(BOOK, dealt(KING_HIGH, seat(1, "As Ah 8c 5d 4s", aces_up="5.00", play="5.00")))


@pytest.mark.clause("md-four-card-poker 7.E(2)")
def test_aces_up_may_be_wagered_alone() -> None:
    answer = settled(
        BOOK,
        dealt(
            THREE_JACKS,
            seat(1, "As Ah 8c 5d 4s", aces_up="5.00"),
            seat(2, "Kh Ks 8h 6d 3h", aces_up="5.00"),
        ),
    )
    assert order_of(answer) == [(2, "aces_up"), (1, "aces_up")]
    assert net(answer) == {"1": "5.00", "2": "-5.00"}


@pytest.mark.clause("md-four-card-poker 7.E(3)")
def test_ante_and_aces_up_together_are_decided_apart() -> None:
    # Kings beat king high but are no aces: the ante and the play win, the aces up loses.
    kings = seat(1, "Kh Ks 8h 5d 4s", ante="10.00", play="10.00", aces_up="5.00")
    assert net(settled(BOOK, dealt("Kc Jd 9h 6s 3c 2d", kings))) == {"1": "15.00"}
    # Aces lose to three jacks, and the aces up wins.
    aces = seat(1, "As Ah 8c 5d 4s", ante="10.00", play="10.00", aces_up="5.00")
    assert net(settled(BOOK, dealt(THREE_JACKS, aces))) == {"1": "-15.00"}


@pytest.mark.clause("md-four-card-poker 7.E(4)")
def test_the_progressive_is_there_only_if_the_submission_offers_it() -> None:
    tables = {name: table for name, table in filed()["paytables"].items() if name != "progressive"}
    without = filed(wagers=["six_card_bonus"]) | {"paytables": tables}
    del without["progressive"]
    hand = dealt(
        KING_HIGH, seat(1, "2s 2h 2c 8c 5d", aces_up="5.00", progressive="1.00"), meters={"progressive": "5000.00"}
    )
    check(settled(BOOK, hand), 1, "progressive", "win", "9.00", "9.00")
    del hand["meters"]
    assert {problem.clause for problem in refused_in(house_rules(without), hand)} == {cite("7.E(4)")}


@pytest.mark.clause("md-four-card-poker 7.E(4)(a)")
@pytest.mark.parametrize(
    "wagers",
    [
        {"ante": "5.00", "play": "5.00"},
        {"aces_up": "5.00"},
        {"ante": "5.00", "play": "5.00", "aces_up": "5.00"},
    ],
)
def test_a_progressive_wager_goes_with_an_ante_or_an_aces_up(wagers: dict[str, str]) -> None:
    # Three twos: 9 for 1.
    hand = dealt(KING_HIGH, seat(1, "2s 2h 2c 8c 5d", **wagers, progressive="1.00"), meters=METER)
    check(settled(BOOK, hand), 1, "progressive", "win", "9.00", "9.00")


@pytest.mark.clause("md-four-card-poker 7.E(4)(a)")
def test_a_progressive_wager_by_itself_is_refused() -> None:
    assert cite("7.E(4)(a)") in citations(dealt(KING_HIGH, seat(1, "2s 2h 2c 8c 5d", progressive="1.00"), meters=METER))


@pytest.mark.clause("md-four-card-poker 7.E(5)")
def test_the_six_card_bonus_wins_from_three_of_a_kind_up_if_it_is_offered() -> None:
    wagers = {"ante": "5.00", "play": "5.00", "aces_up": "5.00", "six_card_bonus": "5.00"}
    # A pair of eights with the bonus card's eight: three of a kind, 5 to 1.
    three = dealt(KING_HIGH, seat(1, "8s 8h Qc Td 4s", **wagers), bonus_card="8c")
    check(settled(BOOK, three), 1, "six_card_bonus", "win", "25.00", "30.00", cite("12.H(1)(i)"))
    # Eights and fours, with the bonus card's ten three pairs: two of them count, and that is too little.
    pairs = dealt(KING_HIGH, seat(1, "8s 8h 4c Td 4s", **wagers), bonus_card="Tc")
    lost = check(settled(BOOK, pairs), 1, "six_card_bonus", "lose", "0.00", "0.00", cite("7.E(5)"))
    assert lost["hand"] == "two_pairs"
    tables = {name: table for name, table in filed()["paytables"].items() if name != "six_card_bonus"}
    without = filed(wagers=["progressive"]) | {"paytables": tables}
    assert {problem.clause for problem in refused_in(house_rules(without), three)} == {cite("7.E(5)")}


@pytest.mark.clause("md-four-card-poker 7.E(5)(a)")
@pytest.mark.parametrize("wagers", [{"ante": "5.00", "play": "5.00"}, {"aces_up": "5.00"}])
def test_the_six_card_bonus_needs_both_ante_and_aces_up(wagers: dict[str, str]) -> None:
    bonus = {"six_card_bonus": "5.00"}
    hand = dealt(KING_HIGH, seat(1, "8s 8h Qc Td 4s", **wagers, **bonus), bonus_card="8c")
    assert citations(hand) == {cite("7.E(5)(a)")}
    both = {"ante": "5.00", "play": "5.00", "aces_up": "5.00"} | bonus
    answer = settled(BOOK, dealt(KING_HIGH, seat(1, "8s 8h Qc Td 4s", **both), bonus_card="8c"))
    check(answer, 1, "six_card_bonus", "win", "25.00", "30.00")


@pytest.mark.clause("md-four-card-poker 7.E(5)(b)")
def test_all_five_cards_and_the_bonus_card_make_the_six_of_a_super_royal() -> None:
    wagers = {"ante": "5.00", "play": "5.00", "aces_up": "5.00", "six_card_bonus": "5.00"}
    six = ["Ac", "Kc", "Qc", "Jc", "Tc", "9c"]
    for bonus_card in six:
        cards = " ".join(card for card in six if card != bonus_card)
        hand = dealt("Kd Jd 9h 6s 3c 2d", seat(1, cards, **wagers), bonus_card=bonus_card)
        check(settled(BOOK, hand), 1, "six_card_bonus", "win", "100000.00", "100005.00", cite("12.H(1)(b)"))
    # With only four of the player's cards it is none: king to nine is a straight flush, 200 to 1.
    hand = dealt("Kd Jd 9h 6s 3c 2d", seat(1, "Kc Qc Jc Tc 4s", **wagers), bonus_card="9c")
    check(settled(BOOK, hand), 1, "six_card_bonus", "win", "1000.00", "1005.00", cite("12.H(1)(d)"))


@pytest.mark.clause("md-four-card-poker 7.F")
def test_the_submission_says_on_how_many_adjacent_boxes_one_player_may_wager() -> None:
    for boxes in (1, 2, 7):
        assert objections(filed(adjacent_boxes=boxes)) == []
    silent = filed()
    del silent["adjacent_boxes"]
    for data in (silent, filed(adjacent_boxes=0), filed(positions=5, adjacent_boxes=6)):
        assert [problem.clause for problem in objections(data)] == [cite("7.F")]
