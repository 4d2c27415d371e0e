"""A used session lasts longer; nobody waits for the note of it, and notes that wait together are stored together."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from pitbook.problems import Problem, RefusedError
from pitbook.web.access.sessions import Session
from pitbook.web.access.store import AccessStore
from pitbook.web.live.session_uses import SessionUses

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
IN_A_WEEK = NOON + timedelta(days=7)
"""A session that was never used is over by then, and one that was used at noon is not."""


class Filing:
    """Stores what it is given, once it is let; and fails where it is told to."""

    def __init__(self, people: int) -> None:
        self.access = AccessStore()
        self.sessions = [Session(f"{number:032x}", f"P{number}") for number in range(people)]
        for session in self.sessions:
            self.access.sign_in(session, NOON)
        self.writes = 0
        self.full = False
        self.free = asyncio.Event()

    async def store(self, work: Callable[[AccessStore], None]) -> None:
        self.writes += 1
        await self.free.wait()
        if self.full:
            raise RefusedError(Problem("there is no room left"))
        work(self.access)

    def lasting(self) -> list[Session]:
        """Those whose sessions were prolonged."""
        return [one for one in self.sessions if self.access.find(one.id, IN_A_WEEK) is not None]


def test_uses_that_wait_are_stored_together_and_nobody_waits_for_them() -> None:
    async def work() -> None:
        filing = Filing(50)
        uses = SessionUses(filing.store, lambda: NOON)
        for session in filing.sessions:
            uses.note(session)
            await asyncio.sleep(0)
        assert filing.lasting() == []
        filing.free.set()
        await uses.stop()
        assert filing.lasting() == filing.sessions
        assert filing.writes == 2
        for session in filing.sessions:
            uses.note(session)
        await uses.stop()
        assert filing.writes == 2

    asyncio.run(work())


def test_a_use_that_could_not_be_stored_is_noted_again() -> None:
    async def work() -> None:
        filing = Filing(1)
        filing.full = True
        filing.free.set()
        uses = SessionUses(filing.store, lambda: NOON)
        uses.note(filing.sessions[0])
        await uses.stop()
        assert filing.lasting() == []
        filing.full = False
        uses.note(filing.sessions[0])
        await uses.stop()
        assert filing.lasting() == filing.sessions

    asyncio.run(work())
