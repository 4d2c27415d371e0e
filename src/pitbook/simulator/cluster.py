"""The same blocks on a Dask cluster: many processes, or many machines.

A block depends only on the table, the seed and its number, so lost workers, repeated tasks and late results change
nothing. The table itself is a task too: a worker that has lost it makes it again.
"""

import pickle
import zlib
from collections.abc import Callable, Iterator
from typing import Any, Final

from pitbook.simulator.blocks import Block, Game
from pitbook.simulator.running import block_sizes, in_order
from pitbook.simulator.simulation import Runner, RunStoppedError
from pitbook.spread import RETRIES, ClusterTask, LostClusterError, client_of, naming_losses

_BLOCKS: Final = 4
"""Blocks in one task."""
_AHEAD: Final = 4
"""Tasks for each worker that wait or are in progress."""


def unpacked(packed: bytes) -> Game:
    """The table on a worker."""
    game: Game = pickle.loads(zlib.decompress(packed))  # noqa: S301 (packed by the process that runs the simulation)
    return game


def play_blocks(game: Game, seed: int, blocks: list[tuple[int, int]]) -> list[Block]:
    """The work of a task."""
    return [game.block(seed, number, rounds) for number, rounds in blocks]


def cluster_runner(address: str) -> Runner:
    """Plays on the cluster whose scheduler has this address."""
    client = client_of(address)

    def run(game: Game, seed: int, rounds: int) -> Iterator[Block]:
        try:
            with naming_losses(address):
                yield from _blocks(client, game, seed, rounds)
        except LostClusterError as error:
            raise RunStoppedError(str(error)) from error
        finally:
            client.close(timeout=1)

    return run


def _blocks(client: Any, game: Game, seed: int, rounds: int) -> Iterator[Block]:
    table = client.submit(unpacked, zlib.compress(pickle.dumps(game), 1), pure=False, retries=RETRIES)
    numbered = list[tuple[int, int]]()

    def jobs() -> Iterator[Callable[[], Any]]:
        for one in block_sizes(rounds):
            numbered.append(one)
            if len(numbered) == _BLOCKS:
                yield job(list(numbered))
                numbered.clear()
        if numbered:
            yield job(list(numbered))

    def job(blocks: list[tuple[int, int]]) -> Callable[[], Any]:
        def start() -> ClusterTask[list[Block]]:
            return ClusterTask(client, client.submit(play_blocks, table, seed, blocks, pure=False, retries=RETRIES))

        return start

    workers = max(1, len(client.scheduler_info(n_workers=-1)["workers"]))
    yield from in_order(jobs(), _AHEAD * workers)
