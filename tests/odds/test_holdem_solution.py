"""Heads-Up Hold'em solved: published figures, exact counts, and everything that has to follow from them."""

from dataclasses import replace
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from odds.holdem_stock import game, solution, streets, ultimate_game, with_multiples
from pitbook.cards import FiveCard
from pitbook.odds.deck import FULL, Deck
from pitbook.odds.families.board_dealer import HoldemPolicy, HoldemSolution, evaluate_holdem, solve_holdem
from pitbook.odds.families.main_result import FOLDED, MainResult
from pitbook.problems import MalformedError
from pitbook.rulebooks.flow import Fold, Street

DEALS = 2_781_381_002_400
FLOPS_OF_A_BOARD = 10
BEATEN = {
    "straight_flush": 10_300_592,
    "four_of_a_kind": 471_040_512,
    "full_house": 8_435_225_376,
    "flush": 19_434_208_592,
    "straight": 18_271_076_976,
}
"""How often a hand of the category loses, on either side: the player's, and as often the dealer's."""
SHORT = Deck((3, 4, 5, 6, 7), 3)


def _result(solved: HoldemSolution) -> MainResult:
    assert solved.result is not None
    return solved.result


def test_the_stock_game_has_its_published_edge() -> None:
    assert round(solution().house_edge, 4) == Fraction("0.0236")


def test_ultimate_texas_holdem_has_its_published_edge() -> None:
    solved = solve_holdem(ultimate_game(), with_multiples((3, 4), (2,), (1,)), distribution=False)
    assert round(solved.house_edge, 5) == Fraction("0.02185")
    assert set(np.unique(solved.policy.pre_flop)) == {0, 2}
    assert solved.result is None


@pytest.mark.prove
def test_losing_hands_over_all_deals() -> None:
    never_fold = evaluate_holdem(game(), streets(), HoldemPolicy.constant(streets(), river=1))
    assert never_fold.deals == DEALS * FLOPS_OF_A_BOARD
    losing = dict.fromkeys(game().names, 0)
    for (_, level, _, comparison), deals in never_fold.outcomes.items():
        if comparison == 0:
            losing[game().names[level]] += deals
    for category, deals in BEATEN.items():
        assert 2 * losing[category] == deals * FLOPS_OF_A_BOARD
    assert losing["royal_flush"] == 0
    ties = sum(deals for (*_, comparison), deals in never_fold.outcomes.items() if comparison == 1)
    assert ties == 113_130_263_816 * FLOPS_OF_A_BOARD
    wins = sum(deals for (*_, comparison), deals in never_fold.outcomes.items() if comparison == 2)
    assert wins == sum(losing.values())
    assert {stakes for stakes, *_ in never_fold.outcomes} == {(1,)}


def test_the_players_categories_are_those_of_seven_cards() -> None:
    never_fold = evaluate_holdem(game(), streets(), HoldemPolicy.constant(streets(), pre_flop=1))
    royals = sum(deals for (_, level, *_), deals in never_fold.outcomes.items() if level == FiveCard.ROYAL_FLUSH.level)
    assert Fraction(royals, never_fold.deals) == Fraction(4_324, comb(52, 7))


def test_the_distribution_is_whole_and_its_mean_is_the_edge() -> None:
    result = _result(solution())
    assert result.deals == DEALS * FLOPS_OF_A_BOARD
    assert sum(result.outcomes.values()) == sum(result.net.values()) == result.deals
    assert result.house_edge == solution().house_edge
    assert result.win_frequency + result.push_frequency + result.lose_frequency == 1
    assert result.element_of_risk == result.house_edge / result.average_wager


def test_decisions_lead_from_street_to_street() -> None:
    result = _result(solution())
    before, flop, river = (result.decisions[street.name] for street in streets())
    assert sum(before.values()) == result.deals
    assert sum(flop.values()) == before["check"]
    assert sum(river.values()) == flop["check"]
    assert river["fold"] == result.outcomes[FOLDED]
    raised = 3 * before["raise_3"] + 2 * flop["raise_2"] + river["raise_1"]
    assert result.average_wager == 2 + Fraction(raised, result.deals)


