"""What Massachusetts and Galaxy say alike of settlement, each in a clause of its own.

Where nothing else is said, ante and odds are $10, the board is 9s 4c 7h 2c Kd, and the dealer has either a pair of
kings, or king, queen, nine, seven, five, which is no pair.
"""

import pytest

from clauses.hands import check, lines, refused, settled
from clauses.holdem import BEATEN, BOARD, KING_HIGH, KINGS, POCKET_BOARD, TIES, WINNING, alone

MA, GALAXY = "ma-heads-up-holdem", "galaxy-heads-up-holdem"


def at_both(
    ma: str, galaxy: str, ma_too: tuple[str, ...] = (), galaxy_too: tuple[str, ...] = ()
) -> pytest.MarkDecorator:
    """The test at both books, each with the clause that it cites, and marked with the others that it covers."""
    cases = [
        pytest.param(book, f"{book} {cited}", marks=pytest.mark.clause(*(f"{book} {one}" for one in (cited, *too))))
        for book, cited, too in ((MA, ma, ma_too), (GALAXY, galaxy, galaxy_too))
    ]
    return pytest.mark.parametrize(("book", "clause"), cases, ids=[MA, GALAXY])


@at_both("10(h)", "9")
def test_a_player_has_either_raised_or_folded(book: str, clause: str) -> None:
    neither = alone(WINNING["pair"], raised=None)
    neither["seats"][0]["folded"] = False
    both = alone(WINNING["pair"])
    both["seats"][0]["folded"] = True
    for round_ in (neither, both):
        (problem,) = refused(book, round_)
        assert problem.clause == clause


@at_both("10(h)", "9")
@pytest.mark.parametrize(
    ("hole", "dealer"),
    [
        ("Jh Td", KINGS),  # would have lost
        ("Ah Ad", KINGS),  # would have won
        ("Kh Qh", KINGS),  # would have tied
        ("Ah Jd", KING_HIGH),  # the dealer has no pair, and the ante is forfeited all the same
    ],
)
def test_a_fold_forfeits_ante_and_odds(book: str, clause: str, hole: str, dealer: str) -> None:
    answer = settled(book, alone((hole, BOARD, dealer), raised=None))
    check(answer, 1, "ante", "forfeit", "0.00", "0.00", clause)
    check(answer, 1, "odds", "forfeit", "0.00", "0.00", clause)
    assert answer["totals"] == {"1": {"wagered": "20.00", "returned": "0.00", "net": "-20.00"}}


@at_both("11(b)", "11")
@pytest.mark.parametrize(
    ("hole", "result", "net"),
    [("9h 9d", "win", "20.00"), ("Kh Qh", "push", "0.00"), ("Jh Td", "lose", "-30.00")],
)
def test_the_players_hand_is_compared_with_the_dealers(
    book: str, clause: str, hole: str, result: str, net: str
) -> None:
    answer = settled(book, alone((hole, BOARD, KINGS)))
    assert lines(answer, 1, "ante")[0]["result"] == lines(answer, 1, "raise")[0]["result"] == result
    assert answer["totals"]["1"]["net"] == net


@at_both("11(b)(1)", "11.a")
@pytest.mark.parametrize(
    ("hole", "odds", "raised", "net"),
    [
        ("Ah Jd", "push", "win", "20.00"),  # ace high wins the raise of 20
        ("9h 9d", "push", "win", "20.00"),
        ("Qh 5h", "push", "push", "0.00"),  # the same ranks
        ("Jh Td", "lose", "lose", "-30.00"),  # K J T 9 7: odds and raise stay in action, and lose
    ],
)
def test_without_a_pair_of_the_dealers_the_ante_pushes_and_the_rest_stays_in_action(
    book: str, clause: str, hole: str, odds: str, raised: str, net: str
) -> None:
    answer = settled(book, alone((hole, BOARD, KING_HIGH), raised="20.00"))
    line = check(answer, 1, "ante", "push", "0.00", "10.00", clause)
    assert line["reason"] == "dealer_does_not_qualify"
    assert lines(answer, 1, "odds")[0]["result"] == odds
    assert lines(answer, 1, "raise")[0]["result"] == raised
    assert answer["totals"]["1"]["net"] == net


@at_both("11(b)(3)", "11.c", ma_too=("11(b)(1)",), galaxy_too=("11.a",))
def test_a_pair_of_twos_qualifies(book: str, clause: str) -> None:
    answer = settled(book, alone(("Jh Td", BOARD, "2s 3d")))
    check(answer, 1, "ante", "lose", "0.00", "0.00", clause)


