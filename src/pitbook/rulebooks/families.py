"""Which family of games a book belongs to: it follows from the cards that the description deals."""

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitbook.rulebooks.book import RuleBook


class FamilyName(StrEnum):
    """Games whose numbers are counted in the same way."""

    BOARD_DEALER = "board_dealer"
    """Community cards, and a hand of the dealer's to beat."""
    OWN_DEALER = "own_dealer"
    """Cards of one's own alone, and a hand of the dealer's to beat."""


def family_of(book: "RuleBook") -> FamilyName:
    """The family of a book."""
    return FamilyName.BOARD_DEALER if book.board else FamilyName.OWN_DEALER
