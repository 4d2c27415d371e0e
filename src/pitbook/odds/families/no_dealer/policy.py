"""What to do with every set of known cards and every stake on the wagers."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitbook.cards import Card, mask_of
from pitbook.odds.deck import FULL, Deck
from pitbook.odds.families.no_dealer.course import Choice, Course, Decision, Stakes
from pitbook.odds.families.policy_file import read_policy, write_policy
from pitbook.odds.families.protocol import Left
from pitbook.odds.families.sets import canonical, canonical_sets, find
from pitbook.problems import MalformedError, Problem

Codes = NDArray[np.uint8]
_KIND: Final = "sets"


@dataclass(frozen=True, eq=False)
class SetPolicy:
    """The number of the choice, by decision, stakes and canonical set of known cards."""

    deck: Deck
    course: Course
    codes: tuple[Codes, ...]

    def __post_init__(self) -> None:
        for codes, stakes, decision in zip(self.codes, self.course.stakes, self.course.decisions, strict=False):
            shape = (len(stakes), len(canonical_sets(self.deck, decision.known)))
            if codes.shape != shape or codes.dtype != np.uint8 or int(codes.max(initial=0)) >= len(decision.choices):
                raise MalformedError(Problem(f"the decisions {decision.name} are not {shape} choices", decision.name))

    @classmethod
    def constant(cls, course: Course, choices: Sequence[int], deck: Deck = FULL) -> "SetPolicy":
        """The policy that makes one choice at each decision, whatever the cards are."""
        codes = [
            np.full((len(stakes), len(canonical_sets(deck, decision.known))), choice, np.uint8)
            for stakes, decision, choice in zip(course.stakes, course.decisions, choices, strict=False)
        ]
        return cls(deck, course, tuple(codes))

    def action(self, own: Sequence[Card], seen: Sequence[Card] = (), left: Left | None = None) -> str:
        """What to do with these cards, given what earlier decisions left on the wagers."""
        cards = (*own, *seen)
        try:
            number = self.course.decision_with(len(cards))
        except KeyError:
            known = " ".join(map(str, cards))
            raise MalformedError(Problem(f"nothing is decided with {known}", known)) from None
        return self.choice(number, self.course.left_at(number, left or {}), cards).name

    def choice(self, number: int, stakes: Stakes, cards: Sequence[Card]) -> Choice:
        """What to do at a decision with these stakes on the wagers."""
        decision = self.course.decisions[number]
        place = int(find(canonical_sets(self.deck, decision.known), canonical(np.uint64(mask_of(cards)))[0]))
        if len(set(cards)) != decision.known or place < 0:
            raise ValueError("not cards of this deck")
        return decision.choices[int(self.codes[number][self.course.stakes[number].index(stakes), place])]

    def save(self, path: Path) -> None:
        """Writes the policy to a file that is refused if anything in it is changed."""
        arrays = {f"codes_{number}": codes for number, codes in enumerate(self.codes)}
        write_policy(path, _KIND, self._terms(), arrays)

    def _terms(self) -> dict[str, object]:
        course = self.course
        return {
            "ranks": self.deck.ranks,
            "suits": self.deck.suits,
            "wagers": course.wagers,
            "before": course.before,
            "cards": course.cards,
            "decisions": [
                [one.name, one.known, [[c.name, c.folds, c.wager, c.stake, c.adds] for c in one.choices]]
                for one in course.decisions
            ],
        }

    @classmethod
    def load(cls, path: Path) -> "SetPolicy":
        """Reads what `save` wrote; a damaged file or one of another kind is refused."""
        terms, arrays = read_policy(path, _KIND)
        decisions = tuple(
            Decision(name, known, tuple(Choice(*choice) for choice in choices))
            for name, known, choices in terms["decisions"]
        )
        course = Course(tuple(terms["wagers"]), tuple(terms["before"]), decisions, terms["cards"])
        codes = tuple(arrays[f"codes_{number}"] for number in range(len(decisions)))
        return cls(Deck(tuple(terms["ranks"]), terms["suits"]), course, codes)
