"""How hands rank, clause by clause; the examples are the books' own, or follow from their words."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from pitbook.cards import Hand, best_five_card_hand, best_four_card_hand

BestHand = Callable[[str], Hand[Any]]
HIGH_TO_LOW = "AKQJT98765432"


def check_falling(best: BestHand, hands: list[str]) -> None:
    """Each hand beats the next one, whichever is asked first."""
    for higher, lower in pairwise(hands):
        assert best(higher) > best(lower), f"{higher} should beat {lower}"
        assert best(lower) < best(higher)


def check_category(best: BestHand, category: str, hands: list[str], others: list[str]) -> None:
    """All of the hands are of the category, from the highest to the lowest, and none of the others is."""
    assert [best(hand).category.value for hand in hands] == [category] * len(hands)
    assert category not in [best(hand).category.value for hand in others]
    check_falling(best, hands)


def check_tie(best: BestHand, one: str, other: str) -> None:
    assert best(one) == best(other)
    assert not best(one) < best(other)
    assert not best(one) > best(other)


def beside(cards: str) -> list[str]:
    """The cards with one more of each rank that they don't have, from the highest to the lowest."""
    return [f"{cards} {rank}c" for rank in HIGH_TO_LOW if rank not in cards]


# Five-card hands: Heads-Up Hold'em


@pytest.mark.clause("md-heads-up-holdem 6.A", "ma-heads-up-holdem 5(a)")
def test_ranks_fall_from_ace_to_two() -> None:
    check_falling(best_five_card_hand, [f"{rank}c {rank}d 4h 3s 2d" for rank in "AKQJT98765"])
    check_falling(best_five_card_hand, [f"{rank}c {rank}d 9h 8s 7d" for rank in "5432"])
    check_falling(best_five_card_hand, beside("9d 9h 9s 9c"))


@pytest.mark.clause("md-heads-up-holdem 6.B", "ma-heads-up-holdem 5(a)", "ma-heads-up-holdem 5(b)(6)")
def test_an_ace_completes_a_run_with_two_to_five_and_no_other() -> None:
    assert str(best_five_card_hand("Ac 2d 3h 4s 5c")) == "straight, five high"
    assert str(best_five_card_hand("Ad 2d 3d 4d 5d")) == "straight flush, five high"
    for around_the_corner in ("Qc Kd Ah 2s 3c", "Kd Ah 2s 3c 4d", "Jc Qc Kd Ah 2s"):
        assert best_five_card_hand(around_the_corner).category.value == "high_card"
    assert best_five_card_hand("Qd Kd Ad 2d 3d").category.value == "flush"


@pytest.mark.clause("md-heads-up-holdem 6.C")
def test_suits_are_equal_in_five_card_poker() -> None:
    for other in "cdh":
        check_tie(best_five_card_hand, "As Ks Qs Js Ts", "As Ks Qs Js Ts".replace("s", other))
        check_tie(best_five_card_hand, "As Js 9s 5s 3s", "As Js 9s 5s 3s".replace("s", other))
    check_tie(best_five_card_hand, "As Kc Qd Jh 9s", "Ac Kd Qh Js 9c")


FIVE_CARD_HANDS_HIGH_TO_LOW = [
    "Ah Kh Qh Jh Th",
    "6c 5c 4c 3c 2c",
    "2c 2d 2h 2s 3c",
    "2c 2d 2h 3s 3c",
    "2d 3d 4d 5d 7d",
    "Ac 2d 3h 4s 5c",
    "2c 2d 2h 3s 4c",
    "3c 3d 2h 2s 4c",
    "2c 2d 3h 4s 5c",
    "Ac Kd Qh Js 9c",
]


@pytest.mark.clause("md-heads-up-holdem 6.D", "ma-heads-up-holdem 5(b)")
def test_the_five_card_categories_from_high_to_low() -> None:
    check_falling(best_five_card_hand, FIVE_CARD_HANDS_HIGH_TO_LOW)
    assert [best_five_card_hand(hand).category.value for hand in FIVE_CARD_HANDS_HIGH_TO_LOW] == [
        *("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush"),
        *("straight", "three_of_a_kind", "two_pairs", "pair", "high_card"),
    ]


@pytest.mark.clause("md-heads-up-holdem 6.D(1)", "ma-heads-up-holdem 5(b)(1)", "md-four-card-poker 6.F(1)")
def test_a_royal_flush_is_ace_to_ten_of_one_suit() -> None:
    check_category(
        best_five_card_hand,
        "royal_flush",
        ["Ts Js Qs Ks As"],
        ["Ts Js Qs Ks Ah", "9s Ts Js Qs Ks", "As Ks Qs Js 9s"],
    )


