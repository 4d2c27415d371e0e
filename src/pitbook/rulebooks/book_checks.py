"""Checks that the parts of a book fit together: every name that one part uses is defined by another."""

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from pitbook.rulebooks.cases import case_problems
from pitbook.rulebooks.flow_checks import flow_problems
from pitbook.rulebooks.fold_checks import folding_problems
from pitbook.rulebooks.hand_checks import deck_problems, hand_problems, impossible_hands
from pitbook.rulebooks.key_problems import not_in_book
from pitbook.rulebooks.models import PaytableKind, Wager
from pitbook.rulebooks.pays import Dollars, ForOne, MeterShare, Nothing, Push, ToOne

if TYPE_CHECKING:
    from pitbook.rulebooks.book import RuleBook

ENVY = (Dollars, Nothing)


def inconsistencies(book: "RuleBook") -> Iterator[str]:
    """A sentence for each inconsistency."""
    rooms = (deck_problems, hand_problems, _wagers, flow_problems, _tables, _procedures)
    found = [problem for room in rooms for problem in room(book)] or [*impossible_hands(book)]
    yield from found or [*case_problems(book)] or folding_problems(book)


def _unknown(where: str, names: Iterable[str], known: Collection[str]) -> Iterator[str]:
    return (f"{where} names {not_in_book(name, known)}" for name in names if name not in known)


def _wagers(book: "RuleBook") -> Iterator[str]:
    names = [wager.name for wager in book.wagers]
    wagers, tables = set(names), {kind.name for kind in book.paytables}
    options = {option.name for option in book.options}
    yield from (f"two wagers are called {name}" for name in sorted(wagers) if names.count(name) > 1)
    yield from _unknown("settlement.order", book.settlement.order, wagers)
    if missing := wagers - set(book.settlement.order):
        yield f"settlement.order leaves out {', '.join(sorted(missing))}"
    if not any(wager.opens for wager in book.wagers):
        yield "no wager has opens = true: nobody could take part"
    first = [option.settles_first for option in book.options if option.settles_first]
    yield from _unknown("options.settles_first", first, wagers)
    for wager in book.wagers:
        where = f"wagers.{wager.name}"
        others = [wager.equals, wager.on, *wager.needs_all, *wager.needs_any]
        yield from _unknown(where, [name for name in others if name], wagers)
        for place, case in enumerate(wager.cases, 1):
            at = f"{where}.cases: case {place}"
            yield from _unknown(at, [case.table] if case.table else [], tables)
            yield from _unknown(at, case.made, wagers)
            yield from _unknown(at, tuple(case.options), options)
        yield from _wrong_cases(wager)
        if wager.decided != (wager.name in book.flow.decided):
            made = "a bet of a decision" if wager.name in book.flow.decided else "no bet of any decision"
            yield f"{where}.decided contradicts the flow, in which {wager.name} is {made}"
    if book.extra_cards:
        yield from _unknown("extra_cards", (book.extra_cards.wager,), wagers)
    if book.payout_limit:
        yield from _unknown("payout_limit.never_limits", book.payout_limit.never_limits, wagers | {"envy"})


def _wrong_cases(wager: Wager) -> Iterator[str]:
    """Cases that the engine cannot pay: a bonus at fixed odds, several tables for one hand, meters for other wagers."""
    where = f"wagers.{wager.name}.cases"
    if (wager.is_bonus or wager.by_hand_alone) and len(wager.tables) != 1:
        yield f"{where}: a wager that the player's hand alone decides must have one table, not {len(wager.tables)}"
    if wager.against_dealer and not wager.decided and not any(case.folded for case in wager.cases):
        yield f"{where}: no case says what a fold does to it: a wager against the dealer needs one with folded = true"
    for place, case in enumerate(wager.cases, 1):
        if wager.is_bonus and not (case.by_row or case.pays == "nothing"):
            yield f"{where}: case {place}: a bonus has no stake, so it pays by its table or nothing"
        if not wager.is_bonus and case.pays == "nothing":
            yield f'{where}: case {place}: only a bonus pays "nothing"; a wager is won, lost or returned'
        if case.meter_clauses and not wager.progressive:
            yield f"{where}: case {place}: meter_clauses belong to a progressive wager"
        if case.pays == "forfeit" and case.folded is not True:
            yield f"{where}: case {place}: only a fold forfeits a wager"


def _payable(book: "RuleBook", wager: Wager) -> tuple[type, ...]:
    """The types of pays that a table's rows may have, by the kind of wager."""
    if wager.progressive:
        return ForOne, Dollars, MeterShare
    if wager.is_bonus:
        return (ToOne,)
    return (ToOne, ForOne, Dollars) if book.is_side_wager(wager) else (ToOne, Push)


def _tables(book: "RuleBook") -> Iterator[str]:
    kinds = {kind.name: kind for kind in book.paytables}
    used = {name for wager in book.wagers for name in wager.tables} | ({book.envy.paytables} if book.envy else set())
    yield from (f"paytables.{name}: no wager uses it" for name in kinds if name not in used)
    for wager in book.wagers:
        for name in wager.tables:
            if name in kinds:
                yield from _rows(kinds[name], _payable(book, wager))
    if book.envy:
        yield from _unknown("envy", (book.envy.paytables,), set(kinds))
        if book.envy.paytables in kinds:
            yield from _rows(kinds[book.envy.paytables], ENVY)
        progressive = kinds.get("progressive")
        letters = {table.id for table in progressive.tables} if progressive else set()
        yield from _unknown("envy.with_progressive", book.envy.with_progressive, letters)


def _rows(kind: PaytableKind, payable: tuple[type, ...]) -> Iterator[str]:
    for table in kind.tables:
        for row in table.rows:
            if not isinstance(row.pays, payable):
                yield f"{kind.name} {table.id}: {row.hand} cannot pay {row.pays} here"


def _procedures(book: "RuleBook") -> Iterator[str]:
    wagers = {wager.name for wager in book.wagers}
    names = [case.name for case in book.irregularities]
    yield from (f"two irregularities are called {name}" for name in sorted(set(names)) if names.count(name) > 1)
    for case in book.irregularities:
        if book.house_default is None:
            yield from _unknown(
                f"irregularities.{case.name}", [*(one.wager for one in case.settled), *case.returns], wagers
            )
    for one in book.layout:
        named = [*one.wagers, *([one.when_offered] if one.when_offered else [])]
        yield from _unknown(f"layout.{one.shows}", named, wagers)
