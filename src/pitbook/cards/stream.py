"""The random numbers of a block of rounds: Philox4x32-10, a counter-based generator.

Philox (Salmon, Moraes, Dror, Shaw: Parallel Random Numbers: As Easy as 1, 2, 3; 2011) makes four words of 32 bits from
a counter of four words and a key of two. The key is the seed, 64 bits of it; the counter's upper half is the number of
the block and its lower half counts within the block. So every block has a stream of its own, which depends on nothing
but the seed and its number: who plays a block, when, and on which machine makes no difference.

A number below n is drawn without bias by Lemire's method: the upper half of word x n, and another word in the few cases
(fewer than n of 2^32) that would favour some numbers. Cards are drawn by the beginning of a Fisher-Yates shuffle.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitbook.array_types import Vector
from pitbook.compiled import borrowing_kernel

SEED_BITS: Final = 64
_U32: Final = np.uint32
_U64: Final = np.uint64
_M0: Final = np.uint64(0xD2511F53)
_M1: Final = np.uint64(0xCD9E8D57)
_W0: Final = np.uint64(0x9E3779B9)
_W1: Final = np.uint64(0xBB67AE85)
_LOW: Final = np.uint64(0xFFFFFFFF)
_HALF: Final = np.uint64(32)
_ROUNDS: Final = 10
_WORDS: Final = 4
_BUFFER: Final = 512
"""Words that are made at a time."""
_DRAWN, _USED, _SEED, _BLOCK = 0, 1, 2, 3


class Stream(NamedTuple):
    """The state of a block's stream: words made ahead, how many counters and words are used, seed and block."""

    words: NDArray[np.uint32]
    state: NDArray[np.uint64]


@borrowing_kernel
def philox(
    c0: np.uint64, c1: np.uint64, c2: np.uint64, c3: np.uint64, k0: np.uint64, k1: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """Four words from a counter of four and a key of two words, each held in 64 bits."""
    for _ in range(_ROUNDS):
        p0, p1 = _M0 * c0, _M1 * c2
        c0, c1, c2, c3 = (p1 >> _HALF) ^ c1 ^ k0, p1 & _LOW, (p0 >> _HALF) ^ c3 ^ k1, p0 & _LOW
        k0, k1 = (k0 + _W0) & _LOW, (k1 + _W1) & _LOW
    return c0, c1, c2, c3


@borrowing_kernel
def refill(stream: Stream) -> None:
    """Makes the next words of the stream."""
    state, words = stream.state, stream.words
    drawn, seed, block = state[_DRAWN], state[_SEED], state[_BLOCK]
    for four in range(words.size // _WORDS):
        counter = drawn + _U64(four)
        w0, w1, w2, w3 = philox(
            counter & _LOW, counter >> _HALF, block & _LOW, block >> _HALF, seed & _LOW, seed >> _HALF
        )
        place = _WORDS * four
        words[place], words[place + 1] = _U32(w0), _U32(w1)
        words[place + 2], words[place + 3] = _U32(w2), _U32(w3)
    state[_DRAWN] = drawn + _U64(words.size // _WORDS)
    state[_USED] = _U64(0)


@borrowing_kernel
def next_word(stream: Stream) -> np.uint64:
    """The next word of the stream, held in 64 bits."""
    used = stream.state[_USED]
    if used == _U64(stream.words.size):
        refill(stream)
        used = _U64(0)
    stream.state[_USED] = used + _U64(1)
    return _U64(stream.words[used])


@borrowing_kernel
def below(stream: Stream, bound: int) -> np.int64:
    """A number from 0 to `bound` - 1, each as likely as any other."""
    n = _U64(bound)
    product = next_word(stream) * n
    if product & _LOW < n:
        least = (_LOW + _U64(1) - n) % n
        while product & _LOW < least:
            product = next_word(stream) * n
    return np.int64(product >> _HALF)


@borrowing_kernel
def draw_cards(stream: Stream, deck: Vector[np.int64], count: int) -> None:
    """Brings `count` cards to the front of the deck: every sequence is equally likely, whatever lay there before.

    Draws as `below` does, which is left to do so itself where words are to be made or thrown away.
    """
    words, state = stream.words, stream.state
    used = state[_USED]
    for place in range(count):
        n = _U64(deck.size - place)
        product = _U64(words[used]) * n if used < _U64(words.size) else _U64(0)
        if product & _LOW < n:
            state[_USED] = used
            chosen = place + below(stream, n)
            used = state[_USED]
        else:
            chosen = place + np.int64(product >> _HALF)
            used += _U64(1)
        deck[place], deck[chosen] = deck[chosen], deck[place]
    state[_USED] = used


def new_stream(seed: int, block: int) -> Stream:
    """The stream of a block, at its beginning."""
    state = np.array([0, _BUFFER, seed, block], np.uint64)
    return Stream(np.empty(_BUFFER, np.uint32), state)
