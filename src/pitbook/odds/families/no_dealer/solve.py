"""The best decisions by backward induction over sets of cards up to an exchange of suits, and the result of any others.

All known cards count alike, so a situation is the set of them and the stakes on the wagers. A return is linear in the
stakes: each kind of ending needs one number per wager. All numbers are whole: sums over all cards that can still come,
one after the other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import perm

import numpy as np
from numpy.typing import NDArray

from pitbook.cards.kernels import rank5_masks
from pitbook.odds.deck import FULL, Deck
from pitbook.odds.families.main_result import End, MainResult, folded_with, main_result
from pitbook.odds.families.no_dealer.course import Course, Stakes
from pitbook.odds.families.no_dealer.money import ClassNets, money_of
from pitbook.odds.families.no_dealer.policy import SetPolicy
from pitbook.odds.families.sets import canonical_sets, children, lanes_of, weights
from pitbook.settlement.compile import MainGame

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class SetSolution:
    """The best decisions and what they are worth."""

    house_edge: Fraction
    result: MainResult
    policy: SetPolicy
    most_wagered: Fraction | None
    """The average wager if the one of equal actions that wagers most is taken; None if that is not more."""


Worth = dict[Stakes, list[Ints]]
"""By stakes and choice: the sum over all cards that can come, by canonical set of known cards."""


def worth_of_choices(game: MainGame, course: Course, *, deck: Deck = FULL) -> list[Worth]:
    """By decision: what every choice is worth, with the best decisions afterwards."""
    money, grown = money_of(game), _Grown(deck)
    _check_size(money, course, deck)
    classes = money.class_of[rank5_masks(canonical_sets(deck, course.cards))]
    values: dict[Stakes, Ints] = {stakes: money.ended(stakes)[classes] for stakes in course.stakes[-1]}
    known, found = course.cards, list[Worth]()
    for number in reversed(range(len(course.decisions))):
        decision = course.decisions[number]
        values = {stakes: grown.summed(each, known, decision.known) for stakes, each in values.items()}
        known = decision.known
        deals = perm(len(deck) - known, course.cards - known)
        sets = len(canonical_sets(deck, known))
        worth: Worth = {
            stakes: [
                np.full(sets, money.folded(stakes) * deals) if choice.folds else values[choice.after(stakes)]
                for choice in decision.choices
            ]
            for stakes in course.stakes[number]
        }
        values = {stakes: np.max(each, axis=0) for stakes, each in worth.items()}
        found.insert(0, worth)
    return found


def solve_sets(game: MainGame, course: Course, *, deck: Deck = FULL) -> SetSolution:
    """The best decisions, by exact count. Of actions that are worth the same, the one that wagers least is taken."""
    worth = worth_of_choices(game, course, deck=deck)
    policy, greatest = (_best(deck, course, worth, most=most) for most in (False, True))
    first = np.max(worth[0][course.before], axis=0)
    total = int(first @ weights(deck, canonical_sets(deck, course.decisions[0].known)))
    result, more = evaluate_sets(game, policy), evaluate_sets(game, greatest).average_wager
    edge = Fraction(-total, result.deals * game.scale)
    return SetSolution(edge, result, policy, more if more > result.average_wager else None)


def _best(deck: Deck, course: Course, worth: Sequence[Worth], *, most: bool) -> SetPolicy:
    """The best choices; of equal ones, the one that wagers least, or with `most` the one that wagers most."""
    codes = []
    for decision, by_stakes in zip(course.decisions, worth, strict=True):
        chosen = []
        for stakes, values in by_stakes.items():
            order = [decision.choices.index(choice) for choice in decision.ordered(stakes)][:: -1 if most else 1]
            best = np.argmax(np.stack([values[code] for code in order]), axis=0)
            chosen.append(np.array(order, np.uint8)[best])
        codes.append(np.stack(chosen))
    return SetPolicy(deck, course, tuple(codes))


def evaluate_sets(game: MainGame, policy: SetPolicy) -> MainResult:
    """The exact result of any decisions, from following every deal to its end."""
    course, deck, money = policy.course, policy.deck, money_of(game)
    grown = _Grown(deck)
    known = course.decisions[0].known
    reached: dict[Stakes, Ints] = {course.before: weights(deck, canonical_sets(deck, known))}
    outcomes: dict[End, int] = {}
    decisions: dict[str, dict[str, int]] = {}
    for number, decision in enumerate(course.decisions):
        reached = {stakes: grown.spread(each, known, decision.known) for stakes, each in reached.items()}
        known = decision.known
        deals = perm(len(deck) - known, course.cards - known)
        after: dict[Stakes, Ints] = {}
        taken = decisions[decision.name] = dict.fromkeys((choice.name for choice in decision.choices), 0)
        for place, stakes in enumerate(course.stakes[number]):
            for code, choice in enumerate(decision.choices):
                here = np.where(policy.codes[number][place] == code, reached[stakes], 0)
                taken[choice.name] += int(here.sum()) * deals
                if choice.folds:
                    _count(outcomes, folded_with(stakes), int(here.sum()) * deals)
                else:
                    then = choice.after(stakes)
                    after[then] = after[then] + here if then in after else here
        reached = after
    classes = money.class_of[rank5_masks(canonical_sets(deck, course.cards))]
    for stakes, each in reached.items():
        ended = grown.spread(each, known, course.cards)
        for level in range(money.fixed.size):
            _count(outcomes, End(stakes, level, 0, 0), int(ended[classes == level].sum()))
    return main_result(game, outcomes, decisions)


def _count(outcomes: dict[End, int], ended: End, deals: int) -> None:
    outcomes[ended] = outcomes.get(ended, 0) + deals


class _Grown:
    """Sets of cards, and the sets with one card more."""

    def __init__(self, deck: Deck) -> None:
        self._deck = deck
        self._lanes = lanes_of(deck)
        self._children: dict[int, tuple[NDArray[np.int32], NDArray[np.bool_]]] = {}

    def _of(self, size: int) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
        """By set of that size and card: the set with that card added, and whether the card is not yet in the set."""
        if size not in self._children:
            sets = canonical_sets(self._deck, size)
            free = (sets[:, None] >> self._lanes.astype(np.uint64) & np.uint64(1)) == 0
            self._children[size] = children(self._deck, size)[:, self._lanes], free
        return self._children[size]

    def summed(self, values: Ints, size: int, down_to: int) -> Ints:
        """For each smaller set: the sum of the values of the sets that it can become, over all orders of cards."""
        for smaller in reversed(range(down_to, size)):
            child, free = self._of(smaller)
            values = np.where(free, values[child], 0).sum(axis=1)
        return values

    def spread(self, deals: Ints, size: int, up_to: int) -> Ints:
        """For each larger set: the number of deals that lead to it, from the deals of smaller sets."""
        for smaller in range(size, up_to):
            child, free = self._of(smaller)
            grown = np.zeros(len(canonical_sets(self._deck, smaller + 1)), np.int64)
            np.add.at(grown, child[free], np.broadcast_to(deals[:, None], free.shape)[free])
            deals = grown
        return deals


def _check_size(money: ClassNets, course: Course, deck: Deck) -> None:
    """A set's total must fit in 64 bits; it is at most the greatest amount times the deals that can follow."""
    largest = max(int(np.abs(money.ended(stakes)).max()) for stakes in course.stakes[-1])
    known: Sequence[int] = course.sizes
    if largest * perm(len(deck), course.cards) * 24 >= 1 << 62 or known != sorted(known):
        raise OverflowError(f"amounts of up to {largest} are too great to be counted exactly")
