"""Long work in parts: in several processes of this machine, or on a Dask cluster.

A part depends on its task alone, so if its process or machine is lost, only that part is done again. A cluster needs
the extra `cluster` of the package, and the same version of Pitbook on all machines.
"""

import asyncio
import gc
import multiprocessing
import os
import signal
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from multiprocessing.connection import Connection, wait
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from pitbook.problems import MalformedError, PitbookError, Problem, RefusedError
from pitbook.progress import Progress
from pitbook.source_digest import digest_of_rooms

T = TypeVar("T")
R = TypeVar("R")
Work = Callable[[T, Progress], R]
"""A function of a module, which other processes import by its name."""
RETRIES: Final = 10
"""How often a part is done again because its process was lost."""
PATIENCE: Final = 10
"""Seconds to wait for a scheduler to answer."""
GARBAGE: Final = (50_000, 20, 20)
"""The thresholds of a process's garbage collector, so that it rarely runs."""
_OFTEN: Final = 0.2
"""Seconds between two reports of a part."""


class Parallel(Protocol):
    """Does the parts of some work, in this process or elsewhere."""

    def __call__(self, work: Work[T, R], tasks: Sequence[T], tell: Callable[[int, float], None]) -> list[R]:
        """The results in the order of the tasks; `tell` gets the number of a task and how much of it is done."""


def one_by_one(work: Work[T, R], tasks: Sequence[T], tell: Callable[[int, float], None]) -> list[R]:
    """One part after the other, in this process."""
    return [work(task, partial(tell, number)) for number, task in enumerate(tasks)]


def processes(number: int) -> Parallel:
    """Several processes on this machine, which end with the work."""

    def run(work: Work[T, R], tasks: Sequence[T], tell: Callable[[int, float], None]) -> list[R]:
        team = _Team(work, tasks, tell)
        try:
            return team.run(min(number, len(tasks)))
        finally:
            team.stop()

    return run


class _Message(NamedTuple):
    """What a process reports about its part: its progress, its result, or why it failed."""

    done: float
    result: Any = None
    kind: type[PitbookError] | None = None
    problems: tuple[Problem, ...] = ()


class _Team(Generic[T, R]):
    """Processes that take one part after the other; a lost process is replaced, and its part is done again."""

    def __init__(self, work: Work[T, R], tasks: Sequence[T], tell: Callable[[int, float], None]) -> None:
        self._work, self._tasks, self._tell = work, tasks, tell
        self._context = multiprocessing.get_context("spawn")
        self._members: dict[Connection, Any] = {}
        self._parts: dict[Connection, int] = {}
        self._waiting = deque(range(len(tasks)))
        self._lost: Counter[int] = Counter()

    def run(self, number: int) -> list[R]:
        results: dict[int, R] = {}
        for _ in range(number):
            self._start()
        while self._parts:
            for pipe in wait(list(self._parts)):
                if not isinstance(pipe, Connection):
                    continue
                place = self._parts[pipe]
                try:
                    message: _Message = pipe.recv()
                except (EOFError, OSError):
                    self._replace(pipe, place)
                    continue
                if message.kind is not None:
                    raise message.kind(message.problems)
                self._tell(place, message.done)
                if message.done == 1:
                    results[place] = message.result
                    del self._parts[pipe]
                    self._next(pipe)
        return [results[place] for place in range(len(self._tasks))]

    def _start(self) -> None:
        ours, theirs = self._context.Pipe()
        member = self._context.Process(target=_serve, args=(theirs,), daemon=True)
        member.start()
        theirs.close()
        self._members[ours] = member
        self._next(ours)

    def _next(self, pipe: Connection) -> None:
        if self._waiting:
            place = self._waiting.popleft()
            self._parts[pipe] = place
            try:
                pipe.send((self._work, self._tasks[place]))
            except OSError:
                self._replace(pipe, place)

    def _replace(self, pipe: Connection, place: int) -> None:
        member = self._members[pipe]
        member.join(PATIENCE)
        if (member.exitcode or 0) > 0:
            raise RefusedError(Problem(f"a process ended with an error (exit code {member.exitcode})"))
        self._lost[place] += 1
        if self._lost[place] > RETRIES:
            raise RefusedError(Problem(f"a process was lost {self._lost[place]} times: is there enough memory?"))
        self._end(pipe)
        self._parts.pop(pipe, None)
        self._waiting.appendleft(place)
        self._start()

    def _end(self, pipe: Connection) -> None:
        pipe.close()
        member = self._members.pop(pipe)
        member.kill()
        member.join()

    def stop(self) -> None:
        """End every process, whether the work is done or has failed."""
        for pipe in list(self._members):
            self._end(pipe)


