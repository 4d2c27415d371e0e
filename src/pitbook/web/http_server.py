"""The HTTP server: uvicorn with limits for connections, which says goodbye to the pages before it stops."""

import asyncio
import gc
import socket
from collections.abc import Collection
from pathlib import Path
from typing import Final

import uvicorn
from fastapi import FastAPI
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from pitbook.web.access.sockets import BACKLOG, LimitedListener, SocketLimits, SocketLimitsMiddleware
from pitbook.web.live.server import TableServer
from pitbook.web.settings import Settings

LONGEST_HEADER: Final = 32_768
MAX_WAIT: Final = 5
"""How long a stopping server waits for responses that it has begun, in seconds."""
GARBAGE_THRESHOLDS: Final = (10_000, 20, 20)
"""For `gc.set_threshold`."""


class LiveProtocol(WebSocketsSansIOProtocol):
    """A live connection."""

    def shutdown(self) -> None:
        """Close the connection, unless it is closing: there uvicorn would fail, and leave the server half stopped."""
        if not self.transport.is_closing():
            super().shutdown()


class HttpServer(uvicorn.Server):
    """Tells every page that the server stops, before it closes their connections."""

    def __init__(self, config: uvicorn.Config, tables: TableServer, limits: SocketLimits) -> None:
        super().__init__(config)
        self._tables = tables
        self._limits = limits
        self.alone = False
        """Whether nothing else runs in this process, so that the server may tune the garbage collector."""
        self._sweeping: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to serve."""
        self._sweeping = asyncio.create_task(self._limits.sweep())
        await super().startup(sockets)
        if self.alone:
            # Books, kernels and code stay for good. Searching them for garbage would stop everybody for a quarter of a
            # second now and then.
            gc.collect()
            gc.freeze()
            gc.set_threshold(*GARBAGE_THRESHOLDS)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell the pages, then stop."""
        await self._tables.say_closing()
        await super().shutdown(sockets)
        if self._sweeping is not None:
            self._sweeping.cancel()


def http_server_of(
    app: FastAPI,
    listening: LimitedListener,
    settings: Settings,
    *,
    proxies: Collection[str] = (),
    certificate: Path | None = None,
    key: Path | None = None,
) -> HttpServer:
    """The server of an application. Only these proxies are trusted to say who sends a request."""
    limits = SocketLimits(settings, proxies, app.state.server.limits.servers)
    listening.places = limits
    # Uvicorn and Starlette have different types for the same interface.
    behind = ProxyHeadersMiddleware(app, list(proxies)) if proxies else app  # type: ignore[arg-type]
    config = uvicorn.Config(
        SocketLimitsMiddleware(behind, limits),  # type: ignore[arg-type]
        http="h11",
        ws=LiveProtocol,
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        ws_max_size=65_536,
        ws_per_message_deflate=False,
        h11_max_incomplete_event_size=LONGEST_HEADER,
        backlog=BACKLOG,
        timeout_graceful_shutdown=MAX_WAIT,
        ssl_certfile=certificate,
        ssl_keyfile=key,
        lifespan="on",
    )
    return HttpServer(config, app.state.server, limits)
