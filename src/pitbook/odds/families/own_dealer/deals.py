"""How a hand compares with the dealer's, counted over every deal that is still possible; money plays no part."""

from collections.abc import Sequence

import numpy as np

from pitbook.array_types import Matrix, Vector
from pitbook.cards import Card, mask_of
from pitbook.cards.kernels import CARD_MASKS, rank_mask
from pitbook.cards.lookup import strength_in
from pitbook.cards.tables import CATEGORY_OF_STRENGTH4, FOUR_CARD_TABLES, Tables
from pitbook.compiled import kernel
from pitbook.odds.deck import FULL, Deck
from pitbook.odds.families.last_decision import deals_of, levels_and_qualified
from pitbook.odds.families.protocol import Deals


@kernel
def _dealer_fives(
    mine: int,
    up: np.uint64,
    live: Vector[np.int64],
    masks: Vector[np.uint64],
    tables: Tables,
    levels: Vector[np.uint8],
    deals: Matrix[np.int64],
    cards: Matrix[np.int64],
) -> None:
    """Counts every five live cards as those that the dealer has beside the up card."""
    for first in range(live.size):
        one = up | masks[live[first]]
        for second in range(first + 1, live.size):
            two = one | masks[live[second]]
            for third in range(second + 1, live.size):
                three = two | masks[live[third]]
                below = np.zeros(3, np.int64)
                for fourth in range(third + 1, live.size):
                    four = three | masks[live[fourth]]
                    under = np.zeros(3, np.int64)
                    for fifth in range(fourth + 1, live.size):
                        dealer = rank_mask(four | masks[live[fifth]], tables)
                        comparison = 1 + (mine > dealer) - (mine < dealer)
                        deals[levels[dealer], comparison] += 1
                        cards[live[fifth], comparison] += 1
                        under[comparison] += 1
                    cards[live[fourth]] += under
                    below += under
                cards[live[third]] += below
                cards[live[second]] += below
                cards[live[first]] += below


def count_deals(
    qualifying: int, own: Sequence[Card], seen: Sequence[Card], dead: Sequence[Card] = (), *, deck: Deck = FULL
) -> Deals:
    """Every deal that is still possible, by how the hand compares with the dealer's, if nobody folds.

    The dealer qualifies with at least so strong a hand.
    """
    live = deck.without((*own, *seen, *dead))
    cards = np.zeros((len(CARD_MASKS), 3), np.int64)
    levels = levels_and_qualified(CATEGORY_OF_STRENGTH4, qualifying)
    deals = np.zeros((int(levels.max()) + 1, 3), np.int64)
    mine, shown = strength_in("four_card")(mask_of(own)), np.uint64(mask_of(seen))
    _dealer_fives(mine, shown, live, CARD_MASKS, FOUR_CARD_TABLES, levels, deals, cards)
    return deals_of(deals, cards)
