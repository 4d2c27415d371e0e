"""Shuffles rounds in bulk, as the table would: each with its own seed and id, derived from one seed for the run.

The seed of round N is block N of the stream "report-seed" of the run's seed; its id is `report-N`.
"""

import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitbook.fairness.deck import CARDS, DECK_LABEL, shuffle
from pitbook.fairness.kernels import (
    BLOCK_WORDS,
    FIRST_BLOCKS,
    as_bytes,
    as_words,
    deck_words,
    shuffle_decks,
    stream_words,
)
from pitbook.fairness.stream import context

LABEL: Final = "report"
SEED_LABEL: Final = "report-seed"
MOST_ROUNDS: Final = 1 << 32
"""The counter of the stream of seeds has 32 bits."""

BATCH: Final = 20_000
"""The number of rounds in a batch."""


def round_id(number: int) -> str:
    """The id of a round of the report."""
    return f"{LABEL}-{number}"


def round_seeds(seed: bytes, first: int, count: int) -> NDArray[np.uint32]:
    """The seeds of rounds, a line of eight words each."""
    result = np.empty((count, BLOCK_WORDS), np.uint32)
    stream_words(as_words(seed)[0], as_words(context(SEED_LABEL, LABEL, ()))[0], first, result)
    return result


def shuffled(seed: bytes, first: int, count: int) -> NDArray[np.uint8]:
    """The decks of rounds, a line each, top card first."""
    decks = np.empty((count, CARDS), np.uint8)
    shuffle_decks(round_seeds(seed, first, count), _contexts(first, count), decks)
    return decks


def shuffled_plainly(seed: bytes, number: int) -> tuple[int, ...]:
    """The deck of one round, from the same function that the table uses."""
    return shuffle(as_bytes(round_seeds(seed, number, 1)), round_id(number))


def raw_bytes(seed: bytes, first: int, count: int) -> bytes:
    """The bytes from which the decks of rounds are drawn: the first 7 blocks of each round's stream, 224 bytes."""
    words = np.empty((count, FIRST_BLOCKS, BLOCK_WORDS), np.uint32)
    deck_words(round_seeds(seed, first, count), _contexts(first, count), words)
    return as_bytes(words)


def batches(seed: bytes, rounds: int) -> Iterator[tuple[int, NDArray[np.uint8]]]:
    """The decks of rounds 0 to `rounds` - 1 in order, in batches of some thousands, each with its first round number.

    Each processor shuffles one batch at a time; at most as many batches wait as there are processors.
    """
    workers = os.cpu_count() or 1
    pending: deque[tuple[int, Future[NDArray[np.uint8]]]] = deque()
    with ThreadPoolExecutor(workers) as pool:
        for first in range(0, rounds, BATCH):
            pending.append((first, pool.submit(shuffled, seed, first, min(BATCH, rounds - first))))
            if len(pending) > workers:
                start, future = pending.popleft()
                yield start, future.result()
        for start, future in pending:
            yield start, future.result()


def _contexts(first: int, count: int) -> NDArray[np.uint32]:
    return as_words(b"".join(context(DECK_LABEL, round_id(number), ()) for number in range(first, first + count)))