@pytest.mark.clause("md-heads-up-holdem 6.D(2)")
def test_a_straight_flush_goes_from_king_to_five_high() -> None:
    check_category(
        best_five_card_hand,
        "straight_flush",
        ["Kd Qd Jd Td 9d", "Qs Js Ts 9s 8s", "6h 5h 4h 3h 2h", "5c 4c 3c 2c Ac"],
        ["Ad Kd Qd Jd Td", "Kd Qd Jd Td 9c", "Kd Qd Jd Td 8d"],
    )


@pytest.mark.clause("ma-heads-up-holdem 5(b)(2)")
def test_five_consecutive_cards_of_a_suit_rank_from_the_royal_down_to_the_five_high() -> None:
    check_falling(best_five_card_hand, ["Ad Kd Qd Jd Td", "Kd Qd Jd Td 9d", "6h 5h 4h 3h 2h", "5c 4c 3c 2c Ac"])


@pytest.mark.clause("md-heads-up-holdem 6.D(3)", "ma-heads-up-holdem 5(b)(3)")
def test_four_of_a_kind_goes_from_aces_to_twos() -> None:
    check_category(
        best_five_card_hand,
        "four_of_a_kind",
        ["Ac Ad Ah As 2c", "Kc Kd Kh Ks Ac", "3c 3d 3h 3s Ac", "2c 2d 2h 2s Ac"],
        ["Ac Ad Ah Ks Kc"],
    )


@pytest.mark.clause("md-heads-up-holdem 6.D(4)", "ma-heads-up-holdem 5(b)(4)")
def test_a_full_house_goes_from_aces_over_kings_to_twos_over_threes() -> None:
    check_category(
        best_five_card_hand,
        "full_house",
        ["Ac Ad Ah Ks Kc", "Ac Ad Ah 2s 2c", "Kc Kd Kh As Ac", "2c 2d 2h As Ac", "2c 2d 2h 3s 3c"],
        ["Ac Ad Ah Ks Qc", "Ac Ad Kh Ks Qc"],
    )


@pytest.mark.clause("md-heads-up-holdem 6.D(5)", "ma-heads-up-holdem 5(b)(5)")
def test_a_flush_goes_from_ace_king_queen_jack_nine_to_seven_five_four_three_two() -> None:
    check_category(
        best_five_card_hand,
        "flush",
        ["Ah Kh Qh Jh 9h", "Ad Kd Qd Jd 8d", "8s 5s 4s 3s 2s", "7c 5c 4c 3c 2c"],
        ["Ah Kh Qh Jh Th", "6c 5c 4c 3c 2c", "Ah Kh Qh Jh 9d"],
    )


@pytest.mark.clause("md-heads-up-holdem 6.D(6)", "ma-heads-up-holdem 5(b)(6)")
def test_a_straight_goes_from_ace_high_to_five_high() -> None:
    check_category(
        best_five_card_hand,
        "straight",
        ["Ac Kd Qh Js Tc", "Kd Qh Js Tc 9c", "6c 5d 4h 3s 2c", "5d 4h 3s 2c Ac"],
        ["Ad Kd Qd Jd Td", "6c 5c 4c 3c 2c", "Ac Kd Qh Js 9c"],
    )


@pytest.mark.clause("md-heads-up-holdem 6.D(7)", "ma-heads-up-holdem 5(b)(7)")
def test_three_of_a_kind_goes_from_aces_to_twos() -> None:
    check_category(
        best_five_card_hand,
        "three_of_a_kind",
        ["Ac Ad Ah 2c 3d", "Kc Kd Kh Ac Qd", "3c 3d 3h Ac Kd", "2c 2d 2h Ac Kd"],
        ["2c 2d 2h Ac Ad", "2c 2d 3h Ac Kd"],
    )


@pytest.mark.clause("md-heads-up-holdem 6.D(8)", "ma-heads-up-holdem 5(b)(8)")
def test_two_pairs_go_from_aces_and_kings_to_threes_and_twos() -> None:
    check_category(
        best_five_card_hand,
        "two_pairs",
        ["Ac Ad Kh Ks 2c", "Ac Ad Qh Qs Kc", "Kc Kd Qh Qs Ac", "4c 4d 2h 2s Ac", "3c 3d 2h 2s Ac"],
        ["3c 3d 3h 2s 2c", "3c 3d 4h 2s Ac"],
    )


