"""The names of a seat's cards in all hands that something looks at, by the program of `settlement.programs`."""

from typing import Any

from pitbook.compiled import borrowing_kernel
from pitbook.rulebooks import RuleBook
from pitbook.settlement.programs import name_cards, name_of_hand


def width_of(book: RuleBook) -> int:
    """Places for the names of any hand of the book, and for none."""
    return 1 + max(len(hand.order) for hand in book.hands.values())


@borrowing_kernel
def name_seat(
    own: Any,
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
    """The names of a seat's cards in the hands that are needed; `strength` is that of the player's hand."""
    for hand in range(plan.needed.size):
        if not plan.needed[hand]:
            continue
        if plan.as_compared[hand]:
            names[hand] = name_of_hand(hand, strength, own, flop, board, up, dealer, extra, programs)
        else:
            names[hand] = name_cards(hand, own, flop, board, up, dealer, extra, programs)
