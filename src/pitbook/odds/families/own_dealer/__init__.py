"""Four Card Poker, solved exactly: the best play, the result of any play, and the value of a decision."""

from pitbook.odds.families.own_dealer.advise import advise_four_card
from pitbook.odds.families.own_dealer.counts import FourCardCounts, count_four_card
from pitbook.odds.families.own_dealer.policy import FourCardPolicy
from pitbook.odds.families.own_dealer.solve import FourCardSolution, evaluate_four_card, solve_four_card
from pitbook.odds.families.own_dealer.warming import warm

__all__ = [
    "FourCardCounts",
    "FourCardPolicy",
    "FourCardSolution",
    "advise_four_card",
    "count_four_card",
    "evaluate_four_card",
    "solve_four_card",
    "warm",
]
