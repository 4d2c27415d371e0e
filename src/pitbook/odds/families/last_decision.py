"""The last decision against a dealer: the player's hand is made, and only the dealer's cards are unknown."""

import numpy as np
from numpy.typing import NDArray

from pitbook.odds.families.protocol import Deals
from pitbook.rulebooks.flow import Street
from pitbook.settlement.compile import MainGame


def levels_and_qualified(levels: NDArray[np.uint8], qualifying: int) -> NDArray[np.uint8]:
    """By strength: twice its level, plus one if the dealer qualifies with it."""
    return (2 * levels + (np.arange(len(levels)) >= qualifying)).astype(np.uint8)


def deals_of(counted: NDArray[np.int64], by_card: NDArray[np.int64] | None) -> Deals:
    """The deals, from counts by the values of `levels_and_qualified`."""
    apart = np.zeros((len(counted) + len(counted) % 2, 3), np.int64)
    apart[: len(counted)] = counted
    return Deals(apart[::2] + apart[1::2], apart[1::2].sum(axis=0), by_card)


def nets_by_action(game: MainGame, street: Street, level: int, deals: Deals) -> dict[str, dict[int, int]]:
    """By action: how many deals have each net, if the player's hand has that level."""
    counted = np.stack([deals.by_level.sum(axis=0) - deals.qualified, deals.qualified])
    wait, *wagers = street.actions
    found: dict[str, dict[int, int]] = {wait: {game.fold: int(counted.sum())}}
    for action, multiple in zip(wagers, sorted(street.multiples), strict=True):
        by_net: dict[int, int] = {}
        for net, number in zip((game.fixed[level] + multiple * game.decided[level]).flat, counted.flat, strict=True):
            if number:
                by_net[int(net)] = by_net.get(int(net), 0) + int(number)
        found[action] = by_net
    return found
