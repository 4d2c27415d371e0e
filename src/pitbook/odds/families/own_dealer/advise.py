"""The exact value of each action with the cards on the table, by counting every hand that the dealer may have."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import numpy as np

from pitbook.array_types import Matrix, Vector
from pitbook.cards import DECK, Card, mask_of
from pitbook.cards.kernels import CARD_MASKS, rank_mask
from pitbook.cards.lookup import four_card_strength
from pitbook.cards.tables import CATEGORY_OF_STRENGTH4, FOUR_CARD_TABLES, Tables
from pitbook.compiled import kernel
from pitbook.odds.deck import FULL, Deck
from pitbook.odds.families.own_dealer.counts import DEALER
from pitbook.odds.families.own_dealer.solve import only_street
from pitbook.rulebooks.flow import Street
from pitbook.settlement.compile import MainGame

_HIDDEN: Final = DEALER - 1


@kernel
def _count_completions(
    up: np.uint64,
    masks: Vector[np.uint64],
    tables: Tables,
    strengths: int,
    mine: int,
    qualifying: int,
    classes: Matrix[np.int64],
) -> None:
    """Counts the ways to add five of the cards to the up card, by whether the dealer qualifies and the comparison."""
    by_strength = np.zeros(strengths, np.int64)
    for first in range(masks.size):
        one = up | masks[first]
        for second in range(first + 1, masks.size):
            two = one | masks[second]
            for third in range(second + 1, masks.size):
                three = two | masks[third]
                for fourth in range(third + 1, masks.size):
                    four = three | masks[fourth]
                    for fifth in range(fourth + 1, masks.size):
                        by_strength[rank_mask(four | masks[fifth], tables)] += 1
    for strength in range(strengths):
        comparison = 0 if strength > mine else 1 if strength == mine else 2
        classes[1 if strength >= qualifying else 0, comparison] += by_strength[strength]


def advise_four_card(
    game: MainGame,
    streets: Sequence[Street],
    cards: Sequence[Card],
    up: Card,
    dead: Sequence[Card] = (),
    *,
    deck: Deck = FULL,
) -> dict[str, Fraction]:
    """The net of the main game, in antes, of folding and of each play wager.

    Dead cards are known not to be in the dealer's hand. An amount between two multiples is worth what lies between
    their values, so it is never better than both. Whether the cards can be those of a decision is for the caller to
    check.
    """
    street = only_street(streets)
    mine = four_card_strength(mask_of(cards))
    classes = np.zeros((2, 3), np.int64)
    _count_completions(
        np.uint64(up.mask),
        CARD_MASKS[deck.without((*cards, up, *dead))],
        FOUR_CARD_TABLES,
        len(game.class_of),
        mine,
        game.qualifying,
        classes,
    )
    level = game.class_of[mine]
    unit = int(classes.sum()) * game.scale
    before = sum(int(n) * int(amount) for n, amount in zip(classes.flat, game.fixed[level].flat, strict=True))
    per_ante = sum(int(n) * int(amount) for n, amount in zip(classes.flat, game.decided[level].flat, strict=True))
    fold, *plays = street.actions
    values = {fold: Fraction(game.fold, game.scale)}
    for action, multiple in zip(plays, sorted(street.multiples), strict=True):
        values[action] = Fraction(before + multiple * per_ante, unit)
    return values


def warm() -> None:
    """Compiles the kernel, or loads it if that was done before."""
    masks = np.array([card.mask for card in DECK[:_HIDDEN]], np.uint64)
    counted = np.zeros((2, 3), np.int64)
    _count_completions(np.uint64(DECK[-1].mask), masks, FOUR_CARD_TABLES, len(CATEGORY_OF_STRENGTH4), 1, 0, counted)
