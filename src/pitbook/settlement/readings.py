"""Which readings decided a line: of those that interpret its clauses, the ones whose case it is."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from pitbook.rulebooks import Interpretation, interpretations, readings_of
from pitbook.settlement.lines import Line, Reason


def _meter_moves(line: Line, _: Sequence[Line]) -> bool:
    """A share was taken out of a meter."""
    return line.meter is not None


def _bonus_for_a_beaten_hand(line: Line, lines: Sequence[Line]) -> bool:
    """The seat lost to the dealer and was paid a bonus all the same."""
    own = [one for one in lines if one.seat == line.seat]
    beaten = any(one.reason is Reason.LOSES_TO_DEALER for one in own)
    return beaten and any(one.stake == 0 and one.reason is Reason.QUALIFYING_HAND for one in own)


def _no_line(_: Line, __: Sequence[Line]) -> bool:
    """What the reading says changes no settlement."""
    return False


CASES: Final[Mapping[str, Callable[[Line, Sequence[Line]], bool]]] = {
    "meter_moves": _meter_moves,
    "bonus_for_a_beaten_hand": _bonus_for_a_beaten_hand,
    "no_line": _no_line,
}
"""The cases that a reading may name as the ones that it decides."""


def readings_behind(line: Line, lines: Sequence[Line]) -> tuple[Interpretation, ...]:
    """The readings that decided a line, which stands among the lines of its round."""
    return tuple(
        reading
        for reading in _interpreting(line.clauses, line.reason)
        if reading.decides is None or CASES[reading.decides](line, lines)
    )


@lru_cache(maxsize=4096)
def _interpreting(clauses: tuple[str, ...], reason: Reason) -> tuple[Interpretation, ...]:
    """Those that interpret a clause of the line, and one that decides in the place of a clause."""
    found = readings_of(*clauses)
    return (*found, *(one for one in interpretations() if one.irregularity == reason and one not in found))
