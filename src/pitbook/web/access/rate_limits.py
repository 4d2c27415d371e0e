"""Rate limits: a bucket for each person or address, which fills up as time goes by."""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from pitbook.problems import Problem
from pitbook.web.errors import TooFastError
from pitbook.web.settings import Rate

MAX_BUCKETS: Final = 10_000


class RateLimiter:
    """Allows each person or address a burst, and a rate after it."""

    def __init__(self, pace: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._pace = pace
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str) -> None:
        """Take one from somebody's bucket; TooFastError when it is empty."""
        now = self._clock()
        left, at = self._buckets.pop(who, (float(self._pace.burst), now))
        left = min(float(self._pace.burst), left + (now - at) * self._pace.per_second)
        allowed = left >= 1
        self._buckets[who] = (left - 1 if allowed else left, now)
        while len(self._buckets) > MAX_BUCKETS:
            self._buckets.popitem(last=False)
        if not allowed:
            raise TooFastError(Problem("that was too much in a short time; wait a moment"))
