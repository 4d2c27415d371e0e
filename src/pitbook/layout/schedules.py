"""What every wager pays, written in two columns beside the house's cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pitbook.layout.sheet import Box, Letters, text_width
from pitbook.layout.sign import PaySchedule, SignLine

_LEAST: Final = 10.0
"""The smallest letters on a screen."""
_BETWEEN: Final = 0.6
"""The space between two schedules, in lines."""
_WIDEST: Final = 24.0
"""The width of a column, in letter sizes."""


@dataclass(frozen=True, slots=True)
class OddsLine:
    """A line of a schedule and its place."""

    wager: str
    line: SignLine
    box: Box


@dataclass(frozen=True, slots=True)
class Columns:
    """The schedules as drawn: the letters and the places of the lines of each."""

    schedules: tuple[tuple[str, tuple[Letters, ...]], ...]
    lines: tuple[OddsLine, ...]


def _rows(schedules: Sequence[PaySchedule]) -> float:
    return sum(len(one.lines) + 1 + _BETWEEN for one in schedules)


def _halves(schedules: Sequence[PaySchedule]) -> tuple[list[PaySchedule], list[PaySchedule]]:
    """The schedules in two columns of about the same length, in order."""
    half, filled = _rows(schedules) / 2, 0.0
    found: tuple[list[PaySchedule], list[PaySchedule]] = ([], [])
    for one in schedules:
        height = _rows([one])
        found[0 if filled + height / 2 <= half else 1].append(one)
        filled += height
    return found


def columns_of(
    schedules: Sequence[PaySchedule], room: Box, taken: Sequence[Box], *, largest: float, printed: bool
) -> Columns:
    """The columns at both ends, as large as the other parts allow; None if they would be unreadable."""
    size = largest
    least = 0.45 * largest if printed else _LEAST
    halves = _halves(schedules)
    line = 1.18 if printed else 1.2
    while size >= least:
        width = max((_widest(one) for half in halves for one in half), default=0.0) * size
        width = max(width, min(_WIDEST * size, 0.2 * room.width))
        boxes = [
            Box(x, room.y, width, _rows(half) * line * size)
            for x, half in zip((room.x, room.right - width), halves, strict=True)
        ]
        if not any(one.overlaps(box, 0.6 * size) for one in boxes for box in taken):
            return _written(halves, boxes, size, line * size)
        size -= 0.02 * largest
    return Columns((), ())


def _widest(schedule: PaySchedule) -> float:
    return max(text_width(f"{line.when}   {line.pays}", 1.0) for line in schedule.lines)


def _written(halves: Sequence[Sequence[PaySchedule]], boxes: Sequence[Box], size: float, line: float) -> Columns:
    schedules, lines = [], []
    for half, box in zip(halves, boxes, strict=True):
        y = box.y
        for schedule in half:
            letters = [Letters(schedule.title, box.x, y + 0.85 * line, 1.08 * size, "start", "strong")]
            for one in schedule.lines:
                y += line
                letters.append(Letters(one.when, box.x, y + 0.8 * line, size, "start"))
                letters.append(Letters(one.pays, box.right, y + 0.8 * line, size, "end"))
                lines.append(OddsLine(schedule.wager, one, Box(box.x, y, box.width, line)))
            schedules.append((schedule.wager, tuple(letters)))
            y += (1 + _BETWEEN) * line
    return Columns(tuple(schedules), tuple(lines))
