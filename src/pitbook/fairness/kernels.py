"""The shuffle in bulk: SHA-256, HMAC, the stream and the permutation as kernels, byte for byte what `deck` does.

They exist to put millions of shuffles under test; the table deals with the plain functions of `deck` and `stream`.
Numbers are 32-bit words, big-endian in the bytes that they stand for. Names follow FIPS 180-4 and RFC 2104.
"""

from math import isqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitbook.array_types import Cube, Matrix, Vector
from pitbook.compiled import kernel

_U32: Final = np.uint32
BLOCK_WORDS: Final = 8
"""Words in one block of the stream."""

FIRST_BLOCKS: Final = 7
"""Blocks from which a deck of 52 is drawn unless words are rejected: 51 draws of one word each."""

_MOST_BLOCKS: Final = 64
_SPARE: Final = _U32(0x80000000)
_INNER_BITS: Final = _U32(8 * (64 + 36))
_OUTER_BITS: Final = _U32(8 * (64 + 32))
_INNER_PAD: Final = _U32(0x36363636)
_OUTER_PAD: Final = _U32(0x5C5C5C5C)
_WORDS: Final = np.uint64(1 << 32)


def _primes(count: int) -> list[int]:
    found: list[int] = []
    number = 2
    while len(found) < count:
        if all(number % prime for prime in found):
            found.append(number)
        number += 1
    return found


