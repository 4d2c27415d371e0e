"""The log on standard error, with a rate limit, so that nobody can fill a disk with it."""

import logging
import time
from collections.abc import Callable
from typing import Final

BURST: Final = 200
PER_SECOND: Final = 2.0


class Paced(logging.Filter):
    """Lets a burst of lines through, then a fixed rate; the next line says how many were left out."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._left = float(BURST)
        self._at = clock()
        self._dropped = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        now = self._clock()
        self._left = min(float(BURST), self._left + (now - self._at) * PER_SECOND)
        self._at = now
        if self._left < 1:
            self._dropped += 1
            return False
        self._left -= 1
        if self._dropped:
            record.msg = f"{record.getMessage()} ({self._dropped} lines before this one were left out)"
            record.args = ()
            self._dropped = 0
        return True


def log_to_console() -> None:
    """Write warnings and errors of all parts of the server to standard error."""
    handler = logging.StreamHandler()
    handler.addFilter(Paced())
    logging.basicConfig(level=logging.WARNING, format="%(message)s", handlers=[handler], force=True)
