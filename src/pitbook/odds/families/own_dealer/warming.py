"""Compiles the kernels of this room by solving a toy game with a deck of twelve cards."""

import numpy as np

from pitbook.cards import DECK, FourCard, parse_cards
from pitbook.cards.tables import CATEGORY_OF_STRENGTH4
from pitbook.odds.deck import Deck
from pitbook.odds.families.own_dealer import advise
from pitbook.odds.families.own_dealer.deals import count_deals
from pitbook.odds.families.own_dealer.policy import action_of
from pitbook.odds.families.own_dealer.solve import solve_four_card
from pitbook.odds.families.sets import find_hand
from pitbook.rulebooks.flow import Bet, Fold, Street
from pitbook.settlement.compile import MainGame, PayClass


def warm() -> None:
    """Compiles every kernel, or loads it if that was done before."""
    nothing = np.zeros((len(FourCard), 2, 3), np.int64)
    weakest = PayClass("high_card", "high_card", 1, {})
    game = MainGame(
        scale=1,
        classes=(weakest,) * len(FourCard),
        class_of=CATEGORY_OF_STRENGTH4,
        qualifying=1,
        fixed=nothing,
        per_unit=nothing[None],
        fold=-1,
        fold_per_unit=(-1,),
        staked=1,
        changed=("play",),
    )
    actions = (Bet(do="bet", wager="play", multiples=(1,)), Fold(do="fold"))
    street = Street(name="play", title="", own=5, board=0, up=1, offers=actions, clauses=())
    policy = solve_four_card(game, (street,), deck=Deck((0, 1, 2), 4), threads=1).policy
    action_of(policy.hands[0], 0, policy.hands, policy.planes)
    find_hand(policy.hands, int(policy.hands[0]), parse_cards("2c")[0])
    advise.warm()
    count_deals(1, DECK[12:17], DECK[17:18], [*DECK[8:12], *DECK[18:]])
