"""Four Card Poker: what becomes of each wager, clause by clause; the money is worked out by hand."""

import pytest

from clauses.four_card import (
    BOOK,
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
    order_of,
    refused_in,
    seat,
    settled_in,
)
from clauses.hands import Answer, Hand, check, lines, refused, settled
from pitbook.submission import house_rules

# Chapters 8, 9, 10 and 13: void rounds


def check_all_returned(answer: Answer, cause: str, clause: str) -> None:
    """Every wager of the two seats goes back, the meter stands, and each line names the cause and its clause."""
    assert order_of(answer) == [
        *((2, wager) for wager in ("ante", "aces_up", "progressive")),
        *((1, wager) for wager in ("ante", "play", "aces_up", "six_card_bonus", "progressive")),
    ]
    for line in answer["lines"]:
        assert (line["result"], line["reason"]) == ("void", cause)
        assert (line["payout"], line["returned"]) == ("0.00", line["stake"])
        assert clause in line["clauses"]
    assert answer["totals"] == {
        "1": {"wagered": "51.00", "returned": "51.00", "net": "0.00"},
        "2": {"wagered": "16.00", "returned": "16.00", "net": "0.00"},
    }
    assert answer["meters"] == METER


def void(cause: str, cards: str | None = "As Ah Ad Ac 9d", dealer: str | None = "2s 3d 6c 8s Jc Qd") -> Hand:
    """Four aces, which would take the meter, and a folded hand, in a round that does not count."""
    return dealt(
        dealer,
        seat(1, cards, ante="10.00", play="30.00", aces_up="5.00", six_card_bonus="5.00", progressive="1.00"),
        fold(2, "Kh Jd Td 4h 3s", ante="10.00", aces_up="5.00", progressive="1.00"),
        bonus_card="5h",
        meters=METER,
        void=cause,
    )


STUB_COUNTS = [
    ("manual_shoe", "manual", "stub_count_misdeal", "8.H(3)"),
    ("manual_shoe", "manual", "stub_count_wrong_deck", "8.H(4)"),
    ("hand", "automatic", "stub_count_misdeal", "9.F"),
    ("hand", "automatic", "stub_count_wrong_deck", "9.G"),
    ("automated", "automatic", "stub_count_misdeal", "10.F"),
    ("automated", "automatic", "stub_count_wrong_deck", "10.G"),
]


@pytest.mark.parametrize(
    ("method", "shuffler", "cause", "clause"),
    [pytest.param(*case, id=case[-1], marks=pytest.mark.clause(cite(case[-1]))) for case in STUB_COUNTS],
)
def test_a_wrong_stub_count_returns_all_wagers(method: str, shuffler: str, cause: str, clause: str) -> None:
    rules = house_rules(filed(dealing={"method": method, "shuffler": shuffler, "decks": 1}))
    check_all_returned(settled_in(rules, void(cause)), cause, cite(clause))


@pytest.mark.clause("md-four-card-poker 13.B")
def test_more_than_one_face_up_card_returns_all_wagers() -> None:
    check_all_returned(settled(BOOK, void("face_up_cards")), "face_up_cards", cite("13.B"))
    early = void("face_up_cards", cards="As Ah", dealer="2s 3d")
    check_all_returned(settled(BOOK, early), "face_up_cards", cite("13.B"))
    # A single one voids nothing.
    assert refused(BOOK, void("face_up_card"))


@pytest.mark.clause("md-four-card-poker 13.D")
def test_too_few_cards_return_all_wagers() -> None:
    for hand in (
        void("wrong_number_of_cards", cards="As Ah Ad Ac"),
        void("wrong_number_of_cards", dealer="2s 3d 6c 8s Jc"),
    ):
        check_all_returned(settled(BOOK, hand), "wrong_number_of_cards", cite("13.D"))


@pytest.mark.clause("md-four-card-poker 13.D")
def test_too_many_cards_return_all_wagers() -> None:
    for hand in (
        void("wrong_number_of_cards", cards="As Ah Ad Ac 9d 7c"),
        void("wrong_number_of_cards", dealer="2s 3d 6c 8s Jc Qd 7c"),
    ):
        check_all_returned(settled(BOOK, hand), "wrong_number_of_cards", cite("13.D"))


@pytest.mark.clause("md-four-card-poker 13.E")
def test_a_dealers_card_exposed_early_returns_all_wagers() -> None:
    check_all_returned(settled(BOOK, void("dealer_card_exposed")), "dealer_card_exposed", cite("13.E"))


