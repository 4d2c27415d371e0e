"""The strength of a single hand from plain Python, by the kernels' own tables.

For one hand at a time a look-up in Python costs less than the way into a compiled kernel and back.
"""

from collections.abc import Callable

from pitbook.cards.tables import FIVE_CARD_TABLES, FOUR_CARD_TABLES, ROW_SHIFT, SUITED_SHIFT, Tables

_SUIT = 0x1FFF
_FIELD = (1 << ROW_SHIFT) - 1


def _lookup(tables: Tables) -> Callable[[int], int]:
    suits: list[int] = tables.suits.tolist()
    rows: list[int] = tables.rows.tolist()
    columns: list[int] = tables.columns.tolist()
    strengths: list[int] = tables.strengths.tolist()

    def strength(mask: int) -> int:
        found = suits[mask & _SUIT] + suits[mask >> 16 & _SUIT] + suits[mask >> 32 & _SUIT] + suits[mask >> 48]
        return max(found >> SUITED_SHIFT, strengths[rows[found >> ROW_SHIFT & _FIELD] + columns[found & _FIELD]])

    return strength


five_card_strength = _lookup(FIVE_CARD_TABLES)
"""The five-card strength of a set of five, six or seven cards, given as a mask; nothing is checked here."""
four_card_strength = _lookup(FOUR_CARD_TABLES)
"""The four-card strength of a set of four, five or six cards, given as a mask; nothing is checked here."""
