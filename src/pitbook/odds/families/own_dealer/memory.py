"""The last counts of a whole game, from which all its strategies are evaluated."""

from pitbook.odds.deck import Deck
from pitbook.odds.families.own_dealer.counts import FourCardCounts, count_four_card
from pitbook.progress import Progress, threads

_COUNTED: dict[tuple[int, Deck], FourCardCounts] = {}
"""By the lowest strength that qualifies, and the deck."""


def remembered_counts(qualifying: int, deck: Deck, *, progress: Progress | None = None) -> FourCardCounts:
    """The counts; the last ones are remembered."""
    found = _COUNTED.get((qualifying, deck))
    if found is None:
        found = count_four_card(qualifying, deck=deck, threads=threads(), progress=progress)
        _COUNTED.clear()
        _COUNTED[qualifying, deck] = found
    return found
