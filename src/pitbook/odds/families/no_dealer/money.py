"""What the solver knows about money: the net of each wager by the final hand."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitbook.odds.families.no_dealer.course import Stakes
from pitbook.settlement.compile import MainGame

Ints = NDArray[np.int64]


class ClassNets(NamedTuple):
    """Amounts are in 1/scale of the base."""

    scale: int
    class_of: NDArray[np.uint8]
    """By strength: the pay class."""
    fixed: Ints
    """By class: the net of what no decision changes."""
    per_unit: Ints
    """By wager that a decision makes or withdraws, and class: the net of one unit."""
    fold: int
    fold_per_unit: tuple[int, ...]

    def ended(self, stakes: Stakes) -> Ints:
        """By class: the net with these stakes on the wagers."""
        return self.fixed + np.array(stakes, np.int64) @ self.per_unit

    def folded(self, stakes: Stakes) -> int:
        """The net of a fold with these stakes on the wagers."""
        return self.fold + sum(stake * net for stake, net in zip(stakes, self.fold_per_unit, strict=True))


def money_of(game: MainGame) -> ClassNets:
    """The money of a game without a dealer's hand."""
    return ClassNets(
        game.scale,
        game.class_of,
        game.fixed.reshape(-1),
        game.per_unit.reshape(len(game.per_unit), -1),
        game.fold,
        game.fold_per_unit,
    )
