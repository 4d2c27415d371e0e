"""Limits across all servers of one database: rates, and numbers of live connections.

Every server has its own small part of each rate, which costs nothing to check. The rest is a bucket in the database. A
server that has used up its part takes portions from the bucket, which get smaller as it empties, and returns what it
does not use. So all servers together never allow more than the limit, ordinary use never queries the database, and a
flood queries it a few times a second. Each new live connection is counted in the database.

While the database is unavailable, each server allows only its own part of each rate, and an equal share of connections.
"""

import asyncio
import hashlib
import hmac
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar, runtime_checkable

from pitbook.problems import PitbookError
from pitbook.web.access.rate_limits import MAX_BUCKETS, RateLimiter, too_fast
from pitbook.web.settings import Rate

log = logging.getLogger("pitbook.web")
Result = TypeVar("Result")
OWN: Final = 4
"""The servers' own parts are together 1/`OWN` of a rate."""
EMPTY_SECONDS: Final = 0.1
"""Seconds before a bucket that was found empty is queried again."""
UNUSED_SECONDS: Final = 1.0
"""Seconds after which an unused portion goes back."""
PATIENCE: Final = 1.0
"""Seconds that a request waits for the database, and that the database is left alone after a failure."""
COUNT_AFTER: Final = 0.05
"""Seconds after which the database is told of connections that have ended."""
COUNT_EVERY: Final = 10.0
"""Seconds after which the database is told of all connections again: it may have lost their numbers in a crash, or
forgotten them while this server could not renew its lease."""


@runtime_checkable
class LimitStore(Protocol):
    """A store for limits that servers share."""

    def draw(self, name: str, burst: int, per_second: float, need: int, unused: int = 0) -> int:
        """Take a portion out of a bucket; `unused` goes back."""

    def enter(self, server: str, counts: Mapping[str, tuple[int, int]]) -> str | None:
        """Store numbers of connections; if one is too many for all servers together, only return its name."""

    def count_connections(self, server: str, counts: Mapping[str, int]) -> None:
        """Store numbers of connections."""


