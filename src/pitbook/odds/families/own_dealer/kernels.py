"""Counts of the dealer's hands, by inclusion and exclusion over what the player holds.

The dealer's six cards contain the up card u and none of the player's five cards D. So the number of them that reach
a strength is the sum over the subsets S of D, with alternating signs, of the six-card hands of the whole deck that
contain S and u and reach it. A *row* has this number for every lane of u; the rows of a subset serve all the
player's hands that contain it. Row by row they are added into `reaching[hand, threshold, lane]`.
"""

from typing import Final

import numpy as np

from pitbook.array_types import Cube, Matrix, Vector
from pitbook.cards.kernels import rank_mask
from pitbook.cards.tables import Tables
from pitbook.compiled import kernel
from pitbook.odds.families.sets import place_of

_SUITS: Final = 4
_WIDTH: Final = 16
_ONE: Final = np.uint64(1)


@kernel
def _add_row(row: Vector[np.int32], places: np.uint8, sign: np.int32, total: Vector[np.int32]) -> None:
    """Adds a canonical set's row to a hand's, each suit from its place."""
    for suit in range(_SUITS):
        start = _WIDTH * place_of(places, suit)
        for rank in range(_WIDTH):
            total[_WIDTH * suit + rank] += sign * np.int32(row[start + rank])


@kernel
def _steps(owners: Vector[np.int32], thresholds: Matrix[np.int32], step_of: Vector[np.int32]) -> int:
    """Numbers the thresholds that occur in these hands: `step_of[strength]` is how many of them it reaches."""
    step_of[:] = 0
    for hand in owners:
        for threshold in thresholds[hand]:
            step_of[threshold] = 1
    steps = 0
    for strength in range(step_of.size):
        steps += step_of[strength]
        step_of[strength] = steps
    return steps


@kernel
def _count_pairs(
    held: np.uint64, lanes: Vector[np.int64], tables: Tables, step_of: Vector[np.int32], rows: Matrix[np.uint16]
) -> None:
    """By step and lane: the six-card hands that contain these four cards and the lane's."""
    for first in range(lanes.size):
        one = held | _ONE << np.uint64(lanes[first])
        if one == held:
            continue
        for second in range(first + 1, lanes.size):
            two = one | _ONE << np.uint64(lanes[second])
            if two == one:
                continue
            step = step_of[rank_mask(two, tables)]
            rows[step, lanes[first]] += 1
            rows[step, lanes[second]] += 1


@kernel
def _count_triples(
    held: np.uint64,
    lanes: Vector[np.int64],
    tables: Tables,
    step_of: Vector[np.int32],
    rows: Matrix[np.uint16],
    counts: Vector[np.int32],
) -> None:
    """By step and lane: the six-card hands that contain these three cards and the lane's; and all by strength."""
    for first in range(lanes.size):
        one = held | _ONE << np.uint64(lanes[first])
        if one == held:
            continue
        for second in range(first + 1, lanes.size):
            two = one | _ONE << np.uint64(lanes[second])
            if two == one:
                continue
            for third in range(second + 1, lanes.size):
                three = two | _ONE << np.uint64(lanes[third])
                if three == two:
                    continue
                strength = rank_mask(three, tables)
                counts[strength] += 1
                step = step_of[strength]
                rows[step, lanes[first]] += 1
                rows[step, lanes[second]] += 1
                rows[step, lanes[third]] += 1


@kernel
def _spread(
    owners: Vector[np.int32],
    places: Vector[np.uint8],
    thresholds: Matrix[np.int32],
    step_of: Vector[np.int32],
    rows: Matrix[np.uint16],
    steps: int,
    sign: np.int32,
    reaching: Cube[np.int32],
) -> None:
    """Cumulates a set's rows from the strongest hands down, and adds them to the hands that contain the set."""
    for step in range(steps - 1, -1, -1):
        for lane in range(rows.shape[1]):
            rows[step, lane] += rows[step + 1, lane]
    for owner in range(owners.size):
        hand = owners[owner]
        for place in range(thresholds.shape[1]):
            row = rows[step_of[thresholds[hand, place]]]
            _add_row(row, places[owner], sign, reaching[hand, place])


@kernel
def add_fours(
    begin: int,
    end: int,
    sets: Vector[np.uint64],
    starts: Vector[np.int64],
    owners: Vector[np.int32],
    places: Vector[np.uint8],
    lanes: Vector[np.int64],
    thresholds: Matrix[np.int32],
    step_of: Vector[np.int32],
    rows: Matrix[np.uint16],
    tables: Tables,
    reaching: Cube[np.int32],
) -> None:
    """Adds the terms of all subsets of four cards in a range of canonical ones."""
    for index in range(begin, end):
        mine = slice(starts[index], starts[index + 1])
        steps = _steps(owners[mine], thresholds, step_of)
        rows[: steps + 1] = 0
        _count_pairs(sets[index], lanes, tables, step_of, rows)
        _spread(owners[mine], places[mine], thresholds, step_of, rows, steps, np.int32(1), reaching)


