"""What routes share: the session of the caller, the pit, the server, and the threads.

The pit's commands run in one thread, in order of arrival; longer computations run in threads of their own.
Neither ever runs on the event loop.
"""

from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import Depends
from starlette.requests import HTTPConnection

from pitbook.problems import MalformedError, Problem
from pitbook.web.access.sessions import COOKIE, Session, read_session
from pitbook.web.access.signing import Signer
from pitbook.web.errors import ForbiddenError, UnauthenticatedError
from pitbook.web.live.projection import TableProjection
from pitbook.web.live.server import TableServer

Result = TypeVar("Result")
BEARER = "bearer "


def server_of(request: HTTPConnection) -> TableServer:
    """The server of tables."""
    server: TableServer = request.app.state.server
    return server


def signer_of(request: HTTPConnection) -> Signer:
    """Signs small documents, each for a purpose, and reads them again."""
    return server_of(request).signer


async def compute(request: HTTPConnection, work: Callable[..., Result], *args: object) -> Result:
    """Compute something in the threads of the coach and the odds."""
    return await server_of(request).workers.compute(work, *args)


def token_of(request: HTTPConnection) -> str | None:
    """The token that a request carries: as a Bearer token, or as a cookie."""
    given = request.headers.get("authorization", "")
    if given.lower().startswith(BEARER):
        return given[len(BEARER) :].strip()
    return request.cookies.get(COOKIE)


def current_session(request: HTTPConnection) -> Session | None:
    """The caller's session; none without a token, or with one that this server did not sign or that has ended."""
    token = token_of(request)
    if token is None:
        return None
    server = server_of(request)
    try:
        return server.access.find(read_session(server.signer, token), server.pit.now())
    except MalformedError:
        return None


def required_session(request: HTTPConnection) -> Session:
    """The caller's session, or 401."""
    session = current_session(request)
    if session is None:
        raise UnauthenticatedError(Problem("say who you are first: POST /api/session"))
    return session


def required_operator(request: HTTPConnection) -> Session:
    """The operator's session, or 401 or 403."""
    session = required_session(request)
    if not session.operator:
        raise ForbiddenError(Problem("only the operator does this: POST /api/operator"))
    return session


async def projection_of(request: HTTPConnection, table: str) -> TableProjection:
    """A table as it is now, if there is one (404) and the caller may see it (403).

    Read it on the event loop only: it changes there, and nowhere else.
    """
    return await server_of(request).visible_projection(table, current_session(request))


Current = Annotated[Session | None, Depends(current_session)]
Required = Annotated[Session, Depends(required_session)]
Operator = Annotated[Session, Depends(required_operator)]
