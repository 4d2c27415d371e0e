"""The features of a hand with community cards, and the conditions that rules can have."""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import IntEnum
from itertools import combinations
from typing import Final

from pitbook.cards import DECK, FIVE_CARD, Card, FiveCard, Rank, best_five_card_hand
from pitbook.rulebooks.families import FamilyName
from pitbook.rulebooks.flow import Street
from pitbook.strategy.conditions import Condition, Kind, Language

_FLOP, _RIVER = 3, 5
_SETS: Final = {1: FiveCard.HIGH_CARD, 2: FiveCard.PAIR, 3: FiveCard.THREE_OF_A_KIND}
_NAMES: Final = {0: "pre_flop", _FLOP: "flop", _RIVER: "river"}
_BOARD: Final = ("flop", "river")


class BoardFeature(IntEnum):
    """The features of a hold'em hand with the community cards. A rank counts from 1, and 0 is none."""

    HAND = 0
    HIDDEN_PAIR = 1
    POCKET_PAIR = 2
    PAIR_WITH_BOARD = 3
    HIGH_CARD = 4
    LOW_CARD = 5
    FOUR_TO_A_FLUSH = 6
    STRAIGHT_RANKS = 7
    BETTER_THAN_BOARD = 8
    DEALER_OUTS = 9


CONDITIONS: Final = (
    Condition("at_least", BoardFeature.HAND, Kind.HAND, _BOARD, "{} or better"),
    Condition("at_most", BoardFeature.HAND, Kind.HAND, _BOARD, "at most {}", upper=True),
    Condition(
        "hidden_pair",
        BoardFeature.HIDDEN_PAIR,
        Kind.RANK,
        _BOARD,
        "a hidden pair of {} or better",
        means="A hidden pair uses at least one of your two cards.",
    ),
    Condition("pocket_pair", BoardFeature.POCKET_PAIR, Kind.RANK, _BOARD, "a pocket pair of {} or better"),
    Condition(
        "pair_with_board", BoardFeature.PAIR_WITH_BOARD, Kind.RANK, _BOARD, "a pair of {} or better with the board"
    ),
    Condition("hole_card_at_least", BoardFeature.HIGH_CARD, Kind.RANK, _BOARD, "a hole card {} or better"),
    Condition("both_hole_cards_at_least", BoardFeature.LOW_CARD, Kind.RANK, _BOARD, "both hole cards {} or better"),
    Condition(
        "four_to_a_flush",
        BoardFeature.FOUR_TO_A_FLUSH,
        Kind.RANK,
        ("flop",),
        "four to a flush with a hidden {} or better",
        means="Four to a flush: four of your five cards are of one suit, the hidden one among them in your hand.",
    ),
    Condition(
        "straight_ranks_at_least",
        BoardFeature.STRAIGHT_RANKS,
        Kind.NUMBER,
        ("flop",),
        "{} or more ranks make a straight",
    ),
    Condition(
        "better_than_board",
        BoardFeature.BETTER_THAN_BOARD,
        Kind.YES_NO,
        _BOARD,
        "a better category than the board's|no better category than the board's",
        means="The board's category is that of the community cards alone.",
    ),
    Condition(
        "dealer_outs_below",
        BoardFeature.DEALER_OUTS,
        Kind.NUMBER,
        ("river",),
        "fewer than {} dealer outs",
        upper=True,
        beyond=-1,
        means="An out is a single unseen card that, added to the board alone, beats you.",
    ),
)
_RANKED: Final = (0, len(Rank))
_RANGES: Final[Mapping[BoardFeature, tuple[int, int]]] = {
    BoardFeature.HAND: (1, len(FIVE_CARD.classes)),
    BoardFeature.HIDDEN_PAIR: _RANKED,
    BoardFeature.POCKET_PAIR: _RANKED,
    BoardFeature.PAIR_WITH_BOARD: _RANKED,
    BoardFeature.HIGH_CARD: (1, len(Rank)),
    BoardFeature.LOW_CARD: (1, len(Rank)),
    BoardFeature.FOUR_TO_A_FLUSH: _RANKED,
    BoardFeature.STRAIGHT_RANKS: (0, 2),
    BoardFeature.BETTER_THAN_BOARD: (0, 1),
    BoardFeature.DEALER_OUTS: (0, 45),
}


def board_features(hole: Sequence[Card], board: Sequence[Card], deck: Sequence[Card] = DECK) -> list[int]:
    """The features of two hole cards with a flop or a full board."""
    features = [0] * len(BoardFeature)
    hand = best_five_card_hand([*hole, *board])
    held, common = Counter(card.rank for card in hole), Counter(card.rank for card in board)
    features[BoardFeature.HAND] = hand.strength
    features[BoardFeature.HIDDEN_PAIR] = max((rank + 1 for rank in held if held[rank] + common[rank] > 1), default=0)
    features[BoardFeature.POCKET_PAIR] = max((rank + 1 for rank in held if held[rank] > 1), default=0)
    features[BoardFeature.PAIR_WITH_BOARD] = max((rank + 1 for rank in held if common[rank]), default=0)
    features[BoardFeature.HIGH_CARD] = max(held) + 1
    features[BoardFeature.LOW_CARD] = min(held) + 1
    if len(board) == _FLOP:
        category = _SETS[max(common.values())]
        features[BoardFeature.FOUR_TO_A_FLUSH] = _four_to_a_flush(hole, board)
        features[BoardFeature.STRAIGHT_RANKS] = _straight_ranks({*held, *common}, {card.rank for card in deck})
    else:
        category = best_five_card_hand(board).category
        unseen = [card for card in deck if card not in (*hole, *board)]
        features[BoardFeature.DEALER_OUTS] = sum(best_five_card_hand([*board, card]) > hand for card in unseen)
    features[BoardFeature.BETTER_THAN_BOARD] = int(hand.category > category)
    return features


def _four_to_a_flush(hole: Sequence[Card], board: Sequence[Card]) -> int:
    suits = Counter(card.suit for card in (*hole, *board))
    return max((card.rank + 1 for card in hole if suits[card.suit] == 4), default=0)


def _has_straight(ranks: set[Rank]) -> bool:
    runs = [{Rank(top - step) if top >= step else Rank.ACE for step in range(5)} for top in range(Rank.FIVE, len(Rank))]
    return any(set(five) in runs for five in combinations(ranks, 5))


def _straight_ranks(ranks: set[Rank], of_deck: set[Rank]) -> int:
    """How many ranks of the deck would make a straight that is not there yet."""
    return 0 if _has_straight(ranks) else sum(_has_straight({*ranks, rank}) for rank in of_deck - ranks)


def _street_of(street: Street) -> str | None:
    return _NAMES.get(street.board)


BOARD: Final = Language(
    game="holdem",
    example="check, fold, raise_2 or raise_most",
    streets=tuple(_NAMES.values()),
    titles=("Before the flop", "On the flop", "At the river"),
    charted=("pre_flop",),
    conditions=CONDITIONS,
    whole=tuple(_RANGES.values()),
    ranking=FIVE_CARD,
    fits=lambda book: book.family is FamilyName.BOARD_DEALER,
    street_of=_street_of,
    features=board_features,
)
