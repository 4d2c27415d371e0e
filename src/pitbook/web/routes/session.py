"""Sessions: signing in with a name, signing out, and redeeming invitations."""

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import Field

from pitbook.web.access.security import address_of
from pitbook.web.access.sessions import (
    COOKIE,
    Session,
    checked_name,
    new_session,
    person_of,
    read_invitation,
    write_session,
)
from pitbook.web.dependencies import Current, Required, required_session, server_of
from pitbook.web.requests.base import RequestModel
from pitbook.web.responses.sessions import SessionDocument

router = APIRouter(prefix="/api/session", tags=["session"])
COOKIE_SECONDS = 90 * 86_400


class SignInRequest(RequestModel):
    """A name to be called by."""

    name: Annotated[str, Field(max_length=200, examples=["Ann"])]


class RedeemInvitationRequest(RequestModel):
    """An invitation to be redeemed."""

    invitation: Annotated[str, Field(max_length=2000)]


def session_document(session: Session, token: str | None = None) -> SessionDocument:
    tables = sorted({*session.grants, *session.appointed})
    grants: dict[str, list[str]] = {table: list(session.granted(table)) for table in tables}
    return SessionDocument(
        player=session.player, name=session.name, operator=session.operator, grants=grants, token=token
    )


def issue(request: Request, response: Response, session: Session) -> SessionDocument:
    token = write_session(server_of(request).signer, session)
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, COOKIE_SECONDS, path="/", httponly=True, samesite="strict", secure=secure)
    return session_document(session, token)


@router.post("")
async def sign_in(request: Request, response: Response, asked: SignInRequest, current: Current) -> SessionDocument:
    """Take a name. The same name again keeps the session; another name makes another person of you."""
    name = checked_name(asked.name)
    if current is None or current.operator or current.name != name:
        server = server_of(request)
        await server.sessions.take(address_of(request))
        made = current = new_session(name)
        await server.store_access(lambda access: access.sign_in(made, server.pit.now()))
    return issue(request, response, current)


@router.get("")
async def who_am_i(current: Current) -> SessionDocument:
    """The caller's session."""
    return SessionDocument(player=None) if current is None else session_document(current)


@router.delete("")
async def sign_out(request: Request, response: Response, current: Current) -> SessionDocument:
    """End the session, wherever its token is. Seats and chips stay at their tables until these are closed."""
    if current is not None:
        await server_of(request).store_access(lambda access: access.end(person_of(current.id)))
    response.delete_cookie(COOKIE, path="/")
    return SessionDocument(player=None)


@router.post("/grants")
async def redeem(
    request: Request, response: Response, asked: RedeemInvitationRequest, session: Required
) -> SessionDocument:
    """Add the role of an invitation to the session; nobody else can redeem it any more."""
    server = server_of(request)
    invitation = read_invitation(server.signer, asked.invitation)
    await server.store_access(lambda access: access.redeem(invitation, session, server.pit.now()))
    server.uses.note(session)
    return issue(request, response, required_session(request))
