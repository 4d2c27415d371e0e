"""How the rule books differ, side by side: one line for each thing that they decide, with their clauses."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pitbook.coach import documents
from pitbook.coach.lesson import (
    after_fold_note,
    cited,
    compared_note,
    decision_note,
    listed,
    qualifying_note,
    street_title,
    tie_note,
)
from pitbook.layout.sign import SignNote
from pitbook.money import format_dollars
from pitbook.odds.families.counted import flow_problem
from pitbook.odds.solution import solve_main
from pitbook.rulebooks.hands import number_in_words as number
from pitbook.submission import HouseRules

NONE = SignNote("–", ())


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing, and what each book says about it, in the order of the books."""

    label: str
    cells: tuple[SignNote, ...]

    @property
    def same(self) -> bool:
        """Whether all books say the same."""
        return len({cell.text for cell in self.cells}) == 1

    def as_json(self) -> documents.DifferenceLine:
        """The line in JSON types."""
        return {"label": self.label, "same": self.same, "cells": [cell.as_json() for cell in self.cells]}


def differences(books: Sequence[HouseRules]) -> list[Difference]:
    """What these house rules say, side by side."""
    lines = [Difference(label, tuple(says(rules) for rules in books)) for label, says in _LINES]
    titles = dict.fromkeys(street_title(rules, street) for rules in books for street in rules.streets)
    decisions = [Difference(title, tuple(_decision(rules, title) for rules in books)) for title in titles]
    kinds: dict[str, str] = {}
    for wager in (one for rules in books for one in rules.book.wagers if rules.book.is_side_wager(one)):
        kinds.setdefault(wager.name, wager.title)
    sides = [Difference(title, tuple(_side_wager(rules, name) for rules in books)) for name, title in kinds.items()]
    units = " or ".join(dict.fromkeys(rules.book.flow.unit for rules in books))
    edge = Difference(f"House edge, per {units}, with these paytables", tuple(_edge(rules) for rules in books))
    return [*lines, *decisions, *sides, edge]


def _positions(rules: HouseRules) -> SignNote:
    return SignNote(f"up to {number(rules.book.positions.most)}", rules.book.positions.clauses)


def _boxes(rules: HouseRules) -> SignNote:
    positions = rules.book.positions
    text = "one for each player" if positions.per_player == "one" else "several side by side, as the house files"
    return SignNote(text, positions.per_player_clauses)


def _to_play(rules: HouseRules) -> SignNote:
    opens = [wager for wager in rules.wagers if wager.opens or wager.equals]
    last = "or" if sum(wager.opens for wager in opens) > 1 else "and"
    return SignNote(listed((wager.title for wager in opens), last), cited(*(wager.clauses for wager in opens)))


def _payout_limit(rules: HouseRules) -> SignNote:
    limit = rules.book.payout_limit
    if limit is None:
        return SignNote("none", ())
    return SignNote(f"allowed from {format_dollars(limit.least)}", cited(limit.clauses, limit.least_clauses))


def _decision(rules: HouseRules, title: str) -> SignNote:
    street = next((one for one in rules.streets if street_title(rules, one) == title), None)
    if street is None:
        return NONE
    return decision_note(rules, street)


def _side_wager(rules: HouseRules, name: str) -> SignNote:
    wager = next((one for one in rules.book.wagers if one.name == name and rules.book.is_side_wager(one)), None)
    kind = rules.book.kind_of_table(wager.table) if wager and wager.table else None
    if wager is None or kind is None:
        return NONE
    many = len(kind.tables)
    text = f"{number(many)} {'paytable' if many == 1 else 'paytables'}"
    if not rules.book.flow.folds:
        return SignNote(text, wager.clauses)
    folded = after_fold_note(rules, wager)
    return SignNote(f"{text}; {folded.text[0].lower()}{folded.text[1:-1]}", cited(wager.clauses, folded.clauses))


def _edge(rules: HouseRules) -> SignNote:
    if flow_problem(rules):
        return SignNote("not counted", ())
    edge = solve_main(rules, edge_only=True).house_edge
    return SignNote(f"{float(100 * edge):.4f} %", ())


_LINES: tuple[tuple[str, Callable[[HouseRules], SignNote]], ...] = (
    ("Rules by", lambda rules: SignNote(rules.book.authority, ())),
    ("Positions", _positions),
    ("One player may take", _boxes),
    ("Wagers to play", _to_play),
    ("Hands", compared_note),
    ("The dealer", qualifying_note),
    ("A tie", tie_note),
    ("Payout limit", _payout_limit),
)
