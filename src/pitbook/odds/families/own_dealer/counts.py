"""How often the dealer beats, ties and loses to each of the player's hands, for each up card; no money yet."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import pairwise
from math import comb
from queue import SimpleQueue
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitbook.cards import Card, mask_of
from pitbook.cards.kernels import rank4_masks
from pitbook.cards.tables import CATEGORY_OF_STRENGTH4, FOUR_CARD_TABLES
from pitbook.odds.deck import FULL, Deck
from pitbook.odds.families.own_dealer import kernels
from pitbook.odds.families.sets import (
    LANES,
    canonical_sets,
    children,
    find_hand,
    lanes_of,
    subsets,
    weights,
)
from pitbook.progress import Progress, part_of

PLAYER: Final = 5
"""How many cards the player has (md-four-card-poker 8.E)."""
DEALER: Final = 6
"""How many cards the dealer has, the up card included."""
_HIDDEN: Final = DEALER - 1
_STRENGTHS: Final = len(CATEGORY_OF_STRENGTH4)
_MOST_THREADS: Final = 4
"""Each thread adds into its own array of some 70 megabytes."""
_CHUNKS: Final = 64
_BIG_TERMS: Final = 0.75
"""About what share of the time the subsets of three and four cards take."""


@dataclass(frozen=True, eq=False)
class FourCardCounts:
    """For each canonical hand of the player and each up card: how the dealer's completions compare with it."""

    deck: Deck
    qualifying: int
    """The lowest strength with which the dealer qualifies."""
    hands: NDArray[np.uint64]
    """The canonical hands of five cards, sorted."""
    weights: NDArray[np.int64]
    """How many hands each of them stands for."""
    strengths: NDArray[np.uint16]
    reaching: NDArray[np.int32]
    """By hand, threshold and lane of the up card: the completions of the dealer's hand that are at least the player's
    (0), stronger than it (1) and, if there is a qualifying hand, those that qualify (2)."""

    @property
    def completions(self) -> int:
        """The number of ways to complete a dealer's hand from an up card."""
        return comb(len(self.deck) - PLAYER - 1, _HIDDEN)

    @property
    def deals(self) -> int:
        """All hands of the player with all up cards and all completions."""
        cards = len(self.deck)
        return comb(cards, PLAYER) * (cards - PLAYER) * self.completions

    def of(self, cards: Sequence[Card], up: Card) -> NDArray[np.int64]:
        """The completions by whether the dealer qualifies (0 or 1) and the player loses, ties or wins (0, 1, 2)."""
        hand, lane = find_hand(self.hands, mask_of(cards), up)
        classes = np.empty((2, 3), np.int64)
        kernels.count_classes(self.reaching[hand], lane, self.completions, classes)
        return classes


def count_four_card(
    qualifying: int = 1, *, deck: Deck = FULL, threads: int = 2, progress: Progress | None = None
) -> FourCardCounts:
    """The counts of the whole game; they depend on the deck and the dealer's qualifying hand alone."""
    if len(deck) < PLAYER + DEALER:
        raise ValueError(f"a deck of {len(deck)} cards is too small for {PLAYER + DEALER}")
    hands = canonical_sets(deck, PLAYER)
    strengths = rank4_masks(hands)
    thresholds = np.stack([strengths, strengths + 1], axis=1).astype(np.int32)
    if qualifying > 1:
        thresholds = np.column_stack([thresholds, np.full(len(hands), qualifying, np.int32)])
    thresholds = np.ascontiguousarray(thresholds)
    work = _Count(deck, hands, thresholds, min(max(threads, 1), _MOST_THREADS), progress)
    reaching = work.add_threes_and_fours()
    work.add_the_rest(reaching)
    reaching.setflags(write=False)
    return FourCardCounts(deck, qualifying, hands, weights(deck, hands), strengths, reaching)


