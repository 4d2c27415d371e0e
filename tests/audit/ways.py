"""Every way of dealing that a table can have, book by book."""

from pitbook.submission import HouseRules
from table.play import FOUR, MD, METHODS, rules_of, shuffler_for

WAYS = [(book, method, order, "") for book, method, order in METHODS]
WAYS += [(MD, "automated", "", "automatic_counting"), (FOUR, "automated", "", "automatic")]


def rules_for(book: str, method: str, order: str, shuffler: str, decks: int = 1) -> HouseRules:
    """The house rules of a way of dealing."""
    return rules_of(book, method, order, shuffler or shuffler_for(method, order, book), decks)
