"""Leases of stores without a database: who has an exclusive right, for how long, and with which token.

They are not evidence. For a record in a file they are in `FILE.leases`, which the first lease creates. They are changed
and checked only while nobody else writes to the record, so a lease cannot change hands while a commit depends on it.
"""

import time
from contextlib import closing
from pathlib import Path

import apsw

from pitbook.ledger.records import Lease
from pitbook.problems import ConflictError, Problem

SUFFIX = ".leases"
Row = tuple[str, int, float]
"""Holder, token and expiry."""


def taken(row: Row | None, holder: str, seconds: float, now: float) -> Row | None:
    """The lease after a request: renewed, taken over under the next token, or None if somebody else holds it."""
    if row is None:
        return holder, 1, now + seconds
    owner, token, expires = row
    if now < expires:
        return (holder, token, now + seconds) if owner == holder else None
    return holder, token + 1, now + seconds


def check(row: Row | None, lease: Lease, now: float) -> None:
    """The token is the current one and has not expired."""
    if row is None or row[1] != lease.token or now >= row[2]:
        raise fenced(lease)


class LeaseEndedError(ConflictError):
    """The holder of a lease has lost it; the value of the problem is the name of the lease."""


def fenced(lease: Lease) -> LeaseEndedError:
    """Whoever held the lease has lost it."""
    return LeaseEndedError(Problem(f"the lease {lease.name!r} with token {lease.token} has ended", lease.name))


class MemoryLeases:
    """Leases that live as long as their process."""

    def __init__(self) -> None:
        self._rows: dict[str, Row] = {}

    def get(self, name: str) -> Row | None:
        """A lease, if there ever was one."""
        return self._rows.get(name)

    def put(self, name: str, row: Row) -> None:
        """Keep it."""
        self._rows[name] = row


class FileLeases:
    """Leases in a file; whoever uses them holds the lock of the record."""

    def __init__(self, record: Path) -> None:
        self._path = record.with_name(record.name + SUFFIX)

    def get(self, name: str) -> Row | None:
        """A lease, if there ever was one."""
        if not self._path.exists():
            return None
        with closing(apsw.Connection(str(self._path))) as connection:
            row = connection.execute("SELECT holder, token, expires FROM leases WHERE name = ?", (name,)).fetchone()
        return None if row is None else (str(row[0]), int(row[1]), float(row[2]))

    def put(self, name: str, row: Row) -> None:
        """Keep it durably, because a token is given only once."""
        with closing(apsw.Connection(str(self._path))) as connection:
            connection.execute(
                "CREATE TABLE IF NOT EXISTS leases"
                "(name TEXT PRIMARY KEY, holder TEXT NOT NULL, token INTEGER NOT NULL, expires REAL NOT NULL)"
            )
            connection.execute("INSERT OR REPLACE INTO leases VALUES (?, ?, ?, ?)", (name, *row))


def take(leases: MemoryLeases | FileLeases, name: str, holder: str, seconds: float) -> Lease | None:
    """See `Store.take_lease`."""
    row = taken(leases.get(name), holder, seconds, time.time())
    if row is None:
        return None
    leases.put(name, row)
    return Lease(name, row[1])


def end(leases: MemoryLeases | FileLeases, lease: Lease) -> None:
    """See `Store.end_lease`."""
    row = leases.get(lease.name)
    if row is not None and row[1] == lease.token:
        leases.put(lease.name, (row[0], row[1], 0))
