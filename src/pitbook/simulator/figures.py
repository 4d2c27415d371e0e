"""The results wager by wager: sums, house edge with intervals, standard deviation, and hits against expectation."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt

from pitbook.odds.families.main_result import End, MainResult, folded_with, net_of
from pitbook.odds.families.numbers import Numbers
from pitbook.settlement.compile import compile_main
from pitbook.simulator.blocks import Player
from pitbook.simulator.expected import OTHERWISE, Expected, main_lines, side_probabilities
from pitbook.simulator.main_wagers import EndingCount, ExactFigures, MainWagers, Moments, moments_of
from pitbook.simulator.meters import UNIT
from pitbook.simulator.testing import ChiSquare, Estimate, chi_square, largest_z
from pitbook.simulator.totals import Totals
from pitbook.submission import HouseRules


@dataclass(frozen=True)
class Hit:
    """One line of a paytable: how often it was hit, over all seats, and how often it should have been."""

    table: str
    hand: str
    count: int
    expected: float | None
    z: float | None
    """The most extreme z of the single seats: seats share cards, so their hits are not independent."""


@dataclass(frozen=True)
class WagerFigures:
    """One wager, or the main game, or everything together. Money is in cents."""

    name: str
    rounds: int
    """How often the wager was made, over all rounds and seats."""
    wagered: int
    returned: int
    edge: Estimate | None
    """The house edge per unit wagered; for the main game and a bonus, per ante."""
    risk: Estimate | None
    """For the main game: the house edge per unit of everything that was wagered on it."""
    deviation: float | None
    """The standard deviation of one seat's net in a round, in mean wagers (for the main game and a bonus, in antes)."""
    exact: Fraction | None
    hits: tuple[Hit, ...] = ()
    tests: tuple[ChiSquare | None, ...] = ()
    """By seat: all lines together against their probabilities; for ante, odds and raise, all ways to end."""
    results: tuple[EndingCount, ...] = ()
    """How a wager against the dealer ended."""

    @property
    def p(self) -> float | None:
        """The smallest p-value of the seats, times their number."""
        found = [test.p for test in self.tests if test]
        return min(1.0, min(found) * len(found)) if found else None

    @property
    def z(self) -> float | None:
        """How many standard errors the edge is above the exact one."""
        return None if self.exact is None or self.edge is None else self.edge.z(float(self.exact))


