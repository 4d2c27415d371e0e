"""An independent, deliberately naive settlement of the games, to check the product against.

It is written from the rule books, imports nothing of the product, and assumes valid input.
"""

from .common import Answer, Choices, Hand
from .four_card import settle_four_card
from .holdem import settle_holdem
from .house import settle_house
from .house_paytables import HOUSE_PAYTABLES
from .paytables import FOUR

__all__ = ["settle"]


def settle(book: str, choices: Choices, hand: Hand) -> Answer:
    """Pay one described round."""
    if book in HOUSE_PAYTABLES:
        return settle_house(book, choices, hand)
    if book == FOUR:
        return settle_four_card(choices, hand)
    return settle_holdem(book, choices, hand)
