"""Checks the progressive wager: its amounts, and the terms of each meter."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pitbook.money import format_cents, format_dollars, format_exact
from pitbook.problems import nearest
from pitbook.rulebooks.models import LISTED_STAKES, MeterRule, Paytable, Wager
from pitbook.submission.file import MeterSection
from pitbook.submission.house_rules import MeterTerms
from pitbook.submission.problem_collector import ProblemCollector


def check_progressive(
    collector: ProblemCollector, offered: Sequence[Wager], tables: Mapping[str, Paytable], unit: int
) -> tuple[tuple[int, ...], dict[str, MeterTerms]]:
    """The amounts of the progressive wager, and the terms of each meter of the chosen table."""
    part, table = collector.form.progressive, tables.get("progressive")
    wager = next((wager for wager in offered if wager.progressive), None)
    if wager is None:
        if part is not None:
            collector.report("progressive: the progressive wager is not offered", "progressive")
        return (), {}
    amounts = _amounts(collector, wager, tables, unit)
    if table is None:
        return amounts, {}
    known = [meter.name for meter in table.meters]
    for name in part.meters if part else ():
        if name not in known:
            collector.report(
                f"progressive.meters.{name}: table {table.id} has no such meter; {nearest(name, known)}",
                name,
                table.clauses,
            )
    return amounts, _meter_terms(collector, table)


def _amounts(collector: ProblemCollector, wager: Wager, tables: Mapping[str, Paytable], unit: int) -> tuple[int, ...]:
    """Each amount is a multiple of the chip unit and, if the book lists envy by amount, one of those listed."""
    filed = collector.form.progressive.wager if collector.form.progressive else None
    if not filed:
        collector.missing(
            "progressive.wager", "the amount of the progressive wager, or a list of amounts", wager.clauses
        )
        return ()
    limits = collector.form.limits.wagers.get(wager.name)
    for place, amount in enumerate(filed):
        words = format_cents(amount)
        if amount in filed[:place]:
            collector.report(f"progressive.wager: {words} is listed twice", words)
        elif amount < 1 or amount % unit:
            collector.report(f"progressive.wager must be a multiple of the chip unit, not {words}", words)
        else:
            _check_envy_stake(collector, amount, tables)
        if limits and not limits.least <= amount <= limits.most:
            between = f"{format_cents(limits.least)} to {format_cents(limits.most)}"
            collector.report(
                f"limits.wagers.{wager.name}: the amount filed for it, {words}, is outside {between}",
                words,
                wager.clauses,
            )
    return filed


def _check_envy_stake(collector: ProblemCollector, amount: int, tables: Mapping[str, Paytable]) -> None:
    """If envy is listed for $1 and $5, the wager must be one of these."""
    envy = tables.get(collector.book.envy.paytables) if collector.book.envy else None
    if envy and any(row.pays_for_5 for row in envy.rows) and amount not in LISTED_STAKES:
        collector.report(
            f"progressive.wager must be {' or '.join(format_dollars(stake) for stake in LISTED_STAKES)}, for which "
            f"envy amounts are listed, not {format_cents(amount)}",
            format_cents(amount),
            envy.clauses,
        )


def _meter_terms(collector: ProblemCollector, table: Paytable) -> dict[str, MeterTerms]:
    """The terms of each meter of the table; the sum of the rates is at most the whole wager."""
    filed = collector.form.progressive.meters if collector.form.progressive else {}
    kind = collector.book.kind_of_table("progressive")
    rate_clauses = kind.rate_clauses if kind else ()
    rates = {meter.name: _rate(collector, meter, filed.get(meter.name)) for meter in table.meters}
    if len(rates) > 1 and sum(rates.values()) > 1:
        total = format_exact(sum(rates.values(), Fraction(0)))
        collector.report(
            f"progressive.meters: the rates add up to {total}, more than the whole wager", total, rate_clauses
        )
    return {
        meter.name: _terms(collector, table, meter, filed.get(meter.name), rates[meter.name]) for meter in table.meters
    }


def _rate(collector: ProblemCollector, meter: MeterRule, entry: MeterSection | None) -> Fraction:
    """The rate of progression, which must be filed."""
    where = f"progressive.meters.{meter.name}.rate"
    kind = collector.book.kind_of_table("progressive")
    clauses = kind.rate_clauses if kind else ()
    rate = entry.rate if entry else None
    if rate is None:
        collector.missing(where, "file the rate of progression", clauses)
        return Fraction(0)
    if not 0 < rate <= 1:
        words = format_exact(rate)
        collector.report(f"{where} must be more than 0 and at most 1, the whole wager, not {words}", words, clauses)
        return Fraction(0)
    return rate


def _terms(
    collector: ProblemCollector, table: Paytable, meter: MeterRule, entry: MeterSection | None, rate: Fraction
) -> MeterTerms:
    where = f"progressive.meters.{meter.name}"
    kind = collector.book.kind_of_table("progressive")
    same = kind.reset_to_initial_clauses if kind else ()
    initial = entry.initial if entry else None
    # If a meter is reset to its initial amount, one number is enough.
    reset = entry.reset if entry and (entry.reset is not None or not same) else initial if same else None
    for name, amount in (("initial", initial), ("reset", reset)):
        if amount is None:
            if name == "initial" or not same:
                collector.missing(f"{where}.{name}", clauses=meter.clauses)
        elif meter.minimum is not None and amount < meter.minimum:
            collector.report(
                f"{where}.{name}: {format_cents(amount)} is below the minimum of {format_cents(meter.minimum)} "
                f"for table {table.id}",
                format_cents(amount),
                meter.clauses,
            )
    if same and initial is not None and reset is not None and reset != initial:
        collector.report(
            f"{where}.reset: the meter is reset to its initial amount, {format_cents(initial)}, "
            f"not to {format_cents(reset)}",
            format_cents(reset),
            same,
        )
    initial = meter.stock_amount if initial is None else initial
    reset = meter.stock_amount if reset is None else reset
    limit = entry.limit if entry else None
    if limit is not None and limit < max(initial, reset):
        collector.report(
            f"{where}.limit: {format_cents(limit)} is below the meter's initial or reset amount", format_cents(limit)
        )
    return MeterTerms(initial, reset, rate, limit)