@pytest.mark.clause("md-heads-up-holdem 6.D(9)", "ma-heads-up-holdem 5(b)(9)")
def test_a_pair_goes_from_aces_to_twos() -> None:
    check_category(
        best_five_card_hand,
        "pair",
        ["Ac Ad 4h 3s 2c", "Kc Kd Ah Qs Jc", "3c 3d Ah Ks Qc", "2c 2d Ah Ks Qc"],
        ["2c 2d Ah As Qc", "2c 3d Ah Ks Qc"],
    )


@pytest.mark.clause("md-heads-up-holdem 6.E", "md-heads-up-holdem 6.E(1)", "ma-heads-up-holdem 5(c)")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Kc Kd 4h 3s 2c", "2h 2d Ac Qs Jc"),  # the made part decides before an ace beside it
        ("Kc Kd Ah 3s 2c", "Kh Ks Qc Js Tc"),
        ("Kc Kd Ah Qs 3c", "Kh Ks Ac Jd Tc"),
        ("Kc Kd Ah Qs 4c", "Kh Ks Ac Qd 3c"),
        ("Kc Kd Qh Qs 4c", "Kh Ks Qc Qd 3c"),
        ("Kc Kd 3h 3s 4c", "Kh Ks 2c 2d Ac"),
        ("Kc Kd Kh 4s 3c", "Kc Kd Kh 4s 2c"),
        ("9c 9d 9h 9s Kc", "9c 9d 9h 9s Qc"),
        ("Ah Jh 9h 5h 3h", "Ad Jd 9d 5d 2d"),
        ("Ac Kd Qh Js 9c", "Ac Kd Qh Js 8c"),
        ("8c 6d 5h 4s 3c", "7c 6d 5h 4s 2c"),
    ],
)
def test_between_equal_categories_the_highest_card_that_differs_decides(higher: str, lower: str) -> None:
    assert best_five_card_hand(higher) > best_five_card_hand(lower)


@pytest.mark.clause("md-heads-up-holdem 6.E(2)", "ma-heads-up-holdem 5(c)")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Kc Kd Ah Qs 4c", "Kh Ks Ac Qd 4d"),
        ("Ac Kd Qh Js 9c", "Ad Kh Qs Jc 9d"),
        ("5d 4h 3s 2c Ac", "5h 4s 3c 2d Ad"),
        ("Kd Qd Jd Td 9d", "Kc Qc Jc Tc 9c"),
        ("As Ks Qd Jd 9c 3h 2h", "As Ks Qd Jd 9c 4h 2s"),  # cards outside the five don't count
        ("Ah Kh Qh Jh Th 2c 2d", "Ah Kh Qh Jh Th As Ad"),
    ],
)
def test_hands_that_nothing_separates_tie(one: str, other: str) -> None:
    check_tie(best_five_card_hand, one, other)


# Four-card hands: Four Card Poker


@pytest.mark.clause("md-four-card-poker 6.A")
def test_ranks_fall_from_ace_to_two_in_four_card_poker() -> None:
    check_falling(best_four_card_hand, [f"{rank}c {rank}d {rank}h {rank}s" for rank in HIGH_TO_LOW])
    check_falling(best_four_card_hand, beside("9d 9h 9s"))


@pytest.mark.clause("md-four-card-poker 6.A(1)")
def test_an_ace_completes_a_run_with_two_three_and_four() -> None:
    assert str(best_four_card_hand("Ac 2d 3h 4s")) == "straight, four high"
    assert str(best_four_card_hand("Ad 2d 3d 4d")) == "straight flush, four high"


@pytest.mark.clause("md-four-card-poker 6.A(2)")
def test_an_ace_completes_no_run_around_the_corner() -> None:
    for around_the_corner in ("Kc Ad 2h 3s", "Qc Kd Ah 2s"):
        assert best_four_card_hand(around_the_corner).category.value == "high_card"
    assert best_four_card_hand("Kd Ad 2d 3d").category.value == "flush"


@pytest.mark.clause("md-four-card-poker 6.B")
def test_suits_are_equal_in_four_card_poker() -> None:
    for other in "cdh":
        check_tie(best_four_card_hand, "As Ks Qs Js", "As Ks Qs Js".replace("s", other))
        check_tie(best_four_card_hand, "As Js 9s 5s", "As Js 9s 5s".replace("s", other))
    check_tie(best_four_card_hand, "As Kc Qd 9h", "Ac Kd Qh 9s")


