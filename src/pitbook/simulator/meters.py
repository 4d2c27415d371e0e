"""Progressive meters, moved exactly: by contributions at each lock-out and by awards line by line.

Amounts are whole numbers of 10^-40 dollars. That is exact as long as the decimals of a meter fit: wagers and rates have
few, and each share of 10 % adds one; a share of 100 % begins anew. Only after some thirty such shares in a row is a
share cut off at its fortieth decimal.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pitbook.submission import HouseRules

UNIT: Final = 10**40
"""One dollar."""
_CENT: Final = UNIT // 100


def to_units(amount: Fraction) -> int:
    """An amount in dollars, cut off below the unit."""
    return amount.numerator * UNIT // amount.denominator


class ExactMeters:
    """What the meters of a house show, and their overflow."""

    def __init__(self, rules: HouseRules, readings: Mapping[str, Fraction] | None = None) -> None:
        terms = rules.meters
        shown = {name: Fraction(one.initial, 100) for name, one in terms.items()} | dict(readings or {})
        self.level = {name: to_units(amount) for name, amount in shown.items()}
        self.reset = {name: one.reset * _CENT for name, one in terms.items()}
        self.limit = {name: None if one.limit is None else one.limit * _CENT for name, one in terms.items()}
        self.overflow = dict.fromkeys(self.level, 0)

    def award(self, meter: str, share: Fraction) -> int:
        """Takes a share out of a meter; returns the cents that are paid, rounded up. The whole of it resets it."""
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
    """How often one line of a progressive table paid from a meter, what it paid, and how long it took each time."""

    count: int = 0
    cents: int = 0
    last: int | None = None
    """The number of the last round with a hit."""
    shortest: int | None = None
    longest: int | None = None
    first: int | None = None

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
    """The meters through all rounds, in order: each round contributes at its lock-out, then its awards are paid."""

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
        """Contributions up to so many rounds in all."""
        more = rounds - self.rounds
        for name, each in self.contribution.items():
            self.contributed[name] += more * each
            self._grow(name, each, more)
            self.highest[name] = max(self.highest[name], self.meters.level[name])
        self.rounds = rounds

    def _grow(self, name: str, each: int, rounds: int) -> None:
        """Adds contributions to what a meter shows, as far as its limit lets it, and the rest to the overflow."""
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
        """The cents that a line pays in the round with this number, whose contributions have been made."""
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
