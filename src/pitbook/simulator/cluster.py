"""The same blocks on a Dask cluster: many processes, or many machines.

A block is a task that depends on the table and its number alone, so a worker that is lost, a task that is tried again
and a result that comes late change nothing. The table itself is a task as well: a worker that has lost it makes it
again. Needs the extra `cluster` of the package.
"""

import asyncio
import pickle
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from pitbook.problems import MalformedError, Problem
from pitbook.simulator.blocks import Block, Game
from pitbook.simulator.running import block_sizes, in_order
from pitbook.simulator.simulation import Runner, RunStoppedError

_BLOCKS: Final = 4
"""Blocks in one task."""
_AHEAD: Final = 4
"""Tasks for each worker that wait or are worked on."""
_RETRIES: Final = 10
_PATIENCE: Final = 10
"""Seconds to wait for a scheduler to answer."""


def unpacked(packed: bytes) -> Game:
    """The table on a worker."""
    game: Game = pickle.loads(zlib.decompress(packed))  # noqa: S301 (what this process packed)
    return game


def play_blocks(game: Game, seed: int, blocks: list[tuple[int, int]]) -> list[Block]:
    """The work of a task."""
    return [game.block(seed, number, rounds) for number, rounds in blocks]


def _distributed() -> Any:
    try:
        import distributed  # noqa: PLC0415 (an extra: only who asks for a cluster needs it)
    except ImportError as error:
        message = "a cluster needs the package `distributed`: pip install 'pitbook[cluster]'"
        raise MalformedError(Problem(message)) from error
    return distributed


@contextmanager
def local_cluster(workers: int) -> Iterator[str]:
    """A scheduler and workers on this machine, each a process with one thread; yields the scheduler's address."""
    distributed = _distributed()
    with distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as cluster:
        yield cluster.scheduler_address


async def _reach(distributed: Any, address: str) -> None:
    """Raises an error if nobody answers at an address; a client that is never connected takes long to close."""
    reached = await distributed.comm.connect(address, timeout=_PATIENCE)
    await reached.close()


def cluster_runner(address: str) -> Runner:
    """Plays on the cluster whose scheduler has this address."""
    distributed = _distributed()
    try:
        asyncio.run(_reach(distributed, address))
        client = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise MalformedError(Problem(f"--cluster {address}: no scheduler answers there", address)) from error

    def run(game: Game, seed: int, rounds: int) -> Iterator[Block]:
        try:
            yield from _blocks(client, game, seed, rounds)
        except (OSError, TimeoutError, distributed.client.CancelledError, distributed.scheduler.KilledWorker) as error:
            raise RunStoppedError(f"the cluster at {address} was lost ({type(error).__name__})") from error
        finally:
            client.close(timeout=1)

    return run


class _Waiting:
    """A task's blocks, awaited only as long as the scheduler is there, or comes back within our patience."""

    def __init__(self, client: Any, future: Any) -> None:
        self._client, self._future = client, future

    def result(self) -> list[Block]:
        """The blocks, when they are played."""
        missing = 0
        while True:
            try:
                blocks: list[Block] = self._future.result(timeout=1)
            except TimeoutError:
                missing = 0 if self._client.status == "running" else missing + 1
                if missing > _PATIENCE:
                    raise RunStoppedError("the scheduler of the cluster was lost") from None
            else:
                return blocks


def _blocks(client: Any, game: Game, seed: int, rounds: int) -> Iterator[Block]:
    table = client.submit(unpacked, zlib.compress(pickle.dumps(game), 1), pure=False, retries=_RETRIES)
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
        def start() -> _Waiting:
            return _Waiting(client, client.submit(play_blocks, table, seed, blocks, pure=False, retries=_RETRIES))

        return start

    workers = max(1, len(client.scheduler_info(n_workers=-1)["workers"]))
    yield from in_order(jobs(), _AHEAD * workers)