@at_both("11(b)(2)", "11.b")
@pytest.mark.parametrize("hand", ["pair", "three_of_a_kind", "straight", "royal_flush"])
def test_a_winning_ante_is_paid_even_money(book: str, clause: str, hand: str) -> None:
    answer = settled(book, alone(WINNING[hand], raised="30.00"))
    assert check(answer, 1, "ante", "win", "10.00", "20.00", clause)["pays"] == "1 to 1"


@at_both("11(b)(4)", "11.d", ma_too=("1 push",))
@pytest.mark.parametrize("cards", TIES)
def test_equal_hands_push_the_ante(book: str, clause: str, cards: tuple[str, str, str]) -> None:
    line = check(settled(book, alone(cards)), 1, "ante", "push", "0.00", "10.00", clause)
    assert line["reason"] == "ties_dealer"


@at_both("11(c)", "11.f")
@pytest.mark.parametrize("hand", ["three_of_a_kind", "two_pairs", "pair", "high_card"])
def test_a_win_with_three_of_a_kind_or_less_pays_the_raise_and_pushes_the_odds(
    book: str, clause: str, hand: str
) -> None:
    answer = settled(book, alone(WINNING[hand], raised="30.00"))
    check(answer, 1, "raise", "win", "30.00", "60.00", clause)
    line = check(answer, 1, "odds", "push", "0.00", "10.00", clause)
    assert line["reason"] == "win_below_straight"


@at_both("11(d)", "11.g", ma_too=("1 push",))
@pytest.mark.parametrize("cards", TIES)
def test_a_tie_pushes_raise_and_odds(book: str, clause: str, cards: tuple[str, str, str]) -> None:
    answer = settled(book, alone(cards, raised="30.00"))
    check(answer, 1, "raise", "push", "0.00", "30.00", clause)
    check(answer, 1, "odds", "push", "0.00", "10.00", clause)


@at_both("11(e)", "11.h")
@pytest.mark.parametrize("hand", ["three_of_a_kind", "two_pairs", "pair", "high_card"])
def test_a_loss_with_three_of_a_kind_or_worse_costs_raise_and_odds(book: str, clause: str, hand: str) -> None:
    answer = settled(book, alone(BEATEN[hand], raised="30.00"))
    check(answer, 1, "raise", "lose", "0.00", "0.00", clause)
    check(answer, 1, "odds", "lose", "0.00", "0.00", clause)
    assert answer["totals"]["1"]["net"] == "-50.00"


@at_both("11(g)", "Trips Plus", ma_too=("1 trips plus wager",))
@pytest.mark.parametrize(
    ("cards", "outcome"),
    [
        (WINNING["three_of_a_kind"], "win"),
        (BEATEN["three_of_a_kind"], "lose"),
        (("5h 3d", "9s 9c 9h Ac Kd", "5s 2c"), "push"),  # the board alone has three nines
        (("9h 9d", BOARD, KING_HIGH), "win"),  # the dealer has no pair
    ],
)
def test_trips_plus_is_paid_regardless_of_the_main_outcome(
    book: str, clause: str, cards: tuple[str, str, str], outcome: str
) -> None:
    answer = settled(book, alone(cards, trips_plus="5.00"))
    assert lines(answer, 1, "raise")[0]["result"] == outcome
    check(answer, 1, "trips_plus", "win", "15.00", "20.00", clause)
    folded = settled(book, alone(cards, raised=None, trips_plus="5.00"))
    check(folded, 1, "trips_plus", "win", "15.00", "20.00", clause)


@at_both("11(g)", "Trips Plus", ma_too=("1 trips plus wager",))
@pytest.mark.parametrize("hand", ["two_pairs", "pair", "high_card"])
def test_trips_plus_loses_below_three_of_a_kind(book: str, clause: str, hand: str) -> None:
    for cards in (WINNING[hand], BEATEN[hand]):
        answer = settled(book, alone(cards, trips_plus="5.00"))
        assert check(answer, 1, "trips_plus", "lose", "0.00", "0.00", clause)["hand"] == hand


@at_both(
    "11(i)",
    "Pocket Bonus",
    ma_too=(
        "1 pocket bonus wager",
        "1 face card",
    ),
)
@pytest.mark.parametrize("hole", ["As Ts", "Ah Td", "Ad 2d", "Kh Qh", "Ks Jd", "9h 2s"])
def test_other_hole_cards_lose_the_pocket_bonus(book: str, clause: str, hole: str) -> None:
    answer = settled(book, alone((hole, *POCKET_BOARD), pocket_bonus="5.00"))
    check(answer, 1, "pocket_bonus", "lose", "0.00", "0.00", clause)


@at_both("11(b)(5) A", "Odds 1")
def test_three_to_two_pays_the_half_dollar_exactly(book: str, clause: str) -> None:
    answer = settled(book, alone(WINNING["flush"], ante="0.50", raised="0.50"))
    check(answer, 1, "odds", "win", "0.75", "1.25", clause)
