"""The solved game has the published figures, and no other play is better."""

from dataclasses import replace
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from odds.four_card_stock import game, result, solution, street_of, streets
from pitbook.cards import FOUR_CARD, FourCard, Rank
from pitbook.odds.deck import Deck
from pitbook.odds.families.main_result import FOLDED, MainResult, net_of
from pitbook.odds.families.own_dealer import FourCardPolicy, evaluate_four_card, solve_four_card
from pitbook.odds.families.sets import LANES

FLIPPED = 200


def _percent(value: Fraction) -> str:
    return f"{float(value):.2%}"


def _evaluate(strategy: FourCardPolicy) -> MainResult:
    return evaluate_four_card(game(), streets(), strategy, counts=solution().counts)


def _pair_of(rank: Rank) -> int:
    """The lowest strength of a pair of that rank."""
    return next(
        strength
        for strength, (category, ranks) in enumerate(FOUR_CARD.classes, 1)
        if category is FourCard.PAIR and ranks[0] is rank
    )


def _with_pairs(play: Rank, raised: Rank) -> FourCardPolicy:
    """Folds below the first pair, plays 1x from it, and 3x from the second."""
    actions = np.searchsorted([_pair_of(play), _pair_of(raised)], solution().counts.strengths, side="right")
    return FourCardPolicy.from_actions((1, 3), actions)


@pytest.mark.clause("md-four-card-poker 11.B(1)", "md-four-card-poker 11.B(2)", "md-four-card-poker 12.A")
def test_the_published_figures() -> None:
    solved = result()
    assert _percent(solved.house_edge) == "2.79%"
    assert _percent(solved.element_of_risk) == "1.30%"


def test_the_published_simple_strategy() -> None:
    """Fold below a pair of threes, 1x with threes to nines, 3x with tens or better."""
    assert _percent(_evaluate(_with_pairs(Rank.THREE, Rank.TEN)).house_edge) == "3.40%"


def test_other_simple_strategies_cost_more_than_the_best_play() -> None:
    for play, raised in ((Rank.TWO, Rank.TEN), (Rank.FOUR, Rank.TEN), (Rank.THREE, Rank.ACE)):
        assert _evaluate(_with_pairs(play, raised)).house_edge > result().house_edge


def test_outcomes_sum_to_all_deals_and_their_mean_is_the_edge() -> None:
    solved = result()
    assert sum(solved.outcomes.values()) == sum(solved.net.values()) == solved.deals == comb(52, 5) * 47 * comb(46, 5)
    total = sum(net_of(game(), outcome) * deals for outcome, deals in solved.outcomes.items())
    assert solved.house_edge == Fraction(-total, solved.deals * solved.scale)
    assert solved.win_frequency + solved.push_frequency + solved.lose_frequency == 1


def test_decisions_and_outcomes_tell_the_same() -> None:
    solved = result()
    taken = {"fold": solved.outcomes[FOLDED]}
    for multiple in (1, 3):
        taken[f"play_{multiple}"] = sum(
            n for outcome, n in solved.outcomes.items() if outcome.stakes == (multiple,) and not outcome.folded
        )
    assert solved.decisions == {"play": taken}
    assert solved.average_wager == 1 + Fraction(taken["play_1"] + 3 * taken["play_3"], solved.deals)


def test_the_best_play_evaluates_to_its_own_result() -> None:
    assert _evaluate(solution().policy) == result()


def test_no_amount_between_the_ends_is_better() -> None:
    """With 2x allowed too, the edge and the policy stay as they are, and 2x is never chosen."""
    wider = solve_four_card(game(), street_of(1, 2, 3), counts=solution().counts).result
    assert wider is not None
    assert wider.house_edge == result().house_edge
    assert wider.decisions["play"]["play_2"] == 0
    assert wider.net == result().net


def test_the_edge_alone_is_the_edge_of_all_outcomes() -> None:
    """The values of the best actions, added up, and the amounts of all outcomes are two roads to it."""
    edge_only = solve_four_card(game(), streets(), counts=solution().counts, distribution=False)
    assert edge_only.result is None
    assert edge_only.house_edge == solution().house_edge == result().house_edge
    assert np.array_equal(edge_only.policy.planes, solution().policy.planes)


@pytest.mark.prove
def test_any_other_action_is_at_most_as_good() -> None:
    """Each action changed in some places at random: the result is never better, and mostly worse."""
    best = solution().policy
    chance = np.random.default_rng(5)
    shape = (len(best.hands), LANES)
    lanes = np.arange(LANES, dtype=np.uint64)
    actions = sum((best.planes[digit][:, None] >> lanes & np.uint64(1)).astype(np.int64) << digit for digit in (0, 1))
    assert isinstance(actions, np.ndarray)
    assert np.array_equal(FourCardPolicy.from_actions((1, 3), actions).planes, best.planes)
    for step in (1, 2):
        changed = np.where(chance.random(shape) < FLIPPED / len(best.hands), (actions + step) % 3, actions)
        assert _evaluate(FourCardPolicy.from_actions((1, 3), changed)).house_edge > result().house_edge


def test_always_folding_costs_the_ante() -> None:
    never = FourCardPolicy.from_actions((1, 3), np.zeros(len(solution().counts.hands), np.uint8))
    folded = _evaluate(never)
    assert folded.house_edge == 1
    assert folded.outcomes == {FOLDED: folded.deals}


def test_a_strategy_may_wager_what_the_street_allows() -> None:
    twice = FourCardPolicy.from_actions((2,), np.ones(len(solution().counts.hands), np.uint8))
    once, thrice = (
        FourCardPolicy.from_actions((multiple,), np.ones(len(solution().counts.hands), np.uint8)) for multiple in (1, 3)
    )
    assert 2 * _evaluate(twice).house_edge == _evaluate(once).house_edge + _evaluate(thrice).house_edge
    with pytest.raises(ValueError, match="2 antes"):
        evaluate_four_card(game(), street_of(1, 3), twice, counts=solution().counts)
    with pytest.raises(ValueError, match="4 antes"):
        _evaluate(FourCardPolicy.from_actions((4,), np.ones(len(solution().counts.hands), np.uint8)))


def test_what_does_not_fit_together_is_refused() -> None:
    counts = solution().counts
    short = Deck((0, 1, 2), 4)
    with pytest.raises(ValueError, match="another deck"):
        solve_four_card(game(), streets(), deck=short, counts=counts)
    with pytest.raises(ValueError, match="qualifying"):
        solve_four_card(replace(game(), qualifying=2), streets(), counts=counts)
    with pytest.raises(ValueError, match="another deck"):
        evaluate_four_card(game(), streets(), solution().policy, deck=short)
    with pytest.raises(ValueError, match="one decision"):
        solve_four_card(game(), streets() * 2, counts=counts)
    with pytest.raises(OverflowError):
        solve_four_card(replace(game(), fixed=game().fixed << 50), streets(), counts=counts)
