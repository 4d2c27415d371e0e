"""The random stream: the published answers of Philox, draws without bias, and a stream of its own for every block."""

import numpy as np
import pytest

from pitbook.cards.stream import Stream, below, draw_cards, new_stream, next_word, philox
from pitbook.simulator.testing import chi_square

WORDS = 1 << 32


@pytest.mark.parametrize(
    ("counter", "key", "answer"),
    [
        ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
)
def test_philox_gives_the_answers_of_random123(
    counter: tuple[int, ...], key: tuple[int, ...], answer: tuple[int, ...]
) -> None:
    given = [np.uint64(word) for word in (*counter, *key)]
    assert tuple(int(word) for word in philox(*given)) == answer


def test_a_stream_is_that_of_its_seed_and_block() -> None:
    stream = new_stream(0x0000000500000003, 0x0000000700000002)
    words = [int(next_word(stream)) for _ in range(2_000)]
    for place in (0, 1, 127, 128, 499):
        counter = [place, 0, 2, 7]
        four = philox(*(np.uint64(word) for word in (*counter, 3, 5)))
        assert words[4 * place : 4 * place + 4] == [int(word) for word in four]
    others = [new_stream(0x0000000500000003, 1), new_stream(1, 0x0000000700000002)]
    assert all([int(next_word(other)) for _ in range(8)] != words[:8] for other in others)


def _given(*words: int) -> Stream:
    stream = new_stream(0, 0)
    stream.words[: len(words)] = words
    stream.state[1] = 0
    return stream


def test_words_that_would_favour_some_numbers_are_thrown_away() -> None:
    """Below 52, the words whose product's lower half is under 2^32 mod 52 = 48 are one too many for some numbers."""
    first = next(word for word in range(1, WORDS) if word * 52 % WORDS >= 48)
    assert below(_given(0, first), 52) == first * 52 >> 32
    assert below(_given(WORDS - 1), 52) == 51
    assert below(_given(1 << 31), 2) == 1
    taken = _given(0, 0, 0, 5)
    assert below(taken, 1) == 0
    assert taken.state[1] == 1


def test_cards_are_drawn_evenly_whatever_the_deck_was_before() -> None:
    stream, deck = new_stream(9, 0), np.arange(52)
    counts = np.zeros((5, 52), np.int64)
    pairs = np.zeros((52, 52), np.int64)
    for _ in range(30_000):
        draw_cards(stream, deck, 5)
        counts[np.arange(5), deck[:5]] += 1
        pairs[deck[0], deck[1]] += 1
    assert sorted(deck.tolist()) == list(range(52))
    for line in counts.tolist():
        test = chi_square(line, [1 / 52] * 52)
        assert test is not None
        assert test.p > 0.001
    assert not pairs.diagonal().any()
    off = pairs[~np.eye(52, dtype=bool)].tolist()
    test = chi_square(off, [1 / len(off)] * len(off))
    assert test is not None
    assert test.p > 0.001


def test_a_biased_draw_would_be_found() -> None:
    """The control: swapping with any place of the deck, a common mistake."""
    stream, deck = new_stream(9, 0), np.arange(52)
    counts = [0] * 52
    for _ in range(30_000):
        deck = np.arange(52)
        for place in range(5):
            chosen = below(stream, 52)
            deck[place], deck[chosen] = deck[chosen], deck[place]
        counts[deck[0]] += 1
    test = chi_square(counts, [1 / 52] * 52)
    assert test is not None
    assert test.p < 1e-6
