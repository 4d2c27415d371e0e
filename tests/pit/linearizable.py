"""Whether a history of a meter is linearizable: one order of its operations explains what each of them answered.

In that order an operation comes after every other that had been answered before it was asked for. The checker knows
nothing of how a meter is kept; its model is one number.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

RESET = Fraction(5000)


class Operation(NamedTuple):
    """Something that was done to a meter, or a look at it, with times of one clock."""

    kind: Literal["contribute", "read", "hit"]
    begun: int
    ended: int | None
    """None: it was never answered, and may have happened or not."""
    amount: Fraction = Fraction(0)
    """What was contributed, or the share that was won."""
    shown: Fraction | None = None
    """What the meter showed to a look, or before a hit."""


def after(operation: Operation, value: Fraction) -> Fraction | None:
    """What the meter shows after an operation at this value; None if the operation can't have been answered so."""
    if operation.kind == "contribute":
        return value + operation.amount
    if operation.shown is not None and operation.shown != value:
        return None
    if operation.kind == "read":
        return value
    return RESET if operation.amount == 1 else value * (1 - operation.amount)


def first_unexplained(history: Sequence[Operation], value: Fraction = RESET) -> Operation | None:
    """The operation at whose answer no order is left that explains all answers so far; None if there always is one.

    Operations are put into an order as late as possible, when one of them is answered. What is kept is every pair of
    the value and of the open operations that have happened, so the effort grows with those that are open at once.
    """
    moments = [(one.begun, 0, number) for number, one in enumerate(history)]
    moments += [(one.ended, 1, number) for number, one in enumerate(history) if one.ended is not None]
    possible: set[tuple[frozenset[int], Fraction]] = {(frozenset(), value)}
    running: set[int] = set()
    for _, answered, number in sorted(moments):
        if not answered:
            running.add(number)
            continue
        possible = {
            (happened - {number}, shows) for happened, shows in _reach(history, possible, running) if number in happened
        }
        running.remove(number)
        if not possible:
            return history[number]
    return None


def _reach(
    history: Sequence[Operation], possible: Iterable[tuple[frozenset[int], Fraction]], running: set[int]
) -> set[tuple[frozenset[int], Fraction]]:
    """Everything that may be so after any of the open operations have happened, in any order."""
    found, todo = set(possible), list(possible)
    while todo:
        happened, value = todo.pop()
        for number in running - happened:
            shows = after(history[number], value)
            if shows is not None and (one := (happened | {number}, shows)) not in found:
                found.add(one)
                todo.append(one)
    return found
