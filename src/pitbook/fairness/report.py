"""The shuffle report: all tests of the table's own shuffle, and one overall result.

The overall result uses Holm's procedure: the p-values in ascending order are compared with 1 % divided by the number
of tests, then by one less, and so on, until one passes; those before it fail. A fair shuffle fails a report at most
once in a hundred times, even if the tests depend on each other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from pitbook.fairness import kernels, statistics
from pitbook.fairness.bulk import batches, shuffled_plainly
from pitbook.fairness.statistics import CheckOutcome, ShuffleTally
from pitbook.problems import MalformedError, Problem
from pitbook.progress import Progress

LEVEL: Final = 0.99
"""The significance level of the whole report."""

MOST_SHUFFLES: Final = 100_000_000
"""The digests of this many decks take 800 MB of memory."""

COMPARED: Final = 100
"""One in this many decks is shuffled again with the function that deals, and must be the same."""


@dataclass(frozen=True, slots=True)
class ShuffleReport:
    """The results of testing many shuffles."""

    seed: bytes
    shuffles: int
    compared: int
    differing: int
    outcomes: tuple[CheckOutcome, ...]
    seconds: float

    @property
    def failed(self) -> frozenset[str]:
        """The names of the tests that fail."""
        return failures(self.outcomes)

    @property
    def holds(self) -> bool:
        """Whether no test fails."""
        return not self.failed and not self.differing

    def as_json(self) -> dict[str, object]:
        """The report as a document."""
        failed = self.failed
        return {
            "holds": self.holds,
            "level": LEVEL,
            "shuffles": self.shuffles,
            "seed": self.seed.hex(),
            "compared": self.compared,
            "differing": self.differing,
            "tests": [
                {
                    "name": one.name.replace(" ", "_"),
                    "says": one.says,
                    "statistic": one.statistic,
                    "degrees": one.degrees,
                    "p": one.p,
                    "holds": None if one.p is None else one.name not in failed,
                }
                for one in self.outcomes
            ],
            "seconds": self.seconds,
        }


def failures(outcomes: Sequence[CheckOutcome]) -> frozenset[str]:
    """The names of the tests that fail by Holm's procedure."""
    ranked = sorted((one.p, one.name) for one in outcomes if one.p is not None)
    failed = []
    for place, (p, name) in enumerate(ranked):
        if p >= (1 - LEVEL) / (len(ranked) - place):
            break
        failed.append(name)
    return frozenset(failed)


def size_problems(shuffles: int) -> list[Problem]:
    """The problems with a number of shuffles to test."""
    if 1 <= shuffles <= MOST_SHUFFLES:
        return []
    return [Problem(f"{shuffles} is not a number of shuffles (1 to {MOST_SHUFFLES:,})", str(shuffles))]


def report(seed: bytes, shuffles: int, progress: Progress = lambda _: None) -> ShuffleReport:
    """Shuffle this many decks and test them."""
    if problems := size_problems(shuffles):
        raise MalformedError(problems)
    start = perf_counter()
    tally = ShuffleTally()
    compared = differing = 0
    for first, decks in batches(seed, shuffles):
        tally.add(decks)
        for line in range(0, len(decks), COMPARED):
            compared += 1
            differing += tuple(decks[line].tolist()) != shuffled_plainly(seed, first + line)
        progress((first + len(decks)) / shuffles)
    outcomes = tuple(tally.outcomes())
    return ShuffleReport(seed, shuffles, compared, differing, outcomes, perf_counter() - start)


def warm() -> None:
    """Compiles the kernels of this room, or loads them if that was done before."""
    kernels.warm()
    statistics.warm()
