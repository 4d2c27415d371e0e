"""The time of day by the clock of a store: this machine's for a file, the database's for everybody who uses it."""

import time
from collections.abc import Callable
from datetime import UTC, datetime


def utc_now() -> datetime:
    """The time of day of this machine, in UTC."""
    return datetime.now(UTC)


class SharedClock:
    """An estimate of another machine's clock, from what it said between two moments of our own clock.

    Each answer bounds how far it is ahead of our monotonic clock. The estimate starts with the lower bound and moves
    only as far as it has to: it is never ahead of the other clock, however long an answer took, and it does not run
    backwards when a faster answer gives tighter bounds.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.monotonic = monotonic
        self._ahead: float | None = None

    def hear(self, asked: float, said: datetime) -> None:
        """Take in an answer that arrives now: what the other clock said after we asked, at `asked` by our own clock."""
        least, most = said.timestamp() - self.monotonic(), said.timestamp() - asked
        self._ahead = least if self._ahead is None else min(max(self._ahead, least), most)

    def now(self) -> datetime:
        """The time of day by the other clock; by our own until the other has answered."""
        return utc_now() if self._ahead is None else datetime.fromtimestamp(self.monotonic() + self._ahead, UTC)