@pytest.mark.parametrize("deck", [SHORT, pytest.param(FULL, marks=pytest.mark.prove)], ids=["short", "full"])
def test_one_thread_gives_the_same_as_two(deck: Deck) -> None:
    progress: list[float] = []
    alone = solve_holdem(game(), streets(), deck=deck, threads=1, progress=progress.append)
    both = solve_holdem(game(), streets(), deck=deck, threads=2)
    assert alone.result == both.result
    assert alone.pre_flop_totals == both.pre_flop_totals
    for name in ("pre_flop", "flop", "plain", "flush"):
        assert np.array_equal(getattr(alone.policy, name), getattr(both.policy, name))
    assert progress == sorted(progress)
    assert progress[-1] == 1


@pytest.mark.prove
def test_the_solved_strategy_is_worth_what_it_was_solved_for() -> None:
    assert evaluate_holdem(game(), streets(), solution().policy) == solution().result


@pytest.mark.parametrize("deck", [SHORT, pytest.param(FULL, marks=pytest.mark.prove)], ids=["short", "full"])
def test_smaller_raises_never_help(deck: Deck) -> None:
    allowed = with_multiples((1, 2, 3), (1, 2), (1,))
    solved, stock = (solve_holdem(game(), either, deck=deck) for either in (allowed, streets()))
    assert solved.house_edge == stock.house_edge
    assert _result(solved).outcomes == _result(stock).outcomes
    assert _result(solved).decisions["pre_flop"]["raise_1"] == 0


@pytest.mark.prove
def test_money_may_be_large() -> None:
    stock, times = game(), 9_000
    large = replace(stock, fixed=stock.fixed * times, per_unit=stock.per_unit * times, fold=stock.fold * times)
    assert solve_holdem(large, streets()).house_edge == times * solution().house_edge


def test_before_the_flop_the_best_values_have_the_edge_as_their_mean() -> None:
    solved = solution()
    totals = solved.pre_flop_totals.values()
    best = sum(max(values) for values in zip(*totals, strict=True))
    assert sum(solved.pre_flop_deals) == DEALS * FLOPS_OF_A_BOARD
    assert Fraction(-best, sum(solved.pre_flop_deals) * game().scale) == solved.house_edge


OTHERS = (("pre_flop", 5), ("plain", 77_777), ("flush", 7_777_777))


@pytest.mark.parametrize(
    ("name", "place"), [("flop", 777_777), *(pytest.param(*other, marks=pytest.mark.prove) for other in OTHERS)]
)
def test_no_other_decision_is_better(name: str, place: int) -> None:
    codes = getattr(solution().policy, name).copy()
    codes.flat[place : place + codes.size // 10] ^= 1
    other = replace(solution().policy, **{name: codes})
    assert evaluate_holdem(game(), streets(), other).house_edge > solution().house_edge


@pytest.mark.prove
def test_a_game_may_have_any_of_the_three_streets() -> None:
    edges = {
        multiples: solve_holdem(game(), _ending_in_a_fold(*multiples), deck=SHORT)
        for multiples in (
            ((3,), (), ()),
            ((), (2,), ()),
            ((), (), (1,)),
            ((3,), (2,), ()),
            ((), (2,), (1,)),
            ((3,), (), (1,)),
        )
    }
    for solved in edges.values():
        assert _result(solved).house_edge == solved.house_edge
    all_streets = solve_holdem(game(), streets(), deck=SHORT).house_edge
    assert all_streets <= edges[(), (2,), (1,)].house_edge <= edges[(), (), (1,)].house_edge
    assert edges[(3,), (2,), ()].house_edge <= edges[(3,), (), ()].house_edge


def _ending_in_a_fold(*multiples: tuple[int, ...]) -> tuple[Street, ...]:
    *earlier, last = with_multiples(*multiples)
    return (*earlier, last.model_copy(update={"offers": (last.offers[0], Fold(do="fold"))}))


def test_what_is_no_game_of_this_shape_is_refused() -> None:
    before, flop, river = streets()
    for wrong in ((), (before, flop), (flop, before, river), (before.model_copy(update={"board": 4}), river)):
        with pytest.raises(MalformedError, match="streets of hold'em"):
            solve_holdem(game(), wrong)
    with pytest.raises(MalformedError, match="units"):
        solve_holdem(replace(game(), fixed=game().fixed * 10_000), streets())
    with pytest.raises(MalformedError, match="8 pay classes are not those"):
        solve_holdem(replace(game(), fixed=game().fixed[:8]), streets())
    with pytest.raises(ValueError, match="too short"):
        solve_holdem(game(), streets(), deck=Deck((0, 1), 4))
    with pytest.raises(ValueError, match="other streets"):
        evaluate_holdem(game(), with_multiples((4,), (2,), (1,)), solution().policy)
