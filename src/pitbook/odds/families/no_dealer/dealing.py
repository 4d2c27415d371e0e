"""Rounds without a dealer's hand, decided as cards come, as kernels deal them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitbook.array_types import Matrix, Vector
from pitbook.cards.kernels import rank_mask
from pitbook.cards.stream import Stream, draw_cards
from pitbook.compiled import borrowing_kernel, inlined_kernel
from pitbook.odds.families.dealing import (
    DecisionCounts,
    Ends,
    Looked,
    Pack,
    Rounds,
    Seats,
    decide,
    mask_of_cards,
    name_seat,
)
from pitbook.odds.families.no_dealer.course import Course, course_of
from pitbook.odds.families.no_dealer.policy import SetPolicy
from pitbook.odds.families.sets import canonical, canonical_sets, find
from pitbook.rulebooks.flow import Street
from pitbook.settlement.name_programs import Programs
from pitbook.submission import HouseRules

Ints = NDArray[np.int64]


class SetPlay(NamedTuple):
    """What the seats do; hand it on as one argument."""

    codes: NDArray[np.uint8]
    """By policy, decision, what is on the wagers, and canonical set of known cards."""
    sets: NDArray[np.uint64]
    """By decision: the canonical sets."""
    sizes: Ints
    """By decision: how many sets there are."""
    seen: Ints
    """By decision: how many community cards are face up."""
    then: Ints
    """By decision, what is on the wagers and choice: what is on them at the next; -1 after a fold."""
    own: int
    board: int


@borrowing_kernel
def _decide(
    cards: Vector[np.int64],
    play: SetPlay,
    seats: Seats,
    masks: Vector[np.uint64],
    stream: Stream,
    counts: DecisionCounts,
    actions: Vector[np.uint16],
) -> None:
    """The action of every seat: 0 is a fold, the others say what is on the wagers in the end."""
    for seat in range(actions.size):
        actions[seat] = 0
        if not seats.decides[seat]:
            continue
        own = mask_of_cards(cards, play.board + play.own * seat, play.own, masks)
        state = 0
        for number in range(play.seen.size):
            known = own | mask_of_cards(cards, 0, play.seen[number], masks)
            place = find(play.sets[number, : play.sizes[number]], canonical(known)[0])
            code = np.int64(play.codes[seats.policy[seat], number, state, place])
            state = play.then[number, state, decide(code, seat, number, seats, stream, counts)]
            if state < 0:
                break
        actions[seat] = state + 1


@inlined_kernel
def _look(
    cards: Vector[np.int64],
    play: SetPlay,
    looked: Looked,
    masks: Vector[np.uint64],
    programs: Programs,
    outcomes: Vector[np.uint16],
    names: Matrix[np.uint8],
) -> None:
    """Outcome and names of every seat: there is nothing to compare with, and there are no extra cards."""
    none = np.uint64(0)
    board = mask_of_cards(cards, 0, play.board, masks)
    flop = mask_of_cards(cards, 0, min(play.board, 3), masks)
    for seat in range(outcomes.size):
        own = mask_of_cards(cards, play.board + play.own * seat, play.own, masks)
        mine = np.int64(rank_mask(own | board, programs.five))
        outcomes[seat] = np.int64(looked.classes[mine]) * 6
        name_seat(own, -1, flop, board, none, none, none, mine, looked, programs, names[seat])


@borrowing_kernel
def deal_sets(play: SetPlay, seats: Seats, looked: Looked, pack: Pack, counts: DecisionCounts, rounds: Rounds) -> None:
    """Deals rounds of community cards and each seat's own."""
    deck, stream, _, masks, programs = pack
    dealt = play.board + play.own * seats.policy.size
    for number in range(rounds.actions.shape[0]):
        draw_cards(stream, deck, dealt)
        _decide(deck, play, seats, masks, stream, counts, rounds.actions[number])
        _look(deck, play, looked, masks, programs, rounds.outcomes[number], rounds.names[number])


class SetsDealing:
    """The community cards, and each seat's own."""

    deal = staticmethod(deal_sets)

    def place(self, street: Street) -> int:
        """Decisions come with one more card each."""
        return street.board

    def ends(self, rules: HouseRules, policies: Sequence[SetPolicy]) -> Ends:
        """By action: a fold, then everything that can be on the wagers in the end."""
        course = course_of(rules)
        return ((0,) * len(course.wagers), *course.stakes[-1])

    def legal(self, street: Street, ends: Ends) -> Sequence[int]:
        """All choices but the first."""
        return range(1, len(street.actions))

    def names(self, street: Street, ends: Ends) -> Sequence[str]:
        """The choices in their order."""
        return street.actions

    def play(self, rules: HouseRules, policies: Sequence[SetPolicy], ends: Ends) -> SetPlay:
        """What policies do, for the kernel."""
        course = course_of(rules)
        sets = [canonical_sets(policies[0].deck, decision.known) for decision in course.decisions]
        sizes, states = [len(one) for one in sets], max(map(len, course.stakes))
        every = np.zeros((len(sets), max(sizes)), np.uint64)
        codes = np.zeros((len(policies), len(sets), states, max(sizes)), np.uint8)
        for number, one in enumerate(sets):
            every[number, : len(one)] = one
            for place, policy in enumerate(policies):
                found = policy.codes[number]
                codes[place, number, : len(found), : len(one)] = found
        own = rules.book.player.cards
        seen = [decision.known - own for decision in course.decisions]
        return SetPlay(
            codes,
            every,
            np.array(sizes, np.int64),
            np.array(seen, np.int64),
            _then(course, states),
            own,
            rules.book.board,
        )


def _then(course: Course, states: int) -> Ints:
    """By decision, what is on the wagers and choice: what is on them at the next decision; -1 after a fold."""
    choices = max(len(decision.choices) for decision in course.decisions)
    then = np.full((len(course.decisions), states, choices), -1, np.int64)
    for number, decision in enumerate(course.decisions):
        for state, stakes in enumerate(course.stakes[number]):
            for code, choice in enumerate(decision.choices):
                if not choice.folds:
                    then[number, state, code] = course.stakes[number + 1].index(choice.after(stakes))
    return then
