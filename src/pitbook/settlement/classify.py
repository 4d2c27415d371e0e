"""The first step: what the cards are. Nothing here knows about money.

An outcome says how the player's hand compares with the dealer's, whether the dealer qualifies, and what the player's
cards are called in each hand of the book that is asked for. The solver and the simulator do the same in kernels that
are proved equal to it.
"""

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Any, Final, NamedTuple

from pitbook.cards import DECK, Card, Hand
from pitbook.cards.hand import best_hand as best_of
from pitbook.cards.lookup import strength_in
from pitbook.cards.rankings import category_by_strength
from pitbook.rulebooks import RuleBook
from pitbook.rulebooks.hand_names import Pieces, finest_name
from pitbook.rulebooks.hand_names import name_of as named
from pitbook.rulebooks.hands import FLOP, HandRule
from pitbook.settlement.dealt_round import DealtRound, Seat


class HandComparison(IntEnum):
    """The player's hand against the dealer's."""

    LOSE = 0
    TIE = 1
    WIN = 2


class HandOutcome(NamedTuple):
    """What one seat's cards are."""

    comparison: HandComparison | None
    """None in a game without a dealer's hand."""
    dealer_qualifies: bool
    """True if the dealer has no hand, or needs none to qualify."""
    strength: int
    """The strength of the player's hand in its ranking."""
    category: str
    """Its category."""
    names: Mapping[str, str | None]
    """The finest name in each hand of the book that was asked for; None for no name at all."""


_COMPARED: Final = {-1: HandComparison.LOSE, 0: HandComparison.TIE, 1: HandComparison.WIN}
MASKS: Final = tuple(card.mask for card in DECK)


def card_set(cards: Iterable[Card]) -> int:
    """The cards as a 64-bit set."""
    mask = 0
    for card in cards:
        mask |= MASKS[card.index]
    return mask


def strength_of(ranking: str, cards: int) -> int:
    """The strength of a set of as many cards as the ranking chooses from."""
    return strength_in(ranking)(cards)


def pieces_of(book: RuleBook, cards: DealtRound, seat: Seat | None = None) -> Pieces:
    """The cards of a round as sets, with a seat's own or without."""
    shown = cards.dealer[len(cards.dealer) - book.flow.up :]
    return Pieces(
        card_set(seat.cards if seat else ()),
        card_set(cards.board[:FLOP]),
        card_set(cards.board),
        card_set(shown),
        card_set(cards.dealer),
        card_set(cards.extra),
    )


def best_hand(book: RuleBook, cards: Iterable[Card]) -> Hand[Any]:
    """The best hand that cards make in the ranking of the hands that are compared."""
    return best_of(cards, book.players_hand.order_of_hands)


def name_of(book: RuleBook, hand: str, seat: Seat, cards: DealtRound) -> str | None:
    """The finest name that a seat's cards earn in a hand of the book."""
    return named(book.hands[hand], pieces_of(book, cards, seat), strength_of)


def strength_with(hand: HandRule, pieces: Pieces) -> int:
    """The strength of a hand in its ranking; 0 if it has no ranking."""
    return 0 if hand.ranking is None else strength_of(hand.ranking, pieces.together(hand.sources))


class OnTable(NamedTuple):
    """What all seats of a round share."""

    pieces: Pieces
    """The cards of the round, without any seat's own."""
    dealers: int
    """The strength of the dealer's hand; 0 in a game without one."""


def on_table(book: RuleBook, cards: DealtRound) -> OnTable:
    """What all seats of a round share."""
    pieces = pieces_of(book, cards)
    return OnTable(pieces, strength_with(book.dealers_hand, pieces) if book.dealers_hand else 0)


def classify(book: RuleBook, cards: DealtRound, seat: Seat, hands: Iterable[str]) -> HandOutcome:
    """How a seat's hand compares with the dealer's, and its names in the hands asked for."""
    return classify_seat(book, on_table(book, cards), seat, hands)


def classify_seat(book: RuleBook, shared: OnTable, seat: Seat, hands: Iterable[str]) -> HandOutcome:
    """Like `classify`, with what the seats of a round share computed once for all of them."""
    pieces = Pieces(card_set(seat.cards), *shared.pieces[1:])
    players, dealers = book.players_hand, book.dealers_hand
    mine = strength_with(players, pieces)
    category = category_by_strength(players.ranking or "")[mine]
    comparison, qualified = None, True
    if dealers is not None:
        comparison = _COMPARED[(mine > shared.dealers) - (mine < shared.dealers)]
        qualified = shared.dealers >= dealers.qualifying_strength
    names = {}
    for name in hands:
        hand = book.hands[name]
        as_compared = hand.sources == players.sources and hand.ranking == players.ranking
        names[name] = (
            finest_name(hand, category, pieces, strength_of) if as_compared else named(hand, pieces, strength_of)
        )
    return HandOutcome(comparison, qualified, mine, category, names)


def qualifies(book: RuleBook, strength: int) -> bool:
    """Whether a dealer's hand of this strength is at least what the book asks for."""
    return book.dealers_hand is None or strength >= book.dealers_hand.qualifying_strength
