"""A player's session: decisions, mistakes and their cost, and luck against expectation, round by round.

The expectation of a round is exact: the house edge of the main game as it is solved, and that of every side wager at
its stake and at what the meters showed when the round was settled. Luck compares it with what the same wagers won.
Envy bonuses and the payout limit depend on other players and on the whole round, so they have no expectation here and
are left out on both sides. So are void rounds, rounds that the player left, and rounds with unknown cards.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Final

from pitbook.coach import documents
from pitbook.coach.review import ReviewedDecision, money, review
from pitbook.coach.table_history import PlayedRound
from pitbook.exact import exact
from pitbook.money import format_cents
from pitbook.odds.families.counted import is_judged
from pitbook.odds.solution import solve_main
from pitbook.odds.wagers import wager_result
from pitbook.settlement.compile import side_wagers
from pitbook.submission import HouseRules

WORST: Final = 10
BAND: Final = 2
"""The band of luck in standard deviations, in either direction: luck lies in it about 19 times out of 20."""
_CENTS: Final = 100


@lru_cache(maxsize=256)
def _main_edge(rules: HouseRules) -> Fraction:
    return solve_main(rules, edge_only=True).house_edge


@lru_cache(maxsize=4_096)
def _side_edge(rules: HouseRules, wager: str, stake: int) -> tuple[Fraction, Mapping[str, Fraction]]:
    """The edge of a side wager with its meters at their reset amounts, and what each further dollar on a meter adds.

    An award from a meter is a share of it, so the edge is linear in the reading.
    """
    reset = {name: Fraction(terms.reset, _CENTS) for name, terms in rules.meters.items()}

    def edge(readings: Mapping[str, Fraction]) -> Fraction:
        return wager_result(rules, wager, Fraction(stake, _CENTS), readings).house_edge

    at_reset = edge(reset)
    names = reset if wager == "progressive" else ()
    return at_reset, {name: edge(reset | {name: reset[name] + 1}) - at_reset for name in names}


def expected_net(rules: HouseRules, wagers: Mapping[str, int], meters: Mapping[str, Fraction]) -> Fraction:
    """What a seat's wagers win on average if every decision is the best one, in dollars."""
    ante = wagers.get(rules.book.flow.base, 0)
    total = -_main_edge(rules) * ante if ante else Fraction(0)
    for wager in side_wagers(rules):
        stake = wagers.get(wager.name, 0)
        if stake:
            edge, slopes = _side_edge(rules, wager.name, stake)
            for name, slope in slopes.items():
                if name in meters:
                    edge += slope * (meters[name] - Fraction(rules.meters[name].reset, _CENTS))
            total -= edge * stake
    return total / _CENTS


@lru_cache(maxsize=256)
def _main_deviation(rules: HouseRules) -> float:
    """The standard deviation of the main game with the best decisions, in antes."""
    result = solve_main(rules).result
    if result is None:
        raise ValueError("the game was solved for its edge alone")
    return result.standard_deviation


@lru_cache(maxsize=4_096)
def _side_deviation(rules: HouseRules, wager: str, stake: int, meters: tuple[tuple[str, Fraction], ...]) -> float:
    return wager_result(rules, wager, Fraction(stake, _CENTS), dict(meters)).standard_deviation


def deviation(rules: HouseRules, wagers: Mapping[str, int], meters: Mapping[str, Fraction]) -> float:
    """An upper bound of the standard deviation of what a seat's wagers win, in dollars.

    The wagers of a seat depend on the same cards, so their deviations are added, as if they always won together.
    """
    ante = wagers.get(rules.book.flow.base, 0)
    total = _main_deviation(rules) * ante / _CENTS if ante else 0.0
    for wager in side_wagers(rules):
        if stake := wagers.get(wager.name, 0):
            shown = tuple(sorted(meters.items())) if wager.name == "progressive" else ()
            total += _side_deviation(rules, wager.name, stake, shown)
    return total


@dataclass(frozen=True, slots=True)
class RoundOfPlayer:
    """One round of a player: what was won, what was expected, and what mistakes cost."""

    round: str
    number: int
    opened: str
    void: str | None
    net: int
    """Everything that was returned, less everything that was wagered, in cents."""
    compared: int
    """What the wagers with an expectation won, in cents; 0 in a round that is not compared."""
    expected: Fraction
    """What they win on average with the best decisions, in dollars."""
    cost: Fraction
    """What mistakes cost, in dollars."""
    reviewed: tuple[ReviewedDecision, ...]
    title: str
    """The title of the book."""
    units: str
    """The unit of costs."""
    wagered: int
    """Everything that was wagered, in cents."""
    deviation: float
    """The standard deviation of what is compared, in dollars."""

    @property
    def luck(self) -> Fraction:
        """How much more was won than these decisions win on average, in dollars."""
        return Fraction(self.compared, _CENTS) - (self.expected - self.cost)


