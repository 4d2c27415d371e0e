"""Charts of a run: house edges with their intervals, and the win of the house per shift."""

from collections.abc import Sequence
from typing import Final

from pitbook.drawing import FAINT, GAIN, INK, LOSS, Drawing, even_steps
from pitbook.simulator.figures import WagerFigures
from pitbook.simulator.testing import LEVELS
from pitbook.simulator.totals import Shifts, amount_of

_WIDTH: Final = 640
_LEFT, _RIGHT, _TOP, _BOTTOM = 110, 20, 26, 34
_ROW: Final = 26
_HEIGHT: Final = 300
_BARS: Final = 40
_TAIL: Final = 0.002
"""The share of all shifts at either end that goes into the outermost bar."""


def edges_chart(wagers: Sequence[tuple[str, WagerFigures]]) -> str:
    """For each wager, next to its title: the house edge, a thin 99 % and a thick 95 % interval, and the exact edge."""
    drawn = [(title, one, one.edge) for title, one in wagers if one.edge is not None]
    ends = [end for _, _, edge in drawn for end in edge.interval(LEVELS[1])]
    ends += [float(one.exact) for _, one, _ in drawn if one.exact is not None]
    ticks = even_steps(min(ends), max(ends) + 1e-9, 8)
    height = _TOP + _ROW * len(drawn) + _BOTTOM
    drawing = Drawing(
        "edges",
        _WIDTH,
        height,
        "House edge with its 95 % and 99 % intervals",
        "; ".join(
            f"{title} {edge.value:.3%} ± {edge.interval(LEVELS[0])[1] - edge.value:.3%}" for title, _, edge in drawn
        ),
    )

    def across(value: float) -> float:
        return _LEFT + (value - ticks[0]) / (ticks[-1] - ticks[0]) * (_WIDTH - _LEFT - _RIGHT)

    for tick in ticks:
        drawing.line((across(tick), _TOP - 6), (across(tick), height - _BOTTOM))
        drawing.text((across(tick), height - _BOTTOM + 14), f"{tick:.1%}", size=9, anchor="middle", colour=FAINT)
    for place, (title, one, edge) in enumerate(drawn):
        y = _TOP + _ROW * place + _ROW / 2
        drawing.text((_LEFT - 8, y + 4), title, size=10, anchor="end")
        for level, width in zip(reversed(LEVELS), (1.5, 5.0), strict=True):
            low, high = edge.interval(level)
            drawing.line((across(low), y), (across(high), y), colour=GAIN, width=width)
        if one.exact is not None:
            x = across(float(one.exact))
            drawing.line((x, y - 8), (x, y + 8), colour=INK, width=1.5)
    drawing.text((_LEFT, height - 4), "thick: 95 %, thin: 99 %, bar: the exact edge where it is known", size=9)
    return drawing.svg()


def _bars(shifts: Shifts) -> tuple[list[float], list[int]]:
    """The edges of even bars and how many shifts fall into each, the tails into the outermost."""
    low, high = shifts.quantile(_TAIL) or 0, shifts.quantile(1 - _TAIL) or 0
    steps = even_steps(low, max(high, low + 1), _BARS)
    counts = [0] * (len(steps) - 1)
    for number, count in shifts.bins.items():
        place = int((amount_of(number) - steps[0]) // (steps[1] - steps[0]))
        counts[min(max(place, 0), len(counts) - 1)] += count
    return steps, counts


def shifts_chart(shifts: Shifts, rounds: int) -> str:
    """How often the house wins how much in a shift."""
    steps, counts = _bars(shifts)
    most = max(counts)
    drawing = Drawing(
        "shifts",
        _WIDTH,
        _HEIGHT,
        f"Win of the house per shift of {rounds:,} rounds",
        f"{shifts.count:,} shifts; half of them below {(shifts.quantile(0.5) or 0) / 100:,.2f} dollars, "
        f"{shifts.losing / shifts.count:.1%} with a loss of the house.",
    )
    left = 40
    width = (_WIDTH - left - _RIGHT) / len(counts)
    for place, count in enumerate(counts):
        height = count / most * (_HEIGHT - _TOP - _BOTTOM)
        colour = LOSS if steps[place] < 0 else GAIN
        drawing.rect(left + place * width + 0.5, _HEIGHT - _BOTTOM - height, width - 1, height, colour)
    for place in range(0, len(steps), max(1, len(steps) // 8)):
        x = left + place * width
        drawing.line((x, _HEIGHT - _BOTTOM), (x, _HEIGHT - _BOTTOM + 4), colour=FAINT)
        drawing.text((x, _HEIGHT - _BOTTOM + 16), f"{steps[place] / 100:,.0f}", size=9, anchor="middle", colour=FAINT)
    drawing.line((left, _HEIGHT - _BOTTOM), (_WIDTH - _RIGHT, _HEIGHT - _BOTTOM), colour=FAINT)
    drawing.text((left, 14), f"shifts; the highest bar is {most:,} of {shifts.count:,}", size=9)
    drawing.text((_WIDTH - _RIGHT, _HEIGHT - 4), "dollars; tails are in the outermost bars", size=9, anchor="end")
    return drawing.svg()
