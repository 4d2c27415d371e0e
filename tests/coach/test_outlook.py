"""What a hand can still become: draws, outs and shares, each counted by hand or one by one."""

import time
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from coach.test_advice import spot
from oracle.hands import best_five, five_card_name
from pitbook.cards import DECK, parse_cards
from pitbook.coach.advice import advice_on
from pitbook.coach.outlook import Outlook, outlook_of, percent
from pitbook.coach.spot import Spot
from table.play import FOUR, GALAXY, MA, MD, rules_of

RUNS = ("straight", "flush", "straight_flush", "royal_flush")


def outs_of(found: Outlook) -> dict[str, str]:
    """The outs by their reason, as text."""
    return {one.hand: " ".join(str(card) for card in one.cards) for one in found.outs}


def test_a_king_high_flush_draw_has_nine_outs() -> None:
    """Nine hearts are left of 47 cards; two come, and none of both is a heart in 38 x 37 of 47 x 46 ways."""
    found = outlook_of(spot(MD, "flop", "Kh5h", "2h9hJc"))
    (draw,) = found.draws
    assert draw.words == "a king-high flush draw"
    assert {str(card) for card in draw.cards} == {f"{rank}h" for rank in "34678TJQA"}
    assert found.completed == 1 - Fraction(38 * 37, 47 * 46) == Fraction(378, 1081)
    assert found.whose == "player"
    assert {reason: len(cards.split()) for reason, cards in outs_of(found).items()} == {
        "flush": 9,
        "pair of kings": 3,
        "pair of fives": 3,
    }, "no card that pairs the board is an out: everybody has that pair"


@pytest.mark.parametrize(
    ("hole", "flop", "words", "outs"),
    [
        ("9c8d", "7h6s2c", "an open-ended straight draw", "5c 5d 5h 5s Tc Td Th Ts"),
        ("9c8d", "6h5s2c", "a gutshot straight draw", "7c 7d 7h 7s"),
        ("Ac2d", "3h4sKc", "a one-ended straight draw", "5c 5d 5h 5s"),
        ("AcKd", "QhJs2c", "a one-ended straight draw", "Tc Td Th Ts"),
        ("9c7d", "6h5s3c", "a double gutshot straight draw", "4c 4d 4h 4s 8c 8d 8h 8s"),
    ],
)
def test_straight_draws_are_called_by_their_names(hole: str, flop: str, words: str, outs: str) -> None:
    (draw,) = outlook_of(spot(MD, "flop", hole, flop)).draws
    assert draw.words == words
    assert " ".join(str(card) for card in draw.cards) == outs


def test_two_draws_count_a_card_that_completes_both_once() -> None:
    """Nine hearts, and the tens and fives that are not hearts: 9 + 3 + 3."""
    hand = spot(MD, "flop", "9h8h", "7h6s2h")
    found = outlook_of(hand)
    assert [draw.words for draw in found.draws] == ["a nine-high flush draw", "an open-ended straight draw"]
    assert len({card for draw in found.draws for card in draw.cards}) == 15
    assert found.completed == 1 - Fraction(32 * 31, 47 * 46)


def test_draws_are_completed_by_their_cards_and_by_no_others() -> None:
    """Of many flops dealt by chance, with another evaluator: what makes a flush or a straight of less is in a draw."""
    chance = Random(13)
    drawing = 0
    for _ in range(60):
        dealt = chance.sample(DECK, 5)
        found = outlook_of(Spot(rules_of(MD), rules_of(MD).streets[1], tuple(dealt[:2]), tuple(dealt[2:])))
        names = [str(card) for card in dealt]
        completing = {card for draw in found.draws for card in draw.cards}
        drawing += bool(completing)
        now = five_card_name(best_five(names))
        for card in DECK:
            if card not in dealt:
                made = five_card_name(best_five([*names, str(card)]))
                assert (card in completing) == (now not in RUNS and made in RUNS), (names, card)
    assert drawing > 5


def test_known_cards_are_no_outs() -> None:
    """Two hearts in another box of the same player leave seven."""
    (draw,) = outlook_of(spot(MD, "flop", "Kh5h", "2h9hJc", "AhQh")).draws
    assert len(draw.cards) == 7


def test_a_made_hand_draws_to_nothing_lower() -> None:
    """A flush is no straight draw, and a full house draws to nothing by suit or run."""
    assert outlook_of(spot(MD, "flop", "9h8h", "7h6h2h")).draws == ()
    assert outlook_of(spot(MD, "flop", "9h9d", "9cKhKd")).draws == ()


