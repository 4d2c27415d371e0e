"""Rule books and clauses."""

from typing import Literal

from pitbook.documents import Document


class Summary(Document):
    """A paytable in one line."""

    id: str
    summary: str


class BookWager(Document):
    """A wager of a book."""

    name: str
    label: str
    required: bool
    opens: bool
    """Enough by itself to take part in a round."""
    decided: bool
    """Placed at a decision."""
    clauses: list[str]


class BookOffer(Document):
    """Something that a player may do at a decision."""

    does: Literal["bet", "check", "fold", "withdraw"]
    verb: str
    """The name of the action; for a bet, without its multiple."""
    multiples: list[int]
    """For a bet: how many times the base may be wagered."""
    any_amount_between: bool
    adds: bool
    """For a bet: whether it is added to what earlier decisions put there."""
    needs_hand: str | None
    """The hands with which it is allowed, in words; null if it is allowed with every hand."""
    option: str | None
    """The house option that allows it; null if every house does."""
    clauses: list[str]


class BookStreet(Document):
    """A decision of a book's players."""

    name: str
    title: str
    board: int
    actions: list[BookOffer]
    otherwise: str
    clauses: list[str]


class BookOption(Document):
    """A choice that a book leaves to the house."""

    name: str
    default: bool
    says: str
    clauses: list[str]


class BookDealing(Document):
    """A way of dealing, and the orders that it allows."""

    method: str
    orders: list[str]


class Book(Document):
    """A rule book, with everything that may be chosen when a table is opened."""

    id: str
    title: str
    unit: str
    """The name of the wager that limits are for and amounts are counted in."""
    family: str
    authority: str
    version: str
    """The version of the book's data: a different text has a different version."""
    positions: int
    adjacent_boxes: bool
    """One player may wager on several positions."""
    player_cards: int
    rests_on: str | None
    """The book whose procedures apply where this one is silent."""
    paytables: dict[str, list[Summary]]
    paytable_titles: dict[str, str]
    wagers: list[BookWager]
    streets: list[BookStreet]
    options: list[BookOption]
    dealing_methods: list[BookDealing]
    shufflers: list[str]
    payout_limit: dict[str, object] | None
    stock: dict[str, object]
    """The stock submission, as a submission file has it."""


class Reading(Document):
    """How we read something that a book leaves open."""

    number: int
    name: str
    says: str
    options: list[str]


class Clause(Document):
    """A clause in our own words, and how it is covered."""

    citation: str
    book: str
    title: str
    id: str
    says: str
    coverage: str
    reason: str | None
    readings: list[Reading]
