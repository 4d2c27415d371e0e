"""All blocks put together in order: tallies added, meters moved exactly, shifts and sessions followed to their ends.

The blocks may be played anywhere and in any order; they are put together in the order of their numbers, so that the
meters see every round as it would have come. Everything is whole numbers.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitbook.array_types import Matrix, Vector
from pitbook.compiled import borrowing_kernel
from pitbook.simulator.blocks import BLOCK, Block, Game
from pitbook.simulator.meters import MeterCourse
from pitbook.simulator.plan import Plan, rates_of
from pitbook.simulator.tally import Tally, new_tally
from pitbook.submission import HouseRules

Ints = NDArray[np.int64]
_HALF: Final = 32
_DIGITS: Final = 9
"""Binary digits to which the win of a shift is told apart: bins are at most 1/512 of it wide."""


@borrowing_kernel
def follow(
    end: Vector[np.int64],
    total: Matrix[np.int64],
    low: Matrix[np.int64],
    hit: Vector[np.int64],
    awards: Matrix[np.int64],
    shift: int,
    session: int,
    course: Matrix[np.int64],
    least: Vector[np.int64],
    ruined: Vector[np.int64],
    wins: Vector[np.int64],
) -> tuple[int, int]:
    """Follows shifts and sessions through the segments of a block; returns how many shifts and sessions ended.

    `course` has for each seat the net and the lowest net of the session so far, and in its last line the win of the
    house in the shift so far. A seat whose lowest net is below `least` is ruined.
    """
    shifts, sessions = 0, 0
    seats = total.shape[1]
    for segment in range(end.size):
        for seat in range(seats):
            award = awards[hit[segment], seat] if hit[segment] >= 0 else 0
            course[seat, 1] = min(course[seat, 1], course[seat, 0] + low[segment, seat] + award)
            course[seat, 0] += total[segment, seat] + award
            course[seats, 0] -= total[segment, seat] + award
        if (end[segment] + 1) % shift == 0:
            wins[shifts] = course[seats, 0]
            course[seats, 0] = 0
            shifts += 1
        if (end[segment] + 1) % session == 0:
            for seat in range(seats):
                ruined[seat] += course[seat, 1] < least[seat]
                course[seat, 0] = course[seat, 1] = 0
            sessions += 1
    return shifts, sessions


def bin_of(amount: int) -> int:
    """The number of an amount's bin; amounts of one bin differ by less than 1/512."""
    size = abs(amount)
    extra = max(0, size.bit_length() - _DIGITS - 1)
    number = (extra << _DIGITS) + (size >> extra)
    return number if amount >= 0 else -number


def amount_of(number: int) -> int:
    """The middle of a bin."""
    size = abs(number)
    extra = max(0, (size >> _DIGITS) - 1)
    amount = (size - (extra << _DIGITS) << extra) + (1 << extra >> 1)
    return amount if number >= 0 else -amount


@dataclass
class Shifts:
    """The win of the house in shifts, in cents: counted in bins, with exact sums."""

    count: int = 0
    total: int = 0
    squares: int = 0
    least: int | None = None
    most: int | None = None
    losing: int = 0
    bins: Counter[int] = field(default_factory=Counter)

    def add(self, wins: list[int]) -> None:
        """More shifts."""
        for win in wins:
            self.bins[bin_of(win)] += 1
            self.squares += win * win
            self.losing += win < 0
        if wins:
            self.count += len(wins)
            self.total += sum(wins)
            self.least = min(wins) if self.least is None else min(self.least, *wins)
            self.most = max(wins) if self.most is None else max(self.most, *wins)

    def quantile(self, part: float) -> int | None:
        """The win that so large a part of all shifts does not exceed, to 1/512 of it."""
        wanted, seen = part * self.count, 0
        for number in sorted(self.bins):
            seen += self.bins[number]
            if seen >= wanted:
                return amount_of(number)
        return None


