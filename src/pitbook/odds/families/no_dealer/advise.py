"""The exact value of every action with the known cards, and how each can come out.

Every card that can still come is counted, except dead cards; later decisions are the best ones, given the cards that
are known then.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import factorial, perm

import numpy as np
from numpy.typing import NDArray

from pitbook.cards import Card, mask_of
from pitbook.cards.kernels import CARD_MASKS, rank5_masks
from pitbook.cards.tables import CATEGORY_OF_STRENGTH5
from pitbook.odds.deck import Deck
from pitbook.odds.families.no_dealer.course import Course, Stakes
from pitbook.odds.families.no_dealer.money import ClassNets, money_of
from pitbook.odds.families.protocol import Deals, Left
from pitbook.settlement.compile import MainGame

Ints = NDArray[np.int64]


@dataclass
class EndingTally:
    """How many deals end with each amount on the wagers: by class of the hand, or folded."""

    ended: dict[Stakes, Ints] = field(default_factory=dict)
    folded: dict[Stakes, int] = field(default_factory=dict)

    def add(self, other: "EndingTally", times: int) -> None:
        """Add the deals of another tally, multiplied by `times`."""
        for stakes, deals in other.ended.items():
            self.ended[stakes] = self.ended.get(stakes, 0) + times * deals
        for stakes, number in other.folded.items():
            self.folded[stakes] = self.folded.get(stakes, 0) + times * number

    def nets(self, money: ClassNets) -> dict[int, int]:
        """How many deals have each net."""
        found: dict[int, int] = {}
        for stakes, deals in self.ended.items():
            for net, number in zip(money.ended(stakes).tolist(), deals.tolist(), strict=True):
                if number:
                    found[net] = found.get(net, 0) + number
        for stakes, number in self.folded.items():
            net = money.folded(stakes)
            found[net] = found.get(net, 0) + number
        return found

    def value(self, money: ClassNets) -> int:
        """The sum of the nets of all deals."""
        return sum(net * number for net, number in self.nets(money).items())


class _Looking:
    """All that can come after some cards."""

    def __init__(self, money: ClassNets, course: Course, live: Sequence[int]) -> None:
        self.money, self.course, self.live = money, course, live
        self._classes: dict[int, Ints] = {}
        self._best: dict[tuple[int, int, Stakes], EndingTally] = {}

    def after(self, mask: int, number: int, stakes: Stakes) -> EndingTally:
        """What comes after a decision that left these stakes on the wagers."""
        known, then = self.course.sizes[number : number + 2]
        if number + 1 == len(self.course.decisions):
            return EndingTally({stakes: self._ends(mask, then - known)})
        found = EndingTally()
        for cards in combinations([card for card in self.live if not card & mask], then - known):
            found.add(self._decided(mask | sum(cards), number + 1, stakes), factorial(then - known))
        return found

    def _decided(self, mask: int, number: int, stakes: Stakes) -> EndingTally:
        """What comes after the best decision; of equal ones, the one that wagers least."""
        key = mask, number, stakes
        if key not in self._best:
            choices = self.course.decisions[number].ordered(stakes)
            tallies = [self.of(mask, number, stakes, choice.name) for choice in choices]
            self._best[key] = max(tallies, key=lambda tally: tally.value(self.money))
        return self._best[key]

    def of(self, mask: int, number: int, stakes: Stakes, name: str) -> EndingTally:
        """What comes after a choice."""
        decision = self.course.decisions[number]
        choice = next(one for one in decision.choices if one.name == name)
        if choice.folds:
            left = sum(not card & mask for card in self.live)
            return EndingTally(folded={stakes: perm(left, self.course.cards - decision.known)})
        return self.after(mask, number, choice.after(stakes))

    def _ends(self, mask: int, more: int) -> Ints:
        """The number of deals by class of the whole hand, every order of cards counted."""
        if mask not in self._classes:
            left = [card for card in self.live if not card & mask]
            hands = np.array([mask | sum(cards) for cards in combinations(left, more)], np.uint64)
            classes = self.money.class_of[rank5_masks(hands)]
            counted = np.bincount(classes, minlength=self.money.fixed.size).astype(np.int64)
            self._classes[mask] = counted * factorial(more)
        return self._classes[mask]


def tallies(
    game: MainGame,
    course: Course,
    deck: Deck,
    own: Sequence[Card],
    seen: Sequence[Card],
    dead: Sequence[Card],
    left: Left,
) -> dict[str, EndingTally]:
    """By action: everything that can come, given what earlier decisions left on the wagers."""
    known = {*own, *seen}
    number = course.decision_with(len(known))
    looking = _Looking(money_of(game), course, CARD_MASKS[deck.without((*known, *dead))].tolist())
    stakes = course.left_at(number, left)
    return {
        choice.name: looking.of(mask_of(known), number, stakes, choice.name)
        for choice in course.decisions[number].choices
    }


def becoming(
    game: MainGame, deck: Deck, size: int, own: Sequence[Card], seen: Sequence[Card], dead: Sequence[Card]
) -> Deals:
    """Every hand that known cards can become, by its level and whether the base wager loses, pushes or wins."""
    known = {*own, *seen}
    live = CARD_MASKS[deck.without((*known, *dead))].tolist()
    mask = mask_of(known)
    hands = np.array([mask | sum(cards) for cards in combinations(live, size - len(known))], np.uint64)
    strengths = rank5_masks(hands)
    results = 1 + np.sign(money_of(game).fixed)[game.class_of[strengths]]
    found = np.zeros((int(CATEGORY_OF_STRENGTH5.max()) + 1, 3), np.int64)
    np.add.at(found, (CATEGORY_OF_STRENGTH5[strengths], results), 1)
    return Deals(found, found.sum(axis=0), None)
