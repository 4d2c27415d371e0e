"""Heads-Up Hold'em, and every game of its shape, solved exactly."""

from pitbook.odds.families.board_dealer.advise import advise_holdem
from pitbook.odds.families.board_dealer.policy import HoldemPolicy
from pitbook.odds.families.board_dealer.solve import HoldemSolution, evaluate_holdem, solve_holdem
from pitbook.odds.families.board_dealer.warming import warm

__all__ = ["HoldemPolicy", "HoldemSolution", "advise_holdem", "evaluate_holdem", "solve_holdem", "warm"]
