"""Rounds of five player cards against six dealer cards, as kernels deal them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitbook.array_types import Vector
from pitbook.cards.stream import Stream, draw_cards
from pitbook.compiled import borrowing_kernel
from pitbook.odds.families.dealing import DecisionCounts, Ends, Looked, Pack, Rounds, Seats, decide, mask_of_cards
from pitbook.odds.families.own_dealer.counts import DEALER, PLAYER
from pitbook.odds.families.own_dealer.hands import OneDecision, look_at_hands
from pitbook.odds.families.own_dealer.policy import FourCardPolicy, action_of
from pitbook.submission import HouseRules

Ints = NDArray[np.int64]


class FourCardPlay(NamedTuple):
    """What the seats of a Four Card Poker table do; hand it on as one argument."""

    planes: NDArray[np.uint64]
    """By policy; the rest as in `FourCardPolicy`."""
    actions: Ints
    """By policy and code: the action."""
    hands: NDArray[np.uint64]


@borrowing_kernel
def _decide(
    cards: Vector[np.int64],
    extras: int,
    play: FourCardPlay,
    seats: Seats,
    masks: Vector[np.uint64],
    stream: Stream,
    counts: DecisionCounts,
    actions: Vector[np.uint16],
) -> None:
    """The action of every seat; without an ante there is nothing to decide."""
    up = cards[extras + DEALER - 1]
    lane = 16 * (up & 3) + (up >> 2)
    for seat in range(actions.size):
        actions[seat] = 0
        if seats.decides[seat]:
            policy = seats.policy[seat]
            hand = mask_of_cards(cards, extras + DEALER + PLAYER * seat, PLAYER, masks)
            code = action_of(hand, lane, play.hands, play.planes[policy])
            actions[seat] = decide(play.actions[policy, code], seat, 0, seats, stream, counts)


@borrowing_kernel
def deal_four_card(
    play: FourCardPlay, seats: Seats, looked: Looked, pack: Pack, counts: DecisionCounts, rounds: Rounds
) -> None:
    """Deals rounds of Four Card Poker."""
    deck, stream, extras, masks, programs = pack
    dealt = extras + DEALER + PLAYER * seats.policy.size
    for number in range(rounds.actions.shape[0]):
        draw_cards(stream, deck, dealt)
        _decide(deck, extras, play, seats, masks, stream, counts, rounds.actions[number])
        outcomes, names = rounds.outcomes[number], rounds.names[number]
        look_at_hands(deck, extras, DEALER, 1, PLAYER, programs.four, looked, masks, programs, outcomes, names)


class FourCardDealing(OneDecision):
    """Six cards of the dealer's, the last one face up, and five of each seat's."""

    deal = staticmethod(deal_four_card)

    def play(self, rules: HouseRules, policies: Sequence[FourCardPolicy], ends: Ends) -> FourCardPlay:
        """What policies do, for the kernel."""
        digits = max(len(policy.planes) for policy in policies)
        planes = np.zeros((len(policies), digits, policies[0].planes.shape[1]), np.uint64)
        for number, policy in enumerate(policies):
            planes[number, : len(policy.planes)] = policy.planes
        actions = self.actions([policy.multiples for policy in policies], ends, 1 << digits)
        return FourCardPlay(planes, actions, policies[0].hands)