@pytest.mark.clause("md-four-card-poker 13.G")
def test_a_jammed_dealing_shoe_returns_all_wagers() -> None:
    rules = house_rules(filed(dealing={"method": "automated", "shuffler": "automatic", "decks": 1}))
    check_all_returned(settled_in(rules, void("shoe_jam")), "shoe_jam", cite("13.G"))
    check_all_returned(settled_in(rules, void("shoe_jam", cards=None, dealer=None)), "shoe_jam", cite("13.G"))
    # A shuffler that jams holds up no round: its cards are reshuffled and no wager goes back.
    assert refused_in(rules, void("shuffler_jam"))


# Chapter 11: the decision


@pytest.mark.clause("md-four-card-poker 11.B")
def test_each_player_with_an_ante_decides_and_nobody_else() -> None:
    aces_up_only = seat(2, "Qs Qc 8h 6d 4c", aces_up="5.00")
    played = seat(1, "As Ah 8c 5d 4s", ante="10.00", play="10.00")
    assert order_of(settled(BOOK, dealt(KING_HIGH, played, aces_up_only))) == [
        *((2, "aces_up"), (1, "ante"), (1, "play"))
    ]
    folded = fold(1, "As Ah 8c 5d 4s", ante="10.00")
    assert order_of(settled(BOOK, dealt(KING_HIGH, folded, aces_up_only))) == [(2, "aces_up"), (1, "ante")]
    undecided = seat(1, "As Ah 8c 5d 4s", ante="10.00")
    both = fold(1, "As Ah 8c 5d 4s", ante="10.00", play="10.00")
    for hand in (
        dealt(KING_HIGH, undecided, aces_up_only),
        dealt(KING_HIGH, both, aces_up_only),
        dealt(KING_HIGH, aces_up_only | {"folded": True}),
    ):
        (problem,) = refused(BOOK, hand)
        assert problem.clause
        assert problem.clause.startswith(cite("11.B"))


@pytest.mark.clause("md-four-card-poker 11.B(1)")
@pytest.mark.parametrize(
    ("play", "returned"),
    [("10.00", "20.00"), ("10.50", "21.00"), ("20.00", "40.00"), ("27.50", "55.00"), ("30.00", "60.00")],
)
def test_the_play_wager_may_be_any_amount_from_one_to_three_antes(play: str, returned: str) -> None:
    answer = settled(BOOK, dealt(KING_HIGH, seat(1, "As Ah 8c 5d 4s", ante="10.00", play=play)))
    assert check(answer, 1, "play", "win", play, returned)["stake"] == play


@pytest.mark.clause("md-four-card-poker 11.B(1)")
@pytest.mark.parametrize("play", ["5.00", "9.99", "30.01", "40.00"])
def test_a_play_wager_outside_one_to_three_antes_is_refused(play: str) -> None:
    hand = dealt(KING_HIGH, seat(1, "As Ah 8c 5d 4s", ante="10.00", play=play))
    assert citations(hand) == {cite("11.B(1)")}


@pytest.mark.clause("md-four-card-poker 11.B(2)")
def test_without_a_play_wager_the_ante_is_forfeited_whatever_the_hand() -> None:
    # Three queens would win and earn a bonus of 20.00; folded, they earn nothing and the player is out.
    answer = settled(
        BOOK,
        dealt(
            KING_HIGH,
            fold(1, "Qs Qh Qd 8c 4h", ante="10.00"),
            fold(2, "Th 8d 7s 5c 4s", ante="10.00"),
        ),
    )
    assert order_of(answer) == [(2, "ante"), (1, "ante")]
    for number in (1, 2):
        line = check(answer, number, "ante", "forfeit", "0.00", "0.00", cite("11.B(2)"))
        assert (line["reason"], line["hand"]) == ("folded", None)


@pytest.mark.clause("md-four-card-poker 11.C")
def test_folding_takes_ante_and_progressive_and_leaves_aces_up_and_six_card_bonus() -> None:
    # Three queens: aces up 9 to 1; with the bonus card's queen four of a kind, 50 to 1.
    wagers = {"ante": "10.00", "aces_up": "5.00", "six_card_bonus": "2.00", "progressive": "1.00"}
    hand = dealt(KING_HIGH, fold(1, "Qs Qh Qd 8c 4h", **wagers), bonus_card="Qc", meters=METER)
    answer = settled(BOOK, hand)
    assert order_of(answer) == [(1, wager) for wager in wagers]
    check(answer, 1, "ante", "forfeit", "0.00", "0.00")
    check(answer, 1, "aces_up", "win", "45.00", "50.00")
    check(answer, 1, "six_card_bonus", "win", "100.00", "102.00")
    check(answer, 1, "progressive", "forfeit", "0.00", "0.00")
    # -10 + 45 + 100 - 1
    assert net(answer) == {"1": "134.00"}


