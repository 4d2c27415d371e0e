"""Every path through the decisions of a round: which wagers it makes, how large, and whether it ends in a fold."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from pitbook.rulebooks.flow import Bet, Fold, Street

Range = tuple[int, int]
"""The least and the most that may be on a wager, as multiples of the base wager."""


@dataclass(frozen=True, slots=True)
class DecisionPath:
    """The wagers that a player's decisions have made, and whether the player folded."""

    wagers: tuple[tuple[str, Range], ...] = ()
    folded: bool = False

    @property
    def made(self) -> set[str]:
        """The names of the wagers that were made."""
        return {wager for wager, _ in self.wagers}

    def allows(self, times: Mapping[str, Fraction]) -> bool:
        """Whether the path can lead to exactly these wagers, given as multiples of the base wager."""
        return times.keys() == self.made and all(least <= times[one] <= most for one, (least, most) in self.wagers)

    def after(self, bet: Bet) -> tuple["DecisionPath", ...]:
        """The paths that continue this one with a bet, one for each amount or range of amounts that it may have."""
        found = dict(self.wagers)
        before = found.pop(bet.wager, (0, 0))
        ranges = [(bet.least, bet.most)] if bet.any_amount_between else [(one, one) for one in bet.multiples]
        continued = [found | {bet.wager: (before[0] + least, before[1] + most)} for least, most in ranges]
        return tuple(DecisionPath(tuple(sorted(wagers.items()))) for wagers in continued)


@lru_cache(maxsize=1024)
def paths_through(streets: tuple[Street, ...]) -> frozenset[DecisionPath]:
    """All paths from the first decision to the last one or to a fold."""
    folded: set[DecisionPath] = set()
    paths = {DecisionPath()}
    for street in streets:
        continued: set[DecisionPath] = set()
        for path in paths:
            if not street.asks(path.made):
                continued.add(path)
                continue
            for offer in street.offers:
                match offer:
                    case Fold():
                        folded.add(DecisionPath(path.wagers, folded=True))
                    case Bet():
                        continued.update(path.after(offer))
                    case _:
                        continued.add(path)
        paths = continued
    return frozenset(folded | paths)
