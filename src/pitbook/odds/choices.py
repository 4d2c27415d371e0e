"""Every choice of paytables that an operator has, with what each is worth to the house."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from pitbook.odds.solution import solve_main
from pitbook.odds.wagers import WagerResult, wager_result
from pitbook.progress import Progress
from pitbook.rulebooks.models import Paytable, PaytableKind
from pitbook.settlement.compile import side_wagers
from pitbook.spread import Parallel, one_by_one
from pitbook.submission import HouseRules, MeterTerms
from pitbook.submission.stock import RATE


@dataclass(frozen=True)
class MainChoice:
    """A choice of the main game's tables, and its house edge."""

    paytables: dict[str, str]
    house_edge: Fraction


def with_table(rules: HouseRules, kind: str, table: Paytable) -> HouseRules:
    """The same house with another table; the meters of a new progressive table are at their minimum.

    A meter that the house already has keeps its rate of progression, and a new one takes the stock rate.
    """
    if rules.tables.get(kind) is table:
        return rules
    tables = {**rules.tables, kind: table}
    if not table.meters:
        return replace(rules, tables=tables)
    filed = {name: terms.rate for name, terms in rules.meters.items()}
    meters = {
        meter.name: MeterTerms(meter.stock_amount, meter.stock_amount, filed.get(meter.name, Fraction(RATE)), None)
        for meter in table.meters
    }
    envy = rules.book.envy
    if envy:
        tables.pop(envy.paytables, None)
        kinds = rules.book.kind_of_table(envy.paytables)
        own = kinds.table(table.id) if kinds else None
        if own and (not envy.with_progressive or table.id in envy.with_progressive):
            tables[envy.paytables] = own
    return replace(rules, tables=tables, meters=meters)


def main_kinds(rules: HouseRules) -> list[PaytableKind]:
    """The kinds of tables that pay the main game."""
    names = {name for wager in rules.wagers if wager.against_dealer or wager.is_bonus for name in wager.tables}
    return [kind for kind in rules.book.paytables if kind.name in names]


class ChoiceTask(NamedTuple):
    """One choice to solve, in this process or another one."""

    rules: HouseRules
    use_stored: bool


def house_edge_of(task: ChoiceTask, progress: Progress) -> Fraction:
    """The house edge of the main game under these rules."""
    return solve_main(task.rules, edge_only=True, use_stored=task.use_stored, progress=progress).house_edge


def main_choices(
    rules: HouseRules,
    *,
    use_stored: bool = True,
    progress: Progress | None = None,
    parallel: Parallel = one_by_one,
) -> list[MainChoice]:
    """The house edge of the main game for every combination of its tables."""
    kinds = main_kinds(rules)
    combinations = list(product(*(kind.tables for kind in kinds)))
    tasks = []
    for tables in combinations:
        chosen = rules
        for kind, table in zip(kinds, tables, strict=True):
            chosen = with_table(chosen, kind.name, table)
        tasks.append(ChoiceTask(chosen, use_stored))
    told = [0.0] * len(tasks)

    def tell(number: int, done: float) -> None:
        told[number] = done
        if progress:
            progress(sum(told) / len(told))

    edges = parallel(house_edge_of, tasks, tell)
    ids = [{kind.name: table.id for kind, table in zip(kinds, tables, strict=True)} for tables in combinations]
    return [MainChoice(choice, edge) for choice, edge in zip(ids, edges, strict=True)]


def side_choices(
    rules: HouseRules,
    stakes: Mapping[str, Fraction] | None = None,
    meters: Mapping[str, Fraction] | None = None,
) -> Iterator[WagerResult]:
    """Every side wager on offer with every table that the book has for it, at the stakes and readings given."""
    for wager in side_wagers(rules):
        kind = rules.book.kind_of_table(wager.table or "")
        for table in kind.tables if kind else ():
            chosen = with_table(rules, wager.table or "", table)
            shown = {name: amount for name, amount in (meters or {}).items() if name in chosen.meters}
            yield wager_result(chosen, wager.name, (stakes or {}).get(wager.name), shown)
