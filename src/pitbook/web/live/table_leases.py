"""Which tables this server deals at: only one server of a record runs a table's dealer, timers and bots.

Tables are divided into groups by name, and a group belongs to the server that has its lease in the database. The groups
are divided evenly among the servers. Every automatic command is stored with the token of the lease, so a server that
was paused, and does not yet know that it has lost the lease, cannot store any.
"""

import random
import time
from collections.abc import Callable, Collection, Mapping
from typing import Final, Protocol, runtime_checkable
from zlib import crc32

from pitbook.ledger import Lease

GROUPS: Final = 64
LEASE_SECONDS: Final = 3.5
RENEW_EVERY: Final = 0.7
"""In seconds. If a server dies, another one has taken over its groups after the sum of both."""
_SERVER: Final = "server "
"""The beginning of a lease's name that only shows that a server is running."""


@runtime_checkable
class SharedStore(Protocol):
    """What a store offers besides the record if several servers share it."""

    def heads(self) -> tuple[int, ...]:
        """How far everything that servers follow has come: a different answer means news."""

    def take_leases(self, names: Collection[str], holder: str, seconds: float) -> list[Lease]:
        """Take or renew leases; those that others hold are left out."""

    def held_leases(self) -> dict[str, str]:
        """The holder of each lease that somebody holds."""

    def end_lease(self, lease: Lease) -> None:
        """Give a lease back."""

    def put_notes(self, notes: Mapping[str, str]) -> int:
        """Keep notes for other servers; returns their version."""

    def notes_since(self, version: int) -> list[tuple[str, str, int]]:
        """Name, value and version of later notes."""

    def note(self, name: str) -> str | None:
        """The note of this name."""


def group_of(table: str) -> str:
    """The name of the lease that a table's automatic dealer needs."""
    return f"tables {crc32(table.encode()) % GROUPS} of {GROUPS}"


_GROUPS: Final = tuple(f"tables {number} of {GROUPS}" for number in range(GROUPS))


class TableLeases:
    """The leases of one server; without a shared store it has every table."""

    def __init__(self, store: SharedStore | None, holder: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._holder = holder
        self._clock = clock
        self._held: dict[str, tuple[Lease, float]] = {}
        """By group: the lease, and the time after which it is not used here, whatever the database says."""
        self.servers: frozenset[str] = frozenset({holder})
        """The servers that are running."""

    @property
    def shared(self) -> bool:
        """Whether other servers may have tables."""
        return self._store is not None

    def holds(self, table: str) -> bool:
        """Whether the automatic dealer, the timers and the bots of a table run here."""
        return not self.shared or self.lease(table) is not None

    def lease(self, table: str) -> Lease | None:
        """The lease that an automatic command at a table is stored with."""
        lease, until = self._held.get(group_of(table), (None, 0.0))
        return lease if self._clock() < until else None

    def renew(self) -> set[str]:
        """Renew leases, give back those above the equal share, take free ones; returns the groups that are new here."""
        if self._store is None:
            return set()
        begun = self._clock()
        held = self._store.held_leases()
        self.servers = frozenset(name.removeprefix(_SERVER) for name in held if name.startswith(_SERVER))
        share = -(-GROUPS // len(self.servers | {self._holder}))
        mine = [name for name in _GROUPS if held.get(name) == self._holder]
        free = [name for name in _GROUPS if name not in held]
        random.shuffle(free)
        for name in mine[share:]:
            self._give_back(name)
        wanted = [_SERVER + self._holder, *mine[:share], *free[: max(0, share - len(mine))]]
        found = self._store.take_leases(wanted, self._holder, LEASE_SECONDS)
        before = {lease for lease, _ in self._held.values()}
        self._held = {lease.name: (lease, begun + LEASE_SECONDS) for lease in found}
        return {lease.name for lease in found if lease not in before}

    def lost(self, name: str) -> None:
        """A command with this lease was refused: another server has it."""
        self._held.pop(name, None)

    def end(self) -> None:
        """Give all leases back, so that others need not wait."""
        for name in list(self._held):
            self._give_back(name)

    def _give_back(self, name: str) -> None:
        lease, _ = self._held.pop(name, (None, 0.0))
        if self._store is not None and lease is not None:
            self._store.end_lease(lease)
