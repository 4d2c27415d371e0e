"""Fair numbers from words: rejection at the exact limit, every order reachable and equally likely."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from math import factorial

import pytest

from pitbook.fairness import shuffle
from pitbook.fairness.stream import WORDS, below, context, netstrings, permutation, words
from pitbook.p_values import chi_square_tails


def _fake_words(*numbers: int) -> Iterator[int]:
    """Words through blocks of bytes, as the stream has them."""
    raw = b"".join(number.to_bytes(4, "big") for number in numbers)
    return words([raw[start : start + 32] for start in range(0, len(raw), 32)])


def test_words_are_big_endian_and_eight_to_a_block() -> None:
    assert list(words([bytes(range(32)), b"\xff" * 32]))[:9] == [
        0x00010203, 0x04050607, 0x08090A0B, 0x0C0D0E0F, 0x10111213, 0x14151617, 0x18191A1B, 0x1C1D1E1F, 0xFFFFFFFF
    ]  # fmt: skip


@pytest.mark.parametrize("bound", range(1, 53))
def test_words_at_and_above_the_limit_are_thrown_away(bound: int) -> None:
    limit = next(number for number in range(WORDS, 0, -1) if number % bound == 0)
    assert below(_fake_words(limit - 1), bound) == bound - 1
    thrown_away = [number for number in (limit, limit + 1, WORDS - 1) if limit <= number < WORDS]
    assert below(_fake_words(*thrown_away, 7 * bound + bound // 2, 0), bound) == bound // 2
    assert below(_fake_words(0), bound) == 0


def test_each_remainder_has_as_many_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """With words of eight bits all of them can be counted: each of n remainders has 256 // n of them."""
    monkeypatch.setattr("pitbook.fairness.stream.WORDS", 256)
    for bound in range(1, 53):
        kept = Counter(below(iter([word, 0]), bound) for word in range(256))
        rejected = 256 % bound
        kept[0] -= rejected  # each rejected word was followed by the word 0
        assert set(kept.values()) == {256 // bound}


def test_each_order_comes_from_exactly_one_sequence_of_draws() -> None:
    """All sequences of draws for four cards: every order of 4! once. The same argument holds for 52 cards."""
    orders = [permutation(iter(draws), 4) for draws in product(range(4), range(3), range(2))]
    assert sorted(orders) == sorted(permutations(range(4)))


def test_the_order_of_exchanges() -> None:
    # Places 3, 2, 1 are exchanged with places 0, 0, 0: 0123 -> 3120 -> 2130 -> 1230.
    assert permutation(iter([0, 0, 0]), 4) == (1, 2, 3, 0)
    assert permutation(iter([3, 2, 1]), 4) == (0, 1, 2, 3)


def test_all_orders_of_four_cards_occur_equally_often() -> None:
    """24,000 seeds, and chi-square with 23 degrees: below its 99.9 % point, which tables give as 49.728.

    Of 52 cards not all 52! orders can be counted. But a seed has 256 bits and an order 225.6: on average 2^30.4 seeds
    lead to each order, and where HMAC-SHA-256 behaves like chance, an order that none of them leads to has the
    probability exp(-2^30.4), which even times 52! is nothing.
    """
    seen = Counter(shuffle(hashlib.sha256(b"%d" % n).digest(), "four", cards=4) for n in range(24_000))
    assert len(seen) == factorial(4)
    statistic = sum((count - 1000) ** 2 / 1000 for count in seen.values())
    assert statistic < 49.728
    assert chi_square_tails(statistic, 23)[1] > 0.001


def test_netstrings_keep_texts_apart() -> None:
    assert netstrings(["deck", "TABLE-1"]) == b"4:deck,7:TABLE-1,"
    assert netstrings(["é", ""]) == "2:é,0:,".encode()
    assert netstrings([]) == b""
    assert len({netstrings(texts) for texts in (["a", "b"], ["a,1:b"], ["ab"], ["a", "b", ""], ["1:a,", "b"])}) == 5


def test_contexts_tell_streams_apart() -> None:
    rounds = [
        ("deck", "T-1", ()),
        ("cut", "T-1", ()),
        ("deck-2", "T-1", ()),
        ("deck", "T-2", ()),
        ("deck", "T-1", ("x",)),
    ]
    rounds += [("deck", "T-1", ("x", "y")), ("deck", "T-1", ("y", "x"))]
    assert len({context(*one) for one in rounds}) == len(rounds)
