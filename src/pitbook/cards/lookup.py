"""The strength of a single hand from plain Python, by the kernels' own tables.

For a single hand, a lookup in Python is faster than calling a compiled kernel.
"""

from collections.abc import Callable
from functools import cache

from pitbook.cards.tables import ROW_SHIFT, SUITED_SHIFT, tables_of

_SUIT = 0x1FFF
_FIELD = (1 << ROW_SHIFT) - 1


@cache
def strength_in(ranking: str) -> Callable[[int], int]:
    """The strength, in a ranking by its name, of a set of as many cards as it chooses from; nothing is checked."""
    tables = tables_of(ranking)
    suits: list[int] = tables.suits.tolist()
    rows: list[int] = tables.rows.tolist()
    columns: list[int] = tables.columns.tolist()
    strengths: list[int] = tables.strengths.tolist()

    def strength(mask: int) -> int:
        found = suits[mask & _SUIT] + suits[mask >> 16 & _SUIT] + suits[mask >> 32 & _SUIT] + suits[mask >> 48]
        return max(found >> SUITED_SHIFT, strengths[rows[found >> ROW_SHIFT & _FIELD] + columns[found & _FIELD]])

    return strength


def five_card_strength(mask: int) -> int:
    """The five-card strength of a set of five, six or seven cards, given as a mask; nothing is checked here."""
    return strength_in("five_card")(mask)


def four_card_strength(mask: int) -> int:
    """The four-card strength of a set of four, five or six cards, given as a mask; nothing is checked here."""
    return strength_in("four_card")(mask)
