"""Sessions: a signed token with a random id; the server keeps the name and the roles behind it.

At a table and in the ledger, a person is identified by the name and 128 bits of the id's digest: unique to the holder
of the token. The operator signs in with a separate key, and never plays.
"""

import hashlib
import secrets
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from pitbook.pit.names import MARK, OPERATOR
from pitbook.problems import MalformedError, Problem
from pitbook.web.access.roles import Role
from pitbook.web.access.signing import Signer

COOKIE: Final = "pitbook"
LONGEST_NAME: Final = 24
Grants = Mapping[str, tuple[Role, ...]]
"""Roles by table."""


@dataclass(frozen=True, slots=True)
class Session:
    """A person's session, or one of the operator's."""

    id: str
    """128 random bits, in hexadecimal; it never leaves the token."""
    name: str
    operator: bool = False
    grants: Grants = field(default_factory=dict)
    """The roles that invitations by players gave."""
    appointed: Grants = field(default_factory=dict)
    """The roles that invitations by the operator gave."""

    @property
    def player(self) -> str:
        """The person's name at every table: `Ann~` and 32 digits."""
        return self.name + (OPERATOR if self.operator else MARK + person_of(self.id))

    def granted(self, table: str) -> tuple[Role, ...]:
        """The roles at a table that invitations gave, by players or by the operator."""
        return tuple(dict.fromkeys((*self.grants.get(table, ()), *self.appointed.get(table, ()))))


@lru_cache(maxsize=10_000)
def person_of(session_id: str) -> str:
    """The 128 bits that identify a person and reveal nothing about the session's id."""
    return hashlib.sha256(bytes.fromhex(session_id)).hexdigest()[:32]


def checked_name(name: str) -> str:
    """A person's name: 1 to 24 printable characters, in the normal form NFC."""
    name = unicodedata.normalize("NFC", name).strip()
    if not 1 <= len(name) <= LONGEST_NAME:
        raise MalformedError(Problem(f"a name has 1 to {LONGEST_NAME} characters, not {len(name)}", name[:40]))
    if MARK in name or not name.isprintable():
        raise MalformedError(Problem(f"a name has printable characters only, and no {MARK}", name))
    return name


def new_session(name: str, *, operator: bool = False) -> Session:
    """A session for somebody who has none."""
    return Session(secrets.token_hex(16), checked_name(name), operator)


def write_session(signer: Signer, session: Session) -> str:
    """The token of a session."""
    return signer.sign("session", {"id": session.id})


def read_session(signer: Signer, token: str) -> str:
    """The id of the session that a token is for; MalformedError if this server did not sign it."""
    return str(signer.read("session", token)["id"])


def write_invitation(signer: Signer, invitation_id: str) -> str:
    """A text that gives a role at a table to the first person who redeems it."""
    return signer.sign("invitation", {"id": invitation_id})


def read_invitation(signer: Signer, text: str) -> str:
    """The id of an invitation; MalformedError if this server did not sign it."""
    return str(signer.read("invitation", text)["id"])
