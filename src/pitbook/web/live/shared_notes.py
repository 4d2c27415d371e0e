"""What servers of one record tell each other besides commits: who is ready, who looks at a table, which keys were used.

A note is in the database, and every server reads the new ones many times a second. Notes are no evidence: without them
a round is dealt later, and nothing else is wrong.
"""

import json
from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from pitbook.web.live.table_leases import SharedStore

READY: Final = "ready"
HERE: Final = "here"
KEY: Final = "key"
OPENED: Final = "opened"


class Readiness(NamedTuple):
    """The round of a table that a player is ready for; empty for none."""

    table: str
    player: str
    round: str
    version: int


class Presence(NamedTuple):
    """The players of a table whose pages a server shows."""

    server: str
    table: str
    players: frozenset[str]


class Opening(NamedTuple):
    """The address that a table was opened from, under its name in the limits."""

    table: str
    address: str


class SharedNotes:
    """The notes of all servers, as one of them sees them; without a shared store there are none."""

    def __init__(self, store: SharedStore | None, server: str) -> None:
        self._store = store
        self._server = server
        self._read = 0
        """The version of the last note that was read."""

    def tell_ready(self, table: str, player: str, round_id: str) -> int:
        """Note that a player is ready for a round, or for none; returns the version of the note."""
        return self._put({f"{READY} {table} {player}": round_id})

    def tell_here(self, present: Mapping[str, Collection[str]]) -> None:
        """Note the players of these tables whose pages are connected here."""
        self._put({f"{HERE} {self._server} {table}": json.dumps(sorted(here)) for table, here in present.items()})

    def tell_key(self, own: str, key: str) -> None:
        """Note that a command with this key left nothing in the record."""
        self._put({f"{KEY} {own}": key})

    def tell_opened(self, table: str, address: str) -> None:
        """Note the address that a table was opened from, under its name in the limits."""
        self._put({f"{OPENED} {table}": address})

    def key(self, own: str) -> str | None:
        """The key of a command that left nothing in the record, on any server."""
        return None if self._store is None else self._store.note(f"{KEY} {own}")

    def news(self) -> list[Readiness | Presence | Opening]:
        """The notes since the last call, including this server's own about readiness and opened tables."""
        if self._store is None:
            return []
        rows = self._store.notes_since(self._read)
        found: list[Readiness | Presence | Opening] = []
        for name, value, version in rows:
            topic, _, rest = name.partition(" ")
            first, _, second = rest.partition(" ")
            if topic == READY:
                found.append(Readiness(first, second, value, version))
            elif topic == OPENED:
                found.append(Opening(first, value))
            elif topic == HERE and first != self._server:
                found.append(Presence(first, second, frozenset(json.loads(value))))
        self._read = rows[-1][2] if rows else self._read
        return found

    def _put(self, notes: dict[str, str]) -> int:
        return 0 if self._store is None else self._store.put_notes(notes)
