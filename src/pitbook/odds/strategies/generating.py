"""The strategy card of a house: rules derived from the solved game, with what they cost; nothing is typed in."""

from dataclasses import dataclass
from fractions import Fraction

from pitbook.odds import kept
from pitbook.odds.main_result import MainResult
from pitbook.odds.progress import Progress, part_of
from pitbook.odds.solution import solve_main
from pitbook.odds.stored import key_of as key_of_game
from pitbook.odds.strategies.evaluating import FOLDER, evaluate
from pitbook.odds.strategies.four_card_card import four_card_rules
from pitbook.odds.strategies.holdem_card import holdem_rules
from pitbook.settlement.compile import compile_main
from pitbook.strategy import Strategy, read_strategy
from pitbook.submission import HouseRules

_DERIVING = 0.8
"""About which part of the time it takes to find the rules; the rest is to count what they are worth."""


@dataclass(frozen=True)
class GeneratedCard:
    """A card: a strategy for people, its exact result, and by how much it falls short of the best play."""

    strategy: Strategy
    result: MainResult
    cost: Fraction


def generate_card(rules: HouseRules, *, use_stored: bool = True, progress: Progress | None = None) -> GeneratedCard:
    """The card of these house rules, derived now or found among those that were derived before."""
    game = rules.book.game
    key = kept.digest_of("card", kept.code_digest("strategy"), key_of_game(game, compile_main(rules), rules.streets))
    derived = kept.recall(FOLDER, key) if use_stored else None
    if derived is None:
        deriving = part_of(progress, 0, _DERIVING)
        if game == "four_card":
            derived = four_card_rules(rules, progress=deriving)
        else:
            derived = holdem_rules(rules, use_stored=use_stored, progress=deriving)
        kept.keep(FOLDER, key, derived)
    about = f"Derived from the exact solution of {rules.book.title}."
    strategy = read_strategy({"name": "generated", "game": game, "about": about, **derived}, "generated")
    result = evaluate(rules, strategy, use_stored=use_stored, progress=part_of(progress, _DERIVING, 1))
    best = solve_main(rules, edge_only=True, use_stored=use_stored).house_edge
    return GeneratedCard(strategy, result, result.house_edge - best)
