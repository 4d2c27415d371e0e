"""Rules of a strategy applied to every hand and up card, as the policy has them."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitbook.array_types import Cube, Matrix, Vector
from pitbook.cards.tables import FOUR_CARD_TABLES, Tables
from pitbook.compiled import kernel
from pitbook.odds.deck import FULL, Deck
from pitbook.odds.families.own_dealer.counts import PLAYER
from pitbook.odds.families.own_dealer.policy import FourCardPolicy
from pitbook.odds.families.sets import LANES, canonical_sets, lanes_of
from pitbook.strategy import Fitted
from pitbook.strategy.families.own_dealer import UpCardFeature
from pitbook.strategy.families.own_kernels import hand_features, up_card_features
from pitbook.strategy.kernels import boxes_of, first_rule

_FEATURES: Final = len(UpCardFeature)


@kernel
def play_rules(
    hands: Vector[np.uint64], lanes: Vector[np.int64], tables: Tables, boxes: Cube[np.int64], found: Matrix[np.int16]
) -> None:
    """By canonical hand and lane of the up card: the rule that holds."""
    features = np.zeros(_FEATURES, np.int64)
    for hand in range(hands.size):
        once, twice = hand_features(hands[hand], tables, features)
        for lane in lanes:
            if not hands[hand] >> np.uint64(lane) & np.uint64(1):
                up_card_features(lane & 15, once, twice, features)
                found[hand, lane] = first_rule(features, boxes)


def play_found(deck: Deck, boxes: NDArray[np.int64]) -> NDArray[np.int16]:
    """The number of the first box that holds, by canonical hand and lane of the up card; -1 where nobody can be."""
    hands = canonical_sets(deck, PLAYER)
    found = np.full((len(hands), LANES), -1, np.int16)
    play_rules(hands, lanes_of(deck), FOUR_CARD_TABLES, boxes, found)
    return found


def rules_found(deck: Deck, fitted: Fitted) -> tuple[NDArray[np.int16], ...]:
    """By hand and up card: the number of the rule that holds."""
    return (play_found(deck, boxes_of([rule.box for rule in fitted.rules])),)


def policy_of(
    deck: Deck, wager: str, fitted: Sequence[Fitted], codes: Mapping[str, Sequence[NDArray[np.uint8]]]
) -> FourCardPolicy:
    """The decisions by hand and up card as a policy."""
    (only,) = fitted
    return FourCardPolicy.from_actions(only.multiples, codes[only.street][0], deck=deck, wager=wager)


def warm() -> None:
    """Compiles the kernels, or loads them if that was done before."""
    hands = canonical_sets(FULL, PLAYER)[:1]
    shown = boxes_of([((0, 0),) * _FEATURES])
    play_rules(hands, lanes_of(FULL), FOUR_CARD_TABLES, shown, np.zeros((1, LANES), np.int16))
