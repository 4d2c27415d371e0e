"""The process that serves: a listening socket with places and the protocol server, started and stopped together."""

import asyncio
import gc
import socket
from collections.abc import Collection
from pathlib import Path
from typing import Final

import uvicorn
from fastapi import FastAPI
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from pitbook.web.access.sockets import BACKLOG, LimitedListener, SocketLimits, SocketLimitsMiddleware
from pitbook.web.live.server import TableServer
from pitbook.web.settings import Settings

LONGEST_HEADER: Final = 32_768
MAX_WAIT: Final = 5
"""How long a stopping server waits for answers that are on their way, in seconds."""


GARBAGE: Final = (10_000, 20, 20)
"""After how many new objects, and how many collections of younger ones, garbage is collected."""


class HttpServer(uvicorn.Server):
    """Tells every page that it stops before it closes their connections."""

    def __init__(self, config: uvicorn.Config, server: TableServer, places: SocketLimits) -> None:
        super().__init__(config)
        self._house = server
        self._places = places
        self.alone = False
        """Nothing else runs in this process, so that the server may decide when its garbage is collected."""
        self._sweeping: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve."""
        self._sweeping = asyncio.create_task(self._places.sweep())
        await super().startup(sockets)
        if self.alone:
            # What is there by now, books, kernels and code, stays. Looking through all of it for garbage would stop
            # everybody for a quarter of a second now and then.
            gc.collect()
            gc.freeze()
            gc.set_threshold(*GARBAGE)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End what is going on, and then stop."""
        await self._house.say_closing()
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
    """The server of an application. What these proxies say about who asks is believed, and nobody else's word."""
    places = SocketLimits(settings, proxies)
    listening.places = places
    # Uvicorn and Starlette describe the same interface by types of their own.
    behind = ProxyHeadersMiddleware(app, list(proxies)) if proxies else app  # type: ignore[arg-type]
    config = uvicorn.Config(
        SocketLimitsMiddleware(behind, places),  # type: ignore[arg-type]
        http="h11",
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
    return HttpServer(config, app.state.server, places)
