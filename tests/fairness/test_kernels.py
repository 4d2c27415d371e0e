"""The kernels give, byte for byte, what hashlib, hmac and the plain functions give."""

import hashlib
import hmac
import random

import numpy as np
import pytest

from fairness.make_vectors import REJECTING
from pitbook.fairness import shuffle
from pitbook.fairness.bulk import batches, raw_bytes, round_id, round_seeds, shuffled, shuffled_plainly
from pitbook.fairness.kernels import _INITIAL, as_bytes, as_words, compress, permute, shuffle_decks, stream_words
from pitbook.fairness.stream import WORDS, blocks, context, permutation

SEED = hashlib.sha256(b"kernels").digest()


def _sha256(message: bytes) -> bytes:
    """SHA-256 from the kernel's single step, padded as FIPS 180-4 has it."""
    padded = message + b"\x80" + bytes((55 - len(message)) % 64) + (8 * len(message)).to_bytes(8, "big")
    state, schedule = _INITIAL.copy(), np.empty(64, np.uint32)
    for block in np.frombuffer(padded, ">u4").astype(np.uint32).reshape(-1, 16):
        compress(state, block, schedule, state)
    return as_bytes(state)


def test_sha256_is_that_of_hashlib() -> None:
    # FIPS 180-4's own example, and then messages of all lengths up to four blocks.
    assert _sha256(b"abc").hex() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    chance = random.Random(5)
    for length in range(257):
        message = chance.randbytes(length)
        assert _sha256(message) == hashlib.sha256(message).digest()


@pytest.mark.parametrize("number", [300, pytest.param(2_000, marks=pytest.mark.prove)])
def test_blocks_of_the_stream_are_those_of_hmac(number: int) -> None:
    chance = random.Random(6)
    extremes = [(bytes(32), bytes(32)), (b"\xff" * 32, b"\xff" * 32)]
    for seed, label in extremes + [(chance.randbytes(32), chance.randbytes(32)) for _ in range(number)]:
        first = chance.choice([0, 1, 255, 256, 65_535, 2**31 - 1, 2**32 - 3])
        result = np.empty((3, 8), np.uint32)
        stream_words(as_words(seed)[0], as_words(label)[0], first, result)
        expected = [hmac.digest(seed, label + (first + line).to_bytes(4, "big"), "sha256") for line in range(3)]
        assert as_bytes(result) == b"".join(expected)


@pytest.mark.parametrize("size", [2, 3, 4, 52])
def test_the_permutation_is_the_plain_one_also_at_the_limits(size: int) -> None:
    chance = random.Random(size)
    limits = [WORDS - WORDS % bound for bound in range(2, size + 1)]
    near = [number for limit in limits for number in (limit - 1, limit, limit + 1, WORDS - 1) if number < WORDS]
    order = np.empty(size, np.uint8)
    for _ in range(3_000):
        numbers = [chance.choice(near) if chance.random() < 0.4 else chance.randrange(WORDS) for _ in range(6 * size)]
        feed = iter(numbers)
        plain = permutation(feed, size)
        used = len(numbers) - len(list(feed))
        words = np.array(numbers, np.uint32)
        assert permute(words, order) == used
        assert tuple(order.tolist()) == plain
        assert permute(words[: used - 1], order) == -1


def test_decks_are_those_of_the_function_that_deals() -> None:
    first, count = 1_234, 3_000
    decks = shuffled(SEED, first, count)
    seeds = as_bytes(round_seeds(SEED, first, count))
    for line in range(count):
        seed = seeds[32 * line : 32 * line + 32]
        assert tuple(decks[line].tolist()) == shuffle(seed, round_id(first + line))
    assert shuffled_plainly(SEED, first + 7) == tuple(decks[7].tolist())


@pytest.mark.parametrize("seed", REJECTING)
def test_a_deck_for_which_a_word_is_thrown_away(seed: str) -> None:
    raw = bytes.fromhex(seed)
    decks = np.empty((1, 52), np.uint8)
    shuffle_decks(as_words(raw), as_words(context("deck", "TABLE-1", ())), decks)
    assert tuple(decks[0].tolist()) == shuffle(raw, "TABLE-1")


def test_batches_are_the_rounds_in_order() -> None:
    found = list(batches(SEED, 45_000))
    assert [(first, len(decks)) for first, decks in found] == [(0, 20_000), (20_000, 20_000), (40_000, 5_000)]
    assert (np.concatenate([decks for _, decks in found])[39_990:40_010] == shuffled(SEED, 39_990, 20)).all()


def test_raw_bytes_are_the_first_blocks_of_each_rounds_stream() -> None:
    seeds = as_bytes(round_seeds(SEED, 5, 3))
    expected = b""
    for line in range(3):
        stream = blocks(seeds[32 * line : 32 * line + 32], context("deck", f"report-{5 + line}", ()))
        expected += b"".join(next(stream) for _ in range(7))
    assert raw_bytes(SEED, 5, 3) == expected


def test_seeds_of_rounds_are_a_stream_of_the_seed_for_all() -> None:
    stream = blocks(SEED, context("report-seed", "report", ()))
    assert as_bytes(round_seeds(SEED, 0, 20)) == b"".join(next(stream) for _ in range(20))
