"""Compiles the kernels of the simulator: a few rounds of a game of each family call all of them."""

from pitbook.odds.families.registry import family_of
from pitbook.rulebooks import book_ids
from pitbook.simulator.blocks import Player, game_of
from pitbook.simulator.totals import Totals
from pitbook.submission import load_target


def warm() -> None:
    """Compiles the kernels, or loads them if that was done before."""
    warmed = []
    for rules in map(load_target, book_ids()):
        family = family_of(rules)
        if family in warmed:
            continue
        warmed.append(family)
        base = rules.book.flow.base
        player = Player({base: rules.limits[base].least}, family.constant(rules), strategy="never-fold")
        game = game_of(rules, [player], shift=2, session=2)
        Totals(rules, game, None).add(game.block(0, 0, 3))
