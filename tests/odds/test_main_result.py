"""The figures of a result, worked out by hand for a game of four deals; and what is no deck."""

from fractions import Fraction

import numpy as np
import pytest

from odds.by_category import game_by_category
from pitbook.odds.deck import FULL, Deck
from pitbook.odds.families.main_result import FOLDED, End, MainResult, main_result


def _result() -> MainResult:
    """One ante, in halves of it: a fold, a tie, and a raise of 2 that wins 3 to 2 on the ante or loses."""
    fixed, decided = np.zeros((1, 2, 3), np.int64), np.zeros((1, 2, 3), np.int64)
    fixed[0, 1], decided[0, 1] = (-2, 0, 3), (-2, 0, 2)
    game = game_by_category("three_card", scale=2, qualifying_level=0, fixed=fixed, decided=decided, fold=-2)
    two = (2,)
    outcomes = {FOLDED: 1, End(two, 0, 1, 0): 1, End(two, 0, 1, 1): 1, End(two, 0, 1, 2): 1, End((1,), 0, 1, 2): 0}
    return main_result(game, outcomes, {"street": {"fold": 1, "raise_2": 3}})


def test_figures_follow_from_the_counts() -> None:
    result = _result()
    assert result.deals == 4
    assert result.net == {-6: 1, -2: 1, 0: 1, 7: 1}
    assert result.house_edge == Fraction(1, 8)
    assert result.average_wager == 1 + Fraction(6, 4)
    assert result.element_of_risk == Fraction(1, 20)
    assert result.variance == Fraction(36 + 4 + 49, 16) - Fraction(1, 64)
    assert result.standard_deviation == pytest.approx(2.3552, abs=1e-4)
    assert result.lose_frequency == Fraction(1, 2)
    assert result.push_frequency == result.win_frequency == result.hit_frequency == Fraction(1, 4)


def test_outcomes_that_never_occur_are_left_out() -> None:
    assert End((1,), 0, 1, 2) not in _result().outcomes


def test_a_deck_has_its_cards_in_order() -> None:
    assert len(FULL) == 52
    assert FULL.cards == tuple(range(52))
    short = Deck((0, 12), 2)
    assert short.cards == (0, 1, 48, 49)
    assert short.masks.tolist() == [1, 1 << 16, 1 << 12, 1 << 28]


@pytest.mark.parametrize(("ranks", "suits"), [((1, 0), 4), ((0, 0), 4), ((13,), 4), ((0,), 5), ((0,), 0)])
def test_what_is_no_deck_is_refused(ranks: tuple[int, ...], suits: int) -> None:
    with pytest.raises(ValueError, match=r"ranks|suits"):
        Deck(ranks, suits)