@pytest.mark.clause("md-four-card-poker 11.C(1)")
def test_folding_forfeits_the_ante_but_not_the_aces_up() -> None:
    answer = settled(
        BOOK,
        dealt(
            THREE_JACKS,
            fold(1, "As Ah 8c 5d 4s", ante="10.00", aces_up="5.00"),
            fold(2, "Kh Ks 8h 6d 3h", ante="10.00", aces_up="5.00"),
        ),
    )
    for number in (1, 2):
        check(answer, number, "ante", "forfeit", "0.00", "0.00", cite("11.B(2)"))
    check(answer, 1, "aces_up", "win", "5.00", "10.00", cite("12.C(1)(g)"))
    check(answer, 2, "aces_up", "lose", "0.00", "0.00", cite("11.D(5)"))


@pytest.mark.clause("md-four-card-poker 11.C(2)")
@pytest.mark.parametrize(
    ("bonus_card", "result", "payout", "returned"),
    [("8d", "win", "25.00", "30.00"), ("Td", "lose", "0.00", "0.00")],
)
def test_folding_forfeits_the_ante_but_not_the_six_card_bonus(
    bonus_card: str, result: str, payout: str, returned: str
) -> None:
    # A pair of eights; the bonus card makes it three of a kind, 5 to 1, or does not.
    folded = fold(1, "8s 8h Qc 5d 4s", ante="10.00", aces_up="5.00", six_card_bonus="5.00")
    answer = settled(BOOK, dealt(KING_HIGH, folded, bonus_card=bonus_card))
    check(answer, 1, "ante", "forfeit", "0.00", "0.00", cite("11.B(2)"))
    check(answer, 1, "six_card_bonus", result, payout, returned)


@pytest.mark.clause("md-four-card-poker 11.C(3)")
def test_folding_forfeits_ante_and_progressive_but_not_the_envy_bonus() -> None:
    # Seat 2 folds four sixes, which would have been 300 for 1, and is still paid for the four sevens of seat 1.
    answer = settled(
        BOOK,
        dealt(
            "Kc Jd 9h 5s 3c 2d",
            seat(1, FOUR_SEVENS, ante="10.00", play="10.00"),
            fold(2, "6s 6h 6d 6c Ah", ante="10.00", progressive="1.00"),
            fold(3, "2s 2h As 8c 4s", ante="10.00", progressive="5.00"),
            meters=METER,
        ),
    )
    for number in (2, 3):
        check(answer, number, "ante", "forfeit", "0.00", "0.00", cite("11.B(2)"))
        line = check(answer, number, "progressive", "forfeit", "0.00", "0.00", cite("11.C(3)"))
        assert (line["reason"], line["hand"]) == ("folded", None)
    check(answer, 2, "envy", "win", "10.00", "10.00", cite("12.F(1)(b)"))
    check(answer, 3, "envy", "win", "50.00", "50.00", cite("12.G(1)(b)"))
    assert answer["meters"] == METER


@pytest.mark.clause("md-four-card-poker 11.C(3)")
def test_without_an_ante_there_is_nothing_to_forfeit_the_progressive_by() -> None:
    hand = dealt(KING_HIGH, seat(1, "2s 2h 2c 8c 5d", aces_up="5.00", progressive="1.00"), meters=METER)
    check(settled(BOOK, hand), 1, "progressive", "win", "9.00", "9.00", cite("11.D(9)"))


# Chapter 11: settlement


@pytest.mark.clause("md-four-card-poker 11.D(1)")
def test_every_forfeited_wager_is_collected() -> None:
    answer = settled(
        BOOK,
        dealt(
            KING_HIGH,
            seat(1, "As Ah 8c 5d 4s", ante="10.00", play="10.00"),
            fold(2, "Qs Qh Qd 8h 4h", ante="25.00", progressive="1.00"),
            fold(5, "Th 7d 7s 5c 4c", ante="15.00"),
            meters=METER,
        ),
    )
    forfeits = [line for line in answer["lines"] if line["result"] == "forfeit"]
    assert [(line["seat"], line["wager"], line["stake"], line["returned"]) for line in forfeits] == [
        (5, "ante", "15.00", "0.00"),
        (2, "ante", "25.00", "0.00"),
        (2, "progressive", "1.00", "0.00"),
    ]
    assert net(answer) == {"1": "20.00", "2": "-26.00", "5": "-15.00"}


