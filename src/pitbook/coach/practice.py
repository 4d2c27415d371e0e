"""What somebody has practised: results by book and street, days, the level, and missed spots until they are known.

A page follows the same rules for somebody who is not signed in (drill/memory.js); one list of cases tests both.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Final

from pitbook.coach.drill import LEVELS
from pitbook.pit.drills import DrillAnswered

INTERVALS: Final = (timedelta(minutes=10), timedelta(days=1), timedelta(days=3), timedelta(days=7))
"""A missed spot comes back after these times; it is done once it was answered right every time."""
MOST_MISSED: Final = 100
UP: Final = 4
"""This many right answers in a row lead to the next level."""
DOWN: Final = 2
"""This many wrong answers in a row lead back to the level before."""
Question = tuple[object, ...]
"""A spot and the house rules that it was asked under."""


@dataclass(slots=True)
class StreetResults:
    """The answers at one kind of decision."""

    answered: int = 0
    right: int = 0
    cost: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Missed:
    """A spot that was missed, how often it was answered right since, and when it comes back."""

    answer: DrillAnswered
    box: int
    due: datetime


@dataclass(slots=True)
class Practice:
    """The results of one person's answers."""

    level: int = 1
    row: int = 0
    """How many answers in a row were right, up to the last one."""
    wrong: int = 0
    """How many answers in a row were wrong, up to the last one; 0 again when they lower the level."""
    best: int = 0
    """The longest row."""
    days: dict[str, int] = field(default_factory=dict)
    """The number of answers, by date."""
    results: dict[str, dict[str, StreetResults]] = field(default_factory=dict)
    """By book and street."""
    missed: dict[Question, Missed] = field(default_factory=dict)
    """By question; the one that was asked last comes last."""

    def follow(self, answer: DrillAnswered, time: datetime) -> None:
        """Count one more answer, which was given at this time."""
        street = self.results.setdefault(answer.book, {}).setdefault(answer.street, StreetResults())
        street.answered += 1
        street.right += answer.right
        street.cost += Fraction(answer.cost)
        self.days[answer.day] = self.days.get(answer.day, 0) + 1
        self._follow_level(right=answer.right)
        self._follow_missed(answer, time)

    def _follow_level(self, *, right: bool) -> None:
        self.row = self.row + 1 if right else 0
        self.wrong = 0 if right else self.wrong + 1
        self.best = max(self.best, self.row)
        if right and self.row % UP == 0:
            self.level = min(max(LEVELS), self.level + 1)
        elif self.wrong == DOWN:
            self.level, self.wrong = max(min(LEVELS), self.level - 1), 0

    def _follow_missed(self, answer: DrillAnswered, time: datetime) -> None:
        question = _question(answer)
        before = self.missed.pop(question, None)
        if not answer.right:
            box = 0
        elif before is None or before.box + 1 == len(INTERVALS):
            return
        else:
            box = before.box + 1
        self.missed[question] = Missed(answer, box, time + INTERVALS[box])
        while len(self.missed) > MOST_MISSED:
            del self.missed[next(iter(self.missed))]


def _question(answer: DrillAnswered) -> Question:
    """The key of a question: equal questions have equal keys."""
    rules = (*sorted(answer.paytables.items()), *sorted(answer.options.items()))
    return answer.book, rules, answer.street, answer.cards, answer.seen, answer.dead, answer.left
