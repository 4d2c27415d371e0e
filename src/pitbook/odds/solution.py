"""House rules solved: the main game exactly, every side wager, and both as one document."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from threading import Lock
from typing import Final

from pitbook.exact import Exact, exact
from pitbook.odds import documents
from pitbook.odds.families.main_result import MainResult
from pitbook.odds.families.main_wagers import MainWager, main_wagers
from pitbook.odds.families.protocol import Solved
from pitbook.odds.families.registry import family_of
from pitbook.odds.stored import recall, store
from pitbook.odds.wagers import ProgressiveFigures, WagerResult, all_wager_results
from pitbook.progress import Progress, part_of
from pitbook.submission import HouseRules

_MAIN_PART: Final = 0.8
"""The main game's share of the work; the side wagers are the rest."""
_SOLVING: Final = Lock()
"""Held while a game is solved, which takes all cores: another thread that waits for it then finds it stored."""


EQUAL_ACTIONS: Final = "of equal actions the one that wagers least is taken"
"""What the average wager and the element of risk depend on."""


@dataclass(frozen=True)
class Solution:
    """All exact figures of a game as one house plays it."""

    rules: HouseRules
    main: Solved
    wagers: Mapping[str, WagerResult]
    seconds: float

    @cached_property
    def main_wagers(self) -> tuple[MainWager, ...]:
        """The wagers of the main game one by one; none if only its house edge was asked for."""
        return main_wagers(self.rules, self.main.result.outcomes) if self.main.result else ()

    def as_json(self) -> documents.SolvedDocument | documents.EdgeDocument:
        """The document of the command-line contract."""
        if self.main.result is not None:
            return self.solved_json(self.main.result)
        main: documents.MainEdge = {"house_edge": exact(self.main.house_edge), "seconds": round(self.seconds, 3)}
        return {"rulebook": self.rules.book.id, "main": main, "wagers": {}}

    def solved_json(self, result: MainResult) -> documents.SolvedDocument:
        """The document of a game whose main game has this result."""
        return {
            "rulebook": self.rules.book.id,
            "main": _main_json(self, result),
            "wagers": {name: wager_json(found) for name, found in self.wagers.items()},
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


def _main_json(solution: Solution, result: MainResult) -> documents.MainOdds:
    most = solution.main.most_wagered

    def share(deals: int) -> Exact:
        return exact(Fraction(deals, result.deals))

    return {
        "house_edge": exact(result.house_edge),
        "element_of_risk": exact(result.element_of_risk),
        "average_wager": exact(result.average_wager),
        "equal_actions": EQUAL_ACTIONS,
        "most_average_wager": None if most is None else exact(most),
        "least_element_of_risk": None if most is None else exact(result.house_edge / most),
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
        "by_wager": {wager.name: _main_wager_json(wager) for wager in solution.main_wagers},
        "deals": result.deals,
        "seconds": round(solution.seconds, 3),
    }


def _main_wager_json(wager: MainWager) -> documents.MainWagerOdds:
    return {
        "average_stake": exact(wager.average_stake),
        "net": exact(wager.net),
        "house_advantage": None if wager.house_advantage is None else exact(wager.house_advantage),
        "variance": exact(wager.variance),
        "standard_deviation": wager.standard_deviation,
        "lines": [
            {
                "result": line.ending.result,
                "reason": line.ending.reason,
                "hand": line.ending.hand,
                "stake": line.ending.stake,
                "pays": line.ending.pays,
                "deals": line.deals,
                "probability": exact(line.probability),
                "net": exact(line.net),
            }
            for line in wager.lines
        ],
    }


def wager_json(result: WagerResult) -> documents.SideOdds:
    """One side wager's figures."""
    document: documents.SideOdds = {
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


def _progressive_json(figures: ProgressiveFigures) -> documents.ProgressiveOdds:
    return {
        "meters": {name: exact(value) for name, value in figures.meters.items()},
        "fixed_return": exact(figures.fixed_return),
        "per_meter_dollar": {name: exact(value) for name, value in figures.per_meter_dollar.items()},
        "break_even": {name: None if value is None else exact(value) for name, value in figures.break_even.items()},
        "reset_house_edge": exact(figures.reset_house_edge),
        "long_run_house_edge": exact(figures.long_run_house_edge),
        "envy_per_other_player": exact(figures.envy_per_other_player),
    }
