"""The exact figures of a simulated table: edges, probabilities of lines, and results against the dealer."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitbook.odds.families.main_result import End, MainResult
from pitbook.odds.families.numbers import Numbers
from pitbook.progress import Progress, part_of
from pitbook.settlement.classify import HandComparison
from pitbook.settlement.compile import compile_main
from pitbook.settlement.pay import compared, earnings
from pitbook.simulator.blocks import Player
from pitbook.simulator.plan import rates_of
from pitbook.submission import HouseRules

OTHERWISE = "nothing"


@dataclass(frozen=True)
class MainPayLine:
    """A line of a table that pays the main game, and the outcomes that it is for."""

    wager: str
    table: str
    hand: str
    outcomes: frozenset[tuple[int, int]]
    """Levels and comparisons."""

    def pays(self, ended: End) -> bool:
        """Whether an ending is paid by this line."""
        return (ended.level, ended.comparison) in self.outcomes


def main_lines(rules: HouseRules) -> list[MainPayLine]:
    """All lines of the tables that pay wins, losses and bonuses of the main game."""
    classes = compile_main(rules).classes
    tables: list[tuple[str, str, tuple[int, ...]]] = []
    for wager in rules.wagers:
        for kind in wager.tables if wager.against_dealer or wager.is_bonus else ():
            results = {case.result for case in wager.cases if case.by_row and case.table == kind}
            tables += [
                (wager.name, kind, tuple(c for c in HandComparison if None in results or compared(c) in results))
            ]
    lines = []
    for wager_name, kind, comparisons in tables:
        if kind not in rules.tables:
            continue
        paid, hand = earnings(rules, kind), rules.tables[kind].evaluates
        by_level = [paid.get(one.names[hand] or "") for one in classes]
        for row in rules.tables[kind].rows:
            levels = [level for level, earned in enumerate(by_level) if earned and earned.hand == row.hand]
            outcomes = frozenset((level, int(c)) for level in levels for c in comparisons)
            if outcomes:
                lines.append(MainPayLine(wager_name, kind, row.hand, outcomes))
    return lines


def side_probabilities(rules: HouseRules, side: int) -> dict[str, Fraction]:
    """How likely a hand is to be in each row of a side wager's table, and in none."""
    rates = rates_of(rules)
    kind = rules.book.wager(rates.sides[side]).table or ""
    chances = Numbers(rules).chances(rules.tables[kind].evaluates)
    found = {row.hand: Fraction(0) for row in rules.tables[kind].rows if row.hand in rates.rows[side]}
    found[OTHERWISE] = Fraction(0)
    for row, chance in zip(rates.rows[side], chances.values(), strict=True):
        found[row or OTHERWISE] += chance
    return found


@dataclass(frozen=True)
class Expected:
    """The exact figures of a table; there are none of the main game for a seat that errs."""

    results: tuple[MainResult | None, ...]
    """By seat; None if the seat has no ante or errs."""

    def main_edge(self, antes: Sequence[int]) -> Fraction | None:
        """The house edge of all seats together, per ante."""
        total = Fraction(0)
        for ante, result in zip(antes, self.results, strict=True):
            if ante and result is None:
                return None
            total += ante * result.house_edge if ante and result else 0
        return total / sum(antes) if sum(antes) else None


def expected_of(rules: HouseRules, players: Sequence[Player], progress: Progress | None = None) -> Expected:
    """The exact figures for these seats."""
    base = rules.book.flow.base
    known = [base in player.wagers and not player.error_rate for player in players]
    strategies = {player.strategy: player.described for player, one in zip(players, known, strict=True) if one}
    numbers = Numbers(rules)
    found = {
        name: numbers.result(strategy, part_of(progress, number / len(strategies), (number + 1) / len(strategies)))
        for number, (name, strategy) in enumerate(strategies.items())
    }
    return Expected(tuple(found[player.strategy] if one else None for player, one in zip(players, known, strict=True)))
