"""Checks the chip unit and each wager's limits."""

from collections.abc import Mapping, Sequence

from pitbook.money import format_cents
from pitbook.problems import nearest
from pitbook.rulebooks.hands import in_words
from pitbook.rulebooks.models import Clauses, Paytable, Wager
from pitbook.rulebooks.pays import ToOne
from pitbook.submission.file import WagerLimits
from pitbook.submission.house_rules import Limits
from pitbook.submission.problem_collector import ProblemCollector

_PAIR = "{ least = ..., most = ... }"


def check_limits(
    collector: ProblemCollector, offered: Sequence[Wager], tables: Mapping[str, Paytable]
) -> tuple[int, dict[str, Limits]]:
    """The chip unit, and the limits of each wager except the progressive, which has fixed amounts."""
    part, flow = collector.form.limits, collector.book.flow
    base = collector.book.wager(flow.base)
    of_base: WagerLimits | None = getattr(part, flow.unit)
    unit = _chip_unit(collector, offered, tables)
    limited = [w for w in offered if not (w.is_bonus or w.progressive or w.decided)]
    main = [w.name for w in limited if base.name in (w.name, w.equals)]
    sides = [w.name for w in limited if w.name not in main]
    for where, entry in (
        (flow.unit, of_base),
        ("side", part.side),
        *((f"wagers.{name}", entry) for name, entry in part.wagers.items()),
    ):
        if entry is not None:
            _check_limits(collector, where, entry, unit)
    if of_base is None:
        collector.missing(f"limits.{flow.unit}", _PAIR, base.limits_clauses)
    if part.side is None and not part.wagers.keys() >= set(sides):
        collector.missing("limits.side", _PAIR)
    for name in part.wagers:
        _check_name(collector, name, offered)
    found = {name: part.wagers.get(name) or part.side for name in sides} | dict.fromkeys(main, of_base)
    limits = {name: Limits(entry.least, entry.most) for name, entry in found.items() if entry}
    return unit or 1, limits


def _chip_unit(collector: ProblemCollector, offered: Sequence[Wager], tables: Mapping[str, Paytable]) -> int | None:
    unit = collector.form.limits.chip_unit
    if unit is None:
        collector.missing("limits.chip_unit", "the smallest step between two wagers")
    elif unit < 1:
        collector.report("limits.chip_unit must be more than zero", format_cents(unit))
    else:
        _check_unit(collector, unit, offered, tables)
    return unit


def _check_unit(
    collector: ProblemCollector, unit: int, offered: Sequence[Wager], tables: Mapping[str, Paytable]
) -> None:
    """Every payout on a multiple of the chip unit must be a whole number of cents."""
    paid: list[tuple[str, object, Clauses]] = [
        (f"{kind} pays {row.pays} for a {in_words(row.hand)}", row.pays, row.clauses or table.clauses)
        for kind, table in tables.items()
        for row in table.rows
    ]
    paid += [(f"{wager.name} pays {case.pays}", case.pays, case.clauses) for wager in offered for case in wager.cases]
    for says, pays, clauses in paid:
        if isinstance(pays, ToOne) and unit * pays.numerator % pays.denominator:
            message = f"limits.chip_unit {format_cents(unit)}: {says}, which is finer than a cent"
            collector.report(message, format_cents(unit), clauses)


def _check_limits(collector: ProblemCollector, where: str, entry: WagerLimits, unit: int | None) -> None:
    if entry.least > entry.most:
        collector.report(
            f"limits.{where}: the least, {format_cents(entry.least)}, is more than the most, "
            f"{format_cents(entry.most)}",
            format_cents(entry.least),
        )
    if entry.least < 1:
        collector.report(f"limits.{where}: the least must be more than zero", format_cents(entry.least))
    for amount in {entry.least, entry.most}:
        if unit and amount % unit:
            collector.report(
                f"limits.{where}: {format_cents(amount)} is not a multiple of the chip unit {format_cents(unit)}",
                format_cents(amount),
            )


def _check_name(collector: ProblemCollector, name: str, offered: Sequence[Wager]) -> None:
    """Only a wager with separate limits can have an entry under `limits.wagers`."""
    where, book = f"limits.wagers.{name}", collector.book
    wager = next((wager for wager in book.wagers if wager.name == name), None)
    if wager is None:
        known = [wager.name for wager in offered if wager.optional or not (wager.equals or wager.decided)]
        collector.report(f"{where}: {book.id} has no such wager; {nearest(name, known)}", name)
    elif wager not in offered:
        collector.report(f"{where}: this submission does not offer {name}", name, wager.offer_clauses or wager.clauses)
    elif wager.is_bonus:
        collector.report(f"{where}: {name} is a bonus on the {wager.on}, not a separate wager", name, wager.clauses)
    elif wager.decided:
        clauses = book.flow.streets[0].clauses
        collector.report(f"{where}: the {book.flow.base} determines this wager and its limits", name, clauses)
    elif wager.equals:
        collector.report(f"{where}: this wager and its limits equal those of the {wager.equals}", name, wager.clauses)
    elif name == book.flow.base:
        collector.report(f"{where}: the limits of the {name} are limits.{book.flow.unit}", name)