def round_of(player: str, played: PlayedRound) -> RoundOfPlayer | None:
    """A finished round from a player's side; None if it is not over, or the player was not in it."""
    net = played.net_of(player)
    if not played.over or net is None:
        return None
    about = (played.round, played.number, played.opened, played.void, net)
    nothing = Fraction(0)
    own = [seat for seat, name in played.seats.items() if name == player]
    book, wagered = played.rules.book, sum(sum(played.wagers[seat].values()) for seat in own)
    title = (book.title, book.flow.units)
    if played.void is not None or player in played.not_judged or not is_judged(played.rules):
        return RoundOfPlayer(*about, 0, nothing, nothing, (), *title, wagered, 0.0)
    expected = sum((expected_net(played.rules, played.wagers[seat], played.meters) for seat in own), nothing)
    reviewed = tuple(review(one for one in played.decisions if one.player == player))
    cost = sum((one.cost_money for one in reviewed), nothing)
    spread = sum(deviation(played.rules, played.wagers[seat], played.meters) for seat in own)
    compared = net - played.not_expected_of(player)
    return RoundOfPlayer(*about, compared, expected, cost, reviewed, *title, wagered, spread)


def mistakes_of(own: Iterable[RoundOfPlayer]) -> list[tuple[str, ReviewedDecision]]:
    """The mistakes in these rounds, each with its round, the costliest first."""
    mistakes = [(one.round, reviewed) for one in own for reviewed in one.reviewed if reviewed.cost]
    return sorted(mistakes, key=lambda one: -one[1].cost)


def report(player: str, own: Sequence[RoundOfPlayer]) -> documents.ReportedRounds:
    """These rounds of a player, in their order, as one document."""
    made = [(one.round, reviewed) for one in own for reviewed in one.reviewed]
    mistakes = mistakes_of(own)
    nothing = Fraction(0)
    return {
        "player": player,
        "rounds": len(own),
        "decisions": len(made),
        "mistakes": len(mistakes),
        "cost": exact(sum((one.cost for _, one in made), nothing)),
        "units": units.pop() if len(units := {one.units for one in own if one.reviewed}) == 1 else None,
        "cost_money": money(sum((one.cost for one in own), nothing)),
        "net": format_cents(sum(one.net for one in own)),
        "compared": format_cents(sum(one.compared for one in own)),
        "expected": money(sum((one.expected for one in own), nothing)),
        "luck": money(sum((one.luck for one in own), nothing)),
        "band": in_cents(BAND * sqrt(sum(one.deviation**2 for one in own))),
        "streets": _streets(reviewed for _, reviewed in made),
        "series": _series(own),
        "worst": [{"round": round_id, **one.as_json()} for round_id, one in mistakes[:WORST]],
    }


def in_cents(dollars: float) -> str:
    """An inexact amount, rounded to the cent."""
    return format_cents(round(dollars * _CENTS))


def row_of(one: RoundOfPlayer) -> documents.OwnRound:
    """A round of a player in figures, from which statistics are added up."""
    mistakes = [reviewed for reviewed in one.reviewed if reviewed.cost]
    return {
        "round": one.round,
        "opened": one.opened,
        "title": one.title,
        "units": one.units,
        "void": one.void,
        "wagered": format_cents(one.wagered),
        "net": format_cents(one.net),
        "compared": format_cents(one.compared),
        "expected": format(float(one.expected), ".6f"),
        "deviation": format(one.deviation, ".6f"),
        "decisions": len(one.reviewed),
        "mistakes": len(mistakes),
        "cost": exact(sum((reviewed.cost for reviewed in mistakes), Fraction(0))),
        "cost_money": format(float(one.cost), ".6f"),
        "streets": _streets(one.reviewed),
    }


def _streets(made: Iterable[ReviewedDecision]) -> list[documents.StreetReport]:
    """Decisions, mistakes and cost by when they are made: two books may have one name for different streets."""
    found: dict[str, list[Fraction]] = {}
    for one in made:
        found.setdefault(one.decision.spot.street.title, []).append(one.cost)
    return [
        {
            "when": when,
            "decisions": len(costs),
            "mistakes": sum(cost > 0 for cost in costs),
            "cost": exact(sum(costs, Fraction(0))),
        }
        for when, costs in found.items()
    ]


def _series(own: Iterable[RoundOfPlayer]) -> list[documents.RoundReport]:
    """Each round with the running totals of what was won, compared, expected, and lost by mistakes."""
    net, compared, expected, cost, variance = 0, 0, Fraction(0), Fraction(0), 0.0
    series: list[documents.RoundReport] = []
    for one in own:
        net, compared = net + one.net, compared + one.compared
        expected, cost = expected + one.expected, cost + one.cost
        variance += one.deviation**2
        series.append(
            {
                "round": one.round,
                "number": one.number,
                "void": one.void,
                "net": format_cents(one.net),
                "compared": format_cents(one.compared),
                "expected": money(one.expected),
                "cost": money(one.cost),
                "total_net": format_cents(net),
                "total_compared": format_cents(compared),
                "total_expected": money(expected),
                "total_cost": money(cost),
                "total_band": in_cents(BAND * sqrt(variance)),
            }
        )
    return series
