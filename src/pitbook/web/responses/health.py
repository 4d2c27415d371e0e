"""The health of the server, and the checkpoints of its record."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel


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
    """The witnesses that have cosigned it."""
    unprotected: int
    """Commits after that checkpoint."""
    since: datetime | None
    """The time of the oldest unprotected commit."""
    problem: str | None
    """Why the last checkpoint could not be signed."""


class ConsistencyDocument(BaseModel):
    """A proof that one tree grew from another."""

    old: int
    new: int
    proof: list[str]


class ChangeDocument(BaseModel):
    """Something that a self-check found to have changed since the server was started."""

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
    """The digests of version, code and books at the last self-check, and the result of the shuffle test."""
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
