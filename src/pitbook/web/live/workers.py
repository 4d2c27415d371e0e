"""The threads of a server: one for commands in order of arrival, and others for work that must not delay them."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Final, TypeVar

from pitbook.pit import Pit
from pitbook.problems import PitbookError, Problem, RefusedError, UnconfirmedError
from pitbook.web.access.store import AccessStore
from pitbook.web.errors import TooFastError, unconfirmed
from pitbook.web.history.record_health import RecordMonitor

log = logging.getLogger("pitbook.web")
Result = TypeVar("Result")
MAX_PENDING: Final = 2000
MAX_WAIT: Final = 2.5
"""A command that waits longer than this for those before it is not carried out. Together with the time that the server
waits for a locked record, every command is answered within five seconds."""


class Workers:
    """Runs work off the event loop. An error that names the file of the record is logged and never sent to a client."""

    def __init__(
        self, pit: Pit, access: AccessStore, monitor: RecordMonitor, computing: int, show: Callable[[], None]
    ) -> None:
        """`show` shows what was just stored; it is called in the event loop."""
        self._pit = pit
        self._show = show
        self._access = access
        self._monitor = monitor
        self._names = [str(name) for one in ("path", "place") if (name := getattr(pit.store, one, None))]
        """Where the record is, which clients must not learn."""
        self._order = ThreadPoolExecutor(1, "pit")
        self._storing = ThreadPoolExecutor(1, "store")
        self._compute = ThreadPoolExecutor(computing, "coach")
        self._bots = ThreadPoolExecutor(1, "bots")
        self._filing = ThreadPoolExecutor(1, "access")
        self._following = ThreadPoolExecutor(1, "others")
        self._leasing = ThreadPoolExecutor(1, "leases")
        self._pending = 0
        self._decided: deque[Callable[[], Callable[[], None]]] = deque()
        """What has been decided and is to be stored: each stores its decision and returns the answer."""

    async def in_order(self, work: Callable[[Pit], Result]) -> Result:
        """Run work on the pit after all work that was requested before; work that waits too long is not run."""
        if self._pending >= MAX_PENDING:
            raise TooFastError(Problem("the server is too busy; try again"))
        self._pending += 1
        latest = time.monotonic() + MAX_WAIT

        def in_time(pit: Pit) -> Result:
            if time.monotonic() > latest:
                raise TooFastError(Problem("the record was busy for too long, so nothing was done; try again"))
            return work(pit)

        try:
            with self._hiding_paths():
                return await asyncio.get_running_loop().run_in_executor(self._order, in_time, self._pit)
        finally:
            self._pending -= 1

    async def in_order_and_stored(self, decide: Callable[[Pit], Result], store: Callable[[Result], Result]) -> Result:
        """Decide in order, then store in another thread while the next is decided; returns what `store` returns.

        Whatever is decided meanwhile is stored together, and shown before any of it is answered.
        """
        if self._pending >= MAX_PENDING:
            raise TooFastError(Problem("the server is too busy; try again"))
        self._pending += 1
        latest = time.monotonic() + MAX_WAIT
        loop = asyncio.get_running_loop()
        stored: asyncio.Future[Result] = loop.create_future()

        def begin() -> None:
            try:
                if time.monotonic() > latest:
                    raise TooFastError(Problem("the record was busy for too long, so nothing was done; try again"))
                decided = decide(self._pit)
            except BaseException as error:
                loop.call_soon_threadsafe(_fail, stored, error)
                return
            self._decided.append(partial(finish, decided))
            self._storing.submit(self._store_decided, loop)

        def finish(decided: Result) -> Callable[[], None]:
            try:
                return partial(_succeed, stored, store(decided))
            except BaseException as error:
                return partial(_fail, stored, error)

        self._order.submit(begin)
        try:
            with self._hiding_paths():
                return await stored
        finally:
            self._pending -= 1

    def _store_decided(self, loop: asyncio.AbstractEventLoop) -> None:
        """Store everything that is decided: nothing, if it was stored with an earlier decision."""
        answers = [self._decided.popleft()() for _ in range(len(self._decided))]
        if answers:
            loop.call_soon_threadsafe(self._answer, answers)

    def _answer(self, answers: list[Callable[[], None]]) -> None:
        try:
            self._show()
        finally:
            for answer in answers:
                answer()

    async def after_storing(self, work: Callable[[Pit], Result]) -> Result:
        """Run work on the pit after everything that is being stored."""
        with self._hiding_paths():
            return await asyncio.get_running_loop().run_in_executor(self._storing, work, self._pit)

    async def compute(self, work: Callable[..., Result], *args: object) -> Result:
        """Run a computation of the coach or the odds."""
        with self._hiding_paths():
            return await asyncio.get_running_loop().run_in_executor(self._compute, work, *args)

    async def think(self, work: Callable[..., Result], *args: object) -> Result:
        """Run the decision of a bot; one at a time, so that the first bot to learn a game learns it for all."""
        return await asyncio.get_running_loop().run_in_executor(self._bots, work, *args)

    async def store_access(self, work: Callable[[AccessStore], Result]) -> Result:
        """Store a change to sessions or invitations."""
        with self._hiding_paths():
            return await asyncio.get_running_loop().run_in_executor(self._filing, self._access.apply, work)

    async def follow_access(self) -> None:
        """Take in what servers on other machines have changed about sessions and invitations."""
        await asyncio.get_running_loop().run_in_executor(self._filing, self._access.follow)

    async def follow(self, work: Callable[[], Result]) -> Result:
        """Look at what other servers do, in a thread that no command waits for."""
        return await asyncio.get_running_loop().run_in_executor(self._following, work)

    async def lease(self, work: Callable[[], Result]) -> Result:
        """Renew leases in a thread of their own, however busy the record is."""
        return await asyncio.get_running_loop().run_in_executor(self._leasing, work)

    @contextmanager
    def _hiding_paths(self) -> Iterator[None]:
        """Keep the path of a locked or full record out of answers; the log has it.

        Once a command is stored, no answer says that nothing was done.
        """
        try:
            yield
        except UnconfirmedError as error:
            log.error("a command is stored but not confirmed: %s", error.__cause__ or error)
            raise unconfirmed() from error
        except PitbookError as error:
            said = " ".join(f"{one.message} {one.value}" for one in error.problems)
            if not any(name in said for name in self._names):
                raise
            log.error("the record can't be used: %s", error)
            self._monitor.failed = "the last command could not be stored: the log says why"
            raise RefusedError(Problem("the record can't be used now, so nothing was done; try again")) from error

    async def stop(self) -> None:
        """Finish the current commit and end the threads."""
        for pool in (self._compute, self._bots):
            pool.shutdown(wait=False, cancel_futures=True)
        for pool in (self._order, self._storing, self._filing, self._following, self._leasing):
            await asyncio.get_running_loop().run_in_executor(None, pool.shutdown)


def _succeed(future: "asyncio.Future[Result]", result: Result) -> None:
    if not future.done():
        future.set_result(result)


def _fail(future: "asyncio.Future[Result]", error: BaseException) -> None:
    if not future.done():
        future.set_exception(error)
