"""Rounds with community cards: deal, decide, settle, count."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitbook.cards.kernels import rank_mask
from pitbook.compiled import borrowing_kernel
from pitbook.odds.families.board_dealer.classes import TABLES, ClassTables, board_class, hole_pair
from pitbook.odds.families.board_dealer.flops import Flops, canonical_flops, flop_place, hole_place
from pitbook.odds.families.board_dealer.policy import HoldemPolicy
from pitbook.odds.families.board_dealer.streets import BOARDS
from pitbook.rulebooks.flow import Street
from pitbook.simulator.families.protocol import Ends, OneWager
from pitbook.simulator.names import name_seat
from pitbook.simulator.outcomes import against, mask_of_cards
from pitbook.simulator.playing import Errors, decide
from pitbook.simulator.settling import settle_round
from pitbook.simulator.stream import draw_cards
from pitbook.simulator.tally import count_round, end_block
from pitbook.strategy.starting_hands import hole_class
from pitbook.submission import HouseRules

Ints = NDArray[np.int64]
_BEFORE, _FLOP, _RIVER = range(3)
_BOARD: Final = 5
_PACK: Final = 52
_ONE: Final = np.uint64(1)
_BITS: Final = 64
FLOP: Final = 3


class HoldemPlay(NamedTuple):
    """What the seats of a hold'em table do; hand it on as one argument."""

    of_seat: Ints
    """By seat: the number of its policy."""
    pre_flop: NDArray[np.uint8]
    """By policy and hole cards: the code."""
    flop: NDArray[np.uint64]
    """The codes of `HoldemPolicy` as sets of bits: by policy, line, binary digit and word."""
    plain: NDArray[np.uint64]
    flush: NDArray[np.uint64]
    actions: Ints
    """By policy, street and code: the action."""
    flops: Flops
    classes: ClassTables
    errors: Errors


@borrowing_kernel
def sort_cards(cards: Any) -> None:
    """Sorts a few cards, ascending."""
    for place in range(1, cards.size):
        card, before = cards[place], place - 1
        while before >= 0 and cards[before] > card:
            cards[before + 1] = cards[before]
            before -= 1
        cards[before + 1] = card


@borrowing_kernel
def _code(line: Any, column: Any) -> Any:
    """The code in a column of a line of bit sets, one for each binary digit."""
    code = np.int64(0)
    for digit in range(line.shape[0]):
        code |= np.int64(line[digit, column >> 6] >> np.uint64(column & 63) & _ONE) << digit
    return code


@borrowing_kernel
def _plan_holdem(cards: Any, extras: Any, play: Any, flop: Any, planned: Any) -> None:
    """By seat and street: the action of the seat's policy; `flop` is room for three cards.

    All are looked up, also those of streets that the seat will not see: lookups that do not wait for each other's
    answers take less time.
    """
    for place in range(flop.size):
        flop[place] = cards[extras + place]
    sort_cards(flop)
    where = flop_place(flop[0], flop[1], flop[2])
    canonical, suits = play.flops.canonical[where], play.flops.permutations[play.flops.turned[where]]
    suit, board = board_class(cards[extras : extras + _BOARD], play.classes)
    first = extras + _BOARD + 2
    for seat in range(planned.shape[0]):
        one, two = cards[first + 2 * seat], cards[first + 2 * seat + 1]
        policy = play.of_seat[seat]
        hole = hole_place(one >> 2 << 2 | suits[one & 3], two >> 2 << 2 | suits[two & 3])
        pair = hole_pair(one, two, suit)
        river = _code(play.plain[policy, board] if suit < 0 else play.flush[policy, board], pair)
        planned[seat, _BEFORE] = play.actions[policy, _BEFORE, play.pre_flop[policy, hole_class(one, two)]]
        planned[seat, _FLOP] = play.actions[policy, _FLOP, _code(play.flop[policy, canonical], hole)]
        planned[seat, _RIVER] = play.actions[policy, _RIVER, river]