def test_on_the_river_every_hand_of_the_dealer_is_counted() -> None:
    """Against a count of all 990 with another evaluator."""
    cards, board = "Kh2d", "AcQs9d7h5c"
    found = outlook_of(spot(MD, "river", cards, board))
    known = parse_cards(cards + board)
    mine = best_five([str(card) for card in known])
    shown = [str(card) for card in parse_cards(board)]
    counts, qualified = [0, 0, 0], 0
    for dealer in combinations([card for card in DECK if card not in known], 2):
        theirs = best_five([*(str(card) for card in dealer), *shown])
        counts[1 + (mine > theirs) - (mine < theirs)] += 1
        qualified += theirs >= best_five(["2c", "2d", "3h", "4s", "5c"])
    assert found.deals == sum(counts) == 990
    assert [found.lose, found.tie, found.win] == [Fraction(count, 990) for count in counts]
    assert found.qualifies == Fraction(qualified, 990)
    assert sum(found.beaten_by.values()) == found.lose


def test_the_dealers_outs_on_the_river_by_hand() -> None:
    """King high plays A K Q 9 7: any card of the board's ranks pairs it, and so beats ace high; no other card does.

    Three aces, queens, nines, sevens and fives each: 15. A king only ties or has the same ace high; small ones wait
    for a second card.
    """
    found = outlook_of(spot(MD, "river", "Kh2d", "AcQs9d7h5c"))
    assert found.whose == "dealer"
    assert outs_of(found) == {
        f"pair of {plural}": " ".join(f"{rank}{suit}" for suit in "cdhs" if f"{rank}{suit}" not in "Ac Qs 9d 7h 5c")
        for plural, rank in (("fives", "5"), ("sevens", "7"), ("nines", "9"), ("queens", "Q"), ("aces", "A"))
    }


def test_four_card_players_see_what_the_dealers_up_card_does() -> None:
    """A king that joins the dealer's king beats a pair of twos for certain; there are two of them left."""
    found = outlook_of(spot(FOUR, "play", "2h2d9sJcKd", "Ks"))
    assert found.qualifies is None, "the dealer always plays"
    assert outs_of(found) == {"pair of kings": "Kc Kh"}
    assert found.win + found.tie + found.lose == 1
    assert found.deals == 1_370_754, "five of 46 cards"


@pytest.mark.parametrize("book", [MD, MA, GALAXY])
def test_the_dealer_qualifies_with_a_pair_before_the_flop_about_five_times_in_six(book: str) -> None:
    found = outlook_of(spot(book, "pre_flop", "AhKd"))
    assert found.qualifies is not None
    assert Fraction(82, 100) < found.qualifies < Fraction(84, 100)
    assert (found.whose, found.outs, found.draws, found.cards) == (None, (), (), {})


def test_a_share_never_looks_like_nothing_or_all() -> None:
    assert [percent(Fraction(*one)) for one in ((0, 1), (1, 990), (1, 9_900), (1, 2), (989, 990), (9_999, 10_000))] == [
        "0 %",
        "0.1 %",
        "under 0.1 %",
        "50.0 %",
        "99.9 %",
        "over 99.9 %",
    ]
    assert percent(Fraction(1)) == "100 %"


def test_the_usual_spot_takes_less_than_fifty_milliseconds() -> None:
    """Of processor time, for values, shares, outs and words that nobody asked for before; the best of three."""
    usual = {
        "pre_flop": [spot(MD, "pre_flop", cards) for cards in ("2h2d", "QhTd", "9c4c", "AsJd")],
        "flop": [spot(MD, "flop", "QhTd", seen) for seen in ("3c8sJd", "3c8sJh", "4c9s2h", "AcTs6h")],
        "river": [spot(MD, "river", "QhTd", f"3c8sJh2d{last}") for last in ("5c", "6c", "7c", "9c")],
        "play": [spot(FOUR, "play", "3h4d9sJcQd", up) for up in ("8c", "8s", "Ks", "2c")],
    }
    for street, (first, *others) in usual.items():
        advice_on(first).as_json()  # what is loaded or compiled once is loaded and compiled
        taken = []
        for one in others:
            start = time.thread_time()
            advice_on(one).as_json()
            taken.append(time.thread_time() - start)
        assert min(taken) < 0.05, street
