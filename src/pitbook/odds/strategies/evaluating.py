"""What a strategy is worth, exactly: its result, and what it costs against the best play."""

from fractions import Fraction

from pitbook.odds import cached_documents
from pitbook.odds.families.main_result import MainResult
from pitbook.odds.families.registry import family_of
from pitbook.odds.solution import solve_main
from pitbook.odds.stored import key_of as key_of_game
from pitbook.odds.strategies.compiling import policy_of
from pitbook.progress import Progress
from pitbook.source_digest import digest_of_rooms
from pitbook.strategy import Strategy
from pitbook.submission import HouseRules

FOLDER = "strategies"


def evaluate(
    rules: HouseRules, strategy: Strategy, *, use_stored: bool = True, progress: Progress | None = None
) -> MainResult:
    """The exact result of a strategy, counted now or found among those that were counted before."""
    key = cached_documents.digest_of("result", digest_of_rooms("strategy"), key_of_game(rules), strategy.digest_terms)
    if use_stored and (found := cached_documents.recall(FOLDER, key)):
        return MainResult.from_json(found)
    result = family_of(rules).evaluate(rules, policy_of(rules, strategy), progress=progress)
    cached_documents.keep(FOLDER, key, result.as_json())
    return result


def cost(rules: HouseRules, strategy: Strategy, *, use_stored: bool = True) -> Fraction:
    """How much higher the house edge is than with the best play, in antes; never negative."""
    best = solve_main(rules, edge_only=True, use_stored=use_stored).house_edge
    return evaluate(rules, strategy, use_stored=use_stored).house_edge - best
