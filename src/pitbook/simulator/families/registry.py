"""The families as the simulator plays them."""

from typing import Final

from pitbook.odds.families.board_dealer.family import BoardDealer
from pitbook.odds.families.counted import stakes_problem
from pitbook.odds.families.no_dealer.family import NoDealer
from pitbook.odds.families.own_dealer.family import OwnDealer
from pitbook.odds.families.own_dealer.plain_family import PlainHands
from pitbook.odds.families.registry import family_of
from pitbook.problems import RefusedError
from pitbook.simulator.families.board_dealer import BoardDealt
from pitbook.simulator.families.no_dealer import SetsDealt
from pitbook.simulator.families.own_dealer import OwnDealt
from pitbook.simulator.families.plain_hands import PlainDealt
from pitbook.simulator.families.protocol import Dealt
from pitbook.submission import HouseRules

_DEALT: Final[dict[type, Dealt]] = {
    BoardDealer: BoardDealt(),
    OwnDealer: OwnDealt(),
    PlainHands: PlainDealt(),
    NoDealer: SetsDealt(),
}


def dealt_of(rules: HouseRules) -> Dealt:
    """How the game of a house is dealt; one in which folding loses more than the first wagers is refused."""
    if problem := stakes_problem(rules):
        raise RefusedError(problem)
    return _DEALT[type(family_of(rules))]
