"""The strength of a single hand in plain Python, looked up in the tables that the kernels use.

For a single hand this is faster than calling a compiled kernel.
"""

from collections.abc import Callable
from functools import cache

from pitbook.cards.tables import ROW_SHIFT, SUITED_SHIFT, tables_of

_SUIT = 0x1FFF
_FIELD = (1 << ROW_SHIFT) - 1


@cache
def strength_in(ranking: str) -> Callable[[int], int]:
    """A function from a mask of cards to their strength in this ranking; it does not check how many cards there are."""
    tables = tables_of(ranking)
    suits: list[int] = tables.suits.tolist()
    rows: list[int] = tables.rows.tolist()
    columns: list[int] = tables.columns.tolist()
    strengths: list[int] = tables.strengths.tolist()

    def strength(mask: int) -> int:
        found = suits[mask & _SUIT] + suits[mask >> 16 & _SUIT] + suits[mask >> 32 & _SUIT] + suits[mask >> 48]
        flush, other = found >> SUITED_SHIFT, strengths[rows[found >> ROW_SHIFT & _FIELD] + columns[found & _FIELD]]
        return flush if flush > other else other

    return strength


def five_card_strength(mask: int) -> int:
    """The strength of the best five-card hand in a mask of five, six or seven cards; the number is not checked."""
    return strength_in("five_card")(mask)


def four_card_strength(mask: int) -> int:
    """The strength of the best four-card hand in a mask of four, five or six cards; the number is not checked."""
    return strength_in("four_card")(mask)
