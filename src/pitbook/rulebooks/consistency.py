"""Whether the parts of a book fit together: every name that one part uses, another one has."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitbook.rulebooks.holding import hand_problems
from pitbook.rulebooks.models import Paytables, Settles, Wager
from pitbook.rulebooks.pays import Dollars, ForOne, MeterShare, Nothing, Push, ToOne

if TYPE_CHECKING:
    from pitbook.rulebooks.book import RuleBook

PAYABLE = {
    Settles.ODDS: (ToOne, Push),
    Settles.BY_PAYTABLE: (ToOne, ForOne, Dollars),
    Settles.BONUS: (ToOne,),
    Settles.PROGRESSIVE: (ForOne, Dollars, MeterShare),
}
"""What the rows of a table may pay, by how the wager is settled."""
ENVY = (Dollars, Nothing)


def inconsistencies(book: "RuleBook") -> Iterator[str]:
    """A sentence for each thing that does not fit."""
    yield from hand_problems(book)
    yield from _wagers(book)
    yield from _tables(book)
    yield from _procedures(book)


def _unknown(where: str, names: Iterator[str] | tuple[str, ...] | list[str], known: set[str]) -> Iterator[str]:
    for name in names:
        if name not in known:
            yield f"{where} names {name!r}, which the book does not have"


def _wagers(book: "RuleBook") -> Iterator[str]:
    names = [wager.name for wager in book.wagers]
    wagers, tables = set(names), {kind.name for kind in book.paytables}
    options = {option.name for option in book.options}
    yield from (f"two wagers are called {name}" for name in sorted(wagers) if names.count(name) > 1)
    yield from _unknown("settlement.order", book.settlement.order, wagers)
    if missing := wagers - set(book.settlement.order):
        yield f"settlement.order leaves out {', '.join(sorted(missing))}"
    decision = book.decision
    yield from _unknown("decision", (decision.wager, decision.of), wagers)
    if not any(wager.opens for wager in book.wagers):
        yield "no wager opens: nobody could take part"
    for wager in book.wagers:
        where = f"wagers.{wager.name}"
        others = [wager.equals, wager.on, *wager.needs_all, *wager.needs_any]
        yield from _unknown(where, [name for name in others if name], wagers)
        yield from _unknown(where, [name for name in _kinds(wager) if name], tables)
        if wager.survives_fold_option:
            yield from _unknown(f"{where}.survives_fold_option", (wager.survives_fold_option,), options)
        if wager.settles in (Settles.BY_PAYTABLE, Settles.PROGRESSIVE, Settles.BONUS) and not wager.table:
            yield f"{where} is settled by a table, but names none"
        if wager.settles is Settles.ODDS and not wager.win_table:
            yield f"{where} pays a win by a table, but names none"
        if wager.settles is Settles.AGAINST_DEALER and not isinstance(wager.pays, ToOne):
            yield f"{where} is paid at odds, but says none"
        if wager.decided != (wager.name == decision.wager):
            yield f"{where}.decided does not fit the decision, which is about {decision.wager}"
    for street in decision.streets:
        if not street.multiples:
            yield f"decision.streets.{street.name} has no multiples: there is nothing to decide"
    if decision.smaller_raises_option:
        yield from _unknown("decision.smaller_raises_option", (decision.smaller_raises_option,), options)
    if book.extra_cards:
        yield from _unknown("extra_cards", (book.extra_cards.wager,), wagers)
    if book.payout_limit:
        yield from _unknown("payout_limit.never_limits", book.payout_limit.never_limits, wagers | {"envy"})


def _kinds(wager: Wager) -> tuple[str | None, ...]:
    return wager.table, wager.win_table, wager.loss_table


def _tables(book: "RuleBook") -> Iterator[str]:
    kinds = {kind.name: kind for kind in book.paytables}
    for wager in book.wagers:
        for name in _kinds(wager):
            if name in kinds:
                yield from _rows(kinds[name], PAYABLE.get(wager.settles, ()))
    if book.envy:
        yield from _unknown("envy", (book.envy.paytables,), set(kinds))
        if book.envy.paytables in kinds:
            yield from _rows(kinds[book.envy.paytables], ENVY)
        progressive = kinds.get("progressive")
        letters = {table.id for table in progressive.tables} if progressive else set()
        yield from _unknown("envy.with_progressive", book.envy.with_progressive, letters)


def _rows(kind: Paytables, payable: tuple[type, ...]) -> Iterator[str]:
    for table in kind.tables:
        for row in table.rows:
            if not isinstance(row.pays, payable):
                yield f"{kind.name} {table.id}: {row.hand} can't pay {row.pays} here"


def _procedures(book: "RuleBook") -> Iterator[str]:
    wagers = {wager.name for wager in book.wagers}
    streets = {street.name for street in book.decision.streets}
    for dealing in book.dealing:
        for order in dealing.orders:
            where = f"dealing.{dealing.method.value}.{order.name}"
            decided = [step.street or "" for step in order.steps if step.do == "decide"]
            yield from _unknown(where, decided, streets)
            if set(decided) != streets:
                yield f"{where} does not have every decision"
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
