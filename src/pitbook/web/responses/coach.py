"""The form of the answers of the coach, the drill and the lessons, for the description of the API."""

from typing import Literal

from pitbook.odds.exact import Exact
from pitbook.settlement.lines import LineDocument
from pitbook.web.responses.base import ResponseModel
from pitbook.web.responses.books import Note


class Worth(ResponseModel):
    """What an action is worth, in the units of its game."""

    value: Exact


class HandShare(ResponseModel):
    """How often the dealer wins with a kind of hand."""

    hand: str
    share: Exact


class HandCards(ResponseModel):
    """Cards that make the same hand."""

    hand: str
    cards: list[str]


class Draw(ResponseModel):
    """A flush or a straight that one of these cards completes."""

    words: str
    cards: list[str]


class DealCounts(ResponseModel):
    """Numbers of deals."""

    lose: int
    tie: int
    win: int


class Outlook(ResponseModel):
    """How a hand compares with the dealer's, over all deals that are still possible, if nobody folds."""

    deals: int
    win: Exact
    tie: Exact
    lose: Exact
    qualifies: Exact | None
    """How often the dealer qualifies; null where the dealer need not."""
    beaten_by: list[HandShare]
    draws: list[Draw]
    completed: Exact | None
    """How often one of the draws is completed."""
    outs: list[HandCards]
    """Cards that lift the player's hand; once the board is complete, those with which the dealer always wins."""
    whose: Literal["player", "dealer"] | None
    """Whose outs they are."""
    cards: dict[str, DealCounts]
    """By card: the deals in which it comes, to the board or, once that is complete, to the dealer."""


class Advice(ResponseModel):
    """What every action is worth in the decision that the caller has to make."""

    seat: int
    version: int
    street: str
    when: str
    """When the decision is, in words."""
    units: str
    """What values and costs are counted in: several of the book's own wager."""
    actions: dict[str, Worth]
    best: str
    why: str
    outlook: Outlook


class JudgedDecision(ResponseModel):
    """A decision that was made, and what it was worth."""

    seat: int
    street: str
    when: str
    """When the decision is, in words."""
    units: str
    """What values and costs are counted in: several of the book's own wager."""
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
    """Against the best action, in units."""
    cost_money: str
    why: str
    outlook: Outlook


class Review(ResponseModel):
    """The caller's decisions in a round."""

    round: str
    over: bool
    decisions: list[JudgedDecision]


class Mistake(JudgedDecision):
    """A decision that was not the best one."""

    round: str


class StreetReport(ResponseModel):
    """The decisions of one kind."""

    when: str
    """When the decision is, in words."""
    decisions: int
    mistakes: int
    cost: Exact


class RoundReport(ResponseModel):
    """One round of the session, with the totals until then."""

    round: str
    number: int
    void: str | None
    net: str
    """Everything that was won or lost."""
    compared: str
    """What the wagers won that the expectation is of: without envy bonuses and payout limit."""
    expected: str
    cost: str
    total_net: str
    total_compared: str
    total_expected: str
    total_cost: str
    total_band: str


class SessionReport(ResponseModel):
    """The caller's session."""

    player: str
    rounds: int
    decisions: int
    mistakes: int
    cost: Exact
    units: str | None
    """What costs are counted in; nothing where games count in different wagers."""
    cost_money: str
    net: str
    """Everything that was won or lost."""
    compared: str
    """What the wagers won that the expectation is of: without envy bonuses and payout limit."""
    expected: str
    """What the same wagers win on average, with the best decisions."""
    luck: str
    """What was compared, less what was expected, plus the cost of mistakes."""
    band: str
    """Two standard deviations of it: luck lies within, either way, about 19 times out of 20."""
    most: int
    """So many rounds are counted, the newest."""
    complete: bool
    """Whether no older round is left out."""
    streets: dict[str, StreetReport]
    series: list[RoundReport]
    worst: list[Mistake]


class OwnRound(ResponseModel):
    """A round of the caller's in figures; money in dollars."""

    round: str
    opened: str
    title: str
    units: str
    """What values and costs are counted in: several of the book's own wager."""
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
    """Of the mistakes, in units."""
    cost_money: str
    streets: dict[str, StreetReport]


class Lifetime(ResponseModel):
    """Rounds of the caller's, table by table, and where the next page begins."""

    rounds: list[OwnRound]
    after: str | None


class DrillChoice(ResponseModel):
    """Something that may be done."""

    action: str
    label: str


