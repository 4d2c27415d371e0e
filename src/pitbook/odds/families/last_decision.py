"""The last decision against a dealer: the player's hand is made, and only the dealer's cards are unknown."""

import numpy as np

from pitbook.odds.families.protocol import Deals
from pitbook.rulebooks.models import Street
from pitbook.settlement.compile import MainGame


def nets_by_action(game: MainGame, street: Street, level: int, deals: Deals) -> dict[str, dict[int, int]]:
    """By action: how many deals net how much, with a hand of the player's at that level."""
    by_level = deals.by_level
    below, qualified = by_level[: game.qualifying_level].sum(axis=0), by_level[game.qualifying_level :].sum(axis=0)
    counted = np.stack([below, qualified])
    wait, *wagers = street.actions
    found: dict[str, dict[int, int]] = {wait: {game.fold: int(counted.sum())}}
    for action, multiple in zip(wagers, sorted(street.multiples), strict=True):
        by_net: dict[int, int] = {}
        for net, number in zip((game.fixed[level] + multiple * game.decided[level]).flat, counted.flat, strict=True):
            if number:
                by_net[int(net)] = by_net.get(int(net), 0) + int(number)
        found[action] = by_net
    return found
