"""The decisions by what the known cards are or could become."""

from itertools import product
from typing import Final

import numpy as np

from pitbook.cards import FIVE_CARD
from pitbook.odds.families.class_chart import class_rows, classes_in_words
from pitbook.odds.families.no_dealer.features import features_of
from pitbook.odds.families.no_dealer.policy import SetPolicy
from pitbook.odds.families.protocol import HandClasses
from pitbook.odds.families.sets import canonical_sets, weights
from pitbook.strategy.families.no_dealer import DrawFeature

_LOWEST_PAIR: Final = "pair of twos"


def set_charts(policy: SetPolicy) -> tuple[HandClasses, ...]:
    """A chart for each decision, as if earlier decisions left the most on the wagers."""
    return tuple(_chart(policy, number) for number in range(len(policy.course.decisions)))


def _chart(policy: SetPolicy, number: int) -> HandClasses:
    decision = policy.course.decisions[number]
    names, starts = classes_in_words("five_card")
    lowest_pair = names.index(_LOWEST_PAIR)
    features = features_of(policy.deck, decision.known)
    made = np.searchsorted(np.array(starts), features[:, DrawFeature.MADE], side="right") - 1
    sizes = (2, FIVE_CARD.size, decision.known + 1)
    labels = [_draw_in_words(*draw) for draw in product(*map(range, sizes))]
    straights = np.minimum(features[:, DrawFeature.STRAIGHTS], FIVE_CARD.size - 1)
    drawn = np.ravel_multi_index(
        (features[:, DrawFeature.SUITED], straights, features[:, DrawFeature.HIGH_CARDS]), sizes
    )
    places = np.where(made >= lowest_pair, len(labels) + made - lowest_pair, drawn)
    actions = tuple(choice.name for choice in decision.choices)
    counts = np.zeros((len(labels) + len(names) - lowest_pair, 1, len(actions)), np.int64)
    times = weights(policy.deck, canonical_sets(policy.deck, decision.known))
    for code in range(len(actions)):
        taken = policy.codes[number][-1] == code
        counts[:, 0, code] = np.bincount(places[taken], times[taken], len(counts))
    rows = class_rows([*labels, *names[lowest_pair:]], actions, counts)
    return HandClasses(decision.name, (), actions, rows, len(features))


def _draw_in_words(suited: int, straights: int, high: int) -> str:
    """Cards without a pair: one suit or not, how many straights are possible, and how many are tens or higher."""
    suit = "one suit" if suited else "mixed suits"
    runs = f"{straights or 'no'} possible straight{'s' if straights != 1 else ''}"
    return f"{suit}, {runs}, {high or 'no'} high card{'s' if high != 1 else ''}"
