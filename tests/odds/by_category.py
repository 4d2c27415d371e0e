"""Games whose pay classes are the categories of hands, from arrays: for proofs about the solvers alone."""

import numpy as np
from numpy.typing import NDArray

from pitbook.cards.rankings import category_by_strength, category_names
from pitbook.cards.tables import levels_of
from pitbook.settlement.compile import MainGame, PayClass

Amounts = NDArray[np.int64]


def least_of(ranking: str, level: int) -> int:
    """The lowest strength of a category, given by its level."""
    return category_by_strength(ranking).index(category_names(ranking)[::-1][level])


def level_of(ranking: str, strength: int) -> int:
    """The level of a strength's category."""
    return int(levels_of(ranking)[strength])


def game_by_category(
    ranking: str,
    *,
    scale: int,
    qualifying_level: int,
    fixed: Amounts,
    decided: Amounts,
    fold: int,
    staked: int = 1,
) -> MainGame:
    """A game with one wager that is decided on."""
    classes = [
        PayClass(category, category, category_by_strength(ranking).index(category), {})
        for category in category_names(ranking)[::-1]
    ]
    return MainGame(
        scale=scale,
        classes=tuple(classes),
        class_of=levels_of(ranking),
        qualifying=least_of(ranking, qualifying_level),
        fixed=fixed,
        per_unit=decided[None],
        fold=fold,
        fold_per_unit=(-scale,),
        staked=staked,
        changed=("bet",),
    )
