"""Sessions and invitations, in a file next to the record, because both can be ended at any time.

It has only digests of ids, so nobody who reads it can sign in as somebody else. It is not evidence: the record says who
did what. The event loop may read, because everything is in memory or in the file's pages; writing waits for the disk,
so it belongs in a thread.
"""

import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

import apsw

from pitbook.ledger.opening import make_private
from pitbook.problems import Problem, RefusedError
from pitbook.web.access.roles import Role
from pitbook.web.access.sessions import Session, person_of
from pitbook.web.errors import UnknownError

Result = TypeVar("Result")
Row: TypeAlias = tuple[Any, ...]
"""A row as SQLite gives it: its values have the types of the columns that its query names."""
UNUSED_LASTS: Final = timedelta(days=1)
"""An unused session ends after this time."""
LASTS: Final = timedelta(days=30)
"""A session ends this long after its last command."""
OPERATOR_LASTS: Final = timedelta(hours=12)
INVITATION_LASTS: Final = timedelta(hours=24)
"""An invitation can be redeemed for this long."""
MAX_SESSIONS: Final = 100_000
"""When there are more, the oldest unused one is deleted."""
MAX_INVITATIONS: Final = 100
"""The most invitations of one table, open and redeemed ones together."""

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS sessions(
    person TEXT PRIMARY KEY,      -- 128 bits of the digest of the session's id
    name TEXT NOT NULL,
    operator INTEGER NOT NULL,
    made INTEGER NOT NULL,        -- seconds since 1970, like every time here
    used INTEGER,                 -- the last command, as it was noted
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS sessions_by_end ON sessions(until);
CREATE TABLE IF NOT EXISTS invitations(
    invitation TEXT PRIMARY KEY,  -- 128 bits of the digest of its id
    at TEXT NOT NULL,             -- the table
    role TEXT NOT NULL,
    made_by TEXT NOT NULL,
    appoints INTEGER NOT NULL,    -- made by the operator
    made INTEGER NOT NULL,
    until INTEGER NOT NULL,
    person TEXT                   -- who has redeemed it
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS invitations_by_person ON invitations(person);
CREATE INDEX IF NOT EXISTS invitations_by_table ON invitations(at);
"""


@dataclass(frozen=True, slots=True)
class SessionEntry:
    """A session in a list."""

    player: str
    operator: bool
    made: int
    used: int | None
    until: int


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation, open or redeemed."""

    id: str
    table: str
    role: Role
    made_by: str
    appoints: bool
    made: int
    until: int
    redeemed: bool


class AccessStore:
    """The sessions and invitations of a server."""

    def __init__(self, path: Path | None = None) -> None:
        """Without a file everything is in memory, and is lost when the server ends."""
        self._path = path
        if path is not None:
            make_private(path)
        name = str(path) if path is not None else f"file:/{secrets.token_hex(8)}?vfs=memdb"
        flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE | apsw.SQLITE_OPEN_URI
        with self._refusing_errors():
            self._writing = apsw.Connection(name, flags)
            self._writing.set_busy_timeout(2_000)
            self._writing.pragma("journal_mode", "wal")
            self._writing.execute("PRAGMA synchronous=FULL")
            self._writing.execute(SCHEMA)
            self._reading = apsw.Connection(name, flags)
            self._reading.set_busy_timeout(100)

    def close(self) -> None:
        """Let go of the file."""
        self._reading.close()
        self._writing.close()

    @contextmanager
    def _refusing_errors(self) -> Iterator[None]:
        """Errors of the database and of the file become refusals."""
        try:
            yield
        except (apsw.Error, OSError) as error:
            message = f"who is signed in can't be read or stored now: {error}"
            raise RefusedError(Problem(message, str(self._path))) from error

    def _rows(self, query: str, *values: str | int) -> list[Row]:
        with self._refusing_errors():
            return self._reading.execute(query, values).fetchall()

    def _write(self, statement: str, *values: str | int) -> list[Row]:
        with self._refusing_errors():
            return self._writing.execute(statement, values).fetchall()

    def apply(self, work: Callable[["AccessStore"], Result]) -> Result:
        """Make a change; other servers that share the store know of it when the call returns, or soon after."""
        return work(self)

    def follow(self) -> None:
        """Notice what servers on other machines have changed."""

    # Reading

    def changed(self) -> int:
        """A number that changes when another process, or the writing thread, stores something."""
        with self._refusing_errors():
            return int(self._reading.pragma("data_version"))

    def find(self, session_id: str, now: datetime) -> Session | None:
        """A session that has neither expired nor been ended, with the roles of its invitations as they are now."""
        person = person_of(session_id)
        found = self._rows("SELECT name, operator FROM sessions WHERE person = ? AND until > ?", person, _seconds(now))
        if not found:
            return None
        grants: tuple[dict[str, tuple[Role, ...]], dict[str, tuple[Role, ...]]] = ({}, {})
        for table, role, appoints in self._rows(
            "SELECT DISTINCT at, role, appoints FROM invitations WHERE person = ? ORDER BY at, role", person
        ):
            grants[appoints][table] = (*grants[appoints].get(table, ()), role)
        name, operator = found[0]
        return Session(session_id, name, bool(operator), *grants)

    def sessions(self, now: datetime) -> list[SessionEntry]:
        """Everybody who is signed in, the newest first."""
        rows = self._rows(
            "SELECT person, name, operator, made, used, until FROM sessions WHERE until > ? ORDER BY made DESC, person",
            _seconds(now),
        )
        return [SessionEntry(f"{name}~{person}", bool(operator), *times) for person, name, operator, *times in rows]

    def invitations(self, table: str, now: datetime) -> list[Invitation]:
        """The open and the redeemed invitations to a table, the newest first."""
        rows = self._rows(
            "SELECT invitation, at, role, made_by, appoints, made, until, person IS NOT NULL FROM invitations "
            "WHERE at = ? AND (person IS NOT NULL OR until > ?) ORDER BY made DESC, invitation",
            table,
            _seconds(now),
        )
        return [
            Invitation(one, at, role, made_by, bool(appoints), made, until, bool(redeemed))
            for one, at, role, made_by, appoints, made, until, redeemed in rows
        ]

    def has_appointed_dealer(self, table: str) -> bool:
        """Whether the operator has appointed a dealer for a table."""
        query = "SELECT 1 FROM invitations WHERE at = ? AND role = 'dealer' AND appoints AND person IS NOT NULL"
        return bool(self._rows(query, table))

    # Writing

    def sign_in(self, session: Session, now: datetime) -> None:
        """Store a new session, and delete those that have expired."""
        at = _seconds(now)
        until = at + round((OPERATOR_LASTS if session.operator else UNUSED_LASTS).total_seconds())
        with self._refusing_errors(), self._writing:
            self._writing.execute("DELETE FROM invitations WHERE until <= ? AND person IS NULL", (at,))
            self._writing.execute(
                "DELETE FROM invitations WHERE person IN (SELECT person FROM sessions WHERE until <= ?)", (at,)
            )
            self._writing.execute("DELETE FROM sessions WHERE until <= ?", (at,))
            if self._writing.execute("SELECT count(*) FROM sessions").get >= MAX_SESSIONS:
                self._writing.execute(
                    "DELETE FROM sessions WHERE person = "
                    "(SELECT person FROM sessions WHERE used IS NULL AND NOT operator ORDER BY until LIMIT 1)"
                )
            self._writing.execute(
                "INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?, NULL, ?)",
                (person_of(session.id), session.name, int(session.operator), at, until),
            )

    def use(self, sessions: Iterable[Session], now: datetime) -> None:
        """Extend sessions in which a command was given; an operator's session is not extended."""
        at = _seconds(now)
        until = at + round(LASTS.total_seconds())
        query = "UPDATE sessions SET used = ?, until = iif(operator, until, ?) WHERE person = ?"
        with self._refusing_errors(), self._writing:
            self._writing.executemany(query, [(at, until, person_of(session.id)) for session in sessions])

    def end(self, person: str) -> bool:
        """End a session, with every role that invitations gave it; False if there was none."""
        with self._refusing_errors(), self._writing:
            self._writing.execute("DELETE FROM invitations WHERE person = ?", (person,))
            gone = self._writing.execute("DELETE FROM sessions WHERE person = ? RETURNING 1", (person,)).fetchall()
        return bool(gone)

    def invite(self, table: str, role: Role, by: Session, now: datetime) -> str:
        """Make an invitation and return its id, which is not stored."""
        made, at = secrets.token_hex(16), _seconds(now)
        until = at + round(INVITATION_LASTS.total_seconds())
        if len(self.invitations(table, now)) >= MAX_INVITATIONS:
            raise RefusedError(Problem(f"a table has at most {MAX_INVITATIONS} invitations: revoke one first"))
        self._write(
            "INSERT INTO invitations VALUES (?, ?, ?, ?, ?, ?, ?, NULL)",
            *(person_of(made), table, role, by.player, int(by.operator), at, until),
        )
        return made

    def redeem(self, invitation_id: str, session: Session, now: datetime) -> str:
        """Give the role of an invitation to a session, once; returns the table."""
        with self._refusing_errors(), self._writing:
            found: list[Row] = self._writing.execute(
                "SELECT at, until, person FROM invitations WHERE invitation = ?", (person_of(invitation_id),)
            ).fetchall()
            if not found:
                raise RefusedError(Problem("this invitation was revoked or has expired: ask for another one"))
            table, until, person = found[0]
            if person == person_of(session.id):
                return str(table)
            if person is not None:
                raise RefusedError(Problem("this invitation has already been redeemed: ask for your own"))
            if until <= _seconds(now):
                raise RefusedError(Problem("this invitation has expired: ask for another one"))
            self._writing.execute(
                "UPDATE invitations SET person = ? WHERE invitation = ?",
                (person_of(session.id), person_of(invitation_id)),
            )
        return str(table)

    def revoke(self, table: str, invitation: str) -> None:
        """Take an invitation back, with the role that it gave; UnknownError if the table has no such invitation."""
        gone = self._write("DELETE FROM invitations WHERE at = ? AND invitation = ? RETURNING 1", table, invitation)
        if not gone:
            raise UnknownError(Problem("there is no such invitation", invitation[:40]))


def _seconds(now: datetime) -> int:
    return int(now.timestamp())


def access_path(record: Path) -> Path:
    """The file of the sessions and invitations of a record's server, which only its owner may read."""
    return record.with_name(record.name + ".access")
