"""The closed set of conditions that a rule can have.

What a player sees is a vector of whole numbers, its *features*. A condition limits one of them to a range, so a rule is
a box: a least and a greatest value for each feature. The kernels know nothing else about it. The family of the game
defines the features (`strategy.families`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any

from pitbook.cards import Card, Ranking
from pitbook.rulebooks import RuleBook
from pitbook.rulebooks.flow import Street
from pitbook.strategy.words import hand_named, rank_named

Box = tuple[tuple[int, int], ...]
"""The least and the greatest value of each feature."""


class Kind(Enum):
    """The kind of a condition's value: a hand or a rank in words, a whole number, or yes or no."""

    HAND = "a hand in words"
    RANK = "a rank in words"
    NUMBER = "a whole number"
    YES_NO = "true or false"


@dataclass(frozen=True)
class Condition:
    """A named condition: which feature it bounds, from which side, and at which streets it can be asked."""

    name: str
    feature: IntEnum
    kind: Kind
    streets: tuple[str, ...]
    phrase: str
    """How it reads on a card; `{}` is the value. After a bar, how it reads if it is false."""
    upper: bool = False
    """Whether it bounds the feature from above."""
    beyond: int = 0
    """What is added to the value: -1 for `below`."""
    means: str = ""
    """A sentence about a term in the phrase that does not explain itself."""


@dataclass(frozen=True)
class Language:
    """The language of strategies for one kind of decision."""

    game: str
    """The name of the language in strategy files."""
    example: str
    """Some actions, for a message."""
    streets: tuple[str, ...]
    """The streets of a file, in the order of the game."""
    titles: tuple[str, ...]
    """Their names on a card for the table."""
    charted: tuple[str, ...]
    """The streets at which a player knows only two cards: rules name starting hands there."""
    conditions: tuple[Condition, ...]
    whole: Box
    """All values that each feature can have."""
    ranking: Ranking[Any]
    fits: Callable[[RuleBook], bool]
    """Whether the decisions of a book are of this kind."""
    street_of: Callable[[Street], str | None]
    """The name of a book's street in files; None if files cannot have it."""
    features: Callable[[Sequence[Card], Sequence[Card], Sequence[Card]], Sequence[int]]
    """The features of a player's own cards and the cards seen, with a deck.

    Slow and readable; tests prove the kernels against it.
    """

    def conditions_at(self, street: str) -> dict[str, Condition]:
        """The conditions that can be asked at a street, by name."""
        return {condition.name: condition for condition in self.conditions if street in condition.streets}

    def title(self, street: str) -> str:
        """The name of a street on a card."""
        return self.titles[self.streets.index(street)]

    def narrowed(self, box: Box, condition: Condition, value: object) -> Box:
        """The part of a box in which a condition holds; ValueError with a sentence if the value is not understood."""
        least, most = self.whole[condition.feature]
        if condition.kind is Kind.YES_NO:
            if not isinstance(value, bool):
                raise ValueError(f"{value!r} is not {condition.kind.value}")
            bounds = (int(value), int(value))
        elif condition.kind is Kind.NUMBER:
            if not isinstance(value, int) or isinstance(value, bool) or not least < value <= most - condition.beyond:
                span = f"from {least + 1} to {most - condition.beyond}"
                raise ValueError(f"{value!r} is not {condition.kind.value} {span}")
            bounds = (least, value + condition.beyond) if condition.upper else (value, most)
        elif not isinstance(value, str):
            raise ValueError(f"{value!r} is not {condition.kind.value}")
        elif condition.kind is Kind.RANK:
            rank = rank_named(value) + 1
            bounds = (least, rank) if condition.upper else (rank, most)
        else:
            weakest, strongest = hand_named(value, self.ranking)
            bounds = (least, strongest) if condition.upper else (weakest, most)
        own = box[condition.feature]
        met = (max(own[0], bounds[0]), min(own[1], bounds[1]))
        return (*box[: condition.feature], met, *box[condition.feature + 1 :])


def is_empty(box: Box) -> bool:
    """Whether no values are left: the conditions contradict each other."""
    return any(least > most for least, most in box)


def contains(outer: Box, inner: Box) -> bool:
    """Whether one box lies in another."""
    return all(low <= least and most <= high for (low, high), (least, most) in zip(outer, inner, strict=True))


def in_words(condition: Condition, value: object) -> str:
    """A condition as it reads on a card."""
    holds, _, fails = condition.phrase.partition("|")
    if condition.kind is Kind.YES_NO:
        return holds if value else fails
    if condition.kind is Kind.RANK:
        rank = rank_named(str(value))
        return holds.format(rank.plural if "pair" in condition.name else rank.singular)
    return holds.format(value)
