"""Actual against theoretical: what a house won, wager by wager, beside the bands of the exact odds.

After n independent wagers of equal size, the house edge lies, with a given confidence, within z times the exact
standard deviation over the root of n of the exact edge. Wagers of different sizes, and hands against one board, stray
further than that. How much further is known only if every round is known.
"""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Final

from pitbook.exact import exact as exact_json
from pitbook.files import read_text
from pitbook.money import format_cents, parse_cents
from pitbook.odds.families.main_result import MainResult, net_of
from pitbook.odds.families.main_wagers import main_wagers
from pitbook.odds.families.numbers import Numbers
from pitbook.problems import MalformedError, Problem, nearest
from pitbook.settlement.compile import compile_main, compile_side, side_wagers
from pitbook.simulator.testing import LEVELS, quantile
from pitbook.submission import HouseRules

COLUMNS: Final = ("wager", "rounds", "wagered", "returned")
MAIN, EVERYTHING = "main", "all"
_MOST_LINES: Final = 10_000


Squares = Sequence[int]
"""Sums of net x net, net x wagered and wagered x wagered."""


@dataclass(frozen=True)
class Spread:
    """How wagers differ in size, and how those of one round are correlated; money in cents."""

    sizes: int
    """The sum of the wagers; for a wager of the main game, of the antes that it belongs to."""
    size_squares: int
    alone: Squares
    """Sums over single wagers."""
    together: Squares
    """Sums over rounds, all seats of a round together."""


@dataclass(frozen=True)
class ActualWager:
    """The actual result of one wager; money in cents."""

    wager: str
    rounds: int
    wagered: int
    returned: int
    spread: Spread | None = None
    """None if it is unknown: then wagers count as equal in size, and hands as independent."""

    @property
    def edge(self) -> Fraction:
        """What the house kept of what was wagered."""
        return 1 - Fraction(self.returned, self.wagered)

    @property
    def further(self) -> float:
        """How many times further these wagers stray than wagers of one size, each in its own round.

        Hands of one round count as straying at least as far as hands of different rounds.
        """
        if self.spread is None:
            return 1.0
        sizes = Fraction(self.rounds * self.spread.size_squares, self.spread.sizes**2)
        alone, together = (self._residual(squares) for squares in (self.spread.alone, self.spread.together))
        return sqrt(sizes * max(Fraction(1), together / alone)) if alone else sqrt(sizes)

    def _residual(self, squares: Squares) -> Fraction:
        """The sum of the squared differences between each net and the mean net for the same amount wagered."""
        net, mixed, wagered = squares
        return net + 2 * self.edge * mixed + self.edge**2 * wagered


@dataclass(frozen=True)
class Compared:
    """A line beside the exact odds."""

    actual: ActualWager
    exact: Fraction
    deviation: float
    """The standard deviation of one wager, in units of that wager."""

    @property
    def error(self) -> float:
        """The standard error of the edge after this number of wagers."""
        return self.deviation * self.actual.further / sqrt(self.actual.rounds)

    @property
    def z(self) -> float | None:
        """How many standard errors the actual edge is above the exact one; None for a wager that always ends alike."""
        return float(self.actual.edge - self.exact) / self.error if self.error else None

    def band(self, level: float) -> tuple[float, float]:
        """Where the edge lies with this confidence."""
        half = quantile(level) * self.error
        return float(self.exact) - half, float(self.exact) + half

    def within(self, level: float) -> bool:
        """Whether the actual edge lies in the band."""
        return self.actual.edge == self.exact if self.z is None else abs(self.z) <= quantile(level)

    def as_json(self) -> dict[str, object]:
        """The line as a document."""
        return {
            "wager": self.actual.wager,
            "rounds": self.actual.rounds,
            "wagered": format_cents(self.actual.wagered),
            "returned": format_cents(self.actual.returned),
            "house_edge": exact_json(self.actual.edge),
            "exact": exact_json(self.exact),
            "standard_deviation": self.deviation,
            "further": self.actual.further,
            "z": self.z,
            "band_95": list(self.band(LEVELS[0])),
            "band_99": list(self.band(LEVELS[1])),
            "within_95": self.within(LEVELS[0]),
            "within_99": self.within(LEVELS[1]),
        }


@dataclass(frozen=True)
class Comparison:
    """All lines beside the exact odds."""

    lines: tuple[Compared, ...]
    left: Mapping[str, str]
    """The wagers that can't be compared, and why."""

    @property
    def holds(self) -> bool:
        """Whether every line lies in its 99 % band."""
        return all(one.within(LEVELS[1]) for one in self.lines)

    def as_json(self) -> dict[str, object]:
        """The comparison as a document."""
        lines = [one.as_json() for one in self.lines]
        return {"holds": self.holds, "lines": lines, "not_compared": list(self.left)}


