"""What the servers of one record share in its database besides commits: notes, sessions and limits."""

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from pitbook.ledger.postgres.connecting import Row


class SharedState(ABC):
    """The part of a store that is not evidence."""

    @abstractmethod
    def _all(self, query: str, *values: object) -> list[Row]:
        """The rows of a query."""

    @abstractmethod
    def _one(self, query: str, *values: object) -> Any:
        """The first value of the first row, or None."""

    def heads(self) -> tuple[int, ...]:
        """How far the order, the notes and the shared data of the servers are: a different answer means news."""
        query = "SELECT size, (SELECT max(version) FROM notes), (SELECT version FROM last_kept) FROM tree"
        return self._all(query)[0]

    def put_notes(self, notes: Mapping[str, str]) -> int:
        """Keeps notes for other processes, each replacing an older one of its name; returns their version.

        They are not evidence, and are kept for a day.
        """
        return int(self._one("SELECT put_notes(%s)", json.dumps(notes)))

    def note(self, name: str) -> str | None:
        """The note of this name, if there is one."""
        found: str | None = self._one("SELECT value FROM notes WHERE name = %s", name)
        return found

    def notes_since(self, version: int) -> list[tuple[str, str, int]]:
        """The notes with a later version than this: name, value and version, the oldest first."""
        return self._all("SELECT name, value, version FROM notes WHERE version > %s ORDER BY version, name", version)

    def kept_since(self, version: int) -> list[tuple[str, str | None, int]]:
        """The shared data of the servers that changed after this version: name, value (None: deleted) and version.

        If the last version is smaller than this one, the database is an older one: then everything, after a row without
        a name.
        """
        (last,) = self._all("SELECT version FROM last_kept")[0]
        query = "SELECT name, value, version FROM kept WHERE version > %s ORDER BY version, name"
        if last < version:
            return [("", None, last), *self._all(query, 0)]
        return self._all(query, version) if last > version else []

    def keep(self, rows: Mapping[str, str | None], seen: int) -> int | None:
        """Changes the shared data of the servers, as decided on version `seen`; returns the new version.

        None if there was another change in the meantime: then nothing was changed.
        """
        found: int | None = self._one("SELECT keep(%s, %s)", json.dumps(rows), seen)
        return found

    def draw(self, name: str, burst: int, per_second: float, need: int, unused: int = 0) -> int:
        """Takes a portion from a bucket that all servers share, `need` or more if it has that much; returns how many.

        `unused` goes back into it. With a need of 0 nothing is taken.
        """
        return int(self._one("SELECT draw(%s, %s, %s, %s, %s)", name, burst, float(per_second), need, unused))

    def enter(self, server: str, counts: Mapping[str, tuple[int, int]]) -> str | None:
        """Notes how many connections of each name a server has, or returns the first name that has too many.

        For each name `counts` has the number, and the most that all servers may have together.
        """
        numbers, limits = ([*part] for part in zip(*counts.values(), strict=True))
        found: str | None = self._one("SELECT enter(%s, %s, %s, %s)", server, list(counts), numbers, limits)
        return found

    def count_connections(self, server: str, counts: Mapping[str, int]) -> None:
        """Notes how many connections of each name a server has."""
        self._all("SELECT count_connections(%s, %s, %s)", server, list(counts), list(counts.values()))