class SimulationFigures:
    """The figures of a simulation, computed from its totals."""

    def __init__(self, rules: HouseRules, players: Sequence[Player], totals: Totals, expected: Expected) -> None:
        self.rules, self.players, self.totals, self.expected = rules, players, totals, expected
        self.rates, self.plan, self.tally = totals.rates, totals.game.plan, totals.tally
        self.names = [wager.name for wager in self.rates.wagers]
        self.seats = range(len(players))
        base = rules.book.flow.base
        self.antes = [player.wagers.get(base, 0) for player in players]

    def _ratio(self, group: int) -> Estimate | None:
        """What the house keeps of what is wagered, with the error of a ratio of two sums over rounds."""
        net, wagered, squares, mixed, wagered_squares = self.totals.group(group)
        if not wagered:
            return None
        share = Fraction(net, wagered)
        spread = squares - 2 * share * mixed + share * share * wagered_squares
        return Estimate(float(-share), sqrt(max(Fraction(0), spread)) / wagered)

    def _moments(self, wager: int, seat: int) -> Moments:
        """The sums of a wager over one seat's rounds."""
        name, tally, plan = self.names[wager], self.tally, self.plan
        ends: list[tuple[int, int, int]] = []
        if name in self.rates.main:
            place = self.rates.main.index(name)
            for action, counts in enumerate(tally.main[seat].tolist()):
                stake = self._stake(seat, action, wager)
                for outcome, count in enumerate(counts):
                    one = int(plan.main_back[seat, action, outcome, place]) - stake if stake else 0
                    ends.append((count, one, stake))
            return moments_of(ends)
        place, stake = self.rates.sides.index(name), int(plan.staked[seat, wager])
        for lost, counts in enumerate(tally.side[seat, place].tolist()):
            for hand, count in enumerate(counts):
                ends.append((count, (0 if lost else int(plan.side_back[seat, place, hand])) - stake, stake))
        found = moments_of(ends)
        if wager == self.totals.progressive:
            paid = self.totals.award_cents[seat]
            found = found._replace(
                net=found.net + paid,
                squares=found.squares + self.totals.award_squares[seat] - 2 * stake * paid,
                mixed=found.mixed + paid * stake,
            )
        return found

    def _stake(self, seat: int, action: int, wager: int) -> int:
        """What a seat has on a wager after an action."""
        changed = self.plan.changed.tolist()
        if wager in changed:
            return int(self.plan.decided[seat, action, changed.index(wager)])
        return int(self.plan.staked[seat, wager])

    def _deviation(self, moments: Sequence[tuple[int, int, int]]) -> float | None:
        """The root of the seats' mean variance, each seat in units of its mean wager."""
        rounds = self.totals.rounds
        variances = [
            (Fraction(squares, rounds) - Fraction(net, rounds) ** 2) / Fraction(wagered, rounds) ** 2
            for net, squares, wagered in moments
            if wagered
        ]
        return sqrt(sum(variances) / len(variances)) if variances else None

    def _with_exact_error(
        self, edge: Estimate | None, group: int, moments: Sequence[Moments], size: int, exact: ExactFigures | None
    ) -> Estimate | None:
        """The estimate with the error from the exact variance, if that is known; `size` is what the edge is a share of.

        A line that was never hit is missing from the sample, but not from the exact variance. That one is of single
        seats: how much more all seats together vary is taken from the sample.
        """
        if edge is None or exact is None:
            return edge
        rounds = self.totals.rounds
        together = Moments(*self.totals.group(group)).beyond(exact.edge, rounds)
        alone = sum((one.beyond(exact.edge, rounds) for one in moments), Fraction(0))
        factor = float(together / alone) if alone else 1.0
        return Estimate(edge.value, sqrt(rounds * float(exact.variance) * factor) / size)

    def wager(self, wager: int) -> WagerFigures:
        """The figures of one wager, or of a bonus, which is measured in antes."""
        name = self.names[wager]
        net, wagered, squares, *_ = self.totals.group(wager)
        rounds, bonus = self.totals.rounds, self.rules.book.wager(name).is_bonus
        if wager in self.plan.changed:
            on = self.plan.decided[:, :, self.plan.changed.tolist().index(wager)] > 0
            made = int((self.tally.main.sum(axis=2) * on).sum())
        elif bonus:
            made = int(self.tally.side[:, self.rates.sides.index(name)].sum())
        else:
            made = rounds * sum(name in player.wagers for player in self.players)
        results: tuple[EndingCount, ...] = ()
        if name in self.rates.sides and not bonus:
            hits, tests = self._side_hits(name) if wagered else ((), ())
            exact = self._exact_side(name)
        else:
            hits, tests = self._main_hits(name)
            exact = self._main_wagers.exact(name, bonus=bonus)
        if name in self.rates.main:
            results, tests = self._main_wagers.results(name)
        moments = [self._moments(wager, seat) for seat in self.seats]
        sizes = [rounds * ante for ante in self.antes] if bonus else [one.wagered for one in moments]
        size, edge = sum(sizes), self._ratio(wager)
        if bonus and size:
            edge = Estimate(-net / size, sqrt(squares - Fraction(net * net, rounds)) / size)
        return WagerFigures(
            name,
            made,
            wagered,
            wagered + net,
            self._with_exact_error(edge, wager, moments, size, exact),
            None,
            self._deviation([(one.net, one.squares, size) for one, size in zip(moments, sizes, strict=True)]),
            exact.edge if exact else None,
            hits,
            tests,
            results,
        )

    def _exact_side(self, name: str) -> ExactFigures | None:
        """The exact figures of a side wager, with meters at their mean. None if some fold forfeited it."""
        place = self.rates.sides.index(name)
        stakes = [player.wagers[name] for player in self.players if name in player.wagers]
        if not stakes or self.tally.side[:, place, 1].any():
            return None
        rounds = self.totals.rounds
        levels = {meter: Fraction(total, rounds * UNIT) for meter, total in self.totals.meters.level_sums.items()}
        total = spread = Fraction(0)
        for stake in stakes:
            figures = Numbers(self.rules).side(name, Fraction(stake, 100), levels)
            total, spread = total + stake * figures.house_edge, spread + stake * stake * figures.variance
        return ExactFigures(total / sum(stakes), spread)

    @cached_property
    def _main_wagers(self) -> MainWagers:
        """The wagers of the main game, of the seats that have one."""
        seats = [seat for seat in self.seats if self.antes[seat]]
        return MainWagers(
            self.rules,
            [self.antes[seat] for seat in seats],
            [self._outcomes(seat) for seat in seats],
            [self.expected.results[seat] for seat in seats],
        )

    def _side_hits(self, name: str) -> tuple[tuple[Hit, ...], tuple[ChiSquare | None, ...]]:
        """The lines of a side wager. Hands also count if a fold forfeited the wager."""
        side, rounds = self.rates.sides.index(name), self.totals.rounds
        chances = side_probabilities(self.rules, side)
        seats = [seat for seat in self.seats if name in self.players[seat].wagers]
        counts = []
        for seat in seats:
            found = dict.fromkeys(chances, 0)
            for row, count in zip(
                self.rates.rows[side], self.tally.side[seat, side].sum(axis=0).tolist(), strict=False
            ):
                found[row or OTHERWISE] += count
            counts.append(found)
        table = self.rules.book.wager(name).table or ""
        hits = tuple(
            _hit(table, hand, [found[hand] for found in counts], rounds, [float(chance)] * len(seats))
            for hand, chance in chances.items()
        )
        return hits, tuple(chi_square(list(found.values()), [float(p) for p in chances.values()]) for found in counts)

    def _outcomes(self, seat: int) -> dict[End, int]:
        """How often a seat's rounds ended in each outcome of the main game."""
        found: dict[End, int] = {}
        for action, counts in enumerate(self.tally.main[seat].tolist()):
            for outcome, count in enumerate(counts):
                level, rest = divmod(outcome, 6)
                stakes = self.totals.game.ends[action]
                key = End(stakes, level, *divmod(rest, 3)) if action else folded_with(stakes)
                if count:
                    found[key] = found.get(key, 0) + count
        return found

    def _main_hits(self, name: str) -> tuple[tuple[Hit, ...], tuple[ChiSquare | None, ...]]:
        """The lines of the tables that pay a wager of the main game, and the test of all of them together."""
        lines = [line for line in main_lines(self.rules) if line.wager == name]
        seats = [seat for seat in self.seats if self.antes[seat]]
        if not seats:
            return (), ()
        found = [self._outcomes(seat) for seat in seats]
        results = [self.expected.results[seat] for seat in seats]
        hits = []
        observed: list[list[int]] = [[] for _ in seats]
        chances: list[list[float]] = [[] for _ in seats]
        for line in lines:
            for place, outcomes in enumerate(found):
                observed[place].append(sum(count for outcome, count in outcomes.items() if line.pays(outcome)))
                result = results[place]
                if result:
                    paid = sum(deals for outcome, deals in result.outcomes.items() if line.pays(outcome))
                    chances[place].append(paid / result.deals)
            known = [chances[place][-1] for place in range(len(seats))] if all(results) else None
            counts = [observed[place][-1] for place in range(len(seats))]
            hits.append(_hit(line.table, line.hand, counts, self.totals.rounds, known))
        if not lines or not all(results):
            return tuple(hits), ()
        tests = []
        for counts, probabilities in zip(observed, chances, strict=True):
            rest = self.totals.rounds - sum(counts)
            tests.append(chi_square([*counts, rest], [*probabilities, 1 - sum(probabilities)]))
        return tuple(hits), tuple(tests)

    def main(self) -> WagerFigures | None:
        """The main game, per ante; its test covers all outcomes, including the decisions."""
        antes = sum(self.antes) * self.totals.rounds
        if not antes:
            return None
        group = len(self.names)
        net, wagered, squares, *_ = self.totals.group(group)
        rounds, game = self.totals.rounds, compile_main(self.rules)
        spread = squares - Fraction(net * net, rounds)
        variances, tests = [], []
        for seat in self.seats:
            if not self.antes[seat]:
                continue
            outcomes = self._outcomes(seat)
            total = sum(net_of(game, outcome) * count for outcome, count in outcomes.items())
            square = sum(net_of(game, outcome) ** 2 * count for outcome, count in outcomes.items())
            variances.append((Fraction(square, rounds) - Fraction(total, rounds) ** 2) / game.scale**2)
            tests.append(_outcome_test(outcomes, self.expected.results[seat]))
        return WagerFigures(
            "main",
            rounds * len(variances),
            wagered,
            wagered + net,
            Estimate(-net / antes, self._main_error(float(spread), variances) / antes),
            self._ratio(group),
            sqrt(sum(variances) / len(variances)),
            self.expected.main_edge(self.antes),
            (),
            tuple(tests),
        )

    def _main_error(self, spread: float, variances: Sequence[Fraction]) -> float:
        """The standard error of the main game's sum: from the seats' exact variances, if all are known."""
        antes = [ante for ante in self.antes if ante]
        exact = [result.variance for result in self.expected.results if result]
        alone = sum(ante * ante * variance for ante, variance in zip(antes, variances, strict=True))
        if len(exact) < len(antes) or not alone:
            return sqrt(spread)
        known = sum(ante * ante * variance for ante, variance in zip(antes, exact, strict=True))
        return sqrt(spread * float(known / alone))

    def everything(self) -> WagerFigures:
        """All wagers of all seats, including envy and payout limits."""
        group = len(self.names) + 1
        net, wagered, *_ = self.totals.group(group)
        rounds = self.totals.rounds
        moments = []
        for seat in self.seats:
            staked = int(self.plan.staked[seat].sum()) * rounds
            decided = int(self.tally.main[seat].sum(axis=1) @ self.plan.decided[seat].sum(axis=1))
            moments.append((self.totals.seat_net(seat), self.totals.product(seat, seat), staked + decided))
        deviation = self._deviation(moments)
        return WagerFigures(
            "all", rounds * len(self.seats), wagered, wagered + net, self._ratio(group), None, deviation, None
        )

    def correlation(self) -> list[list[float | None]]:
        """The correlation between the nets of every two seats, over all rounds."""
        rounds = self.totals.rounds

        def covariance(one: int, two: int) -> Fraction:
            means = Fraction(self.totals.seat_net(one), rounds) * Fraction(self.totals.seat_net(two), rounds)
            return Fraction(self.totals.product(one, two), rounds) - means

        spread = [covariance(seat, seat) for seat in self.seats]
        return [
            [
                float(covariance(one, two)) / sqrt(spread[one] * spread[two]) if spread[one] and spread[two] else None
                for two in self.seats
            ]
            for one in self.seats
        ]


def _hit(table: str, hand: str, counts: Sequence[int], rounds: int, chances: Sequence[float] | None) -> Hit:
    expected = None if chances is None else rounds * sum(chances)
    return Hit(table, hand, sum(counts), expected, largest_z(counts, rounds, chances))


def _outcome_test(found: dict[End, int], result: MainResult | None) -> ChiSquare | None:
    if result is None:
        return None
    if any(outcome not in result.outcomes for outcome in found):
        return ChiSquare(float("inf"), len(result.outcomes) - 1, 0.0)
    counts = [found.get(outcome, 0) for outcome in result.outcomes]
    return chi_square(counts, [deals / result.deals for deals in result.outcomes.values()])
