"""Short lists of rules, found by search.

Situations are put into *cells*: boxes of features that no candidate for a rule cuts in two. What each action is worth
in each cell is known, so the worth of any list of rules is a sum. The search adds the rule that gains most, at the best
place in the list. Then it replaces each rule with the best one in turn, until nothing is gained.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from pitbook.strategy.conditions import Box, Language
from pitbook.strategy.kernels import boxes_of

Written = tuple[tuple[str, object], ...]
Feature = TypeVar("Feature", bound=int)
_MOST_CONDITIONS: Final = 2


@dataclass(frozen=True)
class Candidate:
    """Conditions that a rule might have, and the cells where they hold."""

    written: Written
    cells: NDArray[np.bool_]


@dataclass(frozen=True)
class ChosenRule:
    """A rule that was chosen: conditions and the number of the action."""

    candidate: Candidate
    action: int


def partition(language: Language, edges: Mapping[Feature, Sequence[int]]) -> dict[Feature, list[Box]]:
    """For each feature, the boxes into which its edges cut everything: each begins at an edge or at the least value."""
    whole = language.whole
    parts = {}
    for feature, starts in edges.items():
        least, most = whole[feature]
        begins = sorted({least, *starts})
        ends = [*(begin - 1 for begin in begins[1:]), most]
        parts[feature] = [
            (*whole[:feature], bounds, *whole[feature + 1 :]) for bounds in zip(begins, ends, strict=True)
        ]
    return parts


def cells_of(
    language: Language,
    edges: Mapping[Feature, Sequence[int]],
    found_in: Callable[[NDArray[np.int64]], Sequence[NDArray[np.int16]]],
) -> tuple[list[NDArray[np.int32]], list[Box]]:
    """The number of the cell of each situation, counted from 1, with 0 if it cannot occur; and the cells' boxes.

    `found_in` returns the first of some boxes that holds, for one or more arrays of situations.
    """
    parts = partition(language, edges)
    shape = [len(boxes) for boxes in parts.values()]
    combined: list[NDArray[np.int32]] = []
    for boxes in parts.values():
        found = found_in(boxes_of(boxes))
        combined = [
            np.where(each < 0, -1, before * len(boxes) + each).astype(np.int32)
            for before, each in zip(combined or [np.zeros(1, np.int32)] * len(found), found, strict=True)
        ]
    met = np.zeros(prod(shape) + 1, np.int32)
    for each in combined:
        met[each] = 1
    met[-1] = 0
    numbers = np.where(met, np.cumsum(met, dtype=np.int32), 0)
    places = np.transpose(np.unravel_index(np.flatnonzero(met[:-1]), shape)).tolist()
    return [numbers[each] for each in combined], [_cell_box(language, parts, place) for place in places]


def _cell_box(language: Language, parts: Mapping[Feature, list[Box]], places: Sequence[int]) -> Box:
    box = list(language.whole)
    for (feature, boxes), place in zip(parts.items(), places, strict=True):
        box[feature] = boxes[place][feature]
    return tuple(box)


def candidates(
    language: Language,
    street: str,
    choices: Sequence[Sequence[Written]],
    cells: Sequence[Box],
    *,
    most: int = _MOST_CONDITIONS,
) -> list[Candidate]:
    """All combinations of one entry from each choice that hold in some cell, with at most `most` conditions."""
    known, found = language.conditions_at(street), []
    bounds = np.array(cells, np.int64)
    for parts in product(*choices):
        written = tuple(entry for part in parts for entry in part)
        if not 1 <= len(written) <= most:
            continue
        box = language.whole
        for name, value in written:
            box = language.narrowed(box, known[name], value)
        lowest, highest = np.array(box, np.int64).T
        holds = ((lowest <= bounds[:, :, 0]) & (bounds[:, :, 1] <= highest)).all(axis=1)
        if holds.any():
            found.append(Candidate(written, holds))
    return found


def choose_rules(
    worth: NDArray[np.float64], offered: Sequence[Candidate], otherwise: int, *, most: int, least_gain: float
) -> list[ChosenRule]:
    """At most `most` rules, each of which gains at least `least_gain`; where none holds, the action is `otherwise`.

    `worth` is by action and cell. Of rules that gain the same, the one with fewest conditions is taken.
    """
    offered = sorted(offered, key=lambda candidate: len(candidate.written))
    matrix = np.array([candidate.cells for candidate in offered], np.float64)
    chosen: list[ChosenRule] = []
    total = _worth(worth, chosen, otherwise)
    while len(chosen) < most:
        longer = _improved(worth, _with_one_more(worth, chosen, offered, matrix, otherwise), offered, matrix, otherwise)
        gained = _worth(worth, longer, otherwise) - total
        if gained < least_gain:
            break
        chosen, total = longer, total + gained
    return chosen


def _taken(worth: NDArray[np.float64], chosen: Sequence[ChosenRule], otherwise: int) -> NDArray[np.int64]:
    """The action in each cell."""
    actions = np.full(worth.shape[1], otherwise, np.int64)
    for choice in reversed(chosen):
        actions[choice.candidate.cells] = choice.action
    return actions


def _worth(worth: NDArray[np.float64], chosen: Sequence[ChosenRule], otherwise: int) -> float:
    return float(worth[_taken(worth, chosen, otherwise), np.arange(worth.shape[1])].sum())


def _with_one_more(
    worth: NDArray[np.float64],
    chosen: list[ChosenRule],
    offered: Sequence[Candidate],
    matrix: NDArray[np.float64],
    otherwise: int,
) -> list[ChosenRule]:
    """The list with the rule that gains most added at its best place; of equally good places, the last."""
    now = worth[_taken(worth, chosen, otherwise), np.arange(worth.shape[1])]
    best, longer = -np.inf, chosen
    for place in reversed(range(len(chosen) + 1)):
        open_cells = np.ones(worth.shape[1], np.bool_)
        for choice in chosen[:place]:
            open_cells &= ~choice.candidate.cells
        gains = matrix @ ((worth - now) * open_cells).T
        number, action = np.unravel_index(int(gains.argmax()), gains.shape)
        if gains[number, action] > best + 1e-12:
            best = float(gains[number, action])
            longer = [*chosen[:place], ChosenRule(offered[int(number)], int(action)), *chosen[place:]]
    return longer


def _improved(
    worth: NDArray[np.float64],
    chosen: list[ChosenRule],
    offered: Sequence[Candidate],
    matrix: NDArray[np.float64],
    otherwise: int,
) -> list[ChosenRule]:
    """The list after replacing each rule with the best one in turn, until nothing is gained."""
    total = _worth(worth, chosen, otherwise)
    better = True
    while better:
        better = False
        for place in range(len(chosen)):
            shorter = chosen[:place] + chosen[place + 1 :]
            other = _with_one_more(worth, shorter, offered, matrix, otherwise)
            gained = _worth(worth, other, otherwise)
            if gained > total + 1e-9:
                chosen, total, better = other, gained, True
                break
    return chosen
