"""`pitbook simulate TARGET --compare`: actual results, from a CSV file or a record, against exact odds."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pitbook.cli.output import console, counted, table
from pitbook.cli.progress import progress_bar
from pitbook.money import format_cents, format_exact
from pitbook.odds.families.numbers import Numbers
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.rulebooks import RuleBook
from pitbook.simulator.compare import ActualWager, Comparison, Spread, compare, needs_result, read_actual
from pitbook.simulator.testing import LEVELS
from pitbook.strategy import EXACT
from pitbook.submission import HouseRules

if TYPE_CHECKING:
    from pitbook.audit.results import Results

_LEDGER: Final = b"SQLite format 3\0"
"""The first bytes of a ledger file."""


@dataclass(frozen=True)
class ActualAgainstExact:
    """A comparison, and the record that it was made from, if any."""

    comparison: Comparison
    record: "Results | None"

    def as_json(self) -> dict[str, object]:
        """The comparison as a document."""
        document = self.comparison.as_json()
        if self.record is not None:
            document["record"] = {
                "rounds": self.record.rounds,
                "void": self.record.void,
                "scripted": self.record.scripted,
                "other_rules": self.record.others.total(),
                "meters": {name: format_exact(round(mean, 6)) for name, mean in self.record.meters.items()},
            }
        return document


def compare_actual(
    rules: HouseRules, path: Path, strategies: Sequence[str], error_rates: Sequence[str], meters: Mapping[str, Fraction]
) -> ActualAgainstExact:
    """Compare a CSV file or a record with the exact odds of one strategy."""
    if error_rates or len(strategies) > 1 or any(":" in name for name in strategies):
        raise MalformedError(Problem("--compare uses exact odds: it takes one --strategy and no --error-rate"))
    record = None
    if _is_ledger(path):
        record = _read_ledger(rules, path)
        lines = _actual(record)
        meters = {**record.meters, **meters}
    else:
        lines = read_actual(rules, path)
    numbers = Numbers(rules)
    strategy = numbers.strategy((strategies or [EXACT])[0])
    result = None
    if needs_result(rules, lines):
        with progress_bar(f"Solving {rules.book.title}") as progress:
            result = numbers.result(strategy, progress)
    comparison = compare(rules, lines, result, meters)
    if not comparison.lines:
        raise RefusedError(
            Problem(f"{path}: {rules.book.title_of(name)} cannot be compared: {reason}", name)
            for name, reason in comparison.left.items()
        )
    return ActualAgainstExact(comparison, record)


def _is_ledger(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(_LEDGER)) == _LEDGER
    except (OSError, ValueError):
        return False


def _read_ledger(rules: HouseRules, path: Path) -> "Results":
    """The rounds that were played under these rules; refuses a record without any."""
    from pitbook.audit.results import read_results  # noqa: PLC0415 (a run without a record needs no table and no audit)
    from pitbook.pit import open_record  # noqa: PLC0415

    with closing(open_record(path, read_only=True)) as store:
        found = read_results(store, rules.digest)
    if not found.rounds:
        message = f"{path}: no comparable round was played under the house rules {rules.digest[:16]} ({rules.book.id})"
        raise RefusedError(Problem("; ".join([message, *_left_out(found)]), str(path)))
    return found


def _actual(record: "Results") -> list[ActualWager]:
    return [
        ActualWager(
            name,
            one.made,
            one.wagered,
            one.returned,
            Spread(one.sizes, one.size_squares, one.alone, one.together),
        )
        for name, one in record.takings.items()
    ]


def _left_out(record: "Results") -> list[str]:
    """A sentence for each group of rounds that is left out."""
    said = []
    if record.others:
        names = ", ".join(digest[:16] for digest in sorted(record.others))
        said.append(f"left out: {counted(record.others.total(), 'round')} under other house rules ({names})")
    if record.void:
        said.append(f"left out: {counted(record.void, 'void round')}")
    if record.scripted:
        said.append(f"left out: {counted(record.scripted, 'round')} with scripted cards")
    return said


def show_compared(book: RuleBook, compared: ActualAgainstExact) -> None:
    """Print actual against exact results."""
    comparison = compared.comparison
    rows = [
        (
            book.title_of(one.actual.wager),
            f"{one.actual.rounds:,}",
            format_cents(one.actual.wagered),
            format_cents(one.actual.returned),
            _percent(float(one.actual.edge)),
            _percent(float(one.exact)),
            f"± {_percent(one.band(LEVELS[1])[1] - float(one.exact))}",
            "" if one.z is None else f"{one.z:,.2f}",
            *("inside" if one.within(level) else "OUTSIDE" for level in LEVELS),
        )
        for one in comparison.lines
    ]
    columns = ["wager", "made", "wagered", "returned", "house edge", "exact", "99 % band", "z", "95 %", "99 %"]
    console.print(table("Actual against exact", columns, rows, right=range(1, 8)))
    answer = "Every wager is" if comparison.holds else "NOT every wager is"
    console.print(f"{answer} in its 99 % band.", markup=False)
    for name, reason in comparison.left.items():
        console.print(f"{book.title_of(name)} is not compared: {reason}", markup=False)
    if compared.record is not None:
        compared_rounds = f"compared: {counted(compared.record.rounds, 'round')} of the record"
        console.print("; ".join([compared_rounds, *_left_out(compared.record)]), markup=False)


def _percent(value: float) -> str:
    return f"{value:.3%}".replace("%", " %")
