"""The progress of long work, and how many threads share it."""

import os
from collections.abc import Callable

Progress = Callable[[float], None]
"""Called with the share of the work that is done, from 0 to 1."""


def part_of(progress: Progress | None, begin: float, end: float) -> Progress:
    """The progress of a part: from 0 to 1 it moves the whole from `begin` to `end`."""

    def tell(done: float) -> None:
        if progress:
            progress(begin + (end - begin) * done)

    return tell


def threads() -> int:
    """How many threads to use: one for each core that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
