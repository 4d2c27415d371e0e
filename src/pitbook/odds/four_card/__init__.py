"""Four Card Poker, solved exactly: the best play, the result of any play, and the value of a decision."""

from pitbook.odds.four_card.advise import advise_four_card
from pitbook.odds.four_card.counts import FourCardCounts, count_four_card
from pitbook.odds.four_card.policy import FourCardPolicy
from pitbook.odds.four_card.solve import FourCardSolution, evaluate_four_card, solve_four_card
from pitbook.odds.four_card.warming import warm

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
