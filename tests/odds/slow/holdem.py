"""Heads-Up Hold'em, street by street (md-heads-up-holdem 11.B to 11.H)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from pitbook.rulebooks.flow import Street
from pitbook.settlement.compile import MainGame

from .cards import Cards, Names, ShortDeck, card_names, five_of_seven, subsets, whole
from .showdown import Money, Showdown, showdown

HOLE, BOARD = 2, 5


class Node(NamedTuple):
    """What the player knows at some point, summed over all deals that are still possible, each counted once."""

    deals: int
    fixed: int
    """The net of ante and odds, if the player stays in to the end."""
    decided: int
    """The net of a raise of one ante."""
    best: int
    """The net when the player, who has not raised yet, decides as well as can be."""


@lru_cache(maxsize=2)
def showdowns(names: Names) -> dict[tuple[Cards, Cards], Showdown]:
    """For each hole and board, what can come of it: the dealer holds any two of the cards not seen."""
    ranking = five_of_seven(names)
    strength, deck = ranking.strength, whole(names)
    found: dict[tuple[Cards, Cards], Showdown] = {}
    alike: dict[Showdown, Showdown] = {}
    for seen in subsets(deck, HOLE + BOARD):
        unseen = subsets(deck & ~seen, 2)
        for hole in subsets(seen, HOLE):
            board = seen & ~hole
            theirs = [strength[board | pair] for pair in unseen]
            end = showdown(ranking, strength[seen], theirs)
            found[hole, board] = alike.setdefault(end, end)
    return found


class _Game:
    """A game on a deck. Nodes are remembered, as many orders of the board lead to the same cards."""

    def __init__(self, game: MainGame, streets: Sequence[Street], names: Names) -> None:
        if streets[-1].otherwise != "fold":
            raise ValueError("after the last street there is nothing left to wait for")
        self.fold = game.fold
        self.streets = streets
        self.deck = whole(names)
        self.money = Money(game)
        self.ends = showdowns(names)
        self.known: dict[tuple[Cards, Cards, int], Node] = {}

    def node(self, hole: Cards, board: Cards, place: int) -> Node:
        """The player holds the hole, sees the board, and is asked at the street with this number."""
        asked = hole, board, place
        if asked not in self.known:
            self.known[asked] = self._decide(hole, board, place)
        return self.known[asked]

    def _decide(self, hole: Cards, board: Cards, place: int) -> Node:
        """Raise by one of the multiples, now; or check and see the next cards; or fold."""
        street = self.streets[place]
        deals = fixed = decided = later = 0
        for node in self._next(hole, board, place):
            deals += node.deals
            fixed += node.fixed
            decided += node.decided
            later += node.best
        options = [fixed + multiple * decided for multiple in street.multiples]
        options.append(later if street.otherwise == "check" else self.fold * deals)
        return Node(deals, fixed, decided, max(options))

    def _next(self, hole: Cards, board: Cards, place: int) -> Iterator[Node]:
        """All that can be seen next: the board of the next street or, after the last, the showdown."""
        unseen = self.deck & ~hole & ~board
        if place + 1 < len(self.streets):
            more = self.streets[place + 1].board - self.streets[place].board
            for dealt in subsets(unseen, more):
                yield self.node(hole, board | dealt, place + 1)
        else:
            for dealt in subsets(unseen, BOARD - self.streets[place].board):
                totals = self.money.totals(self.ends[hole, board | dealt])
                yield Node(*totals, best=0)


def slow_holdem(game: MainGame, streets: Sequence[Street], deck: ShortDeck) -> Fraction:
    """The player's expected net result in antes, if every decision is the best for the cards seen then.

    Equal to the mean over all deals of two hole cards, the board in its streets, and the dealer's two cards. Any
    streets are taken whose boards do not shrink; the last one must end in a fold.
    """
    names = card_names(deck)
    cards = whole(names)
    solver = _Game(game, streets, names)
    nodes = [
        solver.node(hole, board, 0)
        for hole in subsets(cards, HOLE)
        for board in subsets(cards & ~hole, streets[0].board)
    ]
    return Fraction(sum(node.best for node in nodes), game.scale * sum(node.deals for node in nodes))
