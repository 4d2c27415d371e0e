"""The rules applied to one hand, straight from their words: slow, readable, and what the kernels are proved against."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from pitbook.cards import DECK, Card, FiveCard, Rank, best_five_card_hand, best_four_card_hand
from pitbook.strategy.conditions import Box, Seen, Shown
from pitbook.strategy.rules import Rule
from pitbook.strategy.starting_hands import place_of_hole

_FLOP, _RIVER = 3, 5
_SETS = {1: FiveCard.HIGH_CARD, 2: FiveCard.PAIR, 3: FiveCard.THREE_OF_A_KIND}


def rule_for(rules: Sequence[Rule], own: Sequence[Card], seen: Sequence[Card]) -> int:
    """The number of the first rule that holds, from 0; `seen` are the community cards or the up card."""
    if len(seen) == 0:
        place = place_of_hole(own)
        return next(number for number, rule in enumerate(rules) if rule.hands is None or place in rule.hands)
    features = up_card_features(own, seen[0]) if len(seen) == 1 else board_features(own, seen)
    return next(number for number, rule in enumerate(rules) if _holds(rule.box, features))


def _holds(box: Box, features: Sequence[int]) -> bool:
    return all(least <= value <= most for (least, most), value in zip(box, features, strict=True))


def board_features(hole: Sequence[Card], board: Sequence[Card]) -> list[int]:
    """The features of two hole cards with a flop or a full board."""
    features = [0] * len(Seen)
    hand = best_five_card_hand([*hole, *board])
    held, common = Counter(card.rank for card in hole), Counter(card.rank for card in board)
    features[Seen.HAND] = hand.strength
    features[Seen.HIDDEN_PAIR] = max((rank + 1 for rank in held if held[rank] + common[rank] > 1), default=0)
    features[Seen.POCKET_PAIR] = max((rank + 1 for rank in held if held[rank] > 1), default=0)
    features[Seen.PAIR_WITH_BOARD] = max((rank + 1 for rank in held if common[rank]), default=0)
    features[Seen.HIGH_CARD] = max(held) + 1
    features[Seen.LOW_CARD] = min(held) + 1
    if len(board) == _FLOP:
        category = _SETS[max(common.values())]
        features[Seen.FOUR_TO_A_FLUSH] = _four_to_a_flush(hole, board)
        features[Seen.STRAIGHT_RANKS] = _straight_ranks({*held, *common})
    else:
        category = best_five_card_hand(board).category
        unseen = [card for card in DECK if card not in (*hole, *board)]
        features[Seen.DEALER_OUTS] = sum(best_five_card_hand([*board, card]) > hand for card in unseen)
    features[Seen.BETTER_THAN_BOARD] = int(hand.category > category)
    return features


def up_card_features(cards: Sequence[Card], up: Card) -> list[int]:
    """The features of five cards against an up card."""
    features = [0] * len(Shown)
    ranks = Counter(card.rank for card in cards)
    features[Shown.HAND] = best_four_card_hand(cards).strength
    features[Shown.UP_CARD] = up.rank + 1
    features[Shown.CONTAINS_UP_CARD] = int(up.rank in ranks)
    features[Shown.UP_ABOVE_PAIR] = int(all(rank < up.rank for rank in ranks if ranks[rank] > 1))
    return features


def _four_to_a_flush(hole: Sequence[Card], board: Sequence[Card]) -> int:
    suits = Counter(card.suit for card in (*hole, *board))
    return max((card.rank + 1 for card in hole if suits[card.suit] == 4), default=0)


def _has_straight(ranks: set[Rank]) -> bool:
    runs = [{Rank(top - step) if top >= step else Rank.ACE for step in range(5)} for top in range(Rank.FIVE, len(Rank))]
    return any(set(five) in runs for five in combinations(ranks, 5))


def _straight_ranks(ranks: set[Rank]) -> int:
    """How many ranks would make a straight that is not there yet."""
    return 0 if _has_straight(ranks) else sum(_has_straight({*ranks, rank}) for rank in Rank if rank not in ranks)
