"""The closed set of conditions that a rule can have.

What a player sees is a vector of whole numbers, its *features*. A condition holds one of them to a range, so a rule is
a box: a least and a greatest value for each feature. That is all that the kernels know of it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any, Final

from pitbook.cards import FIVE_CARD, FOUR_CARD, Rank, Ranking
from pitbook.strategy.words import hand_named, rank_named

Box = tuple[tuple[int, int], ...]
"""The least and the greatest value of each feature."""


class Seen(IntEnum):
    """The features of a hold'em hand with the community cards. A rank counts from 1, and 0 is none."""

    HAND = 0
    HIDDEN_PAIR = 1
    POCKET_PAIR = 2
    PAIR_WITH_BOARD = 3
    HIGH_CARD = 4
    LOW_CARD = 5
    FOUR_TO_A_FLUSH = 6
    STRAIGHT_RANKS = 7
    BETTER_THAN_BOARD = 8
    DEALER_OUTS = 9


class Shown(IntEnum):
    """The features of a Four Card Poker hand against an up card. A rank counts from 1."""

    HAND = 0
    UP_CARD = 1
    CONTAINS_UP_CARD = 2
    UP_ABOVE_PAIR = 3


class Kind(Enum):
    """What a condition is given: a hand or a rank in words, a whole number, or yes or no."""

    HAND = "a hand in words"
    RANK = "a rank in words"
    NUMBER = "a whole number"
    YES_NO = "true or false"


@dataclass(frozen=True)
class Condition:
    """A named condition: which feature it bounds, from which side, and at which streets it can be asked."""

    name: str
    feature: Seen | Shown
    kind: Kind
    streets: tuple[str, ...]
    phrase: str
    """How it reads on a card; `{}` is the value. After a bar, how it reads if it is false."""
    upper: bool = False
    """Whether it bounds the feature from above."""
    beyond: int = 0
    """What is added to the value: -1 for `below`."""
    means: str = ""
    """A sentence about a term in the phrase that does not explain itself."""


_BOARD: Final = ("flop", "river")
_PLAY: Final = ("play",)
CONDITIONS: Final = (
    Condition("at_least", Seen.HAND, Kind.HAND, _BOARD, "{} or better"),
    Condition("at_most", Seen.HAND, Kind.HAND, _BOARD, "at most {}", upper=True),
    Condition(
        "hidden_pair",
        Seen.HIDDEN_PAIR,
        Kind.RANK,
        _BOARD,
        "a hidden pair of {} or better",
        means="A hidden pair uses at least one of your two cards.",
    ),
    Condition("pocket_pair", Seen.POCKET_PAIR, Kind.RANK, _BOARD, "a pocket pair of {} or better"),
    Condition("pair_with_board", Seen.PAIR_WITH_BOARD, Kind.RANK, _BOARD, "a pair of {} or better with the board"),
    Condition("hole_card_at_least", Seen.HIGH_CARD, Kind.RANK, _BOARD, "a hole card {} or better"),
    Condition("both_hole_cards_at_least", Seen.LOW_CARD, Kind.RANK, _BOARD, "both hole cards {} or better"),
    Condition(
        "four_to_a_flush",
        Seen.FOUR_TO_A_FLUSH,
        Kind.RANK,
        ("flop",),
        "four to a flush with a hidden {} or better",
        means="Four to a flush: four of your five cards are of one suit, the hidden one among them in your hand.",
    ),
    Condition(
        "straight_ranks_at_least", Seen.STRAIGHT_RANKS, Kind.NUMBER, ("flop",), "{} or more ranks make a straight"
    ),
    Condition(
        "better_than_board",
        Seen.BETTER_THAN_BOARD,
        Kind.YES_NO,
        _BOARD,
        "a better category than the board's|no better category than the board's",
        means="The board's category is that of the community cards alone.",
    ),
    Condition(
        "dealer_outs_below",
        Seen.DEALER_OUTS,
        Kind.NUMBER,
        ("river",),
        "fewer than {} dealer outs",
        upper=True,
        beyond=-1,
        means="An out is a single unseen card that, added to the board alone, beats you.",
    ),
    Condition("at_least", Shown.HAND, Kind.HAND, _PLAY, "{} or better"),
    Condition("at_most", Shown.HAND, Kind.HAND, _PLAY, "at most {}", upper=True),
    Condition("up_card_at_least", Shown.UP_CARD, Kind.RANK, _PLAY, "the up card {} or higher"),
    Condition("up_card_at_most", Shown.UP_CARD, Kind.RANK, _PLAY, "the up card {} or lower", upper=True),
    Condition(
        "hand_contains_up_card_rank",
        Shown.CONTAINS_UP_CARD,
        Kind.YES_NO,
        _PLAY,
        "you hold the up card's rank|you don't hold the up card's rank",
    ),
    Condition(
        "up_card_above_pair",
        Shown.UP_ABOVE_PAIR,
        Kind.YES_NO,
        _PLAY,
        "the up card is higher than your pair|the up card is not higher than your pair",
    ),
)
_RANKED: Final = (0, len(Rank))
_SEEN: Final[Mapping[Seen, tuple[int, int]]] = {
    Seen.HAND: (1, len(FIVE_CARD.classes)),
    Seen.HIDDEN_PAIR: _RANKED,
    Seen.POCKET_PAIR: _RANKED,
    Seen.PAIR_WITH_BOARD: _RANKED,
    Seen.HIGH_CARD: (1, len(Rank)),
    Seen.LOW_CARD: (1, len(Rank)),
    Seen.FOUR_TO_A_FLUSH: _RANKED,
    Seen.STRAIGHT_RANKS: (0, 2),
    Seen.BETTER_THAN_BOARD: (0, 1),
    Seen.DEALER_OUTS: (0, 45),
}
_SHOWN: Final[Mapping[Shown, tuple[int, int]]] = {
    Shown.HAND: (1, len(FOUR_CARD.classes)),
    Shown.UP_CARD: (1, len(Rank)),
    Shown.CONTAINS_UP_CARD: (0, 1),
    Shown.UP_ABOVE_PAIR: (0, 1),
}


