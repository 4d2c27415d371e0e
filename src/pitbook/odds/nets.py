"""How the main game can come out after each action, exactly: every net in antes, with its share of the deals."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from pitbook.cards import Card, mask_of
from pitbook.cards.lookup import five_card_strength, four_card_strength
from pitbook.cards.tables import CATEGORY_OF_STRENGTH4, CATEGORY_OF_STRENGTH5
from pitbook.odds.deals import count_deals
from pitbook.odds.holdem.nets import holdem_nets
from pitbook.settlement.compile import compile_main
from pitbook.submission import HouseRules


def nets(
    rules: HouseRules, own: Sequence[Card], seen: Sequence[Card], dead: Sequence[Card] = ()
) -> dict[str, dict[Fraction, Fraction]]:
    """By action: every net of the main game, in antes, and how often it comes, with the best decisions afterwards.

    The cards are those of a decision: whether they can be is for the caller to check.
    """
    game = compile_main(rules)
    if rules.book.game == "holdem" and len(seen) < rules.book.board:
        counted: Mapping[str, Mapping[int, int]] = holdem_nets(game, rules.streets, own, seen, dead)
    else:
        counted = _last_decision(rules, own, seen, dead)
    found = {}
    for action, deals in counted.items():
        total = sum(deals.values())
        found[action] = {Fraction(net, game.scale): Fraction(number, total) for net, number in sorted(deals.items())}
    return found


def _last_decision(
    rules: HouseRules, own: Sequence[Card], seen: Sequence[Card], dead: Sequence[Card]
) -> dict[str, dict[int, int]]:
    """Only the dealer's cards are unknown: the player's hand is made."""
    game = compile_main(rules)
    by_level = count_deals(rules, own, seen, dead).by_level
    below, qualified = by_level[: game.qualifying_level].sum(axis=0), by_level[game.qualifying_level :].sum(axis=0)
    deals = np.stack([below, qualified])
    if rules.book.game == "holdem":
        level = CATEGORY_OF_STRENGTH5[five_card_strength(mask_of((*own, *seen)))]
    else:
        level = CATEGORY_OF_STRENGTH4[four_card_strength(mask_of(own))]
    street = next(one for one in rules.streets if one.board == (len(seen) if rules.book.game == "holdem" else 0))
    found: dict[str, dict[int, int]] = {street.otherwise: {game.fold: int(deals.sum())}}
    for multiple in street.multiples:
        by_net: dict[int, int] = {}
        for net, number in zip((game.fixed[level] + multiple * game.decided[level]).flat, deals.flat, strict=True):
            if number:
                by_net[int(net)] = by_net.get(int(net), 0) + int(number)
        found[f"{rules.book.decision.wager}_{multiple}"] = by_net
    return found