class SharedLimits:
    """The limits that one server shares with others. Belongs to the event loop."""

    def __init__(self, store: LimitStore | None, server: str, secret: bytes, servers: Callable[[], int]) -> None:
        self._store = store
        self._server = server
        self._secret = secret
        self.servers = servers
        """How many servers there are."""
        self._thread = ThreadPoolExecutor(1, "limits")
        self._rates: list[SharedRate] = []
        self._away_until = 0.0
        self._away = False
        self._connections: Counter[str] = Counter()
        self._to_count: set[str] = set()
        """Names whose number in the database may be out of date."""
        self._count_all_at = 0.0
        self._counting: asyncio.Task[None] | None = None

    @property
    def shared(self) -> bool:
        """Whether there may be other servers."""
        return self._store is not None

    def rate(self, kind: str, pace: Rate) -> "SharedRate":
        """A rate of this kind, for each person or address."""
        self._rates.append(SharedRate(self, kind, pace))
        return self._rates[-1]

    def name(self, kind: str, who: str) -> str:
        """The name of somebody in the database, which must not know addresses or sessions."""
        return hmac.new(self._secret, f"{kind} {who}".encode(), hashlib.sha256).hexdigest()[:32]

    async def ask(self, work: Callable[[LimitStore], Result]) -> tuple[Result] | None:
        """The database's answer; None while it is unavailable."""
        if self._store is None or time.monotonic() < self._away_until:
            return None
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await asyncio.get_running_loop().run_in_executor(self._thread, work, self._store)
        except (PitbookError, TimeoutError) as error:
            if not self._away:
                reason = str(error) or "the database does not answer"
                log.warning("limits are not shared with other servers for now: %s", reason)
            self._away, self._away_until = True, time.monotonic() + PATIENCE
            return None
        self._away = False
        return (answer,)

    async def enter(self, most: Mapping[str, int]) -> str | None:
        """Count one more connection for each of these names; if one has too many then, count none and return its name.

        Without other servers nothing is counted here.
        """
        if self._store is None:
            return None
        names = {self.name("live", name): name for name in most}
        self._connections.update(names.keys())
        try:
            counts = {known: (self._connections[known], most[name]) for known, name in names.items()}
            answer = await self.ask(lambda store: store.enter(self._server, counts))
            if answer is None:
                parts = {known: max(1, limit // self.servers()) for known, (_, limit) in counts.items()}
                answer = (next((known for known, (number, _) in counts.items() if number > parts[known]), None),)
        except BaseException:
            self.leave(most)
            raise
        if answer[0] is None:
            return None
        self.leave(most)
        return names[answer[0]]

    def leave(self, most: Mapping[str, int]) -> None:
        """Count one connection less for each of these names."""
        if self._store is None:
            return
        known = {self.name("live", name) for name in most}
        self._connections.subtract(known)
        self._to_count |= known
        self._count_soon()

    def _count_soon(self) -> None:
        if self._to_count and self._counting is None:
            self._counting = asyncio.get_running_loop().create_task(self._count())

    async def _count(self) -> None:
        """Report changed numbers to the database, including later ones; if it is unavailable, `tidy` tries again."""
        try:
            while self._to_count:
                await asyncio.sleep(COUNT_AFTER)
                names, self._to_count = self._to_count, set()
                if not await self._tell(names):
                    self._to_count |= names
                    return
        finally:
            self._counting = None

    async def _tell(self, names: Iterable[str]) -> bool:
        counts = {name: self._connections[name] for name in names}
        self._connections = +self._connections
        return await self.ask(lambda store: store.count_connections(self._server, counts)) is not None

    async def keep_tidy(self) -> None:
        """Tidy for as long as the server runs. Nothing else waits for it: there may be thousands of portions."""
        while True:
            await asyncio.sleep(UNUSED_SECONDS)
            try:
                await self.tidy()
            except Exception:
                log.exception("limits are not tidied")

    async def tidy(self) -> None:
        """Return unused portions, and report numbers of connections that the database may not know."""
        for rate in self._rates:
            await rate.give_back(time.monotonic() - UNUSED_SECONDS)
        if time.monotonic() >= self._count_all_at:
            self._count_all_at = time.monotonic() + COUNT_EVERY
            self._to_count |= self._connections.keys()
        self._count_soon()

    def stop(self) -> None:
        """End the thread."""
        if self._counting is not None:
            self._counting.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)


@dataclass(slots=True)
class _Portion:
    """What is left of a portion taken from a bucket in the database."""

    left: int = 0
    used: float = 0.0
    empty_until: float = 0.0
    asking: asyncio.Task[None] | None = None


class SharedRate:
    """A rate for each person or address, for all servers together."""

    def __init__(self, limits: SharedLimits, kind: str, pace: Rate) -> None:
        self._limits = limits
        self._kind = kind
        self._pace = pace
        self._own = RateLimiter(pace)
        self._rest = pace
        self._servers = 0
        self._portions: dict[str, _Portion] = {}

    async def take(self, who: str) -> None:
        """Take one from somebody's bucket; TooFastError when it is empty."""
        if self._limits.shared:
            self._divide(self._limits.servers())
        if self._own.allows(who):
            return
        if not self._limits.shared:
            raise too_fast()
        portion = self._portions.setdefault(who, _Portion())
        while portion.left < 1:
            if time.monotonic() < portion.empty_until or len(self._portions) > MAX_BUCKETS:
                raise too_fast()
            if portion.asking is None:
                portion.asking = asyncio.create_task(self._ask(who, portion))
            await asyncio.shield(portion.asking)
        portion.left -= 1
        portion.used = time.monotonic()

    def _divide(self, servers: int) -> None:
        """Divide the rate into one part for each server, and the shared rest."""
        if servers == self._servers:
            return
        pace, self._servers = self._pace, servers
        part = pace.burst // (OWN * servers)
        self._own.pace = Rate(part, pace.per_second / (OWN * servers))
        self._rest = Rate(pace.burst - part * servers, pace.per_second * (OWN - 1) / OWN)

    async def _ask(self, who: str, portion: _Portion) -> None:
        try:
            answer = await self._draw(who, 1)
            portion.used = time.monotonic()
            portion.left += answer[0] if answer else 0
            if portion.left < 1:
                portion.empty_until = time.monotonic() + EMPTY_SECONDS
        finally:
            portion.asking = None

    async def _draw(self, who: str, need: int, unused: int = 0) -> tuple[int] | None:
        """Take a portion out of the shared bucket, or give one back; None while the database is unavailable."""
        name, rest = self._limits.name(self._kind, who), self._rest
        return await self._limits.ask(lambda store: store.draw(name, rest.burst, rest.per_second, need, unused))

    async def give_back(self, before: float) -> None:
        """Return the portions that were last used before this time to the bucket."""
        for who, portion in list(self._portions.items()):
            if portion.used >= before or portion.asking is not None:
                continue
            del self._portions[who]
            if portion.left:
                await self._draw(who, 0, portion.left)
