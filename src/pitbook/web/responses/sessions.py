"""Sessions and invitations."""

from datetime import datetime

from pydantic import BaseModel


class SessionDocument(BaseModel):
    """Who somebody is; nobody where `player` is null."""

    player: str | None
    name: str | None = None
    operator: bool = False
    """Who runs the server: dealer and floorperson at every table, and never a player."""
    grants: dict[str, list[str]] = {}
    token: str | None = None
    """Only where the session is new or has changed: to be sent as a Bearer token by clients without cookies."""


class InvitationDocument(BaseModel):
    """An invitation, as a text and as a link to the table; `id` is what it is revoked by."""

    id: str
    invitation: str
    link: str


class InvitationEntry(BaseModel):
    """An invitation that can be redeemed, or was."""

    id: str
    role: str
    made_by: str
    appoints: bool
    """Made by the operator, so that the role counts while others have wagers."""
    made: datetime
    until: datetime
    redeemed: bool


class InvitationsDocument(BaseModel):
    """The invitations to a table."""

    invitations: list[InvitationEntry]


class SessionEntry(BaseModel):
    """Somebody who is signed in; `used` is about when the last command was given."""

    player: str
    operator: bool
    made: datetime
    used: datetime | None
    until: datetime


class SessionsDocument(BaseModel):
    """Everybody who is signed in."""

    sessions: list[SessionEntry]
