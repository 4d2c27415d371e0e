"""What strategies are worth: published figures, the optimum's cost of nothing, and cards that are derived."""

import tomllib
from fractions import Fraction

import pytest

from pitbook.odds.families.board_dealer import HoldemPolicy
from pitbook.odds.families.main_result import FOLDED
from pitbook.odds.families.own_dealer import FourCardPolicy
from pitbook.odds.families.registry import family_of
from pitbook.odds.solution import solve_main
from pitbook.odds.strategies import cost, evaluate, generate_card, policy_of
from pitbook.strategy import published, published_names, read_strategy, render, short_names
from pitbook.strategy.card import card_lines
from pitbook.strategy.ranges import format_ranges
from strategy.stock import FOUR_CARD, HOLDEM, ULTIMATE, rules, strategy_of

FOUR_CARD_LINES = """\
With your five cards:
  1. play 3x: pair of nines or better and the up card is not higher than your pair
  2. play 3x: pair of jacks or better and you hold the up card's rank
  3. play 3x: pair of aces or better
  4. play 1x: pair of threes or better
  5. play 1x: ace king queen high or better and you hold the up card's rank
  6. fold everything else"""


def test_the_simple_strategy_of_four_card_poker_has_its_published_edge() -> None:
    result = evaluate(rules(FOUR_CARD), published("four-card-simple"), use_stored=False)
    assert round(result.house_edge, 4) == Fraction("0.0340")


@pytest.mark.prove
def test_the_basic_strategy_of_ultimate_texas_hold_em_is_near_its_published_edge() -> None:
    """Published as about 2.43 %, in words that leave room; the figure lies between two readings of them.

    On the flop the words raise with "two pair or better". By the letter, as the included file has it, that takes in
    three of a kind that lies on the board: 2.454 %. Asking for a hand of one's own instead gives 2.403 %. No reading
    that keeps all the words gives 2.43 %; leaving out "hidden pair or better" at the river, where the dealer's outs
    alone then decide, would (2.426 %). How the published figure was found is not said.
    """
    basic = published("ultimate-basic")
    by_the_letter = evaluate(rules(ULTIMATE), basic, use_stored=False).house_edge
    lines = render(basic).replace('at_least = "two pairs"', 'at_least = "two pairs"\nbetter_than_board = true')
    of_ones_own = evaluate(rules(ULTIMATE), strategy_of(lines), use_stored=False).house_edge
    assert of_ones_own < Fraction("0.0243") < by_the_letter
    assert by_the_letter - Fraction("0.0243") < Fraction("0.0003") > Fraction("0.0243") - of_ones_own


@pytest.mark.parametrize("target", [FOUR_CARD, pytest.param(HOLDEM, marks=pytest.mark.prove)])
def test_no_strategy_is_better_than_the_optimum_which_costs_nothing(target: str) -> None:
    house = rules(target)
    solved = solve_main(house)
    assert family_of(house).evaluate(house, solved.policy, progress=None).house_edge == solved.house_edge
    for name in published_names(house):
        assert cost(house, published(name)) > 0, name


def test_what_was_stored_is_what_is_counted() -> None:
    house, simple = rules(FOUR_CARD), published("four-card-simple")
    assert evaluate(house, simple) == evaluate(house, simple) == evaluate(house, simple, use_stored=False)


def test_never_folding_never_folds() -> None:
    for target, name in ((FOUR_CARD, "four-card-never-fold"), (HOLDEM, "holdem-never-fold")):
        result = evaluate(rules(target), published(name))
        assert FOLDED not in result.outcomes
        assert {stakes for stakes, *_ in result.outcomes} == {(1,)}


def test_the_solved_chart_as_a_file_is_the_solved_chart() -> None:
    house = rules(HOLDEM)
    solved = solve_main(house).policy
    assert isinstance(solved, HoldemPolicy)
    places = [place for place in range(169) if solved.pre_flop[place]]
    listed = ", ".join(f'"{text}"' for text in format_ranges(places))
    text = f'game = "holdem"\n[[pre_flop]]\nhands = [{listed}]\ndo = "raise_3"\n[[pre_flop]]\ndo = "check"\n'
    compiled = policy_of(house, strategy_of(text + '[[flop]]\ndo = "check"\n[[river]]\ndo = "fold"\n'))
    assert isinstance(compiled, HoldemPolicy)
    assert (compiled.pre_flop == solved.pre_flop).all()


@pytest.mark.prove
def test_the_four_card_card() -> None:
    house = rules(FOUR_CARD)
    card = generate_card(house, use_stored=False)
    assert "\n".join(card_lines(card.strategy)) == FOUR_CARD_LINES
    assert card.cost == Fraction(3533963, 5085007785)
    assert card.result.house_edge - card.cost == solve_main(house).house_edge
    again = read_strategy(tomllib.loads(render(card.strategy)), "again")
    assert evaluate(house, again, use_stored=False) == card.result
    assert isinstance(policy_of(house, again), FourCardPolicy)


@pytest.mark.prove
@pytest.mark.parametrize("target", [HOLDEM, "ma-heads-up-holdem", "galaxy-heads-up-holdem", ULTIMATE])
def test_the_hold_em_card_beats_the_published_strategy(target: str) -> None:
    house = rules(target)
    card = generate_card(house, use_stored=False)
    assert card.result == family_of(house).evaluate(house, policy_of(house, card.strategy), progress=None)
    assert 0 < card.cost == card.result.house_edge - solve_main(house).house_edge
    assert card.cost < cost(house, published(short_names(house)["basic"]))
    assert generate_card(house) == card
