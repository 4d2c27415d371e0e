"""The edge of a table: a straight side for the dealer, and a curve for the players."""

from dataclasses import dataclass
from typing import Final

from pitbook.layout.sheet import Box

_FULLNESS: Final = 0.66
"""How far the curve follows the corner: 0.55 is an ellipse, 1 a rectangle."""


@dataclass(frozen=True, slots=True)
class Outline:
    """The outline of a table; `depth` is the height of the curve."""

    width: float
    height: float
    depth: float

    def path(self, inset: float) -> str:
        """The outline as a path, moved inwards."""
        left, right, top, low = inset, self.width - inset, inset, self.height - inset
        shoulder, down, across = self._controls(inset)
        middle = self.width / 2
        return (
            f"M{left:g} {top:g}H{right:g}V{shoulder:.1f}"
            f"C{right:g} {down:.1f} {self.width - across:.1f} {low:g} {middle:g} {low:g}"
            f"C{across:.1f} {low:g} {left:g} {down:.1f} {left:g} {shoulder:.1f}Z"
        )

    def _controls(self, inset: float) -> tuple[float, float, float]:
        low = self.height - inset
        shoulder = low - self.depth
        half = self.width / 2 - inset
        return shoulder, shoulder + _FULLNESS * self.depth, inset + (1 - _FULLNESS) * half

    def lowest(self, box: Box, inset: float) -> float:
        """The lowest position for the lower edge of a box."""
        return min(self._edge(box.x, inset), self._edge(box.right, inset))

    def _edge(self, x: float, inset: float) -> float:
        """The lower edge at `x`, found by bisection because the curve is parametric."""
        shoulder, down, across = self._controls(inset)
        middle, low = self.width / 2, self.height - inset
        x = min(x, self.width - x)
        if x <= inset:
            return shoulder
        least, most = 0.0, 1.0
        for _ in range(30):
            at = (least + most) / 2
            # From the shoulder at the left to the middle.
            found = inset * (1 - at) ** 3 + 3 * inset * (1 - at) ** 2 * at + 3 * across * (1 - at) * at**2
            found += middle * at**3
            least, most = (at, most) if found < x else (least, at)
        return (
            shoulder * (1 - least) ** 3
            + 3 * down * (1 - least) ** 2 * least
            + 3 * low * (1 - least) * least**2
            + low * least**3
        )
