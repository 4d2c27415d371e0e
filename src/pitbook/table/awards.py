"""Awards that are a share of a meter: each is taken when it is that player's turn to be paid."""

from typing import Any

from pitbook.rulebooks.pays import MeterShare, parse_pays
from pitbook.settlement import Line
from pitbook.table.agenda import Step
from pitbook.table.events import AwardTaken
from pitbook.table.state import Round, exact

_SEAT, _HAND, _PAYS, _PAYOUT = 0, 4, 5, 6
"""Places in a settlement line as events have it."""


def is_open(line: tuple[Any, ...]) -> bool:
    """Whether a line is a share of a meter that has not been taken: nobody knows yet what it pays."""
    return line[_PAYOUT] is None


def is_whole_meter(line: tuple[Any, ...]) -> bool:
    """Whether a line pays the whole of a meter."""
    pays = parse_pays(str(line[_PAYS]))
    return isinstance(pays, MeterShare) and pays.share == 1


def open_award(current: Round, step: Step) -> tuple[int, str, MeterShare] | None:
    """The share of a meter that is taken when a step of settlement is performed: seat, hand and share."""
    first, last = step.lines
    for line in (current.lines or ())[first:last]:
        if is_open(line):
            pays = parse_pays(line[_PAYS])
            if isinstance(pays, MeterShare):
                return line[_SEAT], line[_HAND], pays
    return None


def with_award(current: Round, taken: AwardTaken) -> tuple[tuple[Any, ...], ...]:
    """The lines of a round with the amount of an award that was taken."""
    lines = list(current.lines or ())
    place = next(place for place, line in enumerate(lines) if line[_SEAT] == taken.seat and is_open(line))
    lines[place] = (*lines[place][:_PAYOUT], taken.amount, taken.amount, taken.meter, taken.before, taken.after)
    return tuple(lines)


def as_told(line: Line, recorded: tuple[Any, ...]) -> Line:
    """A line with what was taken out of its meter, as the round has it."""
    if not line.is_open or is_open(recorded):
        return line
    *_, payout, returned, _, before, after = recorded
    shown = exact({"before": before, "after": after})
    return line._replace(payout=payout, returned=returned, meter_before=shown["before"], meter_after=shown["after"])
