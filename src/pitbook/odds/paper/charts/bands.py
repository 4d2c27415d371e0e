"""Confidence bands of the return, narrowing with the number of rounds, over a logarithmic axis."""

from collections.abc import Sequence
from math import floor, log10
from typing import Final, NamedTuple

from pitbook.drawing import FAINT, INK, Drawing, even_steps

_WIDTH, _HEIGHT = 640, 330
_LEFT, _RIGHT, _TOP, _BOTTOM = 58, 38, 34, 44
_FILLS: Final = ("#dbe8f4", "#a9c9e6", "#7fb0d8")
"""From the widest band inwards."""
_STEPS: Final = 8
"""How many points a band has between two powers of ten."""


class BandPoint(NamedTuple):
    """The half width of a band after one round; after n rounds it is divided by the root of n."""

    level: str
    half: float


def bands_chart(mean: float, bands: Sequence[BandPoint], rounds: Sequence[int], title: str) -> str:
    """The bands around a mean return, the widest at the back, from the first to the last number of rounds."""
    bands = sorted(bands, key=lambda band: -band.half)
    widest = bands[0].half / rounds[0] ** 0.5
    drawing = Drawing(
        "bands",
        _WIDTH,
        _HEIGHT,
        title,
        f"Around the expected return of {mean:.2%}, from {rounds[0]:,} to {rounds[-1]:,} rounds on a logarithmic axis: "
        + "; ".join(
            f"the {band.level} band narrows from ±{band.half / rounds[0] ** 0.5:.2%} "
            f"to ±{band.half / rounds[-1] ** 0.5:.3%}"
            for band in bands
        )
        + ".",
    )
    ticks = even_steps(mean - widest, mean + widest, 7)
    places = max(0, -floor(log10((ticks[1] - ticks[0]) * 100)))
    first, last = log10(rounds[0]), log10(rounds[-1])

    def across(power: float) -> float:
        return _LEFT + (power - first) / (last - first) * (_WIDTH - _LEFT - _RIGHT)

    def down(value: float) -> float:
        return _TOP + (ticks[-1] - value) / (ticks[-1] - ticks[0]) * (_HEIGHT - _TOP - _BOTTOM)

    powers = [first + step / _STEPS for step in range(round((last - first) * _STEPS) + 1)]
    for band, fill in zip(bands, _FILLS, strict=False):
        upper = [(across(power), down(mean + band.half / 10 ** (power / 2))) for power in powers]
        lower = [(across(power), down(mean - band.half / 10 ** (power / 2))) for power in reversed(powers)]
        drawing.area(upper + lower, fill)
    for tick in ticks:
        drawing.line((_LEFT, down(tick)), (_WIDTH - _RIGHT, down(tick)))
        drawing.text((_LEFT - 6, down(tick) + 3.5), f"{tick * 100:.{places}f} %", size=10, anchor="end", colour=FAINT)
    for count in rounds:
        x = across(log10(count))
        drawing.line((x, _HEIGHT - _BOTTOM), (x, _HEIGHT - _BOTTOM + 4), colour=FAINT)
        drawing.text((x, _HEIGHT - _BOTTOM + 16), f"{count:,}", size=10, anchor="middle", colour=FAINT)
    drawing.line((_LEFT, down(mean)), (_WIDTH - _RIGHT, down(mean)), colour=INK, width=1.5)
    if ticks[0] <= 1 <= ticks[-1]:
        drawing.line((_LEFT, down(1)), (_WIDTH - _RIGHT, down(1)), colour=INK, width=1, dashed=True)
    drawing.text(((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 8), "rounds", size=10, anchor="middle", colour=FAINT)
    _legend(drawing, bands)
    return drawing.svg()


def _legend(drawing: Drawing, bands: Sequence[BandPoint]) -> None:
    x: float = _LEFT
    for band, fill in zip(bands, _FILLS, strict=False):
        drawing.rect(x, 10, 14, 11, fill)
        drawing.text((x + 19, 20), f"{band.level} band", size=10)
        x += 90
    drawing.line((x, 15.5), (x + 14, 15.5), colour=INK, width=1.5)
    drawing.text((x + 19, 20), "expected return", size=10)
    drawing.line((x + 116, 15.5), (x + 130, 15.5), colour=INK, width=1, dashed=True)
    drawing.text((x + 135, 20), "100 %: neither side wins", size=10)
