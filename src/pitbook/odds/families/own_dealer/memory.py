"""The last counts of a whole game, from which every strategy of it is evaluated."""

from pitbook.odds.families.own_dealer.counts import FourCardCounts, count_four_card
from pitbook.odds.progress import Progress, threads

_COUNTED: dict[int, FourCardCounts] = {}
"""By the lowest strength that qualifies."""


def remembered_counts(qualifying: int, *, progress: Progress | None = None) -> FourCardCounts:
    """The counts; the last ones are remembered."""
    found = _COUNTED.get(qualifying)
    if found is None:
        found = count_four_card(qualifying, threads=threads(), progress=progress)
        _COUNTED.clear()
        _COUNTED[qualifying] = found
    return found