@pytest.mark.clause("md-four-card-poker 11.D(1)(a)", "md-four-card-poker 11.D(1)(b)")
def test_nothing_is_settled_before_each_ante_is_played_or_forfeited() -> None:
    played = seat(1, "As Ah 8c 5d 4s", ante="10.00", play="10.00")
    forfeited = fold(2, "Qs Qh 8d 8h 4h", ante="10.00")
    undecided = seat(3, "Th 7d 7s 5c 4c", ante="10.00")
    (problem,) = refused(BOOK, dealt(KING_HIGH, played, forfeited, undecided))
    assert problem.clause
    assert problem.clause.startswith(cite("11.B"))
    settled(BOOK, dealt(KING_HIGH, played, forfeited, undecided | {"folded": True}))
    undecided["wagers"] |= {"play": "10.00"}
    settled(BOOK, dealt(KING_HIGH, played, forfeited, undecided))


@pytest.mark.clause("md-four-card-poker 11.D(1)(b)")
def test_a_forfeited_hand_is_out_of_play_for_others_too() -> None:
    # Four sevens, folded: neither their player's ante bonus nor anybody's envy bonus comes of them.
    folded = dealt(
        KING_HIGH,
        fold(1, FOUR_SEVENS, ante="10.00", aces_up="5.00"),
        seat(2, NOTHING, aces_up="5.00", progressive="1.00"),
        meters=METER,
    )
    answer = settled(BOOK, folded)
    assert order_of(answer) == [(2, "aces_up"), (2, "progressive"), (1, "ante"), (1, "aces_up")]
    check(answer, 1, "ante", "forfeit", "0.00", "0.00", cite("11.D(1)(b)"))


@pytest.mark.clause("md-four-card-poker 11.D(3)")
@pytest.mark.parametrize(
    ("dealer", "cards", "reason"),
    [
        # Three pairs: kings and eights are the dealer's, not the first four cards.
        ("3c 3d 8h 8s Kc Kd", "Kh Ks 7c 7d 2h", "loses_to_dealer"),
        ("3c 3d 8h 8s Kc Kd", "Kh Ks 9c 9d 2h", "beats_dealer"),
        # Five to eight of hearts, in the second card and the last three: a straight flush.
        ("2c 5h Kd 6h 7h 8h", "As Ah Ad 9c 4d", "loses_to_dealer"),
        # The up card, the last one, makes three nines; left out, it leaves a flush in spades.
        ("9c 9d 4h Ks 2d 9h", "8s 8h 8d Kc 4d", "loses_to_dealer"),
        ("Ks Qs 9s 4s 2h Jd", "Tc 9d 8h 7c 2c", "loses_to_dealer"),
        # Of six hearts the highest four count: a tie with the same four in spades.
        ("Ah Kh 9h 7h 4h 2h", "As Ks 9s 7s 2c", "ties_dealer"),
    ],
)
def test_the_dealers_best_four_of_six_cards_count(dealer: str, cards: str, reason: str) -> None:
    answer = settled(BOOK, dealt(dealer, seat(1, cards, ante="10.00", play="10.00")))
    assert [line["reason"] for line in answer["lines"] if line["wager"] != "ante_bonus"] == [reason] * 2


@pytest.mark.clause("md-four-card-poker 11.D(4)")
def test_players_are_settled_from_the_dealers_right_each_to_the_end() -> None:
    # Positions are numbered from the dealer's left, so the dealer's right begins with the highest number.
    answer = settled(
        BOOK,
        dealt(
            "Kc Kd 9h 6s 3c 2d",
            fold(5, "Jc Th 7d 5s 2h", ante="5.00", aces_up="5.00"),
            seat(2, "As Ac 8d 6h 4c", ante="5.00", play="5.00", aces_up="5.00"),
            seat(
                7,
                "Qs Qh Qd 8c 4h",
                ante="5.00",
                play="15.00",
                aces_up="5.00",
                six_card_bonus="5.00",
                progressive="1.00",
            ),
            bonus_card="9s",
            meters=METER,
        ),
    )
    assert order_of(answer) == [
        *((7, wager) for wager in ("ante", "play", "ante_bonus", "aces_up", "six_card_bonus", "progressive")),
        *((5, wager) for wager in ("ante", "aces_up")),
        *((2, wager) for wager in ("ante", "play", "aces_up")),
    ]
    # Seat 7: 5 + 15, bonus 2 to 1 on the ante, aces up 9 to 1, six cards 5 to 1, progressive 9 for 1.
    assert net(answer) == {"7": "108.00", "5": "-10.00", "2": "15.00"}


