"""Drills: of one level or of any, dealt again by the same chance, and answered by the exact values."""

from fractions import Fraction
from random import Random

import pytest

from coach.test_advice import advised
from pitbook.coach.advice import advice_on
from pitbook.coach.drill import answer, deal_drill, level_of, read_spot, write_spot
from pitbook.coach.spot import Spot
from pitbook.problems import MalformedError
from table.play import FOUR, MA, MD, rules_of


def words_of(spot: Spot) -> list[str]:
    """The situation as `pitbook advise` takes it."""
    cards, seen = (" ".join(str(card) for card in part) for part in (spot.cards, spot.seen))
    if not spot.rules.book.board:
        return [spot.rules.book.id, "--cards", cards, "--up", seen]
    return [spot.rules.book.id, "--hole", cards, "--board", seen]


@pytest.mark.parametrize(
    ("book", "street"), [(MD, "pre_flop"), (MD, "flop"), (MD, "river"), (MA, "flop"), (FOUR, "play")]
)
def test_a_drill_is_of_its_street_and_level(book: str, street: str) -> None:
    """Level 4 costs at most 1/20 of an ante, 3 at most 1/5, 2 at most 1/2, and 1 more than that."""
    bounds = {1: (0.5, 1000.0), 2: (0.2, 0.5), 3: (0.05, 0.2), 4: (0.0, 0.05)}
    for level, (low, high) in bounds.items():
        spot = deal_drill(rules_of(book), Random(level), street, level)
        assert spot.street.name == street
        first, second, *_ = sorted(advised(*words_of(spot)).values(), reverse=True)
        assert low < first - second <= high


def test_the_level_is_what_the_smallest_mistake_costs() -> None:
    costs = ("0", "1/100", "1/20", "1/19", "1/5", "1/2", "501/1000")
    assert [level_of(Fraction(cost)) for cost in costs] == [None, 4, 4, 3, 3, 2, 1]


def test_a_drill_is_a_decision_that_somebody_who_plays_well_would_meet() -> None:
    """On every street before the best action was to check."""
    for seed in range(4):
        spot = deal_drill(rules_of(MD), Random(seed), "river")
        hole = " ".join(str(card) for card in spot.cards)
        flop = " ".join(str(card) for card in spot.seen[:3])
        for board in ("", flop):
            values = advised(MD, "--hole", hole, "--board", board)
            assert max(values, key=lambda action: values[action]) == "check"


def test_chance_deals_different_drills_and_the_same_again() -> None:
    rules = rules_of(MD)
    dealt = [write_spot(deal_drill(rules, Random(seed))) for seed in range(6)]
    assert dealt == [write_spot(deal_drill(rules, Random(seed))) for seed in range(6)]
    assert len({tuple(one.values()) for one in dealt}) == 6


def test_an_answer_costs_the_difference_of_two_values() -> None:
    spot = deal_drill(rules_of(MD), Random(1), "flop")
    values = advised(*words_of(spot))
    for action, value in values.items():
        assert answer(spot, action).cost == max(values.values()) - value
    with pytest.raises(MalformedError, match="'raise_3' is not one of the actions check, raise_2"):
        answer(spot, "raise_3")


def test_a_drill_is_written_and_read_again() -> None:
    spot = deal_drill(rules_of(FOUR), Random(7))
    again = read_spot(rules_of(FOUR), write_spot(spot))
    assert again == spot
    assert advice_on(again).margin == advice_on(spot).margin > Fraction(0)
    for wrong in ({"street": "turn"}, {"cards": "Ah Xh"}, {"seen": "xx"}):
        with pytest.raises(MalformedError, match="not a drill of this game"):
            read_spot(rules_of(FOUR), write_spot(spot) | wrong)


def test_a_street_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(MalformedError, match="has no decision 'turn'; it has pre_flop, flop, river"):
        deal_drill(rules_of(MD), Random(1), "turn")
