"""Money for the kernels: integer arrays by outcome class, filled by calling `pay` for every class.

No payout is defined here. Amounts are in units of 1/scale of the wager, where the scale makes every one of them whole.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitbook.cards.rankings import category_by_strength
from pitbook.problems import Problem, RefusedError
from pitbook.rulebooks.models import Wager
from pitbook.rulebooks.pays import ToOne
from pitbook.settlement.classify import HandComparison, HandOutcome
from pitbook.settlement.lines import SettlementLine
from pitbook.settlement.pay import DOLLAR, earnings, pay
from pitbook.submission import HouseRules


class PayClass(NamedTuple):
    """Hands of the player that settlement treats the same, whatever the dealer has."""

    name: str
    """The category, or a finer name by which a table distinguishes them from the rest of the category."""
    category: str
    strength: int
    """The lowest strength among them."""
    names: Mapping[str, str | None]
    """The finest name in each hand of the book that a table of the main game looks at."""

    def outcome(self, comparison: HandComparison | None, *, qualifies: bool) -> HandOutcome:
        """The outcome about which settlement is asked for such a hand."""
        return HandOutcome(comparison, qualifies, self.strength, self.category, self.names)


@dataclass(frozen=True, eq=False)
class MainGame:
    """The net result of the main game by outcome class.

    A class is a pay class of the player's hand, whether the dealer qualifies (0 or 1), and the comparison of the hands
    (0 lose, 1 tie, 2 win); in a game without a dealer's hand there is only the pay class. Amounts are in 1/scale of
    the base, which is the wager that the others are multiples of.
    """

    scale: int
    classes: tuple[PayClass, ...]
    """From the weakest."""
    class_of: NDArray[np.uint8]
    """The pay class, by strength of the player's hand."""
    qualifying: int
    """The lowest strength with which the dealer qualifies."""
    fixed: NDArray[np.int64]
    """The net of everything that no decision changes, bonuses included, by outcome class."""
    per_unit: NDArray[np.int64]
    """The net of one unit on each wager that a decision makes or withdraws, by outcome class."""
    fold: int
    """The net of folding, without the wagers that decisions change."""
    fold_per_unit: tuple[int, ...]
    """What one unit on each wager that decisions change adds to the net of folding."""
    staked: int
    """What is wagered before the deal and not changed by a decision, in units of the base."""
    changed: tuple[str, ...]
    """The wagers that a decision makes or withdraws."""

    @property
    def decided(self) -> NDArray[np.int64]:
        """The net of one unit on the wager that is decided, by outcome class; there has to be exactly one."""
        if len(self.per_unit) != 1:
            raise ValueError(f"{len(self.per_unit)} wagers are decided, not one")
        only: NDArray[np.int64] = self.per_unit[0]
        return only

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the pay classes."""
        return tuple(one.name for one in self.classes)


@dataclass(frozen=True, eq=False)
class CompiledSideWager:
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
    rows = [row.pays for table in rules.tables.values() for row in table.rows]
    cases = [case.pays for wager in rules.wagers for case in wager.cases]
    return lcm(*(pays.denominator for pays in (*rows, *cases) if isinstance(pays, ToOne)))


def main_wagers(rules: HouseRules) -> tuple[Wager, ...]:
    """The base, what equals it, what decisions make or withdraw, and bonuses on any of these."""
    flow = rules.book.flow
    own = {flow.base, *flow.decided, *flow.withdrawable}
    return tuple(wager for wager in rules.wagers if wager.name in own or wager.equals in own or wager.on in own)


def _changed(rules: HouseRules) -> tuple[str, ...]:
    return (*rules.book.flow.decided, *rules.book.flow.withdrawable)


@lru_cache(maxsize=64)
def compile_main(rules: HouseRules) -> MainGame:
    """The main game as arrays, by calling `pay` for every class."""
    scale, changed = _scale(rules), _changed(rules)
    staked = {wager.name: scale for wager in main_wagers(rules) if not wager.is_bonus}
    # If every hand qualifies, no case has to say what is paid when the dealer's does not.
    always = int(rules.book.qualifier is None)
    ends = [
        (qualifies, comparison)
        for qualifies in ((always, 1) if rules.book.dealers_hand else (1,))
        for comparison in (HandComparison if rules.book.dealers_hand else (None,))
    ]
    classes, class_of, lines = _pay_classes(rules, staked, ends)
    shape = (len(classes), 2, len(HandComparison)) if rules.book.dealers_hand else (len(classes), 1, 1)
    nets = np.zeros((1 + len(changed), *shape), np.int64)
    for level, by_end in enumerate(lines):
        for place, settled in enumerate(by_end):
            where = (level, *divmod(place, shape[2]))
            for name, stake in staked.items():
                nets[(_column(changed, name), *where)] -= stake
            for line in settled:
                on = rules.book.wager(line.wager).on or line.wager
                nets[(_column(changed, on), *where)] += line.returned
    before = {name: stake for name, stake in staked.items() if name not in changed}
    fold = _folded(rules, classes[0], before)
    dealers = rules.book.dealers_hand
    return MainGame(
        scale=scale,
        classes=classes,
        class_of=class_of,
        qualifying=max(dealers.qualifying_strength, 1) if dealers else 1,
        fixed=nets[0],
        per_unit=nets[1:],
        fold=fold,
        fold_per_unit=tuple(_folded(rules, classes[0], before | {name: scale}) - fold for name in changed),
        staked=len(before),
        changed=changed,
    )


def _column(changed: Sequence[str], wager: str) -> int:
    return 1 + changed.index(wager) if wager in changed else 0


def _folded(rules: HouseRules, weakest: PayClass, wagers: Mapping[str, int]) -> int:
    """The net of a fold; 0 if nobody can fold."""
    if not any(street.otherwise == "fold" for street in rules.streets):
        return 0
    comparison = HandComparison.LOSE if rules.book.dealers_hand else None
    lines = pay(rules, 1, weakest.outcome(comparison, qualifies=True), wagers, folded=True, meters={})
    return sum(line.returned - line.stake for line in lines if line.wager in wagers)


def _pay_classes(
    rules: HouseRules, wagers: Mapping[str, int], ends: Sequence[tuple[int, HandComparison | None]]
) -> tuple[tuple[PayClass, ...], NDArray[np.uint8], list[list[list[SettlementLine]]]]:
    """The coarsest classes that settlement treats the same in every line; the class by strength; and the lines."""
    ranking = rules.book.players_hand.ranking or ""
    categories = category_by_strength(ranking)
    looked_at = _looked_at(rules)
    class_of = np.zeros(len(categories), np.uint8)
    found: dict[object, int] = {}
    alike: dict[object, int] = {}
    classes: list[PayClass] = []
    lines: list[list[list[SettlementLine]]] = []
    for strength, category in enumerate(categories[1:], 1):
        names = {hand: _name_at(rules, hand, kinds, strength, category) for hand, kinds in looked_at.items()}
        key = category, *names.values()
        if key not in found:
            one = PayClass(category, category, strength, names)
            by_result = [
                list(pay(rules, 1, one.outcome(comparison, qualifies=bool(qualifies)), wagers, folded=False, meters={}))
                for qualifies, comparison in ends
            ]
            same = category, *(tuple(line[1:] for line in each) for each in by_result)
            if same not in alike:
                alike[same] = len(classes)
                classes.append(one)
                lines.append(by_result)
            found[key] = alike[same]
        class_of[strength] = found[key]
    class_of[0] = class_of[1]
    shared = Counter(one.category for one in classes)
    named = [one._replace(name=_finest(one) if shared[one.category] > 1 else one.category) for one in classes]
    return tuple(named), class_of, lines


def _finest(one: PayClass) -> str:
    return next((name for name in one.names.values() if name not in (None, one.category)), None) or one.category


def _looked_at(rules: HouseRules) -> dict[str, list[str]]:
    """The kinds of tables that look at each hand of the book for a wager of the main game.

    Such a hand has to be made of the same cards as the one that is compared.
    """
    players = rules.book.players_hand
    found: dict[str, list[str]] = {}
    for wager in main_wagers(rules):
        for kind in dict.fromkeys(case.table for case in wager.cases if case.table):
            if kind not in rules.tables:
                continue
            name = rules.tables[kind].evaluates
            hand = rules.book.hands[name]
            if (hand.ranking, hand.sources) != (players.ranking, players.sources):
                raise RefusedError(
                    Problem(
                        f"{rules.book.id}: {wager.name} is paid by hands.{name}, which is not made of the cards of "
                        "hands.player: the main game can't be counted",
                        name,
                    )
                )
            found.setdefault(name, []).append(kind)
    return found


def _name_at(rules: HouseRules, name: str, kinds: Sequence[str], strength: int, category: str) -> str:
    """The finest name of a hand of this strength that makes a difference in tables of these kinds."""
    hand = rules.book.hands[name]
    for rule in hand.rules_of.get(category, ()):
        if all(earnings(rules, kind).get(rule.name) == earnings(rules, kind).get(category) for kind in kinds):
            continue
        for condition in rule.when:
            if condition.cards or condition.ranks or condition.suited is not None or condition.suit:
                raise RefusedError(
                    Problem(
                        f"{rules.book.id}: hands.{name}.names.{rule.name} asks for more than the strength of the hand: "
                        "the main game can't be counted",
                        rule.name,
                    )
                )
        if all(strength in condition.strengths(hand.ranking or "") for condition in rule.when):
            return rule.name
    return category


@lru_cache(maxsize=256)
def compile_side(rules: HouseRules, name: str) -> CompiledSideWager:
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
    return CompiledSideWager(
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


def _side_line(rules: HouseRules, wager: Wager, name: str | None, stake: int, meter: Fraction) -> SettlementLine:
    outcome = HandOutcome(HandComparison.LOSE, True, 0, "", dict.fromkeys(rules.book.hands, name))
    meters = dict.fromkeys(rules.meters, meter)
    return next(
        line
        for line in pay(rules, 1, outcome, {wager.name: stake}, folded=False, meters=meters)
        if line.wager == wager.name
    )


def side_wagers(rules: HouseRules) -> tuple[Wager, ...]:
    """The wagers on offer that the hand alone decides, and that are no part of the main game."""
    main = {wager.name for wager in main_wagers(rules)}
    return tuple(wager for wager in rules.wagers if wager.by_hand_alone and wager.name not in main)
