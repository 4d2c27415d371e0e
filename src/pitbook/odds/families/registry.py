"""The one registry of the families."""

from typing import TYPE_CHECKING, Any, Final

from pitbook.odds.families.board_dealer.family import BoardDealer
from pitbook.odds.families.counted import flow_problem, stakes_problem
from pitbook.odds.families.no_dealer.family import NoDealer
from pitbook.odds.families.own_dealer.family import OwnDealer
from pitbook.odds.families.own_dealer.plain_family import PlainHands
from pitbook.odds.families.protocol import Family
from pitbook.problems import Problem, RefusedError
from pitbook.submission import HouseRules

if TYPE_CHECKING:
    from pitbook.odds.families.dealing import Dealing

FAMILIES: Final[tuple[Family[Any], ...]] = (BoardDealer(), OwnDealer(), PlainHands(), NoDealer())


def family_of(rules: HouseRules) -> Family[Any]:
    """The family of a house's game; a game that no family can count is refused."""
    if problem := flow_problem(rules):
        raise RefusedError(problem)
    for family in FAMILIES:
        if family.fits(rules.book):
            return family
    raise RefusedError(Problem(f"{rules.book.title} can't be counted: no family of games has its cards", rules.book.id))


def dealing_of(rules: HouseRules) -> "Dealing":
    """How the rounds of a house's game are dealt; a game where a fold loses more than the first wagers is refused."""
    if problem := stakes_problem(rules):
        raise RefusedError(problem)
    return family_of(rules).dealing


def warm() -> None:
    """Compiles the kernels of all families, or loads them if that was done before."""
    for family in FAMILIES:
        family.warm()
