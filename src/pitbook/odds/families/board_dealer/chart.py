"""The decisions with two cards alone, from a solution."""

from pitbook.cards import Rank
from pitbook.odds.families.board_dealer.policy import HoldemPolicy
from pitbook.odds.families.protocol import RANKS_DOWN, Solved, StartingHand
from pitbook.strategy.starting_hands import place_of


def pre_flop_chart(solved: Solved) -> tuple[tuple[StartingHand, ...], ...] | None:
    """Thirteen rows from the ace down: suited hands above the diagonal, unsuited ones below it.

    None for a game that has no decision before the flop.
    """
    policy: HoldemPolicy = solved.policy
    if not policy.stages[0].multiples:
        return None
    actions, values = policy.stages[0].actions, solved.pre_flop or {}

    def hand(row: Rank, column: Rank) -> StartingHand:
        high, low = max(row, column), min(row, column)
        suited = row > column
        place = place_of(high, low, suited=suited)
        name = f"{high.symbol}{low.symbol}" + ("" if high == low else "s" if suited else "o")
        return StartingHand(
            name, actions[int(policy.pre_flop[place])], {action: each[place] for action, each in values.items()}
        )

    return tuple(tuple(hand(row, column) for column in RANKS_DOWN) for row in RANKS_DOWN)