class Totals:
    """Everything that the rounds so far add up to."""

    def __init__(self, rules: HouseRules, game: Game, bankroll: int | None) -> None:
        plan: Plan = game.plan
        self.game, self.rates = game, rates_of(rules)
        seats, wagers = plan.staked.shape
        self.rounds = 0
        self.tally: Tally = new_tally(plan)
        names = [wager.name for wager in self.rates.wagers]
        self.progressive = next((names.index(wager.name) for wager in rules.wagers if wager.progressive), -1)
        stake = int(plan.staked[:, self.progressive].sum()) if self.progressive >= 0 else 0
        self.meters = MeterCourse(rules, stake)
        self.award_cents = [0] * seats
        self.award_squares = [0] * seats
        self.meter_sums = [[0, 0, 0] for _ in range(wagers + 2)]
        """By group, what meter awards add: to the sum of net, of net x net, and of net x wagered."""
        self.meter_products = [[0] * seats for _ in range(seats)]
        self.shifts = Shifts()
        self.bankroll = bankroll
        self.sessions = 0
        self._needs = np.array(game.before, np.int64)
        self._least: Ints = self._needs - (bankroll if bankroll is not None else 0)
        self.ruined: Ints = np.zeros(seats, np.int64)
        self._course: Ints = np.zeros((seats + 1, 2), np.int64)
        self._wins: Ints = np.zeros(BLOCK + 1, np.int64)

    def add(self, block: Block) -> None:
        """The next block, in order."""
        if block.number * BLOCK != self.rounds:
            raise ValueError(f"block {block.number} does not follow round {self.rounds}")
        for whole, part in zip(self.tally, block.tally, strict=True):
            np.add(whole, part, out=whole)
        for parts in (self.tally.squares, self.tally.products):
            parts[..., 0] += parts[..., 1] >> _HALF
            parts[..., 1] &= (1 << _HALF) - 1
        record = block.record
        awards = self._pay_meters(block)
        self.rounds += block.rounds
        self.meters.advance(self.rounds)
        shifts, sessions = follow(
            record.end,
            record.total,
            record.low,
            record.hit,
            awards,
            self.game.shift,
            self.game.session,
            self._course,
            self._least,
            self.ruined,
            self._wins,
        )
        self.shifts.add(self._wins[:shifts].tolist())
        self.sessions += sessions

    def _pay_meters(self, block: Block) -> Ints:
        """Pays the awards of a block from the meters as they stand; returns them by meter round and seat."""
        record = block.record
        numbers = record.end[record.hit >= 0].tolist()
        paid = np.zeros((len(numbers), len(self.award_cents)), np.int64)
        for hit, seat, side, name in record.awards.tolist():
            number = numbers[hit]
            self.meters.advance(number + 1)
            line = self.rates.rows[side][name] or ""
            cents = self.meters.award(number, line, *self.rates.shares[side, name])
            paid[hit, seat] += cents
            self.award_cents[seat] += cents
            self.award_squares[seat] += cents * cents
        for hit, amounts in enumerate(paid.tolist()):
            self._correct(record.net[hit].tolist(), record.groups[hit].tolist(), amounts)
        return paid

    def _correct(self, net: list[int], groups: list[list[int]], awards: list[int]) -> None:
        """Adds what awards change in the sums of squares and products of their round."""
        together = sum(awards)
        for group in (self.progressive, len(groups) - 1):
            before, wagered = groups[group]
            sums = self.meter_sums[group]
            sums[0] += together
            sums[1] += 2 * before * together + together * together
            sums[2] += together * wagered
        for one, award in enumerate(awards):
            for two in range(one + 1):
                change = (net[one] + award) * (net[two] + awards[two]) - net[one] * net[two]
                self.meter_products[one][two] += change

    def group(self, group: int) -> tuple[int, int, int, int, int]:
        """For a group: the sums of net, wagered, net x net, net x wagered and wagered x wagered, in cents."""
        net, wagered = self.tally.sums[group].tolist()
        squares = [(high << _HALF) + low for high, low in self.tally.squares[group].tolist()]
        plan, more = self.game.plan, self.meter_sums[group]
        if group < plan.kind.size and group not in plan.changed:
            every = int(plan.table_staked[group])
            squares[1:] = every * net, every * every * self.rounds
        return net + more[0], wagered, squares[0] + more[1], squares[1] + more[2], squares[2]

    def seat_net(self, seat: int) -> int:
        """The net of a seat."""
        return int(self.tally.seat_sums[seat]) + self.award_cents[seat]

    def product(self, one: int, two: int) -> int:
        """The sum of the products of the nets of two seats."""
        one, two = max(one, two), min(one, two)
        high, low = self.tally.products[one, two].tolist()
        return int((high << _HALF) + low + self.meter_products[one][two])
