"""Blocks played side by side and handed on in order: by threads of this process, or by a cluster."""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol

from pitbook.simulator.blocks import BLOCK, Block, Game


def block_sizes(rounds: int) -> Iterator[tuple[int, int]]:
    """The number and the rounds of each block; only the last one may be short."""
    for first in range(0, rounds, BLOCK):
        yield first // BLOCK, min(BLOCK, rounds - first)


class Pending(Protocol):
    """Blocks that are still being played."""

    def result(self) -> list[Block]:
        """The blocks, when they are played."""


def in_order(jobs: Iterator[Callable[[], Pending]], ahead: int) -> Iterator[Block]:
    """Blocks in the order of their numbers; at most `ahead` jobs wait or are in progress at a time."""
    pending: deque[Pending] = deque()
    for start in jobs:
        pending.append(start())
        if len(pending) >= ahead:
            yield from pending.popleft().result()
    while pending:
        yield from pending.popleft().result()


def threads_blocks(game: Game, seed: int, rounds: int, threads: int) -> Iterator[Block]:
    """All blocks of a run, played by threads of this process."""
    with ThreadPoolExecutor(threads) as pool:

        def job(number: int, size: int) -> Callable[[], Future[list[Block]]]:
            return lambda: pool.submit(lambda: [game.block(seed, number, size)])

        try:
            yield from in_order((job(number, size) for number, size in block_sizes(rounds)), 2 * threads)
        finally:
            pool.shutdown(cancel_futures=True)
