"""What-if questions: the same house rules with other odds in one row of a paytable."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypedDict

from pitbook.problems import MalformedError, Problem, nearest
from pitbook.rulebooks.folder import book_of
from pitbook.rulebooks.pays import parse_pays
from pitbook.submission.house_rules import HouseRules


class _StoredTable(TypedDict):
    """A paytable of a book's document, as far as a row of it is changed here."""

    id: str
    rows: list[dict[str, object]]


class _StoredKind(TypedDict):
    """The paytables of one kind in a book's document."""

    name: str
    tables: list[_StoredTable]


def with_rows(rules: HouseRules, changes: Iterable[str]) -> HouseRules:
    """The house rules with each change made, written as `trips_plus.flush=8 to 1`.

    No clause of the book states the new odds, so the line cites the change itself.
    """
    changes = tuple(changes)
    if not changes:
        return rules
    document = rules.book.model_dump(mode="json")
    problems: list[Problem] = []
    for text in changes:
        try:
            _change(rules, document["paytables"], text)
        except MalformedError as error:
            problems += error.problems
    if problems:
        raise MalformedError(problems)
    book = book_of(document, "--row")
    tables = {
        kind: found
        for kind, table in rules.tables.items()
        if (tables := book.kind_of_table(kind)) and (found := tables.table(table.id))
    }
    return replace(rules, book=book, wagers=tuple(book.wager(wager.name) for wager in rules.wagers), tables=tables)


def _change(rules: HouseRules, paytables: Sequence[_StoredKind], text: str) -> None:
    where, equals, pays = text.partition("=")
    kind, dot, hand = where.partition(".")
    if not (kind and dot and hand and equals and pays):
        raise MalformedError(
            Problem(f'--row {text!r} is not TABLE.HAND="ODDS", such as trips_plus.flush="8 to 1"', text)
        )
    if kind not in rules.tables:
        raise MalformedError(
            Problem(f"--row {text!r}: there is no paytable {kind!r} here; {nearest(kind, list(rules.tables))}", text)
        )
    table = rules.tables[kind]
    hands = [row.hand for row in table.rows]
    if hand not in hands:
        message = f"--row {text!r}: table {table.id} of {kind} has no row {hand!r}; {nearest(hand, hands)}"
        raise MalformedError(Problem(message, text))
    try:
        parse_pays(pays)
    except ValueError as error:
        raise MalformedError(Problem(f"--row {text!r}: {error}", text)) from error
    kinds = next(one for one in paytables if one["name"] == kind)
    rows = next(one for one in kinds["tables"] if one["id"] == table.id)["rows"]
    rows[hands.index(hand)] |= {"pays": pays, "clauses": [f"--row {where}"]}
