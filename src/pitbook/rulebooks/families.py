"""The family of games that a book belongs to, which follows from the cards that it deals."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from pitbook.rulebooks.hands import PLAYER

if TYPE_CHECKING:
    from pitbook.rulebooks.book import RuleBook


class FamilyName(StrEnum):
    """Games whose odds are counted in the same way."""

    BOARD_DEALER = "board_dealer"
    """Community cards, and a dealer's hand to beat."""
    OWN_DEALER = "own_dealer"
    """Only cards of the player's own, and a dealer's hand to beat."""
    NO_DEALER = "no_dealer"
    """No dealer's hand: the player's cards and the community cards together decide."""


class CardCounts(NamedTuple):
    """How many cards a game deals, and in which ranking its hands are compared."""

    own: int
    dealer: int
    face_up: int
    board: int
    ranking: str | None


COUNTED: Final[Mapping[FamilyName, tuple[CardCounts, ...]]] = {
    FamilyName.BOARD_DEALER: (CardCounts(2, 2, 0, 5, "five_card"),),
    FamilyName.OWN_DEALER: (CardCounts(5, 6, 1, 0, "four_card"), CardCounts(3, 3, 0, 0, "three_card")),
    FamilyName.NO_DEALER: (CardCounts(3, 0, 0, 2, "five_card"), CardCounts(2, 0, 0, 3, "five_card")),
}
"""What each family can count, with any deck that has enough cards for a full table.

Anything else is refused, because it would get another game's odds.
"""
_KEYS: Final = (
    "player.cards",
    "dealer.cards",
    "flow.steps: the number of the dealer's cards face up",
    "board",
    "hands.player.ranking",
)


def uncountable(book: "RuleBook") -> Iterator[str]:
    """A sentence for each number of cards that the book's family cannot count."""
    found = CardCounts(
        book.player.cards,
        book.dealer.cards,
        book.flow.up,
        book.board,
        book.hands[PLAYER].ranking,
    )
    nearest = min(COUNTED[family_of(book)], key=lambda one: sum(a != b for a, b in zip(one, found, strict=True)))
    for key, said, right in zip(_KEYS, found, nearest, strict=True):
        if said != right:
            yield f"{key} is {said}; the solver can count this game only with {right}"


def family_of(book: "RuleBook") -> FamilyName:
    """The family of a book."""
    if book.dealers_hand is None:
        return FamilyName.NO_DEALER
    return FamilyName.BOARD_DEALER if book.board else FamilyName.OWN_DEALER
