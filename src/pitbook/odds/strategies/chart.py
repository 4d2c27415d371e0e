"""The solved decisions of Four Card Poker as a chart: hands down, up cards across."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from pitbook.cards import Rank
from pitbook.odds.four_card import FourCardPolicy
from pitbook.odds.four_card.sets import lanes_of, weights
from pitbook.odds.strategies.compiling import play_found
from pitbook.odds.strategies.search import partition
from pitbook.strategy.conditions import Shown
from pitbook.strategy.kernels import boxes_of
from pitbook.strategy.words import hands_in_words

_FOUR: Final = 4
_LINES: Final = (
    "high card",
    "ace king high",
    "ace king queen high",
    *(f"pair of {rank.plural}" for rank in Rank),
    "two pairs",
)
"""Where the lines of the chart begin; each goes up to the next one."""


@dataclass(frozen=True)
class FourCardChart:
    """How many deals each action is taken in, by hand and up card."""

    multiples: tuple[int, ...]
    actions: tuple[str, ...]
    lines: tuple[tuple[str, tuple[tuple[int, ...], ...]], ...]
    """By hand in words, then by rank of the up card, then by action."""


def four_card_chart(policy: FourCardPolicy) -> FourCardChart:
    """The chart of a policy, strongest hands first."""
    starts = [hands_in_words(_FOUR)[words][0] for words in _LINES]
    found = play_found(boxes_of(partition("play", {Shown.HAND: starts})[Shown.HAND]))
    hands = policy.hands
    number = weights(policy.deck, hands)
    counts = np.zeros((len(_LINES), len(Rank), len(policy.actions)), np.int64)
    for lane in lanes_of(policy.deck).tolist():
        bits = [plane >> np.uint64(lane) & np.uint64(1) for plane in policy.planes]
        codes = sum((bit.astype(np.int64) << digit for digit, bit in enumerate(bits)), np.zeros(len(hands), np.int64))
        met = found[:, lane] >= 0
        np.add.at(counts, (found[met, lane], lane & 15, codes[met]), number[met])
    names = [*_LINES[:-1], f"{_LINES[-1]} or better"]
    lines = tuple(
        (name, tuple(tuple(cell) for cell in line)) for name, line in zip(names, counts.tolist(), strict=True)
    )
    return FourCardChart(policy.multiples, policy.actions, tuple(reversed(lines)))
