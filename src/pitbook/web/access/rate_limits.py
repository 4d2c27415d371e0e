"""Rate limits: a bucket for each person or address, which refills over time."""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from pitbook.problems import Problem
from pitbook.web.errors import TooFastError
from pitbook.web.settings import Rate

MAX_BUCKETS: Final = 10_000


class RateLimiter:
    """Allows each person or address a burst, then a steady rate."""

    def __init__(self, pace: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.pace = pace
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str) -> None:
        """Take one from somebody's bucket; TooFastError when it is empty."""
        if not self.allows(who):
            raise too_fast()

    def allows(self, who: str) -> bool:
        """Take one from somebody's bucket; False if it is empty."""
        now = self._clock()
        left, at = self._buckets.pop(who, (float(self.pace.burst), now))
        left = min(float(self.pace.burst), left + (now - at) * self.pace.per_second)
        allowed = left >= 1
        self._buckets[who] = (left - 1 if allowed else left, now)
        while len(self._buckets) > MAX_BUCKETS:
            self._buckets.popitem(last=False)
        return allowed


def too_fast() -> TooFastError:
    """Somebody's bucket is empty."""
    return TooFastError(Problem("too many requests in a short time; wait a moment"))
