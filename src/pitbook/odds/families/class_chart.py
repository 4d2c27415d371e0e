"""Decisions by class of hands, from how many hands of each class take each action."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitbook.cards import RANKINGS, Rank
from pitbook.odds.families.protocol import ClassDecisions
from pitbook.rulebooks.hands import in_words
from pitbook.strategy.words import hands_in_words


@cache
def classes_in_words(ranking: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The classes of hands from the weakest, and the weakest hand of each; ace high is divided by the next ranks."""
    known = hands_in_words(RANKINGS[ranking].size)
    categories = list(RANKINGS[ranking].shapes)
    names = [f"{rank.singular} high" for rank in Rank] + ["ace king high", "ace king queen high"]
    names += [f"pair of {rank.plural}" for rank in Rank]
    names += [in_words(category.value) for category in categories if category.value not in ("high_card", "pair")]
    starts = {name: known[name][0] for name in names if name in known}
    ordered = sorted(starts, key=lambda name: starts[name])
    return tuple(ordered), tuple(starts[name] for name in ordered)


def occurring(words: Mapping[str, tuple[int, int]], strengths: NDArray[np.integer[Any]]) -> dict[str, tuple[int, int]]:
    """The hands in words, each with its least and greatest strength, that occur among these strengths."""
    there = np.unique(strengths)
    places = {name: np.searchsorted(there, (least, most + 1)) for name, (least, most) in words.items()}
    return {name: words[name] for name, (first, beyond) in places.items() if first < beyond}


def class_rows(names: Sequence[str], actions: Sequence[str], counts: NDArray[np.int64]) -> tuple[ClassDecisions, ...]:
    """Rows from the strongest class down, from counts by class, column and action.

    Neighbouring classes are merged if all their hands are played alike in each column.
    """
    rows = [
        ClassDecisions(
            name,
            name,
            tuple({action: int(n) for action, n in zip(actions, column, strict=True) if n} for column in counts[place]),
        )
        for place, name in reversed(list(enumerate(names)))
    ]
    dealt = [row for row in rows if any(row.shares)]
    return tuple(_merged(list(alike)) for _, alike in groupby(dealt, key=_pattern))


def _pattern(row: ClassDecisions) -> tuple[str, ...]:
    """The action against each up card; a row whose hands are not all played alike matches no other row."""
    if all(len(shares) <= 1 for shares in row.shares):
        return tuple(next(iter(shares), "") for shares in row.shares)
    return (row.name,)


def _merged(rows: list[ClassDecisions]) -> ClassDecisions:
    """One row for rows that are played alike, which are given from the highest class down."""
    shares = tuple(
        {action: sum(row.shares[place].get(action, 0) for row in rows) for action in rows[0].shares[place]}
        for place in range(len(rows[0].shares))
    )
    return ClassDecisions(rows[-1].lowest, rows[0].highest, shares)
