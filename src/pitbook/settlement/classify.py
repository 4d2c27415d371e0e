"""The first step: what the cards are. Nothing here knows about money.

An outcome says how the player's hand stands against the dealer's, whether the dealer qualifies, and by which name the
player's cards go under each evaluation. The solver and the simulator do the same in kernels, proved equal to it.
"""

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Any, Final, NamedTuple

from pitbook.cards import FIVE_CARD, FOUR_CARD, Card, Hand, Rank, Suit, best_five_card_hand, best_four_card_hand
from pitbook.cards.lookup import five_card_strength, four_card_strength
from pitbook.rulebooks import RuleBook
from pitbook.rulebooks.hands import Evaluation
from pitbook.settlement.round import Round, Seat


class Comparison(IntEnum):
    """The player's hand against the dealer's."""

    LOSE = 0
    TIE = 1
    WIN = 2


class Outcome(NamedTuple):
    """What one seat's cards are."""

    comparison: Comparison
    dealer_qualifies: bool
    hand: str
    """The category of the hand that is compared with the dealer's."""
    names: Mapping[Evaluation, str | None]
    """The finest name under each evaluation that was asked for; None is no name at all."""


MASKS: Final = tuple(card.mask for card in (Card(index) for index in range(52)))
FIVE_NAMES: Final = ("", *(category.value for category, _ in FIVE_CARD.classes))
"""The category of each five-card strength."""
FOUR_NAMES: Final = ("", *(category.value for category, _ in FOUR_CARD.classes))
"""The category of each four-card strength."""
_FOUR_ACES: Final = next(
    s for s, (c, r) in enumerate(FOUR_CARD.classes, 1) if c.value == "four_of_a_kind" and Rank.ACE in r
)
_PAIRS_OF_ACES: Final = frozenset(
    s for s, (c, r) in enumerate(FOUR_CARD.classes, 1) if c.value == "pair" and r[0] is Rank.ACE
)
SIX_HIGHEST: Final = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN, Rank.NINE)
"""The ranks of a six-card royal."""
_SIX_HIGHEST: Final = sum(1 << rank for rank in SIX_HIGHEST)
_ORDER: Final = {
    "five_of_seven": tuple(category.value for category in FIVE_CARD.shapes),
    "four_of_five": tuple(category.value for category in FOUR_CARD.shapes),
}
"""The categories of each ranking, highest first."""
_SPADES: Final = 0x1FFF << (16 * Suit.SPADES)


def card_set(cards: Iterable[Card]) -> int:
    """The cards as a 64-bit set."""
    mask = 0
    for card in cards:
        mask |= MASKS[card.index]
    return mask


def _hole_cards(cards: tuple[Card, ...]) -> str | None:
    """A pair, or an ace with a king, queen or jack; of aces apart, and suited or not."""
    one, two = sorted(cards, key=lambda card: card.rank, reverse=True)
    if one.rank == two.rank:
        return "pair_of_aces" if one.rank == Rank.ACE else "pair_of_twos_to_kings"
    if one.rank == Rank.ACE and two.rank in (Rank.KING, Rank.QUEEN, Rank.JACK):
        return "suited_ace_and_face" if one.suit == two.suit else "unsuited_ace_and_face"
    return None


def _flopped(hole: int, board: tuple[Card, ...]) -> str:
    """The best five of seven, telling apart royal and straight flushes that were flopped or are the board's."""
    name = FIVE_NAMES[five_card_strength(hole | card_set(board))]
    if name not in ("royal_flush", "straight_flush"):
        return name
    flop = hole | card_set(board[:3])
    at_flop = FIVE_NAMES[five_card_strength(flop)]
    if at_flop == "royal_flush":
        return "flopped_royal_flush_in_spades" if flop & _SPADES == flop else "flopped_royal_flush"
    if name == "royal_flush" and FIVE_NAMES[five_card_strength(card_set(board))] == "royal_flush":
        name = "community_royal_flush"
    if at_flop == "straight_flush":
        return "flopped_straight_flush" if name == "straight_flush" else f"{name}_after_flopped_straight_flush"
    return name


def _six_cards(six: int, royal: str) -> str:
    """The best five of six, or all six from ace to nine of one suit, diamonds apart."""
    for suit in Suit:
        if six == _SIX_HIGHEST << (16 * suit):
            return f"{royal}_of_diamonds" if suit is Suit.DIAMONDS else royal
    return FIVE_NAMES[five_card_strength(six)]


def _four_of_five(five: int) -> str:
    """The best four of five, four aces and a pair of aces apart."""
    strength = four_card_strength(five)
    if strength == _FOUR_ACES:
        return "four_aces"
    if strength in _PAIRS_OF_ACES:
        return "pair_of_aces"
    return FOUR_NAMES[strength]


def best_hand(book: RuleBook, cards: Iterable[Card]) -> Hand[Any]:
    """The best hand that cards make in the ranking of the hands that are compared."""
    known = list(cards)
    return best_four_card_hand(known) if book.player.hand == "four_of_five" else best_five_card_hand(known)


def name_of(evaluation: Evaluation, seat: Seat, cards: Round) -> str | None:
    """The finest name that a seat's cards earn under an evaluation."""
    own = card_set(seat.cards)
    match evaluation:
        case Evaluation.HOLE_CARDS:
            return _hole_cards(seat.cards)
        case Evaluation.HOLE_AND_BOARD:
            return FIVE_NAMES[five_card_strength(own | card_set(cards.board))]
        case Evaluation.HOLE_AND_BOARD_FLOPPED:
            return _flopped(own, cards.board)
        case Evaluation.HOLE_AND_ALL6:
            return _six_cards(own | card_set(cards.extra), "six_card_royal")
        case Evaluation.FOUR_OF_FIVE:
            return _four_of_five(own)
        case Evaluation.ALL_FIVE:
            return FIVE_NAMES[five_card_strength(own)]
        case Evaluation.FIVE_AND_BONUS:
            return _six_cards(own | card_set(cards.extra), "super_royal")


def classify(book: RuleBook, cards: Round, seat: Seat, evaluations: Iterable[Evaluation]) -> Outcome:
    """How a seat's hand stands against the dealer's, and its names under the evaluations asked for."""
    if book.player.hand == "four_of_five":
        mine, dealers = four_card_strength(card_set(seat.cards)), four_card_strength(card_set(cards.dealer))
        categories = FOUR_NAMES
    else:
        board = card_set(cards.board)
        mine = five_card_strength(card_set(seat.cards) | board)
        dealers = five_card_strength(card_set(cards.dealer) | board)
        categories = FIVE_NAMES
    return Outcome(
        Comparison((mine > dealers) - (mine < dealers) + 1),
        qualifies(book, categories[dealers]),
        categories[mine],
        {evaluation: name_of(evaluation, seat, cards) for evaluation in evaluations},
    )


def qualifies(book: RuleBook, dealers_hand: str) -> bool:
    """Whether the dealer's hand is at least what the book asks for; without a qualifying hand it always is."""
    least = book.dealer.qualifies_with
    if least is None:
        return True
    order = _ORDER[book.player.hand]
    return order.index(dealers_hand) <= order.index(least)
