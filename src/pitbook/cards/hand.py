"""The best hand that some cards make, by any ranking."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import total_ordering
from typing import Generic

from pitbook.cards.card import Card, Rank, Suit, read_cards, repeated_cards
from pitbook.cards.ranking import C, Ranking, Ranks, Shape
from pitbook.problems import MalformedError, Problem


@total_ordering
@dataclass(frozen=True, eq=False)
class Hand(Generic[C]):
    """A hand, the best of the cards that were given; as a string it is a phrase.

    Hands of one ranking compare by strength, and equal ones tie. Hands of different rankings are never equal,
    and comparing them raises TypeError.
    """

    category: C
    ranks: Ranks
    """The ranks that decide between hands of this category, in the order in which they do."""
    cards: tuple[Card, ...]
    """The cards of the hand: the made part first, then the kickers."""
    strength: int
    """1 for the weakest hand of the ranking, one more for each stronger one, as in the kernels."""
    shape: Shape = field(repr=False)

    def __str__(self) -> str:
        return self.shape.sentence(self.ranks)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return type(self.category) is type(other.category) and self.strength == other.strength

    def __lt__(self, other: "Hand[C]") -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        if type(self.category) is not type(other.category):
            raise TypeError(f'"{self}" and "{other}" are hands of different rankings and cannot be compared')
        return self.strength < other.strength

    def __hash__(self) -> int:
        return hash((type(self.category), self.strength))


def best_hand(cards: str | Iterable[Card], ranking: Ranking[C]) -> Hand[C]:
    """The highest category that the cards make, and in it the highest ranks."""
    given = _checked(cards, ranking)
    suits: list[list[Card]] = [[] for _ in Suit]
    for card in given:
        suits[card.index & 3].append(card)
    pools = {
        False: [(given, _at_least(given))],
        True: [(suit, _at_least(suit)) for suit in suits if len(suit) >= ranking.size],
    }
    for category, shape in ranking.shapes.items():
        for pool, at_least in pools[shape.suited]:
            if ranks := shape.strongest(at_least):
                chosen = _choose(pool, shape.ranks_of_cards(ranks))
                return Hand(category, ranks, chosen, ranking.strengths[category, ranks], shape)
    raise AssertionError("every hand has at least a high card")


def _at_least(cards: Iterable[Card]) -> tuple[int, int, int, int]:
    """The ranks of which there are at least one, two, three and four cards, with a bit for each rank."""
    one = two = three = four = 0
    for card in cards:
        rank = 1 << (card.index >> 2)
        four |= three & rank
        three |= two & rank
        two |= one & rank
        one |= rank
    return one, two, three, four


def _choose(cards: Iterable[Card], ranks: Iterable[Rank]) -> tuple[Card, ...]:
    """One card of each rank, in this order; of several candidates the first given."""
    left = list(cards)
    chosen = []
    for rank in ranks:
        card = next(card for card in left if card.index >> 2 == rank)
        left.remove(card)
        chosen.append(card)
    return tuple(chosen)


def _checked(cards: str | Iterable[Card], ranking: Ranking[C]) -> list[Card]:
    """The cards, after checking that they are cards, all different, and of a number that the ranking takes."""
    if isinstance(cards, str):
        given, problems = read_cards(cards)
    else:
        items = tuple(cards)
        given = tuple(item for item in items if isinstance(item, Card))
        problems = [Problem(f"{item!r} is not a Card") for item in items if not isinstance(item, Card)]
    if not problems and not ranking.accepts(len(given)):
        numbers = [str(number) for number in range(ranking.size, ranking.most + 1)]
        allowed = f"{', '.join(numbers[:-1])} or {numbers[-1]}"
        message = f"{ranking.name} is made from {allowed} cards, but {len(given)} were given"
        problems.append(Problem(message, value=str(len(given))))
    problems += repeated_cards(given)
    if problems:
        raise MalformedError(problems)
    return list(given)
