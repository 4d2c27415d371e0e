"""Who somebody is: signing in with a name, signing out, and redeeming invitations."""

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import Field

from pitbook.web.asking import Asked
from pitbook.web.dependencies import Current, Required, house_of
from pitbook.web.documents import SessionDocument
from pitbook.web.security import address_of
from pitbook.web.sessions import COOKIE, Session, checked_name, new_session, read_invitation, write_session

router = APIRouter(prefix="/api/session", tags=["session"])
COOKIE_SECONDS = 90 * 86_400


class NameAsked(Asked):
    """A name to be called by."""

    name: Annotated[str, Field(max_length=200, examples=["Ann"])]


class GrantAsked(Asked):
    """An invitation to be redeemed."""

    invitation: Annotated[str, Field(max_length=2000)]


def _document(session: Session, token: str | None = None) -> SessionDocument:
    grants: dict[str, list[str]] = {table: list(roles) for table, roles in session.grants.items()}
    return SessionDocument(player=session.player, name=session.name, grants=grants, token=token)


def _issue(request: Request, response: Response, session: Session) -> SessionDocument:
    token = write_session(house_of(request).signer, session)
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, COOKIE_SECONDS, path="/", httponly=True, samesite="strict", secure=secure)
    return _document(session, token)


@router.post("")
async def sign_in(request: Request, response: Response, asked: NameAsked, current: Current) -> SessionDocument:
    """Take a name. The same name again keeps the session; another name makes another person of you."""
    name = checked_name(asked.name)
    if current is None or current.name != name:
        house_of(request).sessions.take(address_of(request))
        current = new_session(name)
    return _issue(request, response, current)


@router.get("")
async def who_am_i(current: Current) -> SessionDocument:
    """Who asks."""
    return SessionDocument(player=None) if current is None else _document(current)


@router.delete("")
async def sign_out(response: Response) -> SessionDocument:
    """Forget the session in this browser. Seats and chips stay: they belong to the token."""
    response.delete_cookie(COOKIE, path="/")
    return SessionDocument(player=None)


@router.post("/grants")
async def redeem(request: Request, response: Response, asked: GrantAsked, session: Required) -> SessionDocument:
    """Add the role of an invitation to the session."""
    house = house_of(request)
    table, role = read_invitation(house.signer, asked.invitation, house.pit.now())
    await house.room(table)
    return _issue(request, response, session.with_grant(table, role))
