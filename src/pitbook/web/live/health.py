"""The health of a server: its self-check on a schedule, and the state of its record."""

import asyncio
import logging
from collections.abc import Callable, Collection
from typing import Final

from pitbook.fairness.vectors import check_shuffle
from pitbook.pit import Pit
from pitbook.problems import PitbookError
from pitbook.web.history.record_health import RecordMonitor, RecordStatus
from pitbook.web.live.self_check import Checks, check, warn
from pitbook.web.live.workers import Workers

log = logging.getLogger("pitbook.web")
DAY: Final = 86_400
SHUFFLE_EVERY: Final = 600.0
"""How often the shuffle is tried on the published vectors, in seconds."""
STATUS_SECONDS: Final = 0.7
"""How long the record may take to say what its head is."""


class HealthMonitor:
    """Checks a server and its record."""

    def __init__(
        self, pit: Pit, workers: Workers, record: RecordMonitor, submissions: Callable[[], Collection[str]]
    ) -> None:
        self.checks = Checks()
        self._pit = pit
        self._workers = workers
        self._record = record
        self._submissions = submissions
        """The digests of the house rules in force."""
        self._checking: asyncio.Task[None] | None = None
        self._asking: asyncio.Task[RecordStatus] | None = None

    async def check(self) -> None:
        """Check code, books and submissions now; calls during a check wait for its result."""
        if self._checking is None or self._checking.done():
            self._checking = asyncio.create_task(self._check())
        await asyncio.shield(self._checking)

    async def _check(self) -> None:
        try:
            found = await self._workers.compute(check, self._pit, list(self._submissions()))
        except OSError as error:
            log.error("the self-check cannot read what is installed: %s", error)
            self.checks.report("code and books", "readable", "can't be read", self._pit.now())
            return
        except PitbookError as error:
            log.error("the self-check failed: %s", error)
            self.checks.report("self-check", "complete", "failed", self._pit.now())
            return
        warn(self.checks.take(found, self._pit.now()))

    async def check_daily(self) -> None:
        """Repeat the self-check, for as long as the server runs."""
        while True:
            await asyncio.sleep(DAY)
            await self.check()

    async def check_shuffle(self) -> None:
        """Try the shuffle on the published vectors, for as long as the server runs."""
        while True:
            await asyncio.sleep(SHUFFLE_EVERY)
            warn(self.checks.take_shuffle(await self._workers.compute(check_shuffle), self._pit.now()))

    async def record_status(self) -> RecordStatus:
        """The current state of the record, within a second even if the record does not answer."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._workers.after_storing(self._record.look))
        try:
            return await asyncio.wait_for(asyncio.shield(self._asking), STATUS_SECONDS)
        except TimeoutError:
            return RecordStatus(None, (f"the record has not answered for {STATUS_SECONDS} s",))
        except PitbookError:
            return RecordStatus(None, ("the record cannot be read: the log says why",))
