"""The names that paytable rows give to hands, and which broader name a finer one falls back to.

Each evaluation looks at certain cards and knows certain names, from the finest and highest down. A hand is given the
finest name that fits; a paytable that does not list it pays by the next broader name, so that a flopped royal flush
in spades is a royal flush in a table without flopped hands.
"""

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from types import MappingProxyType

FIVE_CARD = (
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pairs",
    "pair",
    "high_card",
)
FOUR_CARD = (
    "four_of_a_kind",
    "straight_flush",
    "three_of_a_kind",
    "flush",
    "straight",
    "two_pairs",
    "pair",
    "high_card",
)


class Evaluation(StrEnum):
    """Which cards are looked at, and which names they can earn."""

    HOLE_CARDS = "hole_cards"
    """The player's two cards alone."""
    HOLE_AND_BOARD = "hole_and_board"
    """The best five of the player's two and the five community cards."""
    HOLE_AND_BOARD_FLOPPED = "hole_and_board_flopped"
    """The same, telling flopped hands, the board's own royal and spades apart."""
    HOLE_AND_ALL6 = "hole_and_all6"
    """The best five of the player's two and the four All 6 cards, and all six of them as a six-card royal."""
    FOUR_OF_FIVE = "four_of_five"
    """The best four of the player's five cards, in four-card ranking."""
    ALL_FIVE = "all_five"
    """The player's five cards, in five-card ranking."""
    FIVE_AND_BONUS = "five_and_bonus"
    """The best five of the player's five cards and the bonus card, and all six of them as a super royal."""


NAMES: Mapping[Evaluation, tuple[str, ...]] = MappingProxyType(
    {
        Evaluation.HOLE_CARDS: (
            "pair_of_aces",
            "suited_ace_and_face",
            "unsuited_ace_and_face",
            "pair_of_twos_to_kings",
        ),
        Evaluation.HOLE_AND_BOARD: FIVE_CARD,
        Evaluation.HOLE_AND_BOARD_FLOPPED: (
            "flopped_royal_flush_in_spades",
            "flopped_royal_flush",
            "community_royal_flush_after_flopped_straight_flush",
            "community_royal_flush",
            "royal_flush_after_flopped_straight_flush",
            "royal_flush",
            "flopped_straight_flush",
            *FIVE_CARD[1:],
        ),
        Evaluation.HOLE_AND_ALL6: ("six_card_royal_of_diamonds", "six_card_royal", *FIVE_CARD),
        Evaluation.FOUR_OF_FIVE: ("four_aces", *FOUR_CARD[:6], "pair_of_aces", *FOUR_CARD[6:]),
        Evaluation.ALL_FIVE: FIVE_CARD,
        Evaluation.FIVE_AND_BONUS: ("super_royal_of_diamonds", "super_royal", *FIVE_CARD),
    }
)

FLOPPED_STRAIGHT_FLUSH = "flopped_straight_flush"

BROADER: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "flopped_royal_flush_in_spades": ("flopped_royal_flush", FLOPPED_STRAIGHT_FLUSH, "royal_flush"),
        "flopped_royal_flush": (FLOPPED_STRAIGHT_FLUSH, "royal_flush"),
        "community_royal_flush": ("royal_flush",),
        "community_royal_flush_after_flopped_straight_flush": (
            FLOPPED_STRAIGHT_FLUSH,
            "community_royal_flush",
            "royal_flush",
        ),
        "royal_flush_after_flopped_straight_flush": (FLOPPED_STRAIGHT_FLUSH, "royal_flush"),
        FLOPPED_STRAIGHT_FLUSH: ("straight_flush",),
        "six_card_royal_of_diamonds": ("six_card_royal", "royal_flush"),
        "six_card_royal": ("royal_flush",),
        "super_royal_of_diamonds": ("super_royal", "royal_flush"),
        "super_royal": ("royal_flush",),
        "four_aces": ("four_of_a_kind",),
        "pair_of_aces": ("pair",),
    }
)
"""The names that a finely named hand falls back to, in this order."""

FLOPPED_ROYALS = frozenset({"flopped_royal_flush_in_spades", "flopped_royal_flush"})
ROYALS_AFTER_THE_FLOP = frozenset(
    {"community_royal_flush_after_flopped_straight_flush", "royal_flush_after_flopped_straight_flush"}
)


@cache
def names_of(
    hand: str, *, flopped_royal_is_flopped_straight_flush: bool = True, flopped_straight_flush_stays: bool = True
) -> tuple[str, ...]:
    """A hand's own name and the broader ones it falls back to, finest first.

    Where a table pays flopped straight flushes, the house says whether a flopped royal flush counts as one, and whether
    a flopped straight flush stays one when later cards make it a royal flush.
    """
    names = (hand, *BROADER.get(hand, ()))
    royal = hand in FLOPPED_ROYALS and not flopped_royal_is_flopped_straight_flush
    later = hand in ROYALS_AFTER_THE_FLOP and not flopped_straight_flush_stays
    return tuple(name for name in names if name != FLOPPED_STRAIGHT_FLUSH) if royal or later else names


def in_words(hand: str) -> str:
    """A hand's name as a person writes it."""
    return hand.replace("_", " ")