FOUR_CARD_HANDS_HIGH_TO_LOW = [
    "2c 2d 2h 2s",
    "4h 3h 2h Ah",
    "2c 2d 2h 3s",
    "2d 3d 4d 6d",
    "Ac 2d 3h 4s",
    "3c 3d 2h 2s",
    "2c 2d 3h 4s",
    "Ac Kd Qh Ts",
]


@pytest.mark.clause("md-four-card-poker 6.C")
def test_the_four_card_categories_from_high_to_low() -> None:
    check_falling(best_four_card_hand, FOUR_CARD_HANDS_HIGH_TO_LOW)
    assert [best_four_card_hand(hand).category.value for hand in FOUR_CARD_HANDS_HIGH_TO_LOW] == [
        *("four_of_a_kind", "straight_flush", "three_of_a_kind", "flush"),
        *("straight", "two_pairs", "pair", "high_card"),
    ]
    assert best_four_card_hand("Ac Kc 9c 5c 5d 5h").category.value == "three_of_a_kind"


@pytest.mark.clause("md-four-card-poker 6.C(1)")
def test_four_of_a_kind_goes_from_four_aces_to_four_twos() -> None:
    check_category(
        best_four_card_hand,
        "four_of_a_kind",
        ["Ac Ad Ah As", "Kc Kd Kh Ks", "3c 3d 3h 3s", "2c 2d 2h 2s"],
        ["Ac Ad Ah Ks"],
    )


@pytest.mark.clause("md-four-card-poker 6.C(2)")
def test_a_four_card_straight_flush_goes_from_ace_high_to_four_high() -> None:
    check_category(
        best_four_card_hand,
        "straight_flush",
        ["Ad Kd Qd Jd", "Ks Qs Js Ts", "5h 4h 3h 2h", "4c 3c 2c Ac"],
        ["Ad Kd Qd Jc", "Ad Kd Qd Td"],
    )


@pytest.mark.clause("md-four-card-poker 6.C(3)")
def test_four_card_three_of_a_kind_goes_from_aces_to_twos() -> None:
    check_category(
        best_four_card_hand,
        "three_of_a_kind",
        ["Ac Ad Ah 2c", "Kc Kd Kh Ac", "3c 3d 3h Ac", "2c 2d 2h Ac"],
        ["2c 2d 2h 2s", "2c 2d 3h 3s"],
    )


@pytest.mark.clause("md-four-card-poker 6.C(4)")
def test_a_four_card_flush_is_of_one_suit_whatever_its_ranks() -> None:
    check_category(
        best_four_card_hand,
        "flush",
        ["Ah Kh Qh Th", "Ah 8h 5h 2h", "9d 7d 5d 3d", "6c 4c 3c 2c"],
        ["Ah Kh Qh Td", "5c 4c 3c 2c"],
    )


@pytest.mark.clause("md-four-card-poker 6.C(5)")
def test_a_four_card_straight_goes_from_ace_high_to_four_high() -> None:
    check_category(
        best_four_card_hand,
        "straight",
        ["Ac Kd Qh Js", "Kd Qh Js Tc", "5c 4d 3h 2s", "4h 3s 2c Ac"],
        ["Ad Kd Qd Jd", "Ac Kd Qh Ts"],
    )


@pytest.mark.clause("md-four-card-poker 6.C(6)")
def test_four_card_two_pairs_go_from_aces_and_kings_to_threes_and_twos() -> None:
    check_category(
        best_four_card_hand,
        "two_pairs",
        ["Ac Ad Kh Ks", "Ac Ad 2h 2s", "Kc Kd Qh Qs", "4c 4d 2h 2s", "3c 3d 2h 2s"],
        ["3c 3d 3h 2s", "3c 3d 4h 2s"],
    )


@pytest.mark.clause("md-four-card-poker 6.C(7)")
def test_a_four_card_pair_goes_from_aces_to_twos() -> None:
    check_category(
        best_four_card_hand,
        "pair",
        ["Ac Ad 3h 2s", "Kc Kd Ah Qs", "3c 3d Ah Ks", "2c 2d Ah Ks"],
        ["2c 2d Ah As", "2c 3d Ah Ks"],
    )


