"""The strategy card of a house: rules derived from the solved game, with their exact cost."""

from dataclasses import dataclass
from fractions import Fraction

from pitbook.odds import cached_documents
from pitbook.odds.families.counted import stakes_problem
from pitbook.odds.families.main_result import MainResult
from pitbook.odds.families.protocol import CardRules, Solved
from pitbook.odds.families.registry import family_of
from pitbook.odds.solution import solve_main
from pitbook.odds.stored import key_of as key_of_game
from pitbook.odds.strategies.evaluating import FOLDER, evaluate
from pitbook.problems import MalformedError, RefusedError
from pitbook.progress import Progress, part_of
from pitbook.source_digest import digest_of_rooms
from pitbook.strategy import Strategy, read_strategy
from pitbook.strategy.families.registry import language_of
from pitbook.submission import HouseRules

_DERIVING = 0.8
"""About what share of the time it takes to find the rules; the rest is for counting what they are worth."""
_SOLVING = 0.2
"""About what share of finding the rules is for solving the game."""


@dataclass(frozen=True)
class GeneratedCard:
    """A card: a strategy for people, its exact result, and by how much it falls short of the best play."""

    strategy: Strategy
    result: MainResult
    cost: Fraction


def generate_card(rules: HouseRules, *, use_stored: bool = True, progress: Progress | None = None) -> GeneratedCard:
    """The card of these house rules, derived now or found among those that were derived before."""
    if problem := stakes_problem(rules):
        raise RefusedError(problem)
    key = cached_documents.digest_of("card", digest_of_rooms("strategy"), key_of_game(rules))
    derived = cached_documents.recall(FOLDER, key) if use_stored else None
    if derived is None:
        derived = _derive(rules, use_stored=use_stored, progress=part_of(progress, 0, _DERIVING))
        cached_documents.keep(FOLDER, key, derived)
    about = f"Derived from the exact solution of {rules.book.title}."
    strategy = read_strategy({"name": "generated", **_head(rules), "about": about, **derived}, "generated")
    result = evaluate(rules, strategy, use_stored=use_stored, progress=part_of(progress, _DERIVING, 1))
    best = solve_main(rules, edge_only=True, use_stored=use_stored).house_edge
    return GeneratedCard(strategy, result, result.house_edge - best)


def _head(rules: HouseRules) -> dict[str, str]:
    return {"game": language_of(rules.book).game}


def _derive(rules: HouseRules, *, use_stored: bool, progress: Progress) -> CardRules:
    def edge_of(card: CardRules) -> Fraction | None:
        """The exact house edge of a card; None if one of its rules never applies."""
        try:
            strategy = read_strategy({**_head(rules), **card}, "card")
            return evaluate(rules, strategy, use_stored=use_stored).house_edge
        except MalformedError:
            return None

    def solver() -> Solved:
        return solve_main(rules, edge_only=True, use_stored=use_stored, progress=part_of(progress, 0, _SOLVING))

    return family_of(rules).card(rules, solver, edge_of, progress=progress)
