"""Heads-Up Hold'em, and every game of its shape, solved exactly."""

from pitbook.odds.holdem.advise import advise_holdem
from pitbook.odds.holdem.policy import HoldemPolicy
from pitbook.odds.holdem.solve import HoldemSolution, evaluate_holdem, solve_holdem
from pitbook.odds.holdem.warming import warm

__all__ = ["HoldemPolicy", "HoldemSolution", "advise_holdem", "evaluate_holdem", "solve_holdem", "warm"]
