"""Rounds of three player cards against three dealer cards, as kernels deal them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitbook.array_types import Vector
from pitbook.cards.stream import Stream, draw_cards
from pitbook.compiled import borrowing_kernel
from pitbook.odds.families.dealing import DecisionCounts, Ends, Looked, Pack, Rounds, Seats, decide, mask_of_cards
from pitbook.odds.families.own_dealer.hands import OneDecision, look_at_hands
from pitbook.odds.families.own_dealer.plain import CARDS, HandPolicy
from pitbook.odds.families.sets import canonical, find
from pitbook.submission import HouseRules

Ints = NDArray[np.int64]


class HandPlay(NamedTuple):
    """What the seats do; hand it on as one argument."""

    codes: NDArray[np.uint8]
    """By policy and canonical hand."""
    actions: Ints
    """By policy and code: the action."""
    hands: NDArray[np.uint64]


@borrowing_kernel
def _decide(
    cards: Vector[np.int64],
    play: HandPlay,
    seats: Seats,
    masks: Vector[np.uint64],
    stream: Stream,
    counts: DecisionCounts,
    actions: Vector[np.uint16],
) -> None:
    """The action of every seat; without an ante there is nothing to decide."""
    for seat in range(actions.size):
        actions[seat] = 0
        if seats.decides[seat]:
            policy = seats.policy[seat]
            hand = mask_of_cards(cards, CARDS + CARDS * seat, CARDS, masks)
            code = play.codes[policy, find(play.hands, canonical(hand)[0])]
            actions[seat] = decide(play.actions[policy, code], seat, 0, seats, stream, counts)


@borrowing_kernel
def deal_plain_hands(
    play: HandPlay, seats: Seats, looked: Looked, pack: Pack, counts: DecisionCounts, rounds: Rounds
) -> None:
    """Deals rounds of three cards each."""
    deck, stream, _, masks, programs = pack
    dealt = CARDS + CARDS * seats.policy.size
    for number in range(rounds.actions.shape[0]):
        draw_cards(stream, deck, dealt)
        _decide(deck, play, seats, masks, stream, counts, rounds.actions[number])
        outcomes, names = rounds.outcomes[number], rounds.names[number]
        look_at_hands(deck, 0, CARDS, 0, CARDS, programs.three, looked, masks, programs, outcomes, names)


class PlainDealing(OneDecision):
    """Three cards of the dealer's and three of each seat's."""

    deal = staticmethod(deal_plain_hands)

    def play(self, rules: HouseRules, policies: Sequence[HandPolicy], ends: Ends) -> HandPlay:
        """What policies do, for the kernel."""
        actions = self.actions([policy.multiples for policy in policies], ends, len(ends))
        codes = np.stack([policy.codes for policy in policies])
        return HandPlay(codes, actions, policies[0].hands)
