"""The one registry of the families."""

from typing import Any, Final

from pitbook.odds.families.board_dealer.family import BoardDealer
from pitbook.odds.families.own_dealer.family import OwnDealer
from pitbook.odds.families.protocol import Family
from pitbook.rulebooks.families import FamilyName
from pitbook.submission import HouseRules

FAMILIES: Final[dict[FamilyName, Family[Any]]] = {
    FamilyName.BOARD_DEALER: BoardDealer(),
    FamilyName.OWN_DEALER: OwnDealer(),
}


def family_of(rules: HouseRules) -> Family[Any]:
    """The family of a house's game."""
    return FAMILIES[rules.book.family]


def warm() -> None:
    """Compiles the kernels of all families, or loads them if that was done before."""
    for family in FAMILIES.values():
        family.warm()
