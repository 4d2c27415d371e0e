"""Extends sessions that are used: at most once an hour for each, and stored after the commands."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import partial
from typing import Final

from pitbook.problems import PitbookError
from pitbook.web.access.sessions import Session
from pitbook.web.access.store import AccessStore

log = logging.getLogger("pitbook.web")
NOTED_EVERY: Final = 3600.0
"""How often the use of a session is noted, in seconds."""
MAX_NOTED: Final = 10_000


class SessionUses:
    """Stores the uses of sessions, those that wait together: after a restart everybody's first command is one.

    Belongs to the event loop. No command waits for it: a session whose use is lost in a crash only ends earlier.
    """

    def __init__(
        self, store: Callable[[Callable[[AccessStore], None]], Awaitable[None]], now: Callable[[], datetime]
    ) -> None:
        self._store_access = store
        self._now = now
        self._noted: dict[str, float] = {}
        """When the use of a session was noted last, by its id."""
        self._waiting: dict[str, Session] = {}
        self._storing: asyncio.Task[None] | None = None

    def note(self, session: Session) -> None:
        """Note that a session was used."""
        last, now = self._noted.get(session.id), time.monotonic()
        if last is not None and now - last <= NOTED_EVERY:
            return
        if len(self._noted) >= MAX_NOTED:
            self._noted.clear()
        self._noted[session.id] = now
        self._waiting[session.id] = session
        if self._storing is None or self._storing.done():
            self._storing = asyncio.create_task(self._store())

    async def _store(self) -> None:
        while self._waiting:
            used, self._waiting = list(self._waiting.values()), {}
            try:
                await self._store_access(partial(AccessStore.use, sessions=used, now=self._now()))
            except PitbookError as error:
                log.warning("the use of sessions can't be stored: %s", error)
                for session in used:
                    self._noted.pop(session.id, None)

    async def stop(self) -> None:
        """Store the uses that wait."""
        if self._storing is not None:
            await self._storing
