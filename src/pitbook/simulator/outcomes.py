"""The first step of settlement in kernels: how each seat's hand stands against the dealer's, and its names.

The cards of a round lie in one array: the extra cards, the board, the dealer's cards, then each seat's from the
dealer's left. In Four Card Poker the dealer's last card is the up card.
"""

from typing import Any

import numpy as np

from pitbook.cards.kernels import rank_mask
from pitbook.compiled import borrowing_kernel
from pitbook.simulator.names import name_four_card, name_holdem

FLOP = 3


@borrowing_kernel
def mask_of_cards(cards: Any, first: Any, count: Any, masks: Any) -> Any:
    """Some cards of an array as a set."""
    found = np.uint64(0)
    for place in range(first, first + count):
        found |= masks[cards[place]]
    return found


@borrowing_kernel
def _against(mine: Any, dealers: Any, level: Any, qualifying: Any) -> Any:
    """The outcome: (level x 2 + whether the dealer qualifies) x 3 + comparison."""
    comparison = 2 if mine > dealers else 1 if mine == dealers else 0
    return (np.int64(level) * 2 + (1 if dealers >= qualifying else 0)) * 3 + comparison


@borrowing_kernel
def holdem_outcomes(cards: Any, extras: Any, plan: Any, masks: Any, tables: Any, outcomes: Any, names: Any) -> None:
    """Outcome and names of every seat of a hold'em round."""
    extra = mask_of_cards(cards, 0, extras, masks)
    flop = mask_of_cards(cards, extras, FLOP, masks)
    board = flop | mask_of_cards(cards, extras + FLOP, 2, masks)
    dealers = np.int64(rank_mask(board | mask_of_cards(cards, extras + 5, 2, masks), tables.five))
    first = extras + 7
    for seat in range(outcomes.size):
        one, two = cards[first + 2 * seat], cards[first + 2 * seat + 1]
        mine = np.int64(rank_mask(board | masks[one] | masks[two], tables.five))
        outcomes[seat] = _against(mine, dealers, tables.five_levels[mine], plan.qualifying)
        name_holdem(one, two, flop, board, extra, mine, masks, tables, plan.needed, names[seat])


@borrowing_kernel
def four_card_outcomes(cards: Any, extras: Any, plan: Any, masks: Any, tables: Any, outcomes: Any, names: Any) -> None:
    """Outcome and names of every seat of a Four Card Poker round."""
    extra = mask_of_cards(cards, 0, extras, masks)
    dealers = np.int64(rank_mask(mask_of_cards(cards, extras, 6, masks), tables.four))
    first = extras + 6
    for seat in range(outcomes.size):
        hand = mask_of_cards(cards, first + 5 * seat, 5, masks)
        mine = np.int64(rank_mask(hand, tables.four))
        outcomes[seat] = _against(mine, dealers, tables.four_levels[mine], plan.qualifying)
        name_four_card(hand, extra, mine, tables, plan.needed, names[seat])
