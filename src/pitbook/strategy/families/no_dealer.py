"""The features of cards that only have to become a paying hand, and the conditions that rules can have."""

from collections.abc import Collection, Sequence
from enum import IntEnum
from typing import Final

from pitbook.cards import DECK, FIVE_CARD, Card, Rank, best_five_card_hand
from pitbook.rulebooks.families import FamilyName
from pitbook.rulebooks.flow import Street
from pitbook.strategy.conditions import Condition, Kind, Language

_HAND: Final = FIVE_CARD.size
_NAMES: Final = {2: "two_cards", 3: "three_cards", 4: "four_cards"}
"""The streets of a file, by how many cards are known."""
CARDS_AT: Final = {name: cards for cards, name in _NAMES.items()}
_TITLES: Final = ("With two cards", "With three cards", "With four cards")
_HIGH: Final = Rank.TEN


class DrawFeature(IntEnum):
    """The features of the known cards. A made hand stays made, whatever cards come."""

    MADE = 0
    """The strength of what they already make: the lowest hand that they can become if any of 52 cards may come."""
    SUITED = 1
    """Whether all are of one suit."""
    STRAIGHTS = 2
    """How many straights of the deck can be made with all of them."""
    HIGH_CARDS = 3
    """How many are tens or higher."""


_ALL: Final = tuple(_NAMES.values())
CONDITIONS: Final = (
    Condition("at_least", DrawFeature.MADE, Kind.HAND, _ALL, "{} or better already made"),
    Condition("at_most", DrawFeature.MADE, Kind.HAND, _ALL, "at most {} made", upper=True),
    Condition("suited", DrawFeature.SUITED, Kind.YES_NO, _ALL, "all of one suit|not all of one suit"),
    Condition(
        "straights_at_least",
        DrawFeature.STRAIGHTS,
        Kind.NUMBER,
        _ALL,
        "{} or more straights possible",
        means="A straight is possible if it can have all of your cards: three in a row are part of up to three.",
    ),
    Condition("high_cards_at_least", DrawFeature.HIGH_CARDS, Kind.NUMBER, _ALL, "{} or more cards of ten or higher"),
)
_WHOLE: Final = ((1, len(FIVE_CARD.classes)), (0, 1), (0, 5), (0, 5))


def runs_of(ranks: Collection[int]) -> list[set[int]]:
    """The ranks of every straight in a deck of these ranks; the ace is low only below a two."""
    tops = range(Rank.FIVE, Rank.ACE + 1)
    runs = [{(top - step) % len(Rank) for step in range(_HAND)} for top in tops]
    return [run for run in runs if run <= set(ranks)]


def known_features(own: Sequence[Card], seen: Sequence[Card], deck: Sequence[Card] = DECK) -> list[int]:
    """The features of the player's cards together with those that are face up."""
    cards = [*own, *seen]
    ranks = {card.rank for card in cards}
    runs = runs_of({card.rank for card in deck})
    return [
        _lowest(cards),
        int(len({card.suit for card in cards}) == 1),
        sum(ranks <= run for run in runs) if len(ranks) == len(cards) else 0,
        sum(card.rank >= _HIGH for card in cards),
    ]


def _lowest(cards: list[Card]) -> int:
    """The strength of the lowest hand that cards can become, adding one card after the other."""
    if len(cards) == _HAND:
        return best_five_card_hand(cards).strength
    return min(_lowest([*cards, card]) for card in DECK if card not in cards)


def _street_of(street: Street) -> str | None:
    return _NAMES.get(street.own + street.board)


KNOWN: Final = Language(
    game="no_dealer",
    example="ride or withdraw_bet_1",
    streets=_ALL,
    titles=_TITLES,
    charted=(),
    conditions=CONDITIONS,
    whole=_WHOLE,
    ranking=FIVE_CARD,
    fits=lambda book: book.family is FamilyName.NO_DEALER,
    street_of=_street_of,
    features=known_features,
)