class Question(ResponseModel):
    """A decision to make."""

    target: str
    title: str
    street: str
    when: str
    """When the decision is, in words."""
    units: str
    """What values and costs are counted in: several of the book's own wager."""
    cards: list[str]
    board: list[str]
    up: list[str]
    withdrawn: dict[str, bool]
    """By wager that could be withdrawn before: whether it was."""
    choices: list[DrillChoice]
    clauses: list[str]


class OwnDrill(Question):
    """A decision under a signed id that contains it."""

    id: str


class Drill(OwnDrill):
    """A decision that was dealt by chance."""

    seed: int


class DrillMistakes(ResponseModel):
    """Mistakes of the caller's, as drills."""

    drills: list[OwnDrill]


class DrillResult(Question):
    """What an answer was worth."""

    answered: str
    """Opens what if."""
    recorded: bool
    """Whether it is in the record: the caller is signed in."""
    level: int | None
    """By what the smallest mistake costs: 1 is clear, 4 is close; null where no action is a mistake."""
    action: str
    correct: bool
    cost: Exact
    actions: dict[str, Worth]
    best: str
    why: str
    outlook: Outlook


class DrillStreet(ResponseModel):
    """The answers at one kind of decision."""

    when: str
    """When the decision is, in words."""
    answered: int
    right: int
    cost: Exact
    """Of all mistakes, in units."""


class DrillBook(ResponseModel):
    """The answers of one book."""

    title: str
    streets: dict[str, DrillStreet]


class MissedDrill(ResponseModel):
    """A decision that was missed."""

    question: OwnDrill
    box: int
    """How often in a row it was known since."""
    due: str
    """When it comes back."""


class DrillResults(ResponseModel):
    """What the caller has practised."""

    level: int
    row: int
    """So many were right, up to the last one."""
    wrong: int
    """So many were wrong, up to the last one, since the level changed for them."""
    best: int
    """The longest row."""
    days: dict[str, int]
    """The number of answers, by date."""
    results: dict[str, DrillBook]
    missed: list[MissedDrill]
    """The one that was asked last comes last."""


class NetShare(ResponseModel):
    """A net of the main game, in units, and how often it comes."""

    net: Exact
    share: Exact


class Replayed(ResponseModel):
    """A hand played the other way with the cards that were dealt."""

    path: list[str]
    """The other action, and the best ones at the decisions that it leads to."""
    words: str
    board: list[str]
    dealer: list[str]
    hand: str
    dealer_hand: str | None
    """None in a game without a dealer's hand."""
    lines: list[LineDocument]
    net: str
    net_was: str
    difference: str


class WhatIf(ResponseModel):
    """A decision made the other way, once the round is over."""

    round: str
    seat: int
    street: str
    units: str
    """What values and costs are counted in: several of the book's own wager."""
    action: str
    instead: str
    value: Exact
    """What the other action was worth when it was decided, in units."""
    value_was: Exact
    basis: Literal["actual", "distribution"]
    """The cards that were dealt, or all deals that were possible."""
    replayed: Replayed | None
    distribution: list[NetShare] | None


class DrillWhatIf(ResponseModel):
    """How an action in a drill can come out."""

    instead: str
    value: Exact
    units: str
    """What values and costs are counted in: several of the book's own wager."""
    basis: Literal["distribution"]
    distribution: list[NetShare]


class LessonStep(ResponseModel):
    """A part of a round."""

    part: Literal["wager", "cards", "decision", "showdown", "paid"]
    street: str | None
    """Of a decision."""
    title: str
    says: list[Note]


class LessonWager(ResponseModel):
    """A wager that is not needed to play."""

    name: str
    label: str
    says: list[Note]


class Lesson(ResponseModel):
    """How a game is played, in a minute."""

    target: str
    title: str
    steps: list[LessonStep]
    hands: list[str]
    """The kinds of hands, the highest first."""
    side_wagers: list[LessonWager]


class BookName(ResponseModel):
    """A rule book."""

    id: str
    title: str


class DifferenceLine(ResponseModel):
    """One thing, and what each book says about it, in the order of the books."""

    label: str
    same: bool
    cells: list[Note]


class Differences(ResponseModel):
    """The books side by side."""

    books: list[BookName]
    lines: list[DifferenceLine]


class Term(ResponseModel):
    """A word of the table."""

    name: str
    says: str
    clauses: list[str]


class Names(ResponseModel):
    """Names of books, wagers, hands, streets and people in another language, by their English."""

    names: dict[str, str]
    verbs: dict[str, str]
    """What players do."""


class Glossary(ResponseModel):
    """The words of the table."""

    terms: list[Term]
