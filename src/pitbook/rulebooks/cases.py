"""The first case of a wager that holds decides it. This module also proves that the cases leave nothing open.

A book is accepted only if every situation that can occur is decided by a case, and every case decides some situation.
"""

from collections.abc import Callable, Container, Iterator, Mapping
from functools import cache
from itertools import chain, combinations, product
from typing import TYPE_CHECKING, NamedTuple

from pitbook.cards.rankings import category_by_strength, category_names
from pitbook.rulebooks.hands import in_words
from pitbook.rulebooks.models import Case, Paytable, Wager
from pitbook.rulebooks.pays import Nothing, ToOne

if TYPE_CHECKING:
    from pitbook.rulebooks.book import RuleBook

RESULTS = ("beats", "ties", "loses")


class CaseSituation(NamedTuple):
    """Everything that the conditions of a case can refer to."""

    folded: bool
    qualifies: bool
    """Whether the dealer's hand qualifies; True if the book has no qualifying hand."""
    result: str | None
    """How the player's hand compares with the dealer's; None if the dealer has no hand."""
    tables: Container[str]
    """The kinds of tables whose chosen table has a row for the player's hand."""
    options: Mapping[str, bool]
    made: Container[str]
    """The wagers that the player has made."""


def holds(case: Case, at: CaseSituation) -> bool:
    """Whether every condition of a case holds."""
    return (
        (case.folded is None or case.folded == at.folded)
        and (case.qualifies is None or case.qualifies == at.qualifies)
        and (case.result is None or case.result == at.result)
        and (case.table is None or case.table in at.tables)
        and all(at.options.get(name, False) == value for name, value in case.options.items())
        and all(name in at.made for name in case.made)
    )


def deciding(wager: Wager, at: CaseSituation) -> Case | None:
    """The first case that holds."""
    return next((case for case in wager.cases if holds(case, at)), None)


def case_when(wager: Wager, result: str | None, *, qualifies: bool = True, tables: Container[str] = ()) -> Case | None:
    """The case that decides for a player who did not fold, if the named kinds of tables have a row for the hand."""
    return deciding(wager, CaseSituation(False, qualifies, result, tables, {}, _EVERYTHING))


class _Everything:
    """A set that contains every name, for a player who has made every wager."""

    def __contains__(self, name: object) -> bool:
        return True


_EVERYTHING = _Everything()


def unqualified_case(wager: Wager) -> Case | None:
    """The case that settles a wager whenever the dealer does not qualify, whoever has the higher hand."""
    return next((case for case in wager.cases if case.qualifies is False and case.result is None), None)


def pays_a_tie(wager: Wager) -> bool:
    """Whether a tie is paid at odds, like a win."""
    case = case_when(wager, "ties")
    return case is not None and isinstance(case.pays, ToOne)


def unmet(case: Case, at: CaseSituation, no_row: Callable[[str], str]) -> tuple[str, ...]:
    """Why a case does not hold: a sentence for each condition that is not met.

    `no_row` gives the sentence for a kind of table that has no row for the hand.
    """
    found = []
    if case.folded is not None and case.folded != at.folded:
        found.append("the player did not fold" if case.folded else "the player folded")
    if case.qualifies is not None and case.qualifies != at.qualifies:
        found.append("the dealer does not qualify" if case.qualifies else "the dealer qualifies")
    if case.result is not None and case.result != at.result:
        found.append(f"the hand {_WORDS[at.result]} the dealer's" if at.result else "the dealer has no hand")
    if case.table is not None and case.table not in at.tables:
        found.append(no_row(case.table))
    found += [
        f"the option {in_words(name)} is {'off' if value else 'on'}"
        for name, value in case.options.items()
        if at.options.get(name, False) != value
    ]
    found += [f"there is no {in_words(name)} wager" for name in case.made if name not in at.made]
    return tuple(found)


_WORDS = {"beats": "beats", "ties": "ties", "loses": "loses to"}


def case_problems(book: "RuleBook") -> Iterator[str]:
    """A sentence for each situation that no case decides, and for each case that never decides one."""
    for wager in book.wagers:
        reached: set[int] = set()
        for at in situations(book, wager, _folds(wager)):
            case = deciding(wager, at)
            if case is None:
                yield f"wagers.{wager.name}.cases: no case decides it when {_described(book, wager, at)}"
                break
            reached.add(wager.cases.index(case))
        else:
            for place, _ in enumerate(wager.cases):
                if place not in reached:
                    yield f"wagers.{wager.name}.cases: case {place + 1} never decides: an earlier one always does"


