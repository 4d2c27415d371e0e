"""Statistics of shuffles: counts over many decks, and how likely fair shuffles are to deviate as much.

Decks are rows of an array, so any shuffle can be tested, including one that must fail.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitbook.array_types import Matrix, Vector
from pitbook.compiled import kernel
from pitbook.fairness import expected
from pitbook.fairness.deck import CARDS
from pitbook.p_values import chi_square_two_sided, normal_two_sided, poisson_at_least
from pitbook.problems import MalformedError, Problem

LEAST_EXPECTED: Final = 5
"""The fewest expected cases in a class of a chi-square test; classes with fewer are merged."""

LEAST_FOR_NORMAL: Final = 30
"""A sum over this many decks is close enough to normal."""

_MOST_DRAWS: Final = 2_000
"""Longer waits for all 52 cards count as this long; the chance is one in 10^15."""

_ALL_CARDS: Final = np.uint64((1 << CARDS) - 1)
_HASH_START: Final = np.uint64(0xCBF29CE484222325)
_HASH_FACTOR: Final = np.uint64(0x100000001B3)

_CENTRED: Final = [2 * value - (CARDS - 1) for value in range(CARDS)]
"""Cards and places as numbers around zero, in halves."""
_SQUARES: Final = sum(value**2 for value in _CENTRED)
_FOURTHS: Final = sum(value**4 for value in _CENTRED)


@dataclass(frozen=True, slots=True)
class CheckOutcome:
    """The result of one test: the statistic and its p-value, which is None with too few decks."""

    name: str
    says: str
    statistic: float
    degrees: int | None
    p: float | None


@kernel
def _is_deck(deck: Vector[np.uint8]) -> bool:
    seen = np.uint64(0)
    for card in deck:
        if card >= CARDS:
            return False
        seen |= np.uint64(1) << np.uint64(card)
    return deck.size == CARDS and seen == _ALL_CARDS


@kernel
def _tally(
    decks: Matrix[np.uint8],
    before: Vector[np.int64],
    places: Matrix[np.int64],
    moves: Matrix[np.int64],
    rises: Vector[np.int64],
    kept: Vector[np.int64],
    waits: Vector[np.int64],
    sums: Vector[np.int64],
) -> int:
    """Counts decks into all tallies, up to the first row that is not a deck; returns how many it counted.

    `before` has the place of each card in the deck before (of the first deck only if `sums[0]` > 0). `sums` has the
    number of decks, the serial and the interplay sums, and the cards seen on top and how long it took so far.
    """
    was = np.empty(CARDS, np.int64)
    for number in range(decks.shape[0]):
        deck = decks[number]
        if not _is_deck(deck):
            return number
        rising: np.int64 | int = 0
        serial: np.int64 | int = 0
        for place in range(CARDS):
            card = np.int64(deck[place])
            following = np.int64(deck[place + 1 if place + 1 < CARDS else 0])
            places[card, place] += 1
            rising += place + 1 < CARDS and following > card
            serial += (2 * card - (CARDS - 1)) * (2 * following - (CARDS - 1))
            was[place] = before[card]
        rises[rising] += 1
        sums[1] += serial
        if sums[0] > 0:
            keeping = 0
            interplay = 0
            for place in range(CARDS):
                moves[was[place], place] += 1
                interplay += (2 * was[place] - (CARDS - 1)) * (2 * place - (CARDS - 1))
                keeping += place + 1 < CARDS and was[place + 1] == was[place] + 1
            kept[keeping] += 1
            sums[2] += interplay
        sums[0] += 1
        sums[3] |= np.int64(1) << np.int64(deck[0])
        sums[4] += 1
        if np.uint64(sums[3]) == _ALL_CARDS:
            waits[min(sums[4], waits.size - 1)] += 1
            sums[3] = 0
            sums[4] = 0
        for place in range(CARDS):
            before[deck[place]] = place
    return decks.shape[0]


@kernel
def _digests(decks: Matrix[np.uint8], result: Vector[np.uint64]) -> None:
    """A 64-bit digest of each deck (FNV-1a, and a mixing step at the end)."""
    for number in range(decks.shape[0]):
        digest = _HASH_START
        for place in range(CARDS):
            digest = (digest ^ np.uint64(decks[number, place])) * _HASH_FACTOR
        digest = (digest ^ (digest >> np.uint64(32))) * _HASH_FACTOR
        result[number] = digest ^ (digest >> np.uint64(29))


class ShuffleTally:
    """Counts over consecutive decks, which are added as rows of arrays."""

    def __init__(self) -> None:
        self._before = np.zeros(CARDS, np.int64)
        self._places = np.zeros((CARDS, CARDS), np.int64)
        self._moves = np.zeros((CARDS, CARDS), np.int64)
        self._rises = np.zeros(CARDS, np.int64)
        self._kept = np.zeros(CARDS, np.int64)
        self._waits = np.zeros(_MOST_DRAWS + 1, np.int64)
        self._sums = np.zeros(5, np.int64)
        self._digests: list[NDArray[np.uint64]] = []

    def add(self, decks: NDArray[np.uint8]) -> None:
        """Count more decks: rows of 52 card indices, top card first."""
        decks = np.ascontiguousarray(decks)
        counted = _tally(
            decks, self._before, self._places, self._moves, self._rises, self._kept, self._waits, self._sums
        )
        if counted < len(decks):
            message = f"line {counted} of the decks does not have each of the {CARDS} cards once"
            raise MalformedError(Problem(message, str(counted)))
        digests = np.empty(len(decks), np.uint64)
        _digests(decks, digests)
        self._digests.append(digests)

    def outcomes(self) -> list[CheckOutcome]:
        """The tests of the counts so far."""
        decks, serial, interplay = (int(total) for total in self._sums[:3])
        # Of the sum over neighbours (the last card's is the first) in a fair order: mean and variance.
        mean = -_SQUARES / (CARDS - 1)
        pairs = (_SQUARES**2 - _FOURTHS) / (CARDS - 1)
        pairs += (_SQUARES**2 - 2 * _FOURTHS) / ((CARDS - 1) * (CARDS - 2))
        return [
            _square("position", "each card is in each place equally often", self._places),
            _classes("runs", "cards that are followed by a higher one", self._rises, expected.rises(CARDS)),
            _normal("serial correlation", "between neighbours in a deck", serial, decks, mean, pairs - mean**2),
            _square("interplay", "each place goes to each place from one shuffle to the next", self._moves),
            _normal(
                "interplay correlation",
                "between a card's places in one shuffle and the next",
                interplay,
                max(0, decks - 1),
                0.0,
                _SQUARES**2 / (CARDS - 1),
            ),
            _classes(
                "overlaps",
                "cards that keep the neighbour below them from one shuffle to the next",
                self._kept,
                expected.kept_neighbours(CARDS),
            ),
            _classes(
                "coupon collector",
                "shuffles until each card has been on top",
                self._waits,
                expected.draws_to_see_all(CARDS, _MOST_DRAWS),
            ),
            self._duplicates(decks),
        ]

    def _duplicates(self, decks: int) -> CheckOutcome:
        """Decks whose digest was seen before: two different decks hardly ever share one."""
        digests = np.sort(np.concatenate([*self._digests, np.empty(0, np.uint64)]))
        repeated = int(np.count_nonzero(digests[1:] == digests[:-1]))
        p = poisson_at_least(repeated, decks * (decks - 1) / 2**65)
        return CheckOutcome("duplicates", "decks that occurred before", repeated, None, p)


def outcomes_of(decks: NDArray[np.uint8]) -> list[CheckOutcome]:
    """All tests of consecutive decks, given as rows of one array."""
    tally = ShuffleTally()
    tally.add(decks)
    return tally.outcomes()


def chi_square(counts: Sequence[int], probabilities: Sequence[float]) -> tuple[float, int]:
    """Pearson's statistic and its degrees of freedom, with classes of too few expected cases merged into the next."""
    total = sum(counts)
    joined: list[list[float]] = []
    seen = wanted = 0.0
    for count, probability in zip(counts, probabilities, strict=True):
        seen += count
        wanted += probability * total
        if wanted >= LEAST_EXPECTED:
            joined.append([seen, wanted])
            seen = wanted = 0.0
    if joined:
        joined[-1][0] += seen
        joined[-1][1] += wanted
    return sum((seen - wanted) ** 2 / wanted for seen, wanted in joined), max(0, len(joined) - 1)