@kernel
def add_threes(
    begin: int,
    end: int,
    sets: Vector[np.uint64],
    starts: Vector[np.int64],
    owners: Vector[np.int32],
    places: Vector[np.uint8],
    lanes: Vector[np.int64],
    thresholds: Matrix[np.int32],
    step_of: Vector[np.int32],
    rows: Matrix[np.uint16],
    tables: Tables,
    counts: Matrix[np.int32],
    reaching: Cube[np.int32],
) -> None:
    """Takes away the terms of all subsets of three cards in a range; `counts` by set and strength are filled in too."""
    for index in range(begin, end):
        mine = slice(starts[index], starts[index + 1])
        steps = _steps(owners[mine], thresholds, step_of)
        rows[: steps + 1] = 0
        _count_triples(sets[index], lanes, tables, step_of, rows, counts[index])
        _spread(owners[mine], places[mine], thresholds, step_of, rows, steps, np.int32(-1), reaching)


@kernel
def sum_children(
    sets: Vector[np.uint64],
    children: Matrix[np.int32],
    lanes: Vector[np.int64],
    more: int,
    bigger: Matrix[np.int32],
    counts: Matrix[np.int32],
) -> None:
    """By set and strength: the six-card hands that contain the set, from those that contain one card more.

    Each hand has `more` cards besides the set, and so is found as often.
    """
    for index in range(sets.size):
        for lane in lanes:
            if not sets[index] >> np.uint64(lane) & _ONE:
                counts[index] += bigger[children[index, lane]]
        counts[index] //= more


@kernel
def add_small(
    order: Vector[np.int64],
    begin: int,
    end: int,
    place: int,
    thresholds: Matrix[np.int32],
    reached1: Matrix[np.int32],
    reached2: Matrix[np.int32],
    reached3: Matrix[np.int32],
    child0: Matrix[np.int32],
    child1: Matrix[np.int32],
    child2: Matrix[np.int32],
    ones: Matrix[np.uint16],
    places1: Matrix[np.uint8],
    twos: Matrix[np.uint16],
    places2: Matrix[np.uint8],
    reaching: Cube[np.int32],
) -> None:
    """Adds the terms of no card and of two, and takes away those of one, for a range of hands sorted by threshold.

    `reached1` to `reached3` have the six-card hands that reach a threshold and contain a set, by threshold and set.
    """
    row0 = np.zeros(child0.shape[1], np.int32)
    rows1 = np.zeros(child1.shape, np.int32)
    rows2 = np.zeros(child2.shape, np.int32)
    threshold = -1
    for position in range(begin, end):
        hand = order[position]
        if thresholds[hand, place] != threshold:
            threshold = thresholds[hand, place]
            for lane in range(row0.size):
                row0[lane] = reached1[threshold, child0[0, lane]]
            for index in range(rows1.shape[0]):
                for lane in range(rows1.shape[1]):
                    rows1[index, lane] = reached2[threshold, child1[index, lane]]
            for index in range(rows2.shape[0]):
                for lane in range(rows2.shape[1]):
                    rows2[index, lane] = reached3[threshold, child2[index, lane]]
        total = reaching[hand, place]
        for lane in range(row0.size):
            total[lane] += row0[lane]
        for column in range(ones.shape[1]):
            _add_row(rows1[ones[hand, column]], places1[hand, column], np.int32(-1), total)
        for column in range(twos.shape[1]):
            _add_row(rows2[twos[hand, column]], places2[hand, column], np.int32(1), total)


@kernel
def take_fives(
    hands: Vector[np.uint64],
    order: Vector[np.int64],
    begin: int,
    end: int,
    lanes: Vector[np.int64],
    tables: Tables,
    thresholds: Matrix[np.int32],
    reaching: Cube[np.int32],
) -> None:
    """Takes away the terms of the whole hand, ranking it with each up card, and clears the lanes of no up card."""
    live = np.empty(reaching.shape[2], np.bool_)
    for position in range(begin, end):
        hand = order[position]
        live[:] = False
        for lane in lanes:
            six = hands[hand] | _ONE << np.uint64(lane)
            if six != hands[hand]:
                live[lane] = True
                strength = rank_mask(six, tables)
                for place in range(thresholds.shape[1]):
                    if strength >= thresholds[hand, place]:
                        reaching[hand, place, lane] -= 1
        for place in range(thresholds.shape[1]):
            for other in range(live.size):
                if not live[other]:
                    reaching[hand, place, other] = 0


@kernel
def count_classes(reaching: Matrix[np.int32], lane: int, completions: int, classes: Matrix[np.int64]) -> None:
    """Fills in the completions by whether the dealer qualifies and the player loses, ties or wins.

    A completion that reaches the higher of two thresholds reaches the lower one too, so the numbers are differences.
    """
    at_least, stronger = np.int64(reaching[0, lane]), np.int64(reaching[1, lane])
    qualify = np.int64(reaching[2, lane]) if reaching.shape[0] > 2 else completions
    classes[1, 0] = min(qualify, stronger)
    classes[1, 1] = min(qualify, at_least) - classes[1, 0]
    classes[1, 2] = qualify - classes[1, 0] - classes[1, 1]
    classes[0, 0] = stronger - classes[1, 0]
    classes[0, 1] = at_least - stronger - classes[1, 1]
    classes[0, 2] = completions - at_least - classes[1, 2]
