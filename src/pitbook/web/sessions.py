"""Who somebody is: a signed token with a random id, a name, and the roles that invitations have granted.

Nothing is kept on the server, so a session survives its restart. At a table and in the ledger a person is called by
the name and eight digits of the id's digest: unique to the holder of the token.
"""

import hashlib
import secrets
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final, Literal

from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.web.signing import Signer

Role = Literal["player", "viewer", "dealer", "floor"]
ROLES: Final[tuple[Role, ...]] = ("player", "viewer", "dealer", "floor")
GRANTED: Final[tuple[Role, ...]] = ("player", "dealer", "floor")
"""Roles that an invitation can give."""
COOKIE: Final = "pitbook"
LONGEST_NAME: Final = 24
MARK: Final = "~"
BOT: Final = "~bot"
GUEST: Final = "~guest"
MOST_GRANTS: Final = 32
INVITATION_LASTS: Final = timedelta(hours=24)
"""So long an invitation can be redeemed after it was made."""


@dataclass(frozen=True, slots=True)
class Session:
    """A person's session."""

    id: str
    """128 random bits, in hexadecimal; it never leaves the token."""
    name: str
    grants: Mapping[str, tuple[Role, ...]] = field(default_factory=dict)

    @property
    def player(self) -> str:
        """What the person is called at every table: `Ann~3f9a1c2b`."""
        return f"{self.name}{MARK}{hashlib.sha256(bytes.fromhex(self.id)).hexdigest()[:8]}"

    def granted(self, table: str) -> tuple[Role, ...]:
        """The roles at a table that invitations have given."""
        return self.grants.get(table, ())

    def with_grant(self, table: str, role: Role) -> "Session":
        """The session with one more role; the oldest tables give way when there are too many."""
        roles = tuple(dict.fromkeys((*self.granted(table), role)))
        grants = {name: given for name, given in self.grants.items() if name != table} | {table: roles}
        return Session(self.id, self.name, dict(list(grants.items())[-MOST_GRANTS:]))


def checked_name(name: str) -> str:
    """A person's name: 1 to 24 printable characters, in one form of writing."""
    name = unicodedata.normalize("NFC", name).strip()
    if not 1 <= len(name) <= LONGEST_NAME:
        raise MalformedError(Problem(f"a name has 1 to {LONGEST_NAME} characters, not {len(name)}", name[:40]))
    if MARK in name or not name.isprintable():
        raise MalformedError(Problem(f"a name has printable characters only, and no {MARK}", name))
    return name


def new_session(name: str) -> Session:
    """A session for somebody who has none."""
    return Session(secrets.token_hex(16), checked_name(name))


def write_session(signer: Signer, session: Session) -> str:
    """The token of a session."""
    grants = {table: list(roles) for table, roles in session.grants.items()}
    # Oldest first, which a JSON object sorted by its keys would not keep.
    return signer.sign("session", {"id": session.id, "name": session.name, "grants": list(grants.items())})


def read_session(signer: Signer, token: str) -> Session:
    """The session of a token; MalformedError if this server did not sign it."""
    document = signer.read("session", token)
    return Session(document["id"], document["name"], {table: tuple(roles) for table, roles in document["grants"]})


def display_name(player: str) -> str:
    """What pages show of a player's name."""
    return player.partition(MARK)[0]


def kind_of(player: str) -> Literal["person", "bot", "guest"]:
    """Whether a player is a person with a session, a bot of the house, or a guest of the dealer's."""
    return "bot" if player.endswith(BOT) else "guest" if player.endswith(GUEST) else "person"


def write_invitation(signer: Signer, table: str, role: Role, now: datetime) -> str:
    """A text that gives whoever redeems it in time a role at a table."""
    until = (now + INVITATION_LASTS).isoformat(timespec="seconds")
    return signer.sign("invitation", {"table": table, "role": role, "until": until})


def read_invitation(signer: Signer, text: str, now: datetime) -> tuple[str, Role]:
    """The table and the role of an invitation; RefusedError when its time is over."""
    document: Any = signer.read("invitation", text)
    # One that says no time was made by an older version, which let them last for ever.
    until = document.get("until")
    if until is None or now >= datetime.fromisoformat(until):
        raise RefusedError(Problem("this invitation has expired: ask for another one", until))
    return document["table"], document["role"]