@pytest.mark.clause("md-four-card-poker 11.D(4)(b)")
@pytest.mark.parametrize(
    ("dealer", "cards", "hand", "reason"),
    [
        # A pair of sevens or a run to the ten: the run.
        ("Kc Kd 4h 4s 2c 9d", "7c 8d 9h Ts 7d", "straight", "beats_dealer"),
        # A pair of sixes or four hearts: the hearts.
        ("Kc Kd 4h 4s 2c 9d", "Ah Qh 6h 3h 6c", "flush", "beats_dealer"),
        # Of five hearts the fifth does not count, nor does the dealer's fifth club: a tie.
        ("Kc Jc 9c 5c 3c 2d", "Kh Jh 9h 5h 2h", "flush", "ties_dealer"),
        # Two to six: the run that ends with the six, against one that ends with the five.
        ("5c 4d 3h 2s Kd Kh", "2h 3c 4s 5d 6h", "straight", "beats_dealer"),
        # A full house of five cards is three of a kind of four.
        ("Kc Kd Kh 4s 2c 9d", "Qs Qh Qd 8c 8d", "three_of_a_kind", "loses_to_dealer"),
    ],
)
def test_the_players_best_four_of_five_cards_count(dealer: str, cards: str, hand: str, reason: str) -> None:
    answer = settled(BOOK, dealt(dealer, seat(1, cards, ante="10.00", play="10.00")))
    for line in answer["lines"][:2]:
        assert (line["hand"], line["reason"]) == (hand, reason)


QUEENS_ACE_NINE = "Qs Qc Ad 9h 4c 2s"


@pytest.mark.clause("md-four-card-poker 11.D(4)(c)")
@pytest.mark.parametrize(
    ("cards", "money"),
    [("Kh Kd 8s 5c 3d", "40.00"), ("Qh Qd As 9c 3d", "40.00"), ("Th Td As 8c 3d", "-40.00")],
)
def test_only_a_lower_hand_loses(cards: str, money: str) -> None:
    # Queens with ace and nine at the dealer: kings beat them, the same four cards tie, tens lose.
    hand = dealt(QUEENS_ACE_NINE, seat(1, cards, ante="10.00", play="30.00"))
    assert net(settled(BOOK, hand)) == {"1": money}


@pytest.mark.clause("md-four-card-poker 11.D(4)(c)(i)")
@pytest.mark.parametrize(
    ("dealer", "cards"),
    [
        # The last of the four cards decides: eight against nine.
        (QUEENS_ACE_NINE, "Qh Qd As 8c 3d"),
        # King high with jack, nine, five against the six.
        (KING_HIGH, "Kh Js 9c 5d 4h"),
        # Three of a kind lose to a straight flush, and that to four of a kind.
        ("2c 5h Kd 6h 7h 8h", "Tc Td Ts Ac 4d"),
        ("2c 2d 2h 2s 7c 9d", "Ah Kh Qh Jh 4d"),
    ],
)
def test_a_lower_hand_loses_ante_and_play(dealer: str, cards: str) -> None:
    answer = settled(BOOK, dealt(dealer, seat(1, cards, ante="10.00", play="20.00")))
    for wager in ("ante", "play"):
        line = check(answer, 1, wager, "lose", "0.00", "0.00", cite("11.D(4)(c)(i)"))
        assert (line["reason"], line["pays"]) == ("loses_to_dealer", None)


