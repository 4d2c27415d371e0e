"""Whether the clock of a record runs backwards.

A record cannot be repaired afterwards, and nothing that was dealt or paid depends on it, so this is a notice to whoever
audits, and no reason to stop.
"""

from datetime import datetime, timedelta
from typing import Final

from pitbook.ledger import StoredCommit
from pitbook.problems import Problem

TOLERANCE: Final = timedelta(minutes=1)
"""Clocks are set right now and then, and processes that share a record store what they decided a moment ago."""

MAX_NOTICES: Final = 100
"""The first notices are reported, further ones only counted."""


class Clock:
    """Follows the times of a record, commit by commit."""

    def __init__(self) -> None:
        self.notices: list[Problem] = []
        self._latest: datetime | None = None

    def follow(self, commit: StoredCommit) -> None:
        """Notice an event that is earlier, by more than the tolerance, than what stands before it; each jump once."""
        for stored in commit.events:
            time = stored.event.time
            if self._latest is None or time >= self._latest:
                self._latest = time
            elif self._latest - time > TOLERANCE:
                if len(self.notices) < MAX_NOTICES:
                    place = f"commit {stored.commit}, {stored.stream} version {stored.version}"
                    message = f"{place}: the clock ran backwards, from {self._latest.isoformat()} to {time.isoformat()}"
                    self.notices.append(Problem(message, f"{stored.stream} {stored.version}"))
                self._latest = time
