"""A witness over HTTP: requests of a bounded size, in a bounded time, on a bounded number of connections."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from pitbook.transparency.requests import LARGEST_REQUEST, PATH
from pitbook.web.access.sockets import BACKLOG, LimitedListener, SocketLimits, SocketLimitsMiddleware
from pitbook.web.settings import Settings
from pitbook.witness.witness import Witness

LONGEST_HEADER: Final = 16_384


def application(witness: Witness, places: SocketLimits, body_seconds: float) -> Starlette:
    """The witness as an application."""

    async def add_checkpoint(request: Request) -> Response:
        try:
            async with asyncio.timeout(body_seconds):
                body = await _read(request)
        except TimeoutError:
            return _sentence(HTTPStatus.REQUEST_TIMEOUT, f"the request took longer than {body_seconds:g} seconds")
        if body is None:
            return _sentence(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"a request has at most {LARGEST_REQUEST:,} bytes")
        try:
            text = body.decode("utf-8")
        except UnicodeDecodeError:
            return _sentence(HTTPStatus.BAD_REQUEST, "the request is not text in UTF-8")
        answer = await asyncio.to_thread(witness.add_checkpoint, text)
        # Set the header directly: Starlette would add a charset, which the specification does not allow here.
        return Response(answer.text, answer.status, {"content-type": answer.media_type})

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        sweeping = asyncio.create_task(places.sweep())
        yield
        sweeping.cancel()
        with suppress(asyncio.CancelledError):
            await sweeping

    async def cut_off(_: Request, __: Exception) -> Response:
        return _sentence(HTTPStatus.BAD_REQUEST, "the request was cut off")

    return Starlette(
        routes=[Route(PATH, add_checkpoint, methods=["POST"])],
        exception_handlers={ClientDisconnect: cut_off},
        lifespan=lifespan,
    )


def _sentence(status: HTTPStatus, sentence: str) -> Response:
    return PlainTextResponse(f"{sentence}\n", status, {"Connection": "close"})


async def _read(request: Request) -> bytes | None:
    """The body of a request; None if it is too large."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_REQUEST:
            return None
    return bytes(body)


def server_of(witness: Witness, listening: LimitedListener, settings: Settings) -> uvicorn.Server:
    """The server of a witness."""
    places = SocketLimits(settings)
    listening.places = places
    app = application(witness, places, settings.body_seconds)
    config = uvicorn.Config(
        SocketLimitsMiddleware(app, places),
        http="h11",
        ws="none",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        h11_max_incomplete_event_size=LONGEST_HEADER,
        backlog=BACKLOG,
        timeout_graceful_shutdown=5,
        lifespan="on",
    )
    return uvicorn.Server(config)
