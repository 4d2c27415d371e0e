"""How a game ranks hands: its categories, in its book's order, and the shape of the cards in each.

A ranking is data (see `five_card.py`, `four_card.py` and `three_card.py`). Everything else follows from it: which hand
some cards make, how it reads, and the number that says how strong it is.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, total_ordering
from typing import Final, Generic, TypeVar

from pitbook.cards.card import Rank

Ranks = tuple[Rank, ...]
_RANKS: Final = tuple(Rank)


@total_ordering
class Category(Enum):
    """A kind of hand. Each ranking lists its own, as its book does, from the highest to the lowest."""

    def __init__(self, _name: str) -> None:
        self._place = len(type(self).__members__)

    @property
    def level(self) -> int:
        """0 for the lowest category of the ranking, one more for each higher one; the kernels use it."""
        return len(type(self)) - 1 - self._place

    def __lt__(self, other: object) -> bool:
        if isinstance(other, type(self)):
            return self.level < other.level
        return NotImplemented


@dataclass(frozen=True)
class Sets:
    """Cards of equal rank: sizes (3, 2) are three of one rank and two of another.

    The ranks decide in the order of the sizes, and among sets of one size the highest first.
    """

    sizes: tuple[int, ...]
    phrase: str
    """How the made part reads, with a gap for each of its ranks."""
    suited: bool = False

    def deciding_ranks(self) -> Iterator[Ranks]:
        """Every choice of ranks that this shape can have, from the weakest to the strongest.

        Single cards in sequence are left out: they are a straight.
        """
        runs = {frozenset(run_below(top, len(self.sizes))) for top in _RANKS[len(self.sizes) - 2 :]}
        for ranks in self._choices(()):
            if set(self.sizes) != {1} or frozenset(ranks) not in runs:
                yield ranks

    def _choices(self, chosen: Ranks) -> Iterator[Ranks]:
        place = len(chosen)
        if place == len(self.sizes):
            yield chosen
            return
        same_size = place > 0 and self.sizes[place] == self.sizes[place - 1]
        for rank in _RANKS[: chosen[-1]] if same_size else _RANKS:
            if rank not in chosen:
                yield from self._choices((*chosen, rank))

    def strongest(self, at_least: Sequence[int]) -> Ranks | None:
        """The strongest choice, when `at_least[n - 1]` has a bit for each rank of which there are n cards."""
        chosen: list[Rank] = []
        used = 0
        for size in self.sizes:
            top = (at_least[size - 1] & ~used).bit_length() - 1
            if top < 0:
                return None
            used |= 1 << top
            chosen.append(_RANKS[top])
        return tuple(chosen)

    def ranks_of_cards(self, deciding: Ranks) -> Iterator[Rank]:
        """The rank of each card of the hand, the made part first."""
        for rank, size in zip(deciding, self.sizes, strict=True):
            yield from [rank] * size

    def sentence(self, deciding: Ranks) -> str:
        """The hand in words: the made part, then the kickers."""
        sentence, kickers = self.made(deciding), [rank.singular for rank in deciding[self.made_ranks :]]
        if len(kickers) == 1:
            return f"{sentence}, {kickers[0]} kicker"
        return f"{sentence}, kickers {', '.join(kickers)}" if kickers else sentence

    def made(self, deciding: Ranks) -> str:
        """The made part in words."""
        made = zip(deciding[: self.made_ranks], self.sizes[: self.made_ranks], strict=True)
        return self.phrase.format(*(rank.plural if size > 1 else rank.singular for rank, size in made))

    @cached_property
    def made_ranks(self) -> int:
        """How many of the deciding ranks belong to the made part: the sets, or the highest single card."""
        return max(1, sum(size > 1 for size in self.sizes))


@dataclass(frozen=True)
class Run:
    """Cards of consecutive rank. The highest decides; an ace also completes the lowest run, below the two."""

    length: int
    lowest: Rank
    """The highest card of the weakest such run."""
    highest: Rank
    """The highest card of the strongest such run."""
    phrase: str
    suited: bool = False

    @property
    def made_ranks(self) -> int:
        """The highest card alone decides."""
        return 1

    @property
    def tops(self) -> Ranks:
        """The highest card of each such run, from the weakest to the strongest."""
        return _RANKS[self.lowest : self.highest + 1]

    @cached_property
    def patterns(self) -> tuple[tuple[Rank, int], ...]:
        """For each top, the set of the run's ranks, with a bit for each."""
        return tuple((top, sum(1 << rank for rank in run_below(top, self.length))) for top in self.tops)

    def deciding_ranks(self) -> Iterator[Ranks]:
        """Every choice of ranks that this shape can have, from the weakest to the strongest."""
        yield from ((top,) for top in self.tops)

    def strongest(self, at_least: Sequence[int]) -> Ranks | None:
        """The highest card of the strongest run, when `at_least[0]` has a bit for each rank that is there."""
        for top, pattern in reversed(self.patterns):
            if at_least[0] & pattern == pattern:
                return (top,)
        return None

    def ranks_of_cards(self, deciding: Ranks) -> Iterator[Rank]:
        """The rank of each card of the hand, from the top of the run."""
        yield from run_below(deciding[0], self.length)

    def sentence(self, deciding: Ranks) -> str:
        """The hand in words."""
        return self.phrase.format(deciding[0].singular)

    def made(self, deciding: Ranks) -> str:
        """The same: a run has no kickers."""
        return self.sentence(deciding)


def run_below(top: Rank, length: int) -> Ranks:
    """`length` ranks downwards from `top`; the ace follows the two."""
    return tuple(_RANKS[top - step] for step in range(length))


Shape = Sets | Run
C = TypeVar("C", bound=Category)


@dataclass(frozen=True)
class Ranking(Generic[C]):
    """How one game orders hands."""

    name: str
    size: int
    """How many cards make a hand."""
    most: int
    """The most cards that a hand can be chosen from."""
    shapes: Mapping[C, Shape]
    """The shape of each category, from the highest to the lowest."""

    @cached_property
    def classes(self) -> tuple[tuple[C, Ranks], ...]:
        """All different hands, from the weakest to the strongest; the hand of strength s has index s - 1."""
        return tuple(
            (category, ranks)
            for category, shape in reversed(list(self.shapes.items()))
            for ranks in shape.deciding_ranks()
        )

    @cached_property
    def strengths(self) -> Mapping[tuple[C, Ranks], int]:
        """The strength of each different hand: 1 for the weakest, one more for each stronger one."""
        return {hand: place for place, hand in enumerate(self.classes, start=1)}

    def class_of(self, strength: int) -> tuple[C, Ranks]:
        """The category and the deciding ranks of a strength."""
        return self.classes[strength - 1]

    def accepts(self, number: int) -> bool:
        """Whether a hand can be chosen from that many cards."""
        return self.size <= number <= self.most
