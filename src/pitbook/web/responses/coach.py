"""Answers of the coach, the drill and the lessons."""

from typing import Literal

from pitbook.coach.documents import (
    AdvisedActions,
    DifferenceLine,
    JudgedDecision,
    LessonParts,
    NetShare,
    Outlook,
    OwnRound,
    ReportedRounds,
    Term,
    Worth,
)
from pitbook.documents import Document
from pitbook.exact import Exact


class Advice(AdvisedActions):
    """What every action is worth in the decision that the caller has to make."""

    seat: int
    version: int


class Review(Document):
    """The caller's decisions in a round."""

    round: str
    over: bool
    decisions: list[JudgedDecision]


class SessionReport(ReportedRounds):
    """The caller's session."""

    most: int
    """How many rounds are counted at most, the newest."""
    complete: bool
    """Whether no older round is left out."""


class Lifetime(Document):
    """Rounds of the caller, table by table, and where the next page begins."""

    rounds: list[OwnRound]
    after: str | None


class DrillChoice(Document):
    """Something that may be done."""

    action: str
    label: str


class Question(Document):
    """A decision to make."""

    target: str
    title: str
    street: str
    when: str
    """When the decision is, in words."""
    units: str
    """The unit of values and costs: the book's own wager, in the plural."""
    cards: list[str]
    board: list[str]
    up: list[str]
    withdrawn: dict[str, bool]
    """For each wager that could be withdrawn before: whether it was."""
    choices: list[DrillChoice]
    clauses: list[str]


class OwnDrill(Question):
    """A decision under a signed id that contains it."""

    id: str


class Drill(OwnDrill):
    """A decision that was dealt by chance."""

    seed: int


class DrillMistakes(Document):
    """The caller's mistakes, as drills."""

    drills: list[OwnDrill]


class DrillResult(Question):
    """What an answer was worth."""

    answered: str
    """A signed id for `DrillInstead`, to ask what another action would have done."""
    recorded: bool
    """Whether the answer is in the record, because the caller is signed in."""
    level: int | None
    """By the cost of the smallest mistake: 1 is clear, 4 is close; null if no action is a mistake."""
    action: str
    correct: bool
    cost: Exact
    actions: dict[str, Worth]
    best: str
    why: str
    outlook: Outlook


class DrillStreet(Document):
    """The answers at one kind of decision."""

    when: str
    """When the decision is, in words."""
    answered: int
    right: int
    cost: Exact
    """The cost of all mistakes, in units."""


class DrillBook(Document):
    """The answers of one book."""

    title: str
    streets: dict[str, DrillStreet]


class MissedDrill(Document):
    """A decision that was missed."""

    question: OwnDrill
    box: int
    """How often in a row it was answered right since."""
    due: str
    """When it comes back."""


class DrillResults(Document):
    """What the caller has practised."""

    level: int
    row: int
    """How many answers in a row were right, up to the last one."""
    wrong: int
    """How many answers in a row were wrong, up to the last one; 0 again when they lower the level."""
    best: int
    """The longest row."""
    days: dict[str, int]
    """The number of answers, by date."""
    results: dict[str, DrillBook]
    missed: list[MissedDrill]
    """The one that was asked last comes last."""


class DrillWhatIf(Document):
    """How an action in a drill can come out."""

    instead: str
    value: Exact
    units: str
    """The unit of values and costs: the book's own wager, in the plural."""
    basis: Literal["distribution"]
    distribution: list[NetShare]


class Lesson(LessonParts):
    """How a game is played, in a minute."""

    target: str
    title: str


class BookName(Document):
    """A rule book."""

    id: str
    title: str


class Differences(Document):
    """The books side by side."""

    books: list[BookName]
    lines: list[DifferenceLine]


class Names(Document):
    """Names of books, wagers, hands, streets and people in another language, by their English."""

    names: dict[str, str]
    verbs: dict[str, str]
    """What players do."""


class Glossary(Document):
    """The words of the table."""

    terms: list[Term]
