"""What a strategy is worth, exactly: its result, and what it costs against the best play."""

from fractions import Fraction

from pitbook.odds import kept
from pitbook.odds.four_card import FourCardCounts, FourCardPolicy, count_four_card, evaluate_four_card
from pitbook.odds.holdem import evaluate_holdem
from pitbook.odds.main_result import MainResult
from pitbook.odds.progress import Progress
from pitbook.odds.solution import solve_main, threads
from pitbook.odds.stored import Policy
from pitbook.odds.stored import key_of as key_of_game
from pitbook.odds.strategies.compiling import compile_strategy
from pitbook.settlement.compile import compile_main
from pitbook.strategy import Strategy
from pitbook.submission import HouseRules

FOLDER = "strategies"


_COUNTED: dict[int, FourCardCounts] = {}
"""The last counts of Four Card Poker, by qualifying level."""


def four_card_counts(qualifying_level: int, *, progress: Progress | None = None) -> FourCardCounts:
    """The counts of Four Card Poker, from which every strategy of it is evaluated; the last ones are remembered."""
    found = _COUNTED.get(qualifying_level)
    if found is None:
        found = count_four_card(qualifying_level, threads=threads(), progress=progress)
        _COUNTED.clear()
        _COUNTED[qualifying_level] = found
    return found


def policy_of(rules: HouseRules, strategy: Strategy) -> Policy:
    """The strategy's decision in every situation of these house rules."""
    return compile_strategy(strategy, rules.book.game, rules.streets)


def evaluate_policy(rules: HouseRules, policy: Policy, *, progress: Progress | None = None) -> MainResult:
    """The exact result of any decisions."""
    game = compile_main(rules)
    if isinstance(policy, FourCardPolicy):
        counts = four_card_counts(game.qualifying_level, progress=progress)
        return evaluate_four_card(game, rules.streets, policy, counts=counts)
    return evaluate_holdem(game, rules.streets, policy, threads=threads(), progress=progress)


def evaluate(
    rules: HouseRules, strategy: Strategy, *, use_stored: bool = True, progress: Progress | None = None
) -> MainResult:
    """The exact result of a strategy, counted now or found among those that were counted before."""
    game_key = key_of_game(rules.book.game, compile_main(rules), rules.streets)
    key = kept.digest_of("result", kept.code_digest("strategy"), game_key, strategy.digest_terms)
    if use_stored and (found := kept.recall(FOLDER, key)):
        return MainResult.from_json(found)
    result = evaluate_policy(rules, policy_of(rules, strategy), progress=progress)
    kept.keep(FOLDER, key, result.as_json())
    return result


def cost(rules: HouseRules, strategy: Strategy, *, use_stored: bool = True) -> Fraction:
    """By how much the house edge exceeds that of the best play, in antes; never negative."""
    best = solve_main(rules, edge_only=True, use_stored=use_stored).house_edge
    return evaluate(rules, strategy, use_stored=use_stored).house_edge - best
