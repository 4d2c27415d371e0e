"""Sessions and invitations."""

from datetime import datetime

from pydantic import BaseModel


class SessionDocument(BaseModel):
    """Who the caller is; nobody if `player` is null."""

    player: str | None
    name: str | None = None
    operator: bool = False
    """Whether this is the operator: dealer and floorperson at every table, and never a player."""
    grants: dict[str, list[str]] = {}
    token: str | None = None
    """Only if the session is new or has changed; clients without cookies send it as a Bearer token."""


class InvitationDocument(BaseModel):
    """An invitation, as a text and as a link to the table; `id` is needed to revoke it."""

    id: str
    invitation: str
    link: str


class InvitationEntry(BaseModel):
    """An open or redeemed invitation."""

    id: str
    role: str
    made_by: str
    appoints: bool
    """Whether the operator made it, so that the role counts while others have wagers."""
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
