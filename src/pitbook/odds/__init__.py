"""Exact odds: games are solved by counting, with integers; figures are fractions, not estimates."""

from pitbook.odds.advice import advise

__all__ = ["advise"]
