"""The form of answers, for the description of the API."""

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel


class ProblemDocument(BaseModel):
    """One thing that is wrong, in words."""

    message: str
    value: str | None
    clause: str | None


class ErrorPart(BaseModel):
    """What kind of error it is, and everything that is wrong."""

    kind: Literal["malformed", "refused", "conflict"]
    problems: list[ProblemDocument]


class ErrorDocument(BaseModel):
    """Every error, whatever its status."""

    error: ErrorPart


class SessionDocument(BaseModel):
    """Who somebody is; nobody where `player` is null."""

    player: str | None
    name: str | None = None
    operator: bool = False
    """Who runs the server: dealer and floorperson at every table, and never a player."""
    grants: dict[str, list[str]] = {}
    token: str | None = None
    """Only where the session is new or has changed: to be sent as a Bearer token by clients without cookies."""


class PlayerEntry(BaseModel):
    """A player in the lobby."""

    name: str
    seats: list[int]
    bot: bool


class LimitsEntry(BaseModel):
    """The least and the most."""

    least: str
    most: str


class TableEntry(BaseModel):
    """A table in the lobby."""

    table: str
    rulebook: str
    title: str
    house_name: str
    status: str
    dealing: str
    source: str
    positions: int
    free_seats: list[int]
    players: list[PlayerEntry]
    limits: dict[str, LimitsEntry]
    shared: bool
    private: bool
    time_rule: str
    """How long a decision may take, and what becomes of somebody who does not decide."""
    roles: list[str]
    seated: bool
    your_turn: bool
    """Whether a decision of whoever asks is awaited."""


class TablesDocument(BaseModel):
    """The lobby."""

    tables: list[TableEntry]


class OpenedDocument(BaseModel):
    """A table that was opened."""

    table: str
    version: int


class DoneDocument(BaseModel):
    """A command that was carried out, now or before."""

    version: int
    repeated: bool


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


class HeadDocument(BaseModel):
    """The last commit of the record."""

    number: int
    hash: str


class CheckpointDocument(BaseModel):
    """How far the record is signed by the house and cosigned by witnesses."""

    signed: int
    """Commits in the newest checkpoint that the house has signed."""
    cosigned: int
    """Commits in the newest checkpoint that enough witnesses have cosigned."""
    witnesses: list[str]
    """Those that have."""
    unprotected: int
    """Commits after that."""
    since: datetime | None
    """The time of the oldest of them."""
    problem: str | None
    """Why the last checkpoint could not be signed."""


class ConsistencyDocument(BaseModel):
    """A proof that one tree grew from another."""

    old: int
    new: int
    proof: list[str]


class ChangeDocument(BaseModel):
    """Something that a self-check found to be otherwise than when the server was started."""

    what: str
    before: str
    after: str
    found: datetime


class HealthDocument(BaseModel):
    """That the server is up, what it runs, and what has changed since it was started."""

    status: Literal["ok", "degraded"]
    """Degraded while something is wrong with the record, and from a change until the server is started again."""
    version: str
    digests: dict[str, str]
    """Of version, code and books, as the last self-check found them, and what the shuffle gave."""
    submissions: dict[str, int]
    """The digests of the house rules in force, and how many open tables play by each."""
    changes: list[ChangeDocument]
    checked: datetime | None
    """When the last self-check was."""
    head: HeadDocument | None
    """Null while the record does not answer."""
    checkpoint: CheckpointDocument | None
    """Null until the first one is signed."""
    record: list[str]
    """What is wrong with the record now."""
    tables: int
    only_this_machine: bool
    """Nobody elsewhere can connect, unless through a proxy on this machine."""
    uptime_seconds: float


_SAID = {
    401: "Nobody is signed in.",
    403: "Whoever asks has not the role for it, or the request comes from another site.",
    404: "There is no such thing.",
    408: "The request did not arrive in time.",
    405: "The address knows no such method.",
    409: "Refused: understood, but the rules do not allow it now.",
    412: "A conflict: the table has moved on, or the key was used for another command.",
    413: "The request is too large.",
    422: "Malformed: not what it claims to be.",
    429: "Too much in a short time.",
    503: "The command is stored but not confirmed: its idempotency key tells what became of it.",
}
ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorDocument, "description": words} for status, words in _SAID.items()
}
"""The errors that any route may answer with."""
