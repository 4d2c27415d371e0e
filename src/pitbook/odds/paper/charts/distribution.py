"""The distribution of a net result as bars on a logarithmic scale, so that rare results can be seen too."""

from collections.abc import Sequence
from math import log10
from typing import Final, NamedTuple

from pitbook.drawing import EVEN, FAINT, GAIN, INK, LOSS, Drawing, powers_of_ten

_WIDTH: Final = 640
_LEFT, _RIGHT, _TOP, _BOTTOM = 58, 112, 30, 26
_ROW: Final = 14


class Bar(NamedTuple):
    """One value of the net result."""

    net: float
    label: str
    probability: float
    note: str
    """The words after the bar."""


def distribution_chart(bars: Sequence[Bar], title: str, unit: str) -> str:
    """A bar for each value; losses, even results and gains in colours of their own."""
    height = _TOP + _ROW * len(bars) + _BOTTOM
    likely = max(bars, key=lambda bar: bar.probability)
    drawing = Drawing(
        "distribution",
        _WIDTH,
        height,
        title,
        f"{len(bars)} values from {bars[0].label} to {bars[-1].label} {unit}; the most frequent is {likely.label}, "
        f"with a probability of {likely.probability:.4f}. The scale of probability is logarithmic.",
    )
    decades = powers_of_ten(min(bar.probability for bar in bars), 1)
    width = (_WIDTH - _LEFT - _RIGHT) / (len(decades) - 1)

    def across(probability: float) -> float:
        return _LEFT + (log10(probability) - decades[0]) * width

    for exponent in decades:
        x, words = across(10.0**exponent), "1" if exponent == 0 else f"1e{exponent}".replace("-", "−")
        drawing.line((x, _TOP - 4), (x, height - _BOTTOM + 2))
        drawing.text((x, _TOP - 9), words, size=9, anchor="middle", colour=FAINT)
        drawing.text((x, height - _BOTTOM + 12), words, size=9, anchor="middle", colour=FAINT)
    drawing.text((_LEFT - 6, 9), unit, size=9, anchor="end", colour=FAINT)
    for place, bar in enumerate(bars):
        y = _TOP + place * _ROW
        colour = GAIN if bar.net > 0 else LOSS if bar.net < 0 else EVEN
        drawing.rect(_LEFT, y + 1.5, across(bar.probability) - _LEFT, _ROW - 3, colour)
        drawing.text((_LEFT - 6, y + 10.5), bar.label, size=10, anchor="end", colour=INK)
        drawing.text((across(bar.probability) + 4, y + 10.5), bar.note, size=9, colour=FAINT)
    drawing.text(
        (_LEFT, height - 3), "probability, on a logarithmic scale; behind each bar, one in how many rounds", size=9
    )
    return drawing.svg()
