"""Which case of its wager decided a line, and why the cases before it did not."""

from dataclasses import dataclass
from typing import Literal, NotRequired

from pitbook.documents import Document
from pitbook.money import format_cents
from pitbook.rulebooks import Interpretation
from pitbook.rulebooks.cases import deciding, unmet
from pitbook.rulebooks.hands import in_words
from pitbook.rulebooks.models import Case, Reason, Wager
from pitbook.settlement.classify import HandOutcome, classify
from pitbook.settlement.dealt_round import DealtRound
from pitbook.settlement.envy import ENVY
from pitbook.settlement.lines import Result, SettlementLine
from pitbook.settlement.pay import situation
from pitbook.settlement.settle import LineWithReadings, Settlement, SettlementDocument, Total, hands_needed
from pitbook.submission import HouseRules


class Conditions(Document):
    """What a case asks for; what it does not ask for is left out."""

    folded: NotRequired[bool]
    qualifies: NotRequired[bool]
    result: NotRequired[Literal["beats", "ties", "loses"]]
    table: NotRequired[str]
    options: NotRequired[dict[str, bool]]
    made: NotRequired[list[str]]


class CasePassedOver(Document):
    """A case before the one that decided, and its conditions that were not met."""

    number: int
    conditions: Conditions
    unmet: list[str]


class DecidingCase(Document):
    """The case of its wager that decided a line, and what it asks for."""

    number: int
    of: int
    conditions: Conditions
    why_not: NotRequired[list[CasePassedOver]]


class ExplainedLine(LineWithReadings):
    """A settlement line with its readings and its case, or the rule that decided instead of a case."""

    case: DecidingCase | None
    rule: str | None


class ReadingOfLine(Document):
    """A reading that decided a line, and the cited clauses that it interprets."""

    number: int
    name: str
    reading: str
    clauses: list[str]


class SettledHand(SettlementDocument):
    """A hand that was settled, with the readings behind its lines."""

    readings: list[ReadingOfLine]


class ExplainedHand(Document):
    """A hand that was settled, with the readings and the case behind each line."""

    lines: list[ExplainedLine]
    totals: dict[str, Total]
    meters: dict[str, str]
    readings: list[ReadingOfLine]


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A case before the one that decided, and its conditions that do not hold."""

    number: int
    case: Case
    unmet: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """The case that decided a line, by its number in the book, and the cases before it."""

    number: int
    of: int
    """How many cases the wager has."""
    case: Case
    passed_over: tuple[PassedOver, ...]

    def as_json(self, *, why_not: bool) -> DecidingCase:
        """The case in JSON types; with `why_not` the cases before it as well."""
        document: DecidingCase = {"number": self.number, "of": self.of, "conditions": conditions(self.case)}
        if why_not:
            document["why_not"] = [
                {"number": one.number, "conditions": conditions(one.case), "unmet": list(one.unmet)}
                for one in self.passed_over
            ]
        return document


def conditions(case: Case) -> Conditions:
    """What a case asks for, as its book says it."""
    stated: Conditions = {}
    if case.folded is not None:
        stated["folded"] = case.folded
    if case.qualifies is not None:
        stated["qualifies"] = case.qualifies
    if case.result is not None:
        stated["result"] = case.result
    if case.table is not None:
        stated["table"] = case.table
    if case.options:
        stated["options"] = dict(case.options)
    if case.made:
        stated["made"] = list(case.made)
    return stated


def explanation(settlement: Settlement, line: SettlementLine) -> Explanation | None:
    """The case behind a line. Lines by other rules have none: envy, payout limit, void and abandoned wagers."""
    rules, cards = settlement.rules, settlement.dealt
    wager = next((wager for wager in rules.wagers if wager.name == line.wager), None)
    if wager is None or cards.void or line.result is Result.VOID or line.reason == Reason.ABANDONED:
        return None
    return _explained(rules, cards, wager, line)


def _explained(rules: HouseRules, cards: DealtRound, wager: Wager, line: SettlementLine) -> Explanation | None:
    seat = next(seat for seat in cards.seats if seat.seat == line.seat)
    outcome = classify(rules.book, cards, seat, hands_needed(rules))
    folded = seat.folded and rules.book.flow.base in seat.wagers
    at = situation(rules, outcome, seat.wagers, folded=folded)
    held = deciding(wager, at)
    if held is None:
        return None
    number = wager.cases.index(held) + 1
    earlier = (
        PassedOver(place, case, unmet(case, at, lambda kind: _no_row(rules, outcome, kind)))
        for place, case in enumerate(wager.cases[: number - 1], 1)
    )
    return Explanation(number, len(wager.cases), held, tuple(earlier))


def _no_row(rules: HouseRules, outcome: HandOutcome, kind: str) -> str:
    """A sentence that says that the chosen table of a kind has no row for the hand."""
    table = rules.tables.get(kind)
    if table is None:
        return f"there is no {in_words(kind)} table"
    name = outcome.names.get(table.evaluates)
    return f"{in_words(kind)} table {table.id} has no row for {in_words(name) if name else 'these cards'}"


def rule_behind(settlement: Settlement, line: SettlementLine) -> str:
    """The rule that decided a line which no case decided: envy, payout limit, void round or abandoned wager."""
    rules, void = settlement.rules, settlement.dealt.void
    if line.wager == ENVY:
        before = settlement.lines[: next(at for at, one in enumerate(settlement.lines) if one is line)]
        holder = next(one.seat for one in reversed(before) if one.wager != ENVY)
        return f"envy: for the hand of seat {holder}"
    if line.reason == Reason.PAYOUT_LIMIT:
        limit = rules.payout_limit or 0
        won = format_cents(limit - line.payout)
        return f"payout limit {format_cents(limit)}: the player of seat {line.seat} won {won}"
    if line.reason == Reason.ABANDONED:
        return "the player left, and the wager was ruled abandoned"
    if line.result is Result.VOID:
        return f"returned: irregularities.{void} does not settle {line.wager}"
    return f"irregularities.{void}.settled lists {line.wager}, so the player's cards decide it"


def settled_document(settlement: Settlement) -> SettledHand:
    """The answer of `settle`, with the readings behind it."""
    readings: list[ReadingOfLine] = [
        {"number": reading.number, "name": reading.name, "reading": reading.reading, "clauses": list(clauses)}
        for reading, clauses in readings_with_clauses(settlement)
    ]
    return {**settlement.as_json(), "readings": readings}


def explained_document(settlement: Settlement, *, why_not: bool) -> ExplainedHand:
    """The answer of `settle --explain`: also the case or the rule behind each line."""
    answer = settled_document(settlement)
    lines: list[ExplainedLine] = []
    for line, document in zip(settlement.lines, answer["lines"], strict=True):
        found = explanation(settlement, line)
        case, rule = (None, rule_behind(settlement, line)) if found is None else (found.as_json(why_not=why_not), None)
        lines.append({**document, "case": case, "rule": rule})
    return {**answer, "lines": lines}


def readings_with_clauses(settlement: Settlement) -> list[tuple[Interpretation, tuple[str, ...]]]:
    """The readings that decided a line, by number, each with the cited clauses that it interprets."""
    found: dict[int, tuple[Interpretation, dict[str, None]]] = {}
    for line in settlement.lines:
        for reading in settlement.readings(line):
            _, clauses = found.setdefault(reading.number, (reading, {}))
            clauses.update(dict.fromkeys(clause for clause in line.clauses if reading.concerns(clause)))
    return [(reading, tuple(clauses)) for _, (reading, clauses) in sorted(found.items())]
