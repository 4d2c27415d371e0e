"""The rankings that a rule book can name, and the strengths that phrases such as "pair of fours" stand for.

"pair" is every pair, "pair of fours" every pair of fours, "queen high" every high card queen, "ace king" every high
card with both. Each phrase stands for a range of strengths.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import groupby
from typing import Any, Final, NamedTuple

from pitbook.cards.five_card import FIVE_CARD
from pitbook.cards.four_card import FOUR_CARD
from pitbook.cards.ranking import Ranking, Ranks
from pitbook.cards.three_card import THREE_CARD

RANKINGS: Final[Mapping[str, Ranking[Any]]] = {
    "five_card": FIVE_CARD,
    "four_card": FOUR_CARD,
    "three_card": THREE_CARD,
}
"""The rankings by the name that books use."""


class Strengths(NamedTuple):
    """A range of strengths, both ends included."""

    lowest: int
    highest: int

    def __contains__(self, strength: object) -> bool:
        return isinstance(strength, int) and self.lowest <= strength <= self.highest


@cache
def category_names(ranking: str) -> tuple[str, ...]:
    """The categories, highest first."""
    return tuple(category.value for category in RANKINGS[ranking].shapes)


@cache
def category_by_strength(ranking: str) -> tuple[str, ...]:
    """The category of each strength; no hand has the strength 0."""
    return ("", *(category.value for category, _ in RANKINGS[ranking].classes))


@cache
def made_in_words(ranking: str) -> Mapping[str, Strengths]:
    """The strengths of every category and made part, the phrases that books use most; building them is quick."""
    lowest: dict[str, int] = {}
    highest: dict[str, int] = {}
    shapes = RANKINGS[ranking].shapes
    numbered = enumerate(RANKINGS[ranking].classes, 1)
    for (category, _), alike in groupby(numbered, lambda one: (one[1][0], one[1][1][: shapes[one[1][0]].made_ranks])):
        (first, (_, ranks)), *others = alike
        for words in (category.value.replace("_", " "), shapes[category].made(ranks)):
            lowest.setdefault(words, first)
            highest[words] = first + len(others)
    return {words: Strengths(least, highest[words]) for words, least in lowest.items()}


@cache
def strengths_in_words(ranking: str) -> Mapping[str, Strengths]:
    """The strengths of every phrase that can describe a hand."""
    found: dict[str, Strengths] = {}
    for strength, (category, ranks) in enumerate(RANKINGS[ranking].classes, 1):
        shape = RANKINGS[ranking].shapes[category]
        said = {category.value.replace("_", " "), shape.sentence(ranks), shape.made(ranks)}
        if category.value == "high_card":
            said |= set(_high_cards(ranks))
        for words in said:
            lowest = found[words].lowest if words in found else strength
            found[words] = Strengths(lowest, strength)
    return found


def _high_cards(ranks: Ranks) -> Iterator[str]:
    """The highest card ("queen high"), and the highest ones in order ("ace king", "ace king queen")."""
    yield f"{ranks[0].singular} high"
    for number in range(2, len(ranks) + 1):
        yield " ".join(rank.singular for rank in ranks[:number])


def strengths_called(ranking: str, words: str) -> Strengths:
    """The strengths that a phrase stands for; ValueError if it stands for none."""
    said = " ".join(words.lower().replace("-", " ").replace("_", " ").split())
    found = made_in_words(ranking).get(said) or strengths_in_words(ranking).get(said)
    if found is None:
        size = RANKINGS[ranking].name
        raise ValueError(
            f'"{words}" is not {size} in words such as "pair", "pair of fours", "queen high" or "straight flush"'
        )
    return found
