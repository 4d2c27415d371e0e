"""Long computations: one at a time, each only once, and a limited number in the queue."""

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Awaitable, Callable, Hashable
from typing import Final, TypeVar, cast

from starlette.requests import HTTPConnection

from pitbook.problems import Problem
from pitbook.web.errors import TooFastError

Found = TypeVar("Found")
WAITING: Final = 32
KEPT: Final = 64


class ComputationQueue:
    """Computes results on request and keeps them. Belongs to the event loop."""

    def __init__(self, waiting: int = WAITING, kept: int = KEPT) -> None:
        self._waiting = waiting
        self._kept = kept
        self._known: OrderedDict[Hashable, object] = OrderedDict()
        self._coming: dict[Hashable, asyncio.Task[object]] = {}
        self._turn = asyncio.Semaphore(1)

    async def get(self, key: Hashable, work: Callable[[], Awaitable[Found]]) -> Found:
        """The result of the work: known from before, being computed for somebody else, or computed in its turn.

        All work of a queue returns the same type.
        """
        if key in self._known:
            self._known.move_to_end(key)
            return cast("Found", self._known[key])
        if key not in self._coming:
            if len(self._coming) >= self._waiting:
                raise TooFastError(Problem("too many computations are waiting; try again in a moment"))
            self._coming[key] = asyncio.create_task(self._compute(key, work))
        return cast("Found", await asyncio.shield(self._coming[key]))

    async def _compute(self, key: Hashable, work: Callable[[], Awaitable[object]]) -> object:
        try:
            async with self._turn:
                found = await work()
        finally:
            del self._coming[key]
        self._known[key] = found
        while len(self._known) > self._kept:
            self._known.popitem(last=False)
        return found


def queue_of(request: HTTPConnection, kind: str) -> ComputationQueue:
    """The server's queue for one kind of computation: long ones don't hold up the others."""
    state = request.app.state
    if not hasattr(state, "queues"):
        state.queues = defaultdict(ComputationQueue)
    queue: ComputationQueue = state.queues[kind]
    return queue
