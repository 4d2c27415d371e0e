"""Rounds of three player cards against three dealer cards, as kernels deal them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitbook.cards.kernels import rank_mask
from pitbook.cards.stream import draw_cards
from pitbook.compiled import borrowing_kernel, inlined_kernel
from pitbook.odds.families.dealing import Ends, OneWager, against, decide, mask_of_cards, name_seat
from pitbook.odds.families.own_dealer.plain import CARDS, HandPolicy
from pitbook.odds.families.sets import canonical, find
from pitbook.rulebooks.flow import Street
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
def _decide(cards: Any, play: Any, seats: Any, masks: Any, stream: Any, counts: Any, actions: Any) -> None:
    """The action of every seat; without an ante there is nothing to decide."""
    for seat in range(actions.size):
        actions[seat] = 0
        if seats.decides[seat]:
            policy = seats.policy[seat]
            hand = mask_of_cards(cards, CARDS + CARDS * seat, CARDS, masks)
            code = play.codes[policy, find(play.hands, canonical(hand)[0])]
            actions[seat] = decide(play.actions[policy, code], seat, 0, seats, stream, counts)


@inlined_kernel
def _look(cards: Any, looked: Any, masks: Any, programs: Any, outcomes: Any, names: Any) -> None:
    """Outcome and names of every seat; there are no extra cards."""
    none = np.uint64(0)
    dealer = mask_of_cards(cards, 0, CARDS, masks)
    dealers = np.int64(rank_mask(dealer, programs.three))
    for seat in range(outcomes.size):
        hand = mask_of_cards(cards, CARDS + CARDS * seat, CARDS, masks)
        mine = np.int64(rank_mask(hand, programs.three))
        outcomes[seat] = against(mine, dealers, looked.classes[mine], looked.qualifying)
        name_seat(hand, -1, none, none, none, dealer, none, mine, looked, programs, names[seat])


@borrowing_kernel
def deal_plain_hands(
    play: Any,
    seats: Any,
    looked: Any,
    _: Any,
    masks: Any,
    programs: Any,
    stream: Any,
    deck: Any,
    counts: Any,
    rounds: Any,
) -> None:
    """Deals rounds of three cards each."""
    dealt = CARDS + CARDS * seats.policy.size
    for number in range(rounds.actions.shape[0]):
        draw_cards(stream, deck, dealt)
        _decide(deck, play, seats, masks, stream, counts, rounds.actions[number])
        _look(deck, looked, masks, programs, rounds.outcomes[number], rounds.names[number])


class PlainDealing(OneWager):
    """Three cards of the dealer's and three of each seat's."""

    deal = staticmethod(deal_plain_hands)

    def place(self, _: Street) -> int:
        """There is one decision."""
        return 0

    def ends(self, rules: HouseRules, policies: Sequence[HandPolicy]) -> Ends:
        """By action: what is wagered."""
        return self.ends_of(rules, {m for policy in policies for m in policy.multiples})

    def play(self, rules: HouseRules, policies: Sequence[HandPolicy], ends: Ends) -> HandPlay:
        """What policies do, for the kernel."""
        actions = np.zeros((len(policies), len(ends)), np.int64)
        for number, policy in enumerate(policies):
            actions[number, 1 : 1 + len(policy.multiples)] = [ends.index((m,)) for m in policy.multiples]
        codes = np.stack([policy.codes for policy in policies])
        return HandPlay(codes, actions, policies[0].hands)
