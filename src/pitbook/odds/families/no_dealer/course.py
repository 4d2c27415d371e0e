"""The decisions of a game without a dealer's hand: what each may change, and what is on the wagers when it comes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from pitbook.problems import MalformedError, Problem
from pitbook.rulebooks.actions import Action
from pitbook.rulebooks.flow import Bet, Fold, Street, Withdraw
from pitbook.submission import HouseRules

Stakes = tuple[int, ...]
"""The stake on each wager that the decisions make or withdraw, in units of the base."""


@dataclass(frozen=True)
class Choice:
    """Something that may be done: fold, change the stake on one of the wagers, or neither."""

    name: str
    folds: bool = False
    wager: int | None = None
    """The place of the wager that is made or withdrawn; None if nothing changes."""
    stake: int = 0
    """The stake on it afterwards."""
    adds: bool = False
    """Whether the stake is added to what was there."""

    def after(self, stakes: Stakes) -> Stakes:
        """The stakes on the wagers afterwards."""
        if self.wager is None:
            return stakes
        before = stakes[self.wager] if self.adds else 0
        return (*stakes[: self.wager], before + self.stake, *stakes[self.wager + 1 :])


@dataclass(frozen=True)
class Decision:
    """A decision; `known` is the number of known cards."""

    name: str
    known: int
    choices: tuple[Choice, ...]

    def ordered(self, stakes: Stakes) -> tuple[Choice, ...]:
        """The choices, from the one that leaves least on the table; a fold leaves nothing."""
        return tuple(sorted(self.choices, key=lambda one: -1 if one.folds else sum(one.after(stakes))))


@dataclass(frozen=True)
class Course:
    """All decisions of a round in their order."""

    wagers: tuple[str, ...]
    """The wagers that the decisions make or withdraw."""
    before: Stakes
    """What is on them before the first decision."""
    decisions: tuple[Decision, ...]
    cards: int
    """How many cards are known in the end; they make the hand."""

    @cached_property
    def stakes(self) -> tuple[tuple[Stakes, ...], ...]:
        """By decision, then for the end: the stakes that can be on the wagers at that time."""
        found: list[tuple[Stakes, ...]] = [(self.before,)]
        for decision in self.decisions:
            after = {choice.after(one) for one in found[-1] for choice in decision.choices if not choice.folds}
            found.append(tuple(sorted(after)))
        return tuple(found)

    def left_at(self, number: int, left: Mapping[str, int | Fraction]) -> Stakes:
        """The stakes at a decision, from what earlier ones left; wagers that `left` does not name have not changed."""
        wanted = tuple(left.get(wager, before) for wager, before in zip(self.wagers, self.before, strict=True))
        for stakes in self.stakes[number]:
            if stakes == wanted:
                return stakes
        said = ", ".join(f"{wager} {stake}" for wager, stake in zip(self.wagers, wanted, strict=True))
        name = self.decisions[number].name.replace("_", " ")
        raise MalformedError(Problem(f"{name} cannot be reached with these amounts on the wagers: {said}", said))

    def decision_with(self, known: int) -> int:
        """The number of the decision with this many known cards; KeyError if there is none."""
        for number, decision in enumerate(self.decisions):
            if decision.known == known:
                return number
        raise KeyError(known)

    @property
    def sizes(self) -> Sequence[int]:
        """How many cards are known at each decision, and in the end."""
        return [*(decision.known for decision in self.decisions), self.cards]


def course_of(rules: HouseRules) -> Course:
    """The decisions of a house's game. Wagers that may be withdrawn are on the table before the first decision."""
    flow = rules.book.flow
    wagers = (*flow.decided, *flow.withdrawable)
    before = tuple(int(wager in flow.withdrawable) for wager in wagers)
    decisions = [
        Decision(
            street.name,
            street.own + street.board,
            tuple(_choice(street, name, action, wagers) for name, action in street.names.items()),
        )
        for street in rules.streets
    ]
    return Course(wagers, before, tuple(decisions), rules.book.player.cards + rules.book.board)


def _choice(street: Street, name: str, action: Action, wagers: Sequence[str]) -> Choice:
    offer = street.offer(action.verb)
    if isinstance(offer, Withdraw):
        return Choice(name, wager=wagers.index(offer.wager), stake=0)
    if isinstance(offer, Bet):
        return Choice(name, wager=wagers.index(offer.wager), stake=street.times(action) or 0, adds=offer.adds)
    return Choice(name, folds=isinstance(offer, Fold))
