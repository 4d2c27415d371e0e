"""The random stream: HMAC-SHA-256 blocks from a secret seed, 32-bit words from blocks, fair numbers from words.

`docs/explanation/fairness.md` describes it step by step, so that anyone can implement it in another language.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count
from struct import unpack
from typing import Final

from pitbook.fairness.keyed_hash import hmac_sha256

STREAM_DOMAIN: Final = "pitbook-stream-1"
"""The prefix of every stream's context, so that no other use of the seed can collide with it."""

COUNTER_BYTES: Final = 4
WORD_BYTES: Final = 4
WORDS: Final = 1 << 8 * WORD_BYTES
"""The number of values of a word."""


def netstrings(texts: Iterable[str]) -> bytes:
    """Texts concatenated, each as `LENGTH:TEXT,` with its length in bytes of UTF-8.

    Different lists of texts give different bytes, so no seed can pass for two.
    """
    encoded = (text.encode() for text in texts)
    return b"".join(b"%d:%b," % (len(one), one) for one in encoded)


def context(label: str, round_id: str, mixed: Sequence[str]) -> bytes:
    """The 32 bytes that identify one stream of a seed: its purpose, the round, and the other contributions."""
    return hashlib.sha256(netstrings((STREAM_DOMAIN, label, round_id, *mixed))).digest()


def blocks(seed: bytes, stream_context: bytes) -> Iterator[bytes]:
    """The stream, 32 bytes at a time: HMAC-SHA-256 under the seed of context and counter (from 0, big-endian)."""
    under_seed = hmac_sha256(seed)
    for number in count():
        yield under_seed(stream_context + number.to_bytes(COUNTER_BYTES, "big"))


def words(stream: Iterable[bytes]) -> Iterator[int]:
    """The stream as 32-bit numbers, big-endian, eight from each block."""
    return chain.from_iterable(unpack(f">{len(block) // WORD_BYTES}I", block) for block in stream)


def below(numbers: Iterator[int], bound: int) -> int:
    """A number from 0 to `bound` - 1, each equally likely: one word, and another while it is rejected.

    Words at or above the largest multiple of `bound` are rejected, so every remainder is equally likely.
    """
    limit = WORDS - WORDS % bound
    while (word := next(numbers)) >= limit:
        pass
    return word % bound


def permutation(numbers: Iterator[int], size: int) -> tuple[int, ...]:
    """The numbers 0 to `size` - 1 in random order, all orders equally likely (Fisher-Yates).

    From the last place down to the second, each entry is swapped with a fair choice among itself and those before it.
    """
    order = list(range(size))
    for left in range(size, 1, -1):
        # As `below` does, but a call for each of 51 numbers takes as long as the rest.
        limit = WORDS - WORDS % left
        while (word := next(numbers)) >= limit:
            pass
        chosen = word % left
        order[left - 1], order[chosen] = order[chosen], order[left - 1]
    return tuple(order)
