"""The exact value of every action in a situation, in either game."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from pitbook.cards import Card
from pitbook.odds.four_card import advise_four_card
from pitbook.odds.holdem import advise_holdem
from pitbook.odds.solution import Progress, solve_main
from pitbook.problems import MalformedError, Problem
from pitbook.settlement.compile import compile_main
from pitbook.submission import HouseRules

BOARDS = (0, 3, 5)


def advise(
    rules: HouseRules,
    own: Sequence[Card],
    seen: Sequence[Card],
    dead: Sequence[Card] = (),
    *,
    progress: Progress | None = None,
) -> dict[str, Fraction]:
    """The net of the main game, in antes, of every legal action.

    `seen` are the community cards, or the dealer's up card; dead cards are known to be out of play. Before the flop
    and without dead cards the stored solution answers.
    """
    _check(rules, own, seen, dead)
    game = compile_main(rules)
    if rules.book.game == "four_card":
        return advise_four_card(game, rules.streets, own, seen[0], dead)
    if not seen and not dead:
        solved = solve_main(rules, edge_only=True, progress=progress)
        place = _place_in_chart(own)
        return {action: values[place] for action, values in (solved.pre_flop or {}).items()}
    return advise_holdem(game, rules.streets, own, seen, dead, progress=progress)


def _place_in_chart(hole: Sequence[Card]) -> int:
    """The place of a starting hand in the 13 x 13 chart, line by line: higher rank first if suited."""
    low, high = sorted(card.rank for card in hole)
    suited = hole[0].suit == hole[1].suit
    return int(high * 13 + low if suited else low * 13 + high)


def _check(rules: HouseRules, own: Sequence[Card], seen: Sequence[Card], dead: Sequence[Card]) -> None:
    """The right number of cards, and none of them twice; all problems together."""
    problems = []
    number = rules.book.player.cards
    if len(own) != number:
        problems.append(Problem(f"a player has {number} cards, not {len(own)}", str(len(own))))
    if rules.book.game == "holdem" and len(seen) not in BOARDS:
        problems.append(Problem(f"a board has 0, 3 or 5 cards, not {len(seen)}", str(len(seen))))
    if rules.book.game == "four_card" and len(seen) != rules.book.dealer.face_up:
        problems.append(Problem(f"the dealer shows {rules.book.dealer.face_up} card, not {len(seen)}", str(len(seen))))
    problems += [
        Problem(f"{card} is given {times} times, and a deck has only one", str(card))
        for card, times in Counter((*own, *seen, *dead)).items()
        if times > 1
    ]
    unseen = rules.book.deck.cards - len({*own, *seen, *dead})
    if unseen < rules.book.dealer.cards + rules.book.board:
        problems.append(Problem(f"{len(dead)} dead cards leave too few to deal from", str(len(dead))))
    if problems:
        raise MalformedError(problems)
