"""Hands and ranks in words, as a player says them: `pair of tens`, `two pairs`, `ace king high`, `ten`."""

from difflib import get_close_matches
from functools import cache
from typing import Any

from pitbook.cards import RANKINGS, Rank, Ranking
from pitbook.cards.ranking import C, Ranks, Sets, Shape

_HIGH_CARDS = 3
"""How many of a high-card hand's ranks can be named."""


@cache
def hands_in_words(size: int) -> dict[str, tuple[int, int]]:
    """Every known description of a hand of that size, with the weakest and the strongest hand that it fits."""
    ranking: Ranking[Any] = next(one for one in RANKINGS.values() if one.size == size)
    found: dict[str, tuple[int, int]] = {}
    for strength, (category, ranks) in enumerate(ranking.classes, 1):
        for words in (category.value.replace("_", " "), *_descriptions(ranking.shapes[category], ranks)):
            found[words] = (found.get(words, (strength, strength))[0], strength)
    return found


def _descriptions(shape: Shape, ranks: Ranks) -> set[str]:
    """The descriptions of a hand of this shape, from vague to precise."""
    if not isinstance(shape, Sets):
        return {shape.sentence(ranks)}
    made = sum(size > 1 for size in shape.sizes)
    names = [rank.plural if size > 1 else rank.singular for rank, size in zip(ranks, shape.sizes, strict=True)]
    sentence = shape.phrase.format(*names[: max(made, 1)])
    if not made and not shape.suited:
        return {sentence, *(f"{' '.join(names[:number])} high" for number in range(1, _HIGH_CARDS + 1))}
    if made == 1 and len(names) > made:
        return {sentence, f"{sentence}, {names[made]} kicker"}
    return {sentence, shape.phrase.split("{}")[0] + names[0]} if made > 1 else {sentence}


def hand_named(text: str, ranking: Ranking[C]) -> tuple[int, int]:
    """The weakest and the strongest hand that a description fits; ValueError with a sentence if it is unknown."""
    words = " ".join(text.lower().split())
    known = hands_in_words(ranking.size)
    if words not in known:
        close = get_close_matches(words, known, n=1, cutoff=0.5)
        hint = f"did you mean {close[0]!r}?" if close else "like 'pair of tens', 'two pairs' or 'ace high'"
        raise ValueError(f"{text[:40]!r} is not {ranking.name} in words; {hint}")
    return known[words]


def rank_named(text: str) -> Rank:
    """A rank from its name in the singular or plural: `ten`, `tens`; ValueError with a sentence if it is unknown."""
    word = text.strip().lower()
    for rank in Rank:
        if word in (rank.singular, rank.plural):
            return rank
    raise ValueError(f"{text[:40]!r} is not a rank in words, like 'ten' or 'tens'")
