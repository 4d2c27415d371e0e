"""The decisions with only two cards known, from a solution."""

from pitbook.cards import Rank
from pitbook.odds.families.board_dealer.policy import HoldemPolicy
from pitbook.odds.families.protocol import Solved, StartingHand, StartingHands
from pitbook.strategy.starting_hands import place_of


def pre_flop_chart(solved: Solved) -> StartingHands | None:
    """All starting hands of the deck; None for a game that has no decision before the flop."""
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

    down = [Rank(rank) for rank in reversed(policy.deck.ranks)]
    rows = tuple(tuple(hand(row, column) for column in down) for row in down)
    return StartingHands(actions, policy.deck.symbols, rows)
