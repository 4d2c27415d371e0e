"""Rounds with three cards of one's own against three of the dealer's: deal, decide, settle, count."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitbook.cards.kernels import rank_mask
from pitbook.compiled import borrowing_kernel
from pitbook.odds.families.own_dealer.plain import CARDS, HandPolicy
from pitbook.odds.families.sets import canonical, find
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


class HandPlay(NamedTuple):
    """What the seats do; hand it on as one argument."""

    of_seat: Ints
    codes: NDArray[np.uint8]
    """By policy and canonical hand."""
    actions: Ints
    """By policy and code: the action."""
    hands: NDArray[np.uint64]
    errors: Errors


@borrowing_kernel
def decide_plain(cards: Any, play: Any, plan: Any, masks: Any, stream: Any, tally: Any, actions: Any) -> None:
    """The action of every seat; without an ante there is nothing to decide."""
    for seat in range(actions.size):
        actions[seat] = 0
        if plan.has_base[seat]:
            policy = play.of_seat[seat]
            hand = mask_of_cards(cards, CARDS + CARDS * seat, CARDS, masks)
            code = play.codes[policy, find(play.hands, canonical(hand)[0])]
            actions[seat] = decide(play.actions[policy, code], seat, 0, play.errors, stream, tally)


@borrowing_kernel
def plain_outcomes(cards: Any, _: Any, plan: Any, masks: Any, programs: Any, outcomes: Any, names: Any) -> None:
    """Outcome and names of every seat; there are no extra cards."""
    none = np.uint64(0)
    dealer = mask_of_cards(cards, 0, CARDS, masks)
    dealers = np.int64(rank_mask(dealer, programs.three))
    for seat in range(outcomes.size):
        hand = mask_of_cards(cards, CARDS + CARDS * seat, CARDS, masks)
        mine = np.int64(rank_mask(hand, programs.three))
        outcomes[seat] = against(mine, dealers, plan.levels[mine], plan.qualifying)
        name_seat(hand, -1, none, none, none, dealer, none, mine, plan, programs, names[seat])


@borrowing_kernel
def play_plain(
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
    """Plays the rounds of a block; `first` is the number of its first round."""
    dealt = CARDS + CARDS * room.actions.size
    for number in range(first, first + rounds):
        draw_cards(stream, room.deck, dealt)
        decide_plain(room.deck, play, plan, masks, stream, tally, room.actions)
        plain_outcomes(room.deck, extras, plan, masks, programs, room.outcomes, room.names)
        count = settle_round(plan, room.outcomes, room.names, room.actions, room.envied, room.lines)
        count_round(plan, room, count, tally, record, number, shift, session)
    end_block(record, room, first + rounds - 1)


class PlainDealt(OneWager):
    """Three cards of the dealer's and three of each seat's."""

    run = staticmethod(play_plain)
    outcomes = staticmethod(plain_outcomes)

    def place(self, _: Street) -> int:
        """There is one decision."""
        return 0

    def ends(self, rules: HouseRules, policies: Sequence[HandPolicy]) -> Ends:
        """By action: what is wagered."""
        return self.ends_of(rules, {m for policy in policies for m in policy.multiples})

    def play(
        self, rules: HouseRules, policies: Sequence[HandPolicy], of_seat: list[int], ends: Ends, errors: Errors
    ) -> HandPlay:
        """What the seats do."""
        actions = np.zeros((len(policies), len(ends)), np.int64)
        for number, policy in enumerate(policies):
            actions[number, 1 : 1 + len(policy.multiples)] = [ends.index((m,)) for m in policy.multiples]
        codes = np.stack([policy.codes for policy in policies])
        return HandPlay(np.array(of_seat, np.int64), codes, actions, policies[0].hands, errors)
