"""Rounds that are over, settlement lines, and what was done in a round."""

from pitbook.documents import Document
from pitbook.exact import Exact
from pitbook.settlement.settle import LineWithReadings


class ListedHand(Document):
    """A seat's cards in a round that is over."""

    cards: list[str]
    hand: str | None
    folded: bool
    net: str


class ListedDecision(Document):
    """What the caller decided, and what it cost against the best action, in units."""

    seat: int
    street: str
    when: str
    """When the decision is, in words."""
    units: str
    """The unit of values and costs: the book's own wager, in the plural."""
    action: str
    best: str
    cost: Exact


class ListedRound(Document):
    """A round that is over."""

    round: str
    number: int
    opened: str
    void: str | None
    net: str | None
    """What the caller won, if the caller was in it."""
    seats: dict[str, str]
    own_seats: list[int]
    board: list[str]
    dealer: list[str]
    dealer_hand: str | None
    hands: dict[str, ListedHand]
    decisions: list[ListedDecision]
    """The caller's decisions, if the coach may speak."""
    cost_money: str | None


class RoundsPage(Document):
    """Rounds of a table, the latest first."""

    rounds: list[ListedRound]
    more: bool
    before: int | None
    """The number to send as `before` for the next page."""


class Line(LineWithReadings):
    """One settlement line, with its reason in words and how the book is read there."""

    why: str


class Answered(Document):
    """What a decision changes: a wager is made or goes back, or the hand is folded."""

    wager: str | None
    amount: str
    takes_back: bool
    folds: bool


class Did(Document):
    """A step that was done: what, at which seat, and for cards how many, where to and which way up."""

    do: str
    seat: int | None
    to: str | None
    cards: int
    face_up: bool
    answered: Answered | None
    """The effect of the step, if it is a decision."""


class Sentence(Document):
    """Something that was done, by whom, and by which clauses."""

    by: str
    words: str
    clauses: list[str]
    did: Did | None
