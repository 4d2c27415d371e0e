"""Every side wager exactly: how often each line of its table is hit, what it returns, and what the house keeps.

Probabilities come from counting cards, money from settlement's compiled arrays.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from pitbook.odds.side import side_counts
from pitbook.progress import Progress
from pitbook.rulebooks.hands import in_words
from pitbook.settlement.compile import CompiledSideWager, compile_side, side_wagers
from pitbook.settlement.pay import DOLLAR, earnings, envy_amount
from pitbook.settlement.wagers import least_amount
from pitbook.submission import HouseRules

LOSS = "nothing"


@dataclass(frozen=True)
class HitLine:
    """One line of a table, or everything that it does not pay."""

    hand: str
    combinations: int
    probability: Fraction
    pays: str
    returned: Fraction
    """What this line adds to the return: its probability times what it hands back, in units of the wager."""

    @property
    def rounds_between(self) -> Fraction | None:
        """The mean number of rounds from one hit to the next."""
        return 1 / self.probability if self.probability else None


@dataclass(frozen=True)
class ProgressiveFigures:
    """The further figures of a wager that is paid from meters. Amounts are in dollars, values per unit of the wager."""

    meters: Mapping[str, Fraction]
    """The readings for which the house edge is given."""
    fixed_return: Fraction
    """The return of the awards that are not paid from meters."""
    per_meter_dollar: Mapping[str, Fraction]
    """What one more dollar on a meter adds to the return."""
    break_even: Mapping[str, Fraction | None]
    """The reading of each meter at which the house edge is zero, if the other meters stay as given."""
    reset_house_edge: Fraction
    """The house edge with all meters at their reset amounts."""
    long_run_house_edge: Fraction
    """The house edge if all contributions and reset amounts are paid out in the end. A meter's limit does not matter:
    what is contributed above it is held for later winners, so it counts as paid out too."""
    envy_per_other_player: Fraction
    """What each other player at the table adds to the return."""


@dataclass(frozen=True)
class WagerResult:
    """A side wager's exact figures, per unit wagered."""

    wager: str
    paytable: str
    stake: Fraction
    """The stake in dollars, which matters if a fixed sum is paid."""
    total: int
    """How many equally likely combinations were counted."""
    lines: tuple[HitLine, ...]
    variance: Fraction
    progressive: ProgressiveFigures | None = None
    cards: str | None = None
    """How many cards decide, if the table has to say so beside its hands."""

    def words(self, line: HitLine) -> str:
        """A line's hand as signs and sheets name it."""
        return f"{in_words(line.hand)}, {self.cards}" if self.cards and line.hand != LOSS else in_words(line.hand)

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of each unit wagered."""
        return 1 - sum((line.returned for line in self.lines), Fraction(0))

    @property
    def hit_frequency(self) -> Fraction:
        """How often the wager wins anything."""
        return sum((line.probability for line in self.lines if line.hand != LOSS), Fraction(0))

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the net result of one unit."""
        return sqrt(self.variance)


def default_stake(rules: HouseRules, wager: str) -> Fraction:
    """The stake that figures are for unless one is given: the least that is allowed, or the first amount filed."""
    return Fraction(least_amount(rules, rules.book.wager(wager)), DOLLAR)


def _returned(money: CompiledSideWager, place: int, stake: Fraction, meters: Mapping[str, Fraction]) -> Fraction:
    """What is handed back for a hand, in units of the stake."""
    meter = money.meter[place]
    from_meter = money.share[place] * meters[meter] if meter else Fraction(0)
    fixed = Fraction(int(money.fixed[place]), DOLLAR)
    return Fraction(int(money.per_stake[place]), money.scale) + (fixed + from_meter) / stake


