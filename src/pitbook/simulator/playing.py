"""Whole blocks of rounds in kernels: deal, decide, settle, count."""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitbook.compiled import borrowing_kernel
from pitbook.odds.four_card.policy import action_of
from pitbook.odds.holdem.classes import ClassTables, board_class, hole_pair
from pitbook.odds.holdem.flops import Flops, flop_place, hole_place
from pitbook.simulator.outcomes import four_card_outcomes, holdem_outcomes, mask_of_cards
from pitbook.simulator.settling import settle_round
from pitbook.simulator.stream import below, draw_cards, next_word
from pitbook.simulator.tally import count_round, end_block
from pitbook.strategy.starting_hands import hole_class

Ints = NDArray[np.int64]
_BEFORE, _FLOP, _RIVER = range(3)
_BOARD: Final = 5
_ONE: Final = np.uint64(1)


class Errors(NamedTuple):
    """How often seats decide by chance, and what they may do then."""

    thresholds: NDArray[np.uint64]
    """By seat: of 2^32 words, how many make a decision one of chance."""
    legal: Ints
    """By street: the actions that wager, at its beginning."""
    number: Ints
    """By street: how many they are; -1 where the game has no such street."""


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
def _decide(action: Any, seat: Any, street: Any, errors: Any, stream: Any, tally: Any) -> Any:
    """The action, or in so many cases one of chance, all that are allowed being equally likely."""
    if errors.number[street] < 0:
        return 0
    if errors.thresholds[seat] and next_word(stream) < errors.thresholds[seat]:
        chosen = below(stream, 1 + errors.number[street])
        action = errors.legal[street, chosen - 1] if chosen else 0
        tally.errors[seat] += 1
    tally.decisions[seat, street, action] += 1
    return action


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
                action = _decide(planned[seat, street], seat, street, play.errors, stream, tally)
        actions[seat] = action


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
            actions[seat] = _decide(play.actions[policy, code], seat, 0, play.errors, stream, tally)


@borrowing_kernel
def play_holdem(
    plan: Any,
    play: Any,
    extras: Any,
    masks: Any,
    tables: Any,
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
        holdem_outcomes(room.deck, extras, plan, masks, tables, room.outcomes, room.names)
        count = settle_round(plan, room.outcomes, room.names, room.actions, room.envied, room.lines)
        count_round(plan, room, count, tally, record, number, shift, session)
    end_block(record, room, first + rounds - 1)


@borrowing_kernel
def play_four_card(
    plan: Any,
    play: Any,
    extras: Any,
    masks: Any,
    tables: Any,
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
        four_card_outcomes(room.deck, extras, plan, masks, tables, room.outcomes, room.names)
        count = settle_round(plan, room.outcomes, room.names, room.actions, room.envied, room.lines)
        count_round(plan, room, count, tally, record, number, shift, session)
    end_block(record, room, first + rounds - 1)
