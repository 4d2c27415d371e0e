"""The exact value of every action in a situation."""

from collections.abc import Sequence
from fractions import Fraction

from pitbook.cards import Card
from pitbook.cards.card import repeated_cards
from pitbook.odds.families.counted import stakes_problem
from pitbook.odds.families.registry import family_of
from pitbook.odds.progress import Progress
from pitbook.odds.solution import solve_main
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.submission import HouseRules


def advise(
    rules: HouseRules,
    own: Sequence[Card],
    seen: Sequence[Card],
    dead: Sequence[Card] = (),
    *,
    progress: Progress | None = None,
) -> dict[str, Fraction]:
    """The net of the main game, in antes, of every legal action, with the best decisions afterwards.

    `seen` are the community cards and those of the dealer's that lie face up; dead cards are known to be out of play.
    Where the stored solution has the values, it answers. Threads may ask side by side: calls share nothing but caches.
    """
    if problems := situation_problems(rules, own, seen, dead):
        raise MalformedError(problems)
    if problem := stakes_problem(rules):
        raise RefusedError(problem)
    return family_of(rules).advise(
        rules,
        own,
        seen,
        dead,
        solved=lambda: solve_main(rules, edge_only=True, progress=progress),
        progress=progress,
    )


def situation_problems(
    rules: HouseRules, own: Sequence[Card] | None, seen: Sequence[Card] | None, dead: Sequence[Card]
) -> list[Problem]:
    """The right number of cards for a decision, none of them twice, and enough left to deal: all that is not so.

    None stands for cards whose number is not known, because not all of what was written is a card.
    """
    book = rules.book
    problems = repeated_cards((*(own or ()), *(seen or ()), *dead))
    if own is not None and len(own) != book.player.cards:
        problems.append(Problem(f"a player has {book.player.cards} cards, not {len(own)}", str(len(own))))
    if seen is not None and len(seen) not in (seen_at := [book.seen_at(street) for street in rules.streets]):
        known = ", ".join(map(str, seen_at[:-1])) + f" or {seen_at[-1]}" if len(seen_at) > 1 else str(seen_at[0])
        words = f"a board has {known} cards" if book.board else f"the dealer shows {known} card"
        problems.append(Problem(f"{words}, not {len(seen)}", str(len(seen))))
    unseen = book.deck.cards - len({*(own or ()), *(seen or ()), *dead})
    if unseen < book.dealer.cards + book.board - len(seen or ()):
        problems.append(Problem(f"{len(dead)} dead cards leave too few to deal from", str(len(dead))))
    return problems