def _folds(wager: Wager) -> tuple[bool, ...]:
    """Whether players fold, if this wager's cases distinguish that."""
    return (False, True) if any(case.folded is not None for case in wager.cases) else (False,)


def situations(book: "RuleBook", wager: Wager, folds: tuple[bool, ...]) -> Iterator[CaseSituation]:
    """Every possible situation that this wager's cases can distinguish."""
    cases = wager.cases
    names = sorted({name for case in cases for name in case.options})
    options = [dict(zip(names, values, strict=True)) for values in product((False, True), repeat=len(names))]
    others = sorted({name for case in cases for name in case.made})
    made = list(chain.from_iterable(combinations(others, size) for size in range(len(others) + 1)))
    listings = _listings(book, wager)
    for (qualifies, result, hands), folded in product(_meetings(book), folds):
        for listed in frozenset[frozenset[str]]().union(*map(listings, hands)):
            for chosen, wagers in product(options, made):
                yield CaseSituation(folded, qualifies, result, listed, chosen, wagers)


def _meetings(book: "RuleBook") -> Iterator[tuple[bool, str | None, tuple[str, ...]]]:
    """Whether the dealer qualifies, how the hands compare, and the categories that the player's hand can then have.

    A hand that does not beat a dealer who does not qualify is below the qualifying hand too.
    """
    ranking, dealers = book.players_hand.ranking or "", book.dealers_hand
    categories = category_names(ranking)
    if dealers is None:
        yield True, None, categories
        return
    below = set(category_by_strength(ranking)[1 : dealers.qualifying_strength])
    for result in RESULTS:
        yield True, result, categories
        if below:
            yield False, result, categories if result == "beats" else tuple(one for one in categories if one in below)


def _listings(book: "RuleBook", wager: Wager) -> Callable[[str], frozenset[frozenset[str]]]:
    """From a category of the player's hand to the sets of kinds of tables that can have a row for it.

    A table that evaluates other cards can have a row or not, whatever the compared hand is.
    """
    kinds = [kind for name in _asked(wager) if (kind := book.kind_of_table(name))]

    @cache
    def possible(hand: str) -> frozenset[frozenset[str]]:
        rows = [[_rows_for(book, table, hand) for table in kind.tables] for kind in kinds]
        return frozenset(
            frozenset(kind.name for kind, state in zip(kinds, states, strict=True) if state)
            for choice in product(*rows)
            for states in product(*choice)
        )

    return possible


def _asked(wager: Wager) -> tuple[str, ...]:
    """The kinds of tables whose rows the cases refer to, whether they pay by them or not."""
    return tuple(dict.fromkeys(case.table for case in wager.cases if case.table))


def _rows_for(book: "RuleBook", table: Paytable, category: str) -> set[bool]:
    """Whether a table has a row for a compared hand of this category: yes, no, or either."""
    hand, compared = book.hands[table.evaluates], book.players_hand
    if (hand.ranking, hand.sources) != (compared.ranking, compared.sources):
        return {True, False}
    listed = {row.hand for row in table.rows if not isinstance(row.pays, Nothing)}
    names = [name for name in hand.order if hand.category_of(name) == category]
    return {any(one in listed for one in hand.names_of(name, lambda _: True)) for name in names}


def _described(book: "RuleBook", wager: Wager, at: CaseSituation) -> str:
    """A situation in words."""
    said = ["the player folded" if at.folded else "the player did not fold"]
    if book.qualifier is not None:
        said.append("the dealer qualifies" if at.qualifies else "the dealer does not qualify")
    if at.result:
        said.append(f"the hand {_WORDS[at.result]} the dealer's")
    rows = {name: "a" if name in at.tables else "no" for name in _asked(wager)}
    said += [f"the {in_words(name)} table has {row} row for it" for name, row in rows.items()]
    said += [f"the option {in_words(name)} is {'on' if value else 'off'}" for name, value in at.options.items()]
    return " and ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)
