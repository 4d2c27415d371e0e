"""Every way through the decisions of a round, by what it leaves on the wagers that decisions make."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from pitbook.rulebooks.flow import Bet, Fold, Street

Range = tuple[int, int]
"""From so many times the base to so many."""


@dataclass(frozen=True, slots=True)
class DecisionPath:
    """What is on the wagers in the end, and whether the hand was folded."""

    wagers: tuple[tuple[str, Range], ...] = ()
    folded: bool = False

    @property
    def made(self) -> set[str]:
        """The wagers that were made."""
        return {wager for wager, _ in self.wagers}

    def allows(self, times: Mapping[str, Fraction]) -> bool:
        """Whether it can leave just so much on the wagers, in units of the base."""
        found = dict(self.wagers)
        return times.keys() == found.keys() and all(least <= times[one] <= most for one, (least, most) in self.wagers)

    def betting(self, bet: Bet) -> tuple["DecisionPath", ...]:
        """The paths that a bet makes of it."""
        found = dict(self.wagers)
        before = found.pop(bet.wager, (0, 0))
        ranges = [(bet.least, bet.most)] if bet.any_amount_between else [(one, one) for one in bet.multiples]
        after = [found | {bet.wager: (before[0] + least, before[1] + most)} for least, most in ranges]
        return tuple(DecisionPath(tuple(sorted(wagers.items()))) for wagers in after)


@lru_cache(maxsize=1024)
def paths_through(streets: tuple[Street, ...]) -> frozenset[DecisionPath]:
    """All paths, from the first decision to the end or to a fold."""
    ended: set[DecisionPath] = set()
    going = {DecisionPath()}
    for street in streets:
        after: set[DecisionPath] = set()
        for path in going:
            if not street.asks(path.made):
                after.add(path)
                continue
            for offer in street.offers:
                match offer:
                    case Fold():
                        ended.add(DecisionPath(path.wagers, folded=True))
                    case Bet():
                        after.update(path.betting(offer))
                    case _:
                        after.add(path)
        going = after
    return frozenset(ended | going)