@borrowing_kernel
def decide_holdem(
    cards: Any, extras: Any, play: Any, stream: Any, flop: Any, planned: Any, tally: Any, actions: Any
) -> None:
    """The action of every seat of a hold'em round; `flop` and `planned` are room for three cards, and by seat."""
    _plan_holdem(cards, extras, play, flop, planned)
    for seat in range(actions.size):
        action = 0
        for street in range(planned.shape[1]):
            if action == 0:
                action = decide(planned[seat, street], seat, street, play.errors, stream, tally)
        actions[seat] = action


@borrowing_kernel
def holdem_outcomes(cards: Any, extras: Any, plan: Any, masks: Any, programs: Any, outcomes: Any, names: Any) -> None:
    """Outcome and names of every seat of a hold'em round."""
    extra = mask_of_cards(cards, 0, extras, masks)
    flop = mask_of_cards(cards, extras, FLOP, masks)
    board = flop | mask_of_cards(cards, extras + FLOP, 2, masks)
    dealer = mask_of_cards(cards, extras + 5, 2, masks)
    dealers = np.int64(rank_mask(board | dealer, programs.five))
    first = extras + 7
    for seat in range(outcomes.size):
        one, two = cards[first + 2 * seat], cards[first + 2 * seat + 1]
        own = masks[one] | masks[two]
        mine = np.int64(rank_mask(board | own, programs.five))
        outcomes[seat] = against(mine, dealers, plan.levels[mine], plan.qualifying)
        pair = _PACK * one + two
        name_seat(own, pair, flop, board, np.uint64(0), dealer, extra, mine, plan, programs, names[seat])


@borrowing_kernel
def play_holdem(
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
    """Plays the rounds of a block of hold'em; `first` is the number of its first round."""
    dealt = extras + _BOARD + 2 + 2 * room.actions.size
    for number in range(first, first + rounds):
        draw_cards(stream, room.deck, dealt)
        decide_holdem(room.deck, extras, play, stream, room.flop, room.planned, tally, room.actions)
        holdem_outcomes(room.deck, extras, plan, masks, programs, room.outcomes, room.names)
        count = settle_round(plan, room.outcomes, room.names, room.actions, room.envied, room.lines)
        count_round(plan, room, count, tally, record, number, shift, session)
    end_block(record, room, first + rounds - 1)


def _bit_sets(codes: Sequence[NDArray[np.uint8]]) -> NDArray[np.uint64]:
    """The codes of policies in binary: by policy, line and digit, a bit for each column."""
    lines, columns = codes[0].shape
    digits = max(1, *(int(one.max()).bit_length() for one in codes))
    bits = np.zeros((len(codes), lines, digits, -(-columns // _BITS) * _BITS), np.uint8)
    for number, one in enumerate(codes):
        for digit in range(digits):
            bits[number, :, digit, :columns] = one >> digit & 1
    return np.packbits(bits, axis=-1, bitorder="little").view("<u8").astype(np.uint64, copy=False)


class BoardDealt(OneWager):
    """A board, two cards of the dealer's and two of each seat's."""

    run = staticmethod(play_holdem)
    outcomes = staticmethod(holdem_outcomes)

    def place(self, street: Street) -> int:
        """Streets stand by the number of community cards."""
        return BOARDS.index(street.board)

    def ends(self, rules: HouseRules, policies: Sequence[HoldemPolicy]) -> Ends:
        """By action: what is wagered."""
        return self.ends_of(rules, {m for policy in policies for stage in policy.stages for m in stage.multiples})

    def play(
        self,
        rules: HouseRules,
        policies: Sequence[HoldemPolicy],
        of_seat: list[int],
        ends: Ends,
        errors: Errors,
    ) -> HoldemPlay:
        """What the seats do."""
        actions = np.zeros((len(policies), 3, len(ends)), np.int64)
        for number, policy in enumerate(policies):
            for street, stage in enumerate(policy.stages):
                actions[number, street, 1 : 1 + len(stage.multiples)] = [ends.index((m,)) for m in stage.multiples]
        return HoldemPlay(
            np.array(of_seat, np.int64),
            np.stack([policy.pre_flop for policy in policies]),
            _bit_sets([policy.flop for policy in policies]),
            _bit_sets([policy.plain for policy in policies]),
            _bit_sets([policy.flush for policy in policies]),
            actions,
            canonical_flops(policies[0].deck),
            TABLES,
            errors,
        )