@pytest.mark.clause("md-four-card-poker 11.D(4)(c)(ii)")
@pytest.mark.parametrize(
    ("dealer", "cards", "reason"),
    [
        # Nine against eight in the fourth card; then the same four, whatever the fifth cards are.
        ("Qs Qc Ad 8h 4c 2s", "Qh Qd As 9c 3d", "beats_dealer"),
        (QUEENS_ACE_NINE, "Qh Qd As 9c 3d", "ties_dealer"),
        (KING_HIGH, "Kh Js 9c 6d 2h", "ties_dealer"),
        ("5c 4d 3h 2s Kd 9h", "5h 4s 3c 2d Kh", "ties_dealer"),
        # The lowest pair beats a dealer with nothing.
        (KING_HIGH, "2h 2s Tc 8c 4h", "beats_dealer"),
    ],
)
def test_a_higher_or_equal_hand_is_paid_on_ante_and_play(dealer: str, cards: str, reason: str) -> None:
    answer = settled(BOOK, dealt(dealer, seat(1, cards, ante="10.00", play="20.00")))
    assert order_of(answer) == [(1, "ante"), (1, "play")]
    for wager, payout, returned in (("ante", "10.00", "20.00"), ("play", "20.00", "40.00")):
        line = check(answer, 1, wager, "win", payout, returned, cite("11.D(4)(c)(ii)"), cite("12.A"))
        assert (line["reason"], line["pays"]) == (reason, "1 to 1")


@pytest.mark.clause("md-four-card-poker 11.D(4)(c)(ii)")
def test_a_paid_hand_gets_its_ante_bonus_with_it() -> None:
    # Three queens: 2 to 1 on the ante of 10, beside the even money on 10 and 20.
    answer = settled(BOOK, dealt(KING_HIGH, seat(1, "Qs Qh Qd 8c 4h", ante="10.00", play="20.00")))
    assert order_of(answer) == [(1, "ante"), (1, "play"), (1, "ante_bonus")]
    check(answer, 1, "ante_bonus", "win", "20.00", "20.00", cite("12.B(3)"))
    assert net(answer) == {"1": "50.00"}


@pytest.mark.clause("md-four-card-poker 11.D(5)")
def test_aces_up_is_settled_after_ante_and_play_by_the_hand_alone() -> None:
    wagers = {"ante": "10.00", "play": "10.00", "aces_up": "5.00"}
    # A straight is paid 4 to 1; kings are not paid, though they win against the dealer.
    straight = settled(BOOK, dealt(KING_HIGH, seat(1, "Js Th 9d 8c 3s", **wagers)))
    assert order_of(straight) == [(1, "ante"), (1, "play"), (1, "aces_up")]
    check(straight, 1, "aces_up", "win", "20.00", "25.00", cite("11.D(5)"), cite("12.C(1)(e)"))
    kings = settled(BOOK, dealt(KING_HIGH, seat(1, "Kh Ks 8c 5d 4s", **wagers)))
    check(kings, 1, "ante", "win", "10.00", "20.00")
    line = check(kings, 1, "aces_up", "lose", "0.00", "0.00", cite("11.D(5)"), cite("12.C(1)"))
    assert (line["reason"], line["hand"]) == ("no_qualifying_hand", "pair")


@pytest.mark.clause("md-four-card-poker 11.D(6)")
@pytest.mark.parametrize(
    ("dealer", "ante"),
    [(KING_HIGH, "beats_dealer"), ("Ac Ad 8d 5s 3c 2d", "ties_dealer"), (THREE_JACKS, "loses_to_dealer")],
)
def test_aces_up_is_paid_whether_the_dealer_is_lower_equal_or_higher(dealer: str, ante: str) -> None:
    # A pair of aces, with eight and five: even money.
    hand = dealt(dealer, seat(1, "As Ah 8c 5d 4s", ante="10.00", play="10.00", aces_up="5.00"))
    answer = settled(BOOK, hand)
    assert [line["reason"] for line in lines(answer, 1, "ante")] == [ante]
    check(answer, 1, "aces_up", "win", "5.00", "10.00", cite("11.D(6)"), cite("12.C(1)(g)"))


@pytest.mark.clause("md-four-card-poker 11.D(7)")
@pytest.mark.parametrize(("dealer", "ante"), [(KING_HIGH, "win"), (THREE_JACKS, "lose")])
def test_the_six_card_bonus_is_paid_whoever_has_the_higher_hand(dealer: str, ante: str) -> None:
    # Three eights; with the bonus card's eight four of a kind, 50 to 1.
    wagers = {"ante": "10.00", "play": "10.00", "aces_up": "5.00", "six_card_bonus": "5.00"}
    answer = settled(BOOK, dealt(dealer, seat(1, "8s 8h 8d Kd 4d", **wagers), bonus_card="8c"))
    assert [line["result"] for line in lines(answer, 1, "ante")] == [ante]
    check(answer, 1, "six_card_bonus", "win", "250.00", "255.00", cite("11.D(7)"), cite("12.H(1)(e)"))


