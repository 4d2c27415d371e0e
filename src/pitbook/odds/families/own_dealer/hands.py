"""Rounds in which each hand is a seat's own, against the dealer's: what four and three card games deal alike."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from pitbook.array_types import Matrix, Vector
from pitbook.cards.kernels import rank_mask
from pitbook.cards.tables import Tables
from pitbook.compiled import inlined_kernel
from pitbook.odds.families.dealing import Ends, Looked, OneWager, against, mask_of_cards, name_seat
from pitbook.rulebooks.flow import Street
from pitbook.settlement.name_programs import Programs
from pitbook.submission import HouseRules


@inlined_kernel
def look_at_hands(
    cards: Vector[np.int64],
    extras: int,
    dealers: int,
    up: int,
    own: int,
    tables: Tables,
    looked: Looked,
    masks: Vector[np.uint64],
    programs: Programs,
    outcomes: Vector[np.uint16],
    names: Matrix[np.uint8],
) -> None:
    """Outcome and names of every seat: the dealer has so many cards, `up` of them face up, and each seat so many."""
    none = np.uint64(0)
    extra = mask_of_cards(cards, 0, extras, masks)
    dealer = mask_of_cards(cards, extras, dealers, masks)
    seen = mask_of_cards(cards, extras + dealers - up, up, masks)
    strength = np.int64(rank_mask(dealer, tables))
    for seat in range(outcomes.size):
        hand = mask_of_cards(cards, extras + dealers + own * seat, own, masks)
        mine = np.int64(rank_mask(hand, tables))
        outcomes[seat] = against(mine, strength, looked.classes[mine], looked.qualifying)
        name_seat(hand, -1, none, none, seen, dealer, extra, mine, looked, programs, names[seat])


class _Wagering(Protocol):
    """A policy that wagers multiples at its one decision."""

    @property
    def multiples(self) -> Sequence[int]: ...


class OneDecision(OneWager):
    """Games with one decision."""

    def place(self, _: Street) -> int:
        """There is one decision."""
        return 0

    def ends(self, rules: HouseRules, policies: Sequence[_Wagering]) -> Ends:
        """By action: what is wagered."""
        return self.ends_of(rules, {multiple for policy in policies for multiple in policy.multiples})