def _serve(pipe: Connection) -> None:
    """Work as a process of a team until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # The process that started this one stops it.
    try:
        while True:
            work, task = pipe.recv()
            gc.freeze()  # Imported objects stay: searching them for garbage again and again costs a fifth.
            gc.set_threshold(*GARBAGE)
            last = 0.0

            def tell(done: float) -> None:
                nonlocal last
                if time.monotonic() - last > _OFTEN:
                    last = time.monotonic()
                    pipe.send(_Message(min(done, 0.999)))

            try:
                message = _Message(1, work(task, tell))
            except PitbookError as error:
                message = _Message(0, None, type(error), error.problems)
            pipe.send(message)
    except (EOFError, OSError):
        os._exit(1)


def distributed() -> Any:
    """The package that a cluster needs."""
    try:
        import distributed as package  # noqa: PLC0415 (an extra: only a cluster needs it)
    except ImportError as error:
        message = "a cluster needs the package `distributed`: pip install 'pitbook[cluster]'"
        raise MalformedError(Problem(message)) from error
    return package


@contextmanager
def local_cluster(workers: int) -> Iterator[str]:
    """A scheduler and workers on this machine, each a process with one thread; yields the scheduler's address."""
    with distributed().LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as cluster:
        yield cluster.scheduler_address


async def _reach(address: str) -> None:
    """Raise an error if nobody answers at an address: a client that never connected would take long to close."""
    reached = await distributed().comm.connect(address, timeout=PATIENCE)
    await reached.close()


def client_of(address: str) -> Any:
    """A client of the cluster whose scheduler has this address."""
    package = distributed()
    try:
        asyncio.run(_reach(address))
        return package.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise MalformedError(Problem(f"--cluster {address}: no scheduler answers there", address)) from error


class LostClusterError(Exception):
    """The cluster is gone; what was done before remains."""


class ClusterTask(Generic[R]):
    """A task on a cluster. It is given up if the scheduler is gone for longer than `PATIENCE`."""

    def __init__(self, client: Any, future: Any) -> None:
        self._client, self._future = client, future

    def result(self) -> R:
        """The result of the task."""
        missing = 0
        while True:
            try:
                result: R = self._future.result(timeout=1)
            except TimeoutError:
                missing = 0 if self._client.status == "running" else missing + 1
                if missing > PATIENCE:
                    raise LostClusterError("the scheduler of the cluster was lost") from None
            else:
                return result


@contextmanager
def naming_losses(address: str) -> Iterator[None]:
    """Turn the package's errors for a lost cluster into `LostClusterError`."""
    package = distributed()
    try:
        yield
    except (OSError, TimeoutError, package.client.CancelledError, package.scheduler.KilledWorker) as error:
        raise LostClusterError(f"the cluster at {address} was lost ({type(error).__name__})") from error


def on_cluster(address: str) -> Parallel:
    """The cluster whose scheduler has this address; each part is a task."""
    client = client_of(address)

    def run(work: Work[T, R], tasks: Sequence[T], tell: Callable[[int, float], None]) -> list[R]:
        results: list[R] = []
        try:
            with naming_losses(address):
                futures = [client.submit(_part, code(), work, task, pure=False, retries=RETRIES) for task in tasks]
                for number, future in enumerate(futures):
                    message: _Message = ClusterTask(client, future).result()
                    if message.kind is not None:
                        raise message.kind(message.problems)
                    results.append(message.result)
                    tell(number, 1)
        except LostClusterError as error:
            raise RefusedError(Problem(str(error), address)) from error
        finally:
            client.close(timeout=1)
        return results

    return run


def code() -> str:
    """A digest of the whole package: other code may give other results."""
    return digest_of_rooms(".", endings=(".py", ".toml"))


def _part(wanted: str, work: Work[T, R], task: T) -> _Message:
    """The work of a task on a cluster."""
    if wanted != code():
        problem = Problem("a worker of the cluster has another version of Pitbook than this machine")
        return _Message(0, None, RefusedError, (problem,))
    try:
        return _Message(1, work(task, lambda _: None))
    except PitbookError as error:
        return _Message(0, None, type(error), error.problems)
