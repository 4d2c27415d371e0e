"""Limits on sockets: for each address and in all, with time-outs, from the moment a connection is accepted.

A connection is *waiting* while it has sent no whole request, or is slow to read an answer. It has a limited time for
that, and when places run short the oldest waiting connection is closed. So nobody is kept out by idle connections. A
request in progress and a live connection keep their places.
"""

import asyncio
import resource
import socket
import time
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitbook.web.access.rate_limits import RateLimiter
from pitbook.web.settings import Rate, Settings

Peer = tuple[str, int]
SPARE_FILES: Final = 256
"""Files of a process that are not connections: the record, the pages, what is just being closed."""
SWEEP_EVERY: Final = 1.0
AT_ONCE: Final = 8
"""How many connections are accepted before other work gets its turn."""
BACKLOG: Final = 128
"""Connections that wait to be accepted."""


def network_of(host: str) -> str:
    """What counts as one address: for IPv6, the network of one customer."""
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(found, IPv6Address):
        return host
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Address(int(found) >> 64 << 64))


def max_files(wanted: int) -> int:
    """How many connections this process may have, at most `wanted`; its limit is raised as far as possible."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return wanted if soft == resource.RLIM_INFINITY else max(16, min(wanted, soft - SPARE_FILES))


class _Accepted(socket.socket):
    """A connection that reports when it is closed."""

    closed: Callable[[], None] | None = None

    def close(self) -> None:
        super().close()
        if self.closed is not None:
            self.closed()
            self.closed = None


class SocketLimits:
    """The connections of each address, and whether they wait."""

    def __init__(
        self, settings: Settings, trusted: Collection[str] = (), servers: Callable[[], int] = lambda: 1
    ) -> None:
        """Each of several servers allows an address an equal share: there is no time to ask the other servers."""
        self._most = max_files(settings.max_sockets)
        self._most_each = settings.max_sockets_each
        self._arrivals = settings.sockets
        self._servers = servers
        self._seconds = settings.request_seconds
        self._pace = RateLimiter(settings.sockets)
        self._trusted = [ip_network(one) for one in trusted]
        """Proxies, which hold connections for everybody."""
        self._held: dict[str, dict[Peer, _Accepted]] = {}
        self._waiting: dict[str, dict[Peer, float]] = {}
        """By address: since when each connection has waited, the oldest first."""
        self.total = 0

    def admit(self, connection: _Accepted, peer: Peer) -> bool:
        """Give a new connection a place, if necessary that of an older one that only waits; False if there is none."""
        where = network_of(peer[0])
        if not self._is_trusted(peer[0]):
            servers = self._servers()
            self._pace.pace = Rate(max(1, self._arrivals.burst // servers), self._arrivals.per_second / servers)
            if not self._pace.allows(where):
                return False
            most = max(1, self._most_each // servers)
            if len(self._held.get(where, ())) >= most and not self._let_go(where):
                return False
        if self.total >= self._most and not self._let_go(max(self._waiting, key=self._number_waiting, default="")):
            return False
        self.total += 1
        self._held.setdefault(where, {})[peer] = connection
        connection.closed = lambda: self._gone(where, peer, connection)
        self.waiting(peer)
        return True

    def _is_trusted(self, host: str) -> bool:
        found = ip_address(host.partition("%")[0])
        return any(found in network for network in self._trusted)

    def _number_waiting(self, where: str) -> int:
        return len(self._waiting[where])

    def waiting(self, peer: Peer) -> None:
        """A connection has nothing to do, or an answer to read."""
        where = network_of(peer[0])
        if peer in self._held.get(where, ()):
            self.working(peer)
            self._waiting.setdefault(where, {})[peer] = time.monotonic()

    def working(self, peer: Peer) -> None:
        """A request is in progress, or the connection is a live one."""
        where = network_of(peer[0])
        found = self._waiting.get(where)
        if found is not None:
            found.pop(peer, None)
            if not found:
                del self._waiting[where]

    def _gone(self, where: str, peer: Peer, connection: _Accepted) -> None:
        held = self._held.get(where, {})
        if held.get(peer) is not connection:
            return
        self.working(peer)
        del held[peer]
        self.total -= 1
        if not held:
            del self._held[where]

    def _let_go(self, where: str) -> bool:
        """Close the oldest waiting connection of an address; its reader closes the file."""
        peer = next(iter(self._waiting.get(where, ())), None)
        if peer is None:
            return False
        connection = self._held[where][peer]
        self._gone(where, peer, connection)
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)
        return True

    async def sweep(self) -> None:
        """Let go of every connection that has waited for too long, for as long as the server runs."""
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            latest = time.monotonic() - self._seconds
            for where in list(self._waiting):
                while (found := self._waiting.get(where)) and next(iter(found.values())) < latest:
                    self._let_go(where)


class LimitedListener(socket.socket):
    """A listening socket that accepts only connections that have a place."""

    places: SocketLimits
    _accepted = 0

    def accept(self) -> tuple[socket.socket, object]:
        """Accept one connection, or close it if there is no place for it. After a few, other work gets its turn."""
        self._accepted += 1
        if not self._accepted % AT_ONCE:
            raise BlockingIOError
        # Like `socket.accept`, but the connection is one that reports when it is closed.
        handle, peer = self._accept()  # type: ignore[attr-defined]
        connection = _Accepted(self.family, self.type, self.proto, fileno=handle)
        if not self.places.admit(connection, peer[:2]):
            connection.close()
            raise ConnectionAbortedError
        return connection, peer


def listen(family: int, address: tuple[object, ...]) -> LimitedListener:
    """A socket that listens at an address.

    It names its protocol: otherwise asyncio leaves Nagle's algorithm on, and each answer waits 40 ms for the client.
    """
    listening = LimitedListener(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(BACKLOG)
    except BaseException:
        listening.close()
        raise
    return listening


class SocketLimitsMiddleware:
    """Wraps the whole application, and tracks what each connection is doing."""

    def __init__(self, app: ASGIApp, places: SocketLimits) -> None:
        self._app = app
        self._places = places

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Keep the place of a request until its answer is ready to be read, and that of a live connection."""
        client = scope.get("client")
        if client is None:
            await self._app(scope, receive, send)
            return
        peer: Peer = (client[0], client[1])
        self._places.working(peer)
        if scope["type"] == "http":
            try:
                await self._app(scope, receive, self._answering(peer, send))
            finally:
                self._places.waiting(peer)
        else:
            await self._app(scope, receive, send)

    def _answering(self, peer: Peer, send: Send) -> Callable[[Message], Awaitable[None]]:
        async def answering(message: Message) -> None:
            self._places.waiting(peer)
            await send(message)

        return answering
