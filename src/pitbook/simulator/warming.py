"""Compiles the kernels of the simulator: a few rounds of a game of each family have every one of them called."""

from itertools import islice
from typing import Any

from pitbook.cards import DECK
from pitbook.odds.families.registry import family_of
from pitbook.rulebooks import book_ids
from pitbook.settlement import DealtRound, Seat
from pitbook.simulator.blocks import Player, game_of
from pitbook.simulator.dealt import settle_dealt
from pitbook.simulator.totals import Totals
from pitbook.submission import HouseRules, load_target


def never_folding(rules: HouseRules) -> Any:
    """The strategy that waits as long as it can and then wagers the least."""
    return family_of(rules).constant(rules)


def warm() -> None:
    """Compiles the kernels, or loads them if that was done before."""
    warmed = []
    for rules in map(load_target, book_ids()):
        family = family_of(rules)
        if family in warmed:
            continue
        warmed.append(family)
        base = rules.book.flow.base
        player = Player({base: rules.limits[base].least}, never_folding(rules), strategy="never-fold")
        game = game_of(rules, [player], shift=2, session=2)
        Totals(rules, game, None).add(game.block(0, 0, 3))
        settle_dealt(rules, [_dealt(rules)])


def _dealt(rules: HouseRules) -> DealtRound:
    """A round with the highest cards, the least of the base on every wager of the main game, and nobody folding."""
    book, cards = rules.book, reversed(DECK)
    least = rules.limits[book.flow.base].least
    main = [wager.name for wager in rules.wagers if book.flow.base in (wager.name, wager.equals)]
    seat = Seat(1, "1", tuple(islice(cards, book.player.cards)), dict.fromkeys([*main, *book.flow.decided], least))
    return DealtRound(tuple(islice(cards, book.dealer.cards)), (seat,), tuple(islice(cards, book.board)))
