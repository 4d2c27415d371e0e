"""The operator signs in with the key that the server showed when it was started, and sees and ends sessions."""

import hmac
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from pydantic import Field

from pitbook.pit.names import MARK
from pitbook.problems import Problem
from pitbook.web.access.security import address_of
from pitbook.web.access.sessions import new_session
from pitbook.web.dependencies import Operator, server_of
from pitbook.web.errors import ForbiddenError, UnknownError
from pitbook.web.requests.base import RequestModel
from pitbook.web.responses.health import HealthDocument
from pitbook.web.responses.sessions import SessionDocument, SessionEntry, SessionsDocument
from pitbook.web.routes.health import health
from pitbook.web.routes.session import issue

router = APIRouter(prefix="/api/operator", tags=["operator"])


class OperatorSignInRequest(RequestModel):
    """The operator key, and the name of its user for the record."""

    key: Annotated[str, Field(max_length=200)]
    name: Annotated[str, Field(max_length=200, examples=["Ada"])] = "Operator"


@router.post("")
async def sign_in(request: Request, response: Response, asked: OperatorSignInRequest) -> SessionDocument:
    """Sign in as the operator, for twelve hours. The browser forgets its session as a player."""
    server = server_of(request)
    await server.operators.take(address_of(request))
    key = server.operator_key
    if key is None or not hmac.compare_digest(asked.key.strip().encode(), key.encode()):
        raise ForbiddenError(Problem("this is not the operator key that the server printed when it started"))
    made = new_session(asked.name, operator=True)
    await server.store_access(lambda access: access.sign_in(made, server.pit.now()))
    return issue(request, response, made)


@router.get("/health")
async def checked_health(request: Request, operator: Operator) -> HealthDocument:
    """The health of the server as in `/healthz`, after a new self-check."""
    return await health(request, check=True)


@router.get("/sessions")
async def sessions(request: Request, operator: Operator) -> SessionsDocument:
    """Everybody who is signed in, the newest first."""
    server = server_of(request)
    found = server.access.sessions(server.pit.now())
    return SessionsDocument(
        sessions=[
            SessionEntry(
                player=one.player,
                operator=one.operator,
                made=datetime.fromtimestamp(one.made, UTC),
                used=None if one.used is None else datetime.fromtimestamp(one.used, UTC),
                until=datetime.fromtimestamp(one.until, UTC),
            )
            for one in found
        ]
    )


@router.delete("/sessions/{player}")
async def end_session(
    request: Request, player: Annotated[str, Path(max_length=100)], operator: Operator
) -> SessionsDocument:
    """End somebody's session: the token is worth nothing from now on, and its pages are disconnected."""
    if not await server_of(request).store_access(lambda access: access.end(player.rpartition(MARK)[2])):
        raise UnknownError(Problem("nobody with this name is signed in", player[:80]))
    return await sessions(request, operator)
