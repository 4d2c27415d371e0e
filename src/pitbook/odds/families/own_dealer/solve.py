"""The best play of Four Card Poker, and the exact result of any play.

The player folds or makes a play wager, knowing the five cards and the dealer's up card (md-four-card-poker 11.B). For
each of these the value of a wager is linear in it, A + m B, with A from everything that is staked before the deal and
B for each ante played. So no amount between two multiples is better than both, and the ends alone are compared.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitbook.array_types import Cube, Matrix, Vector
from pitbook.compiled import kernel
from pitbook.odds.deck import FULL, Deck
from pitbook.odds.families.main_result import FOLDED, End, MainResult, main_result
from pitbook.odds.families.own_dealer.counts import FourCardCounts, count_four_card
from pitbook.odds.families.own_dealer.kernels import count_classes
from pitbook.odds.families.own_dealer.policy import FourCardPolicy, empty_planes, planned_action
from pitbook.odds.families.sets import lanes_of
from pitbook.progress import Progress
from pitbook.rulebooks.flow import Street
from pitbook.settlement.compile import MainGame

_ONE: Final = np.uint64(1)


@dataclass(frozen=True, eq=False)
class FourCardSolution:
    """The best play, what it is worth, and the counts from which any other play can be evaluated."""

    house_edge: Fraction
    result: MainResult | None
    """All exact figures; None if only the house edge was asked for."""
    policy: FourCardPolicy
    counts: FourCardCounts
    most_wagered: Fraction | None
    """The average wager if of equal actions the one that wagers most were taken, if that is more."""


@kernel
def _choose(
    hands: Vector[np.uint64],
    levels: Vector[np.uint8],
    reaching: Cube[np.int32],
    completions: int,
    lanes: Vector[np.int64],
    fixed: Cube[np.int64],
    decided: Cube[np.int64],
    fold: int,
    multiples: Vector[np.int64],
    planes: Matrix[np.uint64],
    totals: Vector[np.int64],
    more: Vector[np.int64],
) -> None:
    """Writes the best action for each hand and up card into the planes; of equal ones, the one that wagers least.

    Its value, over all up cards and completions, is added to the hand's total. What the one of equal ones that wagers
    most wagers beyond it, over all up cards, is added to `more`.
    """
    classes = np.empty((2, 3), np.int64)
    for hand in range(hands.size):
        level = levels[hand]
        for lane in lanes:
            if hands[hand] >> np.uint64(lane) & _ONE:
                continue
            count_classes(reaching[hand], lane, completions, classes)
            before, per_ante = 0, 0
            for qualifies in range(2):
                for comparison in range(3):
                    before += classes[qualifies, comparison] * fixed[level, qualifies, comparison]
                    per_ante += classes[qualifies, comparison] * decided[level, qualifies, comparison]
            best, action, beyond = fold * completions, 0, 0
            for number in range(multiples.size):
                value = before + multiples[number] * per_ante
                if value > best:
                    best, action, beyond = value, number + 1, 0
                elif value == best:
                    beyond = multiples[number] - (multiples[action - 1] if action else 0)
            totals[hand] += best
            more[hand] += beyond
            for digit in range(planes.shape[0]):
                if action >> digit & 1:
                    planes[digit, hand] |= _ONE << np.uint64(lane)


@kernel
def _tally(
    hands: Vector[np.uint64],
    weights: Vector[np.int64],
    levels: Vector[np.uint8],
    reaching: Cube[np.int32],
    completions: int,
    lanes: Vector[np.int64],
    planes: Matrix[np.uint64],
    outcomes: NDArray[np.int64],
) -> None:
    """Counts the deals by action, level, whether the dealer qualifies, and comparison."""
    classes = np.empty((2, 3), np.int64)
    for hand in range(hands.size):
        for lane in lanes:
            if hands[hand] >> np.uint64(lane) & _ONE:
                continue
            count_classes(reaching[hand], lane, completions, classes)
            counted = outcomes[planned_action(planes, hand, lane), levels[hand]]
            for qualifies in range(2):
                for comparison in range(3):
                    counted[qualifies, comparison] += weights[hand] * classes[qualifies, comparison]


def solve_four_card(
    game: MainGame,
    streets: Sequence[Street],
    *,
    deck: Deck = FULL,
    threads: int = 2,
    progress: Progress | None = None,
    distribution: bool = True,
    counts: FourCardCounts | None = None,
) -> FourCardSolution:
    """The best play and its exact result; without the distribution only the house edge.

    Counts made before, with the same deck and qualifying hand, save most of the time.
    """
    street = only_street(streets)
    counts = _checked(game, deck, counts) or count_four_card(
        game.qualifying, deck=deck, threads=threads, progress=progress
    )
    multiples = tuple(sorted(street.multiples))
    _check_size(game, multiples, counts)
    planes = empty_planes(multiples, deck)
    totals, more = np.zeros((2, len(counts.hands)), np.int64)
    _choose(
        counts.hands,
        game.class_of[counts.strengths],
        counts.reaching,
        counts.completions,
        lanes_of(deck),
        game.fixed,
        game.decided,
        game.fold,
        np.array(multiples, np.int64),
        planes,
        totals,
        more,
    )
    policy = FourCardPolicy(deck, multiples, planes, street.wager)
    total = sum(weight * value for weight, value in zip(counts.weights.tolist(), totals.tolist(), strict=True))
    edge = Fraction(-total, counts.deals * game.scale)
    result = _result(game, street, policy, counts) if distribution else None
    beyond = Fraction(int(more @ counts.weights) * counts.completions, counts.deals)
    most = result.average_wager + beyond if result and beyond else None
    return FourCardSolution(edge, result, policy, counts, most)


def evaluate_four_card(
    game: MainGame,
    streets: Sequence[Street],
    strategy: FourCardPolicy,
    *,
    deck: Deck = FULL,
    threads: int = 2,
    progress: Progress | None = None,
    counts: FourCardCounts | None = None,
) -> MainResult:
    """The exact result of any strategy that wagers what the street allows."""
    street = only_street(streets)
    if strategy.deck != deck:
        raise ValueError("the strategy is for another deck")
    for multiple in strategy.multiples:
        between = street.any_amount_between and min(street.multiples) <= multiple <= max(street.multiples)
        if multiple not in street.multiples and not between:
            raise ValueError(f"a play wager of {multiple} antes is not allowed")
    counts = _checked(game, deck, counts) or count_four_card(
        game.qualifying, deck=deck, threads=threads, progress=progress
    )
    return _result(game, street, strategy, counts)


def only_street(streets: Sequence[Street]) -> Street:
    """Four Card Poker has one decision."""
    if len(streets) != 1 or streets[0].otherwise != "fold":
        raise ValueError("Four Card Poker has one decision: to fold or to make a play wager")
    return streets[0]


def _checked(game: MainGame, deck: Deck, counts: FourCardCounts | None) -> FourCardCounts | None:
    if counts is not None and (counts.deck, counts.qualifying) != (deck, game.qualifying):
        raise ValueError("the counts are for another deck or another qualifying hand")
    return counts


def _check_size(game: MainGame, multiples: Sequence[int], counts: FourCardCounts) -> None:
    """A hand's total is at most the greatest amount times its up cards and completions, and must fit 64 bits."""
    amount = max(abs(game.fold), int(abs(game.fixed).max()) + max(multiples) * int(abs(game.decided).max()))
    if amount * len(counts.deck) * counts.completions >= 1 << 63:
        raise OverflowError(f"amounts of up to {amount} are too great to be counted exactly")


def _result(game: MainGame, street: Street, policy: FourCardPolicy, counts: FourCardCounts) -> MainResult:
    tallied = np.zeros((len(policy.actions), *game.fixed.shape), np.int64)
    _tally(
        counts.hands,
        counts.weights,
        game.class_of[counts.strengths],
        counts.reaching,
        counts.completions,
        lanes_of(counts.deck),
        policy.planes,
        tallied,
    )
    taken = tallied.sum(axis=(1, 2, 3)).tolist()
    outcomes = {FOLDED: taken[0]}
    for number, multiple in enumerate(policy.multiples, 1):
        for place, deals in np.ndenumerate(tallied[number]):
            level, qualifies, comparison = place
            outcomes[End((multiple,), level, qualifies, comparison)] = int(deals)
    return main_result(game, outcomes, {street.name: dict(zip(policy.actions, taken, strict=True))})
