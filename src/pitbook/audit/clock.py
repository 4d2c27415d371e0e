"""Whether the clock of a record runs backwards.

A record cannot be repaired afterwards, and nothing that was dealt or paid depends on the clock, so this is only a
notice to the auditor, and no reason to stop.
"""

from typing import Final

from pitbook.ledger.chain import SealedCommit
from pitbook.ledger.records import time_of
from pitbook.problems import Problem

TOLERANCE: Final = 60_000_000
"""How far back the clock may go: a minute, in microseconds.

Clocks are corrected now and then, and processes that share a record store what they decided a moment ago.
"""

MAX_NOTICES: Final = 100
"""The first notices are reported, further ones only counted."""


class Clock:
    """Follows the times of a record, commit by commit."""

    def __init__(self) -> None:
        self._notices: list[tuple[int, Problem]] = []
        self._latest: int | None = None

    def follow(self, commit: SealedCommit) -> None:
        """Notice an event that is earlier than those before it by more than the tolerance; each jump once."""
        for event in commit.events:
            if self._latest is None or event.time >= self._latest:
                self._latest = event.time
            elif self._latest - event.time > TOLERANCE:
                if len(self._notices) < MAX_NOTICES:
                    place = f"commit {commit.number}, {event.stream} version {event.version}"
                    message = f"{place}: the clock ran backwards, from {_shown(self._latest)} to {_shown(event.time)}"
                    self._notices.append((commit.number, Problem(message, f"{event.stream} {event.version}")))
                self._latest = event.time

    def notices(self, commits: int) -> list[Problem]:
        """What was noticed in the first `commits` commits."""
        return [notice for number, notice in self._notices if number <= commits]


def _shown(time: int) -> str:
    try:
        return time_of(time).isoformat()
    except OverflowError:
        return f"{time} microseconds after 1970"