def read_actual(rules: HouseRules, path: Path) -> list[ActualWager]:
    """The lines of a file that can be compared; all problems are reported together.

    Columns after the first four are ignored, and so are bonuses and `all`, which are not wagers.
    """
    lines = list(csv.reader(io.StringIO(read_text(path))))
    header = tuple(cell.strip() for cell in lines[0]) if lines else ()
    if header[: len(COLUMNS)] != COLUMNS:
        shown = ",".join(header)[:80]
        raise MalformedError(Problem(f"{path}: the first line has to be {','.join(COLUMNS)}, not {shown!r}", shown))
    if len(lines) > _MOST_LINES:
        raise MalformedError(Problem(f"{path}: at most {_MOST_LINES:,} lines are read", str(len(lines))))
    bonuses = [wager.name for wager in rules.wagers if wager.is_bonus]
    known = [*(wager.name for wager in rules.wagers if wager.name not in bonuses), MAIN]
    found, problems = list[ActualWager](), list[Problem]()
    for number, cells in enumerate(lines[1:], 2):
        where = f"{path} line {number}"
        if not any(cell.strip() for cell in cells) or cells[0].strip() in (*bonuses, EVERYTHING):
            continue
        try:
            found.append(_line(where, [cell.strip() for cell in cells], known))
        except MalformedError as error:
            problems += error.problems
    if not found and not problems:
        problems.append(Problem(f"{path}: there is no line to compare", str(path)))
    if problems:
        raise MalformedError(problems)
    return found


def _line(where: str, cells: list[str], known: list[str]) -> ActualWager:
    if len(cells) < len(COLUMNS):
        raise MalformedError(
            Problem(f"{where}: it has {len(cells)} of the {len(COLUMNS)} columns", ",".join(cells)[:80])
        )
    name, rounds = cells[0], cells[1]
    problems = []
    if name not in known:
        problems.append(Problem(f"{where}: there is no wager {name[:40]!r}; {nearest(name, known)}", name[:40]))
    if not rounds.isascii() or not rounds.isdecimal() or len(rounds) > 15 or int(rounds) == 0:
        problems.append(Problem(f"{where}: {rounds[:40]!r} is not a number of rounds", rounds[:40]))
    amounts = []
    for text in cells[2:4]:
        try:
            amounts.append(parse_cents(text))
        except MalformedError as error:
            problems += [Problem(f"{where}: {one.message}", one.value) for one in error.problems]
    if len(amounts) == 2 and not amounts[0]:
        problems.append(Problem(f"{where}: nothing was wagered", cells[2]))
    if problems:
        raise MalformedError(problems)
    wagered, returned = amounts
    return ActualWager(name, int(rounds), wagered, returned)


def _ratio(parts: Mapping[tuple[Fraction, Fraction], int]) -> tuple[Fraction, float]:
    """The edge and its deviation per wager, as a ratio of two means, from deals by net and wagered, in antes."""
    deals = sum(parts.values())
    net = sum((one * count for (one, _), count in parts.items()), Fraction(0))
    wagered = sum((stake * count for (_, stake), count in parts.items()), Fraction(0))
    share = net / wagered
    spread = sum(((one - share * stake) ** 2 * count for (one, stake), count in parts.items()), Fraction(0)) / deals
    return -share, sqrt(spread) / float(wagered / deals)


def main_theory(rules: HouseRules, result: MainResult, name: str) -> tuple[Fraction, float] | None:
    """The exact edge of a wager of the main game, or of the whole main game, and the deviation of one such wager.

    None for a wager that is never made.
    """
    parts: dict[tuple[Fraction, Fraction], int] = {}
    if name == MAIN:
        game = compile_main(rules)
        for outcome, deals in result.outcomes.items():
            part = Fraction(net_of(game, outcome), game.scale), Fraction(result.staked + sum(outcome.stakes))
            parts[part] = parts.get(part, 0) + deals
    else:
        for line in (line for one in main_wagers(rules, result.outcomes) if one.name == name for line in one.lines):
            part = line.net / line.probability, Fraction(line.ending.stake)
            parts[part] = parts.get(part, 0) + line.deals
    return _ratio(parts) if parts else None


def compare(
    rules: HouseRules, lines: list[ActualWager], result: MainResult | None, meters: Mapping[str, Fraction]
) -> Comparison:
    """Each line beside the exact odds of one strategy; and the wagers that can't be compared.

    A wager that is paid from meters needs the average reading of each meter, in dollars.
    """
    sides = [wager.name for wager in side_wagers(rules)]
    compared, left = list[Compared](), dict[str, str]()
    for line in lines:
        if line.wager in sides:
            if set(compile_side(rules, line.wager).meter) - {None} - set(meters):
                left[line.wager] = "give what its meters showed, --meter NAME=AMOUNT"
                continue
            figures = Numbers(rules).side(line.wager, Fraction(line.wagered, 100 * line.rounds), meters)
            compared.append(Compared(line, figures.house_edge, figures.standard_deviation))
        elif result is not None:
            theory = main_theory(rules, result, line.wager)
            if theory is None:
                left[line.wager] = "this strategy never makes it"
            else:
                compared.append(Compared(line, *theory))
    return Comparison(tuple(compared), left)


def needs_result(rules: HouseRules, lines: list[ActualWager]) -> bool:
    """Whether some line is about the main game, which then has to be solved."""
    sides = [wager.name for wager in side_wagers(rules)]
    return any(line.wager not in sides for line in lines)
