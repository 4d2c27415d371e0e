"""Compiles every kernel into the cache on disk, so that nothing waits for the compiler later.

A room with kernels offers a function `warm()` that calls each of them once, and is listed here.
"""

import gc
import time
from collections.abc import Callable
from typing import Final

from pitbook.cards import enumeration, kernels
from pitbook.compiled import cache_folder
from pitbook.fairness import report
from pitbook.odds import side
from pitbook.odds.families import registry
from pitbook.simulator import warming

WARMERS: Final[tuple[Callable[[], None], ...]] = (
    kernels.warm,
    enumeration.warm,
    registry.warm,
    side.warm,
    report.warm,
    warming.warm,
)

SELDOM: Final = 100_000
"""How many new objects start a search for garbage: the compiler makes millions, and keeps most of them."""


def main() -> None:
    """Compiles what is not compiled yet, and says so in one line."""
    gc.set_threshold(SELDOM)
    start = time.perf_counter()
    for warm in WARMERS:
        warm()
    print(f"Kernels ready after {time.perf_counter() - start:.1f} s in {cache_folder()}")


if __name__ == "__main__":
    main()
