"""Rounds as families deal them in kernels: cards by chance, decisions, how each seat stands, and its names.

The cards of a round lie in one array: the extra cards, the board, the dealer's cards, then each seat's from the
dealer's left. The dealer's last card is the one that lies face up, if any does. No money is known here.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from pitbook.array_types import Vector
from pitbook.cards.stream import Stream, below, next_word
from pitbook.compiled import borrowing_kernel, inlined_kernel
from pitbook.odds.deck import deck_of
from pitbook.rulebooks.actions import Action
from pitbook.rulebooks.flow import Street
from pitbook.settlement.compile import compile_main
from pitbook.settlement.name_programs import RULES_DECIDE, Programs, name_of_hand, strength_in_ranking, together
from pitbook.settlement.settle import hands_needed
from pitbook.submission import HouseRules

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Ends = tuple[tuple[int, ...], ...]
"""By action: what is then on the wagers that decisions change, in units of the base; action 0 is to fold."""
STREETS: Final = 3
"""The most decisions of a round."""
_WORDS: Final = 1 << 32


class Seats(NamedTuple):
    """Who decides, by which policy, and how often by chance; hand it on as one argument."""

    policy: Ints
    """By seat: the number of its policy."""
    decides: Flags
    """By seat: whether there is a wager on which a decision is asked."""
    chance: NDArray[np.uint64]
    """By seat: of 2^32 words, how many make a decision one of chance."""
    legal: Ints
    """By street: the actions that wager, at its beginning."""
    number: Ints
    """By street: how many they are; -1 where the game has no such street."""


class Looked(NamedTuple):
    """What is looked at in a seat's cards; hand it on as one argument."""

    hands: Ints
    """The hands of the book that some wager depends on."""
    as_compared: Flags
    """By hand of these: whether it is as strong as the one that is compared, being made of the same cards."""
    classes: NDArray[np.uint8]
    """By strength of the player's hand: its pay class."""
    qualifying: int
    """The lowest strength with which the dealer qualifies."""


class Pack(NamedTuple):
    """What rounds are dealt from, and how hands are read; hand it on as one argument."""

    deck: Ints
    """The indices of its cards; every round is drawn from all of them."""
    stream: Stream
    """The random words."""
    extras: int
    """How many cards each round has beside those of seats, dealer and board."""
    masks: NDArray[np.uint64]
    """By a card's index: the card as a set."""
    programs: Programs
    """The hands of the book, compiled."""


class DecisionCounts(NamedTuple):
    """How often seats did what."""

    taken: Ints
    """By seat, street and action: decisions; action 0 waits or folds."""
    by_chance: Ints
    """By seat: decisions left to chance."""
    planned: Ints
    """By seat and street: room for what the policy does in the round at hand."""


class Rounds(NamedTuple):
    """What was dealt and decided, by round and seat: all that settlement needs."""

    actions: NDArray[np.uint16]
    """0 is to fold, or nothing to decide."""
    outcomes: NDArray[np.uint16]
    """How the seat stands against the dealer: see `against`."""
    names: NDArray[np.uint8]
    """Also by hand of the book: the place of the name."""

    def part(self, first: int, end: int) -> "Rounds":
        """The rounds from one to before another."""
        return Rounds(self.actions[first:end], self.outcomes[first:end], self.names[first:end])


def new_rounds(rounds: int, seats: int, hands: int) -> Rounds:
    """Room for so many rounds."""
    shape = rounds, seats
    return Rounds(np.zeros(shape, np.uint16), np.zeros(shape, np.uint16), np.zeros((*shape, hands), np.uint8))


class Dealing(Protocol):
    """How the rounds of a family are dealt and decided."""

    deal: Callable[..., None]
    """The kernel that deals rounds. Its arguments: what seats do, `Seats`, `Looked`, the `Pack`, `DecisionCounts`, and
    the `Rounds` to fill."""

    def place(self, street: Street) -> int:
        """The place of a street in the counts of decisions."""
        ...

    def ends(self, rules: HouseRules, policies: Sequence[Any]) -> Ends:
        """What can be wagered in the end."""
        ...

    def legal(self, street: Street, ends: Ends) -> Sequence[int]:
        """The actions of a street as it is counted, but for the first, which is 0."""
        ...

    def names(self, street: Street, ends: Ends) -> Sequence[str]:
        """The names of all actions as a street is counted."""
        ...

    def play(self, rules: HouseRules, policies: Sequence[Any], ends: Ends) -> Any:
        """What policies do, for the kernel."""
        ...