@pytest.mark.clause("md-four-card-poker 11.D(8)")
def test_the_progressive_is_settled_after_the_other_wagers() -> None:
    wagers = {"ante": "10.00", "play": "10.00", "aces_up": "5.00", "six_card_bonus": "5.00", "progressive": "1.00"}
    # Aces win everything against the dealer and the table, but they are no progressive hand.
    hand = dealt(KING_HIGH, seat(1, "As Ah 8c 5d 4s", **wagers), bonus_card="Tc", meters=METER)
    answer = settled(BOOK, hand)
    assert order_of(answer) == [(1, wager) for wager in wagers]
    line = check(answer, 1, "progressive", "lose", "0.00", "0.00", cite("11.D(8)"))
    assert (line["reason"], line["hand"]) == ("no_qualifying_hand", "pair")
    assert answer["meters"] == METER


@pytest.mark.clause("md-four-card-poker 11.D(9)")
@pytest.mark.parametrize(
    ("dealer", "ante"),
    [
        (KING_HIGH, "beats_dealer"),
        ("8d 7d 6d 5d Ts 2h", "ties_dealer"),
        ("2c 2d 2h 2s 9h Jd", "loses_to_dealer"),
    ],
)
def test_the_progressive_is_paid_whoever_has_the_higher_hand(dealer: str, ante: str) -> None:
    # A straight flush to the eight: 100 for 1, and the chip is gone.
    hand = dealt(dealer, seat(1, "8c 7c 6c 5c Qd", ante="10.00", play="10.00", progressive="1.00"), meters=METER)
    answer = settled(BOOK, hand)
    assert [line["reason"] for line in lines(answer, 1, "ante")] == [ante]
    check(answer, 1, "progressive", "win", "100.00", "100.00", cite("11.D(9)"), cite("12.D(1)(a)(iii)"))


@pytest.mark.clause("md-four-card-poker 11.D(10)(d)")
def test_a_winning_progressive_is_paid_by_chapter_12() -> None:
    # Four aces take the meter, which begins again with 5,000; four sevens next to them get 300 for 1, on $5 1,500.
    answer = settled(
        BOOK,
        dealt(
            "Kc Jd 9h 6s 3c 2d",
            seat(1, "7s 7h 7d 7c 2c", aces_up="5.00", progressive="5.00"),
            seat(2, "As Ah Ad Ac 9d", aces_up="5.00", progressive="1.00"),
            meters=METER,
        ),
    )
    four_aces = check(answer, 2, "progressive", "win", "7777.70", "7777.70", cite("11.D(10)(d)"))
    assert (four_aces["meter"], four_aces["meter_before"], four_aces["meter_after"]) == (
        "progressive",
        "7777.70",
        "5000.00",
    )
    check(answer, 1, "progressive", "win", "1500.00", "1500.00", cite("11.D(10)(d)"))
    assert answer["meters"] == {"progressive": "5000.00"}


@pytest.mark.clause("md-four-card-poker 11.D(10)(e)")
def test_envy_is_paid_by_chapter_12_right_after_the_hand_that_earns_it() -> None:
    answer = settled(
        BOOK,
        dealt(
            KING_HIGH,
            seat(1, "Qc Qd 9s 5d 3h", aces_up="5.00", progressive="5.00"),
            seat(4, FOUR_SEVENS, ante="5.00", play="5.00", progressive="1.00"),
            seat(6, NOTHING, aces_up="5.00", progressive="1.00"),
            meters=METER,
        ),
    )
    assert order_of(answer) == [
        *((6, wager) for wager in ("aces_up", "progressive")),
        *((4, wager) for wager in ("ante", "play", "ante_bonus", "progressive")),
        *((6, "envy"), (1, "envy")),
        *((1, wager) for wager in ("aces_up", "progressive")),
    ]
    check(answer, 6, "envy", "win", "10.00", "10.00", cite("12.F(1)(b)"))
    check(answer, 1, "envy", "win", "50.00", "50.00", cite("12.G(1)(b)"))


