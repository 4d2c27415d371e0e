"""The features of a player's hand against the dealer's, and the conditions that rules can have."""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Final

from pitbook.cards import FOUR_CARD, Card, Rank, best_four_card_hand
from pitbook.cards.three_card import THREE_CARD, best_three_card_hand
from pitbook.rulebooks.families import FamilyName
from pitbook.rulebooks.flow import Street
from pitbook.strategy.conditions import Condition, Kind, Language

_PLAY: Final = ("play",)


class UpCardFeature(IntEnum):
    """The features of a Four Card Poker hand against an up card. A rank counts from 1."""

    HAND = 0
    UP_CARD = 1
    CONTAINS_UP_CARD = 2
    UP_ABOVE_PAIR = 3


CONDITIONS: Final = (
    Condition("at_least", UpCardFeature.HAND, Kind.HAND, _PLAY, "{} or better"),
    Condition("at_most", UpCardFeature.HAND, Kind.HAND, _PLAY, "at most {}", upper=True),
    Condition("up_card_at_least", UpCardFeature.UP_CARD, Kind.RANK, _PLAY, "the up card {} or higher"),
    Condition("up_card_at_most", UpCardFeature.UP_CARD, Kind.RANK, _PLAY, "the up card {} or lower", upper=True),
    Condition(
        "hand_contains_up_card_rank",
        UpCardFeature.CONTAINS_UP_CARD,
        Kind.YES_NO,
        _PLAY,
        "you hold the up card's rank|you don't hold the up card's rank",
    ),
    Condition(
        "up_card_above_pair",
        UpCardFeature.UP_ABOVE_PAIR,
        Kind.YES_NO,
        _PLAY,
        "the up card is higher than your pair|the up card is not higher than your pair",
    ),
)
_RANGES: Final[Mapping[UpCardFeature, tuple[int, int]]] = {
    UpCardFeature.HAND: (1, len(FOUR_CARD.classes)),
    UpCardFeature.UP_CARD: (1, len(Rank)),
    UpCardFeature.CONTAINS_UP_CARD: (0, 1),
    UpCardFeature.UP_ABOVE_PAIR: (0, 1),
}


def up_card_features(cards: Sequence[Card], seen: Sequence[Card], _: Sequence[Card] = ()) -> list[int]:
    """The features of five cards against an up card."""
    (up,) = seen
    features = [0] * len(UpCardFeature)
    ranks = Counter(card.rank for card in cards)
    features[UpCardFeature.HAND] = best_four_card_hand(cards).strength
    features[UpCardFeature.UP_CARD] = up.rank + 1
    features[UpCardFeature.CONTAINS_UP_CARD] = int(up.rank in ranks)
    features[UpCardFeature.UP_ABOVE_PAIR] = int(all(rank < up.rank for rank in ranks if ranks[rank] > 1))
    return features


class HandFeature(IntEnum):
    """The features of a hand if no card of the dealer is seen."""

    HAND = 0


def held_features(cards: Sequence[Card], *_: Sequence[Card]) -> list[int]:
    """The features of three cards."""
    return [best_three_card_hand(cards).strength]


def _street_of(_: Street) -> str | None:
    return _PLAY[0]


UP_CARD: Final = Language(
    game="four_card",
    example="fold, play_1 or play_most",
    streets=_PLAY,
    titles=("With your five cards",),
    charted=(),
    conditions=CONDITIONS,
    whole=tuple(_RANGES.values()),
    ranking=FOUR_CARD,
    fits=lambda book: book.family is FamilyName.OWN_DEALER and book.players_hand.ranking == "four_card",
    street_of=_street_of,
    features=up_card_features,
)
HELD: Final = Language(
    game="three_card",
    example="fold, play_1 or play_most",
    streets=_PLAY,
    titles=("With your three cards",),
    charted=(),
    conditions=(
        Condition("at_least", HandFeature.HAND, Kind.HAND, _PLAY, "{} or better"),
        Condition("at_most", HandFeature.HAND, Kind.HAND, _PLAY, "at most {}", upper=True),
    ),
    whole=((1, len(THREE_CARD.classes)),),
    ranking=THREE_CARD,
    fits=lambda book: book.family is FamilyName.OWN_DEALER and book.players_hand.ranking == "three_card",
    street_of=_street_of,
    features=held_features,
)
