"""The names of a seat's cards in all hands that something looks at, by the program of `settlement.programs`."""

from typing import Any

from pitbook.compiled import inlined_kernel
from pitbook.rulebooks import RuleBook
from pitbook.settlement.name_programs import RULES_DECIDE, name_of_hand, strength_in_ranking, together


def width_of(book: RuleBook) -> int:
    """Places for the names of any hand of the book, and for none."""
    return 1 + max(len(hand.order) for hand in book.hands.values())


@inlined_kernel
def name_seat(
    own: Any,
    pair: Any,
    flop: Any,
    board: Any,
    up: Any,
    dealer: Any,
    extra: Any,
    strength: Any,
    plan: Any,
    programs: Any,
    names: Any,
) -> None:
    """The names of a seat's cards in the hands that are needed; `strength` is that of the player's hand.

    `pair` is the place of the own cards among all pairs of two (52 x one + the other), or -1. What most hands need is
    done here, in the kernel that asks: handing on all the tables costs more than looking into one of them.
    """
    for hand in range(plan.needed.size):
        if not plan.needed[hand]:
            continue
        if pair >= 0 and programs.paired[hand]:
            names[hand] = programs.pairs[hand, pair]
            continue
        found = strength
        if not plan.as_compared[hand]:
            cards = together(programs.sources[hand], own, flop, board, up, dealer, extra)
            found = strength_in_ranking(programs.ranking[hand], cards, programs)
        names[hand] = programs.name[hand, found]
        if names[hand] == RULES_DECIDE:
            names[hand] = name_of_hand(hand, found, own, flop, board, up, dealer, extra, programs)