@pytest.mark.clause("md-four-card-poker 6.D")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Kc Kd 4h 3s", "2h 2d Ac Qs"),  # the made part decides before an ace beside it
        ("Kc Kd Ah 3s", "Kh Ks Qc Js"),
        ("Kc Kd Ah 4s", "Kh Ks Ac 3d"),
        ("Kc Kd 3h 3s", "Kh Ks 2c 2d"),
        ("9c 9d 9h Ks", "9c 9d 9h Qs"),
        ("Ah Jh 9h 5h", "Ad Jd 9d 4d"),
        ("Ac Kd Qh 9s", "Ac Kd Qh 8s"),
    ],
)
def test_between_equal_four_card_categories_the_highest_card_that_differs_decides(higher: str, lower: str) -> None:
    assert best_four_card_hand(higher) > best_four_card_hand(lower)


@pytest.mark.clause("md-four-card-poker 6.E")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Kc Kd Ah Qs", "Kh Ks Ac Qd"),
        ("Ac Kd Qh 9s", "Ad Kh Qs 9c"),
        ("4h 3s 2c Ac", "4s 3c 2d Ad"),
        ("Kc Kd Ah Qs 4c", "Kh Ks Ac Qd 9d 8d"),  # cards outside the four don't count
    ],
)
def test_four_card_hands_that_nothing_separates_tie(one: str, other: str) -> None:
    check_tie(best_four_card_hand, one, other)


# Five-card hands of six cards: the Six Card Bonus

SIX_CARD_BONUS_HANDS_HIGH_TO_LOW = [
    ("Ah Kh Qh Jh Th Ad", "royal_flush"),
    ("Ad Kh Qh Jh Th 9h", "straight_flush"),
    ("2c 2d 2h 2s Ac Ad", "four_of_a_kind"),
    ("2c 2d 2h 3s 3c 3d", "full_house"),
    ("Ad Kd 9d 5d 2d Ac", "flush"),
    ("Ac 2d 3h 4s 5c 5d", "straight"),
    ("2c 2d 2h 3s 4c 9d", "three_of_a_kind"),
]


@pytest.mark.clause("md-four-card-poker 6.F")
def test_the_six_card_bonus_ranks_the_best_five_of_six() -> None:
    hands = [hand for hand, _ in SIX_CARD_BONUS_HANDS_HIGH_TO_LOW]
    check_falling(best_five_card_hand, [*hands, "Ac Ad Kh Ks Qc Qd"])
    categories = [category for _, category in SIX_CARD_BONUS_HANDS_HIGH_TO_LOW]
    assert [best_five_card_hand(hand).category.value for hand in hands] == categories


@pytest.mark.clause("md-four-card-poker 6.F(2)")
def test_a_straight_flush_among_six_cards() -> None:
    check_category(
        best_five_card_hand,
        "straight_flush",
        ["9c 8c 7c 6c 5c 2d", "5s 4s 3s 2s As Kd"],
        ["9c 8c 7c 6c 5d 2c"],
    )


@pytest.mark.clause("md-four-card-poker 6.F(3)")
def test_four_of_a_kind_among_six_cards() -> None:
    check_category(best_five_card_hand, "four_of_a_kind", ["9c 9d 9h 9s 5c 5d"], ["9c 9d 9h 5s 5c 5d"])


@pytest.mark.clause("md-four-card-poker 6.F(4)")
def test_a_full_house_among_six_cards() -> None:
    check_category(best_five_card_hand, "full_house", ["9c 9d 9h 5s 5c 5d", "9c 9d 9h 4s 4c Ad"], ["9c 9d 5h 5s 2c 2d"])


@pytest.mark.clause("md-four-card-poker 6.F(5)")
def test_a_flush_among_six_cards() -> None:
    check_category(best_five_card_hand, "flush", ["Kd 9d 7d 5d 2d Kc", "9d 8d 7d 6d 2d 5c"], ["Kd 9d 7d 5d 2c 3c"])


@pytest.mark.clause("md-four-card-poker 6.F(6)")
def test_a_straight_among_six_cards() -> None:
    check_category(best_five_card_hand, "straight", ["9d 8d 7d 6c 5d 5c", "5d 4d 3c 2d Ac Kc"], ["9d 8d 7d 6c 4d 2c"])


@pytest.mark.clause("md-four-card-poker 6.F(7)")
def test_three_of_a_kind_among_six_cards() -> None:
    check_category(
        best_five_card_hand,
        "three_of_a_kind",
        ["9d 9c 9h Kd Qc 2h", "2d 2c 2h Ad Kc Jh"],
        ["9d 9c Kh Kd Qc 2h"],
    )
