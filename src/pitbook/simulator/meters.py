"""Progressive meters in a simulation: each round contributes before its deal, then its awards are paid line by line.

Amounts are whole numbers of units of 10^-40 dollars. Wagers and rates have few decimals, and an award of 10 % of a
meter adds one, so nothing is rounded. Only after some thirty such awards in a row, with no award of the whole meter
between them, is an amount cut off at its fortieth decimal.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pitbook.submission import HouseRules

UNIT: Final = 10**40
"""How many units one dollar has."""
_CENT: Final = UNIT // 100


def to_units(amount: Fraction) -> int:
    """An amount in dollars as units; fractions of a unit are cut off."""
    return amount.numerator * UNIT // amount.denominator


class ExactMeters:
    """What the meters of a house show, in units, and their overflow.

    Contributions above a meter's limit are its overflow. They pay a part of the amount to which an award of the whole
    meter resets it.
    """

    def __init__(self, rules: HouseRules, readings: Mapping[str, Fraction] | None = None) -> None:
        terms = rules.meters
        shown = {name: Fraction(one.initial, 100) for name, one in terms.items()} | dict(readings or {})
        self.level = {name: to_units(amount) for name, amount in shown.items()}
        self.reset = {name: one.reset * _CENT for name, one in terms.items()}
        self.limit = {name: None if one.limit is None else one.limit * _CENT for name, one in terms.items()}
        self.overflow = dict.fromkeys(self.level, 0)

    def award(self, meter: str, share: Fraction) -> int:
        """Pay a share of a meter and return it in cents, rounded up; the whole share resets the meter."""
        level = self.level[meter]
        taken = level * share.numerator // share.denominator
        self.level[meter] = self.reset[meter] if share == 1 else level - taken
        if share == 1:
            self.overflow[meter] -= min(self.overflow[meter], self.reset[meter])
        return -(-taken // _CENT)

    def readings(self) -> dict[str, Fraction]:
        """What the meters show, in dollars."""
        return {name: Fraction(level, UNIT) for name, level in self.level.items()}


@dataclass
class Hits:
    """How often one line of a progressive table paid from a meter, what it paid, and how many rounds lay between."""

    count: int = 0
    cents: int = 0
    last: int | None = None
    """The number of the last round with a hit."""
    shortest: int | None = None
    """The fewest rounds from one hit to the next."""
    longest: int | None = None
    first: int | None = None
    """The number of the first round with a hit."""

    def add(self, number: int, cents: int) -> None:
        """One more hit, in the round with this number."""
        if self.last is not None:
            gap = number - self.last
            self.shortest = gap if self.shortest is None else min(self.shortest, gap)
            self.longest = gap if self.longest is None else max(self.longest, gap)
        self.first = number if self.first is None else self.first
        self.last = number
        self.count += 1
        self.cents += cents

    @property
    def mean_gap(self) -> float | None:
        """The average number of rounds from one hit to the next."""
        if self.count < 2 or self.last is None or self.first is None:
            return None
        return (self.last - self.first) / (self.count - 1)


class MeterCourse:
    """The meters through all rounds of a run, in order, and what was added, paid and seeded; all amounts in units.

    `contribution` is what one round adds to each meter. `seeded` is what the house paid to reset a meter, beyond its
    overflow. `level_sums` adds up what a meter showed at each round, for the mean.
    """

    def __init__(self, rules: HouseRules, stake: int) -> None:
        self.meters = ExactMeters(rules)
        self.initial = dict(self.meters.level)
        self.contribution = {name: to_units(terms.rate * Fraction(stake, 100)) for name, terms in rules.meters.items()}
        self.rounds = 0
        self.contributed = dict.fromkeys(self.contribution, 0)
        self.paid = dict.fromkeys(self.contribution, 0)
        self.seeded = dict.fromkeys(self.contribution, 0)
        self.level_sums = dict.fromkeys(self.contribution, 0)
        self.highest = dict(self.initial)
        self.hits: dict[tuple[str, str], Hits] = {}

    def advance(self, rounds: int) -> None:
        """Add the contributions of all rounds up to this number."""
        more = rounds - self.rounds
        for name, each in self.contribution.items():
            self.contributed[name] += more * each
            self._grow(name, each, more)
            self.highest[name] = max(self.highest[name], self.meters.level[name])
        self.rounds = rounds

    def _grow(self, name: str, each: int, rounds: int) -> None:
        """Add the contributions of some rounds to a meter up to its limit, and the rest to its overflow.

        In the first `free` rounds the meter stays below its limit, so what it shows grows evenly.
        """
        level, limit = self.meters.level[name], self.meters.limit[name]
        free = rounds if limit is None or not each else min(rounds, max(0, (limit - level) // each))
        self.level_sums[name] += free * level + each * free * (free + 1) // 2
        level += free * each
        if free < rounds and limit is not None:
            over = (rounds - free) * each - max(0, limit - level)
            level = max(level, limit)
            self.meters.overflow[name] += over
            self.level_sums[name] += (rounds - free) * level
        self.meters.level[name] = level

    def award(self, number: int, line: str, meter: str, share: Fraction) -> int:
        """Pay a line in the round with this number, after its contributions, and return the cents."""
        before = self.meters.level[meter]
        overflow = self.meters.overflow[meter]
        cents = self.meters.award(meter, share)
        if share == 1:
            self.paid[meter] += before
            self.seeded[meter] += self.meters.level[meter] - (overflow - self.meters.overflow[meter])
        else:
            self.paid[meter] += before - self.meters.level[meter]
        self.hits.setdefault((meter, line), Hits()).add(number, cents)
        return cents
