"""The families as the simulator plays them."""

from typing import Final

from pitbook.rulebooks.families import FamilyName
from pitbook.simulator.families.board_dealer import BoardDealt
from pitbook.simulator.families.own_dealer import OwnDealt
from pitbook.simulator.families.protocol import Dealt
from pitbook.submission import HouseRules

_DEALT: Final[dict[FamilyName, Dealt]] = {FamilyName.BOARD_DEALER: BoardDealt(), FamilyName.OWN_DEALER: OwnDealt()}


def dealt_of(rules: HouseRules) -> Dealt:
    """How the game of a house is dealt."""
    return _DEALT[rules.book.family]
