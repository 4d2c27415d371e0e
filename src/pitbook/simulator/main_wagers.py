"""The wagers of the main game one by one: how each of them ended, seat by seat, beside the exact odds."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from pitbook.odds.families.main_result import End, MainResult
from pitbook.odds.families.main_wagers import Ending, MainWager, main_wagers
from pitbook.simulator.testing import ChiSquare, chi_square, largest_z
from pitbook.submission import HouseRules

Outcomes = Mapping[End, int]
"""How often each outcome of the main game occurred, or in how many deals it occurs."""


class Moments(NamedTuple):
    """Sums over rounds, in cents."""

    net: int
    wagered: int
    squares: int
    """The sum of net x net."""
    mixed: int
    """The sum of net x wagered."""
    wagered_squares: int

    def beyond(self, edge: Fraction, rounds: int) -> Fraction:
        """The sum of the squared deviations of net plus `edge` times what was wagered."""
        total = self.net + edge * self.wagered
        return self.squares + 2 * edge * self.mixed + edge**2 * self.wagered_squares - total**2 / rounds


def moments_of(ends: Sequence[tuple[int, int, int]]) -> Moments:
    """The sums over rounds; each entry is a number of rounds, their net, and what was wagered."""
    return Moments(
        sum(count * net for count, net, _ in ends),
        sum(count * stake for count, _, stake in ends),
        sum(count * net * net for count, net, _ in ends),
        sum(count * net * stake for count, net, stake in ends),
        sum(count * stake * stake for count, _, stake in ends),
    )


class ExactFigures(NamedTuple):
    """The exact figures of a wager over all seats."""

    edge: Fraction
    variance: Fraction
    """The variance of a round's net beyond the edge, in square cents, each seat by itself."""


@dataclass(frozen=True)
class EndingCount:
    """One way in which a wager of the main game can end: how often it did, and how often it should have."""

    ending: Ending
    count: int
    expected: float | None
    z: float | None
    """The most extreme z of the single seats."""


class MainWagers:
    """The seats with an ante: the outcomes of each, and its exact result, which is None for a seat that errs."""

    def __init__(
        self, rules: HouseRules, antes: Sequence[int], found: Sequence[Outcomes], results: Sequence[MainResult | None]
    ) -> None:
        self.antes = antes
        self.rounds = sum(found[0].values()) if found else 0
        self._found = [_by_name(rules, outcomes) for outcomes in found]
        known = [result.outcomes for result in results if result]
        self._exact = [_by_name(rules, outcomes) for outcomes in known] if len(known) == len(found) else None
        together = sum((Counter(outcomes) for outcomes in (*found, *known)), Counter[End]())
        self._all = _by_name(rules, together)

    def exact(self, name: str, *, bonus: bool) -> ExactFigures | None:
        """The exact figures of a wager per unit, or a bonus per ante. None if a seat errs or nobody makes the wager."""
        if self._exact is None:
            return None
        found = [(ante, one[name]) for ante, one in zip(self.antes, self._exact, strict=True) if name in one]
        size = sum(self.antes) if bonus else sum(ante * one.average_stake for ante, one in found)
        if not size:
            return None
        edge = -sum((ante * one.net for ante, one in found), Fraction(0)) / size
        return ExactFigures(edge, sum((ante * ante * one.spread(edge) for ante, one in found), Fraction(0)))

    def results(self, name: str) -> tuple[tuple[EndingCount, ...], tuple[ChiSquare | None, ...]]:
        """All ways in which a wager can end, and for each seat the test of all of them together."""
        counts = [_by_ending(one.get(name)) for one in self._found]
        chances = None if self._exact is None else [_by_ending(one.get(name)) for one in self._exact]
        ended = []
        for end in _by_ending(self._all.get(name)):
            count = [one[end][0] if end in one else 0 for one in counts]
            chance = None if chances is None else [float(one[end][1]) if end in one else 0.0 for one in chances]
            expected = None if chance is None else self.rounds * sum(chance)
            ended.append(EndingCount(end, sum(count), expected, largest_z(count, self.rounds, chance)))
        if chances is None:
            return tuple(ended), ()
        return tuple(ended), tuple(self._test(one, other) for one, other in zip(counts, chances, strict=True))

    def _test(
        self, found: Mapping[Ending, tuple[int, Fraction]], exact: Mapping[Ending, tuple[int, Fraction]]
    ) -> ChiSquare | None:
        """The ways to end, and rounds without the wager, against their probabilities."""
        if any(end not in exact for end in found):
            return ChiSquare(float("inf"), len(exact), 0.0)
        counts = [found[end][0] if end in found else 0 for end in exact]
        chances = [chance for _, chance in exact.values()]
        counts, chances = [*counts, self.rounds - sum(counts)], [*chances, 1 - sum(chances, Fraction(0))]
        if counts[-1] and not chances[-1]:
            return ChiSquare(float("inf"), len(exact), 0.0)
        return chi_square(counts, [float(chance) for chance in chances])


def _by_name(rules: HouseRules, outcomes: Outcomes) -> dict[str, MainWager]:
    return {wager.name: wager for wager in main_wagers(rules, outcomes)}


def _by_ending(wager: MainWager | None) -> dict[Ending, tuple[int, Fraction]]:
    """How often a wager ends in each way: the number, and the share of all."""
    return {line.ending: (line.deals, line.probability) for line in wager.lines} if wager else {}