class _Count:
    """One count: what all its steps need, and the threads that share them."""

    def __init__(
        self,
        deck: Deck,
        hands: NDArray[np.uint64],
        thresholds: NDArray[np.int32],
        threads: int,
        progress: Progress | None,
    ) -> None:
        self.deck, self.hands, self.thresholds = deck, hands, thresholds
        self.threads, self.progress = threads, progress
        self.lanes = lanes_of(deck)
        self.triples = np.zeros((len(canonical_sets(deck, 3)), _STRENGTHS), np.int32)
        """By canonical set of three cards and strength: the six-card hands that contain it."""

    def add_threes_and_fours(self) -> NDArray[np.int32]:
        """The terms of all subsets of three and four cards; each thread has its own sum until the end."""
        shape = (*self.thresholds.shape, LANES)
        sums = [np.zeros(shape, np.int32) for _ in range(self.threads)]
        free: SimpleQueue[NDArray[np.int32]] = SimpleQueue()
        for part in sums:
            free.put(part)

        def task(
            kernel: Callable[..., None], chunk: tuple[int, int], grouped: _Grouped, tables: tuple[Any, ...]
        ) -> None:
            step_of = np.empty(_STRENGTHS + 1, np.int32)
            rows = np.empty((_STRENGTHS + 2, LANES), np.uint16)
            reaching = free.get()
            try:
                kernel(*chunk, *grouped, self.lanes, self.thresholds, step_of, rows, *tables, reaching)
            finally:
                free.put(reaching)

        tasks: list[tuple[Any, ...]] = []
        for size, kernel, tables in (
            (3, kernels.add_threes, (FOUR_CARD_TABLES, self.triples)),
            (4, kernels.add_fours, (FOUR_CARD_TABLES,)),
        ):
            grouped = self._grouped(size)
            tasks += [(kernel, chunk, grouped, tables) for chunk in _chunks(len(grouped[0]))]
        self._run(task, tasks, 0, _BIG_TERMS)
        for part in sums[1:]:
            sums[0] += part
        return sums[0]

    def add_the_rest(self, reaching: NDArray[np.int32]) -> None:
        """The terms of no, one, two and five cards. A hand's row is written by one thread alone."""
        child = [children(self.deck, size) for size in range(3)]
        counts = self.triples
        reached = [_cumulated(counts)]
        for size in (2, 1):
            sets = canonical_sets(self.deck, size)
            fewer = np.zeros((len(sets), _STRENGTHS), np.int32)
            kernels.sum_children(sets, child[size], self.lanes, DEALER - size, counts, fewer)
            counts = fewer
            reached.insert(0, _cumulated(counts))
        order = np.argsort(self.thresholds[:, 0], kind="stable")
        ones, twos = subsets(self.deck, self.hands, 1), subsets(self.deck, self.hands, 2)

        def task(begin: int, end: int) -> None:
            for place in range(self.thresholds.shape[1]):
                kernels.add_small(order, begin, end, place, self.thresholds, *reached, *child, *ones, *twos, reaching)
            kernels.take_fives(self.hands, order, begin, end, self.lanes, FOUR_CARD_TABLES, self.thresholds, reaching)

        self._run(task, _chunks(len(self.hands)), _BIG_TERMS, 1)

    def _grouped(self, size: int) -> "_Grouped":
        """The canonical sets of a size, and for each the hands that contain it and where the suits go."""
        sets = canonical_sets(self.deck, size)
        indices, places = subsets(self.deck, self.hands, size)
        order = np.argsort(indices.ravel(), kind="stable")
        starts = np.searchsorted(indices.ravel()[order], np.arange(len(sets) + 1))
        return sets, starts, (order // indices.shape[1]).astype(np.int32), places.ravel()[order]

    def _run(self, task: Callable[..., None], arguments: Sequence[tuple[Any, ...]], begin: float, end: float) -> None:
        """Share the tasks among the threads; together they move the progress from `begin` to `end`."""
        progress = part_of(self.progress, begin, end)
        with ThreadPoolExecutor(self.threads) as pool:
            waiting = [pool.submit(task, *each) for each in arguments]
            for done, future in enumerate(as_completed(waiting), 1):
                future.result()
                progress(done / len(waiting))


_Grouped = tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.int32], NDArray[np.uint8]]


def _chunks(size: int) -> list[tuple[int, int]]:
    """The numbers below `size` in ranges of about the same length."""
    edges = np.linspace(0, size, min(size, _CHUNKS) + 1).astype(int).tolist()
    return list(pairwise(edges))


def _cumulated(counts: NDArray[np.int32]) -> NDArray[np.int32]:
    """By threshold and set: how many reach the threshold, from counts by set and strength."""
    reached = np.zeros((counts.shape[1] + 1, len(counts)), np.int32)
    reached[:-1] = np.cumsum(counts[:, ::-1], axis=1, dtype=np.int32)[:, ::-1].T
    return reached
