"""The 169 starting hands of hold'em in a chart of 13 x 13.

A hand's place is 13 x high + low if it is suited, and 13 x low + high if not: so unsuited hands stand above the
diagonal of a chart that begins with the twos, suited ones below it, and pairs on it.
"""

from collections.abc import Sequence
from typing import Final

from pitbook.cards import Card, Rank
from pitbook.compiled import kernel

RANKS: Final = len(Rank)
PLACES: Final = RANKS * RANKS


@kernel
def chart_place(high: int, low: int, suited: bool) -> int:
    """The place of a starting hand by its ranks."""
    return high * RANKS + low if suited else low * RANKS + high


@kernel
def hole_class(one: int, two: int) -> int:
    """The place of two hole cards, given as indices in any order."""
    return chart_place(max(one >> 2, two >> 2), min(one >> 2, two >> 2), one & 3 == two & 3)


def place_of(high: int, low: int, *, suited: bool) -> int:
    """The place of a starting hand in the chart."""
    return int(chart_place.py_func(high, low, suited))


def place_of_hole(hole: Sequence[Card]) -> int:
    """The place of two hole cards in the chart."""
    one, two = hole
    return place_of(max(one.rank, two.rank), min(one.rank, two.rank), suited=one.suit == two.suit)
