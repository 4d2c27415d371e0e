"""A player's session: decisions, mistakes and their cost, and luck against expectation, round by round.

The expectation of a round is exact: the house edge of the main game as it is solved, and that of every side wager at
its stake and at what the meters showed. Envy bonuses and a payout limit are left out of it, and void rounds have none.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from pitbook.coach.chronicle import Played
from pitbook.coach.review import Reviewed, money, review
from pitbook.money import format_cents
from pitbook.odds.solution import exact, solve_main
from pitbook.odds.wagers import wager_result
from pitbook.settlement.compile import side_wagers
from pitbook.submission import HouseRules

WORST: Final = 10
_CENTS: Final = 100


@lru_cache(maxsize=256)
def _main_edge(rules: HouseRules) -> Fraction:
    return solve_main(rules, edge_only=True).house_edge


@lru_cache(maxsize=65_536)
def _side_edge(rules: HouseRules, wager: str, stake: int, meters: tuple[tuple[str, Fraction], ...]) -> Fraction:
    return wager_result(rules, wager, Fraction(stake, _CENTS), dict(meters)).house_edge


def expected_net(rules: HouseRules, wagers: Mapping[str, int], meters: Mapping[str, Fraction]) -> Fraction:
    """What a seat's wagers win in the mean if every decision is the best one, in dollars."""
    ante = wagers.get(rules.book.decision.of, 0)
    total = -_main_edge(rules) * ante if ante else Fraction(0)
    for wager in side_wagers(rules):
        stake = wagers.get(wager.name, 0)
        if stake:
            shown = tuple(sorted(meters.items())) if wager.name == "progressive" else ()
            total -= _side_edge(rules, wager.name, stake, shown) * stake
    return total / _CENTS


@dataclass(frozen=True, slots=True)
class RoundOfPlayer:
    """One round of a player: what was won, what was to be expected, and what mistakes cost."""

    played: Played
    net: int
    expected: Fraction
    """With the best decisions, in dollars."""
    reviewed: tuple[Reviewed, ...]

    @property
    def cost(self) -> Fraction:
        """What mistakes cost, in dollars."""
        return sum((one.cost_money for one in self.reviewed), Fraction(0))

    @property
    def luck(self) -> Fraction:
        """What was won beyond what these decisions win in the mean, in dollars."""
        return Fraction(self.net, _CENTS) - (self.expected - self.cost)


def rounds_of(player: str, rounds: Iterable[Played]) -> list[RoundOfPlayer]:
    """The rounds that a player was in and that are over, in their order."""
    found = []
    for played in rounds:
        net = played.net_of(player)
        if not played.over or net is None:
            continue
        own = [seat for seat, name in played.seats.items() if name == player]
        nothing = Fraction(0)
        expected = nothing
        if played.void is None:
            expected = sum((expected_net(played.rules, played.wagers[s], played.meters) for s in own), nothing)
        decisions = [one for one in played.decisions if one.player == player]
        reviewed = tuple(review(decisions)) if played.void is None else ()
        found.append(RoundOfPlayer(played, net, expected, reviewed))
    return found


def report(player: str, rounds: Iterable[Played]) -> dict[str, Any]:
    """The session as one document."""
    own = rounds_of(player, rounds)
    made = [(one.played.round, reviewed) for one in own for reviewed in one.reviewed]
    mistakes = [(round_id, reviewed) for round_id, reviewed in made if reviewed.cost]
    mistakes.sort(key=lambda one: -one[1].cost)
    nothing = Fraction(0)
    return {
        "player": player,
        "rounds": len(own),
        "decisions": len(made),
        "mistakes": len(mistakes),
        "cost": exact(sum((one.cost for _, one in made), nothing)),
        "cost_money": money(sum((one.cost for one in own), nothing)),
        "net": format_cents(sum(one.net for one in own)),
        "expected": money(sum((one.expected for one in own), nothing)),
        "luck": money(sum((one.luck for one in own), nothing)),
        "streets": _streets(reviewed for _, reviewed in made),
        "series": _series(own),
        "worst": [{"round": round_id} | one.as_json() for round_id, one in mistakes[:WORST]],
    }


def _streets(made: Iterable[Reviewed]) -> dict[str, Any]:
    """Decisions, mistakes and cost by street."""
    found: dict[str, list[Fraction]] = {}
    for one in made:
        found.setdefault(one.decision.spot.street.name, []).append(one.cost)
    return {
        street: {
            "decisions": len(costs),
            "mistakes": sum(cost > 0 for cost in costs),
            "cost": exact(sum(costs, Fraction(0))),
        }
        for street, costs in found.items()
    }


def _series(own: Iterable[RoundOfPlayer]) -> list[dict[str, Any]]:
    """Each round with the running totals of what was won, expected, and lost by mistakes."""
    net, expected, cost = 0, Fraction(0), Fraction(0)
    series = []
    for one in own:
        net, expected, cost = net + one.net, expected + one.expected, cost + one.cost
        series.append(
            {
                "round": one.played.round,
                "number": one.played.number,
                "void": one.played.void,
                "net": format_cents(one.net),
                "expected": money(one.expected),
                "cost": money(one.cost),
                "total_net": format_cents(net),
                "total_expected": money(expected),
                "total_cost": money(cost),
            }
        )
    return series
