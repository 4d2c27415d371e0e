"""The lookup tables with which the kernels rank a hand: one set for each ranking, small enough for a cache.

How a hand is found: each suit's ranks are looked up in `suits`, and the four entries are added. The sum holds
three things side by side. The top bits hold the strength of the best suited hand: only one suit can have
enough cards for one, and the others add nothing. The middle bits count the cards of each high rank, and the
low bits those of each low rank, as digits to the base 5. The high ranks choose a row and the low ranks a
column of `strengths`, which has the strength of the best hand if suits don't count. The hand is the stronger
of the two.

A row is only as long as the hand may have low cards. The columns are sorted by how many cards they hold, so a
row with t high cards ends after the columns of at most 7 - t cards, and no place in the table is wasted.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitbook.cards.card import Rank
from pitbook.cards.ranking import C, Ranking, Run, Shape
from pitbook.cards.rankings import RANKINGS

MOST_CARDS: Final = 7
LOW_RANKS: Final = 7
HIGH_RANKS: Final = len(Rank) - LOW_RANKS
# The kernels freeze these two. That this file names `pitbook.compiled` makes its changes compile them anew.
ROW_SHIFT: Final = 24
SUITED_SHIFT: Final = 48

_COPIES = 4
_BASE = _COPIES + 1
_SUIT_SETS = np.arange(1 << len(Rank))
_HIGHEST_BIT = np.array([ranks.bit_length() - 1 for ranks in range(1 << len(Rank))])


class Tables(NamedTuple):
    """What a kernel needs to rank a hand; pass it on as one argument."""

    suits: NDArray[np.uint64]
    """By the ranks of one suit, as 13 bits: suited strength, high ranks and low ranks, side by side."""
    rows: NDArray[np.uint32]
    """By the counts of the high ranks: where the row starts in `strengths`."""
    columns: NDArray[np.uint16]
    """By the counts of the low ranks: the place in the row."""
    strengths: NDArray[np.uint16]
    """The strength of the best hand regardless of suits; 0 with too few cards for a hand."""


@cache
def tables_of(ranking: str) -> Tables:
    """The tables of a ranking by its name, built once in a process."""
    return _build_tables(RANKINGS[ranking])


@cache
def levels_of(ranking: str) -> NDArray[np.uint8]:
    """By strength: the level of its category, 0 for the lowest."""
    levels = np.array([0] + [category.level for category, _ in RANKINGS[ranking].classes], np.uint8)
    levels.setflags(write=False)
    return levels


def _build_tables(ranking: Ranking[C]) -> Tables:
    """The tables of a ranking of hands that are chosen from at most seven cards."""
    low, high = _counts(LOW_RANKS), _counts(HIGH_RANKS)
    row_lengths = np.searchsorted(low.sum(axis=1), MOST_CARDS - high.sum(axis=1), side="right")
    row_starts = np.cumsum(row_lengths) - row_lengths

    columns = np.zeros(_BASE**LOW_RANKS, np.uint16)
    columns[_key(low)] = np.arange(len(low))
    rows = np.zeros(_BASE**HIGH_RANKS, np.uint32)
    rows[_key(high)] = row_starts

    row = np.repeat(np.arange(len(high)), row_lengths)
    column = np.arange(len(row)) - row_starts[row]
    at_least = [
        _ranks_with(high, copies)[row] << LOW_RANKS | _ranks_with(low, copies)[column]
        for copies in range(1, _COPIES + 1)
    ]
    codes = [_code(category.level, ranks) for category, ranks in ranking.classes]
    strengths = _best_strengths(ranking, codes, at_least, suited=False)

    present = _SUIT_SETS[:, None] >> np.arange(len(Rank)) & 1
    none = np.zeros_like(_SUIT_SETS)
    suited = _best_strengths(ranking, codes, [_SUIT_SETS, none, none, none], suited=True)
    suits = suited << SUITED_SHIFT | _key(present[:, LOW_RANKS:]) << ROW_SHIFT | _key(present[:, :LOW_RANKS])

    tables = Tables(suits.astype(np.uint64), rows, columns, strengths.astype(np.uint16))
    for table in tables:
        table.setflags(write=False)
    return tables


def _counts(ranks: int) -> NDArray[np.int64]:
    """Every way to hold at most seven cards of that many ranks, as lines of counts, fewer cards first."""
    ways: NDArray[np.int64] = np.indices((_BASE,) * ranks).reshape(ranks, -1).T
    ways = ways[ways.sum(axis=1) <= MOST_CARDS]
    fewer_first = np.argsort(ways.sum(axis=1), kind="stable")
    return ways[fewer_first]


def _key(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Each line of counts as one number, in which they are the digits."""
    return counts @ _BASE ** np.arange(counts.shape[1])


def _ranks_with(counts: NDArray[np.int64], copies: int) -> NDArray[np.int64]:
    """For each line of counts, the ranks of which there are at least so many cards, with a bit for each."""
    return (counts >= copies) @ (1 << np.arange(counts.shape[1]))


def _best_strengths(
    ranking: Ranking[C], codes: Sequence[int], at_least: Sequence[NDArray[np.int64]], *, suited: bool
) -> NDArray[np.int64]:
    """The strength of the best hand for each entry of `at_least` (see `Sets.strongest`), and 0 for none."""
    best = np.full_like(at_least[0], -1)
    for category in sorted(ranking.shapes):
        shape = ranking.shapes[category]
        if shape.suited == suited:
            _put_strongest(shape, category.level, at_least, best)
    return np.where(best < 0, 0, np.searchsorted(codes, best) + 1)


def _put_strongest(shape: Shape, level: int, at_least: Sequence[NDArray[np.int64]], best: NDArray[np.int64]) -> None:
    """Where the cards make this shape, replaces the best hand so far by its strongest."""
    if isinstance(shape, Run):
        for top, pattern in shape.patterns:
            best[at_least[0] & pattern == pattern] = _code(level, (top,))
        return
    possible = np.ones(best.shape, np.bool_)
    used = np.zeros_like(best)
    code = np.full_like(best, _code(level, ()))
    for place, size in enumerate(shape.sizes):
        left = at_least[size - 1] & ~used
        possible &= left != 0
        top_rank = _HIGHEST_BIT[left]
        used |= 1 << np.maximum(top_rank, 0)
        code += top_rank << _code_shift(place)
    best[possible] = code[possible]


def _code(level: int, ranks: Iterable[Rank]) -> int:
    """Category and deciding ranks as one number; a stronger hand has a higher one."""
    return (level << 20) + sum(rank << _code_shift(place) for place, rank in enumerate(ranks))


def _code_shift(place: int) -> int:
    return 16 - 4 * place


if TYPE_CHECKING:
    FIVE_CARD_TABLES: Tables
    FOUR_CARD_TABLES: Tables


def __getattr__(name: str) -> Tables:
    """Tables under the names of their rankings, built on first use."""
    if name not in _NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return tables_of(_NAMES[name])


_NAMES: Final = {"FIVE_CARD_TABLES": "five_card", "FOUR_CARD_TABLES": "four_card"}

CATEGORY_OF_STRENGTH5: Final = levels_of("five_card")
"""By strength, 1 to 7462: the level of its `FiveCard` category, 0 for a high card to 9 for a royal flush."""

CATEGORY_OF_STRENGTH4: Final = levels_of("four_card")
"""By strength, 1 to 2535: the level of its `FourCard` category, 0 for a high card to 7 for four of a kind."""
