"""The application: one process, one port, HTTP and WebSocket, and the pages."""

import logging
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Final

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException

from pitbook import __version__
from pitbook.pit import Pit
from pitbook.problems import MalformedError, PitbookError, Problem
from pitbook.web.access.security import SecurityMiddleware
from pitbook.web.access.signing import Signer
from pitbook.web.access.store import AccessStore
from pitbook.web.compression import CompressionMiddleware
from pitbook.web.errors import UnknownError, error_document, status_of
from pitbook.web.history.checkpoints import Checkpoints
from pitbook.web.history.rounds import close_history
from pitbook.web.live.server import TableServer
from pitbook.web.requests.validation import problems_of
from pitbook.web.responses.errors import ERRORS, ErrorDocument
from pitbook.web.routes import (
    advice,
    checkpoints,
    drill,
    felt,
    health,
    history,
    layout,
    lessons,
    live,
    odds,
    operator,
    pages,
    session,
    settlement,
    tables,
)
from pitbook.web.settings import Settings
from pitbook.web.shell import read_shell
from pitbook.web.translation.middleware import TranslationMiddleware

DESCRIPTION = """The executable rule book of dealer-banked poker: tables, commands, views, odds and a coach.

A simulator and trainer, not a gaming device. Every error has one form, and cites the clause where a rule is the reason.
"""


def create_app(
    pit: Pit,
    settings: Settings | None = None,
    access: AccessStore | None = None,
    operator_key: str | None = None,
    signed: Checkpoints | None = None,
) -> FastAPI:
    """The application for a pit; without `access` its sessions end with it.

    `signed` are the checkpoints of its record, if any are signed while it runs.
    """
    settings = settings or Settings()
    signer = Signer(pit.keys.session_secret)
    server = TableServer(pit, settings, signer, access or AccessStore(), operator_key, signed or Checkpoints())

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await server.start()
        try:
            yield
        finally:
            await server.say_closing()
            await server.stop()
            close_history(app)

    app = FastAPI(
        title="Pitbook",
        version=__version__,
        description=DESCRIPTION,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.server = server
    app.state.shell = shell = read_shell()
    logging.getLogger("uvicorn.error").addFilter(_is_worth_logging)
    app.add_middleware(SecurityMiddleware, settings=settings, shell=shell.version, requests=server.requests)
    app.add_middleware(TranslationMiddleware)
    app.add_middleware(CompressionMiddleware)
    app.add_exception_handler(PitbookError, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
    app.router.routes.extend(ROUTES.routes)
    return app


_NO_ERRORS: Final = (
    "Invalid UTF-8 sequence received from client",
    "ASGI callable returned without completing handshake",
)
"""What uvicorn logs for a frame that breaks the protocol, and for a live connection that is refused with an answer."""


def _is_worth_logging(record: logging.LogRecord) -> bool:
    """Clients' mistakes are not logged: a flood of them would fill the log."""
    return not record.getMessage().startswith(_NO_ERRORS)


API: Final = (
    session.router,
    operator.router,
    tables.router,
    live.router,
    layout.router,
    felt.router,
    lessons.router,
    settlement.router,
    odds.router,
    advice.router,
    drill.router,
    history.router,
    checkpoints.router,
    health.router,
)
ROUTES: Final = APIRouter()
"""Every route; the pages come last, because they take every address that is left.

All applications of a process share them: describing the answers of each route is the slowest part of the start.
"""
for _router in (*API, pages.router):
    ROUTES.include_router(_router, responses=ERRORS)


def _methods_at(path: str) -> set[str]:
    """The methods that the API allows at an address."""
    routes = [route for router in API for route in router.routes if isinstance(route, APIRoute)]
    return {method for route in routes if route.path_regex.match(path) for method in route.methods or ()}


def _answer(status: int, document: ErrorDocument, headers: Mapping[str, str] | None = None) -> JSONResponse:
    more = {"WWW-Authenticate": "Bearer"} if status == 401 else {"Retry-After": "1"} if status == 429 else {}
    return JSONResponse(document, status, {**more, **(headers or {})})


async def _refused(request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, PitbookError):
        raise error
    allowed = _methods_at(request.url.path)
    if isinstance(error, UnknownError) and allowed and request.method not in allowed:
        # The pages took this address because the API has it only with other methods.
        return _method_not_allowed(request, allowed)
    return _answer(status_of(error), error_document(error))


async def _malformed(_: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, RequestValidationError):
        raise error
    return _answer(422, error_document(MalformedError(problems_of(error.errors()))))


async def _http(request: Request, error: Exception) -> JSONResponse:
    """The framework's own errors, in our form."""
    if not isinstance(error, HTTPException):
        raise error
    value = request.url.path[:80]
    if error.status_code == 405:
        return _method_not_allowed(request, _methods_at(request.url.path) or {"GET", "HEAD"})
    if error.status_code == 404:
        return _answer(404, error_document(UnknownError(Problem("there is no such address", value))))
    if isinstance(error.__cause__, PitbookError):
        return _answer(status_of(error.__cause__), error_document(error.__cause__))
    wrong = MalformedError(Problem(f"{request.method} can't be done here: {error.detail}", value))
    return _answer(422 if error.status_code == 400 else error.status_code, error_document(wrong), error.headers)


def _method_not_allowed(request: Request, allowed: Iterable[str]) -> JSONResponse:
    """The address is right, but the method is not."""
    wrong = MalformedError(Problem(f"{request.method} can't be done here", request.url.path[:80]))
    return _answer(405, error_document(wrong), {"Allow": ", ".join(sorted(allowed))})
