"""The same values once more, with nothing remembered but settled rounds: every round is paid by the naive oracle.

Only for the shortest decks, the books' own games, and to check the slow solvers themselves.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations

import oracle

from .cards import Names

HOLDEM_RAISES = {0: 3, 3: 2, 5: 1}
"""md-heads-up-holdem 11.B, 11.D, 11.F: how much may be raised when so many community cards are seen."""
PLAYS = (1, 2, 3)
"""md-four-card-poker 11.B(1)."""


def literal_holdem(deck: Names) -> Fraction:
    """Maryland's Heads-Up Hold'em with the first of its tables."""
    return _mean(_holdem(deck, hole, ()) for hole in combinations(deck, 2))


def literal_four_card(deck: Names) -> Fraction:
    """Maryland's Four Card Poker."""
    return _mean(_four_card(deck, hand, up) for hand in combinations(deck, 5) for up in deck if up not in hand)


def _mean(values: Iterable[Fraction]) -> Fraction:
    listed = list(values)
    return sum(listed, Fraction(0)) / len(listed)


def _without(deck: Names, *gone: Sequence[str]) -> Names:
    return tuple(card for card in deck if not any(card in cards for cards in gone))


def _holdem(deck: Names, hole: Names, board: Names) -> Fraction:
    unseen = _without(deck, hole, board)
    raised = _mean(
        _holdem_net(hole, frozenset((*board, *late)), dealer, HOLDEM_RAISES[len(board)])
        for late in combinations(unseen, 5 - len(board))
        for dealer in combinations(_without(unseen, late), 2)
    )
    if len(board) == 5:
        return max(raised, Fraction(-2))
    more = 3 if not board else 2
    return max(raised, _mean(_holdem(deck, hole, (*board, *dealt)) for dealt in combinations(unseen, more)))


@cache
def _holdem_net(hole: Names, board: frozenset[str], dealer: Names, multiple: int) -> Fraction:
    wagers = {"ante": "1.00", "odds": "1.00", "raise": f"{multiple}.00"}
    seat = {"seat": 1, "hole": " ".join(hole), "wagers": wagers}
    played = {"seats": [seat], "board": " ".join(sorted(board)), "dealer": " ".join(dealer)}
    return Fraction(oracle.settle("md-heads-up-holdem", {}, played)["totals"]["1"]["net"])


def _four_card(deck: Names, hand: Names, up: str) -> Fraction:
    unseen = _without(deck, hand, (up,))
    dealers = [frozenset((up, *rest)) for rest in combinations(unseen, 5)]
    return max(Fraction(-1), *(_mean(_four_card_net(hand, dealer, play) for dealer in dealers) for play in PLAYS))


@cache
def _four_card_net(hand: Names, dealer: frozenset[str], play: int) -> Fraction:
    seat = {"seat": 1, "cards": " ".join(hand), "wagers": {"ante": "1.00", "play": f"{play}.00"}}
    played = {"seats": [seat], "dealer": " ".join(sorted(dealer))}
    return Fraction(oracle.settle("md-four-card-poker", {}, played)["totals"]["1"]["net"])