class OneWager:
    """Games in which one wager is made, once, in multiples of the base: an action for each multiple."""

    def ends_of(self, rules: HouseRules, multiples: Iterable[int]) -> Ends:
        """The ends from what the streets allow and what policies wager besides."""
        found = {multiple for street in rules.streets for multiple in street.multiples}
        return ((0,), *((multiple,) for multiple in sorted(found.union(multiples))))

    def legal(self, street: Street, ends: Ends) -> Sequence[int]:
        """A street's multiples, as actions."""
        return [ends.index((multiple,)) for multiple in street.multiples]

    def names(self, street: Street, ends: Ends) -> Sequence[str]:
        """To wait or to fold, then every multiple that some seat can wager."""
        return [street.otherwise, *(Action(street.wager, multiple).name for (multiple,) in ends[1:])]

    def actions(self, multiples: Sequence[Sequence[int]], ends: Ends, codes: int) -> Ints:
        """By policy and code: the action. Code 0 waits or folds; the others are the policy's multiples in order."""
        found = np.zeros((len(multiples), codes), np.int64)
        for number, own in enumerate(multiples):
            found[number, 1 : 1 + len(own)] = [ends.index((multiple,)) for multiple in own]
        return found


def seats_of(
    rules: HouseRules,
    dealing: Dealing,
    ends: Ends,
    policy: Sequence[int],
    decides: Sequence[bool],
    error_rates: Sequence[float],
) -> Seats:
    """The seats of a table. Who errs takes any action in whole multiples; between two multiples nobody errs."""
    legal, number = np.zeros((STREETS, len(ends)), np.int64), np.full(STREETS, -1, np.int64)
    for street in rules.streets:
        place, actions = dealing.place(street), dealing.legal(street, ends)
        legal[place, : len(actions)] = actions
        number[place] = len(actions)
    chance = np.array([round(rate * _WORDS) for rate in error_rates], np.uint64)
    return Seats(np.array(policy, np.int64), np.array(decides, np.bool_), chance, legal, number)


def deck_indices(rules: HouseRules) -> tuple[int, ...]:
    """The indices of the cards that a house deals from."""
    return deck_of(rules.book).cards


def looked_at(rules: HouseRules) -> Looked:
    """What the wagers of a house look at."""
    game, players, needed = compile_main(rules), rules.book.players_hand, hands_needed(rules)
    hands = [(number, hand) for number, (name, hand) in enumerate(rules.book.hands.items()) if name in needed]
    alike = [(hand.ranking, hand.sources) == (players.ranking, players.sources) for _, hand in hands]
    numbers = np.array([number for number, _ in hands], np.int64)
    return Looked(numbers, np.array(alike, np.bool_), game.class_of, game.qualifying)


@borrowing_kernel
def mask_of_cards(cards: Vector[np.int64], first: int, count: int, masks: Vector[np.uint64]) -> np.uint64:
    """Some cards of an array as a set."""
    found = np.uint64(0)
    for place in range(first, first + count):
        found |= masks[cards[place]]
    return found


@borrowing_kernel
def against(mine: int, dealers: int, pay_class: np.uint8, qualifying: int) -> np.int64:
    """The outcome: (pay class x 2 + whether the dealer qualifies) x 3 + comparison."""
    comparison = 2 if mine > dealers else 1 if mine == dealers else 0
    return (np.int64(pay_class) * 2 + (1 if dealers >= qualifying else 0)) * 3 + comparison


@borrowing_kernel
def decide(action: int, seat: int, street: int, seats: Seats, stream: Stream, counts: DecisionCounts) -> int:
    """The action, or in so many cases one of chance, all that are allowed being equally likely."""
    if seats.number[street] < 0:
        return 0
    if seats.chance[seat] and next_word(stream) < seats.chance[seat]:
        chosen = below(stream, 1 + seats.number[street])
        action = seats.legal[street, chosen - 1] if chosen else 0
        counts.by_chance[seat] += 1
    counts.taken[seat, street, action] += 1
    return action


@inlined_kernel
def name_seat(
    own: np.uint64,
    pair: int,
    flop: np.uint64,
    board: np.uint64,
    up: np.uint64,
    dealer: np.uint64,
    extra: np.uint64,
    strength: int,
    looked: Looked,
    programs: Programs,
    names: Vector[np.uint8],
) -> None:
    """The names of a seat's cards in the hands that are looked at; `strength` is that of the player's hand.

    `pair` is the place of the player's cards among all pairs of cards (52 x one + the other), or -1. What most hands
    need is done here, in the kernel that asks: handing on all the tables costs more than looking into one of them.
    """
    for place in range(looked.hands.size):
        hand = looked.hands[place]
        if pair >= 0 and programs.paired[hand]:
            names[hand] = programs.pairs[hand, pair]
            continue
        found = strength
        if not looked.as_compared[place]:
            cards = together(programs.sources[hand], own, flop, board, up, dealer, extra)
            found = strength_in_ranking(programs.ranking[hand], cards, programs)
        name = programs.name[hand, found]
        if name == RULES_DECIDE:
            name = name_of_hand(hand, found, own, flop, board, up, dealer, extra, programs)
        names[hand] = name
