"""Decisions in kernels: by the policy, or in so many cases by chance."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitbook.compiled import borrowing_kernel
from pitbook.simulator.stream import below, next_word

Ints = NDArray[np.int64]


class Errors(NamedTuple):
    """How often seats decide by chance, and what they may do then."""

    thresholds: NDArray[np.uint64]
    """By seat: of 2^32 words, how many make a decision one of chance."""
    legal: Ints
    """By street: the actions that wager, at its beginning."""
    number: Ints
    """By street: how many they are; -1 where the game has no such street."""


@borrowing_kernel
def decide(action: Any, seat: Any, street: Any, errors: Any, stream: Any, tally: Any) -> Any:
    """The action, or in so many cases one of chance, all that are allowed being equally likely."""
    if errors.number[street] < 0:
        return 0
    if errors.thresholds[seat] and next_word(stream) < errors.thresholds[seat]:
        chosen = below(stream, 1 + errors.number[street])
        action = errors.legal[street, chosen - 1] if chosen else 0
        tally.errors[seat] += 1
    tally.decisions[seat, street, action] += 1
    return action
