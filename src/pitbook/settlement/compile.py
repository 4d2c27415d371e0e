"""Money for the kernels: integer arrays by outcome class, filled by calling `pay` for every class.

Nothing here knows a payout of its own. Amounts are in units of 1/scale of the wager, where the scale makes every one
of them whole.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm

import numpy as np
from numpy.typing import NDArray

from pitbook.cards.rankings import category_by_strength, category_names
from pitbook.rulebooks.models import Wager
from pitbook.rulebooks.pays import ToOne
from pitbook.settlement.classify import Comparison, Outcome
from pitbook.settlement.lines import Line
from pitbook.settlement.pay import DOLLAR, pay
from pitbook.submission import HouseRules


@dataclass(frozen=True, eq=False)
class MainGame:
    """The net result of the main game by outcome class.

    A class is the player's category (by level: 0 is the lowest), whether the dealer qualifies (0 or 1), and the
    comparison of the hands (0 lose, 1 tie, 2 win). Amounts are in 1/scale antes.
    """

    scale: int
    categories: tuple[str, ...]
    """The category names by level."""
    qualifying_level: int
    """The lowest category of the dealer's hand that qualifies."""
    fixed: NDArray[np.int64]
    """Shape (levels, 2, 3): the net of all that is wagered before the deal, bonuses included."""
    decided: NDArray[np.int64]
    """Shape (levels, 2, 3): the net of one ante's worth of the raise or play wager."""
    fold: int
    """The net of folding."""
    staked: int
    """What is wagered before the deal, in antes."""


@dataclass(frozen=True, eq=False)
class SideWager:
    """What a side wager returns for each name of the hand that decides, and for none (the last entry).

    What is returned is `per_stake/scale` times the stake, plus `fixed` cents, plus `share` of the named meter.
    """

    wager: str
    hand: str
    """The hand of the book that decides."""
    names: tuple[str | None, ...]
    paid_as: tuple[str | None, ...]
    """The row of the table by which each name is paid, if any."""
    scale: int
    per_stake: NDArray[np.int64]
    fixed: NDArray[np.int64]
    share: tuple[Fraction, ...]
    meter: tuple[str | None, ...]


def _scale(rules: HouseRules) -> int:
    """The least common multiple of the denominators of all odds."""
    rows = (row for table in rules.tables.values() for row in table.rows)
    return lcm(*(row.pays.denominator for row in rows if isinstance(row.pays, ToOne)))


def _main_wagers(rules: HouseRules) -> list[Wager]:
    """The ante, what equals it, and what is decided on it."""
    base = rules.book.decision.of
    return [wager for wager in rules.wagers if base in (wager.name, wager.equals)]


@lru_cache(maxsize=64)
def compile_main(rules: HouseRules) -> MainGame:
    """The main game as arrays, by calling `pay` for every class."""
    players, dealers = rules.book.players_hand, rules.book.dealers_hand
    categories = tuple(reversed(category_names(players.ranking or "")))
    by_strength = category_by_strength(players.ranking or "")
    strengths = tuple(by_strength.index(category) for category in categories)
    scale = _scale(rules)
    before = {wager.name: scale for wager in _main_wagers(rules)}
    decided = rules.book.decision.wager
    shape = (len(categories), 2, len(Comparison))
    fixed, per_ante = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    for level, category in enumerate(categories):
        names = dict.fromkeys(rules.book.hands, category)
        for qualifies in (0, 1):
            for comparison in Comparison:
                outcome = Outcome(comparison, bool(qualifies), strengths[level], category, names)
                wagers = before | {decided: scale}
                net = {name: -stake for name, stake in wagers.items()}
                for line in pay(rules, 1, outcome, wagers, folded=False, meters={}):
                    net[line.wager] = net.get(line.wager, 0) + line.returned
                per_ante[level, qualifies, comparison] = net.pop(decided)
                fixed[level, qualifies, comparison] = sum(net.values())
    fold = sum(
        line.returned - line.stake
        for line in pay(rules, 1, Outcome(Comparison.LOSE, True, 1, categories[0], {}), before, folded=True, meters={})
    )
    least = dealers.qualifying_strength if dealers else 0
    return MainGame(
        scale,
        categories,
        categories.index(by_strength[least]) if least else 0,
        fixed,
        per_ante,
        fold,
        len(before),
    )


@lru_cache(maxsize=256)
def compile_side(rules: HouseRules, name: str) -> SideWager:
    """A side wager as arrays, by calling `pay` at two stakes and two meter readings for every name."""
    wager = rules.book.wager(name)
    table = rules.tables[wager.table or ""]
    names: tuple[str | None, ...] = (*rules.book.hands[table.evaluates].order, None)
    scale = _scale(rules)
    stake = scale * DOLLAR
    per_stake, fixed = np.zeros(len(names), np.int64), np.zeros(len(names), np.int64)
    shares: list[Fraction] = []
    meters: list[str | None] = []
    paid_as: list[str | None] = []
    for place, hand in enumerate(names):
        single, double = (_side_line(rules, wager, hand, amount, Fraction(0)) for amount in (stake, 2 * stake))
        per_stake[place] = (double.returned - single.returned) // DOLLAR
        fixed[place] = 2 * single.returned - double.returned
        full = _side_line(rules, wager, hand, stake, Fraction(DOLLAR))
        shares.append(Fraction(full.returned - single.returned, DOLLAR * DOLLAR))
        meters.append(full.meter)
        paid_as.append(full.hand if full.payout else None)
    return SideWager(
        wager.name,
        table.evaluates,
        names,
        tuple(paid_as),
        scale,
        per_stake,
        fixed,
        tuple(shares),
        tuple(meters),
    )


def _side_line(rules: HouseRules, wager: Wager, name: str | None, stake: int, meter: Fraction) -> Line:
    outcome = Outcome(Comparison.LOSE, True, 0, "", dict.fromkeys(rules.book.hands, name))
    meters = dict.fromkeys(rules.meters, meter)
    return next(
        line
        for line in pay(rules, 1, outcome, {wager.name: stake}, folded=False, meters=meters)
        if line.wager == wager.name
    )


def side_wagers(rules: HouseRules) -> tuple[Wager, ...]:
    """The wagers on offer that the hand alone decides."""
    return tuple(wager for wager in rules.wagers if wager.by_hand_alone)
