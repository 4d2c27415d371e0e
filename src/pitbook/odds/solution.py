"""House rules solved: the main game exactly, every side wager, and both as one document."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from threading import Lock
from typing import Any, Final

from pitbook.odds.exact import Exact, exact
from pitbook.odds.families.protocol import Solved
from pitbook.odds.families.registry import family_of
from pitbook.odds.main_wagers import MainWager, main_wagers
from pitbook.odds.progress import Progress, part_of
from pitbook.odds.stored import recall, store
from pitbook.odds.wagers import ProgressiveFigures, WagerResult, all_wager_results
from pitbook.submission import HouseRules

_MAIN_PART: Final = 0.8
"""How much of the work the main game is, as a share; the side wagers are the rest."""
_SOLVING: Final = Lock()
"""Held while a game is solved, which takes all cores: another thread that wants it too then finds it stored."""


EQUAL_ACTIONS: Final = "of equal actions the one that wagers least is taken"
"""What the average wager and the element of risk depend on."""


@dataclass(frozen=True)
class Solution:
    """Everything that is exact about a game as one house plays it."""

    rules: HouseRules
    main: Solved
    wagers: Mapping[str, WagerResult]
    seconds: float

    @cached_property
    def main_wagers(self) -> tuple[MainWager, ...]:
        """The wagers of the main game one by one; none if only its house edge was asked for."""
        return main_wagers(self.rules, self.main.result.outcomes) if self.main.result else ()

    def as_json(self) -> dict[str, Any]:
        """The document of the command-line contract."""
        return {
            "rulebook": self.rules.book.id,
            "main": _main_json(self.main, self.main_wagers) | {"seconds": round(self.seconds, 3)},
            "wagers": {name: wager_json(result) for name, result in self.wagers.items()},
        }


def solve_main(
    rules: HouseRules, *, edge_only: bool = False, use_stored: bool = True, progress: Progress | None = None
) -> Solved:
    """The main game of these house rules, solved now or found among the games that were solved before."""

    def found() -> Solved | None:
        before = recall(rules) if use_stored else None
        return before if before and (edge_only or before.result) else None

    if before := found():
        return before
    with _SOLVING:
        if before := found():
            return before
        solved = family_of(rules).solve(rules, edge_only=edge_only, progress=progress)
        fuller = recall(rules) if edge_only else None
        if fuller is None or fuller.result is None:
            store(rules, solved)
        return solved


def solve(
    rules: HouseRules,
    *,
    edge_only: bool = False,
    use_stored: bool = True,
    stakes: Mapping[str, Fraction] | None = None,
    meters: Mapping[str, Fraction] | None = None,
    progress: Progress | None = None,
) -> Solution:
    """Solve the main game and every side wager; with `edge_only` just the house edge of the main game."""
    start = time.perf_counter()
    ends = 1 if edge_only else _MAIN_PART
    main = solve_main(rules, edge_only=edge_only, use_stored=use_stored, progress=part_of(progress, 0, ends))
    if edge_only:
        main = replace(main, result=None)
    wagers = {} if edge_only else all_wager_results(rules, stakes, meters, part_of(progress, ends, 1))
    return Solution(rules, main, wagers, time.perf_counter() - start)


def _main_json(main: Solved, wagers: Sequence[MainWager]) -> dict[str, Any]:
    if main.result is None:
        return {"house_edge": exact(main.house_edge)}
    result = main.result

    def share(deals: int) -> Exact:
        return exact(Fraction(deals, result.deals))

    return {
        "house_edge": exact(result.house_edge),
        "element_of_risk": exact(result.element_of_risk),
        "average_wager": exact(result.average_wager),
        "equal_actions": EQUAL_ACTIONS,
        "most_average_wager": None if main.most_wagered is None else exact(main.most_wagered),
        "least_element_of_risk": None if main.most_wagered is None else exact(result.house_edge / main.most_wagered),
        "variance": exact(result.variance),
        "standard_deviation": result.standard_deviation,
        "win_frequency": exact(result.win_frequency),
        "push_frequency": exact(result.push_frequency),
        "lose_frequency": exact(result.lose_frequency),
        "hit_frequency": exact(result.hit_frequency),
        "decisions": {
            street: {action: share(deals) for action, deals in actions.items()}
            for street, actions in result.decisions.items()
        },
        "distribution": [
            {"net": exact(Fraction(net, result.scale)), "probability": share(deals)}
            for net, deals in result.net.items()
        ],
        "by_wager": {wager.name: _main_wager_json(wager) for wager in wagers},
        "deals": result.deals,
    }


def _main_wager_json(wager: MainWager) -> dict[str, Any]:
    return {
        "average_stake": exact(wager.average_stake),
        "net": exact(wager.net),
        "house_advantage": None if wager.house_advantage is None else exact(wager.house_advantage),
        "variance": exact(wager.variance),
        "standard_deviation": wager.standard_deviation,
        "lines": [
            line.ending._asdict()
            | {"deals": line.deals, "probability": exact(line.probability), "net": exact(line.net)}
            for line in wager.lines
        ],
    }


def wager_json(result: WagerResult) -> dict[str, Any]:
    """One side wager's figures."""
    document: dict[str, Any] = {
        "paytable": result.paytable,
        "cards": result.cards,
        "stake": exact(result.stake),
        "house_edge": exact(result.house_edge),
        "hit_frequency": exact(result.hit_frequency),
        "variance": exact(result.variance),
        "standard_deviation": result.standard_deviation,
        "combinations": result.total,
        "outcomes": [
            {
                "hand": line.hand,
                "combinations": line.combinations,
                "probability": exact(line.probability),
                "one_in": None if line.rounds_between is None else exact(line.rounds_between),
                "pays": line.pays,
                "return": exact(line.returned),
            }
            for line in result.lines
        ],
    }
    if result.progressive:
        document["progressive"] = _progressive_json(result.progressive)
    return document


def _progressive_json(figures: ProgressiveFigures) -> dict[str, Any]:
    def by_meter(values: Mapping[str, Fraction | None]) -> dict[str, Any]:
        return {name: None if value is None else exact(value) for name, value in values.items()}

    return {
        "meters": by_meter(figures.meters),
        "fixed_return": exact(figures.fixed_return),
        "per_meter_dollar": by_meter(figures.per_meter_dollar),
        "break_even": by_meter(figures.break_even),
        "reset_house_edge": exact(figures.reset_house_edge),
        "long_run_house_edge": exact(figures.long_run_house_edge),
        "envy_per_other_player": exact(figures.envy_per_other_player),
    }
