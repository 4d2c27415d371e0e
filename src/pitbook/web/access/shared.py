"""Sessions and invitations that several servers share: they are in the database, and each machine has a copy in a file.

A change is decided on the copy. It is stored in the database, and then in the copy, if no other server has changed
anything meanwhile; otherwise it is decided again. Each machine updates its copy many times a second.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Protocol, TypeVar, runtime_checkable

from pitbook.pit import Record
from pitbook.problems import ConflictError, Problem
from pitbook.web.access.store import AccessStore, Row, access_path

Result = TypeVar("Result")
ATTEMPTS: Final = 50
_KEYS: Final = {"sessions": "person", "invitations": "invitation"}
_COPY_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS seen(one INTEGER PRIMARY KEY CHECK (one = 1), version INTEGER NOT NULL);
INSERT OR IGNORE INTO seen VALUES (1, 0);
CREATE TEMP TABLE changed(kind TEXT, id TEXT, PRIMARY KEY(kind, id));
"""


def _triggers(kind: str, key: str) -> str:
    """SQL triggers that write down which rows of a table change."""
    trigger = """
        CREATE TEMP TRIGGER {0}_{1} AFTER {1} ON main.{0}
        BEGIN INSERT OR IGNORE INTO changed VALUES ('{0}', {2}.{3}); END;
    """
    rows = {"INSERT": "new", "UPDATE": "new", "DELETE": "old"}
    return "".join(trigger.format(kind, what, row, key) for what, row in rows.items())


@runtime_checkable
class SharedRows(Protocol):
    """A record in a database where servers can share rows."""

    def kept_since(self, version: int) -> list[tuple[str, str | None, int]]:
        """Name, value (None: deleted) and version of each row that changed after this version.

        If the database is older than the copy, the copy has to start again: then a row without a name comes first.
        """

    def keep(self, rows: Mapping[str, str | None], seen: int) -> int | None:
        """Change rows and return the new version; None, and no change, if rows changed after version `seen`."""


class SharedAccessStore(AccessStore):
    """Sessions and invitations of several servers."""

    def __init__(self, rows: SharedRows, copy: Path) -> None:
        super().__init__(copy)
        self._kept = rows
        with self._refusing_errors():
            self._writing.execute(_COPY_SCHEMA)
            self._writing.execute("".join(_triggers(*one) for one in _KEYS.items()))
        self.follow()

    def apply(self, work: Callable[[AccessStore], Result]) -> Result:
        """Make a change in the database and in the copy, or in neither."""
        for _ in range(ATTEMPTS):
            self.follow()
            with self._refusing_errors():
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
        raise ConflictError(Problem("other servers keep changing sessions; try again"))

    def follow(self) -> None:
        """Update the copy from the database."""
        rows = self._kept.kept_since(self._seen())
        if not rows:
            return
        with self._refusing_errors():
            self._writing.execute("BEGIN IMMEDIATE")
        try:
            if not rows[0][0] or rows[-1][2] > self._seen():  # Otherwise another process has updated it.
                with self._refusing_errors():
                    for name, value, _ in rows:
                        self._store_in_copy(name, None if value is None else json.loads(value))
                    self._writing.execute("UPDATE seen SET version = ?", (rows[-1][2],))
                    self._writing.execute("DELETE FROM changed")
            self._end("COMMIT")
        except BaseException:
            self._end("ROLLBACK")
            raise

    def _store_in_copy(self, name: str, row: Row | None) -> None:
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
        """Store in the database what changed in the copy; False if another server was faster."""
        with self._refusing_errors():
            changed: list[Row] = self._writing.execute("SELECT kind, id FROM changed").fetchall()
            rows = {f"{kind} {key}": self._row(kind, key) for kind, key in changed}
            self._writing.execute("DELETE FROM changed")
        if not rows:
            return True
        version = self._kept.keep(rows, self._seen())
        if version is None:
            return False
        with self._refusing_errors():
            self._writing.execute("UPDATE seen SET version = ?", (version,))
        return True

    def _row(self, kind: str, key: str) -> str | None:
        query = f"SELECT * FROM {kind} WHERE {_KEYS[kind]} = ?"  # noqa: S608
        found = self._writing.execute(query, (key,)).fetchone()
        return None if found is None else json.dumps(found)

    def _seen(self) -> int:
        with self._refusing_errors():
            return int(self._writing.execute("SELECT version FROM seen").get)

    def _end(self, statement: str) -> None:
        with self._refusing_errors():
            if self._writing.in_transaction:
                self._writing.execute(statement)


def access_of(record: Record) -> AccessStore:
    """The sessions and invitations of a record: in a file beside it, or shared by all servers of a database."""
    if isinstance(record, SharedRows):
        return SharedAccessStore(record, access_path(record.path))
    return AccessStore(access_path(record.path))
