"""Compiles the kernels of the simulator: a few rounds of both games have every one of them called."""

from typing import Any

from pitbook.odds.families.registry import family_of
from pitbook.settlement import read_round
from pitbook.simulator.blocks import Player, game_of
from pitbook.simulator.dealt import settle_dealt
from pitbook.simulator.totals import Totals
from pitbook.submission import HouseRules, load_target

_HAND = {
    "board": "As Ks Qs 2d 3c",
    "dealer": "2c 7d",
    "seats": [{"seat": 1, "hole": "Js Ts", "wagers": {"ante": "10.00", "odds": "10.00", "raise": "30.00"}}],
}


def never_folding(rules: HouseRules) -> Any:
    """The strategy that waits as long as it can and then wagers the least."""
    return family_of(rules).constant(rules)


def warm() -> None:
    """Compiles the kernels, or loads them if that was done before."""
    for book in ("md-four-card-poker", "md-heads-up-holdem"):
        rules = load_target(book)
        base = rules.book.flow.base
        player = Player({base: rules.limits[base].least}, never_folding(rules), strategy="never-fold")
        game = game_of(rules, [player], shift=2, session=2)
        Totals(rules, game, None).add(game.block(0, 0, 3))
    settle_dealt(rules, [read_round(rules, _HAND)])
