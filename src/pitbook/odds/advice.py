"""The exact value of every action in a situation, in either game."""

from collections.abc import Sequence
from fractions import Fraction

from pitbook.cards import Card
from pitbook.cards.card import repeated_cards
from pitbook.odds.four_card import advise_four_card
from pitbook.odds.holdem import advise_holdem
from pitbook.odds.progress import Progress
from pitbook.odds.solution import solve_main
from pitbook.problems import MalformedError, Problem
from pitbook.settlement.compile import compile_main
from pitbook.strategy.starting_hands import place_of_hole
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

    `seen` are the community cards, or the dealer's up card; dead cards are known to be out of play. Before the flop
    and without dead cards the stored solution answers. Threads may ask side by side: calls share nothing but caches.
    """
    if problems := situation_problems(rules, own, seen, dead):
        raise MalformedError(problems)
    game = compile_main(rules)
    if rules.book.game == "four_card":
        return advise_four_card(game, rules.streets, own, seen[0], dead)
    if not seen and not dead:
        solved = solve_main(rules, edge_only=True, progress=progress)
        place = place_of_hole(own)
        return {action: values[place] for action, values in (solved.pre_flop or {}).items()}
    return advise_holdem(game, rules.streets, own, seen, dead, progress=progress)


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
    if seen is not None and book.game == "four_card" and len(seen) != book.dealer.face_up:
        problems.append(Problem(f"the dealer shows {book.dealer.face_up} card, not {len(seen)}", str(len(seen))))
    boards = [street.board for street in rules.streets]
    if seen is not None and book.game == "holdem" and len(seen) not in boards:
        known = ", ".join(map(str, boards[:-1])) + f" or {boards[-1]}" if len(boards) > 1 else str(boards[0])
        problems.append(Problem(f"a board has {known} cards, not {len(seen)}", str(len(seen))))
    unseen = book.deck.cards - len({*(own or ()), *(seen or ()), *dead})
    if unseen < book.dealer.cards + book.board - len(seen or ()):
        problems.append(Problem(f"{len(dead)} dead cards leave too few to deal from", str(len(dead))))
    return problems