def everything(street: str) -> Box:
    """The box of a rule without conditions: all values that each feature can have."""
    return tuple((_SHOWN if street in _PLAY else _SEEN).values())


def conditions_at(street: str) -> dict[str, Condition]:
    """The conditions that can be asked at a street, by name."""
    return {condition.name: condition for condition in CONDITIONS if street in condition.streets}


def narrowed(box: Box, condition: Condition, value: Any) -> Box:
    """The part of a box in which a condition holds; ValueError with a sentence if the value is not understood."""
    least, most = everything(condition.streets[0])[condition.feature]
    if condition.kind is Kind.YES_NO:
        if not isinstance(value, bool):
            raise ValueError(f"{value!r} is not {condition.kind.value}")
        bounds = (int(value), int(value))
    elif condition.kind is Kind.NUMBER:
        if not isinstance(value, int) or isinstance(value, bool) or not least < value <= most - condition.beyond:
            raise ValueError(f"{value!r} is not {condition.kind.value} from {least + 1} to {most - condition.beyond}")
        bounds = (least, value + condition.beyond) if condition.upper else (value, most)
    elif not isinstance(value, str):
        raise ValueError(f"{value!r} is not {condition.kind.value}")
    elif condition.kind is Kind.RANK:
        rank = rank_named(value) + 1
        bounds = (least, rank) if condition.upper else (rank, most)
    else:
        ranking: Ranking[Any] = FOUR_CARD if condition.streets == _PLAY else FIVE_CARD
        weakest, strongest = hand_named(value, ranking)
        bounds = (least, strongest) if condition.upper else (weakest, most)
    own = box[condition.feature]
    met = (max(own[0], bounds[0]), min(own[1], bounds[1]))
    return (*box[: condition.feature], met, *box[condition.feature + 1 :])


def is_empty(box: Box) -> bool:
    """Whether no values are left: the conditions contradict each other."""
    return any(least > most for least, most in box)


def contains(outer: Box, inner: Box) -> bool:
    """Whether one box lies in another."""
    return all(low <= least and most <= high for (low, high), (least, most) in zip(outer, inner, strict=True))


def in_words(condition: Condition, value: Any) -> str:
    """A condition as it reads on a card."""
    holds, _, fails = condition.phrase.partition("|")
    if condition.kind is Kind.YES_NO:
        return holds if value else fails
    if condition.kind is Kind.RANK:
        rank = rank_named(value)
        return holds.format(rank.plural if "pair" in condition.name else rank.singular)
    return holds.format(value)