def wager_result(
    rules: HouseRules, wager: str, stake: Fraction | None = None, meters: Mapping[str, Fraction] | None = None
) -> WagerResult:
    """The exact figures of one side wager at a stake and at meter readings; by default those of the submission."""
    money = compile_side(rules, wager)
    stake = stake or default_stake(rules, wager)
    reset = {name: Fraction(terms.reset, DOLLAR) for name, terms in rules.meters.items()}
    readings = reset | dict(meters or {})
    counts = side_counts(rules.book, money.hand)
    total = sum(counts.values())
    kind = rules.book.wager(wager).table or ""
    rows = {row.hand: row for row in rules.tables[kind].rows}
    hits = dict.fromkeys([*rows, LOSS], 0)
    returns = dict.fromkeys([*rows, LOSS], Fraction(0))
    square = mean = Fraction(0)
    for place, name in enumerate(money.names):
        combinations = counts.get(name, 0)
        probability = Fraction(combinations, total)
        back = _returned(money, place, stake, readings)
        line = money.paid_as[place] or LOSS
        hits[line] += combinations
        returns[line] += probability * back
        mean += probability * back
        square += probability * back * back
    lines = tuple(
        HitLine(
            hand,
            combinations,
            Fraction(combinations, total),
            str(rows[hand].pays) if hand in rows else "loses",
            returns[hand],
        )
        for hand, combinations in hits.items()
    )
    figures = None
    if rules.book.wager(wager).progressive:
        figures = _progressive_figures(rules, money, stake, readings, reset, counts)
    table = rules.tables[kind]
    return WagerResult(
        wager, table.id, stake, total, lines, square - mean * mean, figures, rules.book.hands[table.evaluates].beside
    )


def _progressive_figures(
    rules: HouseRules,
    money: CompiledSideWager,
    stake: Fraction,
    readings: Mapping[str, Fraction],
    reset: Mapping[str, Fraction],
    counts: Mapping[str | None, int],
) -> ProgressiveFigures:
    total = sum(counts.values())
    nothing = dict.fromkeys(readings, Fraction(0))
    chances = [Fraction(counts.get(name, 0), total) for name in money.names]
    fixed = sum((p * _returned(money, i, stake, nothing) for i, p in enumerate(chances)), Fraction(0))
    per_dollar = dict.fromkeys(readings, Fraction(0))
    wholes = dict.fromkeys(readings, Fraction(0))
    for chance, share, meter in zip(chances, money.share, money.meter, strict=True):
        if meter:
            per_dollar[meter] += chance * share / stake
            wholes[meter] += chance if share == 1 else 0

    def returned(at: Mapping[str, Fraction]) -> Fraction:
        return fixed + sum((per_dollar[name] * at[name] for name in per_dollar), Fraction(0))

    break_even = {
        name: readings[name] + (1 - returned(readings)) / value if value else None for name, value in per_dollar.items()
    }
    inflow = sum((rules.meters[name].rate + wholes[name] * reset[name] / stake for name in wholes), Fraction(0))
    return ProgressiveFigures(
        meters=readings,
        fixed_return=fixed,
        per_meter_dollar=per_dollar,
        break_even=break_even,
        reset_house_edge=1 - returned(reset),
        long_run_house_edge=1 - fixed - inflow,
        envy_per_other_player=envy_value(rules, stake),
    )


def envy_value(rules: HouseRules, stake: Fraction) -> Fraction:
    """What one other player's hand is worth in envy, per unit of the receiver's wager."""
    table = rules.envy_table
    if table is None or rules.book.envy is None:
        return Fraction(0)
    paid = earnings(rules, rules.book.envy.paytables)
    counts = side_counts(rules.book, table.evaluates)
    total = sum(counts.values())
    cents = sum(
        (
            Fraction(counts.get(name, 0), total) * envy_amount(table, one.row, int(stake * DOLLAR))[1]
            for name, one in paid.items()
        ),
        Fraction(0),
    )
    return cents / DOLLAR / stake


def all_wager_results(
    rules: HouseRules,
    stakes: Mapping[str, Fraction] | None = None,
    meters: Mapping[str, Fraction] | None = None,
    progress: Progress | None = None,
) -> dict[str, WagerResult]:
    """Every side wager on offer."""
    stakes, names = stakes or {}, [wager.name for wager in side_wagers(rules)]
    found: dict[str, WagerResult] = {}
    for number, name in enumerate(names, 1):
        found[name] = wager_result(rules, name, stakes.get(name), meters)
        if progress:
            progress(number / len(names))
    return found
