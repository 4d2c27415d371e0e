"""The first step of settlement in kernels: how each seat's hand stands against the dealer's, and its names.

The cards of a round lie in one array: the extra cards, the board, the dealer's cards, then each seat's from the
dealer's left. The dealer's last card is the one that lies face up, if any does.
"""

from typing import Any

import numpy as np

from pitbook.compiled import borrowing_kernel


@borrowing_kernel
def mask_of_cards(cards: Any, first: Any, count: Any, masks: Any) -> Any:
    """Some cards of an array as a set."""
    found = np.uint64(0)
    for place in range(first, first + count):
        found |= masks[cards[place]]
    return found


@borrowing_kernel
def against(mine: Any, dealers: Any, level: Any, qualifying: Any) -> Any:
    """The outcome: (level x 2 + whether the dealer qualifies) x 3 + comparison."""
    comparison = 2 if mine > dealers else 1 if mine == dealers else 0
    return (np.int64(level) * 2 + (1 if dealers >= qualifying else 0)) * 3 + comparison
