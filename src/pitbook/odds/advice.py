"""The exact value of every action in a situation."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from pitbook.cards import Card
from pitbook.cards.card import repeated_cards
from pitbook.odds.families.counted import stakes_problem
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.progress import Progress
from pitbook.rulebooks.actions import FOLD, Action
from pitbook.submission import HouseRules

if TYPE_CHECKING:
    from pitbook.odds.families.protocol import Left


def advise(
    rules: HouseRules,
    own: Sequence[Card],
    seen: Sequence[Card],
    dead: Sequence[Card] = (),
    left: "Left | None" = None,
    *,
    progress: Progress | None = None,
) -> dict[str, Fraction]:
    """By action: the exact net of the main game, in units of the base wager, with the best decisions afterwards.

    `seen` are the community cards and the dealer's cards that are face up; `dead` are others known to be out of play.
    `left` is what earlier decisions left on the wagers, in units of the base wager: 0 for one that was withdrawn.
    The values come from the stored solution if it has them. Safe to call from several threads.
    """
    require_situation(rules, own, seen, dead, left)
    # Loading the kernels takes a moment, and a refused situation does not need them.
    from pitbook.odds.families.protocol import KnownCards  # noqa: PLC0415
    from pitbook.odds.families.registry import family_of  # noqa: PLC0415
    from pitbook.odds.solution import solve_main  # noqa: PLC0415

    return family_of(rules).advise(
        rules,
        KnownCards(own, seen, dead),
        left,
        solver=lambda: solve_main(rules, edge_only=True, progress=progress),
        progress=progress,
    )


def require_situation(
    rules: HouseRules, own: Sequence[Card], seen: Sequence[Card], dead: Sequence[Card], left: "Left | None" = None
) -> None:
    """Refuse cards with which there is nothing to decide, and a game whose values depend on more than the cards."""
    if problems := situation_problems(rules, own, seen, dead, left):
        raise MalformedError(problems)
    if problem := stakes_problem(rules):
        raise RefusedError(problem)


def best_of(values: Mapping[str, Fraction]) -> str:
    """The action with the highest value; among equal ones, the one that wagers least."""
    return max(values, key=lambda name: (values[name], -_wagered(Action.parse(name))))


def _wagered(action: Action) -> int:
    """How much an action wagers, to compare equal actions: withdrawing counts less than nothing, folding still less."""
    if action.verb == FOLD or action.withdraws:
        return -2 if action.verb == FOLD else -1
    return action.multiple if isinstance(action.multiple, int) else 0


def situation_problems(
    rules: HouseRules,
    own: Sequence[Card] | None,
    seen: Sequence[Card] | None,
    dead: Sequence[Card],
    left: "Left | None" = None,
) -> list[Problem]:
    """What is wrong with the cards of a decision: their number, cards of another deck, repeated cards, too few to deal.

    None stands for cards that could not all be read: their number is not checked.
    """
    book = rules.book
    known = (*(own or ()), *(seen or ()), *dead)
    problems = repeated_cards(known)
    problems += [Problem(f"{card} is not a card of this deck", str(card)) for card in book.deck.outside(known)]
    if own is not None and len(own) != book.player.cards:
        problems.append(Problem(f"a player has {book.player.cards} cards, not {len(own)}", str(len(own))))
    seen_at = [book.seen_at(street) for street in rules.streets]
    if seen is not None and len(seen) not in seen_at:
        numbers = ", ".join(map(str, seen_at[:-1])) + f" or {seen_at[-1]}" if len(seen_at) > 1 else str(seen_at[0])
        words = f"a board has {numbers} cards" if book.board else f"the dealer shows {numbers} card"
        problems.append(Problem(f"{words}, not {len(seen)}", str(len(seen))))
    elif seen is not None and left:
        problems += _left_problems(rules, seen_at.index(len(seen)), left)
    unseen = book.deck.cards - len(set(known))
    if unseen < book.dealer.cards + book.board - len(seen or ()):
        problems.append(Problem(f"{len(dead)} dead cards leave too few to deal from", str(len(dead))))
    return problems


def _left_problems(rules: HouseRules, number: int, left: "Left") -> list[Problem]:
    """What is wrong with `left`: a wager that no earlier decision can change, or nothing left to decide."""
    *earlier, street = rules.streets[: number + 1]
    changed = {bet.wager for one in earlier for bet in one.bets}
    changed |= {withdrawal.wager for one in earlier for withdrawal in one.withdrawals}
    problems = [
        Problem(f"{name} cannot have changed before this decision", name) for name in left if name not in changed
    ]
    made = {wager.name for wager in rules.wagers if left.get(wager.name, wager.name not in rules.book.flow.decided)}
    if not problems and not street.asks(made):
        problems.append(Problem("there is nothing to decide with these wagers"))
    return problems
