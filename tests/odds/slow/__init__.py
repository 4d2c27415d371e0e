"""The value of both games on short decks, slowly: written from the rule books, to check the fast solvers against.

Every decision is tried with exactly the cards that the player sees then, and every deal is counted. No symmetry is
used. Hands are ranked by the naive oracle, in the order of the full deck of 52.
"""

from .four_card import slow_four_card
from .holdem import slow_holdem

__all__ = ["slow_four_card", "slow_holdem"]
