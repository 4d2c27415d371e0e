"""How far long work has come, and how many threads share it."""

import os
from collections.abc import Callable

Progress = Callable[[float], None]
"""Is told how much of the work is done, from 0 to 1."""


def part_of(progress: Progress | None, begin: float, end: float) -> Progress:
    """For work that is a part of some other: what is told of it counts from the part's begin to its end."""

    def tell(done: float) -> None:
        if progress:
            progress(begin + (end - begin) * done)

    return tell


def threads() -> int:
    """As many threads as there are cores for us."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
