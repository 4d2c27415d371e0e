"""Exactly how the main game can come out after each action: every net in antes, with its share of the deals."""

from collections.abc import Sequence
from fractions import Fraction

from pitbook.cards import Card
from pitbook.odds.families.counted import stakes_problem
from pitbook.odds.families.protocol import KnownCards, Left
from pitbook.odds.families.registry import family_of
from pitbook.problems import RefusedError
from pitbook.settlement.compile import compile_main
from pitbook.submission import HouseRules


def nets(
    rules: HouseRules,
    own: Sequence[Card],
    seen: Sequence[Card],
    dead: Sequence[Card] = (),
    left: Left | None = None,
) -> dict[str, dict[Fraction, Fraction]]:
    """By action: every net of the main game, in antes, and how often it comes, with the best decisions afterwards.

    The caller has to check that the cards are those of a decision.
    """
    if problem := stakes_problem(rules):
        raise RefusedError(problem)
    scale = compile_main(rules).scale
    found = {}
    for action, deals in family_of(rules).nets(rules, KnownCards(own, seen, dead), left).items():
        total = sum(deals.values())
        found[action] = {Fraction(net, scale): Fraction(number, total) for net, number in sorted(deals.items())}
    return found
