"""A machine with a ledger on a disk that fails."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import apsw
import pytest

from ledger.crash.disk import Disk, DiskFiles, DiskVFS
from pitbook.ledger import SqliteStore, Upcasters, head


class Machine:
    """A store on a disk whose power fails now and then."""

    def __init__(self, path: Path, vfs: DiskVFS) -> None:
        self.path = path
        self.synchronous = "FULL"
        self._vfs = vfs
        self._store: SqliteStore | None = None

    @property
    def disk(self) -> Disk:
        """The disk that is in it."""
        return self._vfs.disk

    def start(self, disk: Disk, fails_at: int | None = None) -> None:
        """Switches on with this disk, which fails at that operation."""
        self._vfs.disk = disk
        disk.fails_at = fails_at

    def open(self, upcasters: Upcasters | None = None) -> SqliteStore:
        """The store, which ends with the machine."""
        self._store = SqliteStore(self.path, upcasters=upcasters)
        self._store._connection.pragma("synchronous", self.synchronous)
        return self._store

    def stop(self) -> None:
        """Ends the process without writing anything more."""
        self.disk.dead = True
        self.close()

    def close(self) -> None:
        """Ends the process."""
        if self._store is not None:
            beside = self._store._read_connection
            for connection in (self._store._connection, *([beside._connection] if beside else [])):
                with suppress(apsw.IOError):
                    connection.close(True)
            self._store = None


@contextmanager
def machine_at(path: Path) -> Iterator[Machine]:
    """A machine that checkpoints often, so that power fails during checkpoints too."""

    def checkpoint_often(connection: apsw.Connection) -> None:
        connection.wal_autocheckpoint(12)

    vfs = DiskVFS(Disk())
    machine = Machine(path, vfs)
    apsw.connection_hooks.append(checkpoint_often)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(head, "os", DiskFiles(vfs))
        patch.setattr(head, "_lock", lambda *_: None)
        try:
            yield machine
        finally:
            machine.stop()
            vfs.unregister()
            apsw.connection_hooks.remove(checkpoint_often)
