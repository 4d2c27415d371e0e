"""Advice, reviews, reports and lessons in JSON types."""

from typing import Literal

from pitbook.documents import Document
from pitbook.exact import Exact
from pitbook.layout.documents import Note
from pitbook.settlement.lines import LineDocument


class Worth(Document):
    """What an action is worth, in the units of its game."""

    value: Exact


class HandShare(Document):
    """How often the dealer wins with a kind of hand."""

    hand: str
    share: Exact


class HandCards(Document):
    """Cards that make the same hand."""

    hand: str
    cards: list[str]


class Draw(Document):
    """A flush or a straight that one of these cards completes."""

    words: str
    cards: list[str]


class DealCounts(Document):
    """Numbers of deals."""

    lose: int
    tie: int
    win: int


class Outlook(Document):
    """How a hand compares with the dealer's, over all deals that are still possible, if nobody folds."""

    deals: int
    win: Exact
    tie: Exact
    lose: Exact
    qualifies: Exact | None
    """How often the dealer qualifies; null if there is no qualifying hand."""
    beaten_by: list[HandShare]
    draws: list[Draw]
    completed: Exact | None
    """How often one of the draws is completed."""
    outs: list[HandCards]
    """Cards that improve the player's hand; once the board is complete, cards with which the dealer always wins."""
    whose: Literal["player", "dealer"] | None
    """Whose outs these are."""
    cards: dict[str, DealCounts]
    """By card: the deals in which it is on the board or, once the board is complete, in the dealer's hand."""


class AdvisedActions(Document):
    """What every action is worth in a decision."""

    street: str
    when: str
    """When the decision is, in words."""
    units: str
    """The unit of values and costs: the book's own wager, in the plural."""
    actions: dict[str, Worth]
    best: str
    why: str
    outlook: Outlook


class JudgedDecision(Document):
    """A decision that was made, and what it was worth."""

    seat: int
    street: str
    when: str
    """When the decision is, in words."""
    units: str
    """The unit of values and costs: the book's own wager, in the plural."""
    cards: list[str]
    board: list[str]
    up: list[str]
    dead: list[str]
    """Cards that the player knew to be out of play."""
    action: str
    amount: str | None
    ante: str
    actions: dict[str, Worth]
    best: str
    cost: Exact
    """The cost against the best action, in units."""
    cost_money: str
    why: str
    outlook: Outlook


class Mistake(JudgedDecision):
    """A decision that was not the best one."""

    round: str


class StreetReport(Document):
    """The decisions of one kind."""

    when: str
    """When the decision is, in words."""
    decisions: int
    mistakes: int
    cost: Exact


class RoundReport(Document):
    """One round of the session, with the totals until then."""

    round: str
    number: int
    void: str | None
    net: str
    """Everything that was won or lost."""
    compared: str
    """What the wagers with an expectation won: without envy bonuses and payout limit."""
    expected: str
    cost: str
    total_net: str
    total_compared: str
    total_expected: str
    total_cost: str
    total_band: str


class ReportedRounds(Document):
    """Rounds of a player: decisions and their cost, and luck against expectation."""

    player: str
    rounds: int
    decisions: int
    mistakes: int
    cost: Exact
    units: str | None
    """The unit of costs; null if the games have different units."""
    cost_money: str
    net: str
    """Everything that was won or lost."""
    compared: str
    """What the wagers with an expectation won: without envy bonuses and payout limit."""
    expected: str
    """What the same wagers win on average, with the best decisions."""
    luck: str
    """What was compared, less what was expected, plus the cost of mistakes."""
    band: str
    """Two standard deviations of luck, in either direction: luck lies within about 19 times out of 20."""
    streets: list[StreetReport]
    series: list[RoundReport]
    worst: list[Mistake]


class OwnRound(Document):
    """A round of the caller in figures; money in dollars."""

    round: str
    opened: str
    title: str
    units: str
    """The unit of values and costs: the book's own wager, in the plural."""
    void: str | None
    wagered: str
    net: str
    compared: str
    expected: str
    deviation: str
    """The standard deviation of what is compared."""
    decisions: int
    mistakes: int
    cost: Exact
    """The cost of the mistakes, in units."""
    cost_money: str
    streets: list[StreetReport]


class NetShare(Document):
    """A net of the main game, in units, and how often it comes."""

    net: Exact
    share: Exact


class Replayed(Document):
    """A hand played the other way with the cards that were dealt."""

    path: list[str]
    """The other action, and the best ones at the decisions that it leads to."""
    words: str
    board: list[str]
    dealer: list[str]
    hand: str
    dealer_hand: str | None
    """Null in a game without a dealer's hand."""
    lines: list[LineDocument]
    net: str
    net_was: str
    difference: str


class WhatIf(Document):
    """A decision made the other way, once the round is over."""

    round: str
    seat: int
    street: str
    units: str
    """The unit of values and costs: the book's own wager, in the plural."""
    action: str
    instead: str
    value: Exact
    """What the other action was worth when it was decided, in units."""
    value_was: Exact
    basis: Literal["actual", "distribution"]
    """Whether this is about the cards that were dealt, or about all deals that were possible."""
    replayed: Replayed | None
    distribution: list[NetShare] | None


LessonPart = Literal["wager", "cards", "decision", "showdown", "paid"]


class LessonStep(Document):
    """A part of a round."""

    part: LessonPart
    street: str | None
    """The street, if this part is a decision."""
    title: str
    says: list[Note]


class LessonWager(Document):
    """A wager that is not needed to play."""

    name: str
    label: str
    says: list[Note]


class LessonParts(Document):
    """How a game is played."""

    steps: list[LessonStep]
    hands: list[str]
    """The kinds of hands, the highest first."""
    side_wagers: list[LessonWager]


class DifferenceLine(Document):
    """One thing, and what each book says about it, in the order of the books."""

    label: str
    same: bool
    cells: list[Note]


class Term(Document):
    """A word of the table."""

    name: str
    says: str
    clauses: list[str]


class SpotDocument(Document):
    """A decision without its house rules: cards as text, and what earlier decisions left on wagers."""

    street: str
    cards: str
    seen: str
    dead: str
    left: str