@pytest.mark.clause("md-four-card-poker 11.D(10)(e)(i)")
def test_a_progressive_wager_earns_envy_for_another_players_hand() -> None:
    holder = seat(4, FOUR_SEVENS, ante="5.00", play="5.00")
    answer = settled(
        BOOK,
        dealt(
            KING_HIGH,
            holder,
            seat(1, "Qc Qd 9s 5d 3h", aces_up="5.00"),
            seat(6, NOTHING, aces_up="5.00", progressive="1.00"),
            meters=METER,
        ),
    )
    # Seat 6 wagered on the progressive, seat 1 did not. Four of a kind: $10, and nothing is staked for it.
    line = check(answer, 6, "envy", "win", "10.00", "10.00", cite("11.D(10)(e)(i)"))
    assert (line["stake"], line["reason"], line["hand"]) == ("0.00", "envy_qualifying_hand", "four_of_a_kind")
    assert not lines(answer, 1, "envy")
    # Three of a kind earn nobody anything.
    three = seat(4, "7s 7h 7d 5c 2c", ante="5.00", play="5.00")
    answer = settled(BOOK, dealt(KING_HIGH, three, seat(6, NOTHING, aces_up="5.00", progressive="1.00"), meters=METER))
    assert not lines(answer, 6, "envy")


@pytest.mark.clause("md-four-card-poker 11.D(10)(e)(i)")
@pytest.mark.parametrize("wagers", [{}, {"progressive": "1.00"}])
def test_the_holder_needs_no_progressive_wager(wagers: dict[str, str]) -> None:
    hand = dealt(
        KING_HIGH,
        seat(4, FOUR_SEVENS, aces_up="5.00", **wagers),
        seat(6, NOTHING, aces_up="5.00", progressive="1.00"),
        meters=METER,
    )
    assert len(lines(settled(BOOK, hand), 6, "envy")) == 1


@pytest.mark.clause("md-four-card-poker 7.B(2)", "md-four-card-poker 11.D(10)(e)(i)")
def test_a_hand_whose_wagers_were_ruled_abandoned_earns_nobody_an_envy_bonus() -> None:
    gone = seat(4, FOUR_SEVENS, aces_up="5.00", progressive="1.00") | {"abandoned": True}
    hand = dealt(KING_HIGH, gone, seat(6, NOTHING, aces_up="5.00", progressive="1.00"), meters=METER)
    answer = settled(BOOK, hand)
    assert not lines(answer, 6, "envy")
    for wager in ("aces_up", "progressive"):
        check(answer, 4, wager, "lose", "0.00", "0.00", cite("7.B(2)"))


@pytest.mark.clause("md-four-card-poker 11.D(10)(e)(ii)")
def test_two_other_players_hands_earn_two_envy_bonuses() -> None:
    # Four sevens are $10 in table A, a straight flush $5. The two holders envy each other as well.
    answer = settled(
        BOOK,
        dealt(
            "Kc Jd 9h 6s 3c 2d",
            seat(2, "Jc Tc 9c 8c 3d", aces_up="5.00", progressive="1.00"),
            seat(4, FOUR_SEVENS, aces_up="5.00", progressive="1.00"),
            seat(6, NOTHING, aces_up="5.00", progressive="1.00"),
            meters=METER,
        ),
    )
    envy = [(line["seat"], line["payout"]) for line in answer["lines"] if line["wager"] == "envy"]
    assert envy == [(6, "10.00"), (2, "10.00"), (6, "5.00"), (4, "5.00")]


@pytest.mark.clause("md-four-card-poker 11.D(10)(e)(iii)")
def test_nobody_is_envious_of_the_own_hand_the_own_other_box_or_the_dealer() -> None:
    four_aces = "As Ah Ad Ac 9d 2s"
    answer = settled(
        BOOK,
        dealt(
            four_aces,
            seat(3, "Qc Qd 9s 5d 3h", aces_up="5.00", progressive="1.00") | {"player": "Ann"},
            seat(4, FOUR_SEVENS, aces_up="5.00", progressive="1.00") | {"player": "Ann"},
            meters=METER,
        ),
    )
    assert [line for line in answer["lines"] if line["wager"] == "envy"] == []
    # Of Ann's two boxes with such a hand, Bob is envious once: of seat 5, which is settled first.
    answer = settled(
        BOOK,
        dealt(
            four_aces,
            seat(4, FOUR_SEVENS, aces_up="5.00", progressive="1.00") | {"player": "Ann"},
            seat(5, "Jc Tc 9c 8c 3d", aces_up="5.00", progressive="1.00") | {"player": "Ann"},
            seat(6, NOTHING, aces_up="5.00", progressive="1.00") | {"player": "Bob"},
            meters=METER,
        ),
    )
    envy = [(line["seat"], line["hand"], line["payout"]) for line in answer["lines"] if line["wager"] == "envy"]
    assert envy == [(6, "straight_flush", "5.00")]