def _cube_root(number: int) -> int:
    """The whole part of the cube root."""
    root = 1 << (number.bit_length() + 2) // 3
    while root**3 > number:
        root = (2 * root + number // root**2) // 3
    return root


_INITIAL: Final = np.array([isqrt(prime << 64) & 0xFFFFFFFF for prime in _primes(8)], _U32)
"""The first 32 bits of the fractional parts of the square roots of the first 8 primes."""

_ROUNDS: Final = np.array([_cube_root(prime << 96) & 0xFFFFFFFF for prime in _primes(64)], _U32)
"""The first 32 bits of the fractional parts of the cube roots of the first 64 primes."""


@kernel
def _rotate(word: np.uint32, places: int) -> np.uint32:
    return _U32(_U32(word >> _U32(places)) | _U32(word << _U32(32 - places)))


@kernel
def compress(
    start: Vector[np.uint32], block: Vector[np.uint32], schedule: Vector[np.uint32], result: Vector[np.uint32]
) -> None:
    """One step of SHA-256: the eight words of `start` and the sixteen of `block` give the eight of `result`.

    `schedule` has room for 64 words; `result` may be `start`.
    """
    for t in range(16):
        schedule[t] = block[t]
    for t in range(16, 64):
        early, late = schedule[t - 15], schedule[t - 2]
        sigma0 = _rotate(early, 7) ^ _rotate(early, 18) ^ _U32(early >> _U32(3))
        sigma1 = _rotate(late, 17) ^ _rotate(late, 19) ^ _U32(late >> _U32(10))
        schedule[t] = _U32(schedule[t - 16] + sigma0 + schedule[t - 7] + sigma1)
    a, b, c, d = start[0], start[1], start[2], start[3]
    e, f, g, h = start[4], start[5], start[6], start[7]
    for t in range(64):
        sum1 = _rotate(e, 6) ^ _rotate(e, 11) ^ _rotate(e, 25)
        first = _U32(h + sum1 + ((e & f) ^ (~e & g)) + _ROUNDS[t] + schedule[t])
        sum0 = _rotate(a, 2) ^ _rotate(a, 13) ^ _rotate(a, 22)
        second = _U32(sum0 + ((a & b) ^ (a & c) ^ (b & c)))
        h, g, f, e, d, c, b, a = g, f, e, _U32(d + first), c, b, a, _U32(first + second)
    result[0], result[1] = _U32(start[0] + a), _U32(start[1] + b)
    result[2], result[3] = _U32(start[2] + c), _U32(start[3] + d)
    result[4], result[5] = _U32(start[4] + e), _U32(start[5] + f)
    result[6], result[7] = _U32(start[6] + g), _U32(start[7] + h)


@kernel
def _key_states(
    seed: Vector[np.uint32],
    block: Vector[np.uint32],
    schedule: Vector[np.uint32],
    inner: Vector[np.uint32],
    outer: Vector[np.uint32],
) -> None:
    """The two halves of HMAC after the key, which all blocks of a stream share."""
    for place in range(16):
        block[place] = (seed[place] if place < 8 else _U32(0)) ^ _INNER_PAD
    compress(_INITIAL, block, schedule, inner)
    for place in range(16):
        block[place] ^= _INNER_PAD ^ _OUTER_PAD
    compress(_INITIAL, block, schedule, outer)


@kernel
def _stream_block(
    inner: Vector[np.uint32],
    outer: Vector[np.uint32],
    context: Vector[np.uint32],
    counter: np.uint32,
    block: Vector[np.uint32],
    schedule: Vector[np.uint32],
    result: Vector[np.uint32],
) -> None:
    """HMAC of context (eight words) and counter (one word): the block of the stream with that number."""
    block[:8] = context
    block[8] = counter
    block[9] = _SPARE
    block[10:15] = 0
    block[15] = _INNER_BITS
    compress(inner, block, schedule, result)
    block[:8] = result
    block[8] = _SPARE
    block[9:15] = 0
    block[15] = _OUTER_BITS
    compress(outer, block, schedule, result)


@kernel
def permute(words: Vector[np.uint32], order: Vector[np.int64]) -> int:
    """Fills `order` with a fair permutation drawn from the words; returns how many it took, or -1 if they ran out."""
    size = order.size
    for place in range(size):
        order[place] = place
    used = 0
    for last in range(size - 1, 0, -1):
        bound = np.uint64(last + 1)
        limit = _WORDS - _WORDS % bound
        while used < words.size and np.uint64(words[used]) >= limit:
            used += 1
        if used == words.size:
            return -1
        chosen = np.uint64(words[used]) % bound
        used += 1
        order[last], order[chosen] = order[chosen], order[last]
    return used


@kernel
def stream_words(seed: Vector[np.uint32], context: Vector[np.uint32], first: int, result: Matrix[np.uint32]) -> None:
    """Blocks of one stream, from number `first`, one in each line of `result`."""
    block, schedule = np.empty(16, _U32), np.empty(64, _U32)
    inner, outer = np.empty(8, _U32), np.empty(8, _U32)
    _key_states(seed, block, schedule, inner, outer)
    for line in range(result.shape[0]):
        _stream_block(inner, outer, context, _U32(first + line), block, schedule, result[line])


@kernel
def deck_words(seeds: Matrix[np.uint32], contexts: Matrix[np.uint32], result: Cube[np.uint32]) -> None:
    """For each round the words from which its deck is drawn: as many blocks of its stream as `result` has room for."""
    for number in range(seeds.shape[0]):
        stream_words(seeds[number], contexts[number], 0, result[number])


@kernel
def shuffle_decks(seeds: Matrix[np.uint32], contexts: Matrix[np.uint32], decks: Matrix[np.uint8]) -> None:
    """For each round its deck, from its seed and the context of its stream."""
    block, schedule = np.empty(16, _U32), np.empty(64, _U32)
    inner, outer = np.empty(8, _U32), np.empty(8, _U32)
    words = np.empty((_MOST_BLOCKS, BLOCK_WORDS), _U32)
    for number in range(seeds.shape[0]):
        _key_states(seeds[number], block, schedule, inner, outer)
        for counter in range(_MOST_BLOCKS):
            _stream_block(inner, outer, contexts[number], _U32(counter), block, schedule, words[counter])
            if counter + 1 >= FIRST_BLOCKS and permute(words[: counter + 1].reshape(-1), decks[number]) >= 0:
                break


def as_words(raw: bytes) -> NDArray[np.uint32]:
    """Bytes as lines of eight words, which is how the kernels take seeds and contexts."""
    return np.frombuffer(raw, ">u4").astype(_U32).reshape(-1, BLOCK_WORDS)


def as_bytes(words: NDArray[np.uint32]) -> bytes:
    """Words as the bytes that they stand for."""
    return words.astype(">u4").tobytes()


def warm() -> None:
    """Compiles the kernels, or loads them if that was done before."""
    seeds = contexts = np.zeros((1, BLOCK_WORDS), _U32)
    stream_words(seeds[0], contexts[0], 0, np.empty((1, BLOCK_WORDS), _U32))
    deck_words(seeds, contexts, np.empty((1, 1, BLOCK_WORDS), _U32))
    shuffle_decks(seeds, contexts, np.empty((1, 52), np.uint8))
