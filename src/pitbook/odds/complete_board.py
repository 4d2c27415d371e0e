"""The last decision against a dealer, with every community card face up, counted in plain Python.

It takes some milliseconds. Loading the kernels takes far longer, so a single question is answered here; the kernels
give the same values (`tests/odds/test_complete_board.py`).
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from pitbook.cards import DECK, Card, mask_of
from pitbook.cards.lookup import strength_in
from pitbook.rulebooks.families import FamilyName
from pitbook.settlement.compile import compile_main
from pitbook.submission import HouseRules


def fits(rules: HouseRules, seen: Sequence[Card]) -> bool:
    """Whether these are all community cards of a game with a dealer's hand."""
    return rules.book.family is FamilyName.BOARD_DEALER and len(seen) == rules.book.board


def advise(
    rules: HouseRules, own: Sequence[Card], board: Sequence[Card], dead: Sequence[Card] = ()
) -> dict[str, Fraction]:
    """The net of the main game, in antes, of folding and of each raise, over every hand that the dealer can have."""
    game, street, hand = compile_main(rules), rules.streets[-1], rules.book.hands["player"]
    strength, shared = strength_in(hand.ranking), mask_of(board)
    mine = strength(mask_of(own) | shared)
    level = int(game.class_of[mine])
    fixed, decided = game.fixed[level].tolist(), game.decided[level].tolist()
    known = {*own, *board, *dead, *rules.book.deck.outside(DECK)}
    live = [card.mask for card in DECK if card not in known]
    total, per_ante, hands = 0, 0, 0
    for first, second in combinations(live, 2):
        dealer = strength(shared | first | second)
        qualifies, comparison = dealer >= game.qualifying, 1 + (mine > dealer) - (mine < dealer)
        total += fixed[qualifies][comparison]
        per_ante += decided[qualifies][comparison]
        hands += 1
    nets = {"fold": hands * game.fold} | {
        f"{street.wager}_{multiple}": total + multiple * per_ante for multiple in sorted(set(street.multiples))
    }
    return {action: Fraction(net, hands * game.scale) for action, net in nets.items()}
