"""Sessions and invitations of all servers of one database: it has the truth, and each machine has a copy in a file.

A change is decided on the copy, as on a file that nobody shares. It is stored in the database if no other server has
changed something meanwhile; otherwise it is decided again. Then it is in the copy too, for all processes of the
machine. Copies elsewhere are brought up many times a second.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar, runtime_checkable

from pitbook.pit import Record
from pitbook.problems import ConflictError, Problem
from pitbook.web.access.store import AccessStore, access_path

Result = TypeVar("Result")
ATTEMPTS: Final = 50
_KEYS: Final = {"sessions": "person", "invitations": "invitation"}
_SEEN: Final = """
CREATE TABLE IF NOT EXISTS seen(one INTEGER PRIMARY KEY CHECK (one = 1), version INTEGER NOT NULL);
INSERT OR IGNORE INTO seen VALUES (1, 0);
CREATE TEMP TABLE changed(kind TEXT, id TEXT, PRIMARY KEY(kind, id));
"""


def _noting(kind: str, key: str) -> str:
    """Triggers that note which rows of a table are changed."""
    trigger = """
        CREATE TEMP TRIGGER {0}_{1} AFTER {1} ON main.{0}
        BEGIN INSERT OR IGNORE INTO changed VALUES ('{0}', {2}.{3}); END;
    """
    rows = {"INSERT": "new", "UPDATE": "new", "DELETE": "old"}
    return "".join(trigger.format(kind, what, row, key) for what, row in rows.items())


@runtime_checkable
class KeptRows(Protocol):
    """What servers keep together in a database."""

    def kept_since(self, version: int) -> list[tuple[str, str | None, int]]:
        """Name, value and version of what was changed later; a row without a name first if everything was replaced."""

    def keep(self, rows: Mapping[str, str | None], seen: int) -> int | None:
        """Change rows; None if there was another change after version `seen`."""


class SharedAccessStore(AccessStore):
    """Sessions and invitations of several servers."""

    def __init__(self, rows: KeptRows, copy: Path) -> None:
        super().__init__(copy)
        self._kept = rows
        with self._sentences():
            self._writing.execute(_SEEN)
            self._writing.execute("".join(_noting(*one) for one in _KEYS.items()))
        self.follow()

    def apply(self, work: Callable[[AccessStore], Result]) -> Result:
        """Change something here and in the database, or in neither."""
        for _ in range(ATTEMPTS):
            self.follow()
            with self._sentences():
                self._writing.execute("BEGIN IMMEDIATE")
            try:
                found = work(self)
                if self._publish():
                    self._end("COMMIT")
                    return found
            except BaseException:
                self._end("ROLLBACK")
                raise
            self._end("ROLLBACK")
        raise ConflictError(Problem("other servers change sessions all the time; try again"))

    def follow(self) -> None:
        """Bring the copy up to what the database has."""
        rows = self._kept.kept_since(self._seen())
        if not rows:
            return
        with self._sentences():
            self._writing.execute("BEGIN IMMEDIATE")
        try:
            if not rows[0][0] or rows[-1][2] > self._seen():  # otherwise another process of this machine has done it
                with self._sentences():
                    for name, value, _ in rows:
                        self._take(name, None if value is None else json.loads(value))
                    self._writing.execute("UPDATE seen SET version = ?", (rows[-1][2],))
                    self._writing.execute("DELETE FROM changed")
            self._end("COMMIT")
        except BaseException:
            self._end("ROLLBACK")
            raise

    def _take(self, name: str, row: list[Any] | None) -> None:
        if not name:
            for kind in _KEYS:
                self._writing.execute(f"DELETE FROM {kind}")  # noqa: S608 - our own words
            return
        kind, _, key = name.partition(" ")
        if kind not in _KEYS:
            return
        if row is None:
            self._writing.execute(f"DELETE FROM {kind} WHERE {_KEYS[kind]} = ?", (key,))  # noqa: S608
        else:
            marks = ", ".join("?" * len(row))
            self._writing.execute(f"INSERT OR REPLACE INTO {kind} VALUES ({marks})", row)  # noqa: S608

    def _publish(self) -> bool:
        """Store what was changed here in the database; whether nobody else was faster."""
        with self._sentences():
            changed: list[Any] = self._writing.execute("SELECT kind, id FROM changed").fetchall()
            rows = {f"{kind} {key}": self._row(kind, key) for kind, key in changed}
            self._writing.execute("DELETE FROM changed")
        if not rows:
            return True
        version = self._kept.keep(rows, self._seen())
        if version is None:
            return False
        with self._sentences():
            self._writing.execute("UPDATE seen SET version = ?", (version,))
        return True

    def _row(self, kind: str, key: str) -> str | None:
        query = f"SELECT * FROM {kind} WHERE {_KEYS[kind]} = ?"  # noqa: S608
        found = self._writing.execute(query, (key,)).fetchone()
        return None if found is None else json.dumps(found)

    def _seen(self) -> int:
        with self._sentences():
            return int(self._writing.execute("SELECT version FROM seen").get)

    def _end(self, how: str) -> None:
        with self._sentences():
            if self._writing.in_transaction:
                self._writing.execute(how)


def access_of(record: Record) -> AccessStore:
    """The sessions and invitations of a record's servers: in a file beside it, or shared by all of a database."""
    if isinstance(record, KeptRows):
        return SharedAccessStore(record, access_path(record.path))
    return AccessStore(access_path(record.path))
