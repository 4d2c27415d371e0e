"""Four Card Poker: five cards, the dealer's up card, one decision (md-four-card-poker 11.B to 11.D)."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from pitbook.rulebooks.flow import Street
from pitbook.settlement.compile import MainGame

from .cards import Cards, Names, ShortDeck, card_names, four_of_five_or_six, subsets, whole
from .showdown import Money, Showdown, showdown

PLAYER, DEALER_UNSEEN = 5, 5


@lru_cache(maxsize=2)
def showdowns(names: Names) -> dict[tuple[Cards, Cards], Showdown]:
    """For each hand and up card, what can come of it: the dealer's other five are any of the cards not seen."""
    ranking = four_of_five_or_six(names)
    strength, deck = ranking.strength, whole(names)
    found: dict[tuple[Cards, Cards], Showdown] = {}
    alike: dict[Showdown, Showdown] = {}
    for seen in subsets(deck, PLAYER + 1):
        unseen = subsets(deck & ~seen, DEALER_UNSEEN)
        for up in subsets(seen, 1):
            hand = seen & ~up
            theirs = [strength[up | rest] for rest in unseen]
            end = showdown(ranking, strength[hand], theirs)
            found[hand, up] = alike.setdefault(end, end)
    return found


def slow_four_card(game: MainGame, streets: Sequence[Street], deck: ShortDeck) -> Fraction:
    """The player's expected net result in antes, if each hand is played as well as can be against each up card.

    Of any amount between two multiples only the ends are tried: the value is linear in the amount.
    """
    (street,) = streets
    if street.otherwise != "fold":
        raise ValueError("after the only decision there is nothing left to wait for")
    money = Money(game)
    net = deals = 0
    for outcome in showdowns(card_names(deck)).values():
        totals = money.totals(outcome)
        options = [totals.fixed + multiple * totals.decided for multiple in street.multiples]
        net += max([*options, game.fold * totals.deals])
        deals += totals.deals
    return Fraction(net, game.scale * deals)
