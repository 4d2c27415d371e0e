"""Rounds of five player cards against six dealer cards, as kernels deal them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitbook.cards.kernels import rank_mask
from pitbook.cards.stream import draw_cards
from pitbook.compiled import borrowing_kernel, inlined_kernel
from pitbook.odds.families.dealing import Ends, OneWager, against, decide, mask_of_cards, name_seat
from pitbook.odds.families.own_dealer.policy import FourCardPolicy, action_of
from pitbook.rulebooks.flow import Street
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
def _decide(cards: Any, extras: Any, play: Any, seats: Any, masks: Any, stream: Any, counts: Any, actions: Any) -> None:
    """The action of every seat; without an ante there is nothing to decide."""
    up = cards[extras + 5]
    lane = 16 * (up & 3) + (up >> 2)
    for seat in range(actions.size):
        actions[seat] = 0
        if seats.decides[seat]:
            policy = seats.policy[seat]
            hand = mask_of_cards(cards, extras + 6 + 5 * seat, 5, masks)
            code = action_of(hand, lane, play.hands, play.planes[policy])
            actions[seat] = decide(play.actions[policy, code], seat, 0, seats, stream, counts)


@inlined_kernel
def _look(cards: Any, extras: Any, looked: Any, masks: Any, programs: Any, outcomes: Any, names: Any) -> None:
    """Outcome and names of every seat."""
    extra = mask_of_cards(cards, 0, extras, masks)
    none, up = np.uint64(0), masks[cards[extras + 5]]
    dealer = mask_of_cards(cards, extras, 6, masks)
    dealers = np.int64(rank_mask(dealer, programs.four))
    first = extras + 6
    for seat in range(outcomes.size):
        hand = mask_of_cards(cards, first + 5 * seat, 5, masks)
        mine = np.int64(rank_mask(hand, programs.four))
        outcomes[seat] = against(mine, dealers, looked.classes[mine], looked.qualifying)
        name_seat(hand, -1, none, none, up, dealer, extra, mine, looked, programs, names[seat])


@borrowing_kernel
def deal_four_card(
    play: Any,
    seats: Any,
    looked: Any,
    extras: Any,
    masks: Any,
    programs: Any,
    stream: Any,
    deck: Any,
    counts: Any,
    rounds: Any,
) -> None:
    """Deals rounds of Four Card Poker."""
    dealt = extras + 6 + 5 * seats.policy.size
    for number in range(rounds.actions.shape[0]):
        draw_cards(stream, deck, dealt)
        _decide(deck, extras, play, seats, masks, stream, counts, rounds.actions[number])
        _look(deck, extras, looked, masks, programs, rounds.outcomes[number], rounds.names[number])


class FourCardDealing(OneWager):
    """Six cards of the dealer's, the last one face up, and five of each seat's."""

    deal = staticmethod(deal_four_card)

    def place(self, _: Street) -> int:
        """There is one decision."""
        return 0

    def ends(self, rules: HouseRules, policies: Sequence[FourCardPolicy]) -> Ends:
        """By action: what is wagered."""
        return self.ends_of(rules, {m for policy in policies for m in policy.multiples})

    def play(self, rules: HouseRules, policies: Sequence[FourCardPolicy], ends: Ends) -> FourCardPlay:
        """What policies do, for the kernel."""
        digits = max(len(policy.planes) for policy in policies)
        planes = np.zeros((len(policies), digits, policies[0].planes.shape[1]), np.uint64)
        actions = np.zeros((len(policies), 1 << digits), np.int64)
        for number, policy in enumerate(policies):
            planes[number, : len(policy.planes)] = policy.planes
            actions[number, 1 : 1 + len(policy.multiples)] = [ends.index((m,)) for m in policy.multiples]
        return FourCardPlay(planes, actions, policies[0].hands)