def _classes(name: str, says: str, counts: NDArray[np.int64], probabilities: Sequence[float]) -> CheckOutcome:
    statistic, degrees = chi_square(counts.tolist(), probabilities)
    return CheckOutcome(name, says, statistic, degrees, chi_square_two_sided(statistic, degrees) if degrees else None)


def _square(name: str, says: str, counts: NDArray[np.int64]) -> CheckOutcome:
    """Chi-square of a table to which each deck adds one in each line and one in each column.

    So the cells are not independent: in each direction one is given by the others, 51 x 51 degrees remain, and
    the sum of squares is to be divided by decks / 51, not by decks / 52.
    """
    decks = int(counts[0].sum())
    degrees = (CARDS - 1) ** 2
    if decks < LEAST_EXPECTED * CARDS:
        return CheckOutcome(name, says, 0.0, degrees, None)
    statistic = float(np.sum((counts - decks / CARDS) ** 2)) * (CARDS - 1) / decks
    return CheckOutcome(name, says, statistic, degrees, chi_square_two_sided(statistic, degrees))


def _normal(name: str, says: str, total: int, terms: int, mean: float, variance: float) -> CheckOutcome:
    if terms < LEAST_FOR_NORMAL:
        return CheckOutcome(name, says, 0.0, None, None)
    z = (total - terms * mean) / sqrt(terms * variance)
    return CheckOutcome(name, says, z, None, normal_two_sided(z))


def warm() -> None:
    """Compiles the kernels, or loads them if that was done before."""
    ShuffleTally().add(np.arange(CARDS, dtype=np.uint8).reshape(1, CARDS))
