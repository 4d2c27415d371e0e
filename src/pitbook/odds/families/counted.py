"""Which flows the families can count; any other flow can be played, but requests for its numbers are refused."""

from pitbook.problems import Problem
from pitbook.rulebooks.families import FamilyName
from pitbook.rulebooks.hands import in_words
from pitbook.submission import HouseRules


def flow_problem(rules: HouseRules) -> Problem | None:
    """Why the main game of a house can't be counted, if it can't."""
    book, flow = rules.book, rules.book.flow
    limited = next((street for street in rules.streets if street.limits), None)
    if limited is not None:
        why = f"flow.{limited.name}: if_hand, {limited.limits[0].words}: limits that depend on the hand are not counted"
        return Problem(f"{book.title} is played, but its odds can't be counted: {why}", "if_hand")
    if book.family is not FamilyName.NO_DEALER:
        if adding := next((bet for street in rules.streets for bet in street.bets if bet.adds), None):
            why = f"flow: {adding.wager} adds to itself, which is not counted against a dealer's hand"
            return Problem(f"{book.title} is played, but its odds can't be counted: {why}", adding.wager)
        if len(flow.decided) != 1 or flow.withdrawable:
            made = ", ".join((*flow.decided, *flow.withdrawable)) or "none"
            why = f"flow: against a dealer's hand one wager is made at decisions and none goes back, not {made}"
            return Problem(f"{book.title} is played, but its odds can't be counted: {why}", made)
    return None


def is_judged(rules: HouseRules) -> bool:
    """Whether the cards alone give every decision of a house's game its value, so that the coach can judge it."""
    return flow_problem(rules) is None and stakes_problem(rules) is None


def stakes_problem(rules: HouseRules) -> Problem | None:
    """Why the cards alone do not decide a house's game: what was wagered before matters too.

    A player who folds at a later decision loses what earlier ones have put on the table.
    """
    before: set[str] = set()
    for street in rules.streets:
        if before and street.asks(before) and street.folds:
            made = " and ".join(map(in_words, sorted(before)))
            why = f"at {in_words(street.name)} what was wagered before on {made} counts too, and not the cards alone"
            what = f"{rules.book.title} is solved, but there is no advice, strategy card or simulation"
            return Problem(f"{what}: {why}", made)
        before |= {bet.wager for bet in street.bets}
    return None
