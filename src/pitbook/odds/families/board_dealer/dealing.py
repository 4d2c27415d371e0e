"""Rounds with community cards, as kernels deal them."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitbook.array_types import Matrix, Vector
from pitbook.cards.kernels import rank_mask
from pitbook.cards.stream import Stream, draw_cards
from pitbook.compiled import borrowing_kernel, inlined_kernel
from pitbook.odds.families.board_dealer.classes import TABLES, ClassTables, board_class, hole_pair
from pitbook.odds.families.board_dealer.flops import Flops, canonical_flops, flop_place, hole_place
from pitbook.odds.families.board_dealer.policy import HoldemPolicy
from pitbook.odds.families.board_dealer.streets import BOARDS
from pitbook.odds.families.dealing import (
    STREETS,
    DecisionCounts,
    Ends,
    Looked,
    OneWager,
    Pack,
    Rounds,
    Seats,
    against,
    decide,
    mask_of_cards,
    name_seat,
)
from pitbook.rulebooks.flow import Street
from pitbook.settlement.name_programs import Programs
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


@borrowing_kernel
def _place_of_flop(one: int, two: int, three: int) -> int:
    """The place of a flop, whose cards come in any order."""
    low, high = min(one, two), max(one, two)
    return flop_place(min(low, three), max(low, min(high, three)), max(high, three))


@borrowing_kernel
def _code(line: Matrix[np.uint64], column: int) -> np.int64:
    """The code in a column of a line of bit sets, one for each binary digit."""
    code = np.int64(0)
    for digit in range(line.shape[0]):
        code |= np.int64(line[digit, column >> 6] >> np.uint64(column & 63) & _ONE) << digit
    return code


@borrowing_kernel
def _decide(
    cards: Vector[np.int64],
    extras: int,
    play: HoldemPlay,
    seats: Seats,
    stream: Stream,
    counts: DecisionCounts,
    actions: Vector[np.uint16],
) -> None:
    """The action of every seat.

    All actions are looked up first, also those of streets that a seat will not see: lookups that do not wait for each
    other's answers take less time.
    """
    planned = counts.planned
    where = _place_of_flop(cards[extras], cards[extras + 1], cards[extras + 2])
    canonical, suits = play.flops.canonical[where], play.flops.permutations[play.flops.permutation_of[where]]
    suit, board = board_class(cards[extras : extras + _BOARD], play.classes)
    first = extras + _BOARD + 2
    for seat in range(actions.size):
        one, two = cards[first + 2 * seat], cards[first + 2 * seat + 1]
        policy = seats.policy[seat]
        hole = hole_place(one >> 2 << 2 | suits[one & 3], two >> 2 << 2 | suits[two & 3])
        pair = hole_pair(one, two, suit)
        river = _code(play.plain[policy, board] if suit < 0 else play.flush[policy, board], pair)
        planned[seat, _BEFORE] = play.actions[policy, _BEFORE, play.pre_flop[policy, hole_class(one, two)]]
        planned[seat, _FLOP] = play.actions[policy, _FLOP, _code(play.flop[policy, canonical], hole)]
        planned[seat, _RIVER] = play.actions[policy, _RIVER, river]
    for seat in range(actions.size):
        action = 0
        for street in range(STREETS):
            if action == 0:
                action = decide(planned[seat, street], seat, street, seats, stream, counts)
        actions[seat] = action


@inlined_kernel
def _look(
    cards: Vector[np.int64],
    extras: int,
    looked: Looked,
    masks: Vector[np.uint64],
    programs: Programs,
    outcomes: Vector[np.uint16],
    names: Matrix[np.uint8],
) -> None:
    """Outcome and names of every seat."""
    extra = mask_of_cards(cards, 0, extras, masks)
    flop = mask_of_cards(cards, extras, FLOP, masks)
    board = flop | mask_of_cards(cards, extras + FLOP, 2, masks)
    dealer = mask_of_cards(cards, extras + _BOARD, 2, masks)
    dealers = np.int64(rank_mask(board | dealer, programs.five))
    first = extras + _BOARD + 2
    for seat in range(outcomes.size):
        one, two = cards[first + 2 * seat], cards[first + 2 * seat + 1]
        own = masks[one] | masks[two]
        mine = np.int64(rank_mask(board | own, programs.five))
        outcomes[seat] = against(mine, dealers, looked.classes[mine], looked.qualifying)
        pair = _PACK * one + two
        name_seat(own, pair, flop, board, np.uint64(0), dealer, extra, mine, looked, programs, names[seat])


@borrowing_kernel
def deal_holdem(
    play: HoldemPlay, seats: Seats, looked: Looked, pack: Pack, counts: DecisionCounts, rounds: Rounds
) -> None:
    """Deals rounds of hold'em."""
    deck, stream, extras, masks, programs = pack
    dealt = extras + _BOARD + 2 + 2 * seats.policy.size
    for number in range(rounds.actions.shape[0]):
        draw_cards(stream, deck, dealt)
        _decide(deck, extras, play, seats, stream, counts, rounds.actions[number])
        _look(deck, extras, looked, masks, programs, rounds.outcomes[number], rounds.names[number])


def _bit_sets(codes: Sequence[NDArray[np.uint8]]) -> NDArray[np.uint64]:
    """The codes of policies in binary: by policy, line and digit, a bit for each column."""
    lines, columns = codes[0].shape
    digits = max(1, *(int(one.max()).bit_length() for one in codes))
    bits = np.zeros((len(codes), lines, digits, -(-columns // _BITS) * _BITS), np.uint8)
    for number, one in enumerate(codes):
        for digit in range(digits):
            bits[number, :, digit, :columns] = one >> digit & 1
    return np.packbits(bits, axis=-1, bitorder="little").view("<u8").astype(np.uint64, copy=False)


class BoardDealing(OneWager):
    """A board, two cards of the dealer's and two of each seat's."""

    deal = staticmethod(deal_holdem)

    def place(self, street: Street) -> int:
        """Streets stand by the number of community cards."""
        return BOARDS.index(street.board)

    def ends(self, rules: HouseRules, policies: Sequence[HoldemPolicy]) -> Ends:
        """By action: what is wagered."""
        return self.ends_of(rules, {m for policy in policies for stage in policy.stages for m in stage.multiples})

    def play(self, rules: HouseRules, policies: Sequence[HoldemPolicy], ends: Ends) -> HoldemPlay:
        """What policies do, for the kernel."""
        streets = zip(*(policy.stages for policy in policies), strict=True)
        actions = [self.actions([stage.multiples for stage in street], ends, len(ends)) for street in streets]
        return HoldemPlay(
            np.stack([policy.pre_flop for policy in policies]),
            _bit_sets([policy.flop for policy in policies]),
            _bit_sets([policy.plain for policy in policies]),
            _bit_sets([policy.flush for policy in policies]),
            np.stack(actions, axis=1),
            canonical_flops(policies[0].deck),
            TABLES,
        )
