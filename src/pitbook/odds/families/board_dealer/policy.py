"""What to do in every situation: the decisions of a strategy, by classes of cards.

Every decision is a code: 0 is to wait (at the last street: to fold), 1 the street's first multiple, and so on.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitbook.array_types import Vector
from pitbook.cards import Card
from pitbook.compiled import kernel
from pitbook.odds.deck import FULL, Deck
from pitbook.odds.families.board_dealer.classes import (
    FLUSH_BOARDS,
    PLAIN_BOARDS,
    RANK_PAIRS,
    RANKS,
    TABLES,
    TYPE_PAIRS,
    ClassTables,
    board_class,
    hole_pair,
)
from pitbook.odds.families.board_dealer.flops import HOLES, Flops, canonical_flops, flop_place, hole_place
from pitbook.odds.families.board_dealer.streets import BOARDS, Stage, Street, stages
from pitbook.odds.families.policy_file import read_policy, write_policy
from pitbook.odds.families.protocol import Left
from pitbook.problems import MalformedError, Problem
from pitbook.strategy.starting_hands import hole_class

Codes = NDArray[np.uint8]
_KIND: Final = "hold'em"
_ARRAYS: Final = ("pre_flop", "flop", "plain", "flush")


class PolicyTables(NamedTuple):
    """A policy for the kernels; hand it on as one argument."""

    pre_flop: Codes
    flop: Codes
    plain: Codes
    flush: Codes
    flops: Flops
    classes: ClassTables


@kernel
def pre_flop_code(one: int, two: int, policy: PolicyTables) -> np.uint8:
    """The decision with two hole cards, given as indices."""
    return policy.pre_flop[hole_class(np.int64(one), np.int64(two))]


@kernel
def flop_code(one: int, two: int, flop: Vector[np.int64], policy: PolicyTables) -> np.uint8:
    """The decision on a flop: an array of three cards, ascending, of 64 bits each."""
    place = flop_place(np.int64(flop[0]), np.int64(flop[1]), np.int64(flop[2]))
    suits = policy.flops.permutations[policy.flops.permutation_of[place]]
    first = np.int64(one) >> 2 << 2 | suits[one & 3]
    second = np.int64(two) >> 2 << 2 | suits[two & 3]
    return policy.flop[policy.flops.canonical[place], hole_place(first, second)]


@kernel
def river_code(one: int, two: int, board: Vector[np.int64], policy: PolicyTables) -> np.uint8:
    """The decision at the river: an array of five cards, in any order, of 64 bits each."""
    suit, place = board_class(board, policy.classes)
    pair = hole_pair(one, two, suit)
    return policy.plain[place, pair] if suit < 0 else policy.flush[place, pair]


@dataclass(frozen=True, eq=False)
class HoldemPolicy:
    """A strategy for every situation of a hold'em game."""

    stages: tuple[Stage, Stage, Stage]
    deck: Deck
    pre_flop: Codes
    """Shape (169,): the chart of 13 x 13, line by line; above the diagonal unsuited, below it suited hands."""
    flop: Codes
    """By canonical flop and hole (in the suits of the canonical flop): shape (1755, 1326)."""
    plain: Codes
    """By class of boards without a flush and pair of ranks: shape (6188, 91)."""
    flush: Codes
    """By class of boards with a flush suit and pair of types: shape (36608, 351)."""

    @classmethod
    def constant(
        cls, streets: Sequence[Street], *, pre_flop: int = 0, flop: int = 0, river: int = 0, deck: Deck = FULL
    ) -> "HoldemPolicy":
        """The strategy that does the same with every hand; the codes say what, at each street."""
        shapes = shapes_of(deck)
        codes = dict(zip(_ARRAYS, (pre_flop, flop, river, river), strict=True))
        return cls(stages(streets), deck, **{name: np.full(shapes[name], codes[name], np.uint8) for name in _ARRAYS})

    def __post_init__(self) -> None:
        stage_of = dict(zip(_ARRAYS, (*self.stages, self.stages[2]), strict=True))
        for name, shape in shapes_of(self.deck).items():
            codes: Codes = getattr(self, name)
            if codes.shape != shape or codes.dtype != np.uint8:
                raise MalformedError(Problem(f"the decisions {name} are not {shape} codes of 8 bits", name))
            most = int(codes.max(initial=0))
            if most > len(stage_of[name].multiples):
                raise MalformedError(Problem(f"there is no action {most} among the decisions {name}", str(most)))

    @cached_property
    def tables(self) -> PolicyTables:
        """The policy as the kernels take it."""
        return PolicyTables(self.pre_flop, self.flop, self.plain, self.flush, canonical_flops(self.deck), TABLES)

    def action(self, own: Sequence[Card], seen: Sequence[Card] = (), left: Left | None = None) -> str:
        """What to do with these hole cards and no, three or five community cards."""
        hole, board = own, seen
        known = (*hole, *board)
        in_deck = {card.index for card in known} <= set(self.deck.cards)
        if len(hole) != 2 or len(board) not in BOARDS or len(set(known)) != len(known) or not in_deck:
            cards = " ".join(map(str, known))
            raise MalformedError(Problem(f"{cards} are not two hole cards and a board of 0, 3 or 5 cards", cards))
        one, two = (card.index for card in hole)
        face_up = np.array(sorted(card.index for card in board), np.int64)
        if len(board) == BOARDS[0]:
            code = pre_flop_code(one, two, self.tables)
        elif len(board) == BOARDS[1]:
            code = flop_code(one, two, face_up, self.tables)
        else:
            code = river_code(one, two, face_up, self.tables)
        return self.stages[BOARDS.index(len(board))].actions[int(code)]

    def save(self, path: Path) -> None:
        """Writes the policy compactly, as bit sets."""
        bits = {name: _packed(getattr(self, name)) for name in _ARRAYS}
        terms = {
            "ranks": self.deck.ranks,
            "suits": self.deck.suits,
            "stages": [[stage.name, stage.multiples, stage.last, stage.wager] for stage in self.stages],
        }
        write_policy(path, _KIND, terms, bits)

    @classmethod
    def load(cls, path: Path) -> "HoldemPolicy":
        """Reads what `save` wrote; a file that is damaged or something else is refused."""
        terms, bits = read_policy(path, _KIND)
        deck = Deck(tuple(terms["ranks"]), terms["suits"])
        first, second, third = (Stage(name, tuple(each), last, wager) for name, each, last, wager in terms["stages"])
        arrays = {name: _unpacked(bits[name], shape) for name, shape in shapes_of(deck).items()}
        return cls((first, second, third), deck, **arrays)


def shapes_of(deck: Deck) -> dict[str, tuple[int, ...]]:
    """The shapes of all arrays of decisions."""
    return {
        "pre_flop": (RANKS * RANKS,),
        "flop": (len(canonical_flops(deck).weights), HOLES),
        "plain": (len(PLAIN_BOARDS), RANK_PAIRS),
        "flush": (len(FLUSH_BOARDS.suited), TYPE_PAIRS),
    }


def _packed(codes: Codes) -> Codes:
    """A bit set for each binary digit of the codes."""
    digits = range(int(codes.max(initial=0)).bit_length())
    return np.array([np.packbits(codes >> digit & 1) for digit in digits], np.uint8)


def _unpacked(bits: Codes, shape: tuple[int, ...]) -> Codes:
    codes = np.zeros(shape, np.uint8)
    for digit, line in enumerate(bits):
        codes |= np.unpackbits(line, count=codes.size).reshape(shape) << digit
    return codes
