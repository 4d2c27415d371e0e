"""Rounds with cards of one's own alone: deal, decide, settle, count."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitbook.cards.kernels import rank_mask
from pitbook.compiled import borrowing_kernel
from pitbook.odds.families.own_dealer.policy import FourCardPolicy, action_of
from pitbook.rulebooks.flow import Street
from pitbook.simulator.families.protocol import Ends, OneWager
from pitbook.simulator.names import name_seat
from pitbook.simulator.outcomes import against, mask_of_cards
from pitbook.simulator.playing import Errors, decide
from pitbook.simulator.settling import settle_round
from pitbook.simulator.stream import draw_cards
from pitbook.simulator.tally import count_round, end_block
from pitbook.submission import HouseRules

Ints = NDArray[np.int64]


class FourCardPlay(NamedTuple):
    """What the seats of a Four Card Poker table do; hand it on as one argument."""

    of_seat: Ints
    planes: NDArray[np.uint64]
    """By policy; the rest as in `FourCardPolicy`."""
    actions: Ints
    """By policy and code: the action."""
    hands: NDArray[np.uint64]
    errors: Errors


@borrowing_kernel
def decide_four_card(
    cards: Any, extras: Any, play: Any, plan: Any, masks: Any, stream: Any, tally: Any, actions: Any
) -> None:
    """The action of every seat of a Four Card Poker round; without an ante there is nothing to decide."""
    up = cards[extras + 5]
    lane = 16 * (up & 3) + (up >> 2)
    for seat in range(actions.size):
        actions[seat] = 0
        if plan.has_base[seat]:
            policy = play.of_seat[seat]
            hand = mask_of_cards(cards, extras + 6 + 5 * seat, 5, masks)
            code = action_of(hand, lane, play.hands, play.planes[policy])
            actions[seat] = decide(play.actions[policy, code], seat, 0, play.errors, stream, tally)


@borrowing_kernel
def four_card_outcomes(
    cards: Any, extras: Any, plan: Any, masks: Any, programs: Any, outcomes: Any, names: Any
) -> None:
    """Outcome and names of every seat of a Four Card Poker round."""
    extra = mask_of_cards(cards, 0, extras, masks)
    none, up = np.uint64(0), masks[cards[extras + 5]]
    dealer = mask_of_cards(cards, extras, 6, masks)
    dealers = np.int64(rank_mask(dealer, programs.four))
    first = extras + 6
    for seat in range(outcomes.size):
        hand = mask_of_cards(cards, first + 5 * seat, 5, masks)
        mine = np.int64(rank_mask(hand, programs.four))
        outcomes[seat] = against(mine, dealers, plan.levels[mine], plan.qualifying)
        name_seat(hand, -1, none, none, up, dealer, extra, mine, plan, programs, names[seat])


@borrowing_kernel
def play_four_card(
    plan: Any,
    play: Any,
    extras: Any,
    masks: Any,
    programs: Any,
    stream: Any,
    first: Any,
    rounds: Any,
    shift: Any,
    session: Any,
    room: Any,
    tally: Any,
    record: Any,
) -> None:
    """Plays the rounds of a block of Four Card Poker; `first` is the number of its first round."""
    dealt = extras + 6 + 5 * room.actions.size
    for number in range(first, first + rounds):
        draw_cards(stream, room.deck, dealt)
        decide_four_card(room.deck, extras, play, plan, masks, stream, tally, room.actions)
        four_card_outcomes(room.deck, extras, plan, masks, programs, room.outcomes, room.names)
        count = settle_round(plan, room.outcomes, room.names, room.actions, room.envied, room.lines)
        count_round(plan, room, count, tally, record, number, shift, session)
    end_block(record, room, first + rounds - 1)


class OwnDealt(OneWager):
    """Six cards of the dealer's, the last one face up, and five of each seat's."""

    run = staticmethod(play_four_card)
    outcomes = staticmethod(four_card_outcomes)

    def place(self, _: Street) -> int:
        """There is one decision."""
        return 0

    def ends(self, rules: HouseRules, policies: Sequence[FourCardPolicy]) -> Ends:
        """By action: what is wagered."""
        return self.ends_of(rules, {m for policy in policies for m in policy.multiples})

    def play(
        self,
        rules: HouseRules,
        policies: Sequence[FourCardPolicy],
        of_seat: list[int],
        ends: Ends,
        errors: Errors,
    ) -> FourCardPlay:
        """What the seats do."""
        digits = max(len(policy.planes) for policy in policies)
        planes = np.zeros((len(policies), digits, policies[0].planes.shape[1]), np.uint64)
        actions = np.zeros((len(policies), 1 << digits), np.int64)
        for number, policy in enumerate(policies):
            planes[number, : len(policy.planes)] = policy.planes
            actions[number, 1 : 1 + len(policy.multiples)] = [ends.index((m,)) for m in policy.multiples]
        return FourCardPlay(np.array(of_seat, np.int64), planes, actions, policies[0].hands, errors)
