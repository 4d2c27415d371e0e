"""The form of the answers about books, layouts, odds and past rounds, for the description of the API.

What an answer has and its form has not is an error, so that the description stays true.
"""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict


class Answer(BaseModel):
    """An answer, or a part of one."""

    model_config = ConfigDict(extra="forbid")


class Exact(Answer):
    """An exact number, and a decimal near it."""

    fraction: str
    decimal: float


class Summary(Answer):
    """A paytable in one line."""

    id: str
    summary: str


class BookWager(Answer):
    """A wager of a book."""

    name: str
    label: str
    required: bool
    opens: bool
    """Enough by itself to take part in a round."""
    decided: bool
    """Placed at a decision."""
    clauses: list[str]


class BookOffer(Answer):
    """Something that a player may do at a decision."""

    does: Literal["bet", "check", "fold", "withdraw"]
    verb: str
    """What it is called: the name of the action, of a bet without its multiple."""
    multiples: list[int]
    """Of a bet: how many times the base may be wagered."""
    any_amount_between: bool
    adds: bool
    """Of a bet: whether it comes on top of what earlier decisions have put there."""
    needs_hand: str | None
    """The hands with which it is allowed, in words; none where every hand will do."""
    option: str | None
    """The house option that allows it, if not every house does."""
    clauses: list[str]


class BookStreet(Answer):
    """A decision of a book's players."""

    name: str
    title: str
    board: int
    actions: list[BookOffer]
    otherwise: str
    clauses: list[str]


class BookOption(Answer):
    """A choice that a book leaves to the house."""

    name: str
    default: bool
    says: str
    clauses: list[str]


class BookDealing(Answer):
    """A way of dealing, and the orders that it allows."""

    method: str
    orders: list[str]


class Book(Answer):
    """A rule book, with everything that may be chosen when a table is opened."""

    id: str
    title: str
    unit: str
    """What the wager is called that limits are for and amounts are counted in."""
    family: str
    authority: str
    version: str
    """Of the book's data: another text has another one."""
    positions: int
    adjacent_boxes: bool
    """One player may wager on several positions."""
    player_cards: int
    rests_on: str | None
    """The book whose procedures serve where this one is silent."""
    paytables: dict[str, list[Summary]]
    paytable_titles: dict[str, str]
    wagers: list[BookWager]
    streets: list[BookStreet]
    options: list[BookOption]
    dealing_methods: list[BookDealing]
    shufflers: list[str]
    payout_limit: dict[str, Any] | None
    stock: dict[str, Any]
    """The stock submission, as a submission file has it."""


class Reading(Answer):
    """How something is read that a book leaves open."""

    number: int
    name: str
    says: str
    options: list[str]


class Clause(Answer):
    """A clause in our own words, and how it is covered."""

    citation: str
    book: str
    title: str
    id: str
    says: str
    coverage: str
    reason: str | None
    readings: list[Reading]


class Shown(Answer):
    """Something on the layout."""

    shows: str
    text: str
    clauses: list[str]


class BettingArea(Answer):
    """Where the chips of one wager lie, at every position."""

    wager: str
    label: str
    main: bool
    clauses: list[str]


class CardArea(Answer):
    """Where cards lie that are not a player's."""

    place: Literal["community", "dealer", "extra"]
    label: str
    cards: int
    says: str
    clauses: list[str]


class SignLine(Answer):
    """A hand or an event, and what it pays."""

    when: str
    pays: str
    on: str | None
    clauses: list[str]


class Note(Answer):
    """A sentence on the sign."""

    text: str
    clauses: list[str]


class Schedule(Answer):
    """What one wager, or one paytable of it, pays."""

    wager: str
    title: str
    table: str | None
    lines: list[SignLine]
    notes: list[Note]
    clauses: list[str]


class PostedLimit(Answer):
    """The least and the most of a wager."""

    wager: str
    label: str
    least: str
    most: str
    amounts: list[str] | None
    text: str
    clauses: list[str]


class Sign(Answer):
    """The sign at the table."""

    schedules: list[Schedule]
    limits: list[PostedLimit]
    notes: list[Note]
    clauses: list[str]


class Layout(Answer):
    """The layout of a table, with its sign."""

    rulebook: str
    title: str
    family: str
    rules: str
    approved: str | None
    house_name: Shown
    positions: int
    position_clauses: list[str]
    position_reading: int | None
    player_cards: int
    adjacent_boxes: int
    areas: list[BettingArea]
    cards: list[CardArea]
    inscriptions: list[Shown]
    equipment: list[Shown]
    sign: Sign


class ListedHand(Answer):
    """A seat's cards in a round that is over."""

    cards: list[str]
    hand: str | None
    folded: bool
    net: str


class ListedDecision(Answer):
    """What the caller decided, and what it cost against the best action, in units."""

    seat: int
    street: str
    when: str
    """When the decision is, in words."""
    units: str
    """What values and costs are counted in: several of the book's own wager."""
    action: str
    best: str
    cost: Exact


class ListedRound(Answer):
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
    """The caller's, where the coach may speak."""
    cost_money: str | None


class Rounds(Answer):
    """Rounds of a table, the latest first."""

    rounds: list[ListedRound]
    more: bool
    before: int | None
    """For the next page."""


class SettledLine(Answer):
    """One settlement line."""

    seat: int
    wager: str
    stake: str
    result: str
    reason: str
    hand: str | None
    pays: str | None
    payout: str | None
    returned: str | None
    clauses: list[str]
    meter: str | None = None
    meter_before: str | None = None
    meter_after: str | None = None


class Line(SettledLine):
    """One settlement line, with its reason in words and how the book is read there."""

    why: str
    readings: list[str]


class Total(Answer):
    """What a seat wagered and got back."""

    wagered: str
    returned: str
    net: str


class Answered(Answer):
    """What a decision changes: a wager is made or goes back, or the hand is folded."""

    wager: str | None
    amount: str
    takes_back: bool
    folds: bool


class Did(Answer):
    """A step that was done: what, at which seat, and of cards how many, where to and which way up."""

    do: str
    seat: int | None
    to: str | None
    cards: int
    face_up: bool
    answered: Answered | None
    """Of a decision."""


class Told(Answer):
    """Something that was done, by whom, and by which clauses."""

    by: str
    words: str
    clauses: list[str]
    did: Did | None
