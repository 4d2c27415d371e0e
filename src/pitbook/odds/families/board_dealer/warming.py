"""Compiles the kernels of hold'em: a game with a very short deck calls all of them."""

from pitbook.cards import DECK
from pitbook.odds.deck import Deck
from pitbook.odds.families.board_dealer.advise import advise_holdem
from pitbook.odds.families.board_dealer.deals import count_deals
from pitbook.odds.families.board_dealer.nets import holdem_nets
from pitbook.odds.families.board_dealer.solve import solve_holdem
from pitbook.settlement.compile import compile_main
from pitbook.submission import load_target

_SHORTEST = Deck((10, 11, 12), 3)


def warm() -> None:
    """Compiles the kernels, or loads them if that was done before."""
    rules = load_target("md-heads-up-holdem")
    game, streets = compile_main(rules), rules.streets
    policy = solve_holdem(game, streets, deck=_SHORTEST, threads=1).policy
    cards = [DECK[index] for index in _SHORTEST.cards]
    for board in ([], cards[2:5], cards[2:7]):
        policy.action(cards[:2], board)
        advise_holdem(game, streets, cards[:2], board, deck=_SHORTEST)
        count_deals(game.qualifying, cards[:2], board, deck=_SHORTEST)
    for board in ([], cards[2:5]):
        holdem_nets(game, streets, cards[:2], board, deck=_SHORTEST)
